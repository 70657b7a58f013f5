/* read.c - a tree into runs: each file is read once, looked at and let go. */
#include "endpoint.h"
#include "reader.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* ---- files of one run ---- */

static void load_detail(struct reader *in, int64_t file, struct log *out)
{
    struct str bytes;
    if (reader_load(in, file, &out->file, &bytes))
        log_read_detail(in->home, in->scratch, bytes, out);
}

static void load_summary(struct reader *in, int64_t file, struct log *out)
{
    struct str bytes;
    if (reader_load(in, file, &out->file, &bytes))
        log_read_summary(in->home, bytes, out);
}

static void load_power(struct reader *in, struct run_inside *run)
{
    double begin = 0, end = 0;
    struct str bytes;
    struct power *out = &run->samples;
    (void)(power_time(run->detail.said[SAID_POWER_BEGIN].text, &begin) &&
           power_time(run->detail.said[SAID_POWER_END].text, &end));
    if (reader_load(in, run->slot[SLOT_SAMPLES], &out->file, &bytes))
        power_read(bytes, begin, end, out);
}

/* "TEST PASS", or of TEST06 three checks each True (or Skipped); the line that says otherwise. */
static void verified_read(struct arena *home, struct str bytes, struct verified *out)
{
    struct str rest = bytes, line;
    uint32_t number = 0, good = 0;
    out->read = true;
    while (str_cut(&rest, '\n', &line)) {
        number++;
        line = str_trim(line);
        if (str_find(line, STR("TEST PASS")) != SIZE_MAX ||
            str_find(line, STR("check pass: True")) != SIZE_MAX ||
            str_find(line, STR("check pass: Skipped")) != SIZE_MAX) {
            good++;
        } else if (out->line == 0 && (str_find(line, STR("TEST FAIL")) != SIZE_MAX ||
                                      str_find(line, STR("check pass: False")) != SIZE_MAX)) {
            out->line = number;
            out->text = str_keep(home, line);
        }
    }
    out->passed = good > 0 && out->line == 0;
    if (out->line == 0 && !out->passed) {
        out->line = number;
        out->text = STR("no verdict of the test");
    }
}

static struct accuracy_text *load_accuracy(struct reader *in, int64_t file)
{
    struct str name, bytes;
    if (!reader_load(in, file, &name, &bytes))
        return NULL;
    struct accuracy_text *out = ARENA_NEW(in->home, struct accuracy_text);
    out->file = name;
    accuracy_read(bytes, out);
    return out;
}

static void load_test_detail(struct reader *in, struct test *test)
{
    struct str bytes;
    struct arena_mark mark = arena_mark(in->brief);
    if (reader_load(in, test->slot[TEST_DETAIL], &test->detail.file, &bytes)) {
        struct log *log = ARENA_NEW(in->brief, struct log);
        log_read_detail(in->brief, in->scratch, bytes, log);
        test->detail.read = true;
        test->detail.verdict = str_keep(in->home, log->said[SAID_VALIDITY].text);
        test->detail.verdict_line = log->said[SAID_VALIDITY].line;
        if (log->errors > 0 && log->error[0].line != log->uncommitted_line) {
            test->detail.error_line = log->error[0].line;
            test->detail.error = str_keep(in->home, log->error[0].text);
        }
    }
    arena_rewind(in->brief, mark);
}

static void load_tests(struct reader *in, struct run_inside *run)
{
    struct str bytes;
    for (size_t i = 0; i < run->test_count; i++) {
        struct test *test = &run->test[i];
        load_test_detail(in, test);
        for (unsigned k = TEST_VERIFY_ACCURACY; k <= TEST_VERIFY_LENGTH; k++)
            if (reader_load(in, test->slot[k], &test->verified[k].file, &bytes))
                verified_read(in->home, bytes, &test->verified[k]);
        test->baseline = load_accuracy(in, test->slot[TEST_BASELINE]);
        test->compliance = load_accuracy(in, test->slot[TEST_COMPLIANCE]);
    }
}

/* ---- what it is ---- */

/* Runs against endpoints may tell no seeds; the first round that takes them is v6.1. */
static const struct rule_set *rules_of(const struct reader *in, const struct round_run *run)
{
    const struct log *log = run_log(run->inside);
    const struct endpoint_number *seed = &run->inside->endpoint.schedule_seed;
    bool endpoint = run->inside->slot[SLOT_ENDPOINT] != NO_FILE;
    for (size_t i = 0; i < in->sets.count; i++) {
        const struct rule_set *set = in->sets.item[i];
        if (set->suite != SUITE_INFERENCE)
            continue;
        if (endpoint && (!seed->there ? str_eq(rule_set_name(set), STR("mlperf-inference-6.1"))
                                      : str_eq(seed->text, set->seed[2])))
            return set;
        if (log_says(log, SAID_QSL_SEED) && str_eq(log->said[SAID_QSL_SEED].text, set->seed[0]))
            return set;
    }
    return NULL;
}

static struct owner *owner_of(struct reader *in, struct str folder)
{
    for (size_t i = 0; i < in->layout.owner_count; i++)
        if (str_eq(in->layout.owner[i].folder, folder))
            return &in->layout.owner[i];
    return NULL;
}

static void work_take(struct reader *in, struct round_run *run)
{
    struct run_inside *inside = run->inside;
    struct owner *owner = owner_of(in, inside->owner);
    struct str name = run->benchmark;
    const struct rule_set *seeds = rules_of(in, run);
    inside->rules = in->asked ? in->asked : seeds;
    if (seeds)
        run->round =
            str_sub(rule_set_name(seeds), strlen("mlperf-inference-"), rule_set_name(seeds).len);
    if (owner && owner->mapping != NO_FILE) {
        if (!owner->mapped)
            owner->mapped = reader_described(in, owner->mapping);
        inside->mapping = owner->mapped;
    }
    if (inside->rules)
        inside->work = benchmark_find(inside->rules, name);
    struct str mapped = described_text(inside->mapping, str_c(in->scratch, name));
    if (inside->rules && !inside->work && mapped.len > 0)
        inside->work = benchmark_find(inside->rules, mapped);
    if (!inside->work && !inside->laid) /* folders of any name */
        run->system = run->benchmark = (struct str){ 0 };
    if (inside->work) {
        run->stands_for = inside->work->name;
        run->model = inside->work->model;
        run->dataset = inside->work->dataset;
    }
}

static void names_take(struct round_run *run)
{
    struct run_inside *inside = run->inside;
    const struct log *log = run_log(inside);
    inside->scenario = scenario_find(run->scenario);
    inside->logged = scenario_find(log->said[SAID_SCENARIO].text);
    if (log_says(log, SAID_SCENARIO))
        run->scenario_in_log = log->said[SAID_SCENARIO].text;
    if (log_says(log, SAID_VALIDITY)) {
        run->verdict = log->said[SAID_VALIDITY].text;
        run->valid = str_eq(run->verdict, STR("VALID")) ? JUDGED_YES : JUDGED_NO;
    }
    run->weights = described_text(inside->measurement, "weight_data_types");
    run->inputs = described_text(inside->measurement, "input_data_types");
}

/* Everything that touches this run alone: may be done for several at once. */
static void run_load(struct reader *in, struct round_run *run)
{
    struct run_inside *inside = run->inside;
    struct str bytes;
    if (suite_load(in, run))
        return;
    load_detail(in, inside->slot[SLOT_DETAIL], &inside->detail);
    load_summary(in, inside->slot[SLOT_SUMMARY], &inside->summary);
    load_detail(in, inside->slot[SLOT_ACCURACY_DETAIL], &inside->accuracy);
    if (reader_load(in, inside->slot[SLOT_ACCURACY_TEXT], &inside->quality.file, &bytes))
        accuracy_read(bytes, &inside->quality);
    struct arena_mark mark = arena_mark(in->scratch);
    if (reader_load(in, inside->slot[SLOT_ENDPOINT], &inside->endpoint.file, &bytes))
        endpoint_read(in->home, in->scratch, bytes, &inside->endpoint);
    struct endpoint_accuracy *scored = &inside->endpoint.accuracy;
    if (reader_load(in, inside->slot[SLOT_ENDPOINT_ACCURACY], &scored->file, &bytes))
        endpoint_accuracy_read(in->home, in->scratch, bytes, scored);
    arena_rewind(in->scratch, mark);
    if (inside->slot[SLOT_ACCURACY_LOG] != NO_FILE)
        inside->accuracy_log_bytes = in->tree->file[inside->slot[SLOT_ACCURACY_LOG]].size;
    load_power(in, inside);
    load_tests(in, inside);
    inside->measurement = reader_described(in, inside->slot[SLOT_MEASUREMENT]);
}

struct crew { /* threads that take one run after another */
    struct reader *lead;
    struct round *round;
    gint next;
};
struct worker {
    struct crew *crew;
    struct reader own;
    GThread *thread;
};

static gpointer work(gpointer data)
{
    struct worker *worker = data;
    for (;;) {
        size_t at = (size_t)g_atomic_int_add(&worker->crew->next, 1);
        if (at >= worker->crew->round->run_count)
            return NULL;
        run_load(&worker->own, &worker->crew->round->run[at]);
    }
}

enum { RUNS_A_WORKER = 16 };
static void runs_load(struct reader *in, struct round *out)
{
    struct worker worker[ROUND_WORKERS] = { 0 };
    struct crew crew = { .lead = in, .round = out };
    size_t most = g_get_num_processors();
    size_t count = out->run_count / RUNS_A_WORKER;
    count = count > most ? most : count;
    count = count > ROUND_WORKERS ? ROUND_WORKERS : count;
    for (size_t i = 0; i < count; i++) {
        worker[i].crew = &crew;
        worker[i].own = (struct reader){ .home = arena_new((size_t)8 << 30),
                                         .brief = arena_new((size_t)2 << 30),
                                         .scratch = arena_new((size_t)2 << 30),
                                         .tree = in->tree };
        out->arena[i] = worker[i].own.home;
        worker[i].thread = g_thread_try_new("round", work, &worker[i], NULL);
    }
    for (size_t i = 0; i < count; i++) {
        if (worker[i].thread)
            (void)g_thread_join(worker[i].thread);
        else
            (void)work(&worker[i]); /* no thread was to be had: this one does what is left */
        in->bytes += worker[i].own.bytes;
        tree_buffer_free(&worker[i].own.buffer);
        arena_free(worker[i].own.brief);
        arena_free(worker[i].own.scratch);
    }
    for (size_t i = 0; count == 0 && i < out->run_count; i++)
        run_load(in, &out->run[i]);
}

void round_free(struct round *round)
{
    for (size_t i = 0; i < ROUND_WORKERS; i++) {
        if (round->arena[i])
            arena_free(round->arena[i]);
        round->arena[i] = NULL;
    }
}

static void run_know(struct reader *in, struct round_run *run)
{
    if (suite_know(in, run))
        return;
    names_take(run);
    reader_system(in, run);
    work_take(in, run);
    metric_take(in->home, run);
}

/* ---- the tree ---- */

/* A folder of compliance or measurements alone has no result. */
static bool is_result(const struct round_run *run)
{
    const struct run_inside *in = run->inside;
    if (in->training || in->storage)
        return true;
    bool files = in->slot[SLOT_DETAIL] != NO_FILE || in->slot[SLOT_SUMMARY] != NO_FILE ||
                 in->slot[SLOT_ENDPOINT] != NO_FILE;
    return files || (in->laid && (in->slot[SLOT_ACCURACY_TEXT] != NO_FILE ||
                                  in->slot[SLOT_ACCURACY_DETAIL] != NO_FILE ||
                                  in->slot[SLOT_RANGING_DETAIL] != NO_FILE));
}

static void tree_note(struct reader *in, enum round_code code, struct str file, struct str found)
{
    struct round_finding finding = { .code = code,
                                     .file = str_keep(in->home, file),
                                     .found = str_keep(in->home, found),
                                     .run = SIZE_MAX };
    g_array_append_val(in->finding, finding);
}

/* Tests that belong to no result are judged all the same: a run that failed is told. */
static void orphan_judge(struct reader *in, struct run_inside *run)
{
    for (size_t i = 0; i < run->test_count; i++) {
        struct test *test = &run->test[i];
        load_test_detail(in, test);
        if (!test->detail.read || str_eq(test->detail.verdict, STR("VALID")))
            continue;
        tree_note(in, ROUND_TEST_INVALID, test->detail.file, test->detail.verdict);
        struct round_finding *last =
            &g_array_index(in->finding, struct round_finding, in->finding->len - 1);
        last->line = test->detail.verdict_line;
        last->expected = STR("VALID");
    }
}

static void results_keep(struct reader *in, struct round *out)
{
    out->run = ARENA_MANY(in->home, in->layout.run_count + 1, struct round_run);
    for (size_t i = 0; i < in->layout.run_count; i++) {
        struct round_run *run = &in->layout.run[i];
        if (is_result(run))
            out->run[out->run_count++] = *run;
        else if (run->inside->laid) {
            out->orphan_count++;
            tree_note(in, ROUND_SYSTEM_UNUSED, run->place,
                      STR("compliance or measurements without results"));
            orphan_judge(in, run->inside);
        }
    }
}

/* Submitters and folders of stray logs that a result, or a part of one, was found in. */
static void claims_keep(struct reader *in, struct round *out)
{
    struct str *claimed = ARENA_MANY(in->home, in->layout.run_count + 1, struct str);
    for (size_t i = 0; i < in->layout.run_count; i++) {
        const struct run_inside *inside = in->layout.run[i].inside;
        if (inside->training || inside->storage) /* each run is a row, too */
            continue;
        const struct owner *owner = inside->laid ? owner_of(in, inside->owner) : NULL;
        struct str folder = owner ? owner->claim : in->layout.run[i].place;
        bool known = out->claimed_count > 0 && str_eq(claimed[out->claimed_count - 1], folder);
        if (!known)
            claimed[out->claimed_count++] = folder;
    }
    out->claimed = claimed;
}

static bool is_claimed(const struct round *round, struct str name)
{
    for (size_t i = 0; i < round->claimed_count; i++) {
        struct str folder = round->claimed[i];
        if (folder.len == 0 ||
            (str_starts(name, folder) && name.len > folder.len && name.at[folder.len] == '/'))
            return true;
    }
    return false;
}

/* What no round holds, whole. Past the limits of a bundle it is named and left. */
static void rest_keep(struct reader *in, struct round *out)
{
    struct entry *kept = ARENA_MANY(in->home, in->tree->count + 1, struct entry);
    uint64_t bytes = 0;
    out->rest.item = kept;
    for (size_t i = 0; i < in->tree->count; i++) {
        struct str name, content;
        name = in->tree->file[i].name;
        if (is_claimed(out, name))
            continue;
        if (bytes + in->tree->file[i].size > limits_default.bytes ||
            out->rest.count == limits_default.entries ||
            tree_load(in->tree, i, &in->buffer, &content)) { /* as it is: others unpack */
            tree_note(in, ROUND_TREE_LEFT, name, STR("cannot be read, or past a limit"));
            continue;
        }
        bytes += content.len;
        kept[out->rest.count].name = name;
        kept[out->rest.count].bytes = str_keep(in->home, content);
        kept[out->rest.count].digest = digest_of(content);
        out->rest.count++;
    }
}

static void findings_keep(struct reader *in, struct round *out)
{
    size_t count = in->finding->len;
    for (size_t i = 0; i < out->run_count; i++)
        count += out->run[i].inside->finding_count;
    out->finding = ARENA_MANY(in->home, count + 1, struct round_finding);
    for (size_t i = 0; i < out->run_count; i++) {
        struct run_inside *inside = out->run[i].inside;
        out->run[i].finding_count = inside->finding_count;
        for (size_t k = 0; k < inside->finding_count; k++) {
            inside->finding[k].run = i;
            out->finding[out->finding_count++] = inside->finding[k];
        }
    }
    if (in->finding->len > 0)
        memcpy(&out->finding[out->finding_count], in->finding->data,
               in->finding->len * sizeof(struct round_finding));
    out->finding_count += in->finding->len;
}

static void judge(struct reader *in, struct round *out)
{
    for (size_t i = 0; i < out->run_count; i++) {
        struct noting noting = { in->home, &out->run[i] };
        if (suite_judge(&noting))
            continue;
        if (out->run[i].inside->slot[SLOT_ENDPOINT] != NO_FILE)
            endpoint_judge(&noting);
        judge_log(&noting);
        judge_parts(&noting);
        judge_forensics(&noting);
        judge_clocks(&noting);
    }
    judge_copies(in->home, out->run, out->run_count);
}

static void tree_finding(struct judging *judging, struct round_finding finding)
{
    struct reader *in = judging->to;
    g_array_append_val(in->finding, finding);
}

/* Of a tree that is judged by the rules of one round. */
static void judge_whole(struct reader *in, const struct round *out, const struct rule_set *rules)
{
    struct judging judging = { in->home, tree_finding, in };
    judge_tree(&judging, &in->layout, out, rules);
    for (size_t i = 0; i < in->tree->count; i++) {
        struct str name, bytes;
        if (str_eq(str_base_name(in->tree->file[i].name), STR("summary_results.json")) &&
            reader_load(in, (int64_t)i, &name, &bytes))
            published_judge(&judging, out, name, bytes);
    }
}

/* The path of the tree, or of the folder in which a single file lies; empty: of an archive. */
static struct str folders_above(struct arena *home, const char *path, const struct tree *tree)
{
    char *canonical = g_canonicalize_filename(path, NULL);
    struct str whole = str_keep(home, str_from(canonical));
    struct str name = str_base_name(whole);
    g_free(canonical);
    if (tree->root >= 0)
        return whole;
    bool single = tree->count == 1 && str_eq(tree->file[0].name, name);
    return single ? str_sub(whole, 0, whole.len - name.len) : (struct str){ 0 };
}

bool round_read(struct arena *home, const char *path, struct rule_sets sets,
                const struct rule_set *rules, struct round *out, struct diags *diags)
{
    struct tree tree;
    struct reader in = { .home = home, .tree = &tree, .sets = sets, .asked = rules };
    *out = (struct round){ 0 };
    if (!tree_open(home, path, &tree, diags))
        return false;
    struct str above = folders_above(home, path, &tree);
    in.brief = arena_new((size_t)2 << 30);
    in.scratch = arena_new((size_t)2 << 30);
    in.finding = g_array_new(FALSE, FALSE, sizeof(struct round_finding));
    layout_make(home, &tree, above, &in.layout);
    results_keep(&in, out);
    runs_load(&in, out);
    suites_keep(&in, out);
    for (size_t i = 0; i < out->run_count; i++)
        run_know(&in, &out->run[i]);
    for (size_t i = 0; i < tree.left_count; i++)
        tree_note(&in, ROUND_TREE_LEFT, tree.left[i].name, str_from(tree.left[i].why));
    judge(&in, out);
    claims_keep(&in, out);
    if (!rules)
        rest_keep(&in, out);
    else
        judge_whole(&in, out, rules);
    findings_keep(&in, out);
    out->files = tree.count;
    out->stored = tree.stored;
    out->bytes = tree.bytes;
    out->bytes_read = in.bytes;
    g_array_free(in.finding, TRUE);
    tree_buffer_free(&in.buffer);
    arena_free(in.brief);
    arena_free(in.scratch);
    tree_close(&tree);
    return true;
}
