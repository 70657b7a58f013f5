/* storage_judge.c - results of MLPerf Storage by the rules of their round, and whether their
 * numbers can all be true.
 *
 * An emulated accelerator waits `seconds` for every batch, so no run feeds it faster than batch /
 * seconds; its rate in MiB is that of its samples times the benchmark's bytes a sample; means are
 * those of the epochs listed (dlio_benchmark, utils/statscounter.py). */
#include "storage.h"

#include "base/num.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double rounding = 1e-9;      /* of numbers written with all their digits */
static const double mebibyte = 1048576.0; /* bytes */
static const double gibibyte = 1073741824.0;

static struct str said(struct noting *in, const char *what, double value)
{
    return str_format(in->home, "%s %.*s", what, STR_ARG(number_text(in->home, value)));
}

static bool far(double a, double b, double part)
{
    return fabs(a - b) > part * fmax(fabs(a), fabs(b));
}

static bool is_in(const struct round_run *run, const char *division)
{
    return run->division.len == strlen(division) &&
           g_ascii_strncasecmp(run->division.at, division, run->division.len) == 0;
}

/* The emulated accelerator of the result in the rule set; NULL: not known there. */
static const struct emulated *emulated_of(const struct round_run *run)
{
    const struct benchmark *work = run->inside->work;
    for (size_t i = 0; work && i < work->emulated_count; i++)
        if (str_eq(work->emulated[i].name, run->inside->storage->emulated) ||
            work->emulated_count == 1)
            return &work->emulated[i];
    return NULL;
}

/* ---- what can be true ---- */

static void mean_judge(struct noting *in, const struct storage_part *part,
                       const struct storage_list *list, enum storage_value value, const char *what)
{
    const struct storage_number *mean = &part->value[value];
    if (list->count == 0 || !mean->there)
        return;
    double computed = list->sum / (double)list->count;
    if (far(mean->value, computed, rounding))
        note(in, ROUND_RATE_CONTRADICTS, part->name, mean->line, said(in, what, mean->value),
             str_format(in->home, "%.*s, the mean of the %zu epochs at line %u",
                        STR_ARG(number_text(in->home, computed)), list->count, list->line));
}

static void rate_judge(struct noting *in, const struct storage_part *part)
{
    const struct benchmark *work = in->run->inside->work;
    const struct emulated *device = emulated_of(in->run);
    const struct storage_number *samples = &part->value[STORAGE_SAMPLES];
    const struct storage_number *bytes = &part->value[STORAGE_BYTES];
    const double slack = 1e-6, early = 1.02; /* a wait may end a little before its time */
    if (!work || !samples->there)
        return;
    double rate = samples->value * work->sample_bytes / mebibyte;
    if (bytes->there && work->sample_bytes > 0 && far(rate, bytes->value, slack))
        note(in, ROUND_RATE_CONTRADICTS, part->name, bytes->line, said(in, "MB/s", bytes->value),
             str_format(in->home, "%.*s, samples at line %u times %.*s bytes",
                        STR_ARG(number_text(in->home, rate)), samples->line,
                        STR_ARG(number_text(in->home, work->sample_bytes))));
    double most = device && part->value[STORAGE_ACCELERATORS].there
                      ? part->value[STORAGE_ACCELERATORS].value * device->batch / device->seconds
                      : (double)INFINITY;
    if (samples->value > most * early)
        note(in, ROUND_RATE_CONTRADICTS, part->name, samples->line,
             said(in, "samples/s", samples->value),
             str_format(in->home, "at most %.*s, as fast as %.*s such accelerators take them",
                        STR_ARG(number_text(in->home, most)),
                        STR_ARG(number_text(in->home, part->value[STORAGE_ACCELERATORS].value))));
}

static void busy_judge(struct noting *in, const struct storage_part *part)
{
    const struct benchmark *work = in->run->inside->work;
    const struct storage_number *busy = &part->value[STORAGE_BUSY];
    bool success = str_eq(part->said, STR("success"));
    if (!busy->there)
        return;
    if (busy->value > 100 + 1e-6)
        note(in, ROUND_ORDER_BROKEN, part->name, busy->line, said(in, "busy for", busy->value),
             STR("at most 100 percent"));
    if (!work || work->least_busy <= 0)
        return;
    bool enough = busy->value >= work->least_busy;
    if (part->said.len > 0 && success != enough)
        note(in, ROUND_CONSTRAINT_CONTRADICTS, part->name, part->said_line, part->said,
             str_format(in->home, "%s: %.*s percent at line %u, %.*s wanted",
                        enough ? "success" : "fail", STR_ARG(number_text(in->home, busy->value)),
                        busy->line, STR_ARG(number_text(in->home, work->least_busy))));
    if (!enough)
        note(in, ROUND_BUSY_LOW, part->name, busy->line, said(in, "busy for", busy->value),
             str_format(in->home, "%.*s percent or more",
                        STR_ARG(number_text(in->home, work->least_busy))));
}

/* Two runs of a result: of one setting, one behind the other, and not the same file twice. */
static void pair_judge(struct noting *in, const struct storage_part *a,
                       const struct storage_part *b)
{
    static const enum storage_value same[] = { STORAGE_ACCELERATORS, STORAGE_HOSTS, STORAGE_FILES,
                                               STORAGE_SAMPLES_A_FILE, STORAGE_EPOCHS };
    static const char *const names[] = { "num_accelerators", "num_hosts", "num_files_train",
                                         "num_samples_per_file", "epochs" };
    bool apart = !str_eq(a->run, b->run);
    if (apart && a->timed && b->timed && a->start == b->start && a->end == b->end) {
        note(in, ROUND_RUN_COPIED, b->name, b->start_line, STR("start and end of another"),
             a->name);
        return;
    }
    if (apart && a->timed && b->timed && a->start < b->end && b->start < a->end)
        note(in, ROUND_RUNS_OVERLAP, b->name, b->start_line, STR("began before another ended"),
             str_format(in->home, "behind or before %.*s", STR_ARG(a->name)));
    if (a != in->run->inside->storage->part)
        return;
    for (size_t i = 0; i < ARRAY_COUNT(same); i++) {
        const struct storage_number *x = &a->value[same[i]], *y = &b->value[same[i]];
        if (x->there && y->there && x->value != y->value)
            note(in, ROUND_SETTINGS_DIFFER, b->name, y->line, said(in, names[i], y->value),
                 str_format(in->home, "%.*s, as in %.*s", STR_ARG(number_text(in->home, x->value)),
                            STR_ARG(a->name)));
    }
    if (a->workload.len > 0 && b->workload.len > 0 && !str_eq(a->workload, b->workload))
        note(in, ROUND_SETTINGS_DIFFER, b->settings_name, b->workload_line, b->workload,
             str_format(in->home, "%.*s, as in %.*s", STR_ARG(a->workload),
                        STR_ARG(a->settings_name)));
}

/* ---- the report ---- */

static bool is_run(struct str folder, struct str name)
{
    return str_ends(folder, name) &&
           (folder.len == name.len || folder.at[folder.len - name.len - 1] == '/');
}

static void reported_judge(struct noting *in, const struct storage_number *number, double value,
                           struct str of, const char *what)
{
    if (number->there && far(number->value, value, rounding))
        note(in, ROUND_REPORT_DIFFERS, in->run->inside->storage->report_name, number->line,
             said(in, what, number->value),
             str_format(in->home, "%.*s, as %.*s tells", STR_ARG(number_text(in->home, value)),
                        STR_ARG(of)));
}

static void report_judge(struct noting *in)
{
    const struct storage *storage = in->run->inside->storage;
    for (size_t i = 0; i < storage->report_count; i++) {
        const struct storage_reported *row = &storage->report[i];
        double sum[STORAGE_VALUES] = { 0 };
        struct str of = { 0 };
        for (size_t k = 0; k < storage->count; k++) {
            const struct storage_part *part = &storage->part[k];
            for (size_t v = 0; is_run(part->run, row->name) && v < STORAGE_VALUES; v++)
                sum[v] += part->value[v].value;
            of = is_run(part->run, row->name) ? part->name : of;
        }
        if (of.len == 0)
            continue; /* its summary is not here: told by the count of runs */
        reported_judge(in, &row->samples, sum[STORAGE_SAMPLES], of, "samples/s");
        reported_judge(in, &row->bytes, sum[STORAGE_BYTES], of, "MB/s");
        reported_judge(in, &row->accelerators, sum[STORAGE_ACCELERATORS], of, "accelerators");
    }
    if (!storage->reported || storage->count == 0 || !in->run->metric.there)
        return;
    reported_judge(in, &storage->overall.samples, in->run->metric.value, in->run->place,
                   "samples/s");
    reported_judge(in, &storage->overall.bytes, in->run->figure.value, in->run->place, "MB/s");
    reported_judge(in, &storage->overall.runs, (double)storage->runs, in->run->place, "runs");
}

/* ---- the rules of a round ---- */

/* The data set: so many steps for each accelerator, so many times the memory of the hosts. */
static void size_judge(struct noting *in, const struct storage_part *part)
{
    const struct benchmark *work = in->run->inside->work;
    const struct rule_set *rules = in->run->inside->rules;
    const struct emulated *device = emulated_of(in->run);
    const struct storage_number *files = &part->value[STORAGE_FILES];
    const struct storage_number *each = &part->value[STORAGE_SAMPLES_A_FILE];
    const double measured = 0.98; /* memory is stated in whole GB to the tool, and measured by it */
    if (!work || !rules || !files->there || !each->there)
        return;
    double samples = (files->value + 1) * each->value; /* the tool rounds files down */
    double steps =
        device ? rules->least_steps * device->batch * part->value[STORAGE_ACCELERATORS].value : 0;
    double memory = work->sample_bytes > 0
                        ? rules->memory_times * part->memory * gibibyte / work->sample_bytes
                        : 0;
    if (samples < steps)
        note(in, ROUND_DATASET_SMALL, part->name, files->line,
             said(in, "samples", files->value * each->value),
             str_format(in->home, "%.*s or more: %.*s steps of every accelerator",
                        STR_ARG(number_text(in->home, steps)),
                        STR_ARG(number_text(in->home, rules->least_steps))));
    if (samples < memory * measured)
        note(in, ROUND_DATASET_SMALL, part->name, files->line,
             said(in, "samples", files->value * each->value),
             str_format(in->home, "%.*s or more: %.*s times the memory of the hosts",
                        STR_ARG(number_text(in->home, ceil(memory))),
                        STR_ARG(number_text(in->home, rules->memory_times))));
}

static void hosts_judge(struct noting *in, const struct storage_part *part)
{
    const struct storage_number *devices = &part->value[STORAGE_ACCELERATORS];
    const struct storage_number *hosts = &part->value[STORAGE_HOSTS];
    if (devices->there && hosts->there && hosts->value >= 1 &&
        fmod(devices->value, hosts->value) != 0)
        note(in, ROUND_HOSTS_UNEVEN, part->name, devices->line,
             said(in, "accelerators", devices->value),
             str_format(in->home, "as many on each of %.*s hosts",
                        STR_ARG(number_text(in->home, hosts->value))));
}

static void settings_judge(struct noting *in, const struct storage_part *part)
{
    const struct rule_set *rules = in->run->inside->rules;
    const struct benchmark *work = in->run->inside->work;
    const struct storage_number *each = &part->value[STORAGE_SAMPLES_A_FILE];
    if (!rules || !is_in(in->run, "closed"))
        return;
    if (work && work->samples_a_file > 0 && each->there && each->value != work->samples_a_file)
        note(in, ROUND_SETTING_OTHER, part->name, each->line,
             said(in, "num_samples_per_file", each->value),
             number_text(in->home, work->samples_a_file));
    if (part->parameters_left > 0)
        note(in, ROUND_RULES_PART, part->settings_name, 0,
             str_format(in->home, "%zu more parameters", part->parameters_left),
             STR("so many as are judged"));
    for (size_t i = 0; i < part->parameter_count; i++) {
        bool allowed = false;
        struct str text = part->parameter[i].text;
        for (size_t k = 0; k < rules->closed_parameters.count; k++)
            allowed = allowed || str_starts(text, rules->closed_parameters.item[k]);
        if (!allowed)
            note(in, ROUND_SETTING_OTHER, part->settings_name, part->parameter[i].line, text,
                 STR("a parameter that closed may change"));
    }
}

static void system_judge(struct noting *in)
{
    const struct run_inside *inside = in->run->inside;
    if (inside->laid && !inside->results_alone && (!inside->system || !inside->system->read))
        note(in, ROUND_SYSTEM_BROKEN,
             inside->system ? inside->system->file
                            : str_format(in->home, "systems/%.*s.json", STR_ARG(in->run->system)),
             inside->system ? inside->system->broken_line : 0,
             inside->system ? inside->system->broken : (struct str){ 0 }, (struct str){ 0 });
}

static void result_judge(struct noting *in)
{
    const struct round_run *run = in->run;
    const struct run_inside *inside = run->inside;
    const struct storage *storage = inside->storage;
    if (inside->rules && !inside->work && !is_in(run, "open"))
        note(in, ROUND_BENCHMARK_UNKNOWN, run->place, 0, run->benchmark,
             str_format(in->home, "a benchmark of round %.*s", STR_ARG(inside->rules->round)));
    if (inside->work && inside->work->in_part)
        note(in, ROUND_RULES_PART, run->place, 0, run->benchmark,
             STR("only figures are read: its rules are not judged"));
    if (inside->rules && storage->round.len > 0 && !str_eq(storage->round, inside->rules->round))
        note(in, ROUND_ROUND_OTHER, run->place, 0,
             str_format(in->home, "the layout of round %.*s", STR_ARG(storage->round)),
             str_format(in->home, "round %.*s", STR_ARG(inside->rules->round)));
    if (storage->count == 0)
        note(in, ROUND_DETAIL_MISSING, run->place, 0, STR("the report alone"), STR("summary.json"));
    else if (inside->work && inside->work->runs > 0 && !inside->run_alone &&
             (double)storage->runs != inside->work->runs)
        note(in, ROUND_RUNS_COUNT, run->place, 0, str_format(in->home, "%zu runs", storage->runs),
             number_text(in->home, inside->work->runs));
    if (storage->report_file != NO_FILE && !storage->reported)
        note(in, ROUND_REPORT_DIFFERS, storage->report_name, storage->report_broken,
             STR("cannot be read"), STR("an object with overall and runs"));
    system_judge(in);
}

void storage_judge(struct noting *in)
{
    const struct storage *storage = in->run->inside->storage;
    result_judge(in);
    for (size_t i = 0; i < storage->count; i++) {
        const struct storage_part *part = &storage->part[i];
        if (!part->read) {
            note(in, ROUND_DETAIL_BROKEN, part->name, part->broken_line, (struct str){ 0 },
                 STR("one JSON object"));
            continue;
        }
        if (storage->kind != STORAGE_TRAIN)
            checkpoints_judge(in, part);
        if (storage->kind == STORAGE_TRAIN && !part->warm) {
            mean_judge(in, part, &part->busy, STORAGE_BUSY, "busy for");
            mean_judge(in, part, &part->samples, STORAGE_SAMPLES, "samples/s");
            rate_judge(in, part);
            busy_judge(in, part);
            size_judge(in, part);
            settings_judge(in, part);
            if (part->said.len == 0)
                note(in, ROUND_VERDICT_MISSING, part->name, 0, (struct str){ 0 },
                     STR("train_au_meet_expectation"));
            else if (!str_eq(part->said, STR("success")))
                note(in, ROUND_INVALID, part->name, part->said_line, part->said, STR("success"));
        }
        hosts_judge(in, part);
        for (size_t k = 0; k < i; k++)
            pair_judge(in, &storage->part[k], part);
    }
    report_judge(in);
    bool fails = in->run->valid == JUDGED_NO, open = false;
    for (size_t i = 0; i < in->run->inside->finding_count; i++) {
        const struct round_code_row *row = round_code_row(in->run->inside->finding[i].code);
        enum round_code code = in->run->inside->finding[i].code;
        open = open || code == ROUND_CACHE_UNPROVEN || code == ROUND_FIGURE_MISSING ||
               code == ROUND_RULES_PART;
        fails = fails || (row->about == ABOUT_COMPLIANT && row->weight == WEIGHT_FAILS);
    }
    const struct run_inside *inside = in->run->inside;
    bool judged = inside->rules && inside->laid && !inside->results_alone && !inside->run_alone &&
                  inside->work && !inside->work->in_part && !open &&
                  (in->run->valid == JUDGED_YES || storage->kind != STORAGE_TRAIN);
    in->run->compliant = fails ? JUDGED_NO : judged ? JUDGED_YES : JUDGED_NOT;
}
