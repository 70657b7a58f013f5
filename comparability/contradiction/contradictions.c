/* contradictions.c - statements of files that cannot all be true: a file against itself, two files
 * of one machine against each other.
 *
 * Works on any list of facts, so that a bundle can be looked at before there is a case. Sources of
 * one key that differ are rule X1's. */
#include "clashes.h"

#include "base/num.h"
#include "model/likeness.h"
#include "model/normal.h"
#include "model/traits.h"

#include <string.h>

enum { LOOKED_AT_MOST = 4096 };

struct found {
    struct clash *item;
    size_t count;
};

static void found_add(struct found *out, struct clash contradiction)
{
    if (out->count < CLASHES_MOST)
        out->item[out->count++] = contradiction;
}

/* ---- a file against itself ---- */

static void self_find(const struct fact *const *fact, size_t count, struct found *out)
{
    for (size_t i = 0; i < count; i++)
        if (fact[i]->key == KEY_CONTRADICTION && !fact[i]->placeholder)
            found_add(out, (struct clash){ CLASH_SELF, fact[i], NULL });
}

/* ---- one identity, two accelerators ---- */

static bool is_identity(enum key key)
{
    return key == KEY_ACCELERATOR_BUS_ID || key == KEY_ACCELERATOR_UUID ||
           key == KEY_ACCELERATOR_SERIAL;
}

static void twice_find(const struct fact *const *fact, size_t count, struct found *out)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_identity(fact[i]->key) || fact[i]->placeholder)
            continue;
        for (size_t j = 0; j < i; j++) {
            if (fact[j]->key == fact[i]->key && !fact[j]->placeholder &&
                fact[j]->source.evidence == fact[i]->source.evidence &&
                texts_alike(fact[j]->value.text, fact[i]->value.text) &&
                !str_eq(fact[j]->instance, fact[i]->instance)) {
                found_add(out, (struct clash){ CLASH_TWICE, fact[j], fact[i] });
                break;
            }
        }
    }
}

/* ---- counters ---- */

static void counters_find(const struct fact *const *fact, size_t count, struct found *out)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; fact[i]->key == KEY_ENERGY_COUNTER_BEGIN && j < count; j++) {
            double begin;
            double end;
            if (fact[j]->key == KEY_ENERGY_COUNTER_END &&
                str_eq(fact[j]->instance, fact[i]->instance) && fact_base(fact[i], &begin) &&
                fact_base(fact[j], &end) && end < begin)
                found_add(out, (struct clash){ CLASH_FALLS, fact[i], fact[j] });
        }
    }
}

/* ---- number of accelerators ---- */

/* Whether an earlier fact of the same file names the same accelerator (a loop writes it again). */
static bool listed_before(const struct fact *const *fact, size_t at)
{
    for (size_t j = 0; j < at; j++)
        if (fact[j]->key == KEY_ACCELERATOR_NAME && str_eq(fact[j]->instance, fact[at]->instance) &&
            fact[j]->source.evidence == fact[at]->source.evidence)
            return true;
    return false;
}

size_t accelerators_listed(const struct evidence *evidence, const struct fact *const *fact,
                           size_t count, const struct fact **last)
{
    size_t listed = 0;
    *last = NULL;
    for (size_t i = 0; i < count; i++) {
        if (fact[i]->key == KEY_ACCELERATOR_NAME && fact[i]->source.evidence == evidence &&
            !listed_before(fact, i)) {
            listed++;
            *last = fact[i];
        }
    }
    return listed;
}

/* Whether another file than `but`, telemetry or a whole list, names so many accelerators. */
static bool another_lists(const struct fact *const *fact, size_t count, const struct evidence *but,
                          bool telemetry, size_t number)
{
    const struct evidence *seen = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct evidence *evidence = fact[i]->source.evidence;
        const struct fact *last;
        if (fact[i]->key == KEY_ACCELERATOR_NAME && evidence && evidence != but &&
            evidence != seen &&
            (telemetry ? evidence_has(evidence, TRAIT_POLLS)
                       : evidence_has(evidence, TRAIT_LISTS_ACCELERATORS)) &&
            accelerators_listed(evidence, fact, count, &last) == number)
            return true;
        seen = evidence;
    }
    return false;
}

/* What `nvidia-smi -q -i N` writes: how many are attached, and of those the chosen ones. That some
 * were chosen, and not lost, shows where another list has all that are attached, where telemetry is
 * of as many, or where the run is known to have used as many. */
bool accelerators_chosen(const struct fact *const *fact, size_t count,
                         const struct evidence *evidence)
{
    const struct fact *last, *attached = NULL;
    double stated = 0, used;
    for (size_t i = 0; i < count && !attached; i++) {
        bool own = fact[i]->key == KEY_ACCELERATOR_ATTACHED && fact[i]->source.evidence == evidence;
        attached = own && fact_base(fact[i], &stated) ? fact[i] : NULL;
    }
    size_t listed = accelerators_listed(evidence, fact, count, &last);
    if (!attached || !evidence_has(evidence, TRAIT_LISTS_ACCELERATORS) || listed == 0 ||
        !((double)listed < stated))
        return false;
    bool shown =
        (stated < LOOKED_AT_MOST && another_lists(fact, count, evidence, false, (size_t)stated)) ||
        another_lists(fact, count, evidence, true, listed);
    for (size_t i = 0; i < count && !shown; i++) {
        shown = fact[i]->key == KEY_ACCELERATOR_COUNT && fact[i]->kind == FACT_MEASURED &&
                fact_base(fact[i], &used) && used >= (double)listed && used <= (double)listed;
    }
    return shown;
}

/* The number that a file states, against those that it lists. */
static void attached_find(const struct fact *const *fact, size_t count, struct found *out)
{
    for (size_t i = 0; i < count; i++) {
        const struct fact *last;
        double attached;
        if (fact[i]->key != KEY_ACCELERATOR_ATTACHED ||
            !evidence_has(fact[i]->source.evidence, TRAIT_LISTS_ACCELERATORS) ||
            !fact_base(fact[i], &attached))
            continue;
        size_t listed = accelerators_listed(fact[i]->source.evidence, fact, count, &last);
        if (last && (double)listed != attached &&
            !accelerators_chosen(fact, count, fact[i]->source.evidence))
            found_add(out, (struct clash){ CLASH_COUNT, fact[i], last });
    }
}

/* Files that list different numbers: the host has four, the container sees two. */
static void numbers_find(const struct fact *const *fact, size_t count, struct found *out)
{
    const struct evidence *first = NULL;
    const struct fact *first_last = NULL;
    size_t first_count = 0;
    const struct evidence *seen = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct evidence *evidence = fact[i]->source.evidence;
        const struct fact *last;
        if (fact[i]->key != KEY_ACCELERATOR_NAME || evidence == seen || evidence == first ||
            !evidence_has(evidence, TRAIT_LISTS_ACCELERATORS) ||
            accelerators_chosen(fact, count, evidence))
            continue;
        size_t listed = accelerators_listed(evidence, fact, count, &last);
        if (!first) {
            first = evidence;
            first_last = last;
            first_count = listed;
        } else if (listed != first_count) {
            found_add(out, (struct clash){ CLASH_COUNT, first_last, last });
        }
        seen = evidence;
    }
}

static bool is_looked_at(enum key key)
{
    return is_identity(key) || key == KEY_CONTRADICTION || key == KEY_ACCELERATOR_NAME ||
           key == KEY_ACCELERATOR_ATTACHED || key == KEY_ACCELERATOR_COUNT ||
           key == KEY_ENERGY_COUNTER_BEGIN || key == KEY_ENERGY_COUNTER_END;
}

size_t clashes_find(struct arena *home, const struct fact *const *all, size_t all_count,
                    struct clash **out)
{
    struct found found = { ARENA_MANY(home, CLASHES_MOST, struct clash), 0 };
    const struct fact **fact = ARENA_MANY(home, LOOKED_AT_MOST, const struct fact *);
    size_t count = 0;
    for (size_t i = 0; i < all_count && count < LOOKED_AT_MOST; i++)
        if (is_looked_at(all[i]->key))
            fact[count++] = all[i];
    self_find(fact, count, &found);
    twice_find(fact, count, &found);
    counters_find(fact, count, &found);
    attached_find(fact, count, &found);
    numbers_find(fact, count, &found);
    *out = found.item;
    return found.count;
}

static bool model_of(const struct fact *fact, struct accelerator *out)
{
    int64_t index;
    return fact->key == KEY_ACCELERATOR_NAME && !fact->placeholder &&
           num_int(fact->instance, &index) && accelerator_read(fact->value.text, out);
}

bool machines_differ(const struct fact *const *fact, size_t count, struct clash *out)
{
    enum { COMPARED_MOST = 1024 };
    size_t compared = 0;
    for (size_t i = 0; i < count && compared < COMPARED_MOST; i++) {
        struct accelerator own;
        if (!model_of(fact[i], &own))
            continue;
        compared++;
        for (size_t j = 0; j < i; j++) {
            struct accelerator other;
            if (fact[j]->source.evidence != fact[i]->source.evidence &&
                str_eq(fact[j]->instance, fact[i]->instance) && model_of(fact[j], &other) &&
                strcmp(own.model, other.model) != 0) {
                *out = (struct clash){ CLASH_MACHINES, fact[j], fact[i] };
                return true;
            }
        }
    }
    return false;
}

const char *clash_title(enum clash_kind kind)
{
    switch (kind) {
    case CLASH_SELF:
        return "a file contradicts itself";
    case CLASH_TWICE:
        return "two accelerators have one identity";
    case CLASH_FALLS:
        return "a counter runs backwards";
    case CLASH_COUNT:
        return "the number of accelerators is not one";
    case CLASH_MACHINES:
        return "files of different machines lie in one folder: give each machine its own";
    }
    return "";
}
