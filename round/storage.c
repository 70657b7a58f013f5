/* storage.c - results of MLPerf Storage: the score of several runs.
 *
 * A run reads a data set for accelerators that are emulated by waiting (DLIO writes summary.json);
 * it counts where they were busy for the share that the benchmark wants. The score is the mean over
 * five runs of samples a second, told in the round's table as MiB a second beside the number of
 * accelerators (mlcommons/storage, Submission_guidelines.md and report.py). In v0.5 each host of a
 * run has a summary of its own, and their rates add up. Checkpoints (v2.0) are written and read by
 * runs of their own, with GiB a second each. */
#include "storage.h"
#include "base/json.h"
#include "base/num.h"

#include <glib.h>
#include <string.h>

static const double most_value = 1e15; /* beyond what any of these numbers can be */

/* ---- one summary ---- */

static struct storage_number number_at(const struct json *json, const struct json_item *item)
{
    struct storage_number out = { 0 };
    if (!item)
        return out;
    bool told = json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING;
    out.there = told && num_real(json_scalar(json, item), &out.value) && out.value >= 0 &&
                out.value < most_value;
    out.line = json_place(json, item).line;
    return out;
}

static struct storage_list list_at(const struct json *json, const char *pointer)
{
    struct storage_list out = { 0 };
    const struct json_item *list = json_find(json, str_from(pointer));
    if (!list || json_type(list) != JSON_ARRAY)
        return out;
    out.line = json_place(json, list).line;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        struct storage_number number = number_at(json, item);
        if (!number.there)
            return (struct storage_list){ 0 };
        out.sum += number.value;
        out.most = number.value > out.most ? number.value : out.most;
        out.count++;
    }
    return out;
}

static struct str text_at(struct arena *home, const struct json *json, const char *pointer,
                          uint32_t *line)
{
    const struct json_item *item = json_find(json, str_from(pointer));
    if (!item || json_type(item) != JSON_STRING)
        return (struct str){ 0 };
    if (line)
        *line = json_place(json, item).line;
    return str_keep(home, json_string(item));
}

static double memory_of(const struct json *json)
{
    struct storage_list list = list_at(json, "/host_memory_GB");
    return list.sum;
}

static const struct str value_names[STORAGE_VALUES] = {
    [STORAGE_ACCELERATORS] = STR_INIT("/num_accelerators"),
    [STORAGE_HOSTS] = STR_INIT("/num_hosts"),
    [STORAGE_FILES] = STR_INIT("/num_files_train"),
    [STORAGE_SAMPLES_A_FILE] = STR_INIT("/num_samples_per_file"),
    [STORAGE_EPOCHS] = STR_INIT("/epochs"),
    [STORAGE_BUSY] = STR_INIT("/metric/train_au_mean_percentage"),
    [STORAGE_SAMPLES] = STR_INIT("/metric/train_throughput_mean_samples_per_second"),
    [STORAGE_BYTES] = STR_INIT("/metric/train_io_mean_MB_per_second"),
    [STORAGE_SAVED] = STR_INIT("/metric/save_checkpoint_io_mean_GB_per_second"),
    [STORAGE_LOADED] = STR_INIT("/metric/load_checkpoint_io_mean_GB_per_second"),
    [STORAGE_SAVED_DEVIATION] = STR_INIT("/metric/save_checkpoint_io_stdev_GB_per_second"),
    [STORAGE_LOADED_DEVIATION] = STR_INIT("/metric/load_checkpoint_io_stdev_GB_per_second"),
    [STORAGE_SAVE_TIME] = STR_INIT("/metric/save_checkpoint_duration_mean_seconds"),
    [STORAGE_LOAD_TIME] = STR_INIT("/metric/load_checkpoint_duration_mean_seconds"),
    [STORAGE_SAVE_TIME_DEVIATION] = STR_INIT("/metric/save_checkpoint_duration_stdev_seconds"),
    [STORAGE_LOAD_TIME_DEVIATION] = STR_INIT("/metric/load_checkpoint_duration_stdev_seconds"),
    [STORAGE_CHECKPOINT] = STR_INIT("/metric/checkpoint_size_GB"),
};

/* Whether bytes are JSON; `line`: where they are not. */
static struct json *opened(struct arena *scratch, struct str bytes, uint32_t *line)
{
    struct json *json;
    struct diags *diags = diags_new(scratch);
    struct json_cursor cursor = { .allow = JSON_TWICE | JSON_STRAY | JSON_NONFINITE,
                                  .alone = true };
    if (json_read_next(scratch, STR("summary.json"), bytes, &cursor, NULL, &json, diags))
        return json;
    const struct diag *first = diags_first(diags);
    *line = first && first->place.line > 0 ? first->place.line : 1;
    return NULL;
}

void storage_part_read(struct arena *home, struct arena *scratch, struct str bytes,
                       struct storage_part *out)
{
    const struct json *json = opened(scratch, bytes, &out->broken_line);
    out->broken = !json;
    if (!json)
        return;
    out->read = json_type(json_root(json)) == JSON_OBJECT;
    for (size_t i = 0; i < STORAGE_VALUES; i++)
        out->value[i] = number_at(json, json_find(json, value_names[i]));
    out->busy = list_at(json, "/metric/train_au_percentage");
    out->samples = list_at(json, "/metric/train_throughput_samples_per_second");
    out->memory = memory_of(json);
    out->model = text_at(home, json, "/model", NULL);
    out->said = text_at(home, json, "/metric/train_au_meet_expectation", &out->said_line);
    out->timed = iso_time(text_at(scratch, json, "/start", &out->start_line), &out->start) &&
                 iso_time(text_at(scratch, json, "/end", NULL), &out->end);
}

void storage_settings_read(struct arena *home, struct str bytes, struct storage_part *out)
{
    static const struct str workload = STR_INIT("workload="), member = STR_INIT("workload.");
    struct str rest = bytes, line;
    uint32_t number = 0;
    while (str_cut(&rest, '\n', &line)) {
        number++;
        line = str_trim(line);
        while (line.len > 0 && (line.at[0] == '-' || line.at[0] == ' ' || line.at[0] == '+'))
            line = str_sub(line, 1, line.len);
        if (str_starts(line, workload)) {
            out->workload = str_keep(home, str_trim(str_sub(line, workload.len, line.len)));
            out->workload_line = number;
        } else if (str_starts(line, member) && out->parameter_count == STORAGE_PARAMETERS) {
            out->parameters_left++;
        } else if (str_starts(line, member)) {
            out->parameter[out->parameter_count].text =
                str_keep(home, str_sub(line, member.len, line.len));
            out->parameter[out->parameter_count++].line = number;
        }
    }
}

/* ---- the report ---- */

static void reported_read(struct arena *home, const struct json *json, const struct json_item *from,
                          bool all, struct storage_reported *out)
{
    static const char *const names[][2] = {
        { "train_throughput_samples_per_second", "train_throughput_mean_samples_per_second" },
        { "train_throughput_MB_per_second", "train_throughput_mean_MB_per_second" },
    };
    const struct json_item *model = json_member(from, STR("model"));
    const struct json_item *device = json_member(from, STR("accelerator"));
    out->samples = number_at(json, json_member(from, str_from(names[0][all])));
    out->bytes = number_at(json, json_member(from, str_from(names[1][all])));
    out->accelerators = number_at(json, json_member(from, STR("train_num_accelerators")));
    out->runs = number_at(json, json_member(from, STR("num_benchmark_runs")));
    if (model && json_type(model) == JSON_STRING)
        out->model = str_keep(home, json_string(model));
    if (device && json_type(device) == JSON_STRING)
        out->accelerator = str_keep(home, json_string(device));
}

void storage_report_read(struct arena *home, struct arena *scratch, struct str bytes,
                         struct storage *out)
{
    const struct json *json = opened(scratch, bytes, &out->report_broken);
    const struct json_item *overall = json ? json_find(json, STR("/overall")) : NULL;
    const struct json_item *runs = json ? json_find(json, STR("/runs")) : NULL;
    if (json && !overall)
        out->report_broken = 1;
    if (!overall)
        return;
    out->reported = true;
    reported_read(home, json, overall, true, &out->overall);
    out->report = ARENA_MANY(home, STORAGE_MOST, struct storage_reported);
    for (const struct json_item *item = runs ? json_next(runs, NULL) : NULL;
         item && out->report_count < STORAGE_MOST; item = json_next(runs, item)) {
        out->report[out->report_count].name = str_keep(home, json_name(item));
        reported_read(home, json, item, false, &out->report[out->report_count++]);
    }
}

/* ---- a result ---- */

struct storage_part *storage_part_of(struct arena *home, struct storage *storage, struct str folder,
                                     struct str run)
{
    for (size_t i = storage->count; i-- > 0;)
        if (str_eq(storage->part[i].folder, folder))
            return &storage->part[i];
    if (storage->count == STORAGE_MOST)
        return NULL;
    ARENA_GROW(home, struct storage_part, storage->part, storage->count, storage->room, 8);
    struct storage_part *part = &storage->part[storage->count++];
    *part = (struct storage_part){
        .file = NO_FILE, .settings_file = NO_FILE, .folder = folder, .run = run
    };
    return part;
}

static bool part_is(const struct storage_part *part, enum storage_kind kind)
{
    if (part->broken)
        return kind == STORAGE_TRAIN;
    bool trained = part->value[STORAGE_BUSY].there || part->busy.count > 0 ||
                   part->value[STORAGE_SAMPLES].there;
    return part->value[STORAGE_ACCELERATORS].there &&
           (kind == STORAGE_TRAIN  ? trained
            : kind == STORAGE_SAVE ? !trained && part->value[STORAGE_SAVED].there
                                   : !trained && part->value[STORAGE_LOADED].there);
}

bool storage_is(struct storage *storage)
{
    size_t kept = 0, good = 0;
    if (storage->kind == STORAGE_TRAIN) {
        bool saves = true;
        for (size_t i = 0; i < storage->count; i++)
            saves = saves && !part_is(&storage->part[i], STORAGE_TRAIN);
        storage->kind =
            saves && storage->count > 0 && !storage->reported ? STORAGE_SAVE : STORAGE_TRAIN;
    }
    for (size_t i = 0; i < storage->count; i++) {
        const struct storage_part part = storage->part[i];
        if (!part_is(&part, storage->kind))
            continue;
        good += part.read;
        storage->runs += kept == 0 || !str_eq(part.run, storage->part[kept - 1].run);
        storage->part[kept++] = part;
    }
    storage->count = kept;
    return good > 0 ||
           (storage->kind == STORAGE_TRAIN && storage->reported && storage->overall.samples.there);
}

/* "unet3d_h100", "unet3d-h100": what stands before and behind the last separator. */
static void workload_split(struct str text, struct str *model, struct str *device)
{
    static const struct str devices[] = { STR_INIT("a100"), STR_INIT("h100"), STR_INIT("v100"),
                                          STR_INIT("b200"), STR_INIT("mi355") };
    *model = text;
    *device = (struct str){ 0 };
    for (size_t i = 0; i < ARRAY_COUNT(devices); i++) {
        if (str_ends(text, devices[i]) && text.len > devices[i].len + 1 &&
            strchr("-_", text.at[text.len - devices[i].len - 1])) {
            *device = devices[i];
            *model = str_sub(text, 0, text.len - devices[i].len - 1);
        }
    }
}

void storage_names(struct arena *home, struct round_run *run)
{
    struct storage *storage = run->inside->storage;
    char *low =
        g_ascii_strdown(run->benchmark.at ? run->benchmark.at : "", (gssize)run->benchmark.len);
    struct str model, device;
    workload_split(str_keep(home, str_from(low)), &model, &device);
    g_free(low);
    if (storage->reported && storage->overall.model.len > 0) {
        model = storage->overall.model;
        device = storage->overall.accelerator.len > 0 ? storage->overall.accelerator : device;
    }
    for (size_t i = storage->count; i-- > 0;) { /* what ran counts more than what reports it */
        if (storage->part[i].model.len > 0)
            model = storage->part[i].model;
        if (storage->part[i].workload.len > 0)
            workload_split(storage->part[i].workload, &model, &device);
    }
    run->benchmark = model;
    storage->emulated = device;
    run->scenario = storage->kind == STORAGE_SAVE   ? STR("write")
                    : storage->kind == STORAGE_LOAD ? STR("read")
                                                    : device;
}

static bool has_folder(struct str path, struct str folder)
{
    struct str rest = path, part;
    while (str_cut(&rest, '/', &part))
        if (str_eq(part, folder))
            return true;
    return false;
}

/* A model in the summary is of v0.5; phases under "training", and checkpoints, are since v2.0. */
static void round_take(struct storage *storage)
{
    const struct storage_part *first = storage->count > 0 ? &storage->part[0] : NULL;
    if (!first)
        return;
    if (storage->kind != STORAGE_TRAIN || has_folder(first->folder, STR("training")) ||
        has_folder(first->folder, STR("dlio_config")))
        storage->round = STR("2.0");
    else if (first->model.len > 0)
        storage->round = STR("0.5");
}

/* Where one run more than the benchmark asks for is filed, the first of all is the warm-up. */
static void warm_up_take(struct round_run *run)
{
    struct storage *storage = run->inside->storage;
    const struct benchmark *work = run->inside->work;
    const struct rule_set *rules = run->inside->rules;
    size_t first = 0;
    bool asked = rules ? rules->warm_up : str_eq(storage->round, STR("2.0"));
    if (!asked || storage->kind != STORAGE_TRAIN || !work || work->runs <= 0 ||
        (double)storage->runs != work->runs + 1)
        return;
    for (size_t i = 0; i < storage->count; i++) {
        if (!storage->part[i].timed)
            return;
        first = storage->part[i].start < storage->part[first].start ? i : first;
    }
    for (size_t i = 0; i < storage->count; i++)
        storage->part[i].warm = str_eq(storage->part[i].run, storage->part[first].run);
    storage->runs--;
}

/* Sum over the hosts of a run, mean over the runs. */
static bool mean_of(const struct storage *storage, enum storage_value value, double *out)
{
    double sum = 0;
    for (size_t i = 0; i < storage->count; i++) {
        if (storage->part[i].warm)
            continue;
        if (!storage->part[i].value[value].there)
            return false;
        sum += storage->part[i].value[value].value;
    }
    *out = storage->runs > 0 ? sum / (double)storage->runs : 0;
    return storage->runs > 0;
}

static struct round_number told(struct arena *home, const struct round_run *run, double value,
                                const char *unit, const char *key)
{
    const struct storage *storage = run->inside->storage;
    return (struct round_number){ .value = value,
                                  .text = number_text(home, value),
                                  .there = true,
                                  .unit = unit,
                                  .key = str_from(key),
                                  .file = storage->count > 0 ? run->place : storage->report_name };
}

static void checkpoints_take(struct arena *home, struct round_run *run)
{
    const struct storage *storage = run->inside->storage;
    bool saves = storage->kind == STORAGE_SAVE;
    double rate;
    if (!mean_of(storage, saves ? STORAGE_SAVED : STORAGE_LOADED, &rate))
        return;
    run->figure = told(home, run, rate, "GiB/s",
                       saves ? "save_checkpoint_io_mean_GB_per_second"
                             : "load_checkpoint_io_mean_GB_per_second");
    run->metric = run->figure;
    run->definition = saves ? "mean rate at which checkpoints of all processes were written"
                            : "mean rate at which checkpoints of all processes were read";
    run->derivation = str_format(home, "mean of %zu runs", storage->runs);
}

static void rates_take(struct arena *home, struct round_run *run)
{
    struct storage *storage = run->inside->storage;
    double samples, bytes, devices;
    if (storage->count == 0) { /* the report alone */
        const struct storage_reported *all = &storage->overall;
        samples = all->samples.value;
        bytes = all->bytes.value;
        storage->accelerators = all->accelerators.value;
        run->derivation = STR("as the report tells it");
        run->metric =
            told(home, run, samples, "samples/s", "train_throughput_mean_samples_per_second");
        run->metric.line = all->samples.line;
        run->figure = all->bytes.there
                          ? told(home, run, bytes, "MiB/s", "train_throughput_mean_MB_per_second")
                          : run->metric;
    } else if (mean_of(storage, STORAGE_SAMPLES, &samples)) {
        run->metric =
            told(home, run, samples, "samples/s", "train_throughput_mean_samples_per_second");
        run->figure = mean_of(storage, STORAGE_BYTES, &bytes)
                          ? told(home, run, bytes, "MiB/s", "train_io_mean_MB_per_second")
                          : run->metric;
        storage->accelerators = mean_of(storage, STORAGE_ACCELERATORS, &devices) ? devices : 0;
        struct str warm = { 0 };
        for (size_t i = 0; i < storage->count; i++)
            warm = storage->part[i].warm ? storage->part[i].run : warm;
        run->derivation =
            str_format(home, "mean of %zu runs%s%.*s, accelerators emulated: %.*s", storage->runs,
                       warm.len > 0 ? " behind the warm-up " : "", STR_ARG(str_base_name(warm)),
                       STR_ARG(number_text(home, storage->accelerators)));
    }
    run->definition = "mean rate at which emulated accelerators read samples, over whole runs";
}

void storage_take(struct arena *home, struct round_run *run)
{
    struct storage *storage = run->inside->storage;
    size_t passed = 0, failed = 0, counted = 0;
    round_take(storage);
    warm_up_take(run);
    for (size_t i = 0; i < storage->count; i++) {
        if (storage->part[i].warm)
            continue;
        counted++;
        passed += str_eq(storage->part[i].said, STR("success"));
        failed += storage->part[i].said.len > 0 && !str_eq(storage->part[i].said, STR("success"));
    }
    if (storage->kind != STORAGE_TRAIN) {
        checkpoints_take(home, run);
        return;
    }
    rates_take(home, run);
    if (storage->emulated.len > 0)
        run->accelerator = str_format(home, "%.*s, emulated", STR_ARG(storage->emulated));
    if (storage->accelerators >= 1 && storage->accelerators < 1e9)
        run->accelerators = (int64_t)storage->accelerators;
    if (passed + failed == 0)
        return;
    run->verdict = passed == counted ? STR("success")
                                     : str_format(home, "%zu of %zu: success", passed, counted);
    run->valid = passed == counted ? JUDGED_YES : JUDGED_NO;
}
