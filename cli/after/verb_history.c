/* verb_history.c - what became of a question: dossiers that take the place of one another, and what
 * changed from each to the next. */
#include "against.h"
#include "answers.h"
#include "base/num.h"
#include "chain.h"
#include "output.h"
#include "statements.h"
#include <stddef.h>
#include <string.h>

struct retraction {
    const struct said_of *by;
    bool counts; /* said by who signed the dossier */
};
struct link_told { /* what was said about one dossier */
    struct retraction *retraction;
    size_t count;
};
struct system_step { /* a system that both have, judged from the evidence of both */
    struct str id;
    struct pipeline p;
};
struct step { /* from one dossier to one that takes its place; places in the chain */
    size_t early, late;
    struct system_step *system;
    size_t count;
};
struct gap { /* a dossier that is named and not here */
    const struct chain_link *link;
    const struct chain_reference *old;
};
struct history { /* all that the verb says */
    struct request *request;
    struct chain chain;
    struct link_told *told; /* by dossier */
    struct step *step;
    size_t step_count;
    struct gap *gap;
    size_t gap_count, fork_count;
    bool *forks; /* by dossier: several take its place */
};

/* ---- each dossier by itself ---- */

/* Mean and interval of a system, as the dossier's report has them; NULL: none. */
static const struct summary_pair *pair_of(const struct summary *summary, struct str system,
                                          size_t *side)
{
    *side = 0;
    for (size_t i = 0; i < summary->pair_count; i++) {
        const struct summary_pair *pair = &summary->pair[i];
        *side = str_eq(pair->a, system) ? 0 : 1;
        if ((*side == 0 || str_eq(pair->b, system)) && pair->mean[*side].len > 0)
            return pair;
    }
    return NULL;
}

/* Ids of systems in the order of the report. */
static struct str *systems_of(struct arena *home, const struct summary *summary, size_t *count)
{
    struct str *out = ARENA_MANY(home, 2 * summary->pair_count + 1, struct str);
    *count = 0;
    for (size_t i = 0; i < 2 * summary->pair_count; i++) {
        const struct summary_pair *pair = &summary->pair[i / 2];
        struct str id = i % 2 == 0 ? pair->a : pair->b;
        size_t k = id.len > 0 ? 0 : *count + 1; /* one system stands alone */
        while (k < *count && !str_eq(out[k], id))
            k++;
        if (k == *count)
            out[(*count)++] = id;
    }
    return out;
}

static void put_title(const struct chain_link *link, struct buf *out)
{
    buf_put_visible(out, link->summary.case_id);
    buf_putf(out, "  %.*s  ", STR_ARG(link->summary.date));
    buf_put(out, link->summary.signers.len > 0 ? link->summary.signers : STR("signed by nobody"));
    buf_putf(out, "\n");
}

static void put_retractions(const struct history *h, size_t link, struct buf *out)
{
    for (size_t i = 0; i < h->told[link].count; i++) {
        const struct retraction *one = &h->told[link].retraction[i];
        output_row(out, one->counts ? "RETRACTED" : "a stranger", 10,
                   statement_words(h->request->home, one->by));
    }
}

/* Why a report has no mean of a system: what its comparison may not say, or has too few runs for.
 */
static void put_no_mean(const struct summary *summary, struct str system, struct buf *out)
{
    for (size_t i = 0; i < summary->pair_count; i++) {
        const struct summary_pair *pair = &summary->pair[i];
        if (!str_eq(pair->a, system) && !str_eq(pair->b, system))
            continue;
        int verdict = verdict_named(pair->verdict);
        if (verdict == VERDICT_COMPARABLE || verdict == VERDICT_STATED) {
            buf_put(out, STR("no mean: it has fewer than three runs, which tell of no interval"));
            return;
        }
        buf_put(out, STR("no mean: its verdict permits none (\""));
        buf_put_visible(out, pair->verdict);
        buf_put(out, STR("\"); dossier check tells why"));
        return;
    }
    buf_put(out, STR("no mean: nothing is set beside it"));
}

static void put_means(const struct summary *summary, struct buf *out)
{
    size_t count, side;
    const struct str *system = systems_of(out->home, summary, &count);
    for (size_t i = 0; i < count; i++) {
        const struct summary_pair *pair = pair_of(summary, system[i], &side);
        struct buf label = buf_new(out->home, 1 << 12), text = buf_new(out->home, 1 << 12);
        buf_put_visible(&label, system[i]);
        if (!pair) {
            put_no_mean(summary, system[i], &text);
        } else {
            buf_put_visible(&text, pair->mean[side]);
            buf_put_char(&text, ' ');
            buf_put_visible(&text, pair->unit);
            buf_putf(&text, " (%.*s to %.*s)", STR_ARG(pair->mean_low[side]),
                     STR_ARG(pair->mean_high[side]));
        }
        output_row(out, str_c(out->home, buf_str(&label)), 4, buf_str(&text));
    }
}

/* ---- from one to the next ---- */

static size_t system_find(const struct pipeline *dossier, struct str id)
{
    size_t i = 0;
    while (i < dossier->case_file->system_count && !str_eq(dossier->case_file->system[i].id, id))
        i++;
    return i;
}

static bool systems_judge(struct against *a, struct step *out, struct arena *home)
{
    const struct case_file *then = a->then.case_file;
    out->system = ARENA_MANY(home, then->system_count + 1, struct system_step);
    for (size_t i = 0; i < then->system_count; i++) {
        struct str id = then->system[i].id;
        struct against_wish wish = { .system = i, .other = system_find(a->other, id) };
        struct system_step *one = &out->system[out->count];
        if (wish.other == a->other->case_file->system_count)
            continue;
        if (!against_judge(a, &wish, &one->p) || !against_credit(a, &wish, &one->p))
            return false;
        one->id = id;
        out->count++;
    }
    return true;
}

static bool step_judge(struct history *h, struct step *out)
{
    struct against a;
    /* Of its own: a file that was refused elsewhere must not stop it. */
    struct request own = *h->request;
    own.diags = diags_new(h->request->home);
    const struct chain_link *link = h->chain.link;
    struct arena *home = h->request->home;
    bool good = against_dossiers(&own, str_c(home, link[out->early].path),
                                 str_c(home, link[out->late].path), &a) &&
                systems_judge(&a, out, home);
    against_end(&a);
    for (const struct diag *d = diags_first(own.diags); d && !good; d = d->next)
        diag_add(h->request->diags, d->id, d->place, d->expected, "%.*s", STR_ARG(d->said));
    return good;
}

static void put_system_step(const struct system_step *one, struct buf *out)
{
    for (size_t i = 0; i < one->p.model.comparison_count; i++) {
        buf_put(out, STR("|   "));
        buf_put_visible(out, one->id);
        buf_put(out, STR(": "));
        struct buf said = buf_new(out->home, 1 << 20);
        answer_put(&one->p.model.comparison[i], one->p.case_file, &said);
        struct str rest = buf_str(&said), line;
        for (size_t k = 0; str_cut(&rest, '\n', &line); k++)
            if (line.len > 0)
                buf_putf(out, "%s%.*s\n", k == 0 ? "" : "|     ", STR_ARG(line));
    }
}

static void put_steps(const struct history *h, size_t late, struct buf *out)
{
    for (size_t k = 0; k < h->step_count; k++) {
        const struct step *step = &h->step[k];
        const struct summary *early = &h->chain.link[step->early].summary;
        if (step->late != late)
            continue;
        if (step->early + 1 == late) {
            buf_put(out, STR("|\n"));
        } else {
            buf_put(out, STR("|  from "));
            buf_put_visible(out, early->case_id);
            buf_putf(out, " (%.*s)\n", STR_ARG(str_sub(early->content, 0, 12)));
        }
        for (size_t i = 0; i < step->count; i++)
            put_system_step(&step->system[i], out);
        if (step->count == 0)
            buf_put(out, STR("|   no system of one has the id of a system of the other: nothing is "
                             "set side by side\n"));
        buf_put(out, STR("v\n"));
    }
}

/* ---- the picture ---- */

enum { BAR = 40 };
struct scale {
    double low, high;
};

static bool numbers_of(const struct summary *summary, struct str system, double value[3])
{
    size_t side;
    const struct summary_pair *pair = pair_of(summary, system, &side);
    return pair && num_real(pair->mean[side], &value[0]) &&
           num_real(pair->mean_low[side], &value[1]) && num_real(pair->mean_high[side], &value[2]);
}

static size_t column(const struct scale *scale, double value)
{
    double share =
        scale->high > scale->low ? (value - scale->low) / (scale->high - scale->low) : 0.5;
    return (size_t)(share * (BAR - 1) + 0.5);
}

static void put_bar(const struct scale *scale, const double value[3], struct buf *out)
{
    char bar[BAR + 1];
    memset(bar, ' ', BAR);
    bar[BAR] = 0;
    size_t low = column(scale, value[1]), high = column(scale, value[2]);
    memset(bar + low, '-', high - low + 1);
    bar[low] = bar[high] = '|';
    bar[column(scale, value[0])] = 'o';
    buf_put(out, str_from(bar));
}

/* Each dossier's own mean and interval; two lines are two measurements, and whether they may be set
 * side by side stands at the step between them. */
static void put_chart(const struct chain *chain, struct str system, struct buf *out)
{
    struct scale scale = { 0 };
    size_t shown = 0;
    double value[3];
    for (size_t i = 0; i < chain->count; i++) {
        if (!numbers_of(&chain->link[i].summary, system, value))
            continue;
        scale.low = shown == 0 || value[1] < scale.low ? value[1] : scale.low;
        scale.high = shown == 0 || value[2] > scale.high ? value[2] : scale.high;
        shown++;
    }
    if (shown < 2)
        return;
    buf_put(out, STR("\n"));
    buf_put_visible(out, system);
    buf_put(out, STR(", mean and 95 % interval as each dossier has them; the axis does not begin "
                     "at zero\n"));
    for (size_t i = 0; i < chain->count; i++) {
        if (!numbers_of(&chain->link[i].summary, system, value))
            continue;
        struct buf name = buf_new(out->home, 1 << 12);
        buf_put_visible(&name, str_sub(chain->link[i].summary.case_id, 0, 22));
        buf_put(out, buf_str(&name));
        for (size_t k = output_columns(buf_str(&name)); k < 24; k++)
            buf_put_char(out, ' ');
        put_bar(&scale, value, out);
        size_t side;
        const struct summary_pair *pair = pair_of(&chain->link[i].summary, system, &side);
        buf_putf(out, "  %.*s\n", STR_ARG(pair->mean[side]));
    }
}

static bool one_chain(const struct chain *chain)
{
    for (size_t i = 1; i < chain->count; i++)
        if (!chain_follows(chain, i, i - 1))
            return false;
    return chain->count > 1;
}

static void put_charts(const struct chain *chain, struct buf *out)
{
    size_t count;
    if (!one_chain(chain))
        return;
    const struct str *system =
        systems_of(out->home, &chain->link[chain->count - 1].summary, &count);
    for (size_t i = 0; i < count; i++)
        put_chart(chain, system[i], out);
}

/* ---- what is wrong with it ---- */

static void gaps_find(struct history *h)
{
    const struct chain *chain = &h->chain;
    size_t most = 0;
    for (size_t i = 0; i < chain->count; i++)
        most += chain->link[i].old_count;
    h->gap = ARENA_MANY(h->request->home, most + 1, struct gap);
    for (size_t i = 0; i < chain->count; i++)
        for (size_t k = 0; k < chain->link[i].old_count; k++)
            if (chain_find(chain, chain->link[i].old[k].content) == chain->count)
                h->gap[h->gap_count++] = (struct gap){ &chain->link[i], &chain->link[i].old[k] };
}

static void forks_find(struct history *h)
{
    h->forks = ARENA_MANY(h->request->home, h->chain.count + 1, bool);
    for (size_t i = 0; i < h->chain.count; i++) {
        h->forks[i] = chain_heirs(&h->chain, i) >= 2;
        h->fork_count += h->forks[i] ? 1 : 0;
    }
}

static void put_gaps(const struct history *h, struct buf *out)
{
    for (size_t i = 0; i < h->gap_count; i++) {
        buf_put(out, STR("gap   "));
        buf_put_visible(out, h->gap[i].link->summary.case_id);
        buf_put(out, STR(" takes the place of "));
        buf_put_visible(out, h->gap[i].old->case_id);
        buf_putf(out, ", which is not here: content id %.*s\n", STR_ARG(h->gap[i].old->content));
    }
}

static void put_forks(const struct history *h, struct buf *out)
{
    const struct chain *chain = &h->chain;
    for (size_t i = 0; i < chain->count; i++) {
        const char *between = "";
        if (!h->forks[i])
            continue;
        buf_put(out, STR("fork  "));
        buf_put_visible(out, chain->link[i].summary.case_id);
        buf_put(out, STR(" has several that take its place: "));
        for (size_t k = 0; k < chain->count; k++) {
            const struct summary *late = &chain->link[k].summary;
            if (!chain_follows(chain, k, i))
                continue;
            buf_put(out, str_from(between));
            buf_put_visible(out, late->case_id);
            buf_putf(out, " (%.*s)", STR_ARG(str_sub(late->content, 0, 12)));
            between = ", ";
        }
        buf_put_char(out, '\n');
    }
}

static void put_unlinked(const struct chain *chain, struct buf *out)
{
    for (size_t i = 0; i < chain->count; i++)
        for (size_t k = i + 1; k < chain->count; k++) {
            const struct summary *a = &chain->link[i].summary, *b = &chain->link[k].summary;
            if (!str_eq(a->case_id, b->case_id) || chain_follows(chain, k, i))
                continue;
            bool linked = chain->link[i].old_count > 0 && chain->link[k].old_count > 0;
            if (linked)
                continue;
            buf_put(out, STR("check "));
            buf_put_visible(out, a->case_id);
            buf_put(out, STR(" stands on two dossiers of which neither names the other (of two "
                             "questions? dossier new --id gives each case its own): "));
            buf_put_visible(out, chain->link[i].path);
            buf_put(out, STR(", "));
            buf_put_visible(out, chain->link[k].path);
            buf_put_char(out, '\n');
        }
}

/* ---- the verb ---- */

static void retractions_find(struct history *h, const struct said_of *statement, size_t count)
{
    struct arena *home = h->request->home;
    h->told = ARENA_MANY(home, h->chain.count + 1, struct link_told);
    for (size_t k = 0; k < h->chain.count; k++) {
        const struct chain_link *link = &h->chain.link[k];
        struct link_told *told = &h->told[k];
        told->retraction = ARENA_MANY(home, count + 1, struct retraction);
        for (size_t i = 0; i < count; i++)
            if (statement_retracts(&statement[i], link->summary.content) &&
                statement[i].why.len == 0)
                told->retraction[told->count++] = (struct retraction){
                    &statement[i], statement_counts(&statement[i], link->signer, link->signer_count)
                };
    }
}

static bool history_find(struct history *h)
{
    const struct options *o = &h->request->options;
    struct said_of *statement;
    size_t count, steps = 0;
    if (!chain_read(h->request, o->argument, (size_t)o->argument_count, &h->chain) ||
        !statements_find(h->request->home, o->argument, (size_t)o->argument_count,
                         (struct str){ 0 }, 0, &statement, &count, h->request->diags))
        return false;
    retractions_find(h, statement, count);
    gaps_find(h);
    forks_find(h);
    for (size_t i = 0; i < h->chain.count; i++)
        for (size_t k = 0; k < i; k++)
            steps += chain_follows(&h->chain, i, k) ? 1 : 0;
    h->step = ARENA_MANY(h->request->home, steps + 1, struct step);
    for (size_t i = 0; i < h->chain.count; i++)
        for (size_t k = 0; k < i; k++) {
            if (!chain_follows(&h->chain, i, k))
                continue;
            struct step *step = &h->step[h->step_count++];
            *step = (struct step){ .early = k, .late = i };
            if (!step_judge(h, step))
                return false;
        }
    return true;
}

static void put_text(const void *answer, struct buf *out)
{
    const struct history *h = answer;
    const struct chain *chain = &h->chain;
    buf_putf(out, "%zu dossier%s read, each verified; whom to trust is not asked here\n\n",
             chain->count, chain->count == 1 ? "" : "s");
    for (size_t i = 0; i < chain->count; i++) {
        put_steps(h, i, out);
        put_title(&chain->link[i], out);
        put_retractions(h, i, out);
        put_means(&chain->link[i].summary, out);
        if (i + 1 < chain->count && !chain_follows(chain, i + 1, i))
            buf_put_char(out, '\n');
    }
    put_charts(chain, out);
    buf_put_char(out, '\n');
    put_forks(h, out);
    put_gaps(h, out);
    put_unlinked(chain, out);
    if (h->fork_count + h->gap_count == 0)
        buf_put(out, STR("no fork and no gap\n"));
}

static void put_link_json(const struct history *h, size_t at, struct json_out *json)
{
    const struct chain_link *link = &h->chain.link[at];
    json_open(json, STR(""), '{');
    json_text(json, STR("content_id"), link->summary.content);
    json_text(json, STR("case"), link->summary.case_id);
    json_text(json, STR("date"), link->summary.date);
    json_text(json, STR("file"), link->path);
    json_open(json, STR("supersedes"), '[');
    for (size_t k = 0; k < link->old_count; k++)
        json_text(json, STR(""), link->old[k].content);
    json_close(json);
    json_open(json, STR("retractions"), '[');
    for (size_t i = 0; i < h->told[at].count; i++) {
        const struct retraction *one = &h->told[at].retraction[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("signer"), one->by->signer);
        json_text(json, STR("when"), one->by->when);
        json_text(json, STR("reason"), one->by->reason);
        json_bool(json, STR("by_a_signer"), one->counts);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void put_step_json(const struct history *h, const struct step *step, struct json_out *json)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("from"), h->chain.link[step->early].summary.content);
    json_text(json, STR("to"), h->chain.link[step->late].summary.content);
    json_open(json, STR("systems"), '[');
    for (size_t i = 0; i < step->count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("system"), step->system[i].id);
        json_open(json, STR("answers"), '[');
        for (size_t k = 0; k < step->system[i].p.model.comparison_count; k++)
            answer_put_json(&step->system[i].p.model.comparison[k], json);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void put_fork_json(const struct chain *chain, size_t at, struct json_out *json)
{
    json_open(json, STR(""), '{');
    json_text(json, STR("content_id"), chain->link[at].summary.content);
    json_open(json, STR("superseded_by"), '[');
    for (size_t k = 0; k < chain->count; k++)
        if (chain_follows(chain, k, at))
            json_text(json, STR(""), chain->link[k].summary.content);
    json_close(json);
    json_close(json);
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct history *h = answer;
    json_open(json, STR("dossiers"), '[');
    for (size_t i = 0; i < h->chain.count; i++)
        put_link_json(h, i, json);
    json_close(json);
    json_open(json, STR("steps"), '[');
    for (size_t i = 0; i < h->step_count; i++)
        put_step_json(h, &h->step[i], json);
    json_close(json);
    json_open(json, STR("forks"), '[');
    for (size_t i = 0; i < h->chain.count; i++)
        if (h->forks[i])
            put_fork_json(&h->chain, i, json);
    json_close(json);
    json_open(json, STR("gaps"), '[');
    for (size_t i = 0; i < h->gap_count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("case"), h->gap[i].old->case_id);
        json_text(json, STR("content_id"), h->gap[i].old->content);
        json_text(json, STR("superseded_by"), h->gap[i].link->summary.content);
        json_close(json);
    }
    json_close(json);
    json_integer(json, STR("refused"), (int64_t)h->chain.refused);
}

static int run(struct request *request)
{
    static const struct printers printers = { '{', "dossier-history/1", put_json, put_text };
    struct history h = { .request = request };
    if (!history_find(&h))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    return answer_print(request, &printers, &h,
                        h.chain.refused > 0              ? STATUS_INPUT
                        : h.fork_count + h.gap_count > 0 ? STATUS_HOLDS_NOT
                                                         : STATUS_HOLDS);
}

static const struct option_row rows[] = { OPTION_ROW_JSON };
const struct verb verb_history = {
    .name = "history",
    .summary = "which dossier takes the place of which, and what changed",
    .usage = "history DOSSIER|FOLDER... [--json]",
    .more =
        "Chains of dossiers that were built with `build --supersedes`. At each step the systems\n"
        "of one id are set side by side and judged, from the evidence of both: reproduced, not\n"
        "reproduced, undecided, other work, or another configuration with the layers that\n"
        "differ and the interval of the change. Each dossier is verified first; retractions\n"
        "(`dossier retract`) in the folders are told.\n"
        "Exit status: 0; 1 a chain forks, or one that is named is not here; 3 a dossier does\n"
        "not hold.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 64,
    .run = run,
};
