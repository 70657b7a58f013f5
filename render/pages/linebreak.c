/* linebreak.c - running text into lines, by the shipped faces' own widths.
 *
 * A line may end after a blank, after a hyphen or dash, or after a slash before a letter; not
 * between a figure and its unit. Typewriter text (paths, digests) may end also elsewhere; any word
 * where nothing else is left. Chinese and Japanese may break between any two letters but at points
 * and small kana. A simple part of UAX #14; Thai and its like, which put no blank between words,
 * break where nothing else is left. What no typeface has appears as an escape. */
#include "given.h"
#include "paginate.h"

#include <glib.h>
#include <string.h>

/* ---- making text fit ---- */

static struct str text_composed(struct layout *layout, struct str text)
{
    bool plain = true;
    for (size_t i = 0; i < text.len && plain; i++)
        plain = (unsigned char)text.at[i] < 0x80;
    if (plain || text.len > INT32_MAX || !g_utf8_validate_len(text.at, text.len, NULL))
        return text;
    g_autofree char *composed = g_utf8_normalize(text.at, (gssize)text.len, G_NORMALIZE_NFC);
    return composed ? str_keep(layout->home, str_from(composed)) : text;
}

static struct str escape_of(struct layout *layout, uint32_t code, struct str bytes)
{
    if (code == 0xFFFD && bytes.len == 1)
        return str_format(layout->home, "‹0x%02X›", (unsigned)(unsigned char)bytes.at[0]);
    return str_format(layout->home, "‹U+%04X›", (unsigned)code);
}

/* Letters and signs that no typeface of ours has, as far as they stand together, are told once:
 * whoever reads the PDF alone sees their numbers. Hidden characters are escapes on purpose. */
struct unseen {
    struct str text; /* a part of what is set; empty: none yet */
};

static void unseen_tell(struct layout *layout, struct unseen *unseen)
{
    struct str text = str_trim(unseen->text);
    unseen->text = (struct str){ 0 };
    if (text.len == 0 || !layout->diags)
        return;
    diag_add(layout->diags, DIAG_TEXT_UNSEEN, (struct place){ .file = STR("report.pdf") }, STR(""),
             "%.*s", STR_ARG(text));
}

static void unseen_put(struct layout *layout, struct unseen *unseen, uint32_t code,
                       struct str bytes, bool shown)
{
    bool goes_on =
        unseen->text.len > 0 && (bytes.at[0] == ' ' || g_ascii_isdigit((gchar)bytes.at[0]));
    if (!shown && code != 0xFFFD && g_unichar_isgraph(code)) {
        const char *from = unseen->text.len > 0 ? unseen->text.at : bytes.at;
        unseen->text = (struct str){ from, (size_t)(bytes.at + bytes.len - from) };
    } else if (!goes_on) {
        unseen_tell(layout, unseen);
    }
}

static struct str blank_for(uint32_t code, struct str bytes)
{
    return code == '\n' || code == '\t' || code == '\r' ? STR(" ") : bytes;
}

static void pieces_push(struct layout *layout, struct pieces *pieces, struct piece piece)
{
    ARENA_GROW(layout->home, struct piece, pieces->item, pieces->count, pieces->room, 2);
    pieces->item[pieces->count++] = piece;
}

/* What given_shows says, to keep: setting what stands before asks it again. */
static const bool *given_kept(struct layout *layout, enum face face, struct str text, size_t *count)
{
    const bool *shown = given_shows(layout->fonts, face, text, count);
    bool *kept = ARENA_MANY(layout->home, *count, bool);
    for (size_t i = 0; i < *count; i++)
        kept[i] = shown[i];
    return kept;
}

/* Whether the face itself shows all of it as it stands: nothing but the letters and signs of ASCII,
 * which is what most texts are. */
static bool text_plain(const struct layout *layout, enum face face, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < ' ' || text.at[i] > '~' ||
            (text.at[i] != ' ' && !fonts_cover(layout->fonts, face, (unsigned char)text.at[i])))
            return false;
    return text.len > 0;
}

void pieces_put(struct layout *layout, struct pieces *pieces, struct piece piece)
{
    if (text_plain(layout, piece.face, piece.text)) {
        pieces_push(layout, pieces, piece);
        return;
    }
    struct str rest = text_composed(layout, piece.text);
    struct buf run = buf_new(layout->home, (size_t)1 << 24);
    struct piece now = piece;
    struct unseen unseen = { 0 };
    size_t count;
    const bool *given = given_kept(layout, piece.face, rest, &count);
    bool begun = false;
    for (size_t i = 0; rest.len > 0; i++) {
        struct str before = rest;
        uint32_t code = text_step(&rest);
        struct str bytes = blank_for(code, str_sub(before, 0, before.len - rest.len));
        enum face face = piece.face;
        bool shown = bytes.at[0] == ' ' || (i < count && given[i]) ||
                     face_for(layout->fonts, piece.face, code, &face);
        unseen_put(layout, &unseen, code, str_sub(before, 0, before.len - rest.len), shown);
        if (run.len > 0 && (!shown || face != now.face)) {
            now.text = str_keep(layout->home, buf_str(&run));
            pieces_push(layout, pieces, now);
            run = buf_new(layout->home, (size_t)1 << 24);
            begun = true;
        }
        if (begun) { /* only the first part keeps what belongs to the beginning */
            now.glue = now.hard = false;
            now.lead = 0;
        }
        now.face = face;
        if (shown) {
            buf_put(&run, bytes);
            continue;
        }
        struct piece escape = now;
        escape.face = piece.face;
        escape.text = escape_of(layout, code, bytes);
        escape.actual = code == 0xFFFD ? STR("\xEF\xBF\xBD") : str_keep(layout->home, bytes);
        pieces_push(layout, pieces, escape);
        begun = true;
    }
    unseen_tell(layout, &unseen);
    if (run.len > 0) {
        now.text = str_keep(layout->home, buf_str(&run));
        pieces_push(layout, pieces, now);
    }
}

struct str text_fit(struct layout *layout, enum face face, struct str text)
{
    if (text_plain(layout, face, text))
        return text;
    struct str rest = text_composed(layout, text);
    struct buf out = buf_new(layout->home, (size_t)1 << 24);
    struct unseen unseen = { 0 };
    size_t count;
    const bool *given = given_kept(layout, face, rest, &count);
    for (size_t i = 0; rest.len > 0; i++) {
        struct str before = rest;
        uint32_t code = text_step(&rest);
        struct str bytes = blank_for(code, str_sub(before, 0, before.len - rest.len));
        bool shown = bytes.at[0] == ' ' || (i < count && given[i]) ||
                     (!code_hidden(code) && fonts_cover(layout->fonts, face, code));
        unseen_put(layout, &unseen, code, str_sub(before, 0, before.len - rest.len), shown);
        buf_put(&out, shown ? bytes : escape_of(layout, code, bytes));
    }
    unseen_tell(layout, &unseen);
    return buf_str(&out);
}

/* ---- breaking ---- */

struct letter { /* one character */
    size_t piece, at, next;
    mpt advance; /* with the piece's lead before its first */
    bool blank, mono, hard;
    bool open;  /* a line may begin with it */
    bool force; /* and may when nothing else is left */
};

enum {
    TAIL_LEAST = 4
}; /* letters behind a slash that may stand on a line of their own: not "tokens/" "s" */

static bool long_tail(struct str rest)
{
    for (size_t i = 1; i < TAIL_LEAST; i++)
        if (rest.len == 0 || !g_unichar_isalnum(text_step(&rest)))
            return false;
    return true;
}

/* Whether a text begins with the symbol of a unit: behind a figure, "2 %" and "700 W" are one word
 * however the evidence wrote the blank. */
static bool unit_leads(struct str text)
{
    for (enum unit unit = 0; unit < UNIT_COUNT_OF_UNITS; unit++) {
        struct str symbol = str_from(unit_row(unit)->symbol);
        struct str rest = str_sub(text, symbol.len, text.len);
        if (symbol.len > 0 && str_starts(text, symbol) &&
            (rest.len == 0 || !g_unichar_isalnum(text_step(&rest))))
            return true;
    }
    return false;
}

/* Letters that stand without blanks between words, each as wide as the other, and what may not
 * begin or end a line beside them: classes of UAX #14 as GLib knows them. */
static bool breaks_ideographs(uint32_t before, uint32_t code)
{
    enum { FIRST = 0x1100 }; /* of the classes below: Hangul's letters */
    if (before < FIRST && code < FIRST)
        return false;
    static const GUnicodeBreakType letters[] = { G_UNICODE_BREAK_IDEOGRAPHIC,
                                                 G_UNICODE_BREAK_HANGUL_LV_SYLLABLE,
                                                 G_UNICODE_BREAK_HANGUL_LVT_SYLLABLE,
                                                 G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER };
    static const GUnicodeBreakType not_first[] = {
        G_UNICODE_BREAK_CLOSE_PUNCTUATION,
        G_UNICODE_BREAK_CLOSE_PARANTHESIS,
        G_UNICODE_BREAK_EXCLAMATION,
        G_UNICODE_BREAK_INFIX_SEPARATOR,
        G_UNICODE_BREAK_SYMBOL,
        G_UNICODE_BREAK_NON_STARTER,
        G_UNICODE_BREAK_COMBINING_MARK,
        G_UNICODE_BREAK_NON_BREAKING_GLUE,
        G_UNICODE_BREAK_WORD_JOINER,
        G_UNICODE_BREAK_AFTER,
        G_UNICODE_BREAK_QUOTATION,
        G_UNICODE_BREAK_POSTFIX,
        G_UNICODE_BREAK_ZERO_WIDTH_JOINER,
        G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER,
        G_UNICODE_BREAK_SPACE,
        G_UNICODE_BREAK_HYPHEN,
    };
    static const GUnicodeBreakType not_last[] = {
        G_UNICODE_BREAK_OPEN_PUNCTUATION, G_UNICODE_BREAK_QUOTATION,
        G_UNICODE_BREAK_NON_BREAKING_GLUE, G_UNICODE_BREAK_WORD_JOINER, G_UNICODE_BREAK_PREFIX
    };
    GUnicodeBreakType first = g_unichar_break_type(before), second = g_unichar_break_type(code);
    bool letter = false;
    for (size_t i = 0; i < ARRAY_COUNT(letters); i++)
        letter = letter || first == letters[i] || second == letters[i];
    for (size_t i = 0; i < ARRAY_COUNT(not_first); i++)
        letter = letter && second != not_first[i];
    for (size_t i = 0; i < ARRAY_COUNT(not_last); i++)
        letter = letter && first != not_last[i];
    return letter;
}

struct past { /* the two characters before */
    uint32_t before, earlier;
};

/* No line ends between two of them. */
static bool letter_plain(uint32_t code)
{
    return code < 0x80 && g_ascii_isalnum((char)code);
}

/* `text` begins with `code`, `rest` behind it. */
static bool breaks_after(struct past past, uint32_t code, bool mono, struct str text,
                         struct str rest)
{
    uint32_t before = past.before;
    if (letter_plain(before) && letter_plain(code))
        return false;
    bool word = g_unichar_isalnum(past.earlier); /* so that "/a" is not torn apart */
    if (before == ' ')
        return code != ' ' && !(g_unichar_isdigit(past.earlier) && unit_leads(text));
    if (breaks_ideographs(before, code))
        return true;
    if (mono)
        return word && strchr("/-_.:=,", (int)(before < 0x80 ? before : 'x')) && before != 0 &&
               g_unichar_isalnum(code);
    if (before == 0x2013 || before == 0x2014)
        return g_unichar_isalpha(code);
    if (!word || !g_unichar_isalpha(code))
        return false;
    bool list =
        before == ',' || before == ';' || before == '_'; /* technical lists without blanks */
    return before == '-' || before == 0x2010 || ((list || before == '/') && long_tail(rest));
}

/* Of each character, where given faces set a part; NULL: none does. To be given back by g_free. */
static mpt *given_advances(struct layout *layout, const struct piece *piece)
{
    size_t count = 0;
    if (!layout->skin->faces)
        return NULL;
    for (struct str rest = piece->text; rest.len > 0; count++)
        (void)text_step(&rest);
    mpt *advance = g_new0(mpt, count);
    if (text_advances(layout->fonts, piece->face, piece->size, piece->text, advance, count))
        return advance;
    g_free(advance);
    return NULL;
}

/* As wide as shipped_width says, which divides for each character anew. */
static mpt letter_width(struct layout *layout, const struct piece *piece, uint32_t code,
                        struct str bytes)
{
    struct advances *known =
        &layout->advances[((unsigned)piece->face * 3 + (unsigned)piece->size / 100) % LOOKS];
    if (code >= ARRAY_COUNT(known->of) || piece->size <= 0)
        return shipped_width(layout->fonts, piece->face, piece->size, bytes);
    if (known->face != piece->face || known->size != piece->size)
        *known = (struct advances){ .face = piece->face, .size = piece->size };
    if (known->of[code] == 0)
        known->of[code] = shipped_width(layout->fonts, piece->face, piece->size, bytes);
    return known->of[code];
}

static void units_of_piece(struct layout *layout, const struct piece *piece, size_t index,
                           struct past *past, GArray *out)
{
    struct str rest = piece->text;
    bool mono = piece->face == FACE_MONO;
    g_autofree mpt *advance = given_advances(layout, piece);
    bool given = advance != NULL;
    for (size_t i = 0; rest.len > 0; i++) {
        size_t at = piece->text.len - rest.len;
        uint32_t code = text_step(&rest);
        size_t next = piece->text.len - rest.len;
        struct letter unit = {
            .piece = index, .at = at, .next = next, .mono = mono, .blank = code == ' '
        };
        unit.advance =
            given ? advance[i] : letter_width(layout, piece, code, str_sub(piece->text, at, next));
        if (at == 0)
            unit.advance += piece->lead;
        bool inside = at > 0 && (piece->actual.len > 0 || piece->reference ||
                                 (given && advance[i] == 0)); /* a mark on the letter before */
        bool glued = at == 0 && piece->glue;
        unit.hard = at == 0 && piece->hard && out->len > 0;
        unit.force = !inside && !glued && !unit.blank;
        unit.open = unit.force && (breaks_after(*past, code, mono,
                                                str_sub(piece->text, at, piece->text.len), rest) ||
                                   (at == 0 && piece->actual.len > 0));
        g_array_append_val(out, unit);
        *past = (struct past){ code, past->before };
    }
}

static GArray *units_new(struct layout *layout, const struct pieces *pieces)
{
    enum { AT_ONCE = 1 << 12 };
    size_t room = 0;
    for (size_t i = 0; i < pieces->count && room < AT_ONCE; i++)
        room += pieces->item[i].text.len;
    GArray *units = g_array_sized_new(FALSE, FALSE, sizeof(struct letter),
                                      (guint)(room < AT_ONCE ? room : AT_ONCE));
    struct past past = { ' ', ' ' };
    for (size_t i = 0; i < pieces->count; i++)
        units_of_piece(layout, &pieces->item[i], i, &past, units);
    return units;
}

/* Index past the last unit of the line that begins at `from`; `torn` counts words that had to be
 * broken where none may be. */
static size_t line_end(const struct letter *unit, size_t count, size_t from, mpt width,
                       size_t *torn)
{
    int64_t x = 0;
    size_t open = from;
    size_t force = from;
    int64_t open_x = 0;
    for (size_t i = from; i < count; i++) {
        if (i > from && unit[i].hard)
            return i;
        if (i > from && unit[i].open) {
            open = i;
            open_x = x;
        }
        if (i > from && unit[i].force)
            force = i;
        x += unit[i].advance;
        if (unit[i].blank || x <= width || i == from)
            continue;
        bool poor = unit[i].mono && open_x * 2 < width && force > open;
        if (open > from && !poor)
            return open;
        if (force > from) {
            *torn += force > open ? 1 : 0;
            return force;
        }
    }
    return count;
}

static mpt units_width(const struct letter *unit, size_t from, size_t to)
{
    while (to > from && unit[to - 1].blank)
        to--;
    int64_t sum = 0;
    for (size_t i = from; i < to; i++)
        sum += unit[i].advance;
    return sum > INT32_MAX ? INT32_MAX : (mpt)sum;
}

/* Lines' beginnings, with the count of units as the last; answers how many words are torn. */
static size_t ends_find(const struct letter *unit, size_t count, mpt width, GArray *out)
{
    g_array_set_size(out, 0);
    size_t at = 0;
    size_t torn = 0;
    while (at < count) {
        g_array_append_val(out, at);
        at = line_end(unit, count, at, width, &torn);
    }
    g_array_append_val(out, count);
    return torn;
}

static bool last_is_one_word(const struct letter *unit, const GArray *ends)
{
    size_t from = g_array_index(ends, size_t, ends->len - 2);
    size_t to = g_array_index(ends, size_t, ends->len - 1);
    while (to > from && unit[to - 1].blank)
        to--;
    for (size_t i = from; i < to; i++)
        if (unit[i].blank)
            return false;
    return true;
}

struct lines lines_break(struct layout *layout, const struct pieces *pieces, mpt width)
{
    g_autoptr(GArray) units = units_new(layout, pieces);
    g_autoptr(GArray) ends = g_array_new(FALSE, FALSE, sizeof(size_t));
    const struct letter *unit = (const struct letter *)(const void *)units->data;
    size_t count = units->len;
    struct lines lines = { 0 };
    if (count == 0)
        return lines;
    size_t torn = ends_find(unit, count, width, ends);
    guint wanted = ends->len;
    if (wanted > 2 && last_is_one_word(unit, ends)) {
        for (int percent = 97; percent >= 70; percent -= 3) {
            size_t more = ends_find(unit, count, (mpt)((int64_t)width * percent / 100), ends);
            if (ends->len == wanted && more <= torn && !last_is_one_word(unit, ends))
                break;
            if (ends->len > wanted || more > torn || percent == 70) {
                ends_find(unit, count, width, ends);
                break;
            }
        }
    }
    lines.count = ends->len - 1;
    lines.item = ARENA_MANY(layout->home, lines.count, struct line);
    for (size_t i = 0; i < lines.count; i++) {
        size_t from = g_array_index(ends, size_t, i);
        size_t to = g_array_index(ends, size_t, i + 1);
        lines.item[i] = (struct line){ .piece_from = unit[from].piece,
                                       .at_from = unit[from].at,
                                       .piece_to = unit[to - 1].piece,
                                       .at_to = unit[to - 1].next,
                                       .width = units_width(unit, from, to) };
    }
    return lines;
}

void pieces_measure(struct layout *layout, const struct pieces *pieces, mpt *least, mpt *natural)
{
    g_autoptr(GArray) units = units_new(layout, pieces);
    int64_t widest = 0, longest = 0;
    int64_t word = 0, line = 0;
    for (guint i = 0; i < units->len; i++) {
        const struct letter *unit = &g_array_index(units, struct letter, i);
        line = unit->hard ? unit->advance : line + unit->advance;
        longest = line > longest ? line : longest;
        if (unit->open || unit->hard || unit->blank)
            word = 0;
        if (!unit->blank)
            word += unit->advance;
        widest = word > widest ? word : widest;
    }
    *least = widest > INT32_MAX ? INT32_MAX : (mpt)widest;
    *natural = longest > INT32_MAX ? INT32_MAX : (mpt)longest;
}
