/* mutations_xml.c - XML whose elements and attributes stand in another order, or twice.
 *
 * Elements are found by a scan of their own over well-formed text: the reader's tree does not know
 * where they end. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEPTH_MOST = 64 };

struct element {
    size_t begin, open_end, close, end; /* "<a>", what is in it up to "</a>", behind that */
    struct str name;
    struct element *child, *last, *next;
};

/* Behind what is no element: a comment, a declaration, CDATA. */
static size_t other_end(struct str rest, size_t at)
{
    static const struct {
        struct str begin, end;
    } others[] = {
        { STR_INIT("<!--"), STR_INIT("-->") },
        { STR_INIT("<![CDATA["), STR_INIT("]]>") },
        { STR_INIT("<?"), STR_INIT("?>") },
        { STR_INIT("<!"), STR_INIT(">") },
    };
    struct str from = str_sub(rest, at, rest.len);
    for (size_t i = 0; i < ARRAY_COUNT(others); i++) {
        if (str_starts(from, others[i].begin)) {
            size_t end = str_find(from, others[i].end);
            return end == SIZE_MAX ? rest.len : at + end + others[i].end.len;
        }
    }
    return at;
}

/* Behind the '>' of a tag, which quotes may hold too. */
static size_t tag_end(struct str bytes, size_t at)
{
    char quote = 0;
    for (; at < bytes.len; at++) {
        char c = bytes.at[at];
        quote = quote ? (c == quote ? 0 : quote) : (c == '"' || c == '\'' ? c : 0);
        if (c == '>' && !quote)
            return at + 1;
    }
    return bytes.len;
}

static struct str name_at(struct str bytes, size_t at)
{
    size_t end = at;
    while (end < bytes.len && !strchr(" \t\r\n/>", bytes.at[end]))
        end++;
    return str_sub(bytes, at, end);
}

/* The elements of the text below one root of our own; several documents may follow one another. */
static struct element *elements_read(struct arena *home, struct str bytes)
{
    struct element *open[DEPTH_MOST], *root = ARENA_NEW(home, struct element);
    size_t depth = 0, at = 0;
    open[0] = root;
    while (at < bytes.len) {
        size_t other = bytes.at[at] == '<' ? other_end(bytes, at) : at;
        if (bytes.at[at] != '<' || other > at) {
            at = other > at ? other : at + 1;
            continue;
        }
        size_t end = tag_end(bytes, at);
        if (bytes.at[at + 1] == '/') {
            open[depth]->close = at;
            open[depth]->end = end;
            depth -= depth > 0 ? 1 : 0;
        } else {
            struct element *element = ARENA_NEW(home, struct element);
            *element = (struct element){ .begin = at,
                                         .open_end = end,
                                         .close = end,
                                         .end = end,
                                         .name = name_at(bytes, at + 1) };
            if (open[depth]->last)
                open[depth]->last->next = element;
            else
                open[depth]->child = element;
            open[depth]->last = element;
            if (bytes.at[end - 2] != '/' && depth + 1 < DEPTH_MOST)
                open[++depth] = element;
        }
        at = end;
    }
    root->close = root->end = bytes.len;
    return root;
}

/* ---- another order ---- */

/* The tag with its attributes in reverse. */
static void tag_put(struct str tag, struct buf *out)
{
    enum { ATTRIBUTES_MOST = 64 };
    struct str attribute[ATTRIBUTES_MOST];
    size_t count = 0, at = name_at(tag, 1).len + 1, begin = at;
    size_t end = tag.len - (tag.at[tag.len - 2] == '/' ? 2 : 1);
    char quote = 0;
    for (size_t i = at; i < end && count < ATTRIBUTES_MOST; i++) {
        char c = tag.at[i];
        bool closes = quote && c == quote;
        quote = quote ? (closes ? 0 : quote) : (c == '"' || c == '\'' ? c : 0);
        if (closes) {
            attribute[count++] = str_sub(tag, begin, i + 1);
            begin = i + 1;
        }
    }
    buf_put(out, str_sub(tag, 0, at));
    for (size_t i = count; i > 0; i--) {
        buf_put_char(out, ' ');
        buf_put(out, str_trim(attribute[i - 1]));
    }
    buf_put(out, str_sub(tag, begin, tag.len));
}

/* Whether the last of that name among the brothers from `first` on is `element`: each name once. */
static bool is_last_of_name(const struct element *element)
{
    for (const struct element *next = element->next; next; next = next->next)
        if (str_eq(next->name, element->name))
            return false;
    return true;
}

static void element_put(struct str bytes, const struct element *element, struct buf *out);

/* Names in reverse; brothers of one name keep their order, which counts them. */
static void children_put(struct str bytes, const struct element *parent, struct buf *out)
{
    size_t count = 0, at = 0;
    for (const struct element *child = parent->child; child; child = child->next)
        count++;
    const struct element **last = calloc(count + 1, sizeof *last);
    assert_non_null(last);
    for (const struct element *child = parent->child; child; child = child->next)
        if (is_last_of_name(child))
            last[at++] = child;
    while (at > 0) {
        at--;
        for (const struct element *child = parent->child; child; child = child->next)
            if (str_eq(child->name, last[at]->name))
                element_put(bytes, child, out);
    }
    free(last);
}

static void element_put(struct str bytes, const struct element *element, struct buf *out)
{
    tag_put(str_sub(bytes, element->begin, element->open_end), out);
    if (element->child)
        children_put(bytes, element, out);
    else
        buf_put(out, str_sub(bytes, element->open_end, element->close));
    buf_put(out, str_sub(bytes, element->close, element->end));
    buf_put_char(out, '\n');
}

/* Each document keeps what stands before it ("<?xml ...", its DTD). */
size_t xml_reorder(const struct input *input, const struct adapter_result *whole,
                   const struct format_family *family)
{
    (void)family;
    struct arena *home = arena_new((size_t)1 << 33);
    const struct element *root = elements_read(home, input->bytes);
    struct buf out = buf_new(home, input->bytes.len * 2 + 64);
    size_t behind = 0;
    for (const struct element *document = root->child; document; document = document->next) {
        buf_put(&out, str_sub(input->bytes, behind, document->begin));
        element_put(input->bytes, document, &out);
        behind = document->end;
    }
    size_t tried = reordered_judge(input, whole, buf_str(&out), "elements in reverse");
    arena_free(home);
    return tried;
}

/* ---- an element again ---- */

static const struct element *element_at(const struct element *parent, size_t begin)
{
    for (const struct element *child = parent->child; child; child = child->next) {
        if (child->begin == begin)
            return child;
        if (child->begin < begin && begin < child->end)
            return element_at(child, begin);
    }
    return NULL;
}

/* An attribute said twice is not well-formed: one try tells. */
static void attribute_twice(const struct input *input, const struct adapter_result *whole,
                            const struct element *element)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct buf out = buf_new(home, input->bytes.len + 64);
    size_t at = element->begin + 1 + element->name.len;
    buf_put(&out, str_sub(input->bytes, 0, at));
    buf_put(&out, STR(" twice=\"1\" twice=\"2\""));
    buf_put(&out, str_sub(input->bytes, at, input->bytes.len));
    second_judge(input, whole, buf_str(&out), "an attribute said twice");
    arena_free(home);
}

size_t xml_twice(const struct input *input, const struct adapter_result *whole,
                 const struct format_family *family)
{
    (void)family;
    struct arena *home = arena_new((size_t)1 << 33);
    const struct element *root = elements_read(home, input->bytes);
    const struct fact *fact[MEMBERS];
    size_t times = mutant_times(MEMBERS, input->bytes.len), tried = 0;
    size_t count = facts_choose(input, whole, times, fact);
    for (size_t i = 0; i < count; i++) {
        const struct element *element = element_at(root, (size_t)fact[i]->source.from.offset);
        size_t stands = literal_at(input->bytes, fact[i]);
        if (element && stands + fact[i]->value.text.len <= element->end) {
            fact_twice_judge(input, whole, fact[i], element->begin, element->end);
            tried++;
        }
    }
    if (root->child)
        attribute_twice(input, whole, root->child);
    arena_free(home);
    return tried;
}
