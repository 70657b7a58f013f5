/* twins.c - one content kept twice: plain and packed beside each other. */
#include "file_read.h"

static const char *const suffixes[] = { "", ".gz", ".xz", ".zst" };

static struct str without_suffix(struct str name)
{
    for (size_t i = 1; i < ARRAY_COUNT(suffixes); i++) {
        struct str suffix = str_from(suffixes[i]);
        if (str_ends(name, suffix))
            return str_sub(name, 0, name.len - suffix.len);
    }
    return name;
}

/* What is inside; false: it cannot be unpacked, which its own reading says. */
static bool content_of(struct arena *home, const struct entry *entry, const struct limits *limits,
                       struct str *out)
{
    *out = entry->bytes;
    return !compressed_is(entry->bytes) || archive_is(entry->name, entry->bytes) ||
           decompress(home, entry->name, entry->bytes, limits, out, diags_new(home));
}

const struct entry *twin_of(struct arena *scratch, const struct entries *entries, size_t index,
                            const struct limits *limits, struct diags *diags)
{
    const struct entry *own = &entries->item[index];
    struct str base = without_suffix(own->name);
    struct str content, other;
    for (size_t i = 0; i < ARRAY_COUNT(suffixes); i++) {
        struct str name = str_format(scratch, "%.*s%s", STR_ARG(base), suffixes[i]);
        const struct entry *entry = entries_find(entries, name);
        if (str_eq(name, own->name))
            return NULL; /* the first of its kind is read */
        if (!entry || !content_of(scratch, own, limits, &content) ||
            !content_of(scratch, entry, limits, &other))
            continue;
        bool same = str_eq(content, other);
        diag_add(diags, same ? DIAG_TWIN_SAME : DIAG_TWIN_OTHER,
                 (struct place){ .file = own->name }, STR(""), "%.*s", STR_ARG(entry->name));
        return same ? entry : NULL;
    }
    return NULL;
}
