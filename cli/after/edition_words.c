/* edition_words.c - whether a person's sentence tells of another party of a case: by name, or by an
 * amount. What cannot be told from a word of its own counts as telling: of an edition a sentence
 * too few is no harm, one too many is. */
#include "edition_words.h"

#include <ctype.h>
#include <glib.h>

enum { SHORTEST = 3, DIGITS_MOST = 64 };

/* ---- names ---- */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static bool same_letters(struct str a, struct str b)
{
    return a.len == b.len && g_ascii_strncasecmp(a.at, b.at, a.len) == 0;
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

static bool has_word(struct str text, struct str word, bool exact)
{
    for (size_t at = 0; word.len > 0 && at + word.len <= text.len; at++) {
        struct str here = str_sub(text, at, at + word.len);
        bool alone = (at == 0 || !is_letter(text.at[at - 1])) &&
                     (at + word.len == text.len || !is_letter(text.at[at + word.len]));
        if (alone &&
            (exact ? str_eq(here, word) && !is_article(text, at, word) : same_letters(here, word)))
            return true;
    }
    return false;
}

static struct str measurer_of(const struct system *system)
{
    const struct fact *fact = facts_best(system->facts, KEY_PARTY_MEASURED_BY, STR(""));
    return fact ? fact->value.text : (struct str){ 0 };
}

bool edition_names(const struct edition_words *words, struct str text, bool ids)
{
    struct str own = measurer_of(words->own);
    for (size_t i = 0; i < words->case_file->system_count; i++) {
        const struct system *other = &words->case_file->system[i];
        struct str party = measurer_of(other);
        if (other == words->own)
            continue;
        if ((other->label.len >= SHORTEST && has_word(text, other->label, false)) ||
            (party.len >= SHORTEST && !str_eq(party, own) && has_word(text, party, false)) ||
            ((ids || other->id.len >= SHORTEST) && has_word(text, other->id, true)))
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
        for (size_t k = 0; k < terms->option[i].line_count; k++)
            if (is_theirs(words, terms->option[i].system, own, terms->option[i].line[k].amount_fact,
                          written))
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

bool edition_amount(const struct edition_words *words, struct str text)
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
            if (ends && isdigit((unsigned char)text.at[end - 1]) &&
                amount_of(words, written, false) && !amount_of(words, written, true))
                return true;
        }
    }
    return false;
}
