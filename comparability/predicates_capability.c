/* predicates_capability.c - what an accelerator can compute, and whether driver, toolkit, framework
 * and device fit together. The table is capability.def. */
#include "capability.h"
#include "predicates.h"
#include "values.h"

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

/* Says for one member what stands against its format; true where the format is native. */
static bool native_member(struct tally *tally, const struct member *member,
                          const struct fact *format)
{
    struct judging *judging = tally->judging;
    const struct generation *row;
    const struct fact *device = device_of(judging, member, &row);
    enum support support = row ? generation_supports(row, format->value.text) : SUPPORT_UNKNOWN;
    if (support == SUPPORT_NATIVE) {
        return true;
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
    tally_say(tally, &outcome);
    return false;
}

void judge_native(struct judging *judging, const struct rule *rule)
{
    struct tally tally = tally_of(judging, rule);
    bool said[2] = { false, false }, any = false;
    bool *silent = marks_of(judging);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *format = member_any(judging, member, rule->key[0]);
        if (!format) {
            silent[i] = any = true;
        } else if (!said[member->like]) {
            said[member->like] = !native_member(&tally, member, format);
        }
    }
    if (any) {
        tally_silent(&tally, rule->key[0], (struct str){ 0 }, silent, NULL, NULL);
    }
    tally_done(&tally);
}

/* ---- D2 -----------------------------------------------------------------------------------------
 */

/* A list such as "sm_80 sm_90 compute_90" runs on capability 9.0: code of the same major number and
 * no later minor number, or an intermediate form; a list of gfx targets must hold the device's. */
static bool list_fits(struct str list, struct str capability)
{
    size_t gfx = str_find(capability, STR("gfx"));
    if (gfx != SIZE_MAX) {
        struct str target = str_sub(capability, gfx, capability.len), head;
        (void)str_cut(&target, ':', &head);
        return str_find(list, head) != SIZE_MAX;
    }
    for (size_t at = 0; at < list.len; at++) {
        struct str rest = str_sub(list, at, list.len);
        if (str_starts(rest, STR("compute_"))) {
            return true;
        }
        if (!str_starts(rest, STR("sm_"))) {
            continue;
        }
        uint32_t number = 0;
        for (size_t i = 3; i < rest.len && rest.at[i] >= '0' && rest.at[i] <= '9' && number < 10000;
             i++) {
            number = number * 10 + (uint32_t)(rest.at[i] - '0');
        }
        struct str major = capability, head;
        int64_t have_major = 0, have_minor = 0;
        if (str_cut(&major, '.', &head) && num_int(head, &have_major) &&
            num_int(major, &have_minor) && (int64_t)(number / 10) == have_major &&
            (int64_t)(number % 10) <= have_minor) {
            return true;
        }
    }
    return false;
}

static bool is_list_of_devices(const struct fact *list)
{
    return str_find(list->value.text, STR("sm_")) != SIZE_MAX ||
           str_find(list->value.text, STR("gfx")) != SIZE_MAX;
}

struct fit { /* what one run says of the four */
    const struct fact *driver, *framework, *device, *list, *toolkit, *asked;
    const struct generation *generation;
};

static bool older(const struct fact *a, const struct fact *b)
{
    return versions_order(a->value.text, b->value.text) < 0 &&
           !versions_agree(a->value.text, b->value.text);
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
    bool early = row && row->toolkit_first[0] && fit->framework &&
                 versions_order(fit->framework->value.text, str_from(row->toolkit_first)) < 0;
    bool left = row && row->toolkit_left[0] && fit->framework &&
                versions_order(fit->framework->value.text, str_from(row->toolkit_left)) >= 0;
    const struct {
        bool broken;
        const struct fact *what, *against;
    } cells[] = {
        /* a driver older than the CUDA that the framework was built for */
        { fit->driver && fit->framework && older(fit->driver, fit->framework), fit->framework,
          fit->driver },
        /* code for other devices only */
        { fit->list && fit->device && is_list_of_devices(fit->list) &&
              !list_fits(fit->list->value.text, fit->device->value.text),
          fit->list, fit->device },
        { fit->asked && fit->device && is_list_of_devices(fit->asked) &&
              !list_fits(fit->asked->value.text, fit->device->value.text),
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
                       .asked = member_any(judging, member, rule->key[5]) };
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
        if (fit_broken(&fit, pair)) {
            struct outcome outcome = outcome_seen(judging, FAILS, member, pair[0]);
            outcome.seen[1] = pair[1];
            tally_say(&tally, &outcome);
        }
        if (!tally.holds.seen[0] && fit.driver && fit.framework) {
            tally.holds.seen[0] = fit.driver;
            tally.holds.seen[1] = fit.framework;
        }
    }
    tally_done(&tally);
}
