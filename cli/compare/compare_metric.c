/* compare_metric.c - the metric that a line asks for. */
#include "compare_metric.h"
#include "output.h"
#include "short_text.h"
#include <glib.h>
#include <string.h>

static bool is_result(enum key key)
{
    return vocabulary_row(key)->better != BETTER_NEITHER &&
           vocabulary_row(key)->group == GROUP_RESULT;
}

/* ---- its name ---- */

/* "ttft" of "latency.ttft" is what a key begins with. */
static bool begins_with(const char *name, struct str wrong)
{
    struct str rest = wrong, last = wrong, word;
    while (str_cut(&rest, '.', &word))
        last = word;
    return last.len > 0 && str_starts(str_from(name), last) && name[last.len] == '.';
}

static struct str nearest(struct arena *home, struct str wrong)
{
    size_t reach = wrong.len / 6 + 1; /* farther is no help */
    for (enum key key = 0; key < KEY_COUNT; key++)
        if (is_result(key) && begins_with(vocabulary_row(key)->name, wrong))
            return str_format(home, "\"%s\"", vocabulary_row(key)->name);
    struct str out = STR("a result that is better one way, such as throughput.output_tokens, "
                         "latency.iteration or ttft.client[p99] (dossier vocabulary)");
    for (enum key key = 0; key < KEY_COUNT; key++) {
        size_t far = str_distance(wrong, str_from(vocabulary_row(key)->name));
        if (!is_result(key) || far >= reach)
            continue;
        reach = far;
        out = str_format(home, "\"%s\"", vocabulary_row(key)->name);
    }
    return out;
}

bool compare_metric_read(struct arena *home, const char *text, struct compare_wish *wish,
                         struct str *expected)
{
    wish->metric = KEY_COUNT;
    wish->instance = "";
    if (!text)
        return true;
    struct str name = str_from(text);
    size_t at = str_find(name, STR("["));
    if (at != SIZE_MAX && str_ends(name, STR("]"))) {
        struct str word = str_sub(name, at + 1, name.len - 1);
        if (word.len == 0 || !carries_statistic(word)) {
            *expected = STR("mean, median or a percentile such as p99 between [ and ]");
            return false;
        }
        wish->instance = str_c(home, word);
        name = str_sub(name, 0, at);
    }
    if (vocabulary_find(name, &wish->metric) && is_result(wish->metric))
        return true;
    *expected = nearest(home, name);
    return false;
}

void compare_metric_put(struct buf *line, const struct compare_wish *wish)
{
    if (wish->metric == KEY_COUNT)
        return;
    buf_put(line, STR(" --metric "));
    struct str name = str_from(vocabulary_row(wish->metric)->name);
    short_quoted(line, wish->instance[0] == 0
                           ? name
                           : str_format(line->home, "%.*s[%s]", STR_ARG(name), wish->instance));
}

/* ---- who tells it ---- */

static const struct found_run *run_of(const struct compare_plan *plan, const struct test *test,
                                      size_t side)
{
    return test->side[side].count > 0 ? &plan->operand[side].run[test->side[side].run[0]] : NULL;
}

const struct carries *compare_metric_row(struct arena *home, const struct compare_plan *plan,
                                         const struct test *test, const struct compare_wish *wish)
{
    struct carries *row = NULL;
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct found_run *run = run_of(plan, test, i);
        if (run && !row) {
            row = ARENA_NEW(home, struct carries);
            *row = *run->row;
            row->metric = wish->metric;
            row->instance = wish->instance[0] != 0                                 ? wish->instance
                            : vocabulary_row(wish->metric)->better == BETTER_LOWER ? "mean"
                                                                                   : "";
        }
        if (run && !found_tells(&plan->operand[i], run, row))
            return NULL;
    }
    return row;
}

bool compare_metric_untold(const struct compare_answer *answer)
{
    const struct compare_plan *plan = answer->plan;
    bool untold = answer->wish->metric != KEY_COUNT && plan->test_count > 0;
    for (size_t i = 0; i < plan->test_count; i++)
        untold = untold && !plan->test[i].row;
    return untold;
}

/* Which sides tell a metric in the first test, a bit each; only those that take part are asked. */
static unsigned tells(const struct compare_plan *plan, enum key key, const char *instance)
{
    unsigned sides = 0;
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct found_run *run = run_of(plan, &plan->test[0], i);
        const struct carries row = { .metric = key, .instance = instance, .format = "" };
        if (run && found_tells(&plan->operand[i], run, &row))
            sides |= 1U << i;
    }
    return sides;
}

static unsigned sides_of(const struct compare_plan *plan)
{
    unsigned all = 0;
    for (size_t i = 0; i < plan->operand_count; i++)
        all |= run_of(plan, &plan->test[0], i) ? 1U << i : 0;
    return all;
}

/* Metrics that these sides tell, and no other, the first `most` by name; empty: none. */
static struct str names_of(struct arena *home, const struct compare_plan *plan, unsigned sides,
                           size_t most)
{
    struct buf line = buf_new(home, (size_t)1 << 16);
    size_t count = 0;
    for (enum key key = 0; key < KEY_COUNT; key++) {
        if (!is_result(key) || tells(plan, key, "") != sides)
            continue;
        if (count++ < most)
            buf_putf(&line, "%s%s", count > 1 ? ", " : "", vocabulary_row(key)->name);
    }
    if (count > most)
        buf_putf(&line, " and %zu more", count - most);
    return buf_str(&line);
}

struct str compare_metric_choices(struct arena *home, const struct compare_plan *plan)
{
    return names_of(home, plan, sides_of(plan), 10);
}

bool compare_metric_refuse(struct request *request, const struct compare_plan *plan,
                           struct str given)
{
    struct arena *home = request->home;
    return line_refused(
        request->diags, given,
        str_format(home, "a metric that each side tells: %.*s; name one of them by --metric",
                   STR_ARG(compare_metric_choices(home, plan))),
        str_c(home, str_format(home, "%s is not told on every side", request->options.metric)));
}

/* "latency.request (Request latency) is told by A alone" */
static void put_untold(struct buf *out, const struct compare_answer *answer)
{
    const struct compare_wish *wish = answer->wish;
    const struct vocabulary_row *row = vocabulary_row(wish->metric);
    unsigned theirs = tells(answer->plan, wish->metric, wish->instance);
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    bool part = wish->instance[0] != 0, first = true;
    buf_putf(&line, "… incomplete: %s%s%s%s (%s) is told by %s", row->name, part ? "[" : "",
             wish->instance, part ? "]" : "", row->title,
             theirs == 0 ? "no result of these files" : "");
    for (size_t i = 0; i < answer->plan->operand_count; i++)
        if ((theirs >> i & 1U) != 0) {
            buf_putf(&line, "%s%c", first ? "" : ", ", (int)('A' + i));
            first = false;
        }
    buf_put(&line, theirs == 0 ? STR("") : STR(" alone"));
    short_wrap(out, buf_str(&line), 2);
}

void compare_put_metrics(struct buf *out, const struct compare_answer *answer)
{
    const struct compare_plan *plan = answer->plan;
    struct str shared = compare_metric_choices(out->home, plan);
    put_untold(out, answer);
    short_wrap(out,
               str_format(out->home, "  --metric may ask for what each side tells: %.*s",
                          STR_ARG(shared.len > 0 ? shared : STR("there is none"))),
               4);
    for (size_t i = 0; i < plan->operand_count && i < 4; i++) {
        struct str own = names_of(out->home, plan, 1U << i, 4);
        if (own.len > 0 && sides_of(plan) != 1U << i)
            short_wrap(
                out, str_format(out->home, "  only in %c: %.*s", (int)('A' + i), STR_ARG(own)), 4);
    }
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("Next:  dossier compare"));
    for (size_t i = 0; i < plan->operand_count; i++) {
        buf_put_char(&line, ' ');
        short_quoted(&line, plan->operand[i].given);
    }
    buf_put_char(out, '\n');
    short_command(out, buf_str(&line));
}
