/* tongue.c - what the program says outside the strings table, in the language of the report.
 *
 * Titles of keys and layers, texts of rules and mends, formulas and words that the program made a
 * value are English where they are made: data.json, exit words and verify keep them. A report in
 * another language says them by words.LANGUAGE.json, a flat object of English text and text. A name
 * with {slots} is a pattern; how what stands in a slot is said, the slot's name tells. What the
 * file does not hold stays as it is, as evidence does. */
#include "words.h"

enum { DEPTH_MOST = 4, SLOTS_MOST = 8 };

struct tongue {
    struct skin table;          /* of words alone: its strings are texts by English text */
    const struct word *pattern; /* those with slots, in the order of the file */
    size_t pattern_count;
};

bool tongue_open(struct arena *home, struct skin *skin, struct diags *diags)
{
    struct str name = str_format(home, "words.%.*s.json", STR_ARG(skin->language));
    const struct entry *entry = entries_find(skin->file, name);
    struct json *json = NULL;
    skin->said = NULL;
    if (!entry)
        return true;
    if (!json_read(home, name, entry->bytes, NULL, &json, diags))
        return false;
    struct tongue *tongue = ARENA_NEW(home, struct tongue);
    const struct json_item *root = json_root(json), *item = NULL;
    size_t count = 0;
    while ((item = json_next(root, item)))
        count += str_find(json_name(item), STR("{")) != SIZE_MAX ? 1 : 0;
    struct word *pattern = ARENA_MANY(home, count + 1, struct word);
    while ((item = json_next(root, item))) {
        if (json_type(item) == JSON_STRING && str_find(json_name(item), STR("{")) != SIZE_MAX) {
            pattern[tongue->pattern_count++] =
                (struct word){ json_name(item), json_string(item), true };
        }
    }
    words_enter(home, &tongue->table, root);
    tongue->pattern = pattern;
    skin->said = tongue;
    return true;
}

/* ---- patterns ---- */

struct capture {
    struct str name, text;
};

static size_t find_from(struct str text, size_t from, struct str what)
{
    size_t at = str_find(str_sub(text, from, text.len), what);
    return at == SIZE_MAX ? SIZE_MAX : from + at;
}

/* Whether the text is the pattern with something in each slot. A slot takes the least that lets the
 * words behind it follow, the last one what is left. */
static bool fits(struct str pattern, struct str text, struct capture *out, size_t *count)
{
    size_t at = 0;
    *count = 0;
    for (;;) {
        size_t slot = str_find(pattern, STR("{"));
        struct str words = str_sub(pattern, 0, slot);
        if (!str_starts(str_sub(text, at, text.len), words))
            return false;
        at += words.len;
        if (slot == SIZE_MAX)
            return at == text.len;
        size_t end = str_find(pattern, STR("}"));
        if (end == SIZE_MAX || end < slot || *count == SLOTS_MOST)
            return false;
        struct str name = str_sub(pattern, slot + 1, end);
        pattern = str_sub(pattern, end + 1, pattern.len);
        size_t next = str_find(pattern, STR("{"));
        struct str behind = str_sub(pattern, 0, next);
        size_t until = behind.len == 0 ? text.len : find_from(text, at + 1, behind);
        if (next == SIZE_MAX && behind.len > 0) /* the words that end it end the text */
            until = str_ends(text, behind) ? text.len - behind.len : SIZE_MAX;
        if (until == SIZE_MAX || until <= at)
            return false;
        struct str taken = str_sub(text, at, until);
        bool figure = name.len == 1 && name.at[0] >= '0' && name.at[0] <= '9';
        if (figure && !(taken.len == 3 && taken.at[0] == '{' && taken.at[1] == name.at[0]))
            return false; /* the place of a fact, which whoever prints the sentence fills */
        out[(*count)++] = (struct capture){ name, taken };
        at = until;
    }
}

static bool known(struct arena *home, const struct skin *skin, struct str text, int depth,
                  struct str *out);

static struct str or_same(struct arena *home, const struct skin *skin, struct str text, int depth)
{
    struct str out;
    return known(home, skin, text, depth, &out) ? out : text;
}

/* "Driver" or "Package version (torch)": what stands in brackets is evidence. */
static struct str title_said(struct arena *home, const struct skin *skin, struct str text,
                             int depth)
{
    struct str out;
    size_t bracket = str_find(text, STR(" ("));
    if (known(home, skin, text, depth, &out) || bracket == SIZE_MAX)
        return or_same(home, skin, text, depth);
    while (bracket != SIZE_MAX) {
        if (known(home, skin, str_sub(text, 0, bracket), depth, &out)) {
            return str_format(home, "%.*s%.*s", STR_ARG(out),
                              STR_ARG(str_sub(text, bracket, text.len)));
        }
        bracket = find_from(text, bracket + 1, STR(" ("));
    }
    return text;
}

/* Ids, which hold no blank: "A, B and C". */
static struct str ids_said(struct arena *home, const struct skin *skin, struct str text)
{
    struct buf out = buf_new(home, text.len + 64);
    struct str word;
    for (bool first = true; str_cut(&text, ' ', &word); first = false) {
        buf_put(&out, first ? STR("") : STR(" "));
        buf_put(&out, str_eq(word, STR("and")) ? or_same(home, skin, word, 0) : word);
    }
    return buf_str(&out);
}

static struct str list_said(struct arena *home, const struct skin *skin, struct str text,
                            struct str between, int depth)
{
    struct buf out = buf_new(home, (text.len + 64) * 8);
    while (text.len > 0) {
        struct str said = { 0 };
        size_t end = text.len;
        size_t shortest = str_find(text, between);
        shortest = shortest == SIZE_MAX ? text.len : shortest;
        while (!known(home, skin, str_sub(text, 0, end), depth, &said) && end > shortest) {
            size_t last = end - 1; /* the next shorter stretch that ends before a mark */
            while (last > shortest && !str_starts(str_sub(text, last, text.len), between))
                last--;
            end = last;
        }
        buf_put(&out, said.len > 0 ? said : str_sub(text, 0, end));
        if (end < text.len) {
            buf_put(&out, between);
            end += between.len;
        }
        text = str_sub(text, end, text.len);
    }
    return buf_str(&out);
}

static struct str slot_said(struct arena *home, const struct skin *skin,
                            const struct capture *capture, int depth)
{
    static const struct {
        const char *name;
        enum { TITLE, IDS, TEXT, TEXTS, NUMBER } way;
    } rows[] = {
        { "key", TITLE }, { "silent", IDS },     { "text", TEXT },     { "advice", TEXT },
        { "more", TEXT }, { "instance", TEXTS }, { "number", NUMBER }, { "size", NUMBER }
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (!str_eq(capture->name, str_from(rows[i].name)))
            continue;
        switch (rows[i].way) {
        case TITLE:
            return title_said(home, skin, capture->text, depth);
        case IDS:
            return ids_said(home, skin, capture->text);
        case TEXT:
            return or_same(home, skin, capture->text, depth);
        case TEXTS:
            return list_said(home, skin, capture->text, STR("; "), depth);
        case NUMBER:
            return number_grouped(home, skin, capture->text);
        }
    }
    return capture->text;
}

static struct str filled(struct arena *home, const struct skin *skin, struct str text,
                         const struct capture *capture, size_t count, int depth)
{
    struct buf out = buf_new(home, (size_t)1 << 16);
    for (;;) {
        size_t slot = str_find(text, STR("{")), end = str_find(text, STR("}"));
        buf_put(&out, str_sub(text, 0, slot));
        if (slot == SIZE_MAX || end == SIZE_MAX || end < slot)
            return buf_str(&out);
        struct str name = str_sub(text, slot + 1, end);
        for (size_t i = 0; i < count; i++)
            if (str_eq(capture[i].name, name))
                buf_put(&out, slot_said(home, skin, &capture[i], depth));
        text = str_sub(text, end + 1, text.len);
    }
}

static bool known(struct arena *home, const struct skin *skin, struct str text, int depth,
                  struct str *out)
{
    const struct tongue *tongue = skin->said;
    const struct word *word = slot_of(&tongue->table, text);
    if (word->name.at && word->is_text) {
        *out = word->text;
        return true;
    }
    for (size_t i = 0; i < tongue->pattern_count && depth < DEPTH_MOST; i++) {
        struct capture capture[SLOTS_MOST];
        size_t count;
        if (fits(tongue->pattern[i].name, text, capture, &count)) {
            *out = filled(home, skin, tongue->pattern[i].text, capture, count, depth + 1);
            return true;
        }
    }
    return false;
}

struct str worded(struct arena *home, const struct skin *skin, struct str text)
{
    struct str out;
    if (!skin || !skin->said || text.len == 0 || known(home, skin, text, 0, &out))
        return !skin || !skin->said || text.len == 0 ? text : out;
    if (!str_ends(text, STR(".")) && /* a sentence that stands in another has lost its stop */
        known(home, skin, str_format(home, "%.*s.", STR_ARG(text)), 0, &out) &&
        str_ends(out, STR(".")))
        return str_sub(out, 0, out.len - 1);
    return text;
}

struct str worded_list(struct arena *home, const struct skin *skin, struct str text)
{
    return skin && skin->said ? list_said(home, skin, text, STR(", "), 0) : text;
}
