/* personal.c - what in a file tells of a person or of one machine: host and user names, addresses,
 * serial numbers, unit identifiers, home folders; and what opens doors: keys, tokens, passwords.
 *
 * A search by shape, so that a person looks before a bundle is handed on: what it finds may be
 * harmless, and what has no shape (a name in prose) it cannot find. Version numbers look like IPv4
 * addresses: four numbers count as one only where a port, a prefix, a scheme or a word such as
 * "inet" stands beside them. */
#include "personal.h"

#include "personal_own.h"
#include "secret.h"

#include <assert.h>

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

static_assert(ARRAY_COUNT(labels) == PERSONAL_LABELS, "as the header says");

const char *personal_label(size_t index)
{
    return labels[index].text;
}

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
