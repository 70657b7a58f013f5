/* against_own.c - beside which system new runs are set; and those that are none: the dossier's own,
 * of whatever system or bridge.
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

/* ---- which system ---- */

enum { BLOCKED = 100 }; /* of a distance: what one condition that blocks weighs, in layers */

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

static bool told(const struct against *a, struct str expected, const char *said)
{
    diag_add(a->request->diags, DIAG_REFUSED, (struct place){ .file = str_from(a->path) }, expected,
             "%s", said);
    return false;
}

/* Judged beside one system, with diagnostics of its own: of a system that cannot be set beside them
 * (a quotation, say, that has none of the files which a declaration above it speaks of) nobody
 * asked. */
static bool nearest_try(struct against *a, const struct against_wish *wish, struct pipeline *p)
{
    struct diags *told = a->request->diags, *own = diags_new(a->request->home);
    a->request->diags = own;
    bool good = against_judge(a, wish, p) && diags_exit(own) == 0;
    a->request->diags = told;
    p->diags = told;
    for (const struct diag *diag = good ? diags_first(own) : NULL; diag; diag = diag->next)
        diag_add(told, diag->id, diag->place, diag->expected, "%.*s", STR_ARG(diag->said));
    return good;
}

static bool alike_told(const struct against *a, size_t system)
{
    return told(a,
                str_format(a->request->home,
                           "the one that is meant; name it, such as --system %.*s",
                           STR_ARG(a->then.case_file->system[system].id)),
                "several of its systems are equally near to the new runs");
}

static bool why_told(struct against *a, size_t system, struct str requirements,
                     struct pipeline *out)
{
    const struct against_wish wish = { .system = system, .requirements = requirements };
    return against_judge(a, &wish, out) && diags_exit(a->request->diags) == 0;
}

/* `other`: a system beside which they cannot be set; SIZE_MAX: none was judged. */
static bool none_near(struct against *a, size_t other, struct str requirements,
                      struct pipeline *out)
{
    struct str own = against_all_own(a);
    if (own.len > 0)
        return told(a,
                    STR("runs of a new measurement; measure again, or compare two dossiers by "
                        "dossier diff"),
                    str_c(a->request->home,
                          str_format(a->request->home,
                                     "each is a run of the dossier itself, the first of them %.*s",
                                     STR_ARG(own))));
    if (other != SIZE_MAX)
        return why_told(a, other, requirements, out);
    return told(a,
                STR("runs that can be set beside those of the dossier; dossier inspect shows what "
                    "is read of them"),
                "nothing to compare");
}

bool against_nearest(struct against *a, const char *only, struct str requirements, size_t *system,
                     struct pipeline *out)
{
    size_t least = SIZE_MAX, none = SIZE_MAX; /* none: the first beside which they cannot be set */
    size_t alike = 0;
    bool known = false, preferred = false;
    for (size_t i = 0; i < a->then.case_file->system_count; i++) {
        struct pipeline p;
        struct str id = a->then.case_file->system[i].id;
        if (only && !str_eq(id, str_from(only)))
            continue;
        known = true;
        struct against_wish wish = { .system = i, .requirements = requirements };
        if (!nearest_try(a, &wish, &p)) {
            none = none != SIZE_MAX ? none : i;
            continue;
        }
        size_t distance = against_distance(&p);
        bool nearer = distance<least, same_id = a->prefer.len> 0 && str_eq(id, a->prefer);
        alike = nearer ? 1 : alike + (distance == least);
        if (nearer || (distance == least && same_id)) {
            least = distance;
            preferred = same_id;
            *system = i;
            *out = p;
        }
    }
    if (!known)
        return told(a, STR("the id of a system of its case; dossier verify names them"),
                    only ? only : "no system");
    if (least == SIZE_MAX)
        return none_near(a, none, requirements, out);
    if (alike > 1 && least < BLOCKED && !preferred) /* where none answers, the first says why */
        return alike_told(a, *system);
    return true;
}
