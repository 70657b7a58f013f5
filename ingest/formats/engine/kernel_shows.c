/* kernel_shows.c - names judged once each, and the first of each kind kept. */
#include "kernel_shows.h"
#include "kernel_names.h"
#include "run_names.h"

#include <glib.h>

enum { SHOWN_MOST = 12, NAMES_LOOKED_AT = 8192 };

struct shown { /* the first name that shows something */
    const char *says;
    struct str name;
    struct place *place;
};
struct kernel_shows {
    struct reading *reading;
    GHashTable *looked_at; /* names of kernels and calls */
    struct shown shown[SHOWN_MOST];
    size_t count;
};

static guint name_hash(gconstpointer key)
{
    return str_hash(*(const struct str *)key);
}

static gboolean name_equal(gconstpointer a, gconstpointer b)
{
    return str_eq(*(const struct str *)a, *(const struct str *)b);
}

struct kernel_shows *kernel_shows_new(struct reading *reading)
{
    struct kernel_shows *shows = g_new0(struct kernel_shows, 1);
    shows->reading = reading;
    shows->looked_at = g_hash_table_new(name_hash, name_equal);
    return shows;
}

void kernel_shows_free(struct kernel_shows *shows)
{
    if (shows) {
        g_hash_table_destroy(shows->looked_at);
        g_free(shows);
    }
}

struct place *kernel_shows_note(struct kernel_shows *shows, struct str text, bool call)
{
    const char *says;
    struct place *place = NULL;
    if (g_hash_table_contains(shows->looked_at, &text) ||
        g_hash_table_size(shows->looked_at) == NAMES_LOOKED_AT)
        return NULL;
    struct str *name = ARENA_NEW(shows->reading->home, struct str);
    *name = str_keep(shows->reading->home, text);
    g_hash_table_add(shows->looked_at, name);
    for (size_t i = 0; (says = name_shows(text, call, i)); i++) {
        bool known = shows->count == SHOWN_MOST;
        for (size_t j = 0; j < shows->count && !known; j++)
            known = shows->shown[j].says == says;
        if (!known) {
            place = place ? place : ARENA_NEW(shows->reading->home, struct place);
            shows->shown[shows->count++] = (struct shown){ says, *name, place };
        }
    }
    return place;
}

void kernel_shows_give(const struct kernel_shows *shows)
{
    for (size_t i = 0; i < shows->count; i++) {
        const struct shown *shown = &shows->shown[i];
        (void)reading_fact(shows->reading, KEY_PROFILE_SHOWS, str_from(shown->says), shown->name,
                           UNIT_NONE, *shown->place);
    }
}
