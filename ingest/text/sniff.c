/* sniff.c - what bids ask of a file's name and first bytes. */
#include "sniff.h"

#include <string.h>

enum { HEAD_SIZE = 65536 };

struct str sniff_base(const struct sniff *sniff)
{
    struct str rest = sniff->name;
    struct str base = rest;
    struct str head;
    while (str_cut(&rest, '/', &head))
        base = head;
    static const struct str packed[] = { { ".gz", 3 }, { ".xz", 3 }, { ".zst", 4 } };
    for (size_t i = 0; i < ARRAY_COUNT(packed); i++)
        if (str_ends(base, packed[i]))
            return str_sub(base, 0, base.len - packed[i].len);
    return base;
}

bool sniff_is_log(const struct sniff *sniff)
{
    return str_ends(sniff_base(sniff), STR(".log"));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The first `count` characters that are not blank. */
static bool opens_with(struct str head, const char *expected, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        while (at < head.len && is_blank(head.at[at]))
            at++;
        if (at == head.len || head.at[at] != expected[i])
            return false;
        at++;
    }
    return true;
}

bool sniff_is_object(const struct sniff *sniff)
{
    return opens_with(sniff->head, "{", 1);
}

bool sniff_is_array(const struct sniff *sniff)
{
    return opens_with(sniff->head, "[{", 2);
}

static size_t blanks_end(struct str head, size_t at)
{
    while (at < head.len && is_blank(head.at[at]))
        at++;
    return at;
}

bool json_opens(struct str text)
{
    if (text.len == 0 || (text.at[0] != '{' && text.at[0] != '['))
        return false;
    size_t inside = blanks_end(text, 1);
    return text.at[0] == '{' || (inside < text.len && strchr("{[\"]", text.at[inside]));
}

size_t json_lead(struct str text)
{
    struct str rest = text, line;
    while (rest.len) {
        struct str from = rest;
        if (json_opens(from))
            return (size_t)(from.at - text.at);
        (void)str_cut(&rest, '\n', &line);
    }
    return SIZE_MAX;
}

struct sniff sniff_past_lead(const struct sniff *sniff)
{
    size_t begin = json_lead(sniff->head);
    return (struct sniff){ .name = sniff->name,
                           .head = str_sub(sniff->head, begin == SIZE_MAX ? 0 : begin,
                                           sniff->head.len) };
}

/* Offset behind the closing quote of the string that opens at `at`; head.len where it does not
 * close. */
static size_t string_end(struct str head, size_t at)
{
    for (at++; at < head.len; at++)
        if (head.at[at] == '\\')
            at++;
        else if (head.at[at] == '"')
            return at + 1;
    return head.len;
}

/* Offset of the value of member `name` at the outermost object's level, SIZE_MAX: not there. */
static size_t member_value(const struct sniff *sniff, struct str name)
{
    struct str head = sniff->head;
    size_t wanted = sniff_is_array(sniff) ? 2 : 1;
    size_t depth = 0;
    if (str_find(head, name) == SIZE_MAX) /* as most names that are asked for */
        return SIZE_MAX;
    for (size_t at = 0; at < head.len;) {
        char c = head.at[at];
        if (c != '"') {
            depth += c == '{' || c == '[' ? 1 : 0;
            if (c == '}' || c == ']') {
                if (depth <= wanted)
                    return SIZE_MAX; /* the object ends here */
                depth--;
            }
            at++;
            continue;
        }
        size_t end = string_end(head, at);
        size_t colon = blanks_end(head, end);
        if (depth == wanted && colon < head.len && head.at[colon] == ':' &&
            str_eq(str_sub(head, at + 1, end - 1), name))
            return blanks_end(head, colon + 1);
        at = end;
    }
    return SIZE_MAX;
}

bool sniff_member(const struct sniff *sniff, struct str name)
{
    return member_value(sniff, name) != SIZE_MAX;
}

struct str sniff_member_text(const struct sniff *sniff, struct str name)
{
    size_t at = member_value(sniff, name);
    if (at >= sniff->head.len || sniff->head.at[at] != '"')
        return (struct str){ 0 };
    size_t end = string_end(sniff->head, at);
    if (end < at + 2)
        return (struct str){ 0 };
    struct str text = str_sub(sniff->head, at + 1, end - 1);
    return str_find(text, STR("\\")) == SIZE_MAX ? text : (struct str){ 0 };
}

struct str sniff_first_line(const struct sniff *sniff)
{
    struct str rest = sniff->head;
    struct str line;
    while (str_cut(&rest, '\n', &line))
        if (str_trim(line).len > 0)
            return str_ends(line, STR("\r")) ? str_sub(line, 0, line.len - 1) : line;
    return (struct str){ 0 };
}

bool sniff_line_starts(const struct sniff *sniff, struct str text)
{
    struct str head = sniff->head;
    for (size_t at = 0; at < head.len && head.len - at >= text.len;) {
        const char *line = head.at + at;
        if (memcmp(line, text.at, text.len) == 0)
            return true;
        const char *end = memchr(line, '\n', head.len - at);
        at = end ? (size_t)(end - head.at) + 1 : head.len;
    }
    return false;
}

bool sniff_whole(const struct sniff *sniff)
{
    return sniff->head.len < HEAD_SIZE;
}
