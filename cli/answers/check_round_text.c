/* check_round_text.c - a judged tree for people: what to mend, by file and line. */
#include "check_round.h"
#include "rounds.h"

static void put_finding(struct buf *out, const struct round_finding *finding)
{
    const struct round_code_row *row = round_code_row(finding->code);
    buf_putf(out, "  %s (%s): ", round_weight_name(row->weight), round_about_name(row->about));
    buf_put_visible(out, finding->file);
    if (finding->line > 0)
        buf_putf(out, ":%u", finding->line);
    buf_putf(out, ": %s", row->title);
    if (finding->found.len > 0) {
        buf_put(out, STR(": "));
        buf_put_visible(out, str_sub(finding->found, 0, 300));
    }
    if (finding->expected.len > 0) {
        buf_put(out, STR("; expected "));
        buf_put_visible(out, finding->expected);
    }
    buf_putf(out, "; %s\n", row->mend);
}

static const char *word(enum round_judgement judgement)
{
    static const char *const words[] = { "yes", "no", "undecided" };
    return words[judgement];
}

static void put_run(const struct judged_round *in, struct buf *out, const struct round_run *run)
{
    buf_put_visible(out, run->place);
    buf_putf(out, "\n  valid %s, compliant %s, consistent %s", word(run->valid),
             word(run->compliant), run_inconsistent(in, run) ? "no" : "yes");
    if (run->figure.there) {
        buf_put(out, STR("; "));
        buf_put_visible(out, run->figure.text);
        buf_putf(out, " %s", run->figure.unit);
    }
    buf_put_char(out, '\n');
}

static void put_alike(struct buf *out, const struct alike *alike, bool first)
{
    const char *name[ALIKE_FIELDS];
    size_t apart = first ? 0 : alike_apart(alike - 1, alike, name);
    const struct str part[] = { alike->benchmark, alike->scenario, alike->division, alike->status,
                                alike->weights };
    buf_put(out, STR("  "));
    for (size_t i = 0; i < ARRAY_COUNT(part); i++) {
        buf_put(out, i > 0 ? STR(", ") : STR(""));
        buf_put_visible(out, part[i].len > 0 ? part[i] : STR("not told"));
    }
    buf_putf(out, "%s: %zu", alike->power ? ", power measured" : "", alike->count);
    for (size_t i = 0; i < apart; i++)
        buf_putf(out, "%s%s", i == 0 ? "; not with the line above: other " : ", ", name[i]);
    buf_put_char(out, '\n');
}

void round_put_text(const struct judged_round *in, struct buf *out)
{
    const struct round *round = &in->round;
    size_t at = 0;
    for (size_t i = 0; i < round->run_count; i++) {
        if (round->run[i].finding_count > 0)
            put_run(in, out, &round->run[i]);
        for (; at < round->finding_count && round->finding[at].run == i; at++)
            put_finding(out, &round->finding[at]);
    }
    if (at < round->finding_count)
        buf_put(out, STR("the tree\n"));
    for (; at < round->finding_count; at++)
        put_finding(out, &round->finding[at]);
    if (in->alike_count > 0)
        buf_put(out, STR("results that may be compared with one another (benchmark, scenario, "
                         "division, status, weights):\n"));
    for (size_t i = 0; i < in->alike_count; i++)
        put_alike(out, &in->alike[i], i == 0);
    buf_putf(out,
             "%zu runs by %.*s: %zu valid, %zu not; %zu compliant, %zu not, %zu undecided; %zu not "
             "consistent\nResults not verified by MLCommons Association.\n",
             round->run_count, STR_ARG(rule_set_name(in->rules)), in->valid, in->invalid,
             in->compliant, in->not_compliant, in->undecided, in->inconsistent);
}
