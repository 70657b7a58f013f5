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

struct telling {
    struct request *request;
    struct chain chain;
    struct said_of *statement;
    size_t statement_count;
    size_t gaps, forks;
    struct buf *out;
    struct json_out *json; /* NULL: text */
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

static void put_retractions(const struct telling *t, const struct chain_link *link)
{
    for (size_t i = 0; i < t->statement_count; i++) {
        const struct said_of *one = &t->statement[i];
        if (!statement_retracts(one, link->summary.content) || one->why.len > 0)
            continue;
        bool counts = statement_counts(one, link->signer, link->signer_count);
        if (!t->json) {
            output_row(t->out, counts ? "RETRACTED" : "a stranger", 10,
                       statement_words(t->request->home, one));
            continue;
        }
        json_open(t->json, STR(""), '{');
        json_text(t->json, STR("signer"), one->signer);
        json_text(t->json, STR("when"), one->when);
        json_text(t->json, STR("reason"), one->reason);
        json_bool(t->json, STR("by_a_signer"), counts);
        json_close(t->json);
    }
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
            buf_put(&text, STR("no mean: its verdict or its runs give none"));
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

static bool system_step(struct telling *t, struct against *a, size_t system, size_t *judged)
{
    struct str id = a->then.case_file->system[system].id;
    struct against_wish wish = { .system = system, .other = system_find(a->other, id) };
    struct pipeline p;
    if (wish.other == a->other->case_file->system_count)
        return true;
    if (!against_judge(a, &wish, &p) || !against_credit(a, &wish, &p))
        return false;
    ++*judged;
    for (size_t i = 0; i < p.model.comparison_count; i++) {
        if (t->json) {
            answer_put_json(&p.model.comparison[i], t->json);
            continue;
        }
        buf_put(t->out, STR("|   "));
        buf_put_visible(t->out, id);
        buf_put(t->out, STR(": "));
        struct buf said = buf_new(t->request->home, 1 << 20);
        answer_put(&p.model.comparison[i], p.case_file, &said);
        struct str rest = buf_str(&said), line;
        for (size_t k = 0; str_cut(&rest, '\n', &line); k++)
            if (line.len > 0)
                buf_putf(t->out, "%s%.*s\n", k == 0 ? "" : "|     ", STR_ARG(line));
    }
    return true;
}

static bool step(struct telling *t, size_t early, size_t late)
{
    struct against a;
    /* Of its own: a file that was refused elsewhere must not stop it. */
    struct request own = *t->request;
    own.diags = diags_new(t->request->home);
    const struct chain_link *link = t->chain.link;
    size_t judged = 0;
    struct arena *home = t->request->home;
    bool good =
        against_dossiers(&own, str_c(home, link[early].path), str_c(home, link[late].path), &a);
    if (good && t->json) {
        json_open(t->json, STR(""), '{');
        json_text(t->json, STR("from"), link[early].summary.content);
        json_text(t->json, STR("to"), link[late].summary.content);
        json_open(t->json, STR("systems"), '[');
    }
    for (size_t i = 0; good && i < a.then.case_file->system_count; i++) {
        if (t->json && system_find(a.other, a.then.case_file->system[i].id) <
                           a.other->case_file->system_count) {
            json_open(t->json, STR(""), '{');
            json_text(t->json, STR("system"), a.then.case_file->system[i].id);
            json_open(t->json, STR("answers"), '[');
            good = system_step(t, &a, i, &judged);
            json_close(t->json);
            json_close(t->json);
        } else if (!t->json) {
            good = system_step(t, &a, i, &judged);
        }
    }
    if (good && t->json) {
        json_close(t->json);
        json_close(t->json);
    } else if (good && judged == 0) {
        buf_put(t->out,
                STR("|   no system of one has the id of a system of the other: nothing is set "
                    "side by side\n"));
    }
    against_end(&a);
    for (const struct diag *d = diags_first(own.diags); d && !good; d = d->next)
        diag_add(t->request->diags, d->id, d->place, d->expected, "%.*s", STR_ARG(d->said));
    return good;
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
static void put_chart(const struct telling *t, struct str system)
{
    const struct chain *chain = &t->chain;
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
    buf_put(t->out, STR("\n"));
    buf_put_visible(t->out, system);
    buf_put(t->out,
            STR(", mean and 95 % interval as each dossier has them; the axis does not begin "
                "at zero\n"));
    for (size_t i = 0; i < chain->count; i++) {
        if (!numbers_of(&chain->link[i].summary, system, value))
            continue;
        struct buf name = buf_new(t->request->home, 1 << 12);
        buf_put_visible(&name, str_sub(chain->link[i].summary.case_id, 0, 22));
        buf_put(t->out, buf_str(&name));
        for (size_t k = output_columns(buf_str(&name)); k < 24; k++)
            buf_put_char(t->out, ' ');
        put_bar(&scale, value, t->out);
        size_t side;
        const struct summary_pair *pair = pair_of(&chain->link[i].summary, system, &side);
        buf_putf(t->out, "  %.*s\n", STR_ARG(pair->mean[side]));
    }
}

static bool one_chain(const struct chain *chain)
{
    for (size_t i = 1; i < chain->count; i++)
        if (!chain_follows(chain, i, i - 1))
            return false;
    return chain->count > 1;
}

/* ---- what is wrong with it ---- */

static void put_gap(struct telling *t, const struct chain_link *link,
                    const struct chain_reference *old)
{
    t->gaps++;
    if (t->json) {
        json_open(t->json, STR(""), '{');
        json_text(t->json, STR("case"), old->case_id);
        json_text(t->json, STR("content_id"), old->content);
        json_text(t->json, STR("superseded_by"), link->summary.content);
        json_close(t->json);
        return;
    }
    buf_put(t->out, STR("gap   "));
    buf_put_visible(t->out, link->summary.case_id);
    buf_put(t->out, STR(" takes the place of "));
    buf_put_visible(t->out, old->case_id);
    buf_putf(t->out, ", which is not here: content id %.*s\n", STR_ARG(old->content));
}

static void put_gaps(struct telling *t)
{
    for (size_t i = 0; i < t->chain.count; i++)
        for (size_t k = 0; k < t->chain.link[i].old_count; k++)
            if (chain_find(&t->chain, t->chain.link[i].old[k].content) == t->chain.count)
                put_gap(t, &t->chain.link[i], &t->chain.link[i].old[k]);
}

static void put_heirs(const struct telling *t, size_t early)
{
    const struct chain *chain = &t->chain;
    bool first = true;
    for (size_t k = 0; k < chain->count; k++) {
        const struct summary *late = &chain->link[k].summary;
        if (!chain_follows(chain, k, early))
            continue;
        if (t->json) {
            json_text(t->json, STR(""), late->content);
            continue;
        }
        buf_put(t->out, first ? STR("") : STR(", "));
        buf_put_visible(t->out, late->case_id);
        buf_putf(t->out, " (%.*s)", STR_ARG(str_sub(late->content, 0, 12)));
        first = false;
    }
}

static void put_forks(struct telling *t)
{
    for (size_t i = 0; i < t->chain.count; i++) {
        if (chain_heirs(&t->chain, i) < 2)
            continue;
        t->forks++;
        if (!t->json) {
            buf_put(t->out, STR("fork  "));
            buf_put_visible(t->out, t->chain.link[i].summary.case_id);
            buf_put(t->out, STR(" has several that take its place: "));
            put_heirs(t, i);
            buf_put_char(t->out, '\n');
            continue;
        }
        json_open(t->json, STR(""), '{');
        json_text(t->json, STR("content_id"), t->chain.link[i].summary.content);
        json_open(t->json, STR("superseded_by"), '[');
        put_heirs(t, i);
        json_close(t->json);
        json_close(t->json);
    }
}

static void put_unlinked(const struct telling *t)
{
    const struct chain *chain = &t->chain;
    for (size_t i = 0; i < chain->count; i++)
        for (size_t k = i + 1; k < chain->count; k++) {
            const struct summary *a = &chain->link[i].summary, *b = &chain->link[k].summary;
            if (!str_eq(a->case_id, b->case_id) || chain_follows(chain, k, i))
                continue;
            bool linked = chain->link[i].old_count > 0 && chain->link[k].old_count > 0;
            if (linked)
                continue;
            buf_put(t->out, STR("check "));
            buf_put_visible(t->out, a->case_id);
            buf_put(t->out, STR(" stands on two dossiers of which neither names the other: "));
            buf_put_visible(t->out, chain->link[i].path);
            buf_put(t->out, STR(", "));
            buf_put_visible(t->out, chain->link[k].path);
            buf_put_char(t->out, '\n');
        }
}

/* ---- the verb ---- */

static bool put_steps(struct telling *t, size_t late)
{
    const struct chain *chain = &t->chain;
    for (size_t k = 0; k < late; k++) {
        if (!chain_follows(chain, late, k))
            continue;
        buf_put(t->out, k + 1 == late ? STR("|\n") : STR("|  from "));
        if (k + 1 != late) {
            buf_put_visible(t->out, chain->link[k].summary.case_id);
            buf_putf(t->out, " (%.*s)\n", STR_ARG(str_sub(chain->link[k].summary.content, 0, 12)));
        }
        if (!step(t, k, late))
            return false;
        buf_put(t->out, STR("v\n"));
    }
    return true;
}

static void put_charts(const struct telling *t)
{
    const struct chain *chain = &t->chain;
    size_t count;
    if (!one_chain(chain))
        return;
    const struct str *system =
        systems_of(t->request->home, &chain->link[chain->count - 1].summary, &count);
    for (size_t i = 0; i < count; i++)
        put_chart(t, system[i]);
}

static bool tell_text(struct telling *t)
{
    const struct chain *chain = &t->chain;
    buf_putf(t->out, "%zu dossier%s read, each verified; whom to trust is not asked here\n\n",
             chain->count, chain->count == 1 ? "" : "s");
    for (size_t i = 0; i < chain->count; i++) {
        if (!put_steps(t, i))
            return false;
        put_title(&chain->link[i], t->out);
        put_retractions(t, &chain->link[i]);
        put_means(&chain->link[i].summary, t->out);
        if (i + 1 < chain->count && !chain_follows(chain, i + 1, i))
            buf_put_char(t->out, '\n');
    }
    put_charts(t);
    buf_put_char(t->out, '\n');
    put_forks(t);
    put_gaps(t);
    put_unlinked(t);
    if (t->forks + t->gaps == 0)
        buf_put(t->out, STR("no fork and no gap\n"));
    return true;
}

static bool tell_json(struct telling *t)
{
    struct json_out *json = t->json;
    bool good = true;
    json_begin(json, t->out);
    json_open(json, STR(""), '{');
    json_text(json, STR("format"), STR("dossier-history/1"));
    json_open(json, STR("dossiers"), '[');
    for (size_t i = 0; i < t->chain.count; i++) {
        const struct chain_link *link = &t->chain.link[i];
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
        put_retractions(t, link);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_open(json, STR("steps"), '[');
    for (size_t i = 0; i < t->chain.count; i++)
        for (size_t k = 0; good && k < i; k++)
            good = !chain_follows(&t->chain, i, k) || step(t, k, i);
    json_close(json);
    json_open(json, STR("forks"), '[');
    put_forks(t);
    json_close(json);
    json_open(json, STR("gaps"), '[');
    put_gaps(t);
    json_close(json);
    json_integer(json, STR("refused"), (int64_t)t->chain.refused);
    json_close(json);
    return good;
}

static int run(struct request *request)
{
    struct telling t = { .request = request };
    struct buf out = output_new(request->home);
    struct json_out json = { 0 };
    t.out = &out;
    t.json = request->options.json ? &json : NULL;
    const struct options *o = &request->options;
    if (!chain_read(request, o->argument, (size_t)o->argument_count, &t.chain) ||
        !statements_find(request->home, o->argument, (size_t)o->argument_count, (struct str){ 0 },
                         0, &t.statement, &t.statement_count, request->diags))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    if (!(t.json ? tell_json(&t) : tell_text(&t)))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    return output_end(&out, t.chain.refused > 0    ? STATUS_INPUT
                            : t.forks + t.gaps > 0 ? STATUS_HOLDS_NOT
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
