/* letters.c - the letters of each page, out of its content stream: where they stand and what the
 * font says that they are (ISO 32000-1, 8.4, 9.4, 14.6, 14.7.4).
 *
 * Only what our writer uses is understood. An operator that is not in the table below, a picture, a
 * text beside the structure, is refused and named: it could show what nobody reads back. */
#include "letters.h"
#include "fonts.h"
#include "tokens.h"

#include <glib.h>
#include <string.h>

enum {
    PAGES_MOST = 10000,
    FONTS_MOST = 64,
    OPERANDS_MOST = 100000,
    DEPTH_MOST = 64,
    ACTUAL_MOST = 40, /* bytes that a mark without letters may stand for */
};

struct matrix {
    double a, b, c, d, e, f;
};
static const struct matrix identity = { 1, 0, 0, 1, 0, 0 };

struct marked {
    bool artifact;
    long long id;    /* MCID, or -1 */
    struct str said; /* what the letters in it stand for; at NULL: nothing is said */
    size_t begin;    /* letters before it */
};
struct page_reading {
    struct opened *opened;
    GArray *letters;    /* struct letter */
    GHashTable *fonts;  /* object number -> struct font */
    GHashTable *actual; /* "page-object mcid" -> struct str */
    qpdf_oh resource_fonts;
    uint32_t page;
    int page_object;
    const struct font *font;
    double size;
    struct matrix now, line, text;
    struct matrix kept[DEPTH_MOST];
    struct marked marked[DEPTH_MOST];
    size_t kept_count, marked_count;
    size_t artifacts; /* begun on this page */
    bool in_text;
    struct token *operand;
    size_t count;
};

static struct matrix product(struct matrix m, struct matrix n)
{
    return (struct matrix){ m.a * n.a + m.b * n.c,       m.a * n.b + m.b * n.d,
                            m.c * n.a + m.d * n.c,       m.c * n.b + m.d * n.d,
                            m.e * n.a + m.f * n.c + n.e, m.e * n.b + m.f * n.d + n.f };
}

static bool fault(struct page_reading *p, const char *what)
{
    return opened_fault(p->opened, "page %u: %s", (unsigned)p->page + 1, what);
}

/* The last `count` operands, all of them numbers. */
static bool numbers(struct page_reading *p, size_t count, double *out)
{
    if (p->count != count)
        return fault(p, "an operator with other operands than it takes");
    for (size_t i = 0; i < count; i++) {
        if (p->operand[i].type != TOKEN_NUMBER)
            return fault(p, "an operator with other operands than it takes");
        out[i] = p->operand[i].number;
    }
    return true;
}

static bool matrix_of(struct page_reading *p, struct matrix *out)
{
    double n[6] = { 0 };
    if (!numbers(p, 6, n))
        return false;
    *out = (struct matrix){ n[0], n[1], n[2], n[3], n[4], n[5] };
    return true;
}

static bool on_concat(struct page_reading *p)
{
    struct matrix m;
    if (p->in_text || !matrix_of(p, &m))
        return fault(p, "a change of axes inside a text");
    p->now = product(m, p->now);
    return true;
}

static bool on_keep(struct page_reading *p)
{
    if (p->in_text || p->count != 0 || p->kept_count == DEPTH_MOST)
        return fault(p, "states kept too deep, or inside a text");
    p->kept[p->kept_count++] = p->now;
    return true;
}

static bool on_give_back(struct page_reading *p)
{
    if (p->in_text || p->count != 0 || p->kept_count == 0)
        return fault(p, "a state given back that nobody kept");
    p->now = p->kept[--p->kept_count];
    p->font = NULL; /* to be named again: what it was before is not remembered here */
    return true;
}

static bool on_text(struct page_reading *p)
{
    if (p->in_text || p->count != 0)
        return fault(p, "a text inside a text");
    p->in_text = true;
    p->line = p->text = identity;
    return true;
}

static bool on_text_end(struct page_reading *p)
{
    bool good = p->in_text && p->count == 0;
    p->in_text = false;
    return good || fault(p, "the end of a text that did not begin");
}

static bool on_text_matrix(struct page_reading *p)
{
    struct matrix m;
    if (!p->in_text || !matrix_of(p, &m))
        return fault(p, "a place of text outside a text");
    p->line = p->text = m;
    return true;
}

static bool on_text_move(struct page_reading *p)
{
    double n[2] = { 0 };
    if (!p->in_text || !numbers(p, 2, n))
        return fault(p, "a place of text outside a text");
    p->line = product((struct matrix){ 1, 0, 0, 1, n[0], n[1] }, p->line);
    p->text = p->line;
    return true;
}

static bool on_font(struct page_reading *p)
{
    qpdf_data q = p->opened->q;
    if (p->count != 2 || p->operand[0].type != TOKEN_NAME || p->operand[1].type != TOKEN_NUMBER)
        return fault(p, "a font that is not named");
    const char *key =
        str_c(p->opened->home, str_format(p->opened->home, "/%.*s", STR_ARG(p->operand[0].text)));
    qpdf_oh dictionary = opened_key(p->opened, p->resource_fonts, key);
    int number = qpdf_oh_get_object_id(q, dictionary);
    if (!qpdf_oh_is_dictionary(q, dictionary) || number == 0)
        return fault(p, "a font that the page does not have");
    p->size = p->operand[1].number;
    p->font = g_hash_table_lookup(p->fonts, GINT_TO_POINTER(number));
    if (!p->font) {
        struct font *font = ARENA_NEW(p->opened->home, struct font);
        if (g_hash_table_size(p->fonts) == FONTS_MOST)
            return fault(p, "more fonts than a report has");
        if (!font_read(p->opened, dictionary, font))
            return false;
        g_hash_table_insert(p->fonts, GINT_TO_POINTER(number), font);
        p->font = font;
    }
    qpdf_oh_release(q, dictionary);
    return true;
}

/* U+0020, U+00A0, U+2000 to U+200A, U+202F, U+205F, U+3000 and controls: nothing is drawn. */
bool text_is_blank(struct str text)
{
    static const char *const blank[] = { "\xC2\xA0",     "\xE2\x80\xAF", "\xE2\x81\x9F",
                                         "\xE3\x80\x80", "\xE2\x80\xA8", "\xE2\x80\xA9" };
    if (text.len == 1)
        return (unsigned char)text.at[0] <= ' ';
    if (text.len == 3 && memcmp(text.at, "\xE2\x80", 2) == 0 && (unsigned char)text.at[2] <= 0x8A)
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(blank); i++)
        if (str_eq(text, str_from(blank[i])))
            return true;
    return false;
}

static enum letter_kind kind_now(const struct page_reading *p)
{
    for (size_t i = 0; i < p->marked_count; i++)
        if (p->marked[i].artifact)
            return p->artifacts == 1 ? LETTER_FURNITURE : LETTER_ORNAMENT;
    return LETTER_BODY;
}

static bool show(struct page_reading *p, struct str codes)
{
    enum letter_kind kind = kind_now(p);
    while (codes.len > 0) {
        size_t code = 0;
        if (!font_code(p->font, &codes, &code))
            return fault(p, "a letter of which no font says what it is");
        struct matrix at = product(p->text, p->now);
        struct letter letter = { .text = p->font->said[code],
                                 .font = p->font->name,
                                 .x = at.e,
                                 .y = at.f,
                                 .size = p->size * (at.d < 0 ? -at.d : at.d),
                                 .page = p->page,
                                 .kind = kind };
        if (!text_is_blank(letter.text))
            g_array_append_val(p->letters, letter);
        double step = p->font->width[code] / 1000 * p->size;
        p->text = product((struct matrix){ 1, 0, 0, 1, step, 0 }, p->text);
    }
    return true;
}

static bool on_show(struct page_reading *p)
{
    if (!p->in_text || !p->font || p->marked_count == 0)
        return fault(p, "a text beside the structure of the document, or without a font");
    bool array = p->count > 0 && p->operand[0].type == TOKEN_ARRAY;
    for (size_t i = array ? 1 : 0; i < p->count; i++) {
        const struct token *one = &p->operand[i];
        bool last = i + 1 == p->count;
        if (one->type == TOKEN_STRING && (array || p->count == 1)) {
            if (!show(p, one->text))
                return false;
        } else if (one->type == TOKEN_NUMBER && array) {
            double step = -one->number / 1000 * p->size;
            p->text = product((struct matrix){ 1, 0, 0, 1, step, 0 }, p->text);
        } else if (one->type != TOKEN_ARRAY_END || !array || !last) {
            return fault(p, "a text with other operands than it takes");
        }
    }
    return true;
}

/* One pair of the dictionary behind a mark's tag. */
static bool mark_property(struct page_reading *p, struct str key, const struct token *value,
                          struct marked *marked)
{
    if (str_eq(key, STR("MCID")) && value->type == TOKEN_NUMBER) {
        marked->id = value->number >= 0 && value->number < 1e9 ? (long long)value->number : -1;
        return true;
    }
    if (str_eq(key, STR("ActualText")) && value->type == TOKEN_STRING &&
        str_starts(value->text, STR("\xFE\xFF")))
        return utf16_text(p->opened->home, str_sub(value->text, 2, value->text.len), &marked->said);
    return str_eq(key, STR("Type")) && value->type == TOKEN_NAME;
}

/* /Tag << /MCID 3 >> BDC, /Artifact << ... >> BDC, and inside them /Span << /ActualText <feff..> >>
 * BDC, where one glyph serves two characters. */
static bool on_marked(struct page_reading *p)
{
    struct marked marked = { .id = -1, .begin = p->letters->len };
    bool good = p->marked_count < DEPTH_MOST && p->count >= 3 && p->operand[0].type == TOKEN_NAME &&
                p->operand[1].type == TOKEN_DICTIONARY &&
                p->operand[p->count - 1].type == TOKEN_DICTIONARY_END && p->count % 2 == 1;
    for (size_t i = 2; good && i + 2 < p->count; i += 2) {
        good = p->operand[i].type == TOKEN_NAME &&
               mark_property(p, p->operand[i].text, &p->operand[i + 1], &marked);
    }
    if (!good)
        return fault(p, "content that is marked in another way than reports have it");
    marked.artifact = str_eq(p->operand[0].text, STR("Artifact"));
    bool inner = marked.said.at && p->marked_count > 0;
    if (inner ? marked.artifact || marked.id >= 0 : marked.artifact == (marked.id >= 0))
        return fault(p, "content that belongs neither to the structure nor to its ornaments");
    p->artifacts += marked.artifact;
    p->marked[p->marked_count++] = marked;
    return true;
}

static bool is_dash(struct str text)
{
    struct str other = str_eq(text, STR("\u00AD")) || str_eq(text, STR("\u2212")) ? STR("-") : text;
    gunichar rune = g_utf8_get_char_validated(other.at, (gssize)other.len);
    return rune < 0x110000 && g_unichar_type(rune) == G_UNICODE_DASH_PUNCTUATION &&
           (size_t)g_unichar_to_utf8(rune, NULL) == other.len;
}

/* Whether a text may be drawn with the letters of another: the same after compatibility
 * decomposition (micro and mu), or a dash for a dash. */
static bool looks_alike(struct str a, struct str b)
{
    char *one = g_utf8_normalize(a.at, (gssize)a.len, G_NORMALIZE_NFKC);
    char *two = g_utf8_normalize(b.at, (gssize)b.len, G_NORMALIZE_NFKC);
    bool same = one && two && strcmp(one, two) == 0;
    g_free(one);
    g_free(two);
    return same || (is_dash(a) && is_dash(b));
}

/* Glyphs that have no character of their own, such as the forms that letters of some scripts take
 * when they meet, are U+FFFD in a font's map; what they stand for can only be said around them.
 * Only such scripts, which begin at U+0590, may say it: no figure, no Latin, Greek or Cyrillic
 * letter. Characters that the glyphs do have must be among those that are said. */
static bool forms_of_script(struct str shown, struct str said)
{
    enum { FIRST = 0x590, UNKNOWN = 0xFFFD };
    if (!g_utf8_validate(shown.at, (gssize)shown.len, NULL) ||
        !g_utf8_validate(said.at, (gssize)said.len, NULL))
        return false;
    for (const char *at = said.at; at < said.at + said.len;
         at += g_utf8_skip[*(const unsigned char *)at])
        if (g_utf8_get_char(at) < FIRST)
            return false;
    for (const char *at = shown.at; at < shown.at + shown.len;
         at += g_utf8_skip[*(const unsigned char *)at]) {
        size_t len = (size_t)g_utf8_skip[*(const unsigned char *)at];
        if (g_utf8_get_char(at) != UNKNOWN && str_find(said, (struct str){ at, len }) == SIZE_MAX)
            return false;
    }
    return said.len > 0;
}

/* What letters are said to stand for takes their place, if it looks like them. */
static bool said_instead(struct page_reading *p, const struct marked *marked)
{
    struct buf shown = buf_new(p->opened->home, (size_t)1 << 16);
    for (size_t i = marked->begin; i < p->letters->len; i++)
        buf_put(&shown, g_array_index(p->letters, struct letter, i).text);
    if (shown.len == 0)
        return text_is_blank(marked->said) || fault(p, "a text said to stand where nothing does");
    if (!looks_alike(buf_str(&shown), marked->said) &&
        !forms_of_script(buf_str(&shown), marked->said))
        return fault(p, "letters that are said to stand for others");
    for (size_t i = marked->begin; i < p->letters->len; i++) {
        g_array_index(p->letters, struct letter, i).text =
            i == marked->begin ? marked->said : STR("");
    }
    return true;
}

/* A mark of the structure without letters says what it stands for. No number: those are drawn. */
static bool on_marked_end(struct page_reading *p)
{
    if (p->marked_count == 0 || p->count != 0)
        return fault(p, "the end of marked content that did not begin");
    const struct marked *marked = &p->marked[--p->marked_count];
    if (marked->said.at)
        return said_instead(p, marked);
    if (marked->artifact || marked->begin != p->letters->len)
        return true;
    char *key = g_strdup_printf("%d %lld", p->page_object, marked->id);
    const struct str *said = g_hash_table_lookup(p->actual, key);
    g_free(key);
    if (!said)
        return true;
    for (size_t i = 0; i < said->len; i++) {
        if ((said->at[i] >= '0' && said->at[i] <= '9') || said->len > ACTUAL_MOST) {
            return fault(p,
                         "a number, or a sentence, that is said to stand where nothing is written");
        }
    }
    struct letter letter = { .text = *said, .page = p->page, .kind = LETTER_SAID };
    g_array_append_val(p->letters, letter);
    return true;
}

static bool on_drawing(struct page_reading *p)
{
    (void)p;
    return true;
}

/* Annex A of ISO 32000-1, as far as reports go. No pictures, no forms, no clipping, no text that is
 * not filled, no spacing of letters and words. */
static const struct {
    const char *word;
    bool (*on)(struct page_reading *p);
} operators[] = {
    { "Tj", on_show },      { "TJ", on_show },    { "Tm", on_text_matrix },
    { "Td", on_text_move }, { "Tf", on_font },    { "BT", on_text },
    { "ET", on_text_end },  { "BDC", on_marked }, { "EMC", on_marked_end },
    { "cm", on_concat },    { "q", on_keep },     { "Q", on_give_back },
    { "m", on_drawing },    { "l", on_drawing },  { "c", on_drawing },
    { "re", on_drawing },   { "h", on_drawing },  { "S", on_drawing },
    { "f", on_drawing },    { "f*", on_drawing }, { "B", on_drawing },
    { "B*", on_drawing },   { "w", on_drawing },  { "J", on_drawing },
    { "j", on_drawing },    { "M", on_drawing },  { "d", on_drawing },
    { "rg", on_drawing },   { "RG", on_drawing }, { "g", on_drawing },
    { "G", on_drawing },    { "gs", on_drawing }, { "i", on_drawing },
    { "v", on_drawing },    { "y", on_drawing },  { "n", on_drawing },
    { "s", on_drawing },    { "b", on_drawing },  { "b*", on_drawing },
};

static bool word_read(struct page_reading *p, struct str word)
{
    for (size_t i = 0; i < ARRAY_COUNT(operators); i++) {
        if (str_eq(word, str_from(operators[i].word))) {
            bool good = operators[i].on(p);
            p->count = 0;
            return good;
        }
    }
    return opened_fault(p->opened, "page %u: the operator \"%.*s\", which no report uses",
                        (unsigned)p->page + 1, (int)(word.len < 20 ? word.len : 20), word.at);
}

static bool content_read(struct page_reading *p, struct str content)
{
    for (;;) {
        struct token token = token_next(p->opened->home, &content);
        if (token.type == TOKEN_END)
            return (!p->in_text && p->marked_count == 0) || fault(p, "content that does not end");
        if (token.type == TOKEN_BAD || p->count == OPERANDS_MOST)
            return fault(p, "a comment, an escaped name, or what is no word at all");
        if (token.type != TOKEN_WORD)
            p->operand[p->count++] = token;
        else if (!word_read(p, token.text))
            return false;
    }
}

static bool page_read(struct page_reading *p, qpdf_oh page)
{
    struct str content;
    qpdf_oh resources = opened_key(p->opened, page, "/Resources");
    p->resource_fonts = opened_key(p->opened, resources, "/Font");
    p->page_object = qpdf_oh_get_object_id(p->opened->q, page);
    p->now = identity;
    p->font = NULL;
    p->kept_count = p->marked_count = p->artifacts = p->count = 0;
    p->in_text = false;
    if (qpdf_oh_has_key(p->opened->q, page, "/Rotate") ||
        qpdf_oh_has_key(p->opened->q, page, "/CropBox") ||
        qpdf_oh_has_key(p->opened->q, page, "/UserUnit"))
        return fault(p, "turned, cut or of another scale");
    return opened_stream(p->opened, opened_key(p->opened, page, "/Contents"), &content) &&
           content_read(p, content);
}

static void str_free(void *self)
{
    g_free(self);
}

/* Which marks of which page say what they stand for: /ActualText of the structure. */
static void actual_read(struct opened *opened, GHashTable *actual)
{
    qpdf_data q = opened->q;
    for (int i = 1; i < opened->objects; i++) {
        qpdf_oh object = qpdf_get_object_by_id(q, i, 0);
        if (qpdf_oh_is_dictionary(q, object) && qpdf_oh_has_key(q, object, "/ActualText")) {
            qpdf_oh text = qpdf_oh_get_key(q, object, "/ActualText");
            qpdf_oh page = qpdf_oh_get_key(q, object, "/Pg");
            qpdf_oh kid = qpdf_oh_get_key(q, object, "/K");
            if (qpdf_oh_is_array(q, kid) && qpdf_oh_get_array_n_items(q, kid) > 0)
                kid = qpdf_oh_get_array_item(q, kid, 0);
            if (qpdf_oh_is_string(q, text) && qpdf_oh_is_integer(q, kid)) {
                struct str *said = g_new(struct str, 1);
                *said = str_keep(opened->home, str_from(qpdf_oh_get_utf8_value(q, text)));
                g_hash_table_insert(actual,
                                    g_strdup_printf("%d %lld", qpdf_oh_get_object_id(q, page),
                                                    qpdf_oh_get_int_value(q, kid)),
                                    said);
            }
        }
        qpdf_oh_release(q, object);
    }
}

static bool pages_read(struct page_reading *p, uint32_t *pages)
{
    qpdf_data q = p->opened->q;
    int count = qpdf_get_num_pages(q);
    if (!opened_clean(p->opened))
        return false;
    if (count < 1 || count > PAGES_MOST)
        return opened_fault(p->opened, "%d pages", count);
    *pages = (uint32_t)count;
    actual_read(p->opened, p->actual);
    for (int i = 0; i < count; i++) {
        p->page = (uint32_t)i;
        if (!page_read(p, qpdf_get_page_n(q, (size_t)i)))
            return false;
    }
    return opened_clean(p->opened);
}

bool letters_read(struct arena *home, struct str pdf, struct letters *out, struct str *why)
{
    struct opened opened;
    struct page_reading p = { .opened = &opened };
    *out = (struct letters){ 0 };
    /* A note or a picture over a page would be read by nobody: keys first. */
    bool good = opened_begin(home, pdf, &opened) && keys_look(&opened);
    if (good) {
        p.letters = g_array_new(FALSE, TRUE, sizeof(struct letter));
        p.fonts = g_hash_table_new(g_direct_hash, g_direct_equal);
        p.actual = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, str_free);
        p.operand = ARENA_MANY(home, OPERANDS_MOST, struct token);
        good = pages_read(&p, &out->pages);
        out->count = p.letters->len;
        out->item = ARENA_MANY(home, out->count + 1, struct letter);
        if (out->count > 0)
            memcpy(out->item, p.letters->data, out->count * sizeof *out->item);
        g_array_free(p.letters, TRUE);
        g_hash_table_destroy(p.fonts);
        g_hash_table_destroy(p.actual);
    }
    *why = opened.why;
    opened_end(&opened);
    return good;
}
