/* operands_tell.c - what the files of an operand tell: results, their figures, what was done. */
#include "base/num.h"
#include "operands.h"
#include "submission.h"
#include <glib.h>
#include <math.h>
#include <string.h>

/* ---- instances ---- */

bool carries_statistic(struct str word)
{
    static const char *const words[] = { "mean", "median", "std", "min", "max", "var" };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (str_eq(word, str_from(words[i])))
            return true;
    bool digits = word.len > 1 && word.at[0] == 'p';
    for (size_t i = 1; i < word.len; i++)
        digits = digits && (g_ascii_isdigit(word.at[i]) || word.at[i] == '.');
    return digits;
}

bool carries_label(const struct carries *row)
{
    return row->instance[0] != 0 && !carries_statistic(str_from(row->instance));
}

static struct str first_word(struct str instance)
{
    return str_sub(instance, 0, str_find(instance, STR(" ")));
}

/* What the file is compared by: of rows that name a metric by its instance, the one it tells. */
const struct carries *operand_row(const struct inspected *file)
{
    const struct carries *first = carries_of(file->adapter->name);
    for (const struct carries *row = first; row; row = carries_next(row))
        for (size_t i = 0; carries_label(row) && i < facts_count(file->facts); i++)
            if (facts_at(file->facts, i)->key == row->metric &&
                str_eq(facts_at(file->facts, i)->instance, str_from(row->instance)))
                return row;
    return first;
}

/* Whether the key tells results of one file apart: a metric of its format, or what was done. */
static bool tells_results(const struct carries *row, enum key key)
{
    while (row && row->metric != key)
        row = carries_next(row);
    return key == KEY_WORKLOAD_NAME || row;
}

/* The results of a file by their instances, each once, in the order of the file. Where a figure
 * belongs to no instance the file holds one result. */
size_t operand_instances(struct arena *home, const struct inspected *file,
                         const struct carries *row, struct str **out)
{
    struct str *list = ARENA_MANY(home, facts_count(file->facts) + 1, struct str);
    size_t count = 0;
    for (size_t i = 0; carries_label(row) && i < facts_count(file->facts); i++)
        if (str_eq(facts_at(file->facts, i)->instance, str_from(row->instance)))
            return 0; /* several parts of one result */
    for (size_t i = 0; i < facts_count(file->facts); i++) {
        const struct fact *fact = facts_at(file->facts, i);
        if (!tells_results(row, fact->key))
            continue;
        struct str word = first_word(fact->instance);
        if (word.len == 0 || carries_statistic(word) || str_eq(word, STR("epoch")) ||
            str_eq(word, STR("step"))) {
            if (fact->key == KEY_WORKLOAD_NAME)
                continue;
            return 0;
        }
        bool known = false;
        for (size_t k = count; k > 0 && !known && k + 64 > count; k--)
            known = str_eq(list[k - 1], word);
        if (!known)
            list[count++] = word;
    }
    *out = list;
    return count;
}

/* ---- what a result tells ---- */

bool operand_run_has(const struct operand *operand, const struct found_run *run, size_t file)
{
    if (file == run->file)
        return true;
    struct str name = operand->file[file].evidence->name;
    bool whole = run->path.len == 0 || str_below(name, run->path);
    return whole && !str_eq(run->path, operand->file[run->file].evidence->name) &&
           !(run->path.len == 0 && !operand->folder && !operand->archive);
}

static bool instance_fits(const struct found_run *run, struct str instance)
{
    struct str word = first_word(instance);
    return run->instance.len == 0 ? true : str_eq(word, run->instance);
}

/* Whether a figure of the key counts by its name alone; then whether it is this one. */
static bool is_labelled(const struct found_run *run, enum key key, struct str instance, bool *named)
{
    *named = false;
    for (const struct carries *row = run->row; row; row = carries_next(row)) {
        bool label = row->metric == key && carries_label(row);
        *named = *named || label;
        if (label && (str_eq(instance, str_from(row->instance)) ||
                      (run->instance.len > 0 && str_ends(instance, str_from(row->instance)) &&
                       str_eq(first_word(instance), run->instance))))
            return true;
    }
    return false;
}

/* A figure as a whole, or the mean; not its spread or a percentile. */
static bool is_figure(const struct found_run *run, enum key key, struct str instance)
{
    bool named, label = is_labelled(run, key, instance, &named);
    if (named)
        return label;
    struct str rest = instance;
    if (run->instance.len > 0)
        rest = str_trim(str_sub(instance, run->instance.len, instance.len));
    return !carries_statistic(rest) || str_eq(rest, STR("mean"));
}

/* Of one file: the fact of the run's own instance, else one of the whole file in *whole. */
static const struct fact *file_fact(const struct inspected *file, const struct found_run *run,
                                    enum key key, const struct fact **whole)
{
    bool result = vocabulary_row(key)->group == GROUP_RESULT, several = run->instance.len > 0;
    for (size_t i = 0; i < facts_count(file->facts); i++) {
        const struct fact *fact = facts_at(file->facts, i);
        if (fact->key != key || fact->placeholder ||
            (result && !is_figure(run, key, fact->instance)))
            continue;
        if (several && instance_fits(run, fact->instance))
            return fact;
        if (!*whole && (!several || fact->instance.len == 0))
            *whole = fact;
    }
    return NULL;
}

const struct fact *found_fact(const struct operand *operand, const struct found_run *run,
                              enum key key)
{
    const struct fact *whole = NULL;
    const struct fact *own = file_fact(&operand->file[run->file], run, key, &whole);
    for (size_t i = 0; !own && i < operand->file_count; i++)
        if (i != run->file && operand_run_has(operand, run, i))
            own = file_fact(&operand->file[i], run, key, &whole);
    return own ? own : whole;
}

static bool series_fits(const struct found_run *run, const struct series *series)
{
    return run->instance.len == 0 || series->instance.len == 0 ||
           str_eq(series->instance, run->instance);
}

/* Whether the series is of the metric, or of what it is worked out from. */
static bool series_gives(const struct series *series, enum key metric)
{
    /* Requests with their tokens give the output by second. */
    bool output = metric == KEY_THROUGHPUT_OUTPUT_TOKENS && series->key == KEY_TTFT_CLIENT &&
                  series->work && series->start;
    return series->key == metric || output ||
           (metric == KEY_LATENCY_ITERATION && series->key == KEY_ITERATION_DURATION);
}

/* The longest series of the metric; NULL: none is kept. */
static const struct series *kept(const struct operand *operand, const struct found_run *run,
                                 enum key metric)
{
    const struct series *most = NULL;
    for (size_t i = 0; i < operand->file_count; i++) {
        const struct inspected *file = &operand->file[i];
        for (size_t k = 0; operand_run_has(operand, run, i) && k < file->series_count; k++) {
            const struct series *series = &file->series[k];
            if (series_fits(run, series) && series_gives(series, metric) &&
                (!most || series->count > most->count))
                most = series;
        }
    }
    return most;
}

bool found_keeps(const struct operand *operand, const struct found_run *run, enum key metric)
{
    return kept(operand, run, metric) != NULL;
}

/* Whether the row is of a statistic other than the mean, which stands for the figure. */
static bool names_statistic(const struct carries *row)
{
    struct str word = str_from(row->instance);
    return carries_statistic(word) && !str_eq(word, STR("mean"));
}

static bool is_called(const struct found_run *run, struct str instance, struct str word)
{
    return str_eq(instance, word) || (run->instance.len > 0 && str_ends(instance, word) &&
                                      str_eq(first_word(instance), run->instance));
}

/* Whether a figure of this instance is the row's; the median is the 50th percentile. */
static bool is_named(const struct found_run *run, struct str instance, const struct carries *row)
{
    struct str word = str_from(row->instance);
    return is_called(run, instance, word) ||
           (str_eq(word, STR("median")) && is_called(run, instance, STR("p50"))) ||
           (str_eq(word, STR("p50")) && is_called(run, instance, STR("median")));
}

/* The figure that the row names; NULL: there is none of that name. */
static const struct fact *labelled(const struct operand *operand, const struct found_run *run,
                                   const struct carries *row)
{
    const struct facts *facts = operand->file[run->file].facts;
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == row->metric && !fact->placeholder && is_named(run, fact->instance, row))
            return fact;
    }
    return NULL;
}

const struct fact *found_figure(const struct operand *operand, const struct found_run *run,
                                const struct carries *row)
{
    bool named = carries_label(row) || names_statistic(row);
    const struct fact *fact = named ? labelled(operand, run, row) : NULL;
    return fact || names_statistic(row) ? fact : found_fact(operand, run, row->metric);
}

bool found_tells(const struct operand *operand, const struct found_run *run,
                 const struct carries *row)
{
    if (names_statistic(row))
        return labelled(operand, run, row) || found_keeps(operand, run, row->metric);
    if (carries_label(row) && found_fact(operand, run, row->metric))
        return labelled(operand, run, row) != NULL;
    return found_fact(operand, run, row->metric) || found_keeps(operand, run, row->metric);
}

static bool is_telemetry(const struct series *series)
{
    return strncmp(vocabulary_row(series->key)->name, "telemetry.", 10) == 0;
}

static const struct series *longest(const struct operand *operand, const struct found_run *run)
{
    const struct series *most = NULL;
    for (size_t i = 0; i < operand->file_count; i++) {
        const struct inspected *file = &operand->file[i];
        for (size_t k = 0; operand_run_has(operand, run, i) && k < file->series_count; k++) {
            const struct series *series = &file->series[k];
            if (!is_telemetry(series) && series_fits(run, series) &&
                (!most || series->count > most->count))
                most = series;
        }
    }
    return most;
}

size_t found_samples(const struct operand *operand, const struct found_run *run)
{
    const struct series *series = longest(operand, run);
    return series ? series->count : 0;
}

size_t found_samples_of(const struct operand *operand, const struct found_run *run, enum key metric)
{
    const struct series *series = kept(operand, run, metric);
    size_t told = 0; /* a request of one token has no time between tokens */
    for (size_t i = 0; series && i < series->count; i++)
        told += isnan(series->value[i]) ? 0 : 1;
    return series ? told : found_samples(operand, run);
}

bool found_startless(const struct operand *operand, const struct found_run *run)
{
    const struct series *series = longest(operand, run);
    return series && series->kind == SERIES_UNDECLARED && !series->start;
}

double found_seconds(const struct operand *operand, const struct found_run *run)
{
    const struct series *series = longest(operand, run);
    double sum = 0;
    if (!series || series->count == 0)
        return 0;
    if (series->start)
        return series->start[series->count - 1] - series->start[0];
    const double *time = series->duration                        ? series->duration
                         : series->key == KEY_ITERATION_DURATION ? series->value
                                                                 : NULL;
    double factor = time == series->value ? unit_row(series->unit)->factor : 1;
    for (size_t i = 0; time && i < series->count; i++)
        sum += time[i] * factor;
    return sum;
}

/* ---- what it did, and how it was set up ---- */

/* "inf" however it is written; a length or depth of nothing says nothing. */
static struct str plain_value(struct arena *home, const struct fact *fact)
{
    double number = fact->value.value;
    struct str text = str_sub(fact->value.text, 0, 120);
    if ((fact->value.number || num_real(text, &number)) && !(number > 0) && !(number < 0))
        return (struct str){ 0 };
    char *low = g_ascii_strdown(text.at, (gssize)text.len);
    bool endless = strcmp(low, "inf") == 0 || strcmp(low, "infinity") == 0;
    g_free(low);
    return endless ? STR("inf") : str_keep(home, text);
}

struct told_key {
    enum key key;
    const char *word; /* before the value; "": it speaks for itself */
};

static struct str told(struct arena *home, const struct operand *operand,
                       const struct found_run *run, const struct told_key *told, size_t count)
{
    struct buf out = buf_new(home, 1 << 14);
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = found_fact(operand, run, told[i].key);
        struct str value = fact ? plain_value(home, fact) : (struct str){ 0 };
        if (value.len > 0)
            buf_putf(&out, "%s%s%s%.*s", out.len > 0 ? ", " : "", told[i].word,
                     told[i].word[0] != 0 ? " " : "", STR_ARG(value));
    }
    return buf_str(&out);
}

/* Switches of an engine, which tell several results of one file apart. */
static void put_settings(const struct operand *operand, const struct found_run *run,
                         struct buf *out)
{
    const struct facts *facts = operand->file[run->file].facts;
    for (size_t i = 0; run->instance.len > 0 && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == KEY_ENGINE_SETTINGS && instance_fits(run, fact->instance) &&
            fact->instance.len > run->instance.len)
            buf_putf(
                out, "%s%.*s %.*s", out->len > 0 ? ", " : "",
                STR_ARG(str_trim(str_sub(fact->instance, run->instance.len, fact->instance.len))),
                STR_ARG(str_sub(fact->value.text, 0, 60)));
    }
}

/* Of Go: benchmarks of several packages stand in one file, some under one name. */
static void put_package(const struct operand *operand, const struct found_run *run, struct buf *out)
{
    const struct facts *facts = operand->file[run->file].facts;
    for (size_t i = 0; run->instance.len > 0 && i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == KEY_WORKLOAD_NAME && instance_fits(run, fact->instance) &&
            str_ends(fact->instance, STR(" package")))
            buf_putf(out, ", %.*s", STR_ARG(str_sub(fact->value.text, 0, 120)));
    }
}

void found_describe(struct arena *home, const struct operand *operand, struct found_run *run)
{
    static const struct told_key work[] = {
        { KEY_WORKLOAD_NAME, "" },    { KEY_METHOD_DEFINITION, "" },
        { KEY_LOAD_SCENARIO, "" },    { KEY_LOAD_CONCURRENCY, "concurrency" },
        { KEY_LOAD_BATCH, "batch" },  { KEY_INPUT_LENGTH, "in" },
        { KEY_OUTPUT_LENGTH, "out" }, { KEY_CONTEXT_DEPTH, "depth" },
        { KEY_LOAD_RATE, "rate" }, /* last: a suite leaves it to each side */
    };
    static const struct told_key set[] = {
        { KEY_COMPILE_MODE, "" },      { KEY_RUNTIME_ATTENTION, "" },
        { KEY_PRECISION_COMPUTE, "" }, { KEY_PRECISION_WEIGHTS, "weights" },
        { KEY_MODEL_NAME, "" },
    };
    struct buf out = buf_new(home, 1 << 14);
    struct buf parts = buf_new(home, 1 << 14);
    buf_put(&parts,
            told(home, operand, run, work, ARRAY_COUNT(work) - (submission_of(run) ? 1 : 0)));
    put_package(operand, run, &parts);
    run->work = buf_str(&parts);
    buf_put(&out, told(home, operand, run, set, ARRAY_COUNT(set)));
    put_settings(operand, run, &out);
    run->set = buf_str(&out);
}

struct str operand_unit_untold(struct arena *home, const struct operand *operand)
{
    const struct fact *unit = NULL;
    for (size_t i = 0; i < operand->file_count; i++) {
        const struct facts *facts = operand->file[i].facts;
        for (size_t k = 0; k < facts_count(facts); k++) {
            const struct fact *fact = facts_at(facts, k);
            if (fact->key == KEY_RESULT_BETTER)
                return (struct str){ 0 };
            bool beside =
                str_eq(fact->value.text, STR("B/op")) || str_eq(fact->value.text, STR("allocs/op"));
            unit = fact->key == KEY_RESULT_UNIT && !unit && !beside ? fact : unit;
        }
    }
    struct buf out = buf_new(home, 4096);
    if (unit)
        buf_put_visible(&out, str_sub(unit->value.text, 0, 40));
    return buf_str(&out);
}
