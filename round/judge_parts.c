/* judge_parts.c - what a result needs beside its performance run: accuracy, compliance tests, the
 * description of system and measurement, the files of a power measurement. */
#include "endpoint.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static bool closed(const struct round_run *run)
{
    return !(run->division.len == 4 && g_ascii_strncasecmp(run->division.at, "open", 4) == 0);
}

static struct str below_place(struct noting *in, const char *file)
{
    return str_format(in->home, "%.*s/%s", STR_ARG(in->run->place), file);
}

/* ---- accuracy ---- */

static void quality(struct noting *in, const struct quality *bound)
{
    const struct accuracy_text *told = &in->run->inside->quality;
    size_t at = accuracy_find(told, bound->metric);
    if (at == SIZE_MAX) {
        note(in, ROUND_ACCURACY_UNREAD, told->file, told->lines, (struct str){ 0 }, bound->metric);
        return;
    }
    double value = told->found[at].value;
    struct str found = str_format(in->home, "%.*s %.*s", STR_ARG(bound->metric),
                                  STR_ARG(number_text(in->home, value)));
    if (!isnan(bound->at_least) && value < bound->at_least)
        note(
            in, ROUND_ACCURACY_LOW, told->file, told->found[at].line, found,
            str_format(in->home, "at least %.*s", STR_ARG(number_text(in->home, bound->at_least))));
    if (!isnan(bound->at_most) && value > bound->at_most)
        note(in, ROUND_ACCURACY_HIGH, told->file, told->found[at].line, found,
             str_format(in->home, "at most %.*s", STR_ARG(number_text(in->home, bound->at_most))));
}

static void accuracy_logs(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    const struct log *log = &run->accuracy;
    double covered = 0, of = 0;
    if (run->slot[SLOT_ACCURACY_LOG] == NO_FILE)
        note(in, ROUND_ACCURACY_LOG, below_place(in, "accuracy/mlperf_log_accuracy.json"), 0,
             (struct str){ 0 }, STR("a file"));
    else if (run->accuracy_log_bytes == 0 ||
             (double)run->accuracy_log_bytes > run->rules->accuracy_log_bytes)
        note(in, ROUND_ACCURACY_LOG, below_place(in, "accuracy/mlperf_log_accuracy.json"), 0,
             str_format(in->home, "%.*s bytes",
                        STR_ARG(number_text(in->home, (double)run->accuracy_log_bytes))),
             str_format(in->home, "1 to %.*s",
                        STR_ARG(number_text(in->home, run->rules->accuracy_log_bytes))));
    if (!log->read) {
        note(in, ROUND_ACCURACY_MISSING, below_place(in, "accuracy/mlperf_log_detail.txt"), 0,
             (struct str){ 0 }, (struct str){ 0 });
        return;
    }
    for (uint32_t i = 0; i < log->errors && i < LOG_ERRORS; i++) {
        if (log->error[i].line != log->uncommitted_line)
            note(in, ROUND_ERROR_LINE, log->file, log->error[i].line, log->error[i].text,
                 STR("no line marked is_error"));
    }
    if (log->broken > 0)
        note(in, ROUND_DETAIL_BROKEN, log->file, log->broken_line,
             str_format(in->home, "%u of %u lines", log->broken, log->lines),
             STR("lines \":::MLLOG {...}\""));
    if (!run->work || !closed(in->run))
        return;
    bool total = log_number(log, SAID_QSL_TOTAL, &covered);
    if (log_number(log, SAID_ACCURACY_SAMPLES, &of) && of > covered)
        covered = of;
    if ((total || of > 0) && covered < run->work->accuracy_samples)
        note(in, ROUND_ACCURACY_SAMPLES, log->file, log->said[SAID_QSL_TOTAL].line,
             number_text(in->home, covered),
             str_format(in->home, "at least %.*s",
                        STR_ARG(number_text(in->home, run->work->accuracy_samples))));
}

static void accuracy(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    if (!run->quality.read) {
        note(in, ROUND_ACCURACY_MISSING, below_place(in, "accuracy/accuracy.txt"), 0,
             (struct str){ 0 }, (struct str){ 0 });
    } else {
        if (run->quality.hash_line == 0)
            note(in, ROUND_HASH_MISSING, run->quality.file, run->quality.lines, (struct str){ 0 },
                 STR("hash=<64 hexadecimal digits>"));
        for (size_t i = 0; run->work && closed(in->run) && i < run->work->quality_count; i++)
            quality(in, &run->work->quality[i]);
    }
    accuracy_logs(in);
}

/* ---- compliance tests ---- */

static const struct test *test_find(const struct run_inside *run, struct str name)
{
    for (size_t i = 0; i < run->test_count; i++)
        if (str_eq(run->test[i].name, name))
            return &run->test[i];
    return NULL;
}

/* Where the two logs of TEST01 differ in their bytes, accuracy over the same samples decides:
 * within 1 %, or 0.1 % of the 99.9 tier. */
static bool same_quality(const struct run_inside *run, const struct test *test)
{
    if (!test->baseline || !test->compliance)
        return false;
    double share = str_ends(run->work->name, STR("-99.9")) ? 0.001 : 0.01;
    for (size_t i = 0; i < run->work->quality_count; i++) {
        size_t a = accuracy_find(test->baseline, run->work->quality[i].metric);
        size_t b = accuracy_find(test->compliance, run->work->quality[i].metric);
        if (a == SIZE_MAX || b == SIZE_MAX)
            return false;
        double base = test->baseline->found[a].value, other = test->compliance->found[b].value;
        if (fabs(other - base) > share * fabs(base))
            return false;
    }
    return run->work->quality_count > 0;
}

static void verified(struct noting *in, const struct test *test, enum test_slot slot,
                     const char *file)
{
    const struct verified *said = &test->verified[slot];
    struct str name = str_format(in->home, "%.*s/%s", STR_ARG(test->folder), file);
    if (!said->read)
        note(in, ROUND_TEST_FAILED, name, 0, STR("no file"), STR("TEST PASS"));
    else if (!said->passed)
        note(in, ROUND_TEST_FAILED, said->file, said->line, said->text, STR("TEST PASS"));
}

static void test_judge(struct noting *in, const struct test *test)
{
    bool first = str_eq(test->name, STR("TEST01")), fourth = str_eq(test->name, STR("TEST04"));
    if (str_eq(test->name, STR("TEST09")))
        verified(in, test, TEST_VERIFY_LENGTH, "verify_output_len.txt");
    else if (!fourth && !(first && same_quality(in->run->inside, test)))
        verified(in, test, TEST_VERIFY_ACCURACY, "verify_accuracy.txt");
    if (first || fourth)
        verified(in, test, TEST_VERIFY_PERFORMANCE, "verify_performance.txt");
    if (!test->detail.read)
        return;
    if (!str_eq(test->detail.verdict, STR("VALID")))
        note(in, ROUND_TEST_INVALID, test->detail.file, test->detail.verdict_line,
             test->detail.verdict, STR("VALID"));
    if (test->detail.error_line > 0)
        note(in, ROUND_TEST_INVALID, test->detail.file, test->detail.error_line, test->detail.error,
             STR("no line marked is_error"));
}

static void tests(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    for (size_t i = 0; run->work && closed(in->run) && i < run->work->test_count; i++) {
        const struct test *test = test_find(run, run->work->test[i]);
        if (!test)
            note(in, ROUND_TEST_MISSING, in->run->place, 0, (struct str){ 0 }, run->work->test[i]);
    }
    for (size_t i = 0; i < run->test_count; i++) {
        bool asked = closed(in->run);
        for (size_t k = 0; asked && run->work && k < run->work->test_count; k++) {
            if (str_eq(run->work->test[k], run->test[i].name)) {
                test_judge(in, &run->test[i]);
                asked = false;
            }
        }
        const struct test *test = &run->test[i];
        if (!closed(in->run) && test->detail.verdict.len > 0 &&
            !str_eq(test->detail.verdict, STR("VALID")))
            note(in, ROUND_TEST_INVALID, test->detail.file, test->detail.verdict_line,
                 test->detail.verdict, STR("VALID"));
    }
}

/* ---- descriptions ---- */

static bool same_text(struct str a, struct str b)
{
    return a.len == b.len && g_ascii_strncasecmp(a.at, b.at, a.len) == 0;
}

static void path_check(struct noting *in, const char *member, struct str path)
{
    const struct described *system = in->run->inside->system;
    const struct pair *pair = described_find(system, member);
    if (pair && !pair->twice && path.len > 0 && !same_text(str_trim(pair->text), path))
        note(in, ROUND_DIVISION_OTHER, system->file, pair->line, pair->text, path);
}

static void word_check(struct noting *in, const char *member, const struct strs *words)
{
    const struct described *system = in->run->inside->system;
    const struct pair *pair = described_find(system, member);
    struct str said = pair ? str_trim(pair->text) : (struct str){ 0 };
    char *low = g_ascii_strdown(said.at ? said.at : "", (gssize)said.len);
    bool known = strs_have(words, str_from(low));
    g_free(low);
    if (pair && !pair->twice && !known)
        note(in, ROUND_STATUS_UNKNOWN, system->file, pair->line, pair->text,
             str_format(in->home, "%s: one of the round's words", member));
}

static void system_keys(struct noting *in, const struct strs *keys, bool filled)
{
    const struct described *system = in->run->inside->system;
    for (size_t i = 0; i < keys->count; i++) {
        const struct pair *pair = described_find(system, str_c(in->home, keys->item[i]));
        if (!pair && !filled)
            note(in, ROUND_SYSTEM_KEY, system->file, 0, (struct str){ 0 }, keys->item[i]);
        else if (pair && filled && !pair->twice && str_trim(pair->text).len == 0)
            note(in, ROUND_SYSTEM_KEY, system->file, pair->line, STR("empty"), keys->item[i]);
    }
}

static void system_judge(struct noting *in)
{
    const struct described *system = in->run->inside->system;
    const struct rule_set *rules = in->run->inside->rules;
    if (!system || !system->read) {
        note(in, ROUND_SYSTEM_BROKEN,
             system && system->file.len > 0
                 ? system->file
                 : str_format(in->home, "systems/%.*s.json", STR_ARG(in->run->system)),
             system ? system->broken_line : 0, system ? system->broken : (struct str){ 0 },
             (struct str){ 0 });
        return;
    }
    system_keys(in, &rules->system_keys, false);
    system_keys(in, &rules->system_filled, true);
    path_check(in, "division", in->run->division);
    path_check(in, "submitter", in->run->submitter);
    word_check(in, "status", &rules->status);
    word_check(in, "system_type", &rules->system_type);
    if (same_text(in->run->division, STR("network")))
        system_keys(in, &rules->system_network, false);
}

static void measurement_keys(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    const struct described *told = run->measurement;
    if (!told->read) {
        note(in, ROUND_FILE_MISSING, told->file.len > 0 ? told->file : in->run->place,
             told->broken_line, told->broken, STR("a JSON file that describes the measurement"));
        return;
    }
    for (size_t i = 0; i < run->rules->measurement_keys.count; i++) {
        struct str key = run->rules->measurement_keys.item[i];
        const struct pair *pair = described_find(told, str_c(in->home, key));
        if (!pair || (!pair->twice && str_trim(pair->text).len == 0))
            note(in, ROUND_MEASUREMENT_KEY, told->file, pair ? pair->line : 0,
                 pair ? STR("empty") : (struct str){ 0 }, key);
    }
}

static void measurement(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    static const struct {
        const char *name;
        enum slot slot;
    } files[] = { { "user.conf", SLOT_USER_CONF },
                  { "README.md", SLOT_README },
                  { "mlperf.conf", SLOT_MLPERF_CONF } };
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        if (strs_have(&run->rules->measurement_files, str_from(files[i].name)) &&
            run->slot[files[i].slot] == NO_FILE)
            note(in, ROUND_FILE_MISSING, in->run->place, 0, (struct str){ 0 },
                 str_from(files[i].name));
    }
    measurement_keys(in);
}

static void power(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    if (run->slot[SLOT_SAMPLES] == NO_FILE && run->power_count == 0)
        return;
    for (size_t i = 0; i < run->rules->power_files.count; i++) {
        bool there = false;
        for (size_t k = 0; k < run->power_count; k++)
            there = there || str_eq(run->power_file[k], run->rules->power_files.item[i]);
        if (!there)
            note(in, ROUND_POWER_MISSING, below_place(in, "performance/power"), 0,
                 (struct str){ 0 }, run->rules->power_files.item[i]);
    }
    if (run->slot[SLOT_SAMPLES] == NO_FILE)
        note(in, ROUND_POWER_MISSING, below_place(in, "performance/run_1/spl.txt"), 0,
             (struct str){ 0 }, (struct str){ 0 });
    else if (run->samples.count == 0)
        note(in, ROUND_POWER_NONE, run->samples.file, 1,
             str_format(in->home, "%zu samples, none inside", run->samples.all),
             STR("samples between power_begin and power_end"));
}

/* What the tree cannot hold, since it begins below the folder where that lies, is not missed. */
struct beyond {
    bool system, measurement, tests, accuracy;
};

static struct beyond beyond_of(const struct run_inside *run)
{
    bool beside = run->rules->in_results ? run->run_alone : run->results_alone;
    return (struct beyond){
        .system = run->results_alone && !run->system,
        .measurement = beside && run->slot[SLOT_MEASUREMENT] == NO_FILE,
        .tests = beside && run->test_count == 0,
        .accuracy = run->run_alone && run->slot[SLOT_ACCURACY_TEXT] == NO_FILE,
    };
}

/* What lies beside a run against an endpoint. */
static void endpoint_files(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    if (run->slot[SLOT_ENDPOINT_ACCURACY] == NO_FILE)
        note(in, ROUND_ACCURACY_MISSING, below_place(in, "accuracy/accuracy_results.json"), 0,
             (struct str){ 0 }, (struct str){ 0 });
    if (run->slot[SLOT_ENDPOINT_CONFIG] == NO_FILE)
        note(in, ROUND_FILE_MISSING, below_place(in, "config.yaml"), 0, (struct str){ 0 },
             (struct str){ 0 });
    measurement_keys(in);
    note(in, ROUND_RULES_PART, run->endpoint.file, 0,
         endpoint_bound(run) ? STR("audits") : STR("accuracy and audits"), (struct str){ 0 });
}

static void parts(struct noting *in, const struct beyond *beyond)
{
    bool endpoint = in->run->inside->slot[SLOT_ENDPOINT] != NO_FILE;
    if (!endpoint && !beyond->accuracy)
        accuracy(in);
    if (!endpoint && !beyond->tests)
        tests(in);
    if (!beyond->system)
        system_judge(in);
    if (!endpoint && !beyond->measurement)
        measurement(in);
    if (endpoint && !in->run->inside->run_alone)
        endpoint_files(in);
    power(in);
    if (in->run->inside->work && in->run->inside->work->in_part && !endpoint)
        note(in, ROUND_RULES_PART, in->run->place, 0, in->run->inside->work->name,
             (struct str){ 0 });
}

void judge_parts(struct noting *in)
{
    struct run_inside *run = in->run->inside;
    struct beyond beyond = { 0 };
    if (run->laid && run->rules) {
        beyond = beyond_of(run);
        parts(in, &beyond);
    }
    bool fails = in->run->valid == JUDGED_NO;
    for (size_t i = 0; i < run->finding_count; i++) {
        const struct round_code_row *row = round_code_row(run->finding[i].code);
        fails = fails || (row->about == ABOUT_COMPLIANT && row->weight == WEIGHT_FAILS);
    }
    bool judged = run->laid && run->rules && !beyond.system && !beyond.measurement &&
                  !beyond.tests && !beyond.accuracy && run->slot[SLOT_ENDPOINT] == NO_FILE &&
                  !(run->work && run->work->in_part);
    in->run->compliant = fails ? JUDGED_NO : judged ? JUDGED_YES : JUDGED_NOT;
}
