/* forensics.c - whether what one run's files say can all be true.
 *
 * Identities that hold in every log that LoadGen writes: the summary tells the detailed log's
 * values, rounded; the one query of an Offline run takes as long as its slowest sample, so that
 * rate x latency is the number of samples; a single stream's rate is one over its mean latency;
 * inferred tokens are 69 a sample; percentiles rise. */
#include "base/num.h"
#include "run.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double ns = 1e9;

/* ---- summary against detail ---- */

/* Half a unit of the last digit written. */
static double slack_of(struct str text)
{
    size_t e = str_find(text, STR("e"));
    struct str digits = str_sub(text, 0, e);
    size_t point = str_find(digits, STR("."));
    double power = 0;
    struct str exponent = e != SIZE_MAX ? str_sub(text, e + 1, text.len) : (struct str){ 0 };
    if (exponent.len > 0 && *exponent.at == '+')
        exponent = str_sub(exponent, 1, exponent.len);
    if (exponent.len > 0 && !num_real(exponent, &power))
        power = 0;
    return 0.5 * pow(10, power - (point == SIZE_MAX ? 0 : (double)(digits.len - point - 1)));
}

static bool whole_number(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!g_ascii_isdigit(text.at[i]))
            return false;
    return text.len > 0;
}

static bool agree(struct str summary, struct str detail)
{
    double a, b;
    if (str_eq(summary, detail))
        return true;
    if (!num_real(summary, &a) || !num_real(detail, &b) ||
        (whole_number(summary) && whole_number(detail)))
        return false;
    return fabs(a - b) <= (slack_of(summary) + slack_of(detail)) * 1.0001;
}

static void summary_check(struct noting *in)
{
    const struct log *detail = &in->run->inside->detail, *summary = &in->run->inside->summary;
    if (!detail->read || !summary->read)
        return;
    for (unsigned key = 0; key < SAID_COUNT; key++) {
        const struct said *a = &summary->said[key], *b = &detail->said[key];
        if (!a->text.at || !b->text.at || agree(a->text, b->text))
            continue;
        note(in, ROUND_SUMMARY_DIFFERS, summary->file, a->line, a->text,
             str_format(in->home, "%.*s, %s at %.*s:%u", STR_ARG(b->text),
                        said_name((enum said_key)key), STR_ARG(detail->file), b->line));
    }
    if (summary->counted_errors && (summary->errors > 0) != (detail->errors > 0))
        note(in, ROUND_ERRORS_HIDDEN, summary->file,
             summary->errors > 0 ? summary->error[0].line : summary->lines,
             str_format(in->home, "%u errors", summary->errors),
             str_format(in->home, "%u lines marked is_error", detail->errors));
    if (summary->twice_line > 0)
        note(in, ROUND_DETAIL_TWICE, summary->file, summary->twice_line, summary->twice,
             STR("one value"));
}

/* ---- verdict and conditions ---- */

static void verdict_check(struct noting *in, const struct log *log)
{
    static const enum said_key conditions[] = { SAID_CONSTRAINTS_MET, SAID_DURATION_MET,
                                                SAID_QUERIES_MET, SAID_EARLY_STOPPING_MET };
    size_t met = 0, unmet = 0;
    enum said_key first = SAID_COUNT;
    for (size_t i = 0; i < ARRAY_COUNT(conditions); i++) {
        if (!log_says(log, conditions[i]))
            continue;
        if (log_is(log, conditions[i], "true"))
            met++;
        else if (unmet++ == 0)
            first = conditions[i];
    }
    bool valid = in->run->valid == JUDGED_YES;
    if (in->run->valid == JUDGED_NOT || (valid ? unmet == 0 : unmet > 0 || met == 0))
        return;
    note(in, ROUND_CONSTRAINT_CONTRADICTS, log->file,
         valid ? log->said[first].line : log->said[SAID_VALIDITY].line,
         valid ? str_from(said_name(first)) : STR("every condition is met"),
         log->said[SAID_VALIDITY].text);
}

static void duration_met(struct noting *in, const struct log *log)
{
    double least, from, to;
    if (!log_is(log, SAID_DURATION_MET, "true") || !log_number(log, SAID_MIN_DURATION, &least) ||
        !power_time(log->said[SAID_POWER_BEGIN].text, &from) ||
        !power_time(log->said[SAID_POWER_END].text, &to))
        return;
    const double slack = 2000;
    if (to - from + slack < least)
        note(in, ROUND_RATE_CONTRADICTS, log->file, log->said[SAID_DURATION_MET].line,
             str_format(in->home, "result_min_duration_met, yet the load lasted %.*s ms",
                        STR_ARG(number_text(in->home, to - from))),
             str_format(in->home, "at least %.*s ms", STR_ARG(log->said[SAID_MIN_DURATION].text)));
}

/* ---- order ---- */

static void order_check(struct noting *in, const struct log *log)
{
    static const enum said_key rows[][8] = {
        { SAID_LATENCY_MIN, SAID_LATENCY_P50, SAID_LATENCY_P90, SAID_LATENCY_P95, SAID_LATENCY_P97,
          SAID_LATENCY_P99, SAID_LATENCY_P999, SAID_LATENCY_MAX },
        { SAID_QUERY_MIN, SAID_QUERY_P50, SAID_QUERY_P90, SAID_QUERY_P95, SAID_QUERY_P97,
          SAID_QUERY_P99, SAID_QUERY_P999, SAID_QUERY_MAX },
        { SAID_TTFT_MIN, SAID_TTFT_P50, SAID_TTFT_P90, SAID_TTFT_P95, SAID_TTFT_P97, SAID_TTFT_P99,
          SAID_TTFT_P999, SAID_TTFT_MAX },
        { SAID_TPOT_MIN, SAID_TPOT_P50, SAID_TPOT_P90, SAID_TPOT_P95, SAID_TPOT_P97, SAID_TPOT_P99,
          SAID_TPOT_P999, SAID_TPOT_MAX },
    };
    static const enum said_key means[] = { SAID_LATENCY_MEAN, SAID_QUERY_MEAN, SAID_TTFT_MEAN,
                                           SAID_TPOT_MEAN };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        double least = -1, value;
        enum said_key before = SAID_COUNT;
        for (size_t k = 0; k < ARRAY_COUNT(rows[i]); k++) {
            if (!log_number(log, rows[i][k], &value))
                continue;
            if (before < SAID_COUNT && value < least)
                note(in, ROUND_ORDER_BROKEN, log->file, log->said[rows[i][k]].line,
                     str_format(in->home, "%s %.*s", said_name(rows[i][k]),
                                STR_ARG(log->said[rows[i][k]].text)),
                     str_format(in->home, "at least %s %.*s", said_name(before),
                                STR_ARG(log->said[before].text)));
            least = value;
            before = rows[i][k];
        }
        double low, high, mean;
        if (log_number(log, rows[i][0], &low) && log_number(log, rows[i][7], &high) &&
            log_number(log, means[i], &mean) && (mean < low || mean > high))
            note(in, ROUND_ORDER_BROKEN, log->file, log->said[means[i]].line,
                 log->said[means[i]].text, STR("a mean between least and greatest"));
    }
}

static void count_order(struct noting *in, const struct log *log)
{
    double least, most;
    if (log_number(log, SAID_MIN_QUERIES, &least) && log_number(log, SAID_MAX_QUERIES, &most) &&
        most > 0 && least > most)
        note(in, ROUND_MIN_ABOVE_MAX, log->file, log->said[SAID_MIN_QUERIES].line,
             log->said[SAID_MIN_QUERIES].text,
             str_format(in->home, "at most effective_max_query_count %.*s",
                        STR_ARG(log->said[SAID_MAX_QUERIES].text)));
}

/* ---- rates ---- */

static bool near(double a, double b, double share)
{
    return fabs(a - b) <= share * fmax(fabs(a), fabs(b));
}

static void rate_note(struct noting *in, const struct log *log, enum said_key key, double other,
                      const char *why)
{
    note(in, ROUND_RATE_CONTRADICTS, log->file, log->said[key].line,
         str_format(in->home, "%s %.*s", said_name(key), STR_ARG(log->said[key].text)),
         str_format(in->home, "about %.*s by %s", STR_ARG(number_text(in->home, other)), why));
}

static void offline_check(struct noting *in, const struct log *log)
{
    double rate, most, per_query, queries, loaded;
    const double printed = 2e-5; /* six digits of the rate */
    if (!log_number(log, SAID_SAMPLES_RATE, &rate) || !log_number(log, SAID_LATENCY_MAX, &most) ||
        !log_number(log, SAID_GENERATED_SAMPLES, &per_query) ||
        !log_number(log, SAID_QUERY_COUNT, &queries) || most <= 0)
        return;
    double samples = per_query * queries, made = rate * most / ns;
    /* LoadGen 4 fills up with whole copies of the library where it concatenates permutations */
    if (log_is(log, SAID_PERMUTATION, "true") &&
        log_number(log, SAID_PERFORMANCE_SAMPLES, &loaded) && loaded > 0 &&
        near(made, ceil(samples / loaded) * loaded, printed))
        return;
    if (!near(made, samples, printed))
        rate_note(in, log, SAID_SAMPLES_RATE, samples * ns / most,
                  "samples of the query / result_max_latency_ns");
}

static void stream_check(struct noting *in, const struct log *log)
{
    double rate, mean;
    const double printed = 2e-5;
    if (log_number(log, SAID_QPS_WITHOUT, &rate) && log_number(log, SAID_LATENCY_MEAN, &mean) &&
        mean > 0 && !near(rate, ns / mean, printed + 1 / mean))
        rate_note(in, log, SAID_QPS_WITHOUT, ns / mean, "1 / result_mean_latency_ns");
}

/* What was completed in the time of the load. */
static void server_check(struct noting *in, const struct log *log)
{
    double rate, queries, from, to, due;
    if (!log_number(log, SAID_COMPLETED_RATE, &rate) || rate <= 0)
        return;
    if (log_number(log, SAID_SCHEDULED_RATE, &due) && rate > due * 1.0001 + 0.01)
        rate_note(in, log, SAID_COMPLETED_RATE, due, "result_scheduled_samples_per_sec at most");
    const struct said *begin = &log->said[SAID_POWER_BEGIN], *end = &log->said[SAID_POWER_END];
    if (!log_number(log, SAID_QUERY_COUNT, &queries) || !power_time(begin->text, &from) ||
        !power_time(end->text, &to))
        return;
    double stamped = (end->time - begin->time) / 1000, took = queries / rate;
    if (stamped > 0 && stamped < 1e8 && (took > stamped * 1.02 + 5 || took < stamped * 0.5 - 5))
        rate_note(in, log, SAID_COMPLETED_RATE, queries / stamped,
                  "result_query_count / time of the load");
}

/* ---- tokens ---- */

static void tokens_note(struct noting *in, const struct log *log, enum said_key key, double each,
                        struct str expected)
{
    note(in, ROUND_TOKENS_IMPLAUSIBLE, log->file, log->said[key].line,
         str_format(in->home, "%s makes %.*s tokens a sample", said_name(key),
                    STR_ARG(number_text(in->home, each))),
         expected);
}

/* Beyond what the round allows its closed results. False: within, or nothing is known. */
static bool tokens_bounded(struct noting *in, const struct log *log, enum said_key key, double each)
{
    const struct benchmark *work = in->run->inside->work;
    bool open = in->run->division.len == 4;
    for (size_t i = 0; !open && i < work->quality_count; i++) {
        const struct quality *bound = &work->quality[i];
        if (str_eq(bound->metric, STR("tokens_per_sample")) &&
            (each < bound->at_least || each > bound->at_most)) {
            tokens_note(in, log, key, each,
                        str_format(in->home, "%.*s to %.*s",
                                   STR_ARG(number_text(in->home, bound->at_least)),
                                   STR_ARG(number_text(in->home, bound->at_most))));
            return true;
        }
    }
    return false;
}

static void tokens_range(struct noting *in, const struct log *log, enum said_key key, double each)
{
    const struct run_inside *run = in->run->inside;
    const struct benchmark *work = run->work;
    size_t told = accuracy_find(&run->quality, STR("tokens_per_sample"));
    const double share = 0.15; /* an accuracy run and a performance run sample otherwise */
    const double ends = 1.05;  /* stop tokens, and another count of them */
    if (told != SIZE_MAX && !near(each, run->quality.found[told].value, share))
        tokens_note(in, log, key, each,
                    str_format(in->home, "about %.*s, as %.*s:%u tells",
                               STR_ARG(number_text(in->home, run->quality.found[told].value)),
                               STR_ARG(run->quality.file), run->quality.found[told].line));
    else if (work && !tokens_bounded(in, log, key, each) && work->output_tokens_most > 0 &&
             each > work->output_tokens_most * ends)
        tokens_note(in, log, key, each,
                    str_format(in->home, "at most %.*s",
                               STR_ARG(number_text(in->home, work->output_tokens_most))));
}

static void tokens_check(struct noting *in, const struct log *log)
{
    static const struct {
        enum said_key tokens, samples;
        bool inferred;
    } pairs[] = { { SAID_TOKENS_RATE, SAID_SAMPLES_RATE, false },
                  { SAID_TOKENS_COMPLETED, SAID_COMPLETED_RATE, false },
                  { SAID_TOKENS_INFERRED, SAID_SAMPLES_RATE, true },
                  { SAID_TOKENS_INFERRED_COMPLETED, SAID_COMPLETED_RATE, true } };
    const double usual = 69, printed = 2e-5; /* loadgen, infer_token_latencies */
    for (size_t i = 0; i < ARRAY_COUNT(pairs); i++) {
        double tokens, samples;
        if (!log_number(log, pairs[i].tokens, &tokens) ||
            !log_number(log, pairs[i].samples, &samples) || samples <= 0)
            continue;
        if (pairs[i].inferred && !near(tokens, samples * usual, printed))
            rate_note(in, log, pairs[i].tokens, samples * usual, "69 tokens a sample");
        else if (!pairs[i].inferred)
            tokens_range(in, log, pairs[i].tokens, tokens / samples);
    }
    double with, completed, due, done;
    if (log_number(log, SAID_TOKENS_OVERHEAD, &with) &&
        log_number(log, SAID_TOKENS_COMPLETED, &completed) &&
        log_number(log, SAID_SCHEDULED_RATE, &due) && log_number(log, SAID_COMPLETED_RATE, &done) &&
        due > 0 && !near(completed, with * done / due, 1e-3))
        rate_note(in, log, SAID_TOKENS_COMPLETED, with * done / due,
                  "result_token_throughput_with_loadgen_overhead x completed / due");
}

/* ---- length, units, names ---- */

static void short_check(struct noting *in, const struct log *log)
{
    double from, to;
    const double least = 600 * 1000.0;
    if (!power_time(log->said[SAID_POWER_BEGIN].text, &from) ||
        !power_time(log->said[SAID_POWER_END].text, &to) || to - from >= least - 1000 ||
        (in->run->inside->work && in->run->inside->work->any_duration))
        return;
    note(in, ROUND_SHORT_RUN, log->file, log->said[SAID_POWER_END].line,
         str_format(in->home, "%.*s s of load",
                    STR_ARG(number_text(in->home, round((to - from) / 100) / 10))),
         STR("600 s or more"));
}

static void unit_check(struct noting *in)
{
    const struct run_inside *run = in->run->inside;
    if (!run->work || run->scenario >= SCENARIO_COUNT || !in->run->figure.there)
        return;
    struct str shown = run->work->published_unit[run->scenario];
    if (shown.len > 0 && g_ascii_strncasecmp(shown.at, in->run->figure.unit, shown.len) != 0)
        note(in, ROUND_UNIT_CONTRADICTS, in->run->metric.file, in->run->metric.line,
             str_format(in->home, "the round's table shows %.*s as %.*s",
                        STR_ARG(in->run->figure.text), STR_ARG(shown)),
             str_format(in->home, "%s, as %.*s counts", in->run->figure.unit,
                        STR_ARG(in->run->metric.key)));
}

static void analysers_check(struct noting *in)
{
    const struct power *power = &in->run->inside->samples;
    if (power->sum_line > 0)
        note(in, ROUND_ANALYSERS_SUM, power->file, power->sum_line,
             str_format(in->home, "%.*s W in all, %.*s W by channel",
                        STR_ARG(number_text(in->home, power->sum_total)),
                        STR_ARG(number_text(in->home, power->sum_channels))),
             STR("the same within 1 %"));
}

/* Letters and digits of a name, small: "H100-SXM-80GB" is "h100sxm80gb". */
static struct str plain(struct arena *home, struct str text)
{
    struct buf buf = buf_new(home, 4096);
    for (size_t i = 0; i < text.len; i++)
        if (g_ascii_isalnum(text.at[i]))
            buf_put_char(&buf, g_ascii_tolower(text.at[i]));
    return buf_str(&buf);
}

/* "4xH100", "RTX4090x1", "aarch64x72": a count and the word on its other side. 0: none. */
static int64_t counted(struct str word, struct str *of)
{
    int64_t count = 0;
    for (size_t x = 1; x + 1 < word.len; x++) {
        if (word.at[x] != 'x' && word.at[x] != 'X')
            continue;
        struct str before = str_sub(word, 0, x), behind = str_sub(word, x + 1, word.len);
        if (num_int(before, &count) && count > 0 && behind.len >= 3) {
            *of = behind;
            return count;
        }
        if (num_int(behind, &count) && count > 0 && before.len >= 3) {
            *of = before;
            return count;
        }
    }
    return 0;
}

static bool is_break(char c)
{
    return c == '_' || c == ' ' || c == '(' || c == ')' || c == ',' || c == '/' || c == '\t';
}

static void name_check(struct noting *in, struct str name, struct str file, uint32_t line)
{
    const struct round_run *run = in->run;
    struct str model = plain(in->home, run->accelerator);
    size_t from = 0;
    for (size_t at = 0; at <= name.len; at++) {
        if (at < name.len && !is_break(name.at[at]))
            continue;
        struct str of, word = str_sub(name, from, at);
        int64_t count = counted(word, &of);
        from = at + 1;
        struct str stem = count > 0 ? plain(in->home, of) : (struct str){ 0 };
        bool mine = stem.len >= 3 && str_find(model, stem) != SIZE_MAX;
        if (mine && count != run->accelerators && count != run->accelerators_per_node &&
            count != run->nodes)
            note(in, ROUND_COUNT_NAME, file, line, word,
                 str_format(in->home, "%lld in all, %lld a node, as the system's description says",
                            (long long)run->accelerators, (long long)run->accelerators_per_node));
    }
}

static void names_check(struct noting *in)
{
    const struct round_run *run = in->run;
    const struct described *system = run->inside->system;
    if (!system || !system->read || run->accelerators < 0 || run->mixed)
        return;
    const struct pair *count = described_find(system, "accelerators_per_node");
    const struct pair *name = described_find(system, "system_name");
    name_check(in, run->system, system->file, count ? count->line : 0);
    if (name)
        name_check(in, name->text, system->file, name->line);
}

void judge_forensics(struct noting *in)
{
    const struct log *log = &in->run->inside->detail;
    names_check(in);
    analysers_check(in);
    if (!log->read)
        return;
    summary_check(in);
    if (log->twice_line > 0)
        note(in, ROUND_DETAIL_TWICE, log->file, log->twice_line, log->twice, STR("one value"));
    verdict_check(in, log);
    duration_met(in, log);
    order_check(in, log);
    count_order(in, log);
    short_check(in, log);
    unit_check(in);
    tokens_check(in, log);
    if (in->run->inside->logged == OFFLINE)
        offline_check(in, log);
    else if (in->run->inside->logged == SINGLE_STREAM)
        stream_check(in, log);
    else if (in->run->inside->logged == SERVER)
        server_check(in, log);
}
