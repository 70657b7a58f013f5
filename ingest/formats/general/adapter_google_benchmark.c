/* adapter_google_benchmark.c - `--benchmark_format=json` of Google Benchmark, library 1.0 to 1.9.
 *
 * "context" says the machine; each element of "benchmarks" is an iteration (one repetition) or an
 * aggregate over repetitions ("mean", "median", "stddev", "cv", "BigO", "RMS"). All repetitions of
 * one benchmark are made by one process, one behind the other: its figures are a series of them,
 * and of one repetition a fact as well; its aggregates are statistics of the same result.
 * Times are in the element's own time_unit, a nanosecond where it names none. What an aggregate
 * says of a counter (bytes_per_second) is that statistic of it; a coefficient is no time and not
 * taken, and its "iterations" are repetitions. Benchmarks are told apart by their order. Defined by
 * google/benchmark, docs/user_guide.md and src/json_reporter.cc. */
#include "benchmarks.h"
#include "sniff.h"
#include "statistics.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

static const struct field fields[] = {
    { "/context/cpu_scaling_enabled", KEY_CPU_SCALING, UNIT_NONE, false },
    { "/context/date", KEY_CAPTURE_TIME, UNIT_NONE, false },
    { "/context/executable", KEY_METHOD_COMMAND, UNIT_NONE, false },
    { "/context/host_name", KEY_OS_HOST_NAME, UNIT_NONE, false },
    { "/context/library_build_type", KEY_METHOD_BUILD, UNIT_NONE, false },
    { "/context/library_version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, false },
    { "/context/num_cpus", KEY_CPU_THREADS, UNIT_NONE, true },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("context")) &&
                sniff_member(sniff, STR("benchmarks")) &&
                str_find(sniff->head, STR("\"num_cpus\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* A nanosecond where the file names none; false: it names one that is none (said so). */
static bool time_unit(struct reading *reading, const struct json *json,
                      const struct json_item *result, enum unit *out)
{
    const struct json_item *item = json_member(result, STR("time_unit"));
    *out = UNIT_NANOSECOND;
    if (!item || (unit_find(json_string(item), out) && unit_row(*out)->base == UNIT_SECOND))
        return true;
    reading_error(reading, DIAG_VALUE_BAD, json_place(json, item), STR("ns, us, ms or s"),
                  json_scalar(json, item));
    return false;
}

static bool text_is(const struct json_item *item, struct str text)
{
    return item && str_eq(json_string(item), text);
}

/* Before 1.5 an aggregate was told by the end of its name alone. */
static struct str statistic_in_name(const struct json_item *result)
{
    static const struct str ends[] = { STR_INIT("_mean"), STR_INIT("_median"),
                                       STR_INIT("_stddev") };
    const struct json_item *name = json_member(result, STR("name"));
    struct str text = name ? json_string(name) : (struct str){ 0 };
    for (size_t i = 0; i < ARRAY_COUNT(ends) && !json_member(result, STR("run_type")); i++)
        if (str_ends(text, ends[i]))
            return str_sub(text, text.len - ends[i].len + 1, text.len);
    return (struct str){ 0 };
}

/* What the result's figures are a statistic of, in our words ("stddev" is "std"); empty: they are
 * those of one repetition. False: a coefficient, which has the unit of none of them. */
static bool statistic_of(struct reading *reading, const struct json_item *result, struct str *out)
{
    const struct json_item *name = json_member(result, STR("aggregate_name"));
    struct str word = name ? json_string(name) : statistic_in_name(result);
    struct str known = statistic_name(reading->scratch, word);
    *out = known.len > 0 ? known : word;
    return !text_is(json_member(result, STR("aggregate_unit")), STR("percentage")) &&
           !str_eq(word, STR("cv"));
}

static void figures_read(struct reading *reading, const struct json *json,
                         const struct json_item *result, struct str statistic)
{
    enum unit unit;
    if (time_unit(reading, json, result, &unit)) {
        (void)result_fact(reading, json, json_member(result, STR("real_time")), statistic,
                          KEY_LATENCY_ITERATION, unit);
        (void)result_fact(reading, json, json_member(result, STR("cpu_time")), statistic,
                          KEY_CPU_TIME, unit);
    }
    (void)result_fact(reading, json, json_member(result, STR("bytes_per_second")), statistic,
                      KEY_THROUGHPUT_BYTES, UNIT_BYTE_PER_SECOND);
}

/* One repetition deviates from nothing. */
static bool of_one(const struct json *json, const struct json_item *result)
{
    const struct json_item *count = json_member(result, STR("repetitions"));
    return count && str_eq(json_scalar(json, count), STR("1"));
}

static bool failed(const struct json_item *result)
{
    const struct json_item *error = json_member(result, STR("error_occurred"));
    return error && json_type(error) == JSON_TRUE;
}

/* ---- benchmarks, each of its repetitions and aggregates ---- */

struct element {
    const struct json_item *result;
    const struct element *next;
    struct str statistic;    /* of an aggregate that tells it */
    bool repetition, figure; /* figure: a repetition, or a statistic in the unit of one */
};

struct benchmark {
    struct str name;
    struct element *first, *last;
    size_t repetitions;
};

/* What a benchmark is called; an aggregate's own name has the statistic behind it. */
static struct str name_of(const struct json_item *result, const struct json_item **from)
{
    const struct json_item *own = json_member(result, STR("name"));
    const struct json_item *run = json_member(result, STR("run_name"));
    const struct json_item *aggregate = json_member(result, STR("aggregate_name"));
    struct str word = aggregate ? json_string(aggregate) : statistic_in_name(result);
    *from = word.len > 0 && run ? run : own;
    struct str name = *from ? json_string(*from) : (struct str){ 0 };
    bool behind = *from == own && word.len > 0 && name.len > word.len && str_ends(name, word) &&
                  name.at[name.len - word.len - 1] == '_';
    return behind ? str_sub(name, 0, name.len - word.len - 1) : name;
}

/* What is equal of all that belongs to one benchmark: two may have one name (index since 1.6). */
static char *key_of(const struct json *json, const struct json_item *result, struct str name)
{
    const struct json_item *family = json_member(result, STR("family_index"));
    const struct json_item *instance = json_member(result, STR("per_family_instance_index"));
    struct str a = family ? json_scalar(json, family) : (struct str){ 0 };
    struct str b = instance ? json_scalar(json, instance) : (struct str){ 0 };
    return g_strdup_printf("%.*s %.*s %.*s", STR_ARG(a), STR_ARG(b), STR_ARG(name));
}

/* In the order of their first elements. */
static struct benchmark *benchmarks_of(struct reading *reading, const struct json *json,
                                       const struct json_item *list, size_t *count)
{
    struct benchmark *out = ARENA_MANY(reading->scratch, json_count(list) + 1, struct benchmark);
    GHashTable *known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    *count = 0;
    for (const struct json_item *result = json_next(list, NULL); result;
         result = json_next(list, result)) {
        const struct json_item *from;
        struct str name = name_of(result, &from);
        struct element *element = ARENA_NEW(reading->scratch, struct element);
        element->result = result;
        element->figure = statistic_of(reading, result, &element->statistic);
        element->repetition = element->figure && element->statistic.len == 0 &&
                              !text_is(json_member(result, STR("run_type")), STR("aggregate"));
        element->figure = element->repetition || (element->figure && element->statistic.len > 0);
        char *key = key_of(json, result, name);
        struct benchmark *benchmark = g_hash_table_lookup(known, key);
        if (!benchmark) {
            benchmark = &out[(*count)++];
            benchmark->name = name;
            benchmark->first = element;
            g_hash_table_insert(known, key, benchmark);
        } else {
            benchmark->last->next = element;
            g_free(key);
        }
        benchmark->last = element;
        benchmark->repetitions += element->repetition;
    }
    g_hash_table_destroy(known);
    return out;
}

/* What a repetition took, s; NaN: its time is the program's own count, or of several threads. */
static double taken(struct reading *reading, const struct json *json,
                    const struct json_item *result, struct str name)
{
    const struct json_item *time = json_member(result, STR("real_time"));
    const struct json_item *loops = json_member(result, STR("iterations"));
    const struct json_item *threads = json_member(result, STR("threads"));
    enum unit unit;
    double each, count;
    bool several = threads && !str_eq(json_scalar(json, threads), STR("1"));
    if (several || str_find(name, STR("/manual_time")) != SIZE_MAX || !time || !loops ||
        json_type(time) != JSON_NUMBER || json_type(loops) != JSON_NUMBER ||
        !json_real(json, time, &each) || !json_real(json, loops, &count) ||
        !time_unit(reading, json, result, &unit))
        return (double)NAN;
    return each * unit_row(unit)->factor * count;
}

struct measure {
    const char *member;
    enum key key;
    bool time;
};

/* The repetitions that did not fail, in their order; none where no one has the member. */
static void repetitions_series(struct reading *reading, const struct json *json,
                               const struct benchmark *benchmark, const struct measure *measure)
{
    struct repetitions all = { 0 };
    const struct json_item *begin = NULL, *end = NULL;
    enum unit unit = UNIT_BYTE_PER_SECOND;
    for (const struct element *e = benchmark->first; e; e = e->next) {
        const struct json_item *item = json_member(e->result, str_from(measure->member));
        enum unit own = unit;
        double number = (double)NAN;
        if (!e->repetition || failed(e->result) ||
            (measure->time && !time_unit(reading, json, e->result, &own)))
            continue;
        if (item) { /* one that is no number is a gap in its place */
            bool told = json_type(item) == JSON_NUMBER && json_real(json, item, &number);
            unit = begin ? unit : own;
            begin = begin ? begin : item;
            end = item;
            number = !told         ? (double)NAN
                     : own == unit ? number
                                   : number * (unit_row(own)->factor / unit_row(unit)->factor);
        }
        repetition_put(reading, &all, number, taken(reading, json, e->result, benchmark->name),
                       (uint32_t)all.row.count + 1);
    }
    if (!begin)
        return;
    all.from = json_place(json, begin);
    all.to = json_place(json, end);
    repetitions_end(reading, &all, measure->key, unit, series_instance(reading));
}

static void element_read(struct reading *reading, const struct json *json,
                         const struct benchmark *benchmark, const struct element *element)
{
    bool one = benchmark->repetitions == 1 && element->repetition;
    if (one) {
        /* of one repetition: no count of its samples */
        (void)result_fact(reading, json, json_member(element->result, STR("iterations")),
                          STR("loops"), KEY_ITERATION_COUNT, UNIT_ITERATION);
    }
    if (!failed(element->result) && element->figure && (one || !element->repetition) &&
        !(of_one(json, element->result) && /* a failed one's zeros are no figures */
          str_eq(element->statistic, STR("std"))))
        figures_read(reading, json, element->result, element->statistic);
}

static void benchmark_read(struct reading *reading, const struct json *json,
                           const struct benchmark *benchmark)
{
    static const struct measure measures[] = {
        { "real_time", KEY_LATENCY_ITERATION, true },
        { "cpu_time", KEY_CPU_TIME, true },
        { "bytes_per_second", KEY_THROUGHPUT_BYTES, false },
    };
    const struct json_item *from, *first = benchmark->first->result;
    struct str name = name_of(first, &from);
    if (from) {
        reading_fact(reading, KEY_WORKLOAD_NAME, result_instance(reading, STR("")), name, UNIT_NONE,
                     json_place(json, from));
    }
    (void)result_fact(reading, json, json_member(first, STR("label")), STR(""),
                      KEY_METHOD_ARGUMENTS, UNIT_NONE);
    bool told = false;
    for (const struct element *e = benchmark->first; e; e = e->next) {
        const struct json_item *message = json_member(e->result, STR("error_message"));
        element_read(reading, json, benchmark, e);
        if (failed(e->result) && !told) { /* the first of its repetitions says what failed */
            told = result_fact(reading, json,
                               message ? message : json_member(e->result, STR("error_occurred")),
                               STR(""), KEY_RUN_ERROR, UNIT_NONE);
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(measures); i++)
        repetitions_series(reading, json, benchmark, &measures[i]);
}

static void benchmarks_read(struct reading *reading, const struct json *json)
{
    const struct json_item *list = json_member(json_root(json), STR("benchmarks"));
    if (!list || json_type(list) != JSON_ARRAY) {
        reading_missing(reading, "/benchmarks");
        return;
    }
    size_t count = 0;
    const struct benchmark *benchmark = benchmarks_of(reading, json, list, &count);
    for (size_t i = 0; i < count; i++)
        if (reading_run(reading, str_format(reading->scratch, "%zu", i)))
            benchmark_read(reading, json, &benchmark[i]);
}

/* ---- aggregates against the repetitions that stand before them ---- */

enum { REPETITIONS_MOST = 10000, AGGREGATES_MOST = 16 };
static const char *const timed[] = { "real_time", "cpu_time" };

struct repeated { /* the repetitions of one benchmark, which stand together */
    struct str name, unit;
    double (*value)[2];
    double *sorted; /* room for one column */
    size_t count, told;
    bool whole; /* each was read */
};

static struct str text_of(const struct json_item *result, const char *name)
{
    const struct json_item *item = json_member(result, str_from(name));
    return item ? json_string(item) : (struct str){ 0 };
}

static void repetition_take(const struct json *json, const struct json_item *result,
                            struct repeated *in)
{
    if (failed(result) || in->count == REPETITIONS_MOST) {
        in->whole = in->whole && failed(result); /* one that failed is in no aggregate */
        return;
    }
    for (size_t i = 0; i < ARRAY_COUNT(timed); i++) {
        const struct json_item *item = json_member(result, str_from(timed[i]));
        if (!item || json_type(item) != JSON_NUMBER ||
            !json_real(json, item, &in->value[in->count][i])) {
            in->whole = false;
            return;
        }
    }
    in->count++;
}

static int value_order(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* src/statistics.cc: the deviation is that of a sample. NaN: another statistic. */
static double aggregate_of(const struct repeated *in, size_t column, struct str name)
{
    double n = (double)in->count, mean = 0, squares = 0;
    double *sorted = in->sorted;
    for (size_t i = 0; i < in->count; i++) {
        sorted[i] = in->value[i][column];
        mean += sorted[i] / n;
    }
    for (size_t i = 0; i < in->count; i++)
        squares += (sorted[i] - mean) * (sorted[i] - mean);
    qsort(sorted, in->count, sizeof *sorted, value_order);
    size_t middle = in->count / 2, below = in->count % 2 ? middle : middle - 1;
    const double deviation = sqrt(squares / (n - 1));
    const struct {
        const char *name;
        double value;
    } known[] = {
        { "mean", mean },
        { "stddev", deviation },
        { "cv", deviation / mean },
        { "min", sorted[0] },
        { "max", sorted[in->count - 1] },
        { "median", (sorted[middle] + sorted[below]) / 2 },
    };
    for (size_t i = 0; i < ARRAY_COUNT(known); i++)
        if (str_eq(name, str_from(known[i].name)))
            return known[i].value;
    return (double)NAN;
}

static void aggregate_check(struct reading *reading, const struct json *json,
                            const struct json_item *result, const struct repeated *in)
{
    const double share = 1e-6;
    struct str name = text_of(result, "aggregate_name");
    double mean[2] = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(timed); i++) {
        const struct json_item *item = json_member(result, str_from(timed[i]));
        double own = aggregate_of(in, i, name), stated;
        /* The coefficient is a share of the mean, in files that tell the unit of an aggregate. */
        bool percent = text_is(json_member(result, STR("aggregate_unit")), STR("percentage"));
        bool coefficient = str_eq(name, STR("cv"));
        mean[i] = percent ? 1 : fabs(aggregate_of(in, i, STR("mean")));
        if (percent != coefficient || !item || json_type(item) != JSON_NUMBER ||
            !json_real(json, item, &stated) || !isfinite(own) ||
            fabs(stated - own) <= share * mean[i])
            continue;
        struct buf against = buf_new(reading->scratch, 256);
        buf_putf(&against, "the %.*s of its %zu repetitions is ", STR_ARG(name), in->count);
        buf_put_real(&against, own, 4);
        reading_contradiction(reading, json_scalar(json, item), json_place(json, item),
                              buf_str(&against));
    }
}

static void aggregates_check(struct reading *reading, const struct json *json)
{
    const struct json_item *list = json_member(json_root(json), STR("benchmarks"));
    struct repeated in = {
        .value = arena_take(reading->scratch, REPETITIONS_MOST, sizeof *in.value),
        .sorted = ARENA_MANY(reading->scratch, REPETITIONS_MOST, double),
    };
    if (!list || json_type(list) != JSON_ARRAY)
        return;
    for (const struct json_item *result = json_next(list, NULL); result;
         result = json_next(list, result)) {
        struct str name = text_of(result, "run_name"), unit = text_of(result, "time_unit");
        if (!str_eq(name, in.name) || !str_eq(unit, in.unit))
            in = (struct repeated){ name, unit, in.value, in.sorted, 0, 0, name.len > 0 };
        if (text_is(json_member(result, STR("run_type")), STR("iteration")))
            repetition_take(json, result, &in);
        else if (in.whole && in.count > 1 && in.told++ < AGGREGATES_MOST)
            aggregate_check(reading, json, result, &in);
    }
}

static bool google_read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    benchmarks_read(reading, json);
    aggregates_check(reading, json);
    return true;
}

const struct adapter adapter_google_benchmark = {
    .name = "google-benchmark-json",
    .title = "Times of small benchmarks in C++",
    .tool = "Google Benchmark 1.0 to 1.9, --benchmark_format=json",
    .spec = "google/benchmark, docs/user_guide.md and src/json_reporter.cc",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = google_read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
