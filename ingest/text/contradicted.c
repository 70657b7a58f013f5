/* contradicted.c - statements that their own file contradicts, and one thing said twice, not the
 * same.
 *
 * Readers differ on which of two statements counts: each that was taken stays a fact, and that they
 * differ is one more, with the second's text and place. What a format says again on purpose (a
 * counter's last reading, the first of two tables) its adapter settles before a fact is made of it.
 */
#include "reading.h"

#include <glib.h>
#include <math.h>

enum {
    TOLD_MOST = 64, /* contradictions a file: what has more is one heap of them */
    QUOTED = 100,
};

void reading_contradiction(struct reading *reading, struct str text, struct place place,
                           struct str against)
{
    struct place told = place;
    told.file = reading->name;
    told.offset = reading_offset(reading, place.offset);
    diag_add(reading->diags, DIAG_CONTRADICTION, told, STR(""), "\"%.*s\", but %.*s", STR_ARG(text),
             STR_ARG(against));
    (void)reading_fact(reading, KEY_CONTRADICTION, against, text, UNIT_NONE, place);
}

/* ---- one thing said twice ---- */

static guint fact_hash(gconstpointer key)
{
    const struct fact *fact = key;
    guint hash = 2166136261U ^ (guint)fact->key; /* FNV-1a */
    for (size_t i = 0; i < fact->instance.len; i++)
        hash = (hash ^ (unsigned char)fact->instance.at[i]) * 16777619U;
    return hash;
}

static gboolean fact_equal(gconstpointer left, gconstpointer right)
{
    const struct fact *a = left, *b = right;
    return a->key == b->key && a->kind == b->kind && str_eq(a->instance, b->instance);
}

/* What may stand beside itself: messages, the status of each process, what is a contradiction. */
static bool is_list(enum key key)
{
    return key == KEY_RUN_ERROR || key == KEY_RUN_EXIT || key == KEY_CONTRADICTION;
}

/* What a later look at the same machine may find otherwise. */
static bool is_of_a_moment(enum key key)
{
    return vocabulary_row(key)->group == GROUP_HEALTH;
}

static bool is_word_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "2.11.0" says less than "2.11.0+cu130", and nothing else. */
static bool is_coarser(struct str text, struct str than)
{
    return str_starts(than, text) && text.len < than.len && !is_word_char(than.at[text.len]);
}

static double in_base(const struct fact *fact)
{
    return fact->value.value * unit_row(fact->value.unit)->factor;
}

static bool same_value(const struct fact *a, const struct fact *b)
{
    static const double rounding = 1e-9; /* of a change of unit */
    struct str left = a->value.text, right = b->value.text;
    if (a->value.number && b->value.number)
        return fabs(in_base(a) - in_base(b)) <= rounding * fabs(in_base(a));
    bool version = vocabulary_row(a->key)->type == TYPE_VERSION;
    return str_eq(left, right) || (version && (is_coarser(left, right) || is_coarser(right, left)));
}

/* "driver.version is 535.54 on line 7", quoted up to a length. */
static struct str told_before(struct reading *reading, struct str what, struct str said,
                              const struct place *stood)
{
    struct str where = stood->path.len > 0
                           ? str_format(reading->home, "at %.*s", STR_ARG(stood->path))
                           : str_format(reading->home, "on line %u", stood->line);
    return str_format(reading->home, "%.*s is %.*s %.*s", STR_ARG(what),
                      STR_ARG(str_sub(said, 0, QUOTED)), STR_ARG(where));
}

void reading_otherwise(struct reading *reading, const struct statement *first, struct str text,
                       struct place place)
{
    if (first->text.len > 0 && text.len > 0 && !str_eq(first->text, text) &&
        reading->twice_told++ < TOLD_MOST) {
        reading_contradiction(reading, text, place,
                              told_before(reading, first->what, first->text, &first->place));
    }
}

/* Places of facts are those of the stored bytes already. */
static void contradiction_tell(struct reading *reading, const struct fact *first,
                               const struct fact *again)
{
    struct str text = again->value.text;
    struct fact fact = *again;
    fact.key = KEY_CONTRADICTION;
    fact.instance = told_before(reading, str_from(vocabulary_row(first->key)->name),
                                first->value.text, &first->source.from);
    fact.value = (struct quantity){ .text = text };
    fact.placeholder = false;
    fact.defined = NULL;
    facts_add(reading->facts, &fact);
    diag_add(reading->diags, DIAG_CONTRADICTION, fact.source.from, STR(""), "\"%.*s\", but %.*s",
             STR_ARG(str_sub(text, 0, QUOTED)), STR_ARG(fact.instance));
}

static void contradictions_find(struct reading *reading, size_t from, bool of_a_moment)
{
    GHashTable *known = g_hash_table_new(fact_hash, fact_equal);
    size_t count = facts_count(reading->facts);
    for (size_t i = from; i < count; i++) {
        const struct fact *fact = facts_at(reading->facts, i);
        /* What tells nothing contradicts nothing: a poll may fail between two that do not. */
        if (fact->placeholder || is_list(fact->key) || is_of_a_moment(fact->key) != of_a_moment)
            continue;
        const struct fact *first = g_hash_table_lookup(known, fact);
        if (!first) {
            struct fact *kept = ARENA_NEW(reading->scratch, struct fact);
            *kept = *fact;
            g_hash_table_add(known, kept);
        } else if (!same_value(first, fact) && reading->twice_told++ < TOLD_MOST) {
            contradiction_tell(reading, first, fact);
        }
    }
    g_hash_table_destroy(known);
}

void reading_round(struct reading *reading)
{
    contradictions_find(reading, reading->round_from, true);
    reading->round_from = facts_count(reading->facts);
}

void reading_test(struct reading *reading)
{
    reading_round(reading);
    contradictions_find(reading, reading->test_from, false);
    reading->test_from = facts_count(reading->facts);
}

void reading_twice(struct reading *reading)
{
    reading_round(reading);
    contradictions_find(reading, reading->test_from, false);
}
