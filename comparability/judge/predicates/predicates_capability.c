/* predicates_capability.c - what an accelerator can compute, and whether driver, toolkit, framework
 * and device fit together. The table is capability.def. */
#include "capability.h"
#include "model/likeness.h"
#include "predicates.h"

#include "base/num.h"

/* ---- the device ---------------------------------------------------------------------------------
 */

/* The fact that says which generation: compute capability or gfx target; `row` NULL: not in the
 * table. */
static const struct fact *device_of(const struct judging *judging, const struct member *member,
                                    const struct generation **row)
{
    static const enum key keys[] = { KEY_ACCELERATOR_CAPABILITY, KEY_ACCELERATOR_ARCHITECTURE,
                                     KEY_ACCELERATOR_NAME };
    const struct fact *first = NULL;
    *row = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(keys) && !*row; i++) {
        const struct fact *fact = member_any(judging, member, keys[i]);
        *row = fact ? generation_find(fact->value.text) : NULL;
        first = *row || (!first && i == 0) ? fact : first;
    }
    return first;
}

/* ---- P5 -----------------------------------------------------------------------------------------
 */

/* Every processor that runs such work computes these; of others its extensions decide, which no
 * table here holds. */
static bool native_to_processors(struct str format)
{
    const struct format_row *row = format_find(format);
    return row &&
           (str_eq(str_from(row->name), STR("fp32")) || str_eq(str_from(row->name), STR("fp64")));
}

/* Says for one member what stands against its format; of a side's runs once. */
static void native_member(struct tally *tally, const struct member *member,
                          const struct fact *format, struct once *once)
{
    struct judging *judging = tally->judging;
    if (on_processors(member)) {
        struct outcome outcome = outcome_seen(judging, UNKNOWN, member, format);
        outcome.raised = CONDITION_BIT(PROCESSORS);
        if (!native_to_processors(format->value.text)) {
            tally_say_once(tally, &outcome, member, once);
        }
        return;
    }
    const struct generation *row;
    const struct fact *device = device_of(judging, member, &row);
    enum support support = row ? generation_supports(row, format->value.text) : SUPPORT_UNKNOWN;
    if (support == SUPPORT_NATIVE) {
        return;
    }
    struct outcome outcome =
        outcome_seen(judging, support == SUPPORT_UNKNOWN ? UNKNOWN : FAILS, member, format);
    outcome.seen[1] = device;
    if (support == SUPPORT_EMULATED) {
        outcome.raised = CONDITION_BIT(EMULATED);
    } else if (support == SUPPORT_UNKNOWN) {
        bool *silent = marks_of(judging);
        silent[member - judging->member] = true;
        outcome.silent = silent_systems(judging, silent);
        outcome.key = row ? format->key : KEY_ACCELERATOR_CAPABILITY;
    }
    tally_say_once(tally, &outcome, member, once);
}

void judge_native(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    struct once once = { .count = 0 };
    bool *silent = marks_of(judging), any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *format = member_any(judging, member, rule->key[0]);
        if (!format) {
            silent[i] = any = true;
        } else {
            native_member(&tally, member, format, &once);
        }
    }
    if (any) {
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
    }
    tally_done(&tally);
}

/* ---- D2 -----------------------------------------------------------------------------------------
 */

static bool is_list_of_devices(const struct fact *list)
{
    return str_find(list->value.text, STR("sm_")) != SIZE_MAX ||
           str_find(list->value.text, STR("gfx")) != SIZE_MAX;
}

struct fit { /* what one run says of the four */
    const struct fact *driver, *framework, *device, *list, *toolkit, *asked, *release;
    const struct generation *generation;
};

static struct str text_of(const struct fact *fact)
{
    return fact ? fact->value.text : (struct str){ 0 };
}

/* How the driver fits the CUDA that the framework was built for; FITS where either is not known. */
static enum driver_fit driver_of(const struct fit *fit)
{
    return fit->framework
               ? driver_fit(text_of(fit->driver), text_of(fit->release), text_of(fit->framework))
               : DRIVER_FITS;
}

/* The fact that shows a driver to be too old: what it supports, else its own version. */
static const struct fact *driver_fact(const struct fit *fit)
{
    struct fit by_cuda = *fit;
    by_cuda.release = NULL;
    return fit->driver && driver_of(&by_cuda) != DRIVER_FITS ? fit->driver : fit->release;
}

static bool majors_apart(const struct fact *a, const struct fact *b)
{
    struct str x = str_trim(a->value.text), y = str_trim(b->value.text), hx, hy;
    int64_t vx, vy;
    (void)str_cut(&x, '.', &hx);
    (void)str_cut(&y, '.', &hy);
    return num_int(hx, &vx) && num_int(hy, &vy) && vx != vy;
}

/* The first pair of facts that do not fit: the matrix of driver, toolkit, framework and device. */
static bool fit_broken(const struct fit *fit, const struct fact *pair[2])
{
    const struct generation *row = fit->generation;
    bool listed = fit->list && fit->device && is_list_of_devices(fit->list) &&
                  targets_fit(fit->list->value.text, fit->device->value.text);
    /* An older release runs on a newer device by its intermediate form alone. */
    bool early = row && row->toolkit_first[0] && fit->framework && !listed &&
                 versions_order(fit->framework->value.text, str_from(row->toolkit_first)) < 0;
    bool left = row && row->toolkit_left[0] && fit->framework &&
                versions_order(fit->framework->value.text, str_from(row->toolkit_left)) >= 0;
    const struct {
        bool broken;
        const struct fact *what, *against;
    } cells[] = {
        /* a driver older than the CUDA that the framework was built for */
        { driver_of(fit) == DRIVER_TOO_OLD, fit->framework, driver_fact(fit) },
        /* code for other devices only */
        { fit->list && fit->device && is_list_of_devices(fit->list) &&
              !targets_fit(fit->list->value.text, fit->device->value.text),
          fit->list, fit->device },
        { fit->asked && fit->device && is_list_of_devices(fit->asked) &&
              !targets_fit(fit->asked->value.text, fit->device->value.text),
          fit->asked, fit->device },
        /* a release that does not know the device yet, or no longer */
        { early || left, fit->framework, fit->device },
        /* extensions built by a toolkit of another major release */
        { fit->toolkit && fit->framework && majors_apart(fit->toolkit, fit->framework),
          fit->toolkit, fit->framework },
    };
    for (size_t i = 0; i < ARRAY_COUNT(cells); i++) {
        if (cells[i].broken) {
            pair[0] = cells[i].what;
            pair[1] = cells[i].against;
            return true;
        }
    }
    return false;
}

static struct fit fit_of(const struct judging *judging, const struct member *member,
                         const struct rule *rule)
{
    struct fit fit = { .driver = member_any(judging, member, rule->key[0]),
                       .framework = member_any(judging, member, rule->key[1]),
                       .list = member_any(judging, member, rule->key[3]),
                       .toolkit = member_any(judging, member, rule->key[4]),
                       .asked = member_any(judging, member, rule->key[5]),
                       .release = member_any(judging, member, rule->key[6]) };
    fit.device = device_of(judging, member, &fit.generation);
    return fit;
}

void judge_fits_together(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    for (size_t k = 0; k < 3; k++) {
        bool *silent = marks_of(judging);
        bool any = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            bool other = member_any(judging, member, KEY_FRAMEWORK_ROCM) != NULL ||
                         key_exempt(judging, member, rule->key[k]);
            silent[i] = !other && !member_any(judging, member, rule->key[k]);
            any = any || silent[i];
        }
        if (any) {
            tally_silent(&tally, rule->key[k], (struct str){ 0 }, silent, NULL, NULL);
        }
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        struct fit fit = fit_of(judging, member, rule);
        const struct fact *pair[2];
        bool broken = fit_broken(&fit, pair);
        bool part = !broken && driver_of(&fit) == DRIVER_FITS_IN_PART;
        if (part) {
            pair[0] = fit.framework;
            pair[1] = fit.driver;
        }
        if (broken || part) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, pair[0]);
            outcome.seen[1] = pair[1];
            outcome.raised = part ? CONDITION_BIT(MINOR_RELEASE) : 0;
            tally_say(&tally, &outcome);
        }
        if (!tally.holds.seen[0] && fit.driver && fit.framework) {
            tally.holds.seen[0] = fit.driver;
            tally.holds.seen[1] = fit.framework;
        }
    }
    tally_done(&tally);
}
