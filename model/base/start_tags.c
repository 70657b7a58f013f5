/* start_tags.c - limits on start tags, before a parser sees them.
 *
 * libxml2 2.9 compares each attribute of a tag with those before it, and looks each prefix up among
 * all name spaces that are open: a megabyte of either costs minutes. What it would not take for
 * markup is not well-formed, and is said to be so here, since after an error it reads on. */
#include "base/markup.h"

#include <string.h>

enum { ATTRIBUTES_MOST = 1000, NAMESPACES_MOST = 16 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t past_blanks(struct str text, size_t at)
{
    while (at < text.len && is_blank(text.at[at])) {
        at++;
    }
    return at;
}

/* Where the text behind the next `mark` begins; the end where there is none. */
static size_t past_mark(struct str text, size_t at, struct str mark)
{
    size_t found = str_find(str_sub(text, at, text.len), mark);
    return found == SIZE_MAX ? text.len : at + found + mark.len;
}

/* From an equals sign past the quoted value behind it; 0: there is none. */
static size_t past_value(struct str text, size_t at)
{
    at = past_blanks(text, at + 1);
    if (at >= text.len || (text.at[at] != '"' && text.at[at] != '\'')) {
        return 0;
    }
    char quote = text.at[at++];
    while (at < text.len && text.at[at] != quote && text.at[at] != '<') {
        at++;
    }
    return at < text.len && text.at[at] == quote ? at + 1 : 0;
}

/* From behind '<' past the end of the tag; 0: `*why` says which limit is passed, or is NULL where
 * the tag is not well-formed. */
static size_t past_tag(struct str text, size_t at, const char **why)
{
    size_t attributes = 0;
    size_t namespaces = 0;
    while (at < text.len && text.at[at] != '>') {
        char c = text.at[at];
        if (c == '<' || c == '"' || c == '\'') {
            break;
        }
        if (is_blank(c) && str_starts(str_sub(text, at + 1, text.len), STR("xmlns"))) {
            namespaces++;
        }
        if (c == '=') {
            attributes++;
            at = past_value(text, at);
            if (at == 0) {
                break;
            }
        } else {
            at++;
        }
        if (attributes > ATTRIBUTES_MOST || namespaces > NAMESPACES_MOST) {
            *why = "a start tag with more than 1000 attributes or 16 name spaces";
            return 0;
        }
    }
    if (at == 0 || at >= text.len || text.at[at] != '>') {
        *why = NULL;
        return 0;
    }
    return at + 1;
}

bool markup_tags_fit(struct str text, size_t *at, const char **why)
{
    size_t next = 0;
    while (next < text.len) {
        const char *found = memchr(text.at + next, '<', text.len - next);
        if (!found) {
            break;
        }
        *at = (size_t)(found - text.at);
        struct str rest = str_sub(text, *at, text.len);
        if (str_starts(rest, STR("<!--"))) {
            next = past_mark(text, *at + 4, STR("-->"));
        } else if (str_starts(rest, STR("<![CDATA["))) {
            next = past_mark(text, *at, STR("]]>"));
        } else if (str_starts(rest, STR("<?"))) {
            next = past_mark(text, *at, STR("?>"));
        } else if (rest.len > 1 && (rest.at[1] == '/' || rest.at[1] == '!')) {
            next = *at + 1;
        } else {
            next = past_tag(text, *at + 1, why);
            if (next == 0) {
                return false;
            }
        }
    }
    return true;
}
