/* layout.c - the trees of rounds:
 * {division}/{submitter}/{results|measurements|compliance}/{system}/ {benchmark}/{scenario}/...,
 * with measurements and compliance inside results since v6 (submission rules, mlcommons/policies).
 * A part of such a tree is known by the folders above it. */
#include "layout.h"
#include "base/num.h"
#include "paths.h"
#include "storage.h"
#include "training.h"

#include <glib.h>
#include <string.h>

struct making {
    struct layout *out;
    struct arena *scratch; /* names of one file, until the next */
    struct str above;
    GHashTable *runs, *owners, *systems; /* key text -> index + 1 */
    GArray *run, *owner, *system;
    GArray *measurement; /* score of the one taken, beside each run */
    GArray *further;     /* pairs: a run_N beside run_1, and the result that both belong to */
};

static size_t index_of(GHashTable *table, struct str key, size_t next)
{
    char *name = g_strndup(key.at ? key.at : "", key.len);
    size_t found = GPOINTER_TO_SIZE(g_hash_table_lookup(table, name));
    if (found > 0) {
        g_free(name);
        return found - 1;
    }
    g_hash_table_insert(table, name, GSIZE_TO_POINTER(next + 1));
    return next;
}

static struct owner *owner_of(struct making *in, const struct path *path)
{
    size_t to = path->marker < path->count ? path->marker : path->count - 1;
    struct str folder = path_joined(in->scratch, path, 0, to);
    size_t at = index_of(in->owners, folder, in->owner->len);
    if (at == in->owner->len) {
        struct owner fresh = { .folder = str_keep(in->out->home, folder),
                               .claim = path_joined(in->out->home, path, path->own, to),
                               .above = to < path->own,
                               .mapping = NO_FILE };
        bool named = path->marker < path->count && !path->bare;
        if (named && path->marker >= 1)
            fresh.submitter = str_keep(in->out->home, path->part[path->marker - 1]);
        if (named && path->marker >= 2 && path_is_division(path->part[path->marker - 2]))
            fresh.division = str_keep(in->out->home, path->part[path->marker - 2]);
        g_array_append_val(in->owner, fresh);
    }
    return &g_array_index(in->owner, struct owner, at);
}

static size_t run_at(struct making *in, struct str key)
{
    size_t at = index_of(in->runs, key, in->run->len);
    if (at == in->run->len) {
        int score = 0;
        struct round_run fresh = { .suite = "MLPerf Inference",
                                   .accelerators = -1,
                                   .accelerators_per_node = -1,
                                   .nodes = -1,
                                   .valid = JUDGED_NOT,
                                   .compliant = JUDGED_NOT,
                                   .same = SIZE_MAX,
                                   .definition = "",
                                   .inside = ARENA_NEW(in->out->home, struct run_inside) };
        for (unsigned i = 0; i < SLOT_COUNT; i++)
            fresh.inside->slot[i] = NO_FILE;
        g_array_append_val(in->run, fresh);
        g_array_append_val(in->measurement, score);
    }
    return at;
}

static void run_name(struct making *in, struct round_run *run, const struct path *path)
{
    struct arena *home = in->out->home;
    const struct owner *owner = owner_of(in, path);
    size_t m = path->marker;
    run->division = owner->division;
    run->submitter = owner->submitter;
    run->system = str_keep(home, path->part[m + 1]);
    run->benchmark = str_keep(home, path->part[m + 2]);
    run->inside->owner = owner->folder;
    run->inside->laid = !path->bare;
    run->inside->results_alone = m < path->own;
    run->inside->scenario_alone = m + 4 <= path->own;
    run->inside->run_alone = m + 4 < path->own;
}

/* `number`: of a run_N beside run_1; 0: the result itself. */
static struct round_run *run_of(struct making *in, const struct path *path, uint32_t number,
                                size_t *index)
{
    struct arena *home = in->out->home;
    size_t m = path->marker, depth = number > 0 ? 6 : 4;
    char *scenario = g_ascii_strdown(path->part[m + 3].at, (gssize)path->part[m + 3].len);
    struct str key = str_format(
        in->scratch, "%.*s|%.*s|%.*s|%s|%u", STR_ARG(path_joined(in->scratch, path, 0, m)),
        STR_ARG(path->part[m + 1]), STR_ARG(path->part[m + 2]), scenario, number);
    g_free(scenario);
    *index = run_at(in, key);
    struct round_run *run = &g_array_index(in->run, struct round_run, *index);
    bool first = run->place.len == 0;
    if (first)
        run_name(in, run, path);
    if (first || (path->kind == PART_RESULTS && !run->inside->placed)) {
        size_t to = m + depth < path->count ? m + depth : path->count - 1;
        run->further = number;
        run->place = path_joined(home, path, path->own < to ? path->own : to - 1, to);
        run->scenario = str_keep(home, path->part[m + 3]);
        run->inside->placed = path->kind == PART_RESULTS;
    }
    return run;
}

/* ---- files of a result ---- */

static const struct slot_row {
    const char *path; /* below the scenario */
    enum slot slot;
} slots[] = {
    { "performance/run_1/mlperf_log_detail.txt", SLOT_DETAIL },
    { "performance/run_1/mlperf_log_summary.txt", SLOT_SUMMARY },
    { "performance/run_1/spl.txt", SLOT_SAMPLES },
    { "performance/ranging/mlperf_log_detail.txt", SLOT_RANGING_DETAIL },
    { "performance/ranging/mlperf_log_summary.txt", SLOT_RANGING_SUMMARY },
    { "performance/ranging/spl.txt", SLOT_RANGING_SAMPLES },
    { "performance/result_summary.json", SLOT_ENDPOINT },
    { "accuracy/accuracy.txt", SLOT_ACCURACY_TEXT },
    { "accuracy/mlperf_log_detail.txt", SLOT_ACCURACY_DETAIL },
    { "accuracy/mlperf_log_summary.txt", SLOT_ACCURACY_SUMMARY },
    { "accuracy/mlperf_log_accuracy.json", SLOT_ACCURACY_LOG },
    { "accuracy/accuracy_results.json", SLOT_ENDPOINT_ACCURACY },
    { "measurements.json", SLOT_MEASUREMENT },
    { "config.yaml", SLOT_ENDPOINT_CONFIG },
    { "user.conf", SLOT_USER_CONF },
    { "mlperf.conf", SLOT_MLPERF_CONF },
    { "README.md", SLOT_README },
};

static struct test *test_of(struct making *in, struct round_run *run, struct str name)
{
    struct run_inside *inside = run->inside;
    for (size_t i = 0; i < inside->test_count; i++)
        if (str_eq(inside->test[i].name, name))
            return &inside->test[i];
    if (inside->test_count == RUN_TESTS)
        return NULL;
    struct test *test = &inside->test[inside->test_count++];
    test->name = str_keep(in->out->home, name);
    for (unsigned i = 0; i < TEST_SLOTS; i++)
        test->slot[i] = NO_FILE;
    return test;
}

static void test_file(struct making *in, struct round_run *run, const struct path *path,
                      size_t from, int64_t file)
{
    static const struct {
        const char *name;
        enum test_slot slot;
    } files[] = { { "verify_accuracy.txt", TEST_VERIFY_ACCURACY },
                  { "verify_performance.txt", TEST_VERIFY_PERFORMANCE },
                  { "verify_output_len.txt", TEST_VERIFY_LENGTH },
                  { "accuracy/baseline_accuracy.txt", TEST_BASELINE },
                  { "accuracy/compliance_accuracy.txt", TEST_COMPLIANCE },
                  { "performance/run_1/mlperf_log_detail.txt", TEST_DETAIL },
                  { "performance/run_1/mlperf_log_summary.txt", TEST_SUMMARY } };
    struct test *test = test_of(in, run, path->part[from]);
    struct str rest = path_joined(in->scratch, path, from + 1, path->count);
    for (size_t i = 0; test && i < ARRAY_COUNT(files); i++)
        if (str_eq(rest, str_from(files[i].name)))
            test->slot[files[i].slot] = file;
    if (test && test->folder.len == 0)
        test->folder = path_joined(in->out->home, path, path->own, from + 1);
}

/* The number of a folder "run_2" and one; 0: of "run_1", or of another folder. */
static uint32_t run_number(struct str part)
{
    int64_t number;
    bool is = str_starts(part, STR("run_")) && num_int(str_sub(part, 4, part.len), &number);
    bool loose = str_eq(part, STR("run1")) || str_eq(part, STR("run-1")) ||
                 str_eq(part, STR("Run_1")) || str_eq(part, STR("RUN_1"));
    return is && number >= 0 && number != 1 && number < 1000000 ? (uint32_t)number + 1
           : loose                                              ? RUN_UNNAMED
                                                                : 0;
}

/* performance/run_N/FILE where N is not 1: the counted run is run_1, this one lies beside it. */
static bool further_file(struct making *in, const struct path *path, size_t below, int64_t file)
{
    static const struct {
        const char *name;
        enum slot slot;
    } files[] = { { "mlperf_log_detail.txt", SLOT_DETAIL },
                  { "mlperf_log_summary.txt", SLOT_SUMMARY },
                  { "spl.txt", SLOT_SAMPLES } };
    bool inside = str_eq(path->part[below], STR("performance"));
    uint32_t number = inside && path->count == below + 3   ? run_number(path->part[below + 1])
                      : inside && path->count == below + 2 ? RUN_UNNAMED
                                                           : 0;
    for (size_t i = 0; number > 0 && i < ARRAY_COUNT(files); i++) {
        size_t pair[2];
        if (!str_eq(path->part[path->count - 1], str_from(files[i].name)))
            continue;
        run_of(in, path, 0, &pair[1]);
        bool fresh = true;
        struct round_run *run = run_of(in, path, number, &pair[0]);
        for (unsigned k = 0; k < ARRAY_COUNT(files); k++)
            fresh = fresh && run->inside->slot[files[k].slot] == NO_FILE;
        if (fresh)
            g_array_append_val(in->further, pair);
        run->inside->slot[files[i].slot] = file;
        return true;
    }
    return false;
}

static void result_file(struct making *in, const struct path *path, size_t below, int64_t file)
{
    size_t index;
    if (further_file(in, path, below, file))
        return;
    struct round_run *run = run_of(in, path, 0, &index);
    struct str rest = path_joined(in->scratch, path, below, path->count);
    for (size_t i = 0; i < ARRAY_COUNT(slots); i++)
        if (str_eq(rest, str_from(slots[i].path)))
            run->inside->slot[slots[i].slot] = file;
    bool power = str_starts(rest, STR("performance/power/"));
    if (power && run->inside->power_count < POWER_FILES)
        run->inside->power_file[run->inside->power_count++] = path->part[path->count - 1];
    if (str_starts(path->part[below], STR("TEST")) && path->count > below + 1)
        test_file(in, run, path, below, file);
}

/* The one of a folder's JSON files that describes the measurement: named after system and
 * scenario; others beside it are captures. */
static void measurement_file(struct making *in, const struct path *path, size_t below, int64_t file)
{
    size_t index;
    struct round_run *run = run_of(in, path, 0, &index);
    struct str name = path->part[path->count - 1];
    int *best = &g_array_index(in->measurement, int, index);
    if (path->count != below + 1)
        return;
    for (size_t i = 0; i < ARRAY_COUNT(slots); i++)
        if (str_eq(name, str_from(slots[i].path)) && slots[i].slot != SLOT_ENDPOINT_CONFIG)
            run->inside->slot[slots[i].slot] = file;
    if (!str_ends(name, STR(".json")) || str_eq(name, STR("measurements.json")))
        return;
    char *low = g_ascii_strdown(name.at, (gssize)name.len);
    char *end = g_ascii_strdown(run->scenario.at, (gssize)run->scenario.len);
    struct str tail = str_format(in->scratch, "_%s.json", end);
    int score =
        1 + (str_starts(name, run->system) ? 4 : 0) + (str_ends(str_from(low), tail) ? 2 : 0);
    static const char *const captures[] = { "cpu_info",   "os_info",      "pip_freeze",
                                            "model-info", "version-info", "deps" };
    for (size_t i = 0; i < ARRAY_COUNT(captures); i++)
        if (strstr(low, captures[i]))
            score = 0;
    g_free(low);
    g_free(end);
    if (score > *best) {
        *best = score;
        run->inside->slot[SLOT_MEASUREMENT] = file;
    }
}

static void system_take(struct making *in, const struct path *path, int64_t file)
{
    struct str name = path->part[path->count - 1];
    if (path->count != path->marker + 2 || !str_ends(name, STR(".json")))
        return;
    struct owner *owner = owner_of(in, path);
    struct system_file fresh = { .file = file };
    fresh.key = str_format(in->out->home, "%.*s/%.*s", STR_ARG(owner->folder),
                           STR_ARG(str_sub(name, 0, name.len - 5)));
    if (index_of(in->systems, fresh.key, in->system->len) == in->system->len)
        g_array_append_val(in->system, fresh);
}

/* results/SYSTEM/BENCHMARK/result_N.txt, of HPC /SYSTEM/{strong,weak}/BENCHMARK/, or a folder of
 * such files anywhere else. */
static void training_file(struct making *in, const struct path *path, int64_t file)
{
    struct arena *home = in->out->home;
    size_t last = path->count - 1;
    struct str folder = path_joined(in->scratch, path, 0, last);
    struct str key = str_format(in->scratch, "T|%.*s", STR_ARG(folder));
    bool scaling = str_eq(path->part[last], STR("scaling.json"));
    bool check = str_eq(path->part[last], STR("package_checker_params"));
    if (last <= path->own && last == 0)
        return;
    if (scaling && !g_hash_table_lookup(in->runs, str_c(in->scratch, key)))
        return;
    size_t index = run_at(in, key);
    struct round_run *run = &g_array_index(in->run, struct round_run, index);
    struct training *training = run->inside->training;
    if (!training) {
        run->suite = "MLPerf Training";
        training = run->inside->training = ARENA_NEW(home, struct training);
        training->scaling = 1;
        training->scaling_file = training->check_file = NO_FILE;
        run->place = path_joined(home, path, path->own < last ? path->own : last - 1, last);
        run->inside->owner = run->place;
        if (path->kind == PART_RESULTS && !path->bare && path->marker + 3 == last)
            run_name(in, run, path);
        if (path->kind == PART_RESULTS && !path->bare && path->marker + 4 == last &&
            path_is_scaled(path->part[path->marker + 2])) {
            run_name(in, run, path);
            run->suite = "MLPerf HPC";
            run->scenario = run->benchmark; /* "strong", "weak" */
            run->benchmark = str_keep(home, path->part[path->marker + 3]);
            training->weak = str_eq(run->scenario, STR("weak"));
        }
    }
    if (scaling) {
        training->scaling_file = file;
    } else if (check) {
        training->check_file = file;
    } else if (training->count < TRAINING_MOST) {
        ARENA_GROW(home, struct training_run, training->run, training->count, training->room, 16);
        training->run[training->count++] =
            (struct training_run){ .file = file, .name = in->out->tree->file[file].name };
    }
}

/* results/SYSTEM/BENCHMARK/..., or .../SYSTEM/training/BENCHMARK/... since v2.0; a published round
 * holds trees without the folder of the system. */
static void storage_name(struct making *in, struct round_run *run, const struct path *path,
                         size_t result_to)
{
    struct arena *home = in->out->home;
    const struct owner *owner = owner_of(in, path);
    size_t m = path->marker, count = result_to > m + 1 ? result_to - m - 1 : 0;
    run->division = owner->division;
    run->submitter = owner->submitter;
    run->inside->owner = owner->folder;
    run->inside->laid = owner->division.len > 0 && count > 0;
    run->inside->results_alone = m < path->own;
    if (count > 1)
        run->system = str_keep(home, path->part[m + 1]);
    if (count > 0)
        run->benchmark = str_keep(home, path->part[result_to - 1]);
}

static struct storage *storage_of(struct making *in, const struct path *path, size_t result_to,
                                  enum storage_kind kind)
{
    struct arena *home = in->out->home;
    struct str folder = path_joined(in->scratch, path, 0, result_to);
    size_t index = run_at(in, str_format(in->scratch, "S%d|%.*s", (int)kind, STR_ARG(folder)));
    struct round_run *run = &g_array_index(in->run, struct round_run, index);
    if (run->inside->storage)
        return run->inside->storage;
    struct storage *storage = run->inside->storage = ARENA_NEW(home, struct storage);
    run->suite = "MLPerf Storage";
    storage->kind = kind;
    storage->report_file = NO_FILE;
    run->place =
        path_joined(home, path, path->own < result_to ? path->own : result_to - 1, result_to);
    run->inside->owner = run->place;
    run->inside->run_alone = result_to < path->own;
    if (path->kind == PART_RESULTS && !path->bare)
        storage_name(in, run, path, result_to);
    else if (result_to > 0)
        run->benchmark = str_keep(home, path->part[result_to - 1]);
    return storage;
}

/* Files of such names are taken for what they may be; what they hold decides later. Checkpoints
 * read stand beside those written: two figures of the same files. */
static void storage_file(struct making *in, const struct path *path, int64_t file)
{
    static const enum storage_kind kinds[] = { STORAGE_TRAIN, STORAGE_LOAD };
    struct arena *home = in->out->home;
    struct str name = path->part[path->count - 1];
    bool summary = str_eq(name, STR("summary.json"));
    bool report = str_eq(name, STR("mlperf_storage_report.json"));
    size_t result_to, run_to;
    if (in->out->tree->file[file].size > STORAGE_FILE_BYTES ||
        !path_storage(path, &result_to, &run_to))
        return;
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++) {
        struct storage *storage = storage_of(in, path, result_to, kinds[i]);
        if (report) {
            storage->report_file = file;
            continue;
        }
        size_t last = path->count - (summary ? 1 : 2);
        struct storage_part *part = storage_part_of(home, storage, path_joined(home, path, 0, last),
                                                    path_joined(home, path, 0, run_to));
        if (part && summary)
            part->file = file;
        else if (part)
            part->settings_file = file;
    }
}

/* A log that lies in no tree of a round. */
static void stray_file(struct making *in, const struct path *path, int64_t file)
{
    struct str name = path->part[path->count - 1];
    bool detail = str_eq(name, STR("mlperf_log_detail.txt"));
    if (!detail && !str_eq(name, STR("mlperf_log_summary.txt")) && !str_eq(name, STR("spl.txt")))
        return;
    struct arena *home = in->out->home;
    struct str folder = path_joined(home, path, path->own, path->count - 1);
    struct str key = str_format(home, "|%.*s", STR_ARG(folder));
    size_t index = run_at(in, key); /* it may move the array */
    struct round_run *run = &g_array_index(in->run, struct round_run, index);
    run->place = folder;
    run->inside->slot[detail                         ? SLOT_DETAIL
                      : str_eq(name, STR("spl.txt")) ? SLOT_SAMPLES
                                                     : SLOT_SUMMARY] = file;
    run->inside->owner = folder;
}

static void file_take(struct making *in, const struct path *path, int64_t file)
{
    size_t below = path->marker + 4;
    bool deep = path->kind != PART_NONE && path->count > below;
    struct str name = path->part[path->count - 1];
    if (path->kind != PART_OTHER && (path_is_training(name) || path_is_training_side(name))) {
        training_file(in, path, file);
    } else if (path->kind != PART_OTHER && path_is_storage(name) && path->count > 1) {
        storage_file(in, path, file);
    } else if (path->kind == PART_RESULTS && deep) {
        struct str first = path->part[below];
        bool known = str_eq(first, STR("performance")) || str_eq(first, STR("accuracy")) ||
                     str_starts(first, STR("TEST"));
        if (known || (path->count == below + 1 &&
                      scenario_find(path->part[path->marker + 3]) != SCENARIO_COUNT))
            result_file(in, path, below, file);
    } else if (path->kind == PART_MEASUREMENTS && deep) {
        measurement_file(in, path, below, file);
    } else if (path->kind == PART_COMPLIANCE && deep && path->count > below + 1) {
        size_t index;
        test_file(in, run_of(in, path, 0, &index), path, below, file);
    } else if (path->kind == PART_SYSTEMS) {
        system_take(in, path, file);
    } else if (path->kind == PART_NONE) {
        stray_file(in, path, file);
    }
    if (path->kind == PART_OTHER) {
        struct owner *owner = owner_of(in, path);
        owner->code = owner->code || !str_eq(path->part[path->marker], STR("documentation"));
    }
}

/* model_mapping.json and calibration documents lie beside results, or in a folder there. */
static void beside_take(struct making *in, const struct path *path, int64_t file)
{
    struct str name = path->part[path->count - 1];
    bool mapping = str_eq(name, STR("model_mapping.json"));
    char *low = g_ascii_strdown(name.at, (gssize)name.len);
    bool calibration = strstr(low, "calibration") != NULL;
    g_free(low);
    if (!mapping && !calibration)
        return;
    size_t at = 0;
    for (size_t to = path->count - 1; at == 0 && to > 0; to--) {
        struct str folder = path_joined(in->scratch, path, 0, to);
        at = GPOINTER_TO_SIZE(g_hash_table_lookup(in->owners, str_c(in->scratch, folder)));
    }
    if (at == 0)
        return;
    struct owner *owner = &g_array_index(in->owner, struct owner, at - 1);
    owner->calibration = owner->calibration || calibration;
    if (mapping)
        owner->mapping = file;
}

static bool measured(const struct round_run *run)
{
    return run->inside->slot[SLOT_DETAIL] != NO_FILE || run->inside->slot[SLOT_SUMMARY] != NO_FILE;
}

/* Runs beside run_1 have accuracy, description and tests of their result. Where there is no run_1,
 * the first that there is stands for the result. */
static void further_share(struct making *in)
{
    for (size_t i = 0; i < in->further->len; i++) {
        const size_t *pair = &g_array_index(in->further, size_t, 2 * i);
        struct round_run *run = &g_array_index(in->run, struct round_run, pair[0]);
        struct round_run *of = &g_array_index(in->run, struct round_run, pair[1]);
        static const enum slot own[] = { SLOT_DETAIL, SLOT_SUMMARY, SLOT_SAMPLES };
        bool stands_in = !measured(of) && of->inside->slot[SLOT_ENDPOINT] == NO_FILE;
        struct run_inside shared = *of->inside;
        for (size_t k = 0; k < ARRAY_COUNT(own); k++)
            shared.slot[own[k]] = run->inside->slot[own[k]];
        if (stands_in) {
            *of->inside = shared;
            of->inside->stands_in = run->further;
            for (size_t k = 0; k < ARRAY_COUNT(own); k++)
                run->inside->slot[own[k]] = NO_FILE;
            run->inside->laid = false;
        } else {
            shared.power_count = 0;
            shared.slot[SLOT_RANGING_DETAIL] = NO_FILE;
            *run->inside = shared;
            run->inside->stands_in = 0;
        }
    }
}

static int by_place(const void *a, const void *b)
{
    return str_order(((const struct round_run *)a)->place, ((const struct round_run *)b)->place);
}

static void keep(struct making *in, struct layout *out)
{
    out->run_count = in->run->len;
    out->owner_count = in->owner->len;
    out->system_count = in->system->len;
    out->run = ARENA_MANY(out->home, out->run_count + 1, struct round_run);
    out->owner = ARENA_MANY(out->home, out->owner_count + 1, struct owner);
    out->system = ARENA_MANY(out->home, out->system_count + 1, struct system_file);
    memcpy(out->run, in->run->data, out->run_count * sizeof(struct round_run));
    memcpy(out->owner, in->owner->data, out->owner_count * sizeof(struct owner));
    memcpy(out->system, in->system->data, out->system_count * sizeof(struct system_file));
    qsort(out->run, out->run_count, sizeof(struct round_run), by_place);
}

static int key_order(const void *a, const void *b)
{
    return str_order(((const struct system_file *)a)->key, ((const struct system_file *)b)->key);
}

void layout_make(struct arena *home, const struct tree *tree, struct str above, struct layout *out)
{
    struct making in = { .out = out, .above = above };
    struct path path;
    *out = (struct layout){ .home = home, .tree = tree };
    in.runs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    in.owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    in.systems = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    in.run = g_array_new(FALSE, FALSE, sizeof(struct round_run));
    in.owner = g_array_new(FALSE, FALSE, sizeof(struct owner));
    in.system = g_array_new(FALSE, FALSE, sizeof(struct system_file));
    in.measurement = g_array_new(FALSE, FALSE, sizeof(int));
    in.further = g_array_new(FALSE, FALSE, 2 * sizeof(size_t));
    in.scratch = arena_new((size_t)1 << 30);
    struct arena_mark mark = arena_mark(in.scratch);
    for (size_t i = 0; i < tree->count; i++, arena_rewind(in.scratch, mark))
        if (path_split(in.above, tree->file[i].name, &path))
            file_take(&in, &path, (int64_t)i);
    for (size_t i = 0; i < tree->count; i++, arena_rewind(in.scratch, mark))
        if (path_split(in.above, tree->file[i].name, &path))
            beside_take(&in, &path, (int64_t)i);
    arena_free(in.scratch);
    further_share(&in);
    keep(&in, out);
    qsort(out->system, out->system_count, sizeof(struct system_file), key_order);
    g_hash_table_destroy(in.runs);
    g_hash_table_destroy(in.owners);
    g_hash_table_destroy(in.systems);
    g_array_free(in.run, TRUE);
    g_array_free(in.owner, TRUE);
    g_array_free(in.system, TRUE);
    g_array_free(in.measurement, TRUE);
    g_array_free(in.further, TRUE);
}

static int key_find(const void *key, const void *item)
{
    return str_order(*(const struct str *)key, ((const struct system_file *)item)->key);
}

struct system_file *layout_system(const struct layout *layout, struct str owner, struct str name)
{
    struct arena_mark mark = arena_mark(layout->home);
    struct str key = str_format(layout->home, "%.*s/%.*s", STR_ARG(owner), STR_ARG(name));
    struct system_file *found =
        bsearch(&key, layout->system, layout->system_count, sizeof(struct system_file), key_find);
    arena_rewind(layout->home, mark);
    return found;
}
