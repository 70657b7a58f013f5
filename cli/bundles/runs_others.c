/* runs_others.c - the runs of bundles that are no round: one row a result of a file, by the figure
 * that its tool puts first. */
#include "base/num.h"
#include "ingest/ingest.h"
#include "rounds.h"
#include "seals.h"
#include <glib.h>
#include <math.h>
#include <string.h>

/* The figure of a run, best first. */
static const enum key headline[] = {
    KEY_TIME_TO_TARGET,
    KEY_THROUGHPUT_OUTPUT_TOKENS,
    KEY_THROUGHPUT_TOTAL_TOKENS,
    KEY_THROUGHPUT_PROMPT_TOKENS,
    KEY_THROUGHPUT_SAMPLES,
    KEY_THROUGHPUT_REQUESTS,
    KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
    KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR,
    KEY_THROUGHPUT_MATMULS,
    KEY_THROUGHPUT_BYTES,
    KEY_LATENCY_REQUEST,
    KEY_LATENCY_ITERATION,
    KEY_LATENCY_COMPUTE,
    KEY_RESULT_VALUE,
    KEY_RESULT_MORE,
    KEY_RESULT_LESS,
    KEY_ACCURACY_SCORE,
};

struct others {
    struct request *request;
    struct str bundle;
    const struct inspected *file;
    size_t count;
    struct run_rows *rows;
    size_t first; /* row of this bundle */
};

/* What the file says, else a file beside it, else one above. */
static const struct fact *said(const struct others *in, const struct inspected *of, enum key key)
{
    struct str folder = str_folder(of->evidence->name);
    const struct fact *best = facts_best(of->facts, key, STR(""));
    size_t depth = 0;
    for (size_t i = 0; !best && i < in->count; i++) {
        struct str other = str_folder(in->file[i].evidence->name);
        const struct fact *fact =
            str_starts(folder, other) ? facts_best(in->file[i].facts, key, STR("")) : NULL;
        if (fact && (depth == 0 || other.len + 1 > depth)) {
            best = fact;
            depth = other.len + 1;
        }
    }
    return best;
}

static struct str said_text(const struct others *in, const struct inspected *of, enum key key)
{
    const struct fact *fact = said(in, of, key);
    return fact ? fact->value.text : (struct str){ 0 };
}

/* A statistic of a figure is no run of its own: the plain one, else the median, else the mean. */
static bool is_statistic(struct str instance)
{
    static const char *const words[] = { "mean", "min", "max", "std", "median", "stddev" };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (str_eq(instance, str_from(words[i])))
            return true;
    double percent;
    size_t last = instance.len;
    while (last > 0 && instance.at[last - 1] != ' ')
        last--;
    if (last > 0)
        return is_statistic(str_sub(instance, last, instance.len));
    return instance.len > 1 && instance.at[0] == 'p' &&
           num_real(str_sub(instance, 1, instance.len), &percent);
}

/* "0 mean" of "0": the work behind which a statistic stands; empty: none. */
static struct str work_of(struct str instance)
{
    size_t last = instance.len;
    while (last > 0 && instance.at[last - 1] != ' ')
        last--;
    return is_statistic(instance) && last > 1 ? str_sub(instance, 0, last - 1) : (struct str){ 0 };
}

/* The number as the evidence wrote it, without a unit that it wrote behind. */
static struct str bare_number(struct arena *home, const struct quantity *value)
{
    double real;
    if (num_real(value->text, &real) || !value->number)
        return value->text;
    struct buf buf = buf_new(home, 64);
    buf_put_shortest(&buf, value->value);
    return buf_str(&buf);
}

/* A tool that writes a run in two formats, side by side, has made one run. */
static bool told_before(const struct others *in, const struct inspected *file,
                        const struct fact *fact)
{
    const double printed = 1e-5;
    struct str folder = str_folder(file->evidence->name);
    for (size_t i = in->first; i < in->rows->count; i++) {
        const struct run_row *row = &in->rows->item[i];
        double value;
        if (str_eq(str_folder(row->source), folder) &&
            !str_eq(row->suite, str_from(file->adapter->name)) &&
            str_eq(row->metric, str_from(vocabulary_row(fact->key)->name)) &&
            num_real(row->value, &value) && fact->value.number &&
            fabs(value - fact->value.value) <= printed * fabs(value))
            return true;
    }
    return false;
}

/* "failed: exit status 1": a tool without a verdict of its own tells how the work ended, of this
 * one or of all that is in the file; empty: as it should, or nothing is told. */
static struct str broke_off(const struct others *in, const struct inspected *file, struct str work)
{
    struct arena *home = in->request->home;
    for (size_t i = 0; i < facts_count(file->facts); i++) {
        const struct fact *fact = facts_at(file->facts, i);
        bool mine = fact->instance.len == 0 || str_eq(fact->instance, work);
        if (mine && fact->key == KEY_RUN_ERROR)
            return str_format(home, "failed: %.*s", STR_ARG(str_sub(fact->value.text, 0, 200)));
        if (mine && fact->key == KEY_RUN_EXIT && fact->value.number && fact->value.value != 0)
            return str_format(home, "failed: exit status %.*s", STR_ARG(fact->value.text));
    }
    return (struct str){ 0 };
}

/* What the file tells beside the figure. */
static struct run_row *row_begin(struct others *in, const struct inspected *file,
                                 struct str instance)
{
    struct run_row *row = run_rows_add(in->rows);
    struct str model = said_text(in, file, KEY_MODEL_NAME);
    struct str of = work_of(instance); /* the tool's own name of this work, or of all */
    const struct fact *named =
        facts_best(file->facts, KEY_WORKLOAD_NAME, of.len > 0 ? of : instance);
    struct str work = named ? named->value.text : said_text(in, file, KEY_WORKLOAD_NAME);
    const struct fact *count = said(in, file, KEY_ACCELERATOR_COUNT);
    row->bundle = in->bundle;
    row->suite = str_from(file->adapter->name);
    row->system = said_text(in, file, KEY_OS_HOST_NAME);
    row->benchmark = model.len > 0 ? model : work;
    row->scenario = instance;
    row->valid = said_text(in, file, KEY_RUN_VALID);
    if (str_eq(row->valid, STR("0")) || str_eq(row->valid, STR("1")))
        row->valid = str_eq(row->valid, STR("1")) ? STR("valid") : STR("invalid");
    if (row->valid.len == 0)
        row->valid = broke_off(in, file, of.len > 0 ? of : instance);
    row->weights = said_text(in, file, KEY_PRECISION_WEIGHTS);
    row->accelerator = said_text(in, file, KEY_ACCELERATOR_NAME);
    if (count && count->value.number)
        row->accelerators = (int64_t)count->value.value;
    row->source = file->evidence->name;
    return row;
}

static void row_put(struct others *in, const struct inspected *file, const struct fact *fact)
{
    struct arena *home = in->request->home;
    if (told_before(in, file, fact))
        return;
    struct run_row *row = row_begin(in, file, fact->instance);
    struct buf means = buf_new(home, 4096);
    if (fact->defined)
        defined_put(fact->defined, fact->instance, &means);
    row->metric = str_from(vocabulary_row(fact->key)->name);
    row->value = bare_number(home, &fact->value);
    row->unit = str_from(unit_row(fact->value.unit)->symbol);
    if (row->unit.len == 0) { /* the tool's own, of this result or of all of the file */
        const struct fact *own = facts_best(file->facts, KEY_RESULT_UNIT, fact->instance);
        own = own ? own : facts_best(file->facts, KEY_RESULT_UNIT, STR(""));
        row->unit = own ? own->value.text : row->unit;
    }
    row->definition = means.len > 0 ? buf_str(&means) : str_from(vocabulary_row(fact->key)->title);
    const struct fact *remark = facts_best(file->facts, KEY_RESULT_REMARK, fact->instance);
    if (remark && fact->instance.len > 0)
        row->definition = str_format(home, "%.*s, remark: %.*s", STR_ARG(row->definition),
                                     STR_ARG(remark->value.text));
    row->line = fact->source.from.line;
    row->place = fact->source.from.path;
}

/* Of a tool that tells several works, each by statistics alone (hyperfine, pytest-benchmark), the
 * one by which it is compared stands for the work, else the median, else the mean. */
static bool stands_for_work(const struct others *in, const struct inspected *file, enum key key,
                            struct str instance)
{
    struct str work = work_of(instance);
    const char *order[] = { NULL, "median", "p50", "mean" };
    for (size_t i = 0; carries_at(i); i++)
        if (carries_at(i)->metric == key && carries_at(i)->instance &&
            strcmp(carries_at(i)->format, file->adapter->name) == 0)
            order[0] = carries_at(i)->instance;
    if (work.len == 0 || facts_best(file->facts, key, work))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(order); i++) {
        struct str one = order[i]
                             ? str_format(in->request->home, "%.*s %s", STR_ARG(work), order[i])
                             : (struct str){ 0 };
        if (order[i] && facts_best(file->facts, key, one))
            return str_eq(one, instance);
    }
    return false;
}

static const struct fact *figure_of(const struct facts *facts, enum key key)
{
    static const char *const instances[] = { "", "median", "p50", "mean" };
    for (size_t i = 0; i < ARRAY_COUNT(instances); i++) {
        const struct fact *fact = facts_best(facts, key, str_from(instances[i]));
        if (fact && fact->kind == FACT_MEASURED)
            return fact;
    }
    return NULL;
}

static void file_put(struct others *in, const struct inspected *file)
{
    for (size_t i = 0; i < ARRAY_COUNT(headline); i++) {
        size_t before = in->rows->count;
        struct str instance = { 0 };
        const struct fact *one = figure_of(file->facts, headline[i]);
        if (one) {
            row_put(in, file, one);
            return;
        }
        for (bool first = true;
             facts_instance(file->facts, headline[i], instance, first, &instance); first = false) {
            const struct fact *fact = facts_best(file->facts, headline[i], instance);
            if (fact && instance.len > 0 && fact->kind == FACT_MEASURED &&
                (!is_statistic(instance) || stands_for_work(in, file, headline[i], instance)))
                row_put(in, file, fact);
        }
        if (in->rows->count > before)
            return;
    }
}

/* Whether a figure of this file is told, or another file of its folder tells the run. */
static bool run_told(const struct others *in, const struct inspected *file)
{
    for (size_t i = in->first; i < in->rows->count; i++) {
        const struct run_row *row = &in->rows->item[i];
        if (str_eq(row->source, file->evidence->name) ||
            (str_eq(str_folder(row->source), str_folder(file->evidence->name)) &&
             !str_eq(row->suite, str_from(file->adapter->name))))
            return true;
    }
    return false;
}

/* A run of which its tool kept samples and made no figure. */
static void samples_put(struct others *in, const struct inspected *file)
{
    if (!carries_of(file->adapter->name) || run_told(in, file))
        return;
    for (size_t i = 0; i < file->series_count; i++) {
        const struct series *series = &file->series[i];
        bool carried = false;
        for (const struct carries *at = carries_of(file->adapter->name); at; at = carries_next(at))
            carried = carried || at->metric == series->key;
        if (!carried)
            continue;
        struct run_row *row = row_begin(in, file, series->instance);
        row->metric = str_from(vocabulary_row(series->key)->name);
        row->definition = str_format(
            in->request->home, "%zu sample%s of %s, and no figure of the tool's own", series->count,
            series->count == 1 ? "" : "s", vocabulary_row(series->key)->title);
    }
}

bool rows_of_others(struct request *request, const char *path, const struct round *round,
                    struct run_rows *rows)
{
    struct inspected *file;
    struct others in = {
        .request = request, .bundle = str_from(path), .rows = rows, .first = rows->count
    };
    struct diags *own =
        diags_new(request->home); /* what was said of other bundles does not count */
    carried_tell(request->home, path, &round->rest, round->stored, own);
    for (const struct diag *d = diags_first(own); d; d = d->next)
        diag_add(request->diags, d->id, d->place, d->expected, "%.*s", STR_ARG(d->said));
    if (diags_exit(own) != 0)
        return false;
    if (round->rest.count == 0)
        return true;
    if (!ingest_inspect(request->home, &round->rest, &limits_default, &file, &in.count,
                        request->diags))
        return round->run_count > 0;
    in.file = file;
    for (size_t i = 0; i < in.count; i++)
        if (file[i].adapter && !file[i].twin)
            file_put(&in, &file[i]);
    for (size_t i = 0; i < in.count; i++)
        if (file[i].adapter && !file[i].twin)
            samples_put(&in, &file[i]);
    return true;
}
