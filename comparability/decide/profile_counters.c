/* profile_counters.c - what the kernels of a profile are near: the peak of the accelerator's memory
 * or that of its processors, by counters of Nsight Compute in any folder that the system names as a
 * profile.
 *
 * Counters are of launches, one at a time; a trace tells how much of the time each kernel takes.
 * They are held together by the kernel's own name, without namespace, template arguments and
 * parameters, which the two tools write differently. Of one name, launches count by their time; of
 * all, names count by their time in the trace. What was counted on another accelerator, by its own
 * words, counts for nothing. Nothing else than counters tells computation from memory in a kernel.
 */
#include "model/likeness.h"
#include "profiles.h"

#include <string.h>

enum { LAUNCHES_MOST = 512, COUNTERS_MOST = 1536 };
enum figure { TIME, MEMORY, COMPUTE, FIGURES };

struct launch {
    const struct evidence *evidence;
    struct str id, kernel;
    const struct fact *fact[FIGURES];
    double value[FIGURES]; /* ns, percent of the peak */
};
struct counting {
    const struct fact **fact; /* of all folders that the system names as profiles */
    size_t fact_count;
    const struct profile *profile;
    struct arena *home;
    struct launch launch[LAUNCHES_MOST];
    size_t count;
};

/* "void ns::name<int>(T1)" to "name". */
static struct str kernel_name(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, text.len + 1);
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool opens = c == '<' || c == '(', closes = c == '>' || c == ')';
        depth += opens ? 1 : 0;
        if (depth == 0) {
            if (c == ' ' || c == ':')
                out.len = 0;
            else
                buf_put_char(&out, c);
        }
        depth -= closes && depth > 0 ? 1 : 0;
    }
    return buf_str(&out);
}

/* Nanoseconds of one of the unit, which newer releases abbreviate; 0: no time. */
static double nanoseconds_of(struct str unit)
{
    static const struct {
        const char *unit;
        double factor;
    } units[] = { { "ns", 1 },   { "nsecond", 1 },   { "us", 1e3 }, { "usecond", 1e3 },
                  { "ms", 1e6 }, { "msecond", 1e6 }, { "s", 1e9 },  { "second", 1e9 } };
    for (size_t i = 0; i < ARRAY_COUNT(units); i++)
        if (str_eq(unit, str_from(units[i].unit)))
            return units[i].factor;
    return 0;
}

/* The instance of a counter: "17 DRAM Throughput (%)". */
static enum figure figure_of(struct str instance, struct str *id, struct str *unit)
{
    static const struct {
        const char *name;
        enum figure figure;
    } names[] = {
        { "gpu__time_duration.sum", TIME },
        { "Duration", TIME },
        { "dram__throughput.avg.pct_of_peak_sustained_elapsed", MEMORY },
        { "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", MEMORY },
        { "DRAM Throughput", MEMORY },
        { "sm__throughput.avg.pct_of_peak_sustained_elapsed", COMPUTE },
        { "Compute (SM) Throughput", COMPUTE },
    };
    struct str rest = instance;
    *id = (struct str){ 0 };
    (void)str_cut(&rest, ' ', id);
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        struct str name = str_from(names[i].name);
        if (str_starts(rest, name) && str_starts(str_sub(rest, name.len, rest.len), STR(" (")) &&
            str_ends(rest, STR(")"))) {
            *unit = str_sub(rest, name.len + 2, rest.len - 1);
            return names[i].figure;
        }
    }
    return FIGURES;
}

/* Whether a file names no other accelerator than the trace does. */
static bool same_accelerator(const struct counting *in, const struct evidence *evidence)
{
    bool named = false;
    for (size_t i = 0; i < in->fact_count; i++) {
        const struct fact *theirs = in->fact[i];
        if (theirs->key != KEY_PROFILE_ACCELERATOR || theirs->source.evidence != evidence)
            continue;
        named = true;
        for (size_t j = 0; j < in->fact_count; j++) {
            const struct fact *own = in->fact[j];
            if (own->key == KEY_PROFILE_ACCELERATOR &&
                own->source.evidence == in->profile->evidence &&
                texts_alike(own->value.text, theirs->value.text))
                return true;
        }
    }
    return !named;
}

static struct launch *launch_of(struct counting *in, const struct evidence *evidence, struct str id)
{
    for (size_t i = in->count; i-- > 0;)
        if (in->launch[i].evidence == evidence && str_eq(in->launch[i].id, id))
            return &in->launch[i];
    return NULL;
}

static void launches_find(struct counting *in)
{
    size_t counters = 0;
    for (size_t i = 0; i < in->fact_count && in->count < LAUNCHES_MOST; i++) {
        const struct fact *fact = in->fact[i];
        if (fact->key == KEY_PROFILE_NAME && same_accelerator(in, fact->source.evidence)) {
            in->launch[in->count++] =
                (struct launch){ .evidence = fact->source.evidence,
                                 .id = fact->instance,
                                 .kernel = kernel_name(in->home, fact->value.text) };
        }
    }
    for (size_t i = 0; i < in->fact_count && counters < COUNTERS_MOST; i++) {
        const struct fact *fact = in->fact[i];
        struct str id, unit;
        enum figure figure = fact->key == KEY_PROFILE_COUNTER && fact->value.number
                                 ? figure_of(fact->instance, &id, &unit)
                                 : FIGURES;
        struct launch *launch = figure < FIGURES ? launch_of(in, fact->source.evidence, id) : NULL;
        double factor = figure == TIME ? nanoseconds_of(unit) : 1;
        if (!launch || launch->fact[figure] || !(factor > 0) ||
            (figure != TIME && !str_eq(unit, STR("%"))))
            continue;
        counters++;
        launch->fact[figure] = fact;
        launch->value[figure] = fact->value.value * factor;
    }
}

/* The counted launches of a name: their time, and shares of peaks weighted by it. */
static bool kernel_near(const struct counting *in, struct str name, double near[FIGURES])
{
    struct str own = kernel_name(in->home, name);
    memset(near, 0, FIGURES * sizeof *near);
    for (size_t i = 0; i < in->count; i++) {
        const struct launch *launch = &in->launch[i];
        if (own.len > 0 && str_eq(launch->kernel, own) && launch->fact[TIME] &&
            launch->fact[MEMORY] && launch->fact[COMPUTE] && launch->value[TIME] > 0) {
            near[TIME] += launch->value[TIME];
            near[MEMORY] += launch->value[TIME] * launch->value[MEMORY];
            near[COMPUTE] += launch->value[TIME] * launch->value[COMPUTE];
        }
    }
    near[MEMORY] /= near[TIME] > 0 ? near[TIME] : 1;
    near[COMPUTE] /= near[TIME] > 0 ? near[TIME] : 1;
    return near[TIME] > 0;
}

static const struct fact *number(struct deriving *deriving, const struct counting *in,
                                 struct str label, enum derivation_id row, double value)
{
    const struct fact **input = ARENA_MANY(in->home, in->count * FIGURES + 1, const struct fact *);
    size_t count = 0;
    for (size_t i = 0; i < in->count; i++) {
        for (size_t j = 0; j < FIGURES && in->launch[i].fact[TIME]; j++)
            if (in->launch[i].fact[j])
                input[count++] = in->launch[i].fact[j];
    }
    return derive(deriving, &(struct derived){ .row = row,
                                               .system = in->profile->system,
                                               .instance = label,
                                               .value = statistics_round(value, 6),
                                               .unit = UNIT_PERCENT,
                                               .printing = { .rule = PRINT_DECIMALS, .digits = 0 },
                                               .input = input,
                                               .input_count = count });
}

/* Those of counters and accelerators. */
static void facts_take(struct counting *in)
{
    const struct system *system = in->profile->system;
    size_t most = 1;
    for (size_t i = 0; i < system->profile_count; i++)
        most += facts_count(system->profile[i].facts);
    in->fact = ARENA_MANY(in->home, most, const struct fact *);
    for (size_t i = 0; i < system->profile_count; i++) {
        for (size_t j = 0; j < facts_count(system->profile[i].facts); j++) {
            const struct fact *fact = facts_at(system->profile[i].facts, j);
            if (fact->key == KEY_PROFILE_NAME || fact->key == KEY_PROFILE_COUNTER ||
                fact->key == KEY_PROFILE_ACCELERATOR)
                in->fact[in->fact_count++] = fact;
        }
    }
}

void profile_counters_find(struct deriving *deriving, struct str label,
                           const struct kernel_time *kernel, size_t count, double all,
                           struct profile *profile)
{
    struct counting *in = ARENA_NEW(deriving->home, struct counting);
    double counted = 0, memory = 0, compute = 0;
    *in = (struct counting){ .profile = profile, .home = deriving->home };
    facts_take(in);
    launches_find(in);
    for (size_t i = 0; i < count; i++) {
        double near[FIGURES];
        if (kernel_near(in, kernel[i].name, near)) {
            counted += kernel[i].time;
            memory += kernel[i].time * near[MEMORY];
            compute += kernel[i].time * near[COMPUTE];
        }
    }
    if (!(counted > 0) || !(all > 0))
        return;
    profile->counted_share = counted / all;
    profile->counted = number(deriving, in, label, DERIVE_PROFILE_COUNTED, 100 * counted / all);
    profile->memory = number(deriving, in, label, DERIVE_PROFILE_MEMORY, memory / counted);
    profile->compute = number(deriving, in, label, DERIVE_PROFILE_COMPUTE, compute / counted);
}
