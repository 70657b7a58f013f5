/* judge_log.c - a performance run against the rules of its round: what LoadGen was asked to do, and
 * what it says came of it. */
#include "base/num.h"
#include "run.h"

#include <glib.h>
#include <string.h>

static bool closed(const struct round_run *run)
{
    return !(run->division.len == 4 && g_ascii_strncasecmp(run->division.at, "open", 4) == 0);
}

static struct str bound(struct noting *in, const char *before, double value)
{
    return str_format(in->home, "%s%.*s", before, STR_ARG(number_text(in->home, value)));
}

/* ---- whether it is whole ---- */

/* LoadGen ends a performance run's log with its percentiles; behind them come tokens and the number
 * of errors. */
static bool counts_errors(const struct log *log)
{
    double version;
    struct str told = log->said[SAID_LOADGEN_VERSION].text;
    return told.len >= 3 && num_real(str_sub(told, 0, 3), &version) && version > 5.05;
}

static void whole(struct noting *in, const struct log *log)
{
    bool performance = !log_is(log, SAID_TEST_MODE, "AccuracyOnly");
    bool finished =
        log_says(log, SAID_LATENCY_P999) && (log_says(log, SAID_NUM_ERRORS) || !counts_errors(log));
    if (log->broken > 0) {
        bool last = log->broken_line == log->lines && !log->ended;
        note(in, last ? ROUND_DETAIL_CUT : ROUND_DETAIL_BROKEN, log->file, log->broken_line,
             str_format(in->home, "%u of %u lines", log->broken, log->lines),
             STR("lines \":::MLLOG {...}\""));
    }
    if (performance && !log_says(log, SAID_VALIDITY))
        note(in, ROUND_VERDICT_MISSING, log->file, log->lines, (struct str){ 0 },
             STR("result_validity"));
    bool cut = performance && !finished;
    if (cut && !(log->broken > 0 && log->broken_line == log->lines && !log->ended))
        note(in, ROUND_DETAIL_CUT, log->file, log->lines,
             str_format(in->home, "%u lines", log->lines),
             log_says(log, SAID_LATENCY_P999) ? STR("num_errors")
                                              : str_from(said_name(SAID_LATENCY_P999)));
}

static void logs_there(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    struct str folder = in->run->place;
    const char *below = run->laid ? "/performance/run_1" : "";
    if (run->slot[SLOT_ENDPOINT] != NO_FILE)
        return;
    if (!run->detail.read)
        note(in, ROUND_DETAIL_MISSING,
             run->detail.file.len > 0
                 ? run->detail.file
                 : str_format(in->home, "%.*s%s/mlperf_log_detail.txt", STR_ARG(folder), below),
             0, (struct str){ 0 }, (struct str){ 0 });
    else
        whole(in, &run->detail);
    if (!run->summary.read)
        note(in, ROUND_SUMMARY_MISSING,
             run->summary.file.len > 0
                 ? run->summary.file
                 : str_format(in->home, "%.*s%s/mlperf_log_summary.txt", STR_ARG(folder), below),
             0, (struct str){ 0 }, (struct str){ 0 });
    else if (!run->summary.counted_errors)
        note(in, ROUND_SUMMARY_CUT, run->summary.file, run->summary.lines, (struct str){ 0 },
             STR("how many errors were encountered"));
}

/* ---- errors and build ---- */

static void errors(struct noting *in, const struct log *log)
{
    for (uint32_t i = 0; i < log->errors && i < LOG_ERRORS; i++) {
        if (log->error[i].line != log->uncommitted_line)
            note(in, ROUND_ERROR_LINE, log->file, log->error[i].line, log->error[i].text,
                 STR("no line marked is_error"));
    }
    double counted;
    if (log->errors == 0 && log_number(log, SAID_NUM_ERRORS, &counted) && counted > 0)
        note(in, ROUND_ERROR_LINE, log->file, log->said[SAID_NUM_ERRORS].line,
             log->said[SAID_NUM_ERRORS].text, STR("num_errors 0"));
    bool dirty =
        log_says(log, SAID_GIT_STATUS) && str_trim(log->said[SAID_GIT_STATUS].text).len > 0;
    if (log->uncommitted_line > 0 || dirty)
        note(in, ROUND_LOADGEN_DIRTY, log->file,
             dirty ? log->said[SAID_GIT_STATUS].line : log->uncommitted_line,
             dirty ? str_sub(str_trim(log->said[SAID_GIT_STATUS].text), 0, 200) : STR(""),
             STR("an empty loadgen_git_status_message"));
}

static double major(struct str version)
{
    double value = -1;
    struct str rest = version, first;
    return str_cut(&rest, '.', &first) && num_real(str_trim(first), &value) ? value : -1;
}

static void build(struct noting *in, const struct log *log)
{
    const struct rule_set *rules = in->run->inside->rules;
    struct str version = log->said[SAID_LOADGEN_VERSION].text;
    if (rules && version.at && major(version) >= 0 && major(version) < major(rules->round))
        note(in, ROUND_LOADGEN_OLD, log->file, log->said[SAID_LOADGEN_VERSION].line, version,
             str_format(in->home, "%.*s or later", STR_ARG(rules->round)));
}

/* ---- settings ---- */

static void seeds(struct noting *in, const struct log *log)
{
    static const enum said_key keys[] = { SAID_QSL_SEED, SAID_SAMPLE_SEED, SAID_SCHEDULE_SEED };
    const struct rule_set *rules = in->run->inside->rules;
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        if (!log_says(log, keys[i]))
            continue;
        if (!rules && i == 0)
            note(in, ROUND_SEED_FOREIGN, log->file, log->said[keys[i]].line,
                 log->said[keys[i]].text, STR("the seed of a round that is known"));
        else if (rules && !str_eq(log->said[keys[i]].text, rules->seed[i]))
            note(in, ROUND_SEED_FOREIGN, log->file, log->said[keys[i]].line,
                 str_format(in->home, "%s %.*s", said_name(keys[i]),
                            STR_ARG(log->said[keys[i]].text)),
                 rules->seed[i]);
    }
}

static bool below(const struct log *log, enum said_key key, double least)
{
    double value;
    return least > 0 && log_number(log, key, &value) && value < least;
}

static void least(struct noting *in, enum round_code code, const struct log *log, enum said_key key,
                  double bound_value)
{
    if (below(log, key, bound_value))
        note(in, code, log->file, log->said[key].line,
             str_format(in->home, "%s %.*s", said_name(key), STR_ARG(log->said[key].text)),
             bound(in, "at least ", bound_value));
}

static void amounts(struct noting *in, const struct log *log)
{
    const struct run_inside *run = in->run->inside;
    const struct rule_set *rules = run->rules;
    const struct benchmark *work = run->work;
    if (!work || !work->any_duration)
        least(in, ROUND_DURATION_SHORT, log, SAID_MIN_DURATION, rules->least_duration_ms);
    bool stopped = log_is(log, SAID_EARLY_STOPPING_MET, "true");
    if (run->logged < SCENARIO_COUNT && run->logged != OFFLINE && !stopped)
        least(in, ROUND_QUERIES_FEW, log, SAID_MIN_QUERIES, rules->least_queries[run->logged]);
    if (!work || !closed(in->run))
        return;
    if (run->logged == OFFLINE)
        least(in, ROUND_OFFLINE_SAMPLES, log, SAID_SAMPLES_PER_QUERY, work->offline_samples);
    least(in, ROUND_PERFORMANCE_SAMPLES, log, SAID_PERFORMANCE_SAMPLES, work->performance_samples);
}

static void issue_mode(struct noting *in, const struct log *log)
{
    static const enum said_key keys[] = { SAID_ISSUE_UNIQUE, SAID_ISSUE_SAME };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        if (log_is(log, keys[i], "true"))
            note(in, ROUND_ISSUE_MODE, log->file, log->said[keys[i]].line,
                 str_from(said_name(keys[i])), STR("false"));
    }
}

/* ---- latency ---- */

static void token_limit(struct noting *in, const struct log *log, enum said_key key, double limit)
{
    double value;
    if (limit > 0 && log_number(log, key, &value) && value >= limit)
        note(in, ROUND_LATENCY_TOKENS, log->file, log->said[key].line,
             str_format(in->home, "%s %.*s", said_name(key), STR_ARG(log->said[key].text)),
             bound(in, "below ", limit));
}

static void latency(struct noting *in, const struct log *log)
{
    const struct run_inside *run = in->run->inside;
    const struct benchmark *work = run->work;
    enum scenario scenario = run->scenario == INTERACTIVE ? INTERACTIVE : run->logged;
    double value;
    if (!work || !closed(in->run) || run->logged != SERVER)
        return;
    double most = work->latency[scenario] > 0 ? work->latency[scenario] : work->latency[SERVER];
    if (most > 0 && log_number(log, SAID_TARGET_LATENCY, &value) && value > most)
        note(in, ROUND_LATENCY_TARGET, log->file, log->said[SAID_TARGET_LATENCY].line,
             log->said[SAID_TARGET_LATENCY].text, bound(in, "at most ", most));
    if (work->ttft[scenario] <= 0)
        return;
    if (!log_is(log, SAID_USE_TOKENS, "true"))
        note(in, ROUND_TOKENS_OFF, log->file, log->said[SAID_USE_TOKENS].line,
             log->said[SAID_USE_TOKENS].text, STR("requested_use_token_latencies true"));
    token_limit(in, log, SAID_TTFT_P99, work->ttft[scenario]);
    token_limit(in, log, SAID_TPOT_P99, work->tpot[scenario]);
}

/* ---- scenario and benchmark ---- */

static bool may_follow(const struct round_run *run)
{
    const struct run_inside *in = run->inside;
    bool edge = run->system_type.len == 0 || str_find(run->system_type, STR("edge")) != SIZE_MAX;
    if (in->scenario == INTERACTIVE)
        return in->logged == SERVER;
    if (in->scenario == MULTI_STREAM)
        return edge && in->logged == SINGLE_STREAM;
    return in->scenario == OFFLINE && edge &&
           (in->logged == SINGLE_STREAM || in->logged == MULTI_STREAM);
}

static void place(struct noting *in, const struct log *log)
{
    const struct round_run *run = in->run;
    const struct run_inside *inside = run->inside;
    if (!inside->laid)
        return;
    if (inside->scenario == SCENARIO_COUNT ||
        (log->read && inside->logged < SCENARIO_COUNT && inside->logged != inside->scenario &&
         !may_follow(run)))
        note(in, ROUND_SCENARIO_OTHER, log->file.len > 0 ? log->file : run->place,
             log->said[SAID_SCENARIO].line, log->said[SAID_SCENARIO].text,
             str_format(in->home, "the scenario of its folder, %.*s", STR_ARG(run->scenario)));
    if (inside->rules && !inside->work && closed(run))
        note(in, ROUND_BENCHMARK_UNKNOWN, run->place, 0, run->benchmark,
             str_format(in->home, "a benchmark of round %.*s", STR_ARG(inside->rules->round)));
}

static struct str run_name(struct arena *home, uint32_t number)
{
    return number == RUN_UNNAMED ? STR("no folder run_1") : str_format(home, "run_%u", number - 1);
}

/* Rules since v1.0 count one run, performance/run_1. */
static void counted(struct noting *in, const struct log *log)
{
    uint32_t further = in->run->further, instead = in->run->inside->stands_in;
    struct str file = log->file.len > 0 ? log->file : in->run->place;
    if (further > 0)
        note(in, ROUND_RUN_FURTHER, file, 0, run_name(in->home, further), STR("run_1 counts"));
    else if (instead > 0)
        note(in, ROUND_RUN_OTHER, file, 0, run_name(in->home, instead), STR("performance/run_1"));
}

static void verdict(struct noting *in, const struct log *log)
{
    if (in->run->valid != JUDGED_NO)
        return;
    struct str reason = log_says(log, SAID_INVALID_REASON) ? log->said[SAID_INVALID_REASON].text
                                                           : (struct str){ 0 };
    note(in, ROUND_INVALID, log->file, log->said[SAID_VALIDITY].line,
         reason.len > 0 ? str_format(in->home, "%.*s: %.*s", STR_ARG(log->said[SAID_VALIDITY].text),
                                     STR_ARG(str_trim(reason)))
                        : log->said[SAID_VALIDITY].text,
         STR("VALID"));
}

void judge_log(struct noting *in)
{
    const struct log *log = &in->run->inside->detail;
    logs_there(in);
    place(in, log);
    counted(in, log);
    verdict(in, run_log(in->run->inside));
    if (!log->read)
        return;
    errors(in, log);
    build(in, log);
    seeds(in, log);
    issue_mode(in, log);
    if (in->run->inside->rules) {
        amounts(in, log);
        latency(in, log);
    }
}
