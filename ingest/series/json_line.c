/* json_line.c - a quick look at one line of JSON Lines.
 *
 * Logs hold up to millions of flat objects. This scan takes those (RFC 8259, as strictly as the
 * reader in base: names once, no control characters, finite numbers) and leaves every other line to
 * that reader, so that speed costs no strictness and there is one place that words the errors. */
#include "series_rows.h"

#include <string.h>

enum { NAMES_MOST = 32, NUMBER_LONGEST = 40 };

struct scan {
    const char *at, *end;
    struct str name[NAMES_MOST];
    size_t count;
};

static void blanks_skip(struct scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\r'))
        scan->at++;
}

static bool char_take(struct scan *scan, char c)
{
    blanks_skip(scan);
    if (scan->at < scan->end && *scan->at == c) {
        scan->at++;
        return true;
    }
    return false;
}

/* A string without escapes. */
static bool string_take(struct scan *scan, struct str *out)
{
    if (!char_take(scan, '"'))
        return false;
    const char *begin = scan->at;
    while (scan->at < scan->end && *scan->at != '"') {
        if (*scan->at == '\\' || (unsigned char)*scan->at < 0x20)
            return false;
        scan->at++;
    }
    *out = (struct str){ begin, (size_t)(scan->at - begin) };
    return char_take(scan, '"');
}

static bool digits_take(struct scan *scan)
{
    const char *begin = scan->at;
    while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
        scan->at++;
    return scan->at > begin;
}

static bool number_take(struct scan *scan, struct str *out)
{
    const char *begin = scan->at;
    double value;
    if (scan->at < scan->end && *scan->at == '-')
        scan->at++;
    const char *digits = scan->at;
    if (!digits_take(scan) || (*digits == '0' && scan->at - digits > 1))
        return false;
    if (scan->at < scan->end && *scan->at == '.') {
        scan->at++;
        if (!digits_take(scan))
            return false;
    }
    bool exponent = scan->at < scan->end && (*scan->at == 'e' || *scan->at == 'E');
    if (exponent) {
        scan->at++;
        if (scan->at < scan->end && (*scan->at == '-' || *scan->at == '+'))
            scan->at++;
        if (!digits_take(scan))
            return false;
    }
    *out = (struct str){ begin, (size_t)(scan->at - begin) };
    return out->len <= NUMBER_LONGEST && (!exponent || num_real(*out, &value));
}

static bool word_take(struct scan *scan, struct str word)
{
    struct str rest = { scan->at, (size_t)(scan->end - scan->at) };
    if (!str_starts(rest, word))
        return false;
    scan->at += word.len;
    return true;
}

static bool value_take(struct scan *scan, struct cell *out)
{
    blanks_skip(scan);
    if (scan->at == scan->end)
        return false;
    char first = *scan->at;
    if (first == '"') {
        out->form = CELL_TEXT;
        return string_take(scan, &out->text);
    }
    if (first == '-' || (first >= '0' && first <= '9')) {
        out->form = CELL_NUMBER;
        return number_take(scan, &out->text);
    }
    out->text = (struct str){ 0 };
    if (word_take(scan, STR("null"))) {
        out->form = CELL_NULL;
        return true;
    }
    out->form = CELL_OTHER;
    return word_take(scan, STR("true")) || word_take(scan, STR("false"));
}

static bool name_is_new(struct scan *scan, struct str name)
{
    if (scan->count == NAMES_MOST)
        return false;
    for (size_t i = 0; i < scan->count; i++)
        if (str_eq(scan->name[i], name))
            return false;
    scan->name[scan->count++] = name;
    return true;
}

static bool is_ascii(struct str text)
{
    unsigned char any = 0;
    for (size_t i = 0; i < text.len; i++)
        any |= (unsigned char)text.at[i];
    return any < 0x80;
}

void cell_set(struct cell *cell, struct str text)
{
    cell->text = text;
    cell->known = num_real(text, &cell->number);
    cell->form = cell->known ? CELL_NUMBER : CELL_TEXT;
}

bool cell_real(const struct cell *cell, double *out)
{
    if (cell->known) {
        *out = cell->number;
        return true;
    }
    return num_real(cell->text, out);
}

bool json_line_scan(struct str line, const struct wanted *wanted, struct cell *cell)
{
    struct scan scan = { .at = line.at, .end = line.at + line.len };
    if (!is_ascii(line) && !str_is_utf8(line))
        return false;
    for (size_t i = 0; i < wanted->count; i++)
        cell[i] = (struct cell){ .form = CELL_ABSENT };
    if (!char_take(&scan, '{'))
        return false;
    do {
        struct str name;
        struct cell value = { 0 };
        if (!string_take(&scan, &name) || !name_is_new(&scan, name) || !char_take(&scan, ':') ||
            !value_take(&scan, &value))
            return false;
        for (size_t i = 0; i < wanted->count; i++)
            if (str_eq(wanted->name[i], name))
                cell[i] = value;
    } while (char_take(&scan, ','));
    bool closed = char_take(&scan, '}');
    blanks_skip(&scan);
    return closed && scan.at == scan.end;
}
