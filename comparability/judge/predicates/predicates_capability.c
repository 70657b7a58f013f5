/* predicates_capability.c - what an accelerator can compute, and whether driver, toolkit, framework
 * and device fit together. The table is capability.def. */
#include "capability.h"
#include "model/likeness.h"
#include "signs.h"

#include "base/num.h"

/* ---- the device ---- */

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

/* ---- P5 ---- */

/* Every processor that runs such work computes these; of others its extensions decide, which no
 * table here holds. */
static bool native_to_processors(struct str format)
{
    const struct format_row *row = format_find(format);
    return row &&
           (str_eq(str_from(row->name), STR("fp32")) || str_eq(str_from(row->name), STR("fp64")));
}

/* A format that the accelerator does not compute by itself, or of which that is not known; of
 * processors alone, one that not all of them compute. */
enum shows not_native(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *member = look->member;
    const struct fact *format = member_any(judging, member, look->ask->key[0]);
    if (!format)
        return SHOWS_UNASKED;
    out->fact = format;
    if (on_processors(member)) {
        out->is = UNKNOWN;
        out->raised = CONDITION_BIT(PROCESSORS);
        return native_to_processors(format->value.text) ? SHOWS_NONE : SHOWS_SIGN;
    }
    const struct generation *row;
    out->seen[0] = format;
    out->seen[1] = device_of(judging, member, &row);
    enum support support = row ? generation_supports(row, format->value.text) : SUPPORT_UNKNOWN;
    if (support == SUPPORT_EMULATED) {
        out->raised = CONDITION_BIT(EMULATED);
    } else if (support == SUPPORT_UNKNOWN) {
        bool *silent = marks_of(judging);
        silent[member - judging->member] = true;
        out->is = UNKNOWN;
        out->silent = silent_systems(judging, silent);
        out->key = row ? format->key : KEY_ACCELERATOR_CAPABILITY;
    }
    return support == SUPPORT_NATIVE ? SHOWS_NONE : SHOWS_SIGN;
}

/* ---- D2 ---- */

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
    struct str x = str_trim(a->value.text), y = str_trim(b->value.text), hx = { 0 }, hy = { 0 };
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
                         const enum key *key)
{
    struct fit fit = { .driver = member_any(judging, member, key[0]),
                       .framework = member_any(judging, member, key[1]),
                       .list = member_any(judging, member, key[3]),
                       .toolkit = member_any(judging, member, key[4]),
                       .asked = member_any(judging, member, key[5]),
                       .release = member_any(judging, member, key[6]) };
    fit.device = device_of(judging, member, &fit.generation);
    return fit;
}

/* Of accelerators without CUDA its keys are not asked. */
enum key fit_lacking(struct judging *judging, const struct member *member, const struct ask *ask)
{
    bool told = member_any(judging, member, KEY_FRAMEWORK_ROCM) ||
                key_exempt(judging, member, ask->key[0]) ||
                member_any(judging, member, ask->key[0]);
    return told ? KEY_COUNT : ask->key[0];
}

/* Keys: as fit_of takes them. */
enum shows misfit(struct judging *judging, const struct look *look, struct sign *out)
{
    struct fit fit = fit_of(judging, look->member, look->ask->key);
    bool broken = fit_broken(&fit, out->seen);
    bool part = !broken && driver_of(&fit) == DRIVER_FITS_IN_PART;
    if (part) {
        out->seen[0] = fit.framework;
        out->seen[1] = fit.driver;
        out->raised = CONDITION_BIT(MINOR_RELEASE);
    }
    out->fact = out->seen[0];
    if (fit.driver && fit.framework) {
        out->fine[0] = fit.driver;
        out->fine[1] = fit.framework;
    }
    return broken || part ? SHOWS_SIGN : SHOWS_NONE;
}
