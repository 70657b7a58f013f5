/* run_names.c - runs by the shortest end of their path that tells them apart. */
#include "run_names.h"

#include <glib.h>

enum { ROUNDS_MOST = 32 }; /* segments of a path; folders are at most 16 deep */

unsigned str_hash(struct str text)
{
    unsigned hash = 5381;
    for (size_t i = 0; i < text.len; i++)
        hash = hash * 33 + (unsigned char)text.at[i];
    return hash;
}

static guint text_hash(gconstpointer key)
{
    const struct str *text = key;
    return str_hash(*text);
}

static gboolean text_equal(gconstpointer a, gconstpointer b)
{
    const struct str *left = a, *right = b;
    return str_eq(*left, *right);
}

/* The last `segments` segments of a path, and the instance. */
static struct str run_name(struct arena *home, const struct bundle *bundle, size_t segments)
{
    struct str path = bundle->path;
    size_t from = path.len;
    while (from > 0 && (segments > 1 || (path.at[from - 1] != '/' && path.at[from - 1] != '!'))) {
        from--;
        if (path.at[from] == '/' || path.at[from] == '!')
            segments--;
    }
    path = str_sub(path, from, path.len);
    if (bundle->selector->instance.len == 0)
        return path;
    return str_format(home, "%.*s#%.*s", STR_ARG(path), STR_ARG(bundle->selector->instance));
}

/* Marks each name that another has too; false: none has. */
static bool names_alike(struct str *name, bool *alike, size_t count)
{
    GHashTable *first = g_hash_table_new(text_hash, text_equal);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        struct str *other = name[i].len > 0 ? g_hash_table_lookup(first, &name[i]) : NULL;
        alike[i] = other != NULL;
        if (other) {
            alike[other - name] = true;
            any = true;
        } else if (name[i].len > 0) {
            g_hash_table_insert(first, &name[i], &name[i]);
        }
    }
    g_hash_table_destroy(first);
    return any;
}

struct str *run_names(struct arena *home, struct arena *scratch, const struct bundle *bundle,
                      size_t count)
{
    struct str *name = ARENA_MANY(home, count, struct str);
    size_t *segments = ARENA_MANY(scratch, count, size_t);
    bool *longer = ARENA_MANY(scratch, count, bool);
    bool changed = true;
    for (size_t round = 1; changed && round <= ROUNDS_MOST; round++) {
        for (size_t i = 0; i < count; i++) {
            if (bundle[i].role == BUNDLE_RUNS && (round == 1 || longer[i])) {
                segments[i]++;
                name[i] = run_name(home, &bundle[i], segments[i]);
            }
        }
        changed = names_alike(name, longer, count);
    }
    return name;
}
