/* profiles.c - each trace of the case: its lanes to parts of its window, its kernels, and what it
 * is of.
 *
 * Whole nanoseconds throughout: parts, with the one that nothing explains, add up to the window. A
 * trace of several accelerators has one window for each; they and their parts are added up. */
#include "profiles.h"
#include "time_parts.h"

#include <glib.h>
#include <stdlib.h>

struct trace { /* series of one file */
    const struct series *const *series;
    size_t count;
    const struct system *system;
    const struct run *run;
    const struct evidence *evidence;
    struct str label; /* told apart by, in instances */
};
struct finding_profiles {
    struct deriving *deriving;
    const struct case_file *case_file;
    struct profile *item;
    size_t count;
};

static enum time_part part_of(size_t lane)
{
    static const enum time_part part[LANE_COUNT] = {
        [LANE_KERNELS] = PART_KERNELS,       [LANE_COPIES] = PART_KERNELS,
        [LANE_FILLS] = PART_KERNELS,         [LANE_COMMUNICATION] = PART_COMMUNICATION,
        [LANE_BETWEEN] = PART_COMMUNICATION, [LANE_TO_DEVICE] = PART_TRANSFERS,
        [LANE_FROM_DEVICE] = PART_TRANSFERS, [LANE_LAUNCHES] = PART_LAUNCHES,
        [LANE_FRAMEWORK] = PART_HOST,        [LANE_APPLICATION] = PART_HOST,
        [LANE_PROFILER] = PART_UNATTRIBUTED, [LANE_WAITS] = PART_UNATTRIBUTED,
    };
    return part[lane];
}

/* ---- sums ---- */

struct sums {
    int64_t window, part[PART_COUNT], under_way[LANE_COUNT], busy, launching;
};

/* The events of one accelerator and of the host. */
static size_t events_gather(const struct trace *trace, struct str device, struct lane_event *out)
{
    size_t count = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct series *series = trace->series[i];
        struct str on;
        enum lane lane;
        if (series->key != KEY_PROFILE_TIME || !lane_find(series->instance, &on, &lane) ||
            (!lane_row(lane)->host && !str_eq(on, device)))
            continue;
        for (size_t j = 0; j < series->count; j++) {
            int64_t from = lane_ns(series->start[j]);
            out[count++] = (struct lane_event){ from, from + lane_ns(series->duration[j]), lane };
        }
    }
    return count;
}

static size_t events_most(const struct trace *trace)
{
    size_t count = 1;
    for (size_t i = 0; i < trace->count; i++)
        count += trace->series[i]->count;
    return count;
}

static struct sums sums_of(const struct trace *trace)
{
    struct sums sums = { .window = 0 };
    struct lane_event *event = g_new(struct lane_event, events_most(trace));
    for (size_t i = 0; i < trace->count; i++) {
        struct str device, other;
        enum lane lane, other_lane;
        bool again = trace->series[i]->key != KEY_PROFILE_TIME ||
                     !lane_find(trace->series[i]->instance, &device, &lane) || lane_row(lane)->host;
        for (size_t j = 0; j < i && !again; j++) {
            again = trace->series[j]->key == KEY_PROFILE_TIME &&
                    lane_find(trace->series[j]->instance, &other, &other_lane) &&
                    str_eq(other, device);
        }
        struct time_parts parts;
        size_t count = again ? 0 : events_gather(trace, device, event);
        if (again || !time_parts_of(event, count, &parts))
            continue;
        sums.window += parts.window;
        sums.busy += parts.busy;
        for (size_t j = 0; j < LANE_COUNT; j++) {
            sums.part[part_of(j)] += parts.lane[j];
            sums.under_way[j] += parts.under_way[j];
        }
        sums.part[PART_UNATTRIBUTED] += parts.none;
        sums.launching += parts.under_way[LANE_LAUNCHES]; /* behind kernels, too */
    }
    g_free(event);
    return sums;
}

/* ---- derived facts ---- */

/* What a number of a trace is made of. */
struct made {
    enum derivation_id row;
    struct str what;
    double value;
    enum unit unit;
    int digits;
    const struct series *series;
};

static const struct fact *number(struct deriving *deriving, const struct trace *trace,
                                 const struct made *made)
{
    struct str instance = str_format(deriving->home, "%.*s%s%.*s", STR_ARG(trace->label),
                                     made->what.len ? ": " : "", STR_ARG(made->what));
    return derive(deriving,
                  &(struct derived){ .row = made->row,
                                     .run = trace->run,
                                     .system = trace->run ? NULL : trace->system,
                                     .instance = instance,
                                     .value = made->value,
                                     .unit = made->unit,
                                     .printing = { .rule = PRINT_DECIMALS, .digits = made->digits },
                                     .series = made->series });
}

static const struct series *series_of_part(const struct trace *trace, enum time_part part)
{
    const struct series *any = NULL;
    for (size_t i = 0; i < trace->count; i++) {
        struct str device;
        enum lane lane;
        if (trace->series[i]->key == KEY_PROFILE_TIME &&
            lane_find(trace->series[i]->instance, &device, &lane)) {
            any = any ? any : trace->series[i];
            if (part_of(lane) == part)
                return trace->series[i];
        }
    }
    return any;
}

static void parts_publish(struct deriving *deriving, const struct trace *trace,
                          const struct sums *sums, struct profile *profile)
{
    enum { EXACT = 6, SHOWN = 1 };
    profile->window = number(deriving, trace,
                             &(struct made){ .row = DERIVE_PROFILE_WINDOW,
                                             .value = (double)sums->window / 1e6,
                                             .unit = UNIT_MILLISECOND,
                                             .digits = EXACT,
                                             .series = series_of_part(trace, PART_KERNELS) });
    for (size_t i = 0; i < PART_COUNT; i++) {
        double share = (double)sums->part[i] / (double)sums->window;
        struct made made = { .row = DERIVE_PROFILE_PART,
                             .what = str_from(time_part_name((enum time_part)i)),
                             .value = (double)sums->part[i] / 1e6,
                             .unit = UNIT_MILLISECOND,
                             .digits = EXACT,
                             .series = series_of_part(trace, (enum time_part)i) };
        profile->part[i] = number(deriving, trace, &made);
        made.row = DERIVE_PROFILE_SHARE;
        made.value = statistics_round(share * 100, 6);
        made.unit = UNIT_PERCENT;
        made.digits = SHOWN;
        profile->share[i] = number(deriving, trace, &made);
        profile->width[i] = share;
    }
    profile->launching =
        number(deriving, trace,
               &(struct made){ .row = DERIVE_PROFILE_LAUNCH_SHARE,
                               .value = statistics_round(
                                   100 * (double)sums->launching / (double)sums->window, 6),
                               .unit = UNIT_PERCENT,
                               .digits = SHOWN,
                               .series = series_of_part(trace, PART_LAUNCHES) });
}

static const struct series *series_of_lane(const struct trace *trace, enum lane wanted)
{
    for (size_t i = 0; i < trace->count; i++) {
        struct str device;
        enum lane lane;
        if (trace->series[i]->key == KEY_PROFILE_TIME &&
            lane_find(trace->series[i]->instance, &device, &lane) && lane == wanted)
            return trace->series[i];
    }
    return NULL;
}

/* What ran on the accelerator, lane by lane: they overlap, and add up to nothing. */
static void under_way_publish(struct deriving *deriving, const struct trace *trace,
                              const struct sums *sums, struct profile *profile)
{
    enum { EXACT = 6 };
    struct made made = { .row = DERIVE_PROFILE_UNDER_WAY,
                         .what = STR("anything"),
                         .value = (double)sums->busy / 1e6,
                         .unit = UNIT_MILLISECOND,
                         .digits = EXACT,
                         .series = series_of_part(trace, PART_KERNELS) };
    profile->busy = number(deriving, trace, &made);
    for (size_t i = 0; i < LANE_COUNT; i++) {
        made.series = series_of_lane(trace, (enum lane)i);
        if (lane_row((enum lane)i)->host || !made.series)
            continue;
        made.what = str_from(lane_row((enum lane)i)->name);
        made.value = (double)sums->under_way[i] / 1e6;
        profile->under_way[i] = number(deriving, trace, &made);
    }
}

static double total_of(const struct series *series)
{
    int64_t total = 0;
    for (size_t i = 0; i < series->count; i++)
        total += lane_ns(series->duration[i]);
    return (double)total;
}

static int real_order(const void *a, const void *b)
{
    const double *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Counters count for a trace that is named as a profile: by their kernels' names. */
static void counters_publish(struct deriving *deriving, const struct trace *trace,
                             const struct profile_content *content, double all,
                             struct profile *profile)
{
    struct kernel_time *kernel = ARENA_MANY(deriving->home, trace->count + 1, struct kernel_time);
    size_t count = 0;
    for (size_t i = 0; i < trace->count && !content->only; i++) {
        if (trace->series[i]->key == KEY_PROFILE_KERNEL) {
            kernel[count++] =
                (struct kernel_time){ trace->series[i]->instance, total_of(trace->series[i]) };
        }
    }
    profile_counters_find(deriving, trace->label, kernel, count, all, profile);
}

/* Median over all kernels, and the shares of those that took longest. */
static void kernels_publish(struct deriving *deriving, const struct trace *trace,
                            const struct profile_content *content, struct profile *profile)
{
    double *each = g_new(double, events_most(trace));
    double all = 0;
    size_t count = 0;
    const struct series *first = NULL;
    for (size_t i = 0; i < trace->count; i++) {
        const struct series *series = trace->series[i];
        struct str device;
        enum lane lane;
        if (series->key == KEY_PROFILE_TIME && lane_find(series->instance, &device, &lane) &&
            (lane == LANE_KERNELS || lane == LANE_COMMUNICATION)) {
            all += total_of(series);
            first = first ? first : series;
            for (size_t j = 0; j < series->count && lane == LANE_KERNELS; j++)
                each[count++] = (double)lane_ns(series->duration[j]);
        }
    }
    qsort(each, count, sizeof *each, real_order);
    if (count > 0) {
        double middle = (each[(count - 1) / 2] + each[count / 2]) / 2;
        profile->median = number(deriving, trace,
                                 &(struct made){ .row = DERIVE_PROFILE_KERNEL_MEDIAN,
                                                 .value = middle / 1e3,
                                                 .unit = UNIT_MICROSECOND,
                                                 .digits = 2,
                                                 .series = first });
    }
    g_free(each);
    counters_publish(deriving, trace, content, all, profile);
    for (size_t i = 0; i < trace->count && profile->kernel_count < PROFILE_KERNELS_SHOWN && all > 0;
         i++) {
        const struct series *series = trace->series[i];
        if (series->key == KEY_PROFILE_KERNEL) {
            profile->kernel_name[profile->kernel_count] = series->instance;
            profile->kernel[profile->kernel_count++] =
                number(deriving, trace,
                       &(struct made){ .row = DERIVE_PROFILE_KERNEL,
                                       .what = series->instance,
                                       .value = statistics_round(100 * total_of(series) / all, 6),
                                       .unit = UNIT_PERCENT,
                                       .digits = 1,
                                       .series = series });
        }
    }
}

/* ---- the list ---- */

static struct str last_segment(struct str name)
{
    struct str rest = name, segment = name;
    while (str_cut(&rest, '/', &segment)) {
    }
    return segment;
}

static void trace_take(struct finding_profiles *in, const struct trace *trace,
                       const struct profile_content *content)
{
    struct sums sums = sums_of(trace);
    if (sums.window <= 0)
        return;
    struct profile *profile = &in->item[in->count++];
    *profile =
        (struct profile){ .system = trace->system, .run = trace->run, .evidence = trace->evidence };
    parts_publish(in->deriving, trace, &sums, profile);
    under_way_publish(in->deriving, trace, &sums, profile);
    kernels_publish(in->deriving, trace, content, profile);
    profile_tie(in->deriving->home, in->case_file, content, profile);
}

/* Series of one list, file by file. */
static void series_take(struct finding_profiles *in, const struct series *series, size_t count,
                        struct trace form, struct profile_content content)
{
    const struct series **own = ARENA_MANY(in->deriving->home, count + 1, const struct series *);
    for (size_t i = 0; i < count; i++) {
        struct trace trace = form;
        bool again = series[i].key != KEY_PROFILE_TIME || !series[i].source.evidence;
        trace.evidence = series[i].source.evidence;
        for (size_t j = 0; j < i && !again; j++) {
            again =
                series[j].key == KEY_PROFILE_TIME && series[j].source.evidence == trace.evidence;
        }
        for (size_t j = i; j < count && !again; j++)
            if (series[j].source.evidence == trace.evidence)
                own[trace.count++] = &series[j];
        if (!again) {
            trace.series = own;
            trace.label = last_segment(trace.evidence->name);
            content.only = form.run ? trace.evidence : NULL;
            trace_take(in, &trace, &content);
        }
    }
}

static size_t system_most(const struct system *system)
{
    size_t most = 0;
    for (size_t i = 0; i < system->machine_count; i++)
        for (size_t j = 0; j < system->machine[i].run_count; j++)
            most += system->machine[i].run[j].series_count;
    for (size_t i = 0; i < system->profile_count; i++)
        most += system->profile[i].series_count;
    return most;
}

size_t profiles_find(struct deriving *deriving, const struct case_file *case_file,
                     const struct profile **out)
{
    struct finding_profiles in = { .deriving = deriving, .case_file = case_file };
    size_t most = 0;
    for (size_t i = 0; i < case_file->system_count; i++)
        most += system_most(&case_file->system[i]);
    in.item = ARENA_MANY(deriving->home, most + 1, struct profile);
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        for (size_t j = 0; j < system->machine_count; j++) {
            for (size_t k = 0; k < system->machine[j].run_count; k++) {
                const struct run *run = &system->machine[j].run[k];
                series_take(&in, run->series, run->series_count,
                            (struct trace){ .system = system, .run = run },
                            (struct profile_content){ .facts = run->facts });
            }
        }
        for (size_t j = 0; j < system->profile_count; j++) {
            const struct profiled *profile = &system->profile[j];
            series_take(&in, profile->series, profile->series_count,
                        (struct trace){ .system = system },
                        (struct profile_content){ .facts = profile->facts });
        }
    }
    *out = in.item;
    return in.count;
}
