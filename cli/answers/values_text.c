/* values_text.c - values in words: of a fact, with unit and place; of a single system, with how its
 * clauses stand. */
#include "base/num.h"
#include "output.h"
#include "verdict_text.h"

#include "model/decision.h"
#include "model/values.h"

void source_put(const struct fact *fact, struct buf *out)
{
    if (!fact->source.evidence)
        return;
    buf_put(out, fact->source.evidence->name);
    struct buf place = buf_new(out->home, 4096);
    place_put(fact->source.from, &place);
    if (buf_str(&place).len > 0) {
        buf_put(out, STR(" at "));
        buf_put(out, buf_str(&place));
    }
}

/* "4096.0" of tokens: things that are counted have no tenths. */
static struct str whole_text(const struct fact *fact, struct str text)
{
    static const enum unit counted[] = { UNIT_COUNT,   UNIT_TOKEN,  UNIT_MATMUL,
                                         UNIT_REQUEST, UNIT_SAMPLE, UNIT_ITERATION };
    size_t point = str_find(text, STR("."));
    bool counts = vocabulary_row(fact->key)->type == TYPE_COUNT;
    for (size_t i = 0; i < ARRAY_COUNT(counted); i++)
        counts = counts || fact->value.unit == counted[i];
    for (size_t i = point + 1; point < text.len && i < text.len; i++)
        counts = counts && text.at[i] == '0';
    return counts && point < text.len && point > 0 ? str_sub(text, 0, point) : text;
}

void value_put(const struct fact *fact, struct buf *out)
{
    const char *symbol = unit_row(fact->value.unit)->symbol;
    double bare;
    bool plain = num_real(fact->value.text, &bare);
    /* "1746068447307" of milliseconds, taken as seconds: the number that the unit belongs to. */
    buf_put(out, plain ? whole_text(fact, fact_value(out->home, fact)) : fact->value.text);
    /* Evidence often writes the unit itself: "1980 MHz", "33 C"; a text such as a date has none. */
    if (symbol[0] != 0 && plain)
        buf_putf(out, " %s", symbol);
}

/* What a single system delivered: the mean of its runs, with its interval. */
static void put_values(struct buf *out, const struct comparison *c)
{
    const struct fact *mean = c->mean[0], *low = c->mean_low[0], *high = c->mean_high[0];
    struct buf line = buf_new(out->home, 4096);
    if (!mean) {
        if (comparison_licenses(c) && c->runs[0])
            buf_putf(out, "\n  no interval; runs that count: %.*s\n",
                     STR_ARG(c->runs[0]->value.text));
        return;
    }
    value_put(mean, &line);
    if (low && high)
        buf_putf(&line, " (95 %% interval %.*s to %.*s)", STR_ARG(low->value.text),
                 STR_ARG(high->value.text));
    if (c->window_begin)
        buf_putf(&line, " in the common window from %.*s to %.*s s",
                 STR_ARG(c->window_begin->value.text), STR_ARG(c->window_end->value.text));
    if (c->runs[0])
        buf_putf(&line, "; runs that count: %.*s", STR_ARG(c->runs[0]->value.text));
    buf_put(out, STR("\n  "));
    output_wrap(out, buf_str(&line), 2, 2);
}

/* "Output throughput at least 6500 tokens/s", else the requirement's own words. */
static void put_limit(struct buf *line, const struct threshold *of)
{
    if (of->key != KEY_COUNT && of->fact) {
        buf_putf(line, "%s %s ", vocabulary_row(of->key)->title,
                 of->at_most ? "at most" : "at least");
        value_put(of->fact, line);
    } else if (of->text) {
        buf_put(line, of->text->value.text);
    }
}

static void put_standing(struct buf *out, const struct judged_threshold *one)
{
    static const char *const word[] = {
        [STANDING_MET] = "MET", [STANDING_NOT_MET] = "NOT MET", [STANDING_NOT_SHOWN] = "NOT SHOWN"
    };
    const struct three *value = &one->value;
    const struct fact *clause = one->threshold->clause;
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    put_limit(&line, one->threshold);
    if (value->value) {
        buf_put(&line, STR(": "));
        value_put(value->value, &line);
    }
    if (value->value && value->low && value->high)
        buf_putf(&line, " (%.*s to %.*s)", STR_ARG(value->low->value.text),
                 STR_ARG(value->high->value.text));
    buf_putf(out, "  %-9s %-4.*s ", word[one->standing],
             STR_ARG(clause ? clause->value.text : STR("")));
    output_wrap(out, buf_str(&line), 17, 17);
}

/* Objectives, then requirements of a single system, and how each stands. */
static void put_standings(struct buf *out, const struct report_model *model,
                          const struct comparison *c)
{
    bool any = false;
    for (size_t i = 0; i < model->threshold_count; i++) {
        const struct judged_threshold *one = &model->threshold[i];
        if (!str_eq(one->workload, c->workload))
            continue;
        if (!any)
            buf_put(out, STR("\nrequirements and objectives:\n"));
        any = true;
        put_standing(out, one);
    }
}

void single_put_text(const struct report_model *model, const struct comparison *c, struct buf *out)
{
    put_values(out, c);
    put_standings(out, model, c);
}
