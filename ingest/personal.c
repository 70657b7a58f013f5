/* personal.c - what in a file tells of a person or of one machine: host and user names, addresses,
 * serial numbers, unit identifiers, home folders; and what opens doors: keys, tokens, passwords.
 *
 * A search by shape, so that a person looks before a bundle is handed on: what it finds may be
 * harmless, and what has no shape (a name in prose) it cannot find. Version numbers look like IPv4
 * addresses: four numbers count as one only where a port, a prefix, a scheme or a word such as
 * "inet" stands beside them. */
#include "personal.h"

#include "secret.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

const char *personal_title(enum personal_kind kind)
{
    static const char *const titles[] = {
        [PERSONAL_ADDRESS] = "network address", [PERSONAL_EMAIL] = "e-mail address",
        [PERSONAL_HOST] = "host name",          [PERSONAL_MAC] = "hardware address (MAC)",
        [PERSONAL_PATH] = "home folder",        [PERSONAL_SECRET] = "key, token or password",
        [PERSONAL_SERIAL] = "serial number",    [PERSONAL_UNIT] = "unique identifier (UUID)",
        [PERSONAL_USER] = "user name",
    };
    static_assert(ARRAY_COUNT(titles) == PERSONAL_COUNT, "a title a kind");
    return titles[kind];
}

unsigned personal_of_key(enum key key)
{
    switch ((int)key) {
    case KEY_OS_HOST_NAME:
        return 1U << PERSONAL_HOST;
    case KEY_ACCELERATOR_SERIAL:
        return 1U << PERSONAL_SERIAL;
    case KEY_ACCELERATOR_UUID:
        return 1U << PERSONAL_UNIT;
    default:
        return 0;
    }
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    c = lower(c);
    return c >= 'a' && c <= 'z';
}

static bool is_word(char c)
{
    return is_digit(c) || is_letter(c) || c == '_';
}

static bool is_hex(char c)
{
    c = lower(c);
    return is_digit(c) || (c >= 'a' && c <= 'f');
}

static char at_of(struct str text, size_t at)
{
    return (char)(at < text.len ? text.at[at] : 0);
}

/* Groups of hexadecimal digits of these lengths with `between` among them. */
static size_t groups_at(struct str text, size_t at, const unsigned char *size, size_t count,
                        char between)
{
    size_t from = at;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && at_of(text, at++) != between)
            return 0;
        for (unsigned char digit = 0; digit < size[i]; digit++)
            if (!is_hex(at_of(text, at++)))
                return 0;
    }
    char next = at_of(text, at);
    return is_word(next) || next == between ? 0 : at - from;
}

/* The same character throughout ("ff:ff:ff:...", "00000000-0000-..."): nobody's. */
static bool is_blank_number(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_hex(text.at[i]) && lower(text.at[i]) != lower(text.at[0]))
            return false;
    return true;
}

static size_t unit_at(struct str text, size_t at)
{
    static const unsigned char size[] = { 8, 4, 4, 4, 12 };
    size_t len = groups_at(text, at, size, ARRAY_COUNT(size), '-');
    return len && !is_blank_number(str_sub(text, at, at + len)) ? len : 0;
}

static size_t mac_at(struct str text, size_t at)
{
    static const unsigned char size[] = { 2, 2, 2, 2, 2, 2 };
    size_t len = groups_at(text, at, size, ARRAY_COUNT(size), ':');
    return len && !is_blank_number(str_sub(text, at, at + len)) ? len : 0;
}

static bool line_speaks_of_addresses(struct str text, size_t at)
{
    static const char *const words[] = { "inet", "addr", "host", "ip:", "ip\"", "ip=", "url" };
    size_t begin = at;
    while (begin > 0 && text.at[begin - 1] != '\n' && at - begin < 160)
        begin--;
    for (; begin < at; begin++) {
        for (size_t i = 0; i < ARRAY_COUNT(words); i++) {
            size_t k = 0;
            while (words[i][k] && lower(at_of(text, begin + k)) == words[i][k])
                k++;
            if (!words[i][k])
                return true;
        }
    }
    return false;
}

/* Four numbers up to 255; 0: not an address, or one that names no machine (0.*, 127.*, 255.*). */
static size_t address_at(struct str text, size_t at)
{
    size_t from = at;
    unsigned first = 0;
    for (unsigned part = 0; part < 4; part++) {
        unsigned value = 0, digits = 0;
        if (part > 0 && at_of(text, at++) != '.')
            return 0;
        for (; is_digit(at_of(text, at)) && digits < 4; digits++)
            value = value * 10 + (unsigned)(text.at[at++] - '0');
        if (digits == 0 || digits > 3 || value > 255)
            return 0;
        first = part == 0 ? value : first;
    }
    char next = at_of(text, at), before = (char)(from > 0 ? text.at[from - 1] : ' ');
    if (is_word(next) || (next == '.' && is_digit(at_of(text, at + 1))) || first == 0 ||
        first == 127 || first == 255 || before == '.' || before == '-')
        return 0;
    bool beside = ((next == ':' || next == '/') && is_digit(at_of(text, at + 1))) ||
                  before == '@' || (from > 1 && before == '/' && text.at[from - 2] == '/');
    return beside || line_speaks_of_addresses(text, from) ? at - from : 0;
}

static size_t path_at(struct str text, size_t at)
{
    static const struct str roots[] = { STR_INIT("/home/"), STR_INIT("/Users/"),
                                        STR_INIT("\\Users\\"), STR_INIT("\\\\Users\\\\") };
    struct str rest = str_sub(text, at, text.len);
    for (size_t i = 0; i < ARRAY_COUNT(roots); i++) {
        if (str_starts(rest, roots[i])) {
            size_t end = roots[i].len;
            while (end < rest.len && (is_word(rest.at[end]) || rest.at[end] == '-'))
                end++;
            return end > roots[i].len ? end : 0;
        }
    }
    return 0;
}

/* Whether c is one of `set`. A NUL, as pages that were given back are read, is one of none, though
 * strchr finds it behind the last. */
static bool one_of(const char *set, char c)
{
    return c != '\0' && strchr(set, c);
}

/* name@host.domain around the '@' at `at`; answers how far behind it. What is longer than a local
 * part may be (RFC 5321, 4.5.3.1.1) is looked back over no further. */
static size_t email_at(struct str text, size_t at)
{
    enum { LOCAL_PART = 64 };
    size_t begin = at, end = at + 1, dot = 0, least = at > LOCAL_PART ? at - LOCAL_PART : 0;
    while (begin > least && (is_word(text.at[begin - 1]) || one_of(".+-", text.at[begin - 1])))
        begin--;
    while (end < text.len &&
           (is_word(text.at[end]) || text.at[end] == '-' || text.at[end] == '.')) {
        dot = text.at[end] == '.' && is_letter(at_of(text, end + 1)) ? end : dot;
        end++;
    }
    struct str name = str_sub(text, begin, at);
    bool service = str_eq(name, STR("git"));
    return name.len > 0 && !service && dot > at + 1 && end - dot > 2 ? end - at : 0;
}

static const struct label {
    const char *text;
    enum personal_kind kind;
} labels[] = {
    { "board_serial", PERSONAL_SERIAL },   { "chassis_serial", PERSONAL_SERIAL },
    { "host name", PERSONAL_HOST },        { "host_name", PERSONAL_HOST },
    { "hostname", PERSONAL_HOST },         { "logname", PERSONAL_USER },
    { "product_serial", PERSONAL_SERIAL }, { "serial", PERSONAL_SERIAL },
    { "serial number", PERSONAL_SERIAL },  { "serial_number", PERSONAL_SERIAL },
    { "sudo_user", PERSONAL_USER },        { "user", PERSONAL_USER },
    { "username", PERSONAL_USER },
};

/* What stands behind a label and one of : = > ; empty: no label. */
static struct str labelled(struct str text, size_t at)
{
    bool marked = false;
    while (at < text.len && one_of(" \t\"':=>", text.at[at])) {
        marked = marked || one_of(":=>", text.at[at]);
        at++;
    }
    size_t end = at;
    while (marked && end < text.len && (is_word(text.at[end]) || one_of(".-/[]", text.at[end])))
        end++;
    return str_sub(text, at, end);
}

/* A name has a letter, a serial number four characters and a digit; neither is a placeholder. */
static bool names_somebody(enum personal_kind kind, struct str value)
{
    bool letter = false, digit = false;
    for (size_t i = 0; i < value.len; i++) {
        letter = letter || is_letter(value.at[i]);
        digit = digit || is_digit(value.at[i]);
    }
    if (text_is_placeholder(value) || value_is_placeholder(KEY_ACCELERATOR_SERIAL, value))
        return false;
    static const char *const words[] = { "false", "localhost", "null", "true" };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (str_eq(value, str_from(words[i])))
            return false;
    return kind == PERSONAL_SERIAL ? digit && value.len >= 4 : letter;
}

static size_t label_at(struct str text, size_t at, enum personal_kind *kind)
{
    for (size_t i = 0; i < ARRAY_COUNT(labels); i++) {
        size_t len = 0;
        while (labels[i].text[len] && lower(at_of(text, at + len)) == labels[i].text[len])
            len++;
        if (labels[i].text[len] || is_word(at_of(text, at + len)))
            continue;
        struct str value = labelled(text, at + len);
        if (names_somebody(labels[i].kind, value)) {
            *kind = labels[i].kind;
            return (size_t)(value.at + value.len - text.at) - at;
        }
    }
    return 0;
}

/* NAME=value, "NAME": "value" of an environment, by the name. Only names in capitals with a '_':
 * files of benchmarks are full of tokens that are none. */
static size_t variable_at(struct str text, size_t at)
{
    enum { VALUE_LEAST = 8 };
    size_t end = at;
    while (end < text.len && (text.at[end] == '_' || is_digit(text.at[end]) ||
                              (text.at[end] >= 'A' && text.at[end] <= 'Z')))
        end++;
    struct str name = str_sub(text, at, end);
    if (is_word(at_of(text, end)) || str_find(name, STR("_")) == SIZE_MAX || !name_is_secret(name))
        return 0;
    struct str value = labelled(text, end);
    bool secret = value.len >= VALUE_LEAST && value.at[0] != '/' && !text_is_placeholder(value);
    return secret ? (size_t)(value.at + value.len - text.at) - at : 0;
}

/* What begins at `at`, where no letter or digit stands before it. */
static size_t word_shape(struct str text, size_t at, enum personal_kind *kind)
{
    char c = text.at[at];
    size_t len = secret_at(text, at);
    *kind = PERSONAL_SECRET;
    if (!len && c >= 'A' && c <= 'Z')
        len = variable_at(text, at);
    if (!len && is_hex(c)) {
        *kind = PERSONAL_UNIT;
        len = unit_at(text, at);
        if (!len) {
            *kind = PERSONAL_MAC;
            len = mac_at(text, at);
        }
    }
    if (!len && is_digit(c)) {
        *kind = PERSONAL_ADDRESS;
        len = address_at(text, at);
    }
    return len || !is_letter(c) ? len : label_at(text, at, kind);
}

size_t personal_shape_at(struct str text, size_t at, enum personal_kind *kind)
{
    char c = text.at[at];
    if (c == '/' || c == '\\') {
        *kind = PERSONAL_PATH;
        return path_at(text, at);
    }
    if (c == '@') {
        *kind = PERSONAL_EMAIL;
        return email_at(text, at);
    }
    if (is_word(c) && (at == 0 || !is_word(text.at[at - 1])))
        return word_shape(text, at, kind);
    return 0;
}

/* ---- the search in one pass ---- */

/* personal_shape_at is asked only where the characters that a shape must have at fixed places are
 * there. Words of fixed text (labels, prefixes of tokens, names in capitals) are filtered by their
 * first three characters: one bit a word, in a table for each of the three. */

enum { CLASS_WORD = 1, CLASS_DIGIT = 2, CLASS_HEX = 4, CLASS_MARK = 8, CLASS_DASH = 16 };
enum { FILTER_CHARS = 3 };

struct filter {
    unsigned char class[UCHAR_MAX + 1];
    uint32_t word[FILTER_CHARS][UCHAR_MAX + 1]; /* which words have this character there */
    uint32_t capitals;                          /* the bit of names in capitals */
};

static void filter_add(struct filter *filter, unsigned bit, struct str word, bool folded)
{
    for (size_t i = 0; i < FILTER_CHARS; i++) {
        unsigned char c = (unsigned char)word.at[i];
        filter->word[i][c] |= 1U << bit;
        if (folded && is_letter((char)c))
            filter->word[i][c - 'a' + 'A'] |= 1U << bit;
    }
}

static void filter_begin(struct filter *filter)
{
    unsigned bit = 0;
    static_assert(ARRAY_COUNT(labels) + SECRET_PREFIXES < 32, "a bit a word");
    memset(filter, 0, sizeof *filter);
    for (unsigned i = 0; i < ARRAY_COUNT(labels); i++)
        filter_add(filter, bit++, str_from(labels[i].text), true);
    for (unsigned i = 0; i < SECRET_PREFIXES; i++)
        filter_add(filter, bit++, secret_prefix(i), false);
    filter->capitals = 1U << bit;
    for (unsigned i = 0; i <= UCHAR_MAX; i++) {
        char c = (char)i;
        filter->class[i] =
            (unsigned char)((is_word(c) ? CLASS_WORD : 0) | (is_digit(c) ? CLASS_DIGIT : 0) |
                            (is_hex(c) ? CLASS_HEX : 0) | (c == '-' ? CLASS_DASH : 0) |
                            (c == '/' || c == '\\' || c == '@' ? CLASS_MARK : 0));
        bool capital = c >= 'A' && c <= 'Z';
        filter->word[0][i] |= capital ? filter->capitals : 0;
        filter->word[1][i] |= capital || is_digit(c) || c == '_' ? filter->capitals : 0;
        filter->word[2][i] |= capital || is_digit(c) || c == '_' ? filter->capitals : 0;
    }
}

static uint32_t filter_words(const struct filter *filter, struct str text, size_t at)
{
    uint32_t words = filter->word[0][(unsigned char)text.at[at]];
    if (words == 0)
        return 0;
    words &= filter->word[1][(unsigned char)at_of(text, at + 1)];
    return words & filter->word[2][(unsigned char)at_of(text, at + 2)];
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

/* Whether a shape other than a login can begin with the word from `at` to `end`. Never false where
 * one does: most words end here. */
static bool word_may_begin(const struct filter *filter, struct str text, size_t at, size_t end)
{
    unsigned class = filter->class[(unsigned char)text.at[at]];
    char behind = at_of(text, end);
    uint32_t words = filter_words(filter, text, at);
    if (words == filter->capitals) /* nothing but a variable's name, which has a '_' */
        words = memchr(text.at + at, '_', end - at) ? words : 0;
    if (words)
        return true;
    if (class & CLASS_HEX && ((behind == '-' && end - at == 8 && at_of(text, at + 13) == '-') ||
                              (behind == ':' && end - at == 2 && at_of(text, at + 5) == ':' &&
                               at_of(text, at + 8) == ':')))
        return true;
    return class & CLASS_DIGIT && behind == '.' && address_may_begin(text, at);
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
    struct filter filter;
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
    for (size_t at = end; at > least && in->filter.class[(unsigned char)in->text.at[at - 1]] &
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
           in->filter.class[(unsigned char)in->text.at[end]] & (CLASS_WORD | CLASS_DASH))
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

/* From the word at `at` on. */
static size_t word_step(struct personal_search *in, size_t at)
{
    const unsigned char *class = in->filter.class;
    struct str text = in->text;
    size_t end = at + 1;
    while (end < text.len && class[(unsigned char)text.at[end]] & CLASS_WORD)
        end++;
    if ((at == 0 || !(class[(unsigned char)text.at[at - 1]] & CLASS_WORD)) &&
        word_may_begin(&in->filter, text, at, end)) {
        size_t taken = word_take(in, at);
        if (taken != at)
            return taken;
    }
    return at_of(text, end) == ':' ? login_take(in, end) : end;
}

/* Goes on with what begins before `end`. */
static void search_go(struct personal_search *in, size_t end)
{
    enum { LET_GO = 4 << 20 };
    struct str text = in->text;
    size_t at = in->at;
    while (at < end) {
        if (at - in->passed > LET_GO)
            file_passing(text, at, &in->passed);
        unsigned here = in->filter.class[(unsigned char)text.at[at]];
        if (here & CLASS_WORD) {
            at = word_step(in, at);
            continue;
        }
        if (here == 0) {
            at++;
            continue;
        }
        bool dashed = here & CLASS_DASH && at_of(text, at + 1) == ':';
        size_t taken = dashed ? login_take(in, at + 1) : at;
        taken = here & CLASS_MARK && mark_may_begin(text, at) ? shape_take(in, at) : taken;
        at = taken > at ? taken : at + 1;
    }
    in->at = at;
}

void personal_find(struct str text, struct personal *found)
{
    struct personal_search in = { .text = text, .found = found, .line = 1 };
    filter_begin(&in.filter);
    search_go(&in, text.len);
}

struct personal_search *personal_search_new(struct arena *home, struct personal *found)
{
    struct personal_search *in = ARENA_NEW(home, struct personal_search);
    *in = (struct personal_search){ .found = found, .line = 1 };
    filter_begin(&in->filter);
    return in;
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
