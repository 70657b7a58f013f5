/* json_scan.c - JSON by RFC 8259, read strictly and once, into a tree.
 *
 * Stricter than the RFC where it leaves room: equal names in one object, U+0000, lone surrogates,
 * numbers past the range of a double and deep nesting are refused, since readers disagree on them.
 */
#include "base/num.h"
#include "json_tree.h"
#include "rune.h"

#include <glib.h>
#include <string.h>

enum { DUPLICATES_SAID = 20, STRAYS_SAID = 20, NUMBER_LONGEST = 1024, WHOLE_DIGITS_SAFE = 300 };

struct scan {
    struct json *json;
    struct diags *diags;
    const char *text;
    size_t at, len;
    struct json_item *item; /* being read: gives diagnostics their path */
    uint32_t depth, depth_most;
    size_t duplicates, strays;
    bool mute; /* a string is tried: nothing is said */
};

/* Waits for the byte at `at` of a text that comes piece by piece; false: the text ends before. */
static bool comes(struct scan *scan, size_t at)
{
    struct json *json = scan->json;
    while (json->feed && at >= scan->len) {
        size_t before = (size_t)json->offset + scan->len;
        size_t all = feed_more(json->feed, before).len;
        if (all <= before || all >= UINT32_MAX)
            return false;
        scan->len = json->bytes.len = all - (size_t)json->offset;
    }
    return at < scan->len;
}

/* Whether the text has a byte at `at`. Asked of each byte. */
static inline bool has(struct scan *scan, size_t at)
{
    return at < scan->len || comes(scan, at);
}

static bool refuse(struct scan *scan, enum diag_id id, size_t at, struct str expected,
                   const char *said)
{
    if (!scan->mute)
        diag_add(scan->diags, id, json_place_at(scan->json, at, scan->item), expected, "%s", said);
    return false;
}

/* Refuses what stands at the current byte, quoting it. */
static bool unexpected(struct scan *scan, struct str expected)
{
    if (scan->mute)
        return false;
    enum { RUNE_MOST = 4 };
    (void)has(scan, scan->at + RUNE_MOST - 1);
    struct place place = json_place_at(scan->json, scan->at, scan->item);
    struct str rest = { scan->text + scan->at, scan->len - scan->at }, bytes;
    if (rest.len == 0) {
        diag_add(scan->diags, DIAG_JSON_BAD, place, expected, "%s",
                 scan->len == 0 ? "the file is empty" : "the text ends here");
    } else if (rune_next(&rest, &bytes) == RUNE_BAD) {
        diag_add(scan->diags, DIAG_JSON_UTF8, place, expected, "byte 0x%02X",
                 (unsigned)(unsigned char)bytes.at[0]);
    } else {
        diag_add(scan->diags, DIAG_JSON_BAD, place, expected, "\"%.*s\"", STR_ARG(bytes));
    }
    return false;
}

static bool ahead(struct scan *scan, struct str word)
{
    (void)has(scan, scan->at + word.len - 1);
    return str_starts((struct str){ scan->text + scan->at, scan->len - scan->at }, word);
}

static char peek(struct scan *scan) /* NUL at the end; a NUL byte is refused by all who ask */
{
    return (char)(has(scan, scan->at) ? scan->text[scan->at] : 0);
}

static void skip_some(struct scan *scan)
{
    while (has(scan, scan->at) && (scan->text[scan->at] == ' ' || scan->text[scan->at] == '\n' ||
                                   scan->text[scan->at] == '\t' || scan->text[scan->at] == '\r'))
        scan->at++;
}

static inline void skip_blanks(struct scan *scan)
{
    if (scan->at >= scan->len || (unsigned char)scan->text[scan->at] <= ' ')
        skip_some(scan);
}

/* Four hexadecimal digits. */
static bool scan_hex(struct scan *scan, uint32_t *out)
{
    uint32_t value = 0;
    for (int i = 0; i < 4; i++, scan->at++) {
        char c = peek(scan);
        bool digit = c >= '0' && c <= '9';
        char letter = (char)(c | 0x20);
        if (!digit && !(letter >= 'a' && letter <= 'f'))
            return unexpected(scan, STR("four hexadecimal digits after \\u"));
        value = value << 4 | (uint32_t)(digit ? c - '0' : letter - 'a' + 10);
    }
    *out = value;
    return true;
}

/* After "\u": one code point, which takes two escapes outside the basic plane. */
static bool scan_unicode(struct scan *scan, size_t start, uint32_t *out)
{
    uint32_t high = 0, low = 0; /* gcc at -O3 cannot see that they are set */
    if (!scan_hex(scan, &high))
        return false;
    if (high == 0)
        return refuse(scan, DIAG_JSON_BAD, start, STR("text without NUL"), "escape \\u0000");
    if (high >= 0xDC00 && high <= 0xDFFF)
        return refuse(scan, DIAG_JSON_BAD, start, STR("a surrogate pair"), "lone low surrogate");
    *out = high;
    if (high < 0xD800 || high > 0xDFFF)
        return true;
    if (!ahead(scan, STR("\\u")))
        return refuse(scan, DIAG_JSON_BAD, start, STR("a surrogate pair"), "lone high surrogate");
    scan->at += 2;
    if (!scan_hex(scan, &low))
        return false;
    if (low < 0xDC00 || low > 0xDFFF)
        return refuse(scan, DIAG_JSON_BAD, start, STR("a surrogate pair"), "lone high surrogate");
    *out = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

/* One escape, from its backslash on. */
static bool scan_escape(struct scan *scan, uint32_t *out)
{
    static const char plain[] = "\"\\/bfnrt";
    static const char means[] = "\"\\/\b\f\n\r\t";
    size_t start = scan->at++;
    char c = peek(scan);
    const char *known = c ? strchr(plain, c) : NULL;
    if (known) {
        scan->at++;
        *out = (uint32_t)means[known - plain];
        return true;
    }
    if (c == 'u') {
        scan->at++;
        return scan_unicode(scan, start, out);
    }
    return unexpected(scan, STR("one of \" \\ / b f n r t u after a backslash"));
}

/* How many of eight bytes, up to the first that is not, are plain ASCII of a string: no '"', no
 * '\\', nothing below 0x20. Taking n from a byte below n sets its top bit, which in a byte of no
 * ASCII stays set in one of the three; what is borrowed for it tells only on later bytes. */
static size_t plain_of_eight(const char *at)
{
    enum { BYTES = 8 };
    const uint64_t one = 0x0101010101010101U, top = one * 0x80U;
    uint64_t x;
    memcpy(&x, at, BYTES);
    x = GUINT64_FROM_LE(x);
    uint64_t quote = x ^ (one * '"'), escape = x ^ (one * '\\');
    uint64_t other = ((x - one * 0x20U) | (quote - one) | (escape - one)) & top;
    return other ? (size_t)__builtin_ctzll(other) / BYTES : BYTES;
}

/* Steps over one or more unescaped characters of a string; stops at '"', '\\' or fails. */
static bool scan_plain(struct scan *scan)
{
    enum { RUNE_MOST = 4 };
    while (has(scan, scan->at)) {
        size_t at = scan->at, step = 8;
        for (; step == 8 && scan->len - at >= 8; at += step)
            step = plain_of_eight(scan->text + at);
        scan->at = at;
        if (at == scan->len)
            continue;
        unsigned char c = (unsigned char)scan->text[scan->at];
        if (c == '"' || c == '\\')
            return true;
        if (c < 0x20) {
            return refuse(scan, DIAG_JSON_BAD, scan->at, STR("an escape, as in \\n"),
                          "control character in a string");
        }
        if (c < 0x80) {
            scan->at++;
            continue;
        }
        (void)has(scan, scan->at + RUNE_MOST - 1);
        struct str rest = { scan->text + scan->at, scan->len - scan->at }, bytes;
        if (rune_next(&rest, &bytes) == RUNE_BAD)
            return unexpected(scan, STR("UTF-8"));
        scan->at += bytes.len;
    }
    return unexpected(scan, STR("a closing quote"));
}

/* Where the string that begins before `at` ends; the scan proper finds what is wrong in it. */
static size_t string_end(struct scan *scan, size_t at)
{
    while (has(scan, at) && scan->text[at] != '"')
        at += scan->text[at] == '\\' ? 2 : 1;
    return at < scan->len ? at : scan->len;
}

static bool scan_string(struct scan *scan, const char **out, uint32_t *size)
{
    size_t start = ++scan->at;
    if (!scan_plain(scan))
        return false;
    if (scan->text[scan->at] == '"') {
        *out = scan->text + start;
        *size = (uint32_t)(scan->at++ - start);
        return true;
    }
    /* Decoded text is never longer than written, so the buffer never fills. */
    size_t most = string_end(scan, start) - start;
    struct buf text = { .home = scan->json->home, .most = most, .room = most };
    text.at = ARENA_MANY(text.home, most, char);
    size_t from = start;
    for (;;) {
        buf_put(&text, (struct str){ scan->text + from, scan->at - from });
        if (scan->text[scan->at] == '"')
            break;
        uint32_t rune = 0;
        if (!scan_escape(scan, &rune))
            return false;
        buf_put_rune(&text, rune);
        from = scan->at;
        if (!scan_plain(scan))
            return false;
    }
    scan->at++;
    *out = text.at;
    *size = (uint32_t)text.len;
    return true;
}

/* A string as a value; one that is no text becomes null where that is allowed. */
static bool scan_text(struct scan *scan, struct json_item *item)
{
    size_t start = scan->at;
    if ((scan->json->allow & JSON_STRAY) == 0)
        return scan_string(scan, &item->text, &item->size);
    scan->mute = true;
    bool good = scan_string(scan, &item->text, &item->size);
    scan->mute = false;
    size_t end = good ? 0 : string_end(scan, start + 1);
    if (good || end == scan->len) {
        scan->at = good ? scan->at : start;
        return good || scan_string(scan, &item->text, &item->size);
    }
    if (scan->strays++ < STRAYS_SAID)
        (void)refuse(scan, DIAG_JSON_STRAY, start, STR(""), "");
    item->type = JSON_NULL;
    item->text = NULL;
    item->size = 0;
    scan->at = end + 1;
    return true;
}

static size_t skip_digits(struct scan *scan)
{
    size_t from = scan->at;
    while (has(scan, scan->at) && scan->text[scan->at] >= '0' && scan->text[scan->at] <= '9')
        scan->at++;
    return scan->at - from;
}

static bool scan_number(struct scan *scan)
{
    size_t start = scan->at;
    scan->at += peek(scan) == '-';
    bool zero = peek(scan) == '0', exponent = false;
    size_t whole = skip_digits(scan);
    if (whole == 0)
        return unexpected(scan, STR("a digit"));
    if (zero && whole > 1)
        return refuse(scan, DIAG_JSON_BAD, start, STR("no leading zero"), "a number begins with 0");
    if (peek(scan) == '.') {
        scan->at++;
        if (skip_digits(scan) == 0)
            return unexpected(scan, STR("a digit after the point"));
    }
    if (peek(scan) == 'e' || peek(scan) == 'E') {
        exponent = true;
        scan->at++;
        scan->at += peek(scan) == '+' || peek(scan) == '-';
        if (skip_digits(scan) == 0)
            return unexpected(scan, STR("a digit of the exponent"));
    }
    struct str literal = { scan->text + start, scan->at - start };
    if (literal.len > NUMBER_LONGEST) {
        return refuse(scan, DIAG_JSON_NUMBER, start, STR("at most 1024 characters"),
                      "a very long number");
    }
    double value;
    if ((exponent || whole > WHOLE_DIGITS_SAFE) && !num_real(literal, &value)) {
        diag_add(scan->diags, DIAG_JSON_NUMBER, json_place_at(scan->json, start, scan->item),
                 STR("a finite number"), "%.*s", STR_ARG(literal));
        return false;
    }
    return true;
}

static void check_names(struct scan *scan, struct json_item *object)
{
    bool allowed = (scan->json->allow & JSON_TWICE) != 0;
    enum diag_id id = allowed ? DIAG_JSON_TWICE : DIAG_JSON_DUPLICATE;
    json_mark_twice(object, scan->json->home);
    for (const struct json_item *child = object->first; child; child = child->next) {
        if (child->later && scan->duplicates++ < DUPLICATES_SAID) {
            diag_add(scan->diags, id, json_place_at(scan->json, child->at, child), STR(""),
                     "\"%.*s\"", STR_ARG(json_name(child)));
        }
    }
}

static bool scan_value(struct scan *scan, struct json_item *item);

/* A comma behind the last child, as people leave it; other readers refuse it too. */
static bool trailing_comma(struct scan *scan, char end)
{
    size_t comma = scan->at;
    while (comma > 0 && scan->text[comma] != ',')
        comma--;
    return refuse(scan, DIAG_JSON_COMMA, comma, STR(""),
                  end == '}' ? "\",\" before \"}\"" : "\",\" before \"]\"");
}

/* One child with, in an object, its name; it joins the list behind `last`. */
static bool scan_child(struct scan *scan, struct json_item *parent, struct json_item **last)
{
    struct json_item *child = ARENA_NEW(scan->json->home, struct json_item);
    if (parent->type == JSON_OBJECT) {
        if (peek(scan) != '"')
            return unexpected(scan, STR("a name in quotes"));
        if (!scan_string(scan, &child->name, &child->name_size))
            return false;
        skip_blanks(scan);
        if (peek(scan) != ':')
            return unexpected(scan, STR("a colon"));
        scan->at++;
        skip_blanks(scan);
    }
    child->parent = parent;
    child->index = parent->size++;
    if (*last)
        (*last)->next = child;
    else
        parent->first = child;
    *last = child;
    if (!scan_value(scan, child))
        return false;
    scan->item = parent;
    return true;
}

/* Whether the elements of this array are met one by one. */
static bool is_walked(const struct scan *scan, const struct json_item *item)
{
    const struct json_item *root = scan->json->root;
    return scan->json->walk && item->type == JSON_ARRAY &&
           (item == root || (item->parent == root && root->type == JSON_OBJECT &&
                             str_eq(json_name(item), scan->json->walk->name)));
}

/* One element of such an array, shown and let go again. */
static bool scan_element(struct scan *scan, struct json_item *parent)
{
    const struct json_walk *walk = scan->json->walk;
    struct arena_mark mark = arena_mark(scan->json->home);
    struct json_item *element = NULL;
    size_t end;
    if (walk->ahead && walk->ahead(walk->self, scan->json, scan->at, &end)) {
        scan->at = end;
        parent->size++;
    } else if (scan_child(scan, parent, &element)) {
        walk->element(walk->self, scan->json, element);
        parent->first = NULL;
    } else {
        return false;
    }
    arena_rewind(scan->json->home, mark);
    return true;
}

static bool scan_container(struct scan *scan, struct json_item *item)
{
    bool object = item->type == JSON_OBJECT;
    bool walked = is_walked(scan, item);
    char end = object ? '}' : ']';
    struct json_item *last = NULL;
    if (scan->depth == scan->depth_most) {
        diag_add(scan->diags, DIAG_JSON_DEPTH, json_place_at(scan->json, scan->at, item), STR(""),
                 "more than %u levels", scan->depth_most);
        return false;
    }
    scan->depth++;
    scan->at++;
    skip_blanks(scan);
    while (peek(scan) != end) {
        if (!(walked ? scan_element(scan, item) : scan_child(scan, item, &last)))
            return false;
        skip_blanks(scan);
        if (peek(scan) == end)
            break;
        if (peek(scan) != ',')
            return unexpected(scan, object ? STR("a comma or }") : STR("a comma or ]"));
        scan->at++;
        skip_blanks(scan);
        if (peek(scan) == end)
            return trailing_comma(scan, end);
    }
    scan->at++;
    scan->depth--;
    if (object && item->size > 1)
        check_names(scan, item);
    return true;
}

static bool scan_word(struct scan *scan, struct str word)
{
    if (!ahead(scan, word))
        return unexpected(scan, STR("a value"));
    scan->at += word.len;
    return true;
}

static bool scan_by_type(struct scan *scan, struct json_item *item)
{
    switch ((enum json_type)item->type) {
    case JSON_NULL:
        return scan_word(scan, STR("null"));
    case JSON_FALSE:
        return scan_word(scan, STR("false"));
    case JSON_TRUE:
        return scan_word(scan, STR("true"));
    case JSON_NUMBER:
        return scan_number(scan);
    case JSON_STRING:
        return scan_text(scan, item);
    case JSON_ARRAY:
    case JSON_OBJECT:
        return scan_container(scan, item);
    }
    return false;
}

/* What a value that begins with `c` can only be. */
static bool type_by_first(char c, enum json_type *out)
{
    switch (c) {
    case '"':
        *out = JSON_STRING;
        return true;
    case '[':
        *out = JSON_ARRAY;
        return true;
    case 'f':
        *out = JSON_FALSE;
        return true;
    case 'n':
        *out = JSON_NULL;
        return true;
    case 't':
        *out = JSON_TRUE;
        return true;
    case '{':
        *out = JSON_OBJECT;
        return true;
    default:
        *out = JSON_NUMBER;
        return c == '-' || (c >= '0' && c <= '9');
    }
}

/* As Python's json and C's printf write what is no finite number. NULL: none of them. */
static const char *nonfinite_ahead(struct scan *scan)
{
    static const char *const words[] = { "NaN", "-NaN", "Infinity", "-Infinity",
                                         "nan", "-nan", "inf",      "-inf" };
    char c = peek(scan);
    bool may = c == 'N' || c == 'n' || c == 'I' || c == 'i' || c == '-';
    for (size_t i = 0; may && i < ARRAY_COUNT(words); i++)
        if (ahead(scan, str_from(words[i])))
            return words[i];
    return NULL;
}

static bool scan_value(struct scan *scan, struct json_item *item)
{
    enum json_type type;
    scan->item = item;
    item->at = (uint32_t)scan->at;
    const char *word = nonfinite_ahead(scan);
    if (word) {
        if ((scan->json->allow & JSON_NONFINITE) == 0)
            return refuse(scan, DIAG_JSON_NUMBER, scan->at, STR("a finite number"), word);
        item->type = JSON_NUMBER;
        item->len = (uint32_t)strlen(word);
        scan->at += item->len;
        return true;
    }
    if (!type_by_first(peek(scan), &type))
        return unexpected(scan, STR("a value"));
    item->type = (unsigned char)type;
    if (!scan_by_type(scan, item))
        return false;
    item->len = (uint32_t)(scan->at - item->at);
    return true;
}

bool json_scan(struct json *json, uint32_t depth, struct diags *diags)
{
    struct scan scan = {
        .json = json,
        .diags = diags,
        .text = json->bytes.len ? json->bytes.at : "",
        .len = json->bytes.len,
        .depth_most = depth,
    };
    if (ahead(&scan, STR("\xEF\xBB\xBF")))
        return refuse(&scan, DIAG_JSON_UTF8, 0, STR(""), "a byte order mark");
    skip_blanks(&scan);
    json->root = ARENA_NEW(json->home, struct json_item);
    if (!scan_value(&scan, json->root))
        return false;
    scan.item = NULL;
    skip_blanks(&scan);
    json->end = scan.at;
    if (!json->part && scan.at < scan.len) {
        struct str rest = { scan.text + scan.at, scan.len - scan.at }, bytes;
        rune_next(&rest, &bytes);
        diag_add(diags, DIAG_JSON_TRAILING, json_place_at(json, scan.at, NULL), STR(""), "\"%.*s\"",
                 STR_ARG(bytes));
        return false;
    }
    return scan.duplicates == 0 || (json->allow & JSON_TWICE) != 0;
}

struct str json_bytes(const struct json *json)
{
    return json->bytes;
}

struct json *json_apart(struct arena *home, const struct json *json, size_t from)
{
    struct json *apart = ARENA_NEW(home, struct json);
    *apart = *json;
    apart->home = home;
    apart->bytes = str_sub(json->bytes, from, json->bytes.len);
    apart->offset += from;
    apart->walk = NULL;
    return apart;
}

bool json_element(struct json *apart, size_t at, size_t most, uint32_t depth,
                  const struct json_item **out, size_t *end, struct diags *unheard)
{
    size_t left = apart->bytes.len - at;
    struct scan scan = {
        .json = apart,
        .diags = unheard,
        .text = apart->bytes.at,
        .at = at,
        .len = at + (left < most ? left : most),
        .depth_most = depth,
    };
    struct json_item *item = ARENA_NEW(apart->home, struct json_item);
    if (peek(&scan) != '{' || !scan_value(&scan, item) || scan.duplicates > 0 || scan.strays > 0)
        return false;
    *out = item;
    *end = scan.at;
    return true;
}
