/* start_tags.c - limits on start tags, before a parser sees them.
 *
 * libxml2 2.9 compares each attribute of a tag with those before it, looks each prefix up among all
 * name spaces that are open, and keeps every name in a table that stops growing: a megabyte or ten
 * of either cost minutes. What it would not take for
 * markup is not well-formed, and is said to be so here, since after an error it reads on. */
#include "base/markup.h"

#include <glib.h>
#include <string.h>

enum { ATTRIBUTES_MOST = 1000, NAMESPACES_MOST = 16, NAMES_MOST = 4096 };

/* ---- names, each once ---- */

enum { SLOTS = 1 << 14, PROBES_MOST = 64 }; /* a quarter full, so that chains are short */
struct names {
    struct str slot[SLOTS];
    size_t count;
};

/* False: there are more than a document has, or such as were chosen to fall together. By FNV-1a
 * (Fowler, Noll, Vo), 32 bits. */
static bool name_fits(struct names *names, struct str name)
{
    uint32_t hash = UINT32_C(0x811c9dc5);
    for (size_t i = 0; i < name.len; i++)
        hash = (hash ^ (unsigned char)name.at[i]) * UINT32_C(0x01000193);
    for (uint32_t probe = 0; probe < PROBES_MOST; probe++) {
        struct str *slot = &names->slot[(hash + probe) % SLOTS];
        if (!slot->at) {
            *slot = name;
            return ++names->count <= NAMES_MOST;
        }
        if (str_eq(*slot, name))
            return true;
    }
    return false;
}

/* ---- tags ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t past_blanks(struct str text, size_t at)
{
    while (at < text.len && is_blank(text.at[at]))
        at++;
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
    if (at >= text.len || (text.at[at] != '"' && text.at[at] != '\''))
        return 0;
    char quote = text.at[at++];
    while (at < text.len && text.at[at] != quote && text.at[at] != '<')
        at++;
    return at < text.len && text.at[at] == quote ? at + 1 : 0;
}

static bool ends_name(char c)
{
    return is_blank(c) || c == '/' || c == '>' || c == '=' || c == '?' || c == '<' || c == '"' ||
           c == '\'';
}

static struct str name_at(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.len && !ends_name(text.at[end]))
        end++;
    return str_sub(text, at, end);
}

struct tag {
    struct names *names;
    size_t attributes, namespaces;
    bool many; /* names */
};

/* The name that begins here, and what it names where it is a name space; past the name. */
static size_t past_name(struct tag *tag, struct str text, size_t at)
{
    struct str name = name_at(text, at);
    size_t end = at + name.len, value = past_blanks(text, end);
    tag->many = tag->many || !name_fits(tag->names, name);
    if (str_starts(name, STR("xmlns"))) {
        size_t behind = value < text.len && text.at[value] == '=' ? past_value(text, value) : 0;
        tag->namespaces++;
        tag->many = tag->many || (behind && !name_fits(tag->names, str_sub(text, value, behind)));
    }
    return end;
}

/* From behind '<' past the end of the tag; 0: `*why` says which limit is passed, or is NULL where
 * the tag is not well-formed. */
static size_t past_tag(struct names *names, struct str text, size_t at, const char **why)
{
    struct tag tag = { .names = names };
    while (at < text.len && text.at[at] != '>') {
        char c = text.at[at];
        if (c == '<' || c == '"' || c == '\'')
            break;
        if (c == '=') {
            tag.attributes++;
            at = past_value(text, at);
            if (at == 0)
                break;
        } else {
            at = ends_name(c) ? at + 1 : past_name(&tag, text, at);
        }
        if (tag.many || tag.attributes > ATTRIBUTES_MOST || tag.namespaces > NAMESPACES_MOST) {
            *why = tag.many ? "more than 4096 different names"
                            : "a start tag with more than 1000 attributes or 16 name spaces";
            return 0;
        }
    }
    if (at == 0 || at >= text.len || text.at[at] != '>') {
        *why = NULL;
        return 0;
    }
    return at + 1;
}

static bool tags_fit(struct names *names, struct str text, size_t *at, const char **why)
{
    size_t next = 0;
    while (next < text.len) {
        const char *found = memchr(text.at + next, '<', text.len - next);
        if (!found)
            break;
        *at = (size_t)(found - text.at);
        struct str rest = str_sub(text, *at, text.len);
        if (str_starts(rest, STR("<!--"))) {
            next = past_mark(text, *at + 4, STR("-->"));
        } else if (str_starts(rest, STR("<![CDATA["))) {
            next = past_mark(text, *at, STR("]]>"));
        } else if (str_starts(rest, STR("<?"))) {
            next = past_mark(text, *at, STR("?>"));
            if (!name_fits(names, name_at(text, *at + 2))) {
                *why = "more than 4096 different names";
                return false;
            }
        } else if (rest.len > 1 && (rest.at[1] == '/' || rest.at[1] == '!')) {
            next = *at + 1;
        } else {
            next = past_tag(names, text, *at + 1, why);
            if (next == 0)
                return false;
        }
    }
    return true;
}

bool markup_tags_fit(struct str text, size_t *at, const char **why)
{
    struct names *names = g_new0(struct names, 1);
    bool fits = tags_fit(names, text, at, why);
    g_free(names);
    return fits;
}
