/* predicates_work.c - the work done, the load reached, and what the tool itself says of its run. */
#include "model/likeness.h"
#include "run_load.h"
#include "signs.h"
#include "sums.h"

#include <math.h>

static const struct fact *plain(const struct judging *judging, const struct member *member,
                                enum key key)
{
    return member_fact(judging, member, key, (struct str){ 0 });
}

/* ---- W8: the same work ---- */

/* Tokens per completed request; NaN where not disclosed. */
static double per_request(const struct judging *judging, const struct member *member, enum key key)
{
    const struct fact *tokens = plain(judging, member, key);
    const struct fact *requests = plain(judging, member, KEY_REQUESTS_COMPLETED);
    double total, count;
    if (!tokens || !requests || !fact_base(tokens, &total) || !fact_base(requests, &count))
        return (double)NAN;
    return count > 0 ? total / count : 0;
}

static bool apart(double a, double b, double tolerance)
{
    double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return fabs(a - b) > tolerance * larger;
}

/* Requests: tokens per request, and no empty successes. What some runs tell and others do not is
 * open. True where any run discloses them. */
static bool requests_compared(struct tally *tally, double tolerance)
{
    static const enum key tokens[] = { KEY_TOKENS_OUTPUT, KEY_TOKENS_INPUT };
    struct judging *judging = tally->judging;
    bool judged = false;
    for (size_t k = 0; k < ARRAY_COUNT(tokens); k++) {
        const struct member *first = NULL;
        double reference = (double)NAN;
        bool *silent = marks_of(judging), any_silent = false;
        for (size_t i = 0; i < judging->member_count; i++) {
            silent[i] = isnan(per_request(judging, &judging->member[i], tokens[k]));
            any_silent = any_silent || silent[i];
        }
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct member *member = &judging->member[i];
            double value = per_request(judging, member, tokens[k]);
            if (silent[i])
                continue;
            judged = true;
            first = first ? first : member;
            reference = isnan(reference) ? value : reference;
            bool empty = tokens[k] == KEY_TOKENS_OUTPUT && value <= 0;
            if (empty || apart(reference, value, tolerance)) {
                struct outcome outcome = outcome_pair(FAILS, plain(judging, first, tokens[k]),
                                                      plain(judging, member, tokens[k]));
                outcome.seen[0] = outcome.a;
                outcome.seen[1] = outcome.b;
                tally_say(tally, &outcome);
                break;
            }
        }
        if (first && any_silent)
            tally_silent(tally, tokens[k], (struct str){ 0 }, silent, NULL, NULL);
    }
    return judged;
}

/* Says that two runs differ in a fact of their samples, or that only one of them has it. */
static void iterations_apart(struct tally *tally, const struct fact *first, const struct fact *fact)
{
    struct outcome outcome = outcome_pair(FAILS, first, fact);
    outcome.seen[0] = first ? first : fact;
    outcome.seen[1] = first && fact ? fact : outcome.seen[0];
    tally_say(tally, &outcome);
}

/* Marks runs without samples, and those whose samples do not tell the fact although others do: of a
 * series that is invalid, or has no work, nothing is known. Without phases is a statement. */
static bool iterations_silent(const struct judging *judging, enum key key, bool *silent)
{
    bool any = false, told = false;
    for (size_t i = 0; i < judging->member_count; i++)
        told = told || alone_fact(judging->member[i].alone, key);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct alone *alone = judging->member[i].alone;
        bool missing = told && key == KEY_WORK_PER_ITERATION && !alone_fact(alone, key);
        /* What a run did that counts as a whole is its command: W1 holds that against the other. */
        bool whole = judging->case_file->metric_kind == METRIC_WHOLE_RUN && alone->completion;
        silent[i] = silent[i] || missing || (!alone->door.series && !whole);
        any = any || silent[i];
    }
    return any;
}

/* Loops: work per iteration and number of phases, from the samples themselves. */
static void iterations_compared(struct tally *tally, double tolerance)
{
    static const enum key keys[] = { KEY_WORK_PER_ITERATION, KEY_WORK_PHASE_RANGE };
    struct judging *judging = tally->judging;
    bool *silent = marks_of(judging);
    bool any_silent = false;
    for (size_t k = 0; k < ARRAY_COUNT(keys); k++) {
        const struct fact *first = NULL;
        bool begun = false;
        if (load_apart(judging, keys[k]))
            continue;
        any_silent = iterations_silent(judging, keys[k], silent);
        for (size_t i = 0; i < judging->member_count; i++) {
            const struct fact *fact = alone_fact(judging->member[i].alone, keys[k]);
            if (silent[i])
                continue;
            first = begun ? first : fact;
            begun = true;
            if (!fact != !first ||
                (fact && apart(first->value.value, fact->value.value, tolerance))) {
                iterations_apart(tally, first, fact);
                break;
            }
        }
    }
    if (any_silent)
        tally_silent(tally, KEY_COUNT, (struct str){ 0 }, silent, NULL, NULL);
}

/* Output tokens of each request where the tool kept them, in order of size; 0: not kept, or of too
 * few requests for a 95th percentile. */
static size_t lengths_of(const struct judging *judging, const struct member *member, double **out)
{
    enum { REQUESTS_LEAST = 20 };
    for (size_t i = 0; i < member->run->series_count; i++) {
        const struct series *series = &member->run->series[i];
        size_t count = 0;
        if (!series->work || series->work_unit != UNIT_TOKEN || !series_of_requests(series))
            continue;
        *out = ARENA_MANY(judging->home, series->count + 1, double);
        for (size_t row = 0; row < series->count; row++)
            if (isfinite(series->work[row]))
                (*out)[count++] = series->work[row];
        if (count >= REQUESTS_LEAST) {
            sort_values(*out, count);
            return count;
        }
    }
    return 0;
}

/* Half long and half short answers have the mean of middling ones, and are other work: median and
 * 95th percentile (nearest rank) must be alike, too. They are of single requests, which stop where
 * they do, so within five times the tolerance of the means. */
static void lengths_compared(struct tally *tally, double tolerance)
{
    struct judging *judging = tally->judging;
    const struct member *first = NULL;
    double *reference = NULL, *length;
    size_t counted = 0, count;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        count = lengths_of(judging, member, &length);
        if (count == 0)
            continue;
        if (!first) {
            first = member;
            reference = length;
            counted = count;
        } else if (apart(reference[(counted + 1) / 2 - 1], length[(count + 1) / 2 - 1],
                         5 * tolerance) ||
                   apart(reference[(counted * 95 + 99) / 100 - 1],
                         length[(count * 95 + 99) / 100 - 1], 5 * tolerance)) {
            struct outcome outcome = outcome_pair(FAILS, plain(judging, first, KEY_TOKENS_OUTPUT),
                                                  plain(judging, member, KEY_TOKENS_OUTPUT));
            outcome.raised = CONDITION_BIT(OTHER_LENGTHS);
            outcome.seen[0] = outcome.a ? outcome.a : outcome.b;
            outcome.seen[1] = outcome.b ? outcome.b : outcome.a;
            tally_say(tally, &outcome);
            return;
        }
    }
}

bool test_work_done(struct tally *tally, const struct ask *ask)
{
    double tolerance = ask->rule->tolerance;
    if (!requests_compared(tally, tolerance))
        iterations_compared(tally, tolerance);
    lengths_compared(tally, tolerance);
    return true;
}

/* ---- W9: accelerators ---- */

static bool per_accelerator(enum key metric)
{
    static const enum key keys[] = { KEY_THROUGHPUT_OUTPUT_PER_ACCELERATOR,
                                     KEY_THROUGHPUT_INPUT_PER_ACCELERATOR,
                                     KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (keys[i] == metric)
            return true;
    return false;
}

bool processors_counted(const struct judging *judging, const struct rule *rule)
{
    (void)rule;
    return all_on_processors(judging) && !per_accelerator(judging->case_file->metric);
}

bool accelerators_counted(const struct judging *judging, const struct rule *rule)
{
    return !processors_counted(judging, rule);
}

/* Work of processors alone: nothing to count, but where nobody recorded it, that is stated. */
enum shows declared_processors(struct judging *judging, const struct look *look, struct sign *out)
{
    (void)judging;
    out->fact = look->member->alone->processors.by;
    out->is = UNKNOWN;
    out->key = look->ask->key[0];
    return out->fact->kind == FACT_DECLARED ? SHOWS_SIGN : SHOWS_UNASKED;
}

/* Zero accelerators declared of software that is built for them: open, and what speaks against it
 * is named. */
static bool zero_contested(const struct judging *judging, const struct member *member,
                           const struct fact *count)
{
    const struct processors *is = &member->alone->processors;
    double value;
    return fact_base(count, &value) && value == 0 && !is->against && !is->telemetry &&
           is->software && !per_accelerator(judging->case_file->metric);
}

/* A server that shares each layer among accelerators, or runs the model in stages or copies, needs
 * as many: of copies alone the most are taken, since some engines serve them by the same ones. */
static bool layout_unfit(const struct judging *judging, const struct member *member,
                         const struct fact *count, struct sign *out)
{
    const struct fact *nodes = plain(judging, member, KEY_NODES_COUNT);
    const struct fact *tensor = plain(judging, member, KEY_PARALLEL_TENSOR);
    const struct fact *pipeline = plain(judging, member, KEY_PARALLEL_PIPELINE);
    const struct fact *data = plain(judging, member, KEY_PARALLEL_DATA);
    double have, layers = 1, stages = 1, copies = 1, more;
    if (on_processors(member) || !fact_base(count, &have) || have < 1 ||
        (nodes && fact_base(nodes, &more) && more > 1))
        return false;
    layers = tensor && fact_base(tensor, &more) ? more : layers;
    stages = pipeline && fact_base(pipeline, &more) ? more : stages;
    copies = data && fact_base(data, &more) ? more : copies;
    if (layers * stages <= have && copies <= have)
        return false;
    out->fact = out->seen[0] = copies > have ? data : layers > 1 ? tensor : pipeline;
    out->seen[1] = count;
    out->raised = CONDITION_BIT(SPREAD);
    return true;
}

/* How many accelerators the run used; where one is attached, one was used. NULL: not told. */
static const struct fact *count_of(const struct judging *judging, const struct member *member,
                                   enum key key)
{
    const struct fact *count = plain(judging, member, key);
    const struct fact *attached = member_any(judging, member, KEY_ACCELERATOR_ATTACHED);
    double value;
    return !count && attached && fact_base(attached, &value) && value == 1 ? attached : count;
}

/* Where one was chosen, one was used. */
enum key count_unknown(struct judging *judging, const struct member *member, const struct ask *ask)
{
    return count_of(judging, member, ask->key[0]) || accelerator_chosen(judging, member)
               ? KEY_COUNT
               : ask->key[0];
}

/* Whether any run does not say what computed: the same whichever run is looked at. */
static bool count_open(const struct judging *judging, enum key key)
{
    struct instances *of_key = &judging->instances[key];
    if (of_key->counts == COUNTS_UNASKED) {
        bool open = false;
        for (size_t i = 0; i < judging->member_count && !open; i++)
            open = !count_of(judging, &judging->member[i], key) &&
                   !accelerator_chosen(judging, &judging->member[i]) &&
                   !on_processors(&judging->member[i]);
        of_key->counts = open ? COUNTS_OPEN : COUNTS_CLOSED;
    }
    return of_key->counts == COUNTS_OPEN;
}

/* Processors alone, where other runs do not say what computed: nothing is known to differ yet. */
static bool zero_waits(const struct judging *judging, const struct member *member,
                       const struct ask *ask)
{
    return on_processors(member) && !per_accelerator(judging->case_file->metric) &&
           count_open(judging, ask->key[0]);
}

/* A count that the run cannot have had: none, or fewer than its server's layout needs. */
enum shows count_wrong(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *member = look->member;
    const struct fact *count = count_of(judging, member, look->ask->key[0]);
    double value;
    if (!count)
        return SHOWS_NONE;
    if (zero_contested(judging, member, count)) {
        out->is = UNKNOWN;
        out->key = count->key;
        out->silent = member->run->machine->system->id;
        out->seen[0] = member->alone->processors.software;
        out->raised = CONDITION_BIT(BUILT_FOR);
        return SHOWS_SIGN;
    }
    if (zero_waits(judging, member, look->ask))
        return SHOWS_NONE;
    if (!fact_base(count, &value) || value < 1) {
        const struct fact *against = member->alone->processors.against;
        out->fact = out->seen[0] = count;
        out->seen[1] = against ? against : count;
        return SHOWS_SIGN;
    }
    return layout_unfit(judging, member, count, out) ? SHOWS_SIGN : SHOWS_NONE;
}

/* Accelerators of two kinds within one run. */
enum shows kinds_mixed(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct member *member = look->member;
    const struct fact *count = count_of(judging, member, look->ask->key[0]), *first = NULL;
    struct str *instance;
    size_t seen = instances_seen(judging, KEY_ACCELERATOR_NAME, &instance);
    if (count ? zero_contested(judging, member, count) : accelerator_chosen(judging, member))
        return SHOWS_UNASKED;
    for (size_t i = 0; i < seen; i++) {
        const struct fact *fact = member_fact(judging, member, KEY_ACCELERATOR_NAME, instance[i]);
        first = first ? first : fact;
        if (fact && !facts_alike(judging->home, first, fact)) {
            out->fact = out->seen[0] = first;
            out->seen[1] = fact;
            return SHOWS_SIGN;
        }
    }
    return SHOWS_NONE;
}

/* ---- S8: load ---- */

/* Offered against reached. "inf" is as fast as possible: nothing to meet. Beside an offered rate a
 * concurrency is a limit, and need not be reached. */
struct measured concurrency_offered(struct judging *judging, const struct member *member,
                                    const struct ask *ask, const struct measured *limit)
{
    struct measured out = { .fact = plain(judging, member, ask->key[0]) };
    const struct fact *rate = plain(judging, member, ask->rule->key[0]);
    double offered;
    (void)limit;
    out.known = out.fact && fact_base(out.fact, &out.value) && !(rate && fact_base(rate, &offered));
    return out;
}

/* What single requests say in the judged stretch goes before the tool's own sum over the run, which
 * takes in begin and tail. */
static struct measured reached(struct judging *judging, const struct member *member,
                               const struct ask *ask, const struct fact *offered, bool concurrency)
{
    struct measured out = { .fact = plain(judging, member, ask->key[1]) };
    double want;
    bool offers = offered && fact_base(offered, &want);
    const struct fact *seen = offers ? load_reached(judging, member, concurrency) : NULL;
    out.fact = seen ? seen : out.fact;
    out.known = out.fact && fact_base(out.fact, &out.value);
    return out;
}

struct measured rate_reached(struct judging *judging, const struct member *member,
                             const struct ask *ask, const struct measured *limit)
{
    return reached(judging, member, ask, limit->fact, false);
}

struct measured concurrency_reached(struct judging *judging, const struct member *member,
                                    const struct ask *ask, const struct measured *limit)
{
    return reached(judging, member, ask, limit->fact, true);
}

/* ---- V1: the tool's own word ---- */

static bool says_no(struct str text)
{
    static const char *const words[] = {
        "invalid", "false", "no", "failed", "fail", "aborted", "0"
    };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (texts_alike(text, str_from(words[i])))
            return true;
    return false;
}

/* Keys: the word, the exit status, an error. The worst is said: a status, an error, a word. */
enum shows run_failed(struct judging *judging, const struct look *look, struct sign *out)
{
    const struct ask *ask = look->ask;
    const struct fact *word = plain(judging, look->member, ask->key[0]);
    const struct fact *status = plain(judging, look->member, ask->key[1]);
    const struct fact *error =
        ask->key_count > 2 ? plain(judging, look->member, ask->key[2]) : NULL;
    double value;
    bool broke = status && fact_base(status, &value) && value != 0;
    out->fact = broke ? status : error ? error : word;
    return (word && says_no(word->value.text)) || broke || error ? SHOWS_SIGN : SHOWS_NONE;
}

/* ---- H6, D7 ---- */

void judge_metric_is_work(struct judging *judging, const struct rule *rule)
{
    enum key metric = judging->case_file->metric;
    bool utilisation = metric == KEY_TELEMETRY_UTILISATION || metric == KEY_CAPTURE_UTILISATION;
    struct outcome outcome = outcome_of(utilisation ? FAILS : HOLDS);
    outcome.key = metric;
    (void)rule;
    outcome_put(judging, &outcome);
}

/* Slow paths that are known by name. */
static const struct {
    enum key key;
    const char *word; /* stands in the text */
} fallbacks[] = {
    { KEY_RUNTIME_ATTENTION, "math" },
    { KEY_RUNTIME_ATTENTION, "naive" },
    { KEY_RUNTIME_ATTENTION, "fallback" },
    { KEY_COMPILE_MODE, "eager" },
};

static bool is_fallback(const struct fact *fact)
{
    for (size_t i = 0; i < ARRAY_COUNT(fallbacks); i++)
        if (fallbacks[i].key == fact->key && text_holds(fact->value.text, fallbacks[i].word))
            return true;
    return false;
}

enum shows slow_path(struct judging *judging, const struct look *look, struct sign *out)
{
    enum key key = look->ask->key[0];
    bool exempt = key_exempt(judging, look->member, key);
    out->fact = exempt ? NULL : member_any(judging, look->member, key);
    return exempt ? SHOWS_UNASKED : out->fact && is_fallback(out->fact) ? SHOWS_SIGN : SHOWS_NONE;
}
