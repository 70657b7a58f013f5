/* results.c - two dossiers side by side as results. */
#include "results.h"
#include "base/json_patch.h"
#include "output.h"
#include "portfolio/summary.h"
#include <stdlib.h>
#include <string.h>

enum { CASE_MOST = 4 << 20, NAMES_MOST = 8 };

struct said { /* one dossier */
    const struct held *held;
    struct summary summary;
};
struct beside {
    struct arena *home;
    struct said side[2];
    struct buf *out;       /* text */
    struct json_out *json; /* NULL: text */
    bool differs;
};

static struct str visible(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, 4 * text.len + 16);
    buf_put_visible(&out, text);
    return buf_str(&out);
}

/* One text of each; where both are equal text shows it once. */
static void put_pair(struct beside *w, const char *name, const char *label, struct str a,
                     struct str b)
{
    bool same = str_eq(a, b);
    w->differs = w->differs || !same;
    if (w->json) {
        json_open(w->json, str_from(name), '{');
        json_text(w->json, STR("a"), a);
        json_text(w->json, STR("b"), b);
        json_close(w->json);
    } else if (same) {
        output_row(w->out, label, 10, visible(w->home, a));
    } else {
        output_row(w->out, label, 10, str_format(w->home, "A %.*s", STR_ARG(visible(w->home, a))));
        output_row(w->out, "", 10, str_format(w->home, "B %.*s", STR_ARG(visible(w->home, b))));
    }
}

static void put_member(struct beside *w, const char *name, const char *label, const char *pointer)
{
    put_pair(w, name, label, held_text(w->side[0].held, str_from(pointer)),
             held_text(w->side[1].held, str_from(pointer)));
}

/* ---- who and when ---- */

static struct str when_signed(const struct held_signer *signer)
{
    return signer->stamped.len > 0 ? signer->stamped : signer->claimed;
}

static void put_signers_text(struct beside *w, size_t side)
{
    const struct held *held = w->side[side].held;
    struct buf text = buf_new(w->home, 1 << 20);
    buf_put(&text, side == 0 ? STR("A ") : STR("B "));
    buf_put(&text, held->signer_count > 0 ? STR("") : STR("by nobody"));
    for (size_t k = 0; k < held->signer_count; k++) {
        const struct held_signer *signer = &held->signer[k];
        buf_put(&text, k > 0 ? STR("; ") : STR(""));
        buf_put(&text, signer->subject);
        buf_putf(&text, ", %.*s (%s)", STR_ARG(when_signed(signer)),
                 signer->stamped.len > 0 ? "stamped" : "the signer's word");
    }
    output_row(w->out, side == 0 ? "signed" : "", 10, buf_str(&text));
}

static void put_signers_json(struct json_out *json, const char *name, const struct held *held)
{
    json_open(json, str_from(name), '[');
    for (size_t k = 0; k < held->signer_count; k++) {
        const struct held_signer *signer = &held->signer[k];
        json_open(json, STR(""), '{');
        json_text(json, STR("subject"), signer->subject);
        json_text(json, STR("certificate_sha256"), signer->certificate);
        json_text(json, STR("when"), when_signed(signer));
        json_bool(json, STR("stamped"), signer->stamped.len > 0);
        json_close(json);
    }
    json_close(json);
}

static void put_signers(struct beside *w)
{
    if (!w->json) {
        put_signers_text(w, 0);
        put_signers_text(w, 1);
        return;
    }
    json_open(w->json, STR("signers"), '{');
    put_signers_json(w->json, "a", w->side[0].held);
    put_signers_json(w->json, "b", w->side[1].held);
    json_close(w->json);
}

/* ---- verdicts and numbers ---- */

static const struct summary_pair *pair_find(const struct summary *summary,
                                            const struct summary_pair *like)
{
    for (size_t i = 0; i < summary->pair_count; i++) {
        const struct summary_pair *one = &summary->pair[i];
        if (str_eq(one->a, like->a) && str_eq(one->b, like->b) &&
            str_eq(one->workload, like->workload))
            return one;
    }
    return NULL;
}

static void put_one_json(struct json_out *json, const char *name, const struct summary_pair *pair)
{
    if (!pair) {
        json_null(json, str_from(name));
        return;
    }
    const struct {
        const char *name;
        struct str text;
    } part[] = {
        { "verdict", pair->verdict },
        { "decision", pair->decision },
        { "credited", pair->credited },
        { "unit", pair->unit },
        { "mean_a", pair->mean[0] },
        { "mean_a_low", pair->mean_low[0] },
        { "mean_a_high", pair->mean_high[0] },
        { "mean_b", pair->mean[1] },
        { "mean_b_low", pair->mean_low[1] },
        { "mean_b_high", pair->mean_high[1] },
        { "change", pair->change },
        { "change_low", pair->change_low },
        { "change_high", pair->change_high },
    };
    json_open(json, str_from(name), '{');
    for (size_t i = 0; i < ARRAY_COUNT(part); i++)
        if (part[i].text.len > 0)
            json_text(json, str_from(part[i].name), part[i].text);
    json_close(json);
}

static struct str one_words(struct arena *home, const struct summary_pair *pair)
{
    struct buf out = buf_new(home, 1 << 16);
    if (!pair)
        return STR("does not compare them");
    buf_put_visible(&out, pair->verdict);
    for (size_t i = 0; i < 2; i++) {
        if (pair->mean[i].len == 0)
            continue;
        buf_put(&out, i == 0 ? STR("; ") : STR(" against "));
        buf_put_visible(&out, pair->mean[i]);
        buf_put_char(&out, ' ');
        buf_put_visible(&out, pair->unit);
        buf_putf(&out, " (%.*s to %.*s)", STR_ARG(visible(home, pair->mean_low[i])),
                 STR_ARG(visible(home, pair->mean_high[i])));
    }
    if (pair->change.len > 0)
        buf_putf(&out, "; change %.*s %% (%.*s to %.*s)", STR_ARG(visible(home, pair->change)),
                 STR_ARG(visible(home, pair->change_low)),
                 STR_ARG(visible(home, pair->change_high)));
    if (pair->decision.len > 0)
        buf_putf(&out, ": %.*s", STR_ARG(visible(home, pair->decision)));
    if (pair->credited.len > 0)
        buf_putf(&out, "; credited to %.*s", STR_ARG(visible(home, pair->credited)));
    return buf_str(&out);
}

/* ---- findings ---- */

struct rule_says {               /* of one rule in one comparison of one dossier */
    struct str judgement, makes; /* of the finding that weighs most; empty: no finding */
    struct buf all;              /* every finding, so that other words are seen */
};

static int weight(struct str makes)
{
    return verdict_named(makes);
}

static struct rule_says rule_says(struct beside *w, size_t side, const struct json_item *findings,
                                  struct str rule)
{
    const struct json *data = w->side[side].held->data;
    struct rule_says out = { .all = buf_new(w->home, 4 << 20) };
    for (const struct json_item *one = findings ? json_next(findings, NULL) : NULL; one;
         one = json_next(findings, one)) {
        static const char *const part[] = { "judgement", "makes", "key", "instance", "said" };
        if (!str_eq(held_member(data, one, "rule"), rule))
            continue;
        for (size_t i = 0; i < ARRAY_COUNT(part); i++) {
            buf_put(&out.all, held_member(data, one, part[i]));
            buf_put_char(&out.all, '\n');
        }
        struct str makes = held_member(data, one, "makes");
        if (out.makes.len > 0 && weight(makes) <= weight(out.makes))
            continue;
        out.makes = makes;
        out.judgement = held_member(data, one, "judgement");
    }
    return out;
}

static const struct json_item *comparison_of(const struct held *held,
                                             const struct summary_pair *like)
{
    const struct json_item *list = json_find(held->data, STR("/comparisons"));
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one))
        if (str_eq(held_member(held->data, one, "a"), like->a) &&
            str_eq(held_member(held->data, one, "b"), like->b) &&
            str_eq(held_member(held->data, one, "workload"), like->workload))
            return json_member(one, STR("findings"));
    return NULL;
}

static void put_rule(struct beside *w, struct str rule, struct str title,
                     const struct rule_says says[2])
{
    bool moved =
        !str_eq(says[0].judgement, says[1].judgement) || !str_eq(says[0].makes, says[1].makes);
    if (w->json) {
        json_open(w->json, STR(""), '{');
        json_text(w->json, STR("rule"), rule);
        json_text(w->json, STR("title"), title);
        json_text(w->json, STR("a"), says[0].judgement);
        json_text(w->json, STR("b"), says[1].judgement);
        json_text(w->json, STR("makes_a"), says[0].makes);
        json_text(w->json, STR("makes_b"), says[1].makes);
        json_close(w->json);
        return;
    }
    struct str of[2];
    for (size_t i = 0; i < 2; i++)
        of[i] = says[i].judgement.len > 0 ? says[i].judgement : STR("not asked");
    output_row(w->out, "", 10,
               moved ? str_format(w->home, "%.*s %.*s: A %.*s, B %.*s", STR_ARG(rule),
                                  STR_ARG(title), STR_ARG(of[0]), STR_ARG(of[1]))
                     : str_format(w->home, "%.*s %.*s: %.*s in both, of other things",
                                  STR_ARG(rule), STR_ARG(title), STR_ARG(of[0])));
}

/* Rules whose findings are others, in the order of A's report and then of B's. */
static void put_rules(struct beside *w, const struct summary_pair *like)
{
    const struct json_item *findings[2];
    struct str seen[1024];
    size_t count = 0;
    for (size_t i = 0; i < 2; i++)
        findings[i] = comparison_of(w->side[i].held, like);
    for (size_t i = 0; i < 2; i++) {
        const struct json *data = w->side[i].held->data;
        for (const struct json_item *one = findings[i] ? json_next(findings[i], NULL) : NULL; one;
             one = json_next(findings[i], one)) {
            struct str rule = held_member(data, one, "rule");
            size_t k = 0;
            while (k < count && !str_eq(seen[k], rule))
                k++;
            if (k < count || count == ARRAY_COUNT(seen))
                continue;
            seen[count++] = rule;
            struct rule_says says[2] = { rule_says(w, 0, findings[0], rule),
                                         rule_says(w, 1, findings[1], rule) };
            if (str_eq(buf_str(&says[0].all), buf_str(&says[1].all)))
                continue;
            w->differs = true;
            put_rule(w, visible(w->home, rule), visible(w->home, held_member(data, one, "title")),
                     says);
        }
    }
}

static void put_comparison(struct beside *w, const struct summary_pair *like)
{
    const struct summary_pair *pair[2] = { pair_find(&w->side[0].summary, like),
                                           pair_find(&w->side[1].summary, like) };
    if (w->json) {
        json_open(w->json, STR(""), '{');
        json_open(w->json, STR("systems"), '[');
        json_text(w->json, STR(""), like->a);
        if (like->b.len > 0)
            json_text(w->json, STR(""), like->b);
        json_close(w->json);
        json_text(w->json, STR("workload"), like->workload);
        put_one_json(w->json, "a", pair[0]);
        put_one_json(w->json, "b", pair[1]);
        w->differs =
            w->differs || !str_eq(one_words(w->home, pair[0]), one_words(w->home, pair[1]));
        json_open(w->json, STR("rules"), '[');
        if (pair[0] && pair[1])
            put_rules(w, like);
        json_close(w->json);
        json_close(w->json);
        return;
    }
    struct str name =
        str_format(w->home, "system %.*s%s%.*s%s%.*s", STR_ARG(visible(w->home, like->b)),
                   like->b.len > 0 ? " against " : "", STR_ARG(visible(w->home, like->a)),
                   like->workload.len > 0 ? ", " : "", STR_ARG(visible(w->home, like->workload)));
    buf_putf(w->out, "\n%.*s\n", STR_ARG(name));
    put_pair(w, "", "verdict", one_words(w->home, pair[0]), one_words(w->home, pair[1]));
    if (pair[0] && pair[1])
        put_rules(w, like);
}

static void put_comparisons(struct beside *w)
{
    const struct summary *a = &w->side[0].summary, *b = &w->side[1].summary;
    if (w->json)
        json_open(w->json, STR("comparisons"), '[');
    for (size_t i = 0; i < a->pair_count; i++)
        put_comparison(w, &a->pair[i]);
    for (size_t i = 0; i < b->pair_count; i++)
        if (!pair_find(a, &b->pair[i]))
            put_comparison(w, &b->pair[i]);
    if (w->json)
        json_close(w->json);
}

/* ---- amounts ---- */

static const struct summary_amount *amount_find(const struct summary *summary, struct str system)
{
    for (size_t i = 0; i < summary->amount_count; i++)
        if (str_eq(summary->amount[i].system, system))
            return &summary->amount[i];
    return NULL;
}

static void put_amount_json(struct beside *w, const char *name, const struct summary_amount *one)
{
    if (!one) {
        json_null(w->json, str_from(name));
        return;
    }
    json_open(w->json, str_from(name), '{');
    struct str amount = one->amount, currency = { 0 };
    if (str_find(amount, STR(" ")) != SIZE_MAX) /* "EUR 6279.14" */
        (void)str_cut(&amount, ' ', &currency);
    json_text(w->json, STR("units"), one->units);
    json_text(w->json, STR("amount"), amount);
    json_text(w->json, STR("currency"), currency);
    json_close(w->json);
}

static void put_amount(struct beside *w, struct str system)
{
    const struct summary_amount *one[2];
    struct str text[2], name = visible(w->home, system);
    for (size_t i = 0; i < 2; i++) {
        one[i] = amount_find(&w->side[i].summary, system);
        text[i] = !one[i]
                      ? str_format(w->home, "system %.*s: no amount", STR_ARG(name))
                      : str_format(w->home, "system %.*s: %.*s units, %.*s a month", STR_ARG(name),
                                   STR_ARG(one[i]->units), STR_ARG(one[i]->amount));
    }
    if (!w->json) {
        put_pair(w, "", "amount", text[0], text[1]);
        return;
    }
    w->differs = w->differs || !str_eq(text[0], text[1]);
    json_open(w->json, STR(""), '{');
    json_text(w->json, STR("system"), system);
    put_amount_json(w, "a", one[0]);
    put_amount_json(w, "b", one[1]);
    json_close(w->json);
}

static void put_amounts(struct beside *w)
{
    const struct summary *a = &w->side[0].summary, *b = &w->side[1].summary;
    if (w->json)
        json_open(w->json, STR("amounts"), '[');
    for (size_t i = 0; i < a->amount_count; i++)
        put_amount(w, a->amount[i].system);
    for (size_t i = 0; i < b->amount_count; i++)
        if (!amount_find(a, b->amount[i].system))
            put_amount(w, b->amount[i].system);
    if (w->json)
        json_close(w->json);
}

/* ---- what stands in one alone: claims, files ---- */

struct listed {
    struct str name, digest;
};

static int by_name(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    int order = str_order(x->name, y->name);
    return order != 0 ? order : str_order(x->digest, y->digest);
}

static struct listed *list_of(struct beside *w, size_t side, const char *pointer, const char *name,
                              const char *digest, size_t *count)
{
    const struct json *data = w->side[side].held->data;
    const struct json_item *list = json_find(data, str_from(pointer));
    struct listed *out = ARENA_MANY(w->home, list ? json_count(list) + 1 : 1, struct listed);
    *count = 0;
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one))
        out[(*count)++] =
            (struct listed){ held_member(data, one, name), held_member(data, one, digest) };
    if (*count > 0)
        qsort(out, *count, sizeof *out, by_name);
    return out;
}

enum { ONLY_A, ONLY_B, CHANGED, KINDS };

static void put_names(struct beside *w, const char *name, const char *label, const struct str *list,
                      size_t count)
{
    if (w->json) {
        json_open(w->json, str_from(name), '[');
        for (size_t i = 0; i < count; i++)
            json_text(w->json, STR(""), list[i]);
        json_close(w->json);
        return;
    }
    struct buf text = buf_new(w->home, 1 << 20);
    if (count == 0)
        return;
    buf_putf(&text, "%zu %s: ", count, label);
    for (size_t i = 0; i < count && i < NAMES_MOST; i++) {
        buf_put(&text, i > 0 ? STR(", ") : STR(""));
        buf_put_visible(&text, list[i]);
    }
    buf_put(&text, count > NAMES_MOST ? STR(", ... (--json names all)") : STR(""));
    output_row(w->out, "", 10, buf_str(&text));
}

static void put_lists(struct beside *w, const char *title, const char *pointer, const char *name,
                      const char *digest)
{
    static const char *const labels[KINDS] = { "in A alone", "in B alone", "with other content" };
    static const char *const names[KINDS] = { "a", "b", "changed" };
    size_t many[2], count[KINDS] = { 0 }, i = 0, k = 0;
    const struct listed *a = list_of(w, 0, pointer, name, digest, &many[0]);
    const struct listed *b = list_of(w, 1, pointer, name, digest, &many[1]);
    struct str *found[KINDS];
    for (size_t n = 0; n < KINDS; n++)
        found[n] = ARENA_MANY(w->home, many[0] + many[1] + 1, struct str);
    while (i < many[0] || k < many[1]) {
        int order = i == many[0] ? 1 : k == many[1] ? -1 : str_order(a[i].name, b[k].name);
        if (order == 0 && !str_eq(a[i].digest, b[k].digest))
            found[CHANGED][count[CHANGED]++] = a[i].name;
        else if (order < 0)
            found[ONLY_A][count[ONLY_A]++] = a[i].name;
        else if (order > 0)
            found[ONLY_B][count[ONLY_B]++] = b[k].name;
        i += order <= 0;
        k += order >= 0;
    }
    size_t all = count[ONLY_A] + count[ONLY_B] + count[CHANGED];
    w->differs = w->differs || all > 0;
    if (w->json)
        json_open(w->json, str_from(title), '{');
    else
        output_row(w->out, title, 10,
                   str_format(w->home, "%zu in A, %zu in B%s", many[0], many[1],
                              all == 0 ? ", the same" : ""));
    for (size_t n = 0; n < KINDS; n++)
        if (n != CHANGED || str_eq(str_from(title), STR("evidence")))
            put_names(w, names[n], labels[n], found[n], count[n]);
    if (w->json)
        json_close(w->json);
}

/* ---- the case ---- */

static void put_patch(struct beside *w)
{
    const struct json *a = w->side[0].held->case_file, *b = w->side[1].held->case_file;
    bool small = json_literal(a, json_root(a)).len <= CASE_MOST &&
                 json_literal(b, json_root(b)).len <= CASE_MOST;
    struct buf text = buf_new(w->home, (size_t)16 << 20);
    struct json_out own = { 0 }, *json = w->json ? w->json : &own;
    if (!w->json)
        json_begin(json, &text);
    json_open(json, STR("case_patch"), '[');
    size_t count = small ? json_patch_put(a, b, json) : 0;
    json_close(json);
    w->differs = w->differs || count > 0 || !small;
    if (w->json)
        return;
    if (!small || text.full)
        buf_put(w->out, STR("\nThe case files are too long for a patch.\n"));
    else if (count > 0)
        buf_putf(w->out, "\nFrom the case of A to that of B (RFC 6902):\n%.*s\n",
                 STR_ARG(buf_str(&text)));
    else
        buf_put(w->out, STR("\nThe case files say the same.\n"));
}

/* ---- all ---- */

static void put_all(struct beside *w)
{
    put_member(w, "case", "case", "/case/id");
    put_pair(w, "content_id", "content", w->side[0].held->content, w->side[1].held->content);
    put_member(w, "evidence_id", "evidence", "/evidence_id");
    put_member(w, "program", "program", "/program");
    put_member(w, "rules_sha256", "rules", "/rules/sha256");
    put_member(w, "date", "date", "/case/date");
    put_member(w, "question", "question", "/case/question");
    put_member(w, "metric", "metric", "/case/metric");
    put_signers(w);
    put_comparisons(w);
    if (!w->json)
        buf_put_char(w->out, '\n');
    put_amounts(w);
    put_lists(w, "claims", "/claims", "id", "sentence");
    put_lists(w, "evidence", "/evidence", "name", "sha256");
    put_patch(w);
}

static bool put(struct arena *home, const struct opened *a, const struct opened *b, struct buf *out,
                struct json_out *json)
{
    struct beside w = { .home = home, .out = out, .json = json };
    w.side[0] = (struct said){ &a->held, summary_of(home, &a->held) };
    w.side[1] = (struct said){ &b->held, summary_of(home, &b->held) };
    put_all(&w);
    return w.differs;
}

bool results_put_text(struct arena *home, const struct opened *a, const struct opened *b,
                      struct buf *out)
{
    return put(home, a, b, out, NULL);
}

bool results_put_json(struct arena *home, const struct opened *a, const struct opened *b,
                      struct json_out *json)
{
    return put(home, a, b, NULL, json);
}
