/* adapter_go_benchmark.c - text of `go test -bench`, as benchstat reads it.
 *
 * "BenchmarkName-8  1000  123 ns/op  45 B/op": a name with what GOMAXPROCS was behind it (left out
 * where it was 1, so that it is part of the name here: "-8" may be either), iterations, then values
 * and units. "key: value" holds for the results behind it, an empty value ends it; "Unit UNIT
 * better=higher" tells of a unit, in the whole file. Lines of equal name under equal settings are
 * repetitions of one benchmark (-count): its figures are a series of them, each as long as its
 * iterations took, and of one line a fact as well. Benchmarks are told apart by their order.
 * "ns/op" and "MB/s" are Go's own words; what else a benchmark reports is a result in its own unit.
 * Where "better" is told of one such unit, it may be compared by it, and is where nothing else
 * stands beside it; where it is told of several, each is a result of its own ("3.1", "3.2"). A test
 * that failed is an error of the run. Defined by golang/proposal, design/14313-benchmark-format.md,
 * and golang.org/x/perf/benchfmt. */
#include "benchmarks.h"
#include "go_text.h"
#include "sniff.h"

#include <math.h>

static int bid(const struct sniff *sniff)
{
    struct str rest = sniff->head, line;
    bool go = false, shape = false;
    while (str_cut(&rest, '\n', &line)) {
        struct figures figures = { 0 };
        struct str text = str_trim(line), name;
        go = go || str_starts(text, STR("goos: ")) || str_starts(text, STR("pkg: "));
        bool whole = rest.at || sniff_whole(sniff);
        if (whole && go_is_named(text) && str_word(&text, &name) && !go_figures(text, &figures)) {
            shape = true;
            go = go || go_is_rate_or_time(figures.value[0].unit);
        }
    }
    return !shape ? BID_NONE : go ? BID_SIGNATURE : BID_SHAPE;
}

/* ---- facts ---- */

struct measure {
    enum key key;
    enum unit unit;
    struct str what; /* instance: empty for Go's own times and rates */
};

static struct measure measure_of(struct str unit)
{
    static const struct {
        struct str text;
        enum key key;
        enum unit unit;
    } own[] = {
        { STR_INIT("ns/op"), KEY_LATENCY_ITERATION, UNIT_NANOSECOND },
        { STR_INIT("sec/op"), KEY_LATENCY_ITERATION, UNIT_SECOND },
        { STR_INIT("MB/s"), KEY_THROUGHPUT_BYTES, UNIT_MEGABYTE_PER_SECOND },
        { STR_INIT("B/s"), KEY_THROUGHPUT_BYTES, UNIT_BYTE_PER_SECOND },
    };
    for (size_t i = 0; i < ARRAY_COUNT(own); i++)
        if (str_eq(unit, own[i].text))
            return (struct measure){ own[i].key, own[i].unit, { 0 } };
    return (struct measure){ KEY_RESULT_VALUE, UNIT_NONE, unit };
}

static const struct value *value_in(const struct result *result, struct str unit)
{
    for (size_t i = 0; i < result->count; i++)
        if (str_eq(result->value[i].unit, unit))
            return &result->value[i];
    return NULL;
}

/* What a repetition took, s; NaN: the line does not tell. */
static double taken(const struct result *result)
{
    const struct value *ns = value_in(result, STR("ns/op"));
    const struct value *seconds = ns ? NULL : value_in(result, STR("sec/op"));
    return ns ? ns->is * 1e-9 * result->loops : seconds ? seconds->is * result->loops : (double)NAN;
}

/* What each repetition counts beside its own figure, whichever that is. */
static bool is_beside(struct str unit)
{
    return str_eq(unit, STR("B/op")) || str_eq(unit, STR("allocs/op"));
}

static void repetitions_series(struct reading *reading, const struct benchmark *benchmark,
                               struct str unit, const struct measure *measure)
{
    struct repetitions all = { 0 };
    bool told = false;
    for (const struct result *result = benchmark->first; result; result = result->next) {
        const struct value *found = value_in(result, unit);
        if (found) {
            all.to = line_place(reading, &result->line, found->number);
            all.from = told ? all.from : all.to;
            told = true;
            if (!is_beside(unit)) /* counted, not rounded */
                repetition_written(&all, found->number);
        }
        repetition_put(reading, &all, found ? found->is : (double)NAN, taken(result),
                       result->line.number);
    }
    repetitions_end(reading, &all, measure->key, measure->unit,
                    measure->what.len > 0
                        ? str_keep(reading->home, result_instance(reading, measure->what))
                        : series_instance(reading));
}

/* What the file says of the unit; NULL: nothing. */
static const struct unit_said *said_of(const struct go_file *file, struct str unit)
{
    for (size_t i = 0; i < file->unit_count; i++)
        if (go_units_alike(file->reading->scratch, file->unit[i].unit, unit))
            return &file->unit[i];
    return NULL;
}

/* Which way the unit is better, as the file says; empty: no file says it. */
static struct str better_of(const struct go_file *file, struct str unit)
{
    const struct unit_said *said = said_of(file, unit);
    bool told = said && (str_eq(said->better.text, STR("higher")) ||
                         str_eq(said->better.text, STR("lower")));
    return told && !is_beside(unit) ? said->better.text : (struct str){ 0 };
}

/* Whether the unit is the benchmark's own, and the file says which way it is better. */
static bool is_declared(const struct go_file *file, struct str unit)
{
    return measure_of(unit).what.len > 0 && better_of(file, unit).len > 0;
}

/* The units that the benchmark reports, each once, in the order in which they stand. */
static size_t units_of(const struct benchmark *benchmark, struct value *seen)
{
    size_t count = 0;
    for (const struct result *result = benchmark->first; result; result = result->next)
        for (size_t i = 0; i < result->count && count < VALUES_MOST; i++)
            if (!go_unit_again(seen, count, result->value[i].unit))
                seen[count++] = result->value[i];
    return count;
}

/* A benchmark's own unit, of which the file says which way it is better: nobody guesses that. */
static struct measure measure_in(const struct go_file *file, struct str unit)
{
    struct measure out = measure_of(unit);
    struct str better = out.what.len > 0 ? better_of(file, unit) : (struct str){ 0 };
    if (better.len > 0)
        out = (struct measure){ str_eq(better, STR("higher")) ? KEY_RESULT_MORE : KEY_RESULT_LESS,
                                UNIT_NONE,
                                { 0 } };
    return out;
}

static void better_fact(const struct go_file *file, struct str unit, struct str what)
{
    struct reading *reading = file->reading;
    const struct unit_said *said = said_of(file, unit);
    if (said) {
        reading_fact(reading, KEY_RESULT_BETTER, result_instance(reading, what), said->better.text,
                     UNIT_NONE, line_place(reading, &said->better.line, said->better.text));
    }
}

static void figure_facts(const struct go_file *file, const struct benchmark *benchmark,
                         const struct result *result, const struct value *value)
{
    struct reading *reading = file->reading;
    struct measure measure = measure_in(file, value->unit);
    struct str instance = result_instance(reading, measure.what);
    if (measure.what.len > 0 || measure.unit == UNIT_NONE) {
        reading_fact(reading, KEY_RESULT_UNIT, instance, value->unit, UNIT_NONE,
                     line_place(reading, &result->line, value->unit));
        better_fact(file, value->unit, measure.what);
    }
    if (benchmark->count == 1) {
        reading_fact(reading, measure.key, instance, value->number, measure.unit,
                     line_place(reading, &result->line, value->number));
    }
    repetitions_series(reading, benchmark, value->unit, &measure);
}

/* Whether the value stands on that line. */
static bool holds(const struct result *result, const struct value *value)
{
    for (size_t i = 0; i < result->count; i++)
        if (result->value[i].unit.at == value->unit.at)
            return true;
    return false;
}

/* The machine's processor is one for the whole file where all results say the same. */
static bool same_processor(const struct go_file *file)
{
    struct str first = { 0 };
    for (size_t i = 0; i < file->count; i++) {
        const struct world *world = file->benchmark[i].world;
        struct str own = { 0 };
        for (size_t j = 0; j < world->count; j++)
            own = str_eq(world->setting[j].key, STR("cpu")) ? world->setting[j].value.text : own;
        if (i > 0 && !str_eq(own, first))
            return false;
        first = own;
    }
    return true;
}

/* The processor, or all else that was set. */
static void setting_facts(struct reading *reading, const struct world *world, bool processor,
                          bool others)
{
    for (size_t i = 0; i < world->count; i++) {
        const struct setting *setting = &world->setting[i];
        struct place place = line_place(reading, &setting->value.line, setting->value.text);
        bool cpu = str_eq(setting->key, STR("cpu"));
        if (cpu && processor) {
            reading_fact(reading, KEY_CPU_NAME, (struct str){ 0 }, setting->value.text, UNIT_NONE,
                         place);
        } else if (!cpu && others) {
            bool package = str_eq(setting->key, STR("pkg"));
            reading_fact(reading, package ? KEY_WORKLOAD_NAME : KEY_METHOD_ARGUMENTS,
                         result_instance(reading, package ? STR("package") : setting->key),
                         setting->value.text, UNIT_NONE, place);
        }
    }
}

/* Of a benchmark that is parted `part` is the unit of one result; empty: what is left of it. */
static void benchmark_facts(const struct go_file *file, const struct benchmark *benchmark,
                            bool processor, bool parted, struct str part)
{
    struct reading *reading = file->reading;
    struct value seen[VALUES_MOST];
    size_t count = units_of(benchmark, seen);
    reading_fact(reading, KEY_WORKLOAD_NAME, (struct str){ 0 }, benchmark->name, UNIT_NONE,
                 line_place(reading, &benchmark->first->line, benchmark->name));
    setting_facts(reading, benchmark->world, processor, true);
    if (benchmark->count == 1) {
        /* b.N, within one repetition: no count of its samples */
        reading_fact(reading, KEY_ITERATION_COUNT, result_instance(reading, STR("loops")),
                     benchmark->first->iterations, UNIT_ITERATION,
                     line_place(reading, &benchmark->first->line, benchmark->first->iterations));
    }
    for (size_t i = 0; i < count; i++) {
        struct str unit = seen[i].unit;
        if (parted && (part.len > 0 ? !str_eq(unit, part) : is_declared(file, unit)))
            continue;
        const struct result *result = benchmark->first;
        while (result->next && !holds(result, &seen[i]))
            result = result->next;
        if (part.len > 0)
            reading_fact(reading, KEY_METHOD_DEFINITION, (struct str){ 0 }, unit, UNIT_NONE,
                         line_place(reading, &result->line, unit));
        figure_facts(file, benchmark, result, &seen[i]);
    }
}

/* Several units of its own by which it is compared are a result each, as benchstat has a table for
 * each. */
static void benchmark_read(const struct go_file *file, size_t index, bool processor)
{
    const struct benchmark *benchmark = &file->benchmark[index];
    struct reading *reading = file->reading;
    struct value seen[VALUES_MOST];
    size_t count = units_of(benchmark, seen), declared = 0;
    for (size_t i = 0; i < count; i++)
        declared += is_declared(file, seen[i].unit) ? 1 : 0;
    bool parted = declared > 1;
    if ((!parted || declared < count) &&
        reading_run(reading, str_format(reading->scratch, "%zu", index)))
        benchmark_facts(file, benchmark, processor, parted, (struct str){ 0 });
    for (size_t i = 0, part = 0; parted && i < count; i++)
        if (is_declared(file, seen[i].unit) &&
            reading_run(reading, str_format(reading->scratch, "%zu.%zu", index, ++part)))
            benchmark_facts(file, benchmark, processor, parted, seen[i].unit);
}

static bool go_read(struct reading *reading)
{
    struct go_file *file = ARENA_NEW(reading->scratch, struct go_file);
    go_text_read(file, reading);
    bool same = same_processor(file);
    if (same && file->count > 0)
        setting_facts(reading, file->benchmark[0].world, true, false);
    for (size_t i = 0; i < file->count; i++)
        benchmark_read(file, i, !same);
    g_hash_table_destroy(file->worlds);
    g_hash_table_destroy(file->names);
    return true;
}

const struct adapter adapter_go_benchmark = {
    .name = "go-benchmark-text",
    .title = "Times of small benchmarks in Go",
    .tool = "go test -bench, as benchstat reads it",
    .spec = "golang/proposal, design/14313-benchmark-format.md; golang.org/x/perf/benchfmt",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = go_read,
};
