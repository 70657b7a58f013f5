/* edition_words.c - whether a person's sentence tells of another party of a case: by name, by an
 * amount, or by what was measured of it. What cannot be told from a word of its own counts as
 * telling: of an edition a sentence too few is no harm, one too many is. */
#include "edition_words.h"

#include <ctype.h>
#include <glib.h>

/* A letter is at most 4 bytes, and one may become 18 letters when written out (U+FDFA). */
enum { SHORTEST = 3, DIGITS_MOST = 64, LONGEST_FOLD = 72 };

/* ---- names ---- */

static struct str measurer_of(const struct system *system)
{
    const struct fact *fact = facts_best(system->facts, KEY_PARTY_MEASURED_BY, STR(""));
    return fact ? fact->value.text : (struct str){ 0 };
}

/* A text as words: letters, digits and marks in one form and one case, whatever lies between them
 * one blank, a blank at each end. What is seen by nobody, such as a hyphen that only may part a
 * word, is not in it. */
static struct str words_of(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, text.len * LONGEST_FOLD + 2);
    g_autofree gchar *copy = g_strndup(text.len > 0 ? text.at : "", text.len);
    for (size_t i = 0; i < text.len; i++)
        if (copy[i] == '\0')
            copy[i] = ' ';
    g_autofree gchar *valid = g_utf8_make_valid(copy, (gssize)text.len);
    g_autofree gchar *plain = g_utf8_normalize(valid, -1, G_NORMALIZE_ALL);
    g_autofree gchar *folded = g_utf8_casefold(plain, -1);
    g_autofree gchar *composed = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL_COMPOSE);
    bool blank = true;
    buf_put_char(&out, ' ');
    for (gchar *at = composed; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (g_unichar_type(c) == G_UNICODE_FORMAT)
            continue;
        bool of_word = g_unichar_isalnum(c) || g_unichar_ismark(c);
        if (of_word)
            buf_put(&out, (struct str){ at, (size_t)(g_utf8_next_char(at) - at) });
        else if (!blank)
            buf_put_char(&out, ' ');
        blank = !of_word;
    }
    if (!blank)
        buf_put_char(&out, ' ');
    return buf_str(&out);
}

static bool is_letter(gunichar c)
{
    return g_unichar_isalnum(c) || g_unichar_ismark(c) || c == '_';
}

/* "A" at the begin of a sentence is an article, "I" a person. */
static bool is_article(struct str text, size_t at, struct str word)
{
    size_t before = at;
    while (before > 0 && text.at[before - 1] == ' ')
        before--;
    return word.len == 1 && (word.at[0] == 'A' || word.at[0] == 'I') && at + 1 < text.len &&
           text.at[at + 1] == ' ' && (before == 0 || text.at[before - 1] == '.');
}

/* A short id, as it is written, as a word of its own. */
static bool has_id(struct str text, struct str id)
{
    for (size_t at = 0; id.len > 0 && at + id.len <= text.len; at++) {
        size_t end = at + id.len;
        if (!str_eq(str_sub(text, at, end), id) || is_article(text, at, id))
            continue;
        const gchar *before = g_utf8_find_prev_char(text.at, text.at + at);
        gunichar after = end < text.len
                             ? g_utf8_get_char_validated(text.at + end, (gssize)(text.len - end))
                             : ' ';
        if (!(before && is_letter(g_utf8_get_char(before))) && !is_letter(after))
            return true;
    }
    return false;
}

/* Where words stand in others from `from` on, at the begin of a word; SIZE_MAX: nowhere. Scripts
 * that put no blanks between words have no such begin to tell. */
static size_t words_find(struct str text, struct str words, size_t from)
{
    struct str name = str_sub(words, 0, words.len - 1);
    size_t skip = g_unichar_type(g_utf8_get_char(name.at + 1)) == G_UNICODE_OTHER_LETTER ? 1 : 0;
    size_t at = str_find(str_sub(text, from, text.len), str_sub(name, skip, name.len));
    return at == SIZE_MAX ? at : from + at;
}

/* Whether what stands from `at` to `end` is but a part of a name of the party itself. */
static bool is_own(const struct edition_words *words, struct str text, size_t at, size_t end)
{
    const struct str own[] = { words->own->label, words->own->id, measurer_of(words->own) };
    for (size_t i = 0; i < ARRAY_COUNT(own); i++) {
        struct str name = words_of(words->home, own[i]);
        size_t begin = name.len > 1 ? str_find(text, name) : SIZE_MAX;
        for (size_t from = 0; begin != SIZE_MAX && begin <= at;
             begin = str_find(str_sub(text, from, text.len), name)) {
            begin += from;
            if (begin <= at && begin + name.len > end)
                return true;
            from = begin + 1;
        }
    }
    return false;
}

enum ending { ENDING_ANY, ENDING_GENITIVE };

/* Whether a text has a name at the begin of a word: "Acmes", "Acme-Angebot". Of an id, which may
 * be a word of everyday, nothing but a genitive's s may follow. */
static bool has_name(const struct edition_words *words, struct str text, struct str written,
                     enum ending ending)
{
    struct str name = words_of(words->home, written);
    if (name.len < 3) /* no letters in it */
        return written.len > 0 && str_find(text, written) != SIZE_MAX;
    for (size_t at = words_find(text, name, 0); at != SIZE_MAX;
         at = words_find(text, name, at + 1)) {
        size_t skip = text.at[at] == ' ' ? 0 : 1;
        size_t end = at + name.len - 1 - skip;
        struct str rest = str_sub(text, end, text.len);
        bool ends =
            ending == ENDING_ANY || str_starts(rest, STR(" ")) || str_starts(rest, STR("s "));
        if (ends && !is_own(words, text, at, end))
            return true;
    }
    return false;
}

/* Whose name tells of a rival: a team of the buyer's that measured another system does so only in
 * a sentence that can be left out. */
static bool is_rival(const struct system *system, bool ids)
{
    const struct fact *kind = facts_best(system->facts, KEY_PARTY_KIND, STR(""));
    return ids || !kind || !str_eq(kind->value.text, STR("buyer"));
}

bool edition_names(const struct edition_words *words, struct str written, bool ids)
{
    struct str own = words_of(words->home, measurer_of(words->own));
    struct str text = words_of(words->home, written);
    for (size_t i = 0; i < words->case_file->system_count; i++) {
        const struct system *other = &words->case_file->system[i];
        struct str party = measurer_of(other);
        if (other == words->own)
            continue;
        if ((other->label.len >= SHORTEST && has_name(words, text, other->label, ENDING_ANY)) ||
            (party.len >= SHORTEST && is_rival(other, ids) &&
             !str_eq(words_of(words->home, party), own) &&
             has_name(words, text, party, ENDING_ANY)) ||
            (other->id.len >= SHORTEST ? has_name(words, text, other->id, ENDING_GENITIVE)
                                       : ids && has_id(written, other->id)))
            return true;
    }
    return false;
}

/* ---- amounts ---- */

/* The digits of a number without its grouping and needless noughts: "28,450.00" and "28.450,0" are
 * 28450. `mark` parts the decimals. Empty: nothing but noughts, which says nothing. */
static struct str plain_number(struct arena *home, struct str text, char mark)
{
    struct buf out = buf_new(home, (size_t)DIGITS_MOST * 2);
    bool decimals = false;
    for (size_t i = 0; i < text.len && out.len < DIGITS_MOST; i++) {
        if (isdigit((unsigned char)text.at[i]) && (out.len > 0 || text.at[i] != '0'))
            buf_put_char(&out, text.at[i]);
        else if (text.at[i] == mark && !decimals) {
            buf_put_char(&out, '.');
            decimals = true;
        }
    }
    struct str number = buf_str(&out);
    while (decimals && (str_ends(number, STR("0")) || str_ends(number, STR(".")))) {
        decimals = !str_ends(number, STR("."));
        number = str_sub(number, 0, number.len - 1);
    }
    return number;
}

static bool is_amount(struct arena *home, struct str written, struct str amount)
{
    struct str number = plain_number(home, amount, '.');
    return number.len > 0 && (str_eq(plain_number(home, written, '.'), number) ||
                              str_eq(plain_number(home, written, ','), number));
}

static bool is_theirs(const struct edition_words *words, const struct system *of, bool own,
                      const struct fact *amount, struct str written)
{
    return amount && (of == words->own) == own &&
           is_amount(words->home, written, amount->value.text);
}

/* Whether it is an amount of the party itself, or else of another one. */
static bool amount_of(const struct edition_words *words, struct str written, bool own)
{
    const struct terms *terms = words->case_file->terms;
    for (size_t i = 0; i < terms->price_count; i++) {
        const struct price *price = &terms->price[i];
        if (is_theirs(words, price->system, own, price->amount_fact, written) ||
            is_theirs(words, price->system, own, price->residual_fact, written))
            return true;
    }
    for (size_t i = 0; i < terms->option_count; i++)
        for (size_t k = 0; k < TOKEN_KIND_COUNT && terms->option[i].api; k++)
            if (is_theirs(words, NULL, own, terms->option[i].api->price[k].amount_fact, written))
                return true;
    for (size_t i = 0; i < terms->option_count; i++)
        for (size_t k = 0; k < terms->option[i].line_count; k++)
            if (is_theirs(words, terms->option[i].system, own, terms->option[i].line[k].amount_fact,
                          written))
                return true;
    return false;
}

/* The same of what was foreseen; a projection is of no system. */
static bool foreseen_of(const struct edition_words *words, struct str written, bool own)
{
    enum { TELLING = 3 }; /* digits */
    const struct terms *terms = words->case_file->terms;
    struct str number = plain_number(words->home, written, '.');
    for (size_t i = 0; i < terms->expected_count && number.len >= TELLING; i++)
        if (is_theirs(words, terms->expected[i].system, own, terms->expected[i].fact, written))
            return true;
    return false;
}

/* A mark or a blank, also a narrow one of several bytes, is of a number where a digit follows. */
static size_t number_end(struct str text, size_t at)
{
    while (at < text.len && isdigit((unsigned char)text.at[at])) {
        while (at < text.len && isdigit((unsigned char)text.at[at]))
            at++;
        size_t next = at;
        while (next < text.len && next < at + 3 &&
               (text.at[next] == '.' || text.at[next] == ',' || text.at[next] == '\'' ||
                text.at[next] == ' ' || (unsigned char)text.at[next] >= 0x80))
            next++;
        if (next < text.len && isdigit((unsigned char)text.at[next]))
            at = next;
    }
    return at;
}

typedef bool number_of(const struct edition_words *words, struct str written, bool own);

/* Whether the text has a number that is another party's, and none of the own. */
static bool has_number(const struct edition_words *words, struct str text, number_of *is)
{
    for (size_t at = 0; at < text.len; at++) {
        if (!isdigit((unsigned char)text.at[at]) ||
            (at > 0 && isdigit((unsigned char)text.at[at - 1])))
            continue;
        /* "4 of 28 450": each end that a number might have */
        size_t whole = number_end(text, at);
        for (size_t end = at + 1; end <= whole; end++) {
            struct str written = str_sub(text, at, end);
            bool ends = end == whole || !isdigit((unsigned char)text.at[end]);
            if (ends && isdigit((unsigned char)text.at[end - 1]) && is(words, written, false) &&
                !is(words, written, true))
                return true;
        }
    }
    return false;
}

bool edition_amount(const struct edition_words *words, struct str text)
{
    return has_number(words, text, amount_of);
}

bool edition_foreseen(const struct edition_words *words, struct str text)
{
    const struct terms *terms = words->case_file->terms;
    struct str said = words_of(words->home, text);
    for (size_t i = 0; i < terms->expected_count; i++)
        if (terms->expected[i].projected.len >= SHORTEST &&
            has_name(words, said, terms->expected[i].projected, ENDING_ANY))
            return true;
    return has_number(words, text, foreseen_of);
}

/* ---- measured figures ---- */

static bool is_year(struct str number)
{
    return number.len == 4 && (str_starts(number, STR("19")) || str_starts(number, STR("20"))) &&
           isdigit((unsigned char)number.at[2]) && isdigit((unsigned char)number.at[3]);
}

/* "580.82.07": between its points some part is no thousands. */
static bool is_version(struct str number)
{
    struct str rest = number, part;
    bool thousands = true;
    size_t parts = 0;
    for (; str_cut(&rest, '.', &part); parts++) {
        size_t comma = str_find(part, STR(","));
        thousands = thousands && (parts == 0 || (comma < part.len ? comma : part.len) == 3);
    }
    return parts > 2 && !thousands;
}

/* Whether digits begin a number of their own: not within a name ("H100"), not behind what groups
 * the digits of one or parts its decimals. */
static bool begins_number(struct str text, size_t at)
{
    if (at == 0)
        return true;
    const gchar *before = g_utf8_find_prev_char(text.at, text.at + at);
    gunichar mark = before ? g_utf8_get_char_validated(before, -1) : ' ';
    if (mark < 0x80 ? isalnum((int)mark) || mark == '_' : g_unichar_isalpha(mark))
        return false;
    bool behind = before > text.at && isdigit((unsigned char)before[-1]);
    bool three = at + 3 <= text.len && isdigit((unsigned char)text.at[at + 1]) &&
                 isdigit((unsigned char)text.at[at + 2]) &&
                 !(at + 3 < text.len && isdigit((unsigned char)text.at[at + 3]));
    bool groups = mark == '\'' || mark == 0x2019 || g_unichar_isspace(mark);
    return !behind || !(mark == '.' || mark == ',' || (groups && three));
}

bool edition_measured(const struct edition_words *words, struct str text, enum figure_reach reach)
{
    for (size_t at = 0; at < text.len; at++) {
        if (!isdigit((unsigned char)text.at[at]) || !begins_number(text, at))
            continue;
        size_t whole = number_end(text, at);
        if (is_version(str_sub(text, at, whole)))
            continue;
        for (size_t end = at + 1; end <= whole; end++) {
            bool ends = end == whole || !isdigit((unsigned char)text.at[end]);
            struct str number = str_sub(text, at, end);
            if (ends && isdigit((unsigned char)text.at[end - 1]) && !is_year(number) &&
                edition_figure(words->figures, number, reach))
                return true;
        }
    }
    return false;
}
