/* against_own.c - new runs that are none: the dossier's own, of whatever system or bridge; and how
 * far new ones are from a system's.
 *
 * Those of the system beside which new runs are set are told by rule X4, which has both. Of the
 * others nothing gets into the case, so they are found here: by the digest of the file with their
 * result, or, where numbers were moved, by the microsecond in which their load began. */
#include "against.h"
#include "model/decision.h"
#include "model/likeness.h"
#include <math.h>

const struct selector *against_named(const struct against *a, size_t system,
                                     const struct found_run *run)
{
    struct str file = a->stood.file[run->file].evidence->name;
    for (size_t i = 0; i < a->then.gathered.count; i++) {
        const struct bundle *bundle = &a->then.gathered.bundle[i];
        const struct selector *of = bundle->selector;
        if (bundle->role != BUNDLE_RUNS || !of || of->bridge || of->system != system)
            continue;
        struct str path = bundle_unpacked(a->request->home, bundle->path);
        if ((str_eq(file, path) || str_below(file, path)) &&
            (of->instance.len == 0 || run->instance.len == 0 ||
             str_eq(of->instance, run->instance)))
            return of;
    }
    return NULL;
}

/* As rule X4 asks it: a clock that tells more than milliseconds. */
static bool same_begin(const struct fact *a, const struct fact *b)
{
    if (!a || !b || !a->value.number || !b->value.number || a->kind == FACT_DECLARED ||
        b->kind == FACT_DECLARED)
        return false;
    return moment_is_fine(a->value.value) && fabs(a->value.value - b->value.value) < 4e-7;
}

struct str against_own(const struct against *a, const size_t *system, const struct operand *operand,
                       const struct found_run *run)
{
    const struct evidence *file = operand->file[run->file].evidence;
    const struct fact *begin = found_fact(operand, run, KEY_LOAD_BEGIN);
    for (size_t i = 0; i < a->stood.run_count; i++) {
        const struct found_run *own = &a->stood.run[i];
        const struct evidence *held = a->stood.file[own->file].evidence;
        if (!str_eq(own->instance, run->instance) || (system && against_named(a, *system, own)))
            continue;
        if ((file->bytes.len > 0 && digest_eq(file->digest, held->digest)) ||
            same_begin(begin, found_fact(&a->stood, own, KEY_LOAD_BEGIN)))
            return held->name;
    }
    return (struct str){ 0 };
}

struct str against_all_own(const struct against *a)
{
    struct str first = { 0 };
    for (size_t i = 0; i < a->fresh_count; i++) {
        const struct operand *operand = &a->fresh[i].operand;
        for (size_t k = 0; k < operand->run_count; k++) {
            struct str own = against_own(a, NULL, operand, &operand->run[k]);
            if (own.len == 0)
                return own;
            first = first.len > 0 ? first : own;
        }
    }
    return first;
}

/* ---- how far new runs are from those of a system ---- */

static bool blocks(const struct finding *finding)
{
    return finding->cell == VERDICT_NOT || finding->cell == VERDICT_INCOMPLETE;
}

size_t layers_changed(const struct comparison *comparison)
{
    size_t count = 0;
    for (size_t i = 0; i < comparison->layer_count; i++)
        count += comparison->layer[i].state == LAYER_CHANGED;
    return count;
}

bool against_copied(const struct finding *finding)
{
    return str_eq(finding->rule->id, STR("X4")) &&
           (finding->judgement == FAILS || finding->judgement == UNKNOWN);
}

size_t against_distance(const struct pipeline *p)
{
    size_t count = 0;
    for (size_t c = 0; c < p->model.comparison_count; c++) {
        const struct comparison *one = &p->model.comparison[c];
        count += layers_changed(one);
        for (size_t i = 0; i < one->finding_count; i++) {
            if (against_copied(&one->finding[i]) && blocks(&one->finding[i]))
                return 0;
            count += blocks(&one->finding[i]) ? BLOCKED : 0;
        }
    }
    return p->model.comparison_count > 0 ? count : SIZE_MAX;
}
