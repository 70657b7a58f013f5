/* personal_search.c - the search for what is personal, in one pass: 64 bytes at a time.
 *
 * personal_shape_at is asked only where the characters that a shape must have at fixed places are
 * there. Words of fixed text (labels, prefixes of tokens, names in capitals) are filtered by their
 * first four characters: one bit a word, in a table for each of the four. Addresses and identifiers
 * are met at their first mark: two points, colons or dashes as far from each other as theirs. */
#include "block.h"
#include "personal.h"
#include "personal_own.h"
#include "secret.h"

#include <assert.h>
#include <glib.h>
#include <limits.h>

enum { CLASS_WORD = 1, CLASS_DIGIT = 2, CLASS_HEX = 4, CLASS_DASH = 8 };
enum { FILTER_CHARS = 4 };

struct filter {
    unsigned char class[UCHAR_MAX + 1];
    uint32_t word[FILTER_CHARS][UCHAR_MAX + 1]; /* which words have this character there */
    uint32_t capitals;                          /* the bit of names in capitals */
};

static void filter_add(struct filter *filter, unsigned bit, struct str word, bool folded)
{
    for (size_t i = 0; i < FILTER_CHARS; i++) {
        for (unsigned any = 0; i >= word.len && any <= UCHAR_MAX; any++)
            filter->word[i][any] |= 1U << bit; /* it has ended */
        if (i >= word.len)
            continue;
        unsigned char c = (unsigned char)word.at[i];
        filter->word[i][c] |= 1U << bit;
        if (folded && is_letter((char)c))
            filter->word[i][c - 'a' + 'A'] |= 1U << bit;
    }
}

static void filter_make(struct filter *filter)
{
    unsigned bit = 0;
    static_assert((int)PERSONAL_LABELS + (int)SECRET_PREFIXES < 32, "a bit a word");
    for (unsigned i = 0; i < PERSONAL_LABELS; i++)
        filter_add(filter, bit++, str_from(personal_label(i)), true);
    for (unsigned i = 0; i < SECRET_PREFIXES; i++)
        filter_add(filter, bit++, secret_prefix(i), false);
    filter->capitals = 1U << bit;
    for (unsigned i = 0; i <= UCHAR_MAX; i++) {
        char c = (char)i;
        filter->class[i] =
            (unsigned char)((is_word(c) ? CLASS_WORD : 0) | (is_digit(c) ? CLASS_DIGIT : 0) |
                            (is_hex(c) ? CLASS_HEX : 0) | (c == '-' ? CLASS_DASH : 0));
        bool capital = c >= 'A' && c <= 'Z';
        filter->word[0][i] |= capital ? filter->capitals : 0;
        filter->word[1][i] |= capital || is_digit(c) || c == '_' ? filter->capitals : 0;
        filter->word[2][i] |= capital || is_digit(c) || c == '_' ? filter->capitals : 0;
        filter->word[3][i] |= filter->capitals;
    }
}

/* One for all searches, made by the first. */
static const struct filter *filter_begin(void)
{
    static struct filter filter;
    static gsize made;
    if (g_once_init_enter(&made)) {
        filter_make(&filter);
        g_once_init_leave(&made, 1);
    }
    return &filter;
}

/* Asked of each word, so without a branch for each character. */
static inline uint32_t filter_four(const struct filter *filter, const char *at)
{
    return filter->word[0][(unsigned char)at[0]] & filter->word[1][(unsigned char)at[1]] &
           filter->word[2][(unsigned char)at[2]] & filter->word[3][(unsigned char)at[3]];
}

static uint32_t filter_words(const struct filter *filter, struct str text, size_t at)
{
    char first[FILTER_CHARS] = { 0 };
    struct str rest = str_sub(text, at, at + FILTER_CHARS);
    memcpy(first, rest.at, rest.len);
    return filter_four(filter, first);
}

/* One to three digits, a point, one to three digits and a point. */
static bool address_may_begin(struct str text, size_t at)
{
    for (int part = 0; part < 2; part++) {
        size_t from = at;
        while (at < from + 3 && is_digit(at_of(text, at)))
            at++;
        if (at == from || at_of(text, at++) != '.')
            return false;
    }
    return true;
}

/* Whether an address or an identifier can begin with the word from `at` to the mark at `end`. Never
 * false where one does. */
static bool number_may_begin(const struct filter *filter, struct str text, size_t at, size_t end)
{
    unsigned class = filter->class[(unsigned char)text.at[at]];
    switch (text.at[end]) {
    case '-':
        return class & CLASS_HEX && at_of(text, at + 13) == '-';
    case ':':
        return class & CLASS_HEX && at_of(text, at + 5) == ':' && at_of(text, at + 8) == ':';
    default:
        return class & CLASS_DIGIT && address_may_begin(text, at);
    }
}

static bool is_capital(char c)
{
    return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/* Whether fixed text can begin at `at`, of which the first characters may. What can be nothing but
 * a variable's name has a '_', and a mark of what it is behind it. */
static bool text_may_begin(const struct filter *filter, struct str text, size_t at)
{
    bool joined = false;
    if (filter_words(filter, text, at) != filter->capitals)
        return true;
    for (; is_capital(at_of(text, at)); at++)
        joined = joined || text.at[at] == '_';
    while (joined && one_of(" \t\"'", at_of(text, at)))
        at++;
    return joined && one_of(":=>", at_of(text, at));
}

static bool mark_may_begin(struct str text, size_t at)
{
    char next = at_of(text, at + 1);
    return text.at[at] == '@' || next == 'h' || next == 'U' || next == '\\';
}

static uint32_t count_lines(const char *from, const char *to)
{
    uint32_t lines = 0;
    while (from < to && (from = memchr(from, '\n', (size_t)(to - from)))) {
        lines++;
        from++;
    }
    return lines;
}

struct personal_search {
    const struct filter *filter;
    struct str text;
    struct personal *found;
    size_t counted; /* lines are counted up to here */
    uint32_t line;
    size_t from; /* where the last find ends */
    size_t at, passed;
};

/* Notes what begins at `at`; answers where it ends, `at` if nothing begins there. */
static size_t shape_take(struct personal_search *in, size_t at)
{
    enum personal_kind kind = PERSONAL_COUNT;
    size_t len = personal_shape_at(in->text, at, &kind);
    if (len) {
        in->line += count_lines(in->text.at + in->counted, in->text.at + at);
        in->counted = at;
        in->found[kind].line = in->found[kind].count++ ? in->found[kind].line : in->line;
        in->from = at + len;
    }
    return at + len;
}

/* The first word of the scheme that ends at `end`, of those behind the last find. */
static size_t scheme_begin(const struct personal_search *in, size_t end)
{
    size_t least = end > SECRET_SCHEME_MOST ? end - SECRET_SCHEME_MOST : 0, begin = end;
    least = least > in->from ? least : in->from;
    for (size_t at = end; at > least && in->filter->class[(unsigned char)in->text.at[at - 1]] &
                                            (CLASS_WORD | CLASS_DASH);) {
        at--;
        bool starts = is_word(in->text.at[at]) && (at == 0 || !is_word(in->text.at[at - 1]));
        begin = starts ? at : begin;
    }
    return begin;
}

static bool is_scheme_end(struct str text, size_t at)
{
    return at_of(text, at) == ':' && at_of(text, at + 1) == '/' && at_of(text, at + 2) == '/';
}

/* A word that may begin something. A login may have begun with an earlier one joined to it by '-':
 * it goes first. */
static size_t word_take(struct personal_search *in, size_t at)
{
    size_t end = at, most = at + SECRET_SCHEME_MOST;
    while (end < in->text.len && end <= most &&
           in->filter->class[(unsigned char)in->text.at[end]] & (CLASS_WORD | CLASS_DASH))
        end++;
    size_t login = is_scheme_end(in->text, end) ? scheme_begin(in, end) : at;
    end = login < at ? shape_take(in, login) : login;
    return login < at && end > login ? end : shape_take(in, at);
}

/* Behind a word: where the login ends that it, or one joined to it by '-', is the scheme of. */
static size_t login_take(struct personal_search *in, size_t at)
{
    size_t login = is_scheme_end(in->text, at) ? scheme_begin(in, at) : at;
    size_t end = login < at ? shape_take(in, login) : login;
    return end > login ? end : at;
}

/* Whether a word begins at `from` that ends before `at`. */
static bool word_before(const struct personal_search *in, size_t from, size_t at)
{
    const unsigned char *class = in->filter->class;
    for (size_t i = from; i < at; i++)
        if ((class[(unsigned char)in->text.at[i]] & CLASS_WORD) == 0)
            return false;
    return from == 0 || !(class[(unsigned char)in->text.at[from - 1]] & CLASS_WORD);
}

/* The word that ends before the mark at `at` and, by that mark, may begin an address or an
 * identifier; `at`: none. */
static size_t number_begin(const struct personal_search *in, size_t at)
{
    enum { UNIT = 8, MAC = 2, ADDRESS = 3 };
    char mark = in->text.at[at];
    size_t least = mark == '-' ? UNIT : mark == ':' ? MAC : 1;
    size_t most = mark == '.' ? ADDRESS : least;
    for (size_t len = least; len <= most && len <= at - in->from; len++)
        if (word_before(in, at - len, at))
            return at - len;
    return at;
}

/* What may begin at `at`, or with the word that ends there; answers where it ends, `at` where
 * nothing does. */
static size_t spot_take(struct personal_search *in, size_t at)
{
    struct str text = in->text;
    char c = text.at[at];
    if (c == '/' || c == '\\' || c == '@')
        return mark_may_begin(text, at) ? shape_take(in, at) : at;
    if (c != '-' && c != '.' && c != ':')
        return text_may_begin(in->filter, text, at) ? word_take(in, at) : at;
    size_t word = number_begin(in, at);
    size_t end =
        word < at && number_may_begin(in->filter, text, word, at) ? word_take(in, word) : word;
    if (end != word)
        return end;
    return c == ':' ? login_take(in, at) : at;
}

/* Where in a block something may begin, or a word ends that may be the begin of something; what
 * stands behind the block may be anything. `before`: a word ends in front of it. */
static uint64_t block_spots(const struct block *block, uint64_t before, uint64_t *begins)
{
    const uint64_t all = ~(uint64_t)0;
    uint64_t colon = block->colon, dot = block->dot, dash = block->dash;
    *begins = block->letter & ~(block->word << 1 | before);
    uint64_t scheme = colon & (block->slash >> 1 | all << 63);
    uint64_t mac = colon & (colon >> 3 | all << 61) & (colon >> 6 | all << 58);
    uint64_t unit = dash & (dash >> 5 | all << 59);
    uint64_t address = dot & (dot >> 2 | dot >> 3 | dot >> 4 | all << 60);
    return scheme | mac | unit | address | block->slash | block->mark;
}

/* Of a block's words, those that fixed text may begin with. */
static uint64_t words_left(const struct filter *filter, struct str text, size_t at, uint64_t begins)
{
    uint64_t left = 0;
    bool inside = text.len - at >= BLOCK + FILTER_CHARS;
    for (; begins; begins &= begins - 1) {
        size_t word = at + (size_t)__builtin_ctzll(begins);
        uint32_t may =
            inside ? filter_four(filter, text.at + word) : filter_words(filter, text, word);
        left |= may ? begins & -begins : 0;
    }
    return left;
}

/* Goes on with what begins before `end`. */
static void search_go(struct personal_search *in, size_t end)
{
    enum { LET_GO = 4 << 20 };
    struct str text = in->text;
    const unsigned char *class = in->filter->class;
    for (size_t from = in->at; from < end; from += BLOCK) {
        struct block block;
        uint64_t begins;
        char rest[BLOCK] = { 0 };
        if (from - in->passed > LET_GO)
            file_passing(text, from, &in->passed);
        if (text.len - from < BLOCK)
            memcpy(rest, text.at + from, text.len - from);
        block_read(&block, text.len - from < BLOCK ? rest : text.at + from);
        bool word = from > 0 && class[(unsigned char)text.at[from - 1]] & CLASS_WORD;
        uint64_t spots = block_spots(&block, word ? 1 : 0, &begins);
        spots |= words_left(in->filter, text, from, begins);
        for (; spots; spots &= spots - 1) {
            size_t at = from + (size_t)__builtin_ctzll(spots);
            if (at >= end)
                break;
            if (at < in->at)
                continue;
            in->at = spot_take(in, at);
        }
    }
    in->at = in->at > end ? in->at : end;
}

void personal_find(struct str text, struct personal *found)
{
    struct personal_search in = {
        .filter = filter_begin(), .text = text, .found = found, .line = 1
    };
    search_go(&in, text.len);
}

struct personal_search *personal_search_new(struct arena *home, struct personal *found)
{
    struct personal_search *in = ARENA_NEW(home, struct personal_search);
    *in = (struct personal_search){ .filter = filter_begin(), .found = found, .line = 1 };
    return in;
}

void personal_search_to(struct personal_search *in, struct str text, size_t end)
{
    in->text = text;
    search_go(in, end);
}

void personal_search_more(struct personal_search *in, struct str have, bool ended)
{
    enum { SHAPE_MOST = 16 << 10 }; /* what has a shape is shorter */
    size_t held = ended ? 0 : SHAPE_MOST;
    in->text = have;
    search_go(in, have.len > held ? have.len - held : 0);
    /* Lines before what may still be let go are counted now. */
    if (in->at > in->counted && in->at <= have.len) {
        in->line += count_lines(have.at + in->counted, have.at + in->at);
        in->counted = in->at;
    }
}

unsigned personal_in(struct str text)
{
    struct personal found[PERSONAL_COUNT] = { 0 };
    unsigned kinds = 0;
    personal_find(text, found);
    for (size_t i = 0; i < PERSONAL_COUNT; i++)
        kinds |= found[i].count ? 1U << i : 0;
    return kinds;
}
