/* results_put.c - two dossiers side by side as results, for people and for programs. */
#include "output.h"
#include "results.h"

enum { NAMES_MOST = 8 };

static struct str when_signed(const struct held_signer *signer)
{
    return signer->stamped.len > 0 ? signer->stamped : signer->claimed;
}

/* ---- for people ---- */

/* One text of each; where both are equal it is shown once. */
static void put_pair(const struct results *w, const char *label, const struct str text[2],
                     struct buf *out)
{
    struct str a = output_visible(w->home, text[0]), b = output_visible(w->home, text[1]);
    if (str_eq(text[0], text[1])) {
        output_row(out, label, 10, a);
        return;
    }
    output_row(out, label, 10, str_format(w->home, "A %.*s", STR_ARG(a)));
    output_row(out, "", 10, str_format(w->home, "B %.*s", STR_ARG(b)));
}

static void put_signers_text(const struct results *w, size_t side, struct buf *out)
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
    output_row(out, side == 0 ? "signed" : "", 10, buf_str(&text));
}

static void put_rule_text(const struct results *w, const struct rule_pair *says, struct buf *out)
{
    bool moved =
        !str_eq(says->judgement[0], says->judgement[1]) || !str_eq(says->makes[0], says->makes[1]);
    struct str of[2];
    for (size_t i = 0; i < 2; i++)
        of[i] = says->judgement[i].len > 0 ? says->judgement[i] : STR("not asked");
    output_row(out, "", 10,
               moved ? str_format(w->home, "%.*s %.*s: A %.*s, B %.*s", STR_ARG(says->rule),
                                  STR_ARG(says->title), STR_ARG(of[0]), STR_ARG(of[1]))
                     : str_format(w->home, "%.*s %.*s: %.*s in both, of other things",
                                  STR_ARG(says->rule), STR_ARG(says->title), STR_ARG(of[0])));
}

static void put_comparison_text(const struct results *w, const struct comparison_pair *pair,
                                struct buf *out)
{
    const struct summary_pair *like = pair->like;
    struct str name = str_format(
        w->home, "system %.*s%s%.*s%s%.*s", STR_ARG(output_visible(w->home, like->b)),
        like->b.len > 0 ? " against " : "", STR_ARG(output_visible(w->home, like->a)),
        like->workload.len > 0 ? ", " : "", STR_ARG(output_visible(w->home, like->workload)));
    buf_putf(out, "\n%.*s\n", STR_ARG(name));
    put_pair(w, "verdict", pair->words, out);
    for (size_t i = 0; i < pair->rule_count; i++)
        put_rule_text(w, &pair->rule[i], out);
}

/* Changed claims are not told in words: their sentences hold the numbers that stand above. */
static void put_list_text(const struct results *w, const struct list_pair *list, struct buf *out)
{
    static const char *const labels[KINDS] = { "in A alone", "in B alone", "with other content" };
    output_row(out, list->title, 10,
               str_format(w->home, "%zu in A, %zu in B%s", list->many[0], list->many[1],
                          results_apart(list) == 0 ? ", the same" : ""));
    for (size_t n = 0; n < (list == &w->evidence ? KINDS : CHANGED); n++) {
        struct buf text = buf_new(w->home, 1 << 20);
        if (list->count[n] == 0)
            continue;
        buf_putf(&text, "%zu %s: ", list->count[n], labels[n]);
        for (size_t i = 0; i < list->count[n] && i < NAMES_MOST; i++) {
            buf_put(&text, i > 0 ? STR(", ") : STR(""));
            buf_put_visible(&text, list->found[n][i]);
        }
        buf_put(&text, list->count[n] > NAMES_MOST ? STR(", ... (--json names all)") : STR(""));
        output_row(out, "", 10, buf_str(&text));
    }
}

void results_put_text(const struct results *w, struct buf *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(w->member); i++)
        put_pair(w, w->member[i].label, w->member[i].text, out);
    put_signers_text(w, 0, out);
    put_signers_text(w, 1, out);
    for (size_t i = 0; i < w->comparison_count; i++)
        put_comparison_text(w, &w->comparison[i], out);
    buf_put_char(out, '\n');
    for (size_t i = 0; i < w->amount_count; i++)
        put_pair(w, "amount", w->amount[i].words, out);
    put_list_text(w, &w->claims, out);
    put_list_text(w, &w->evidence, out);
    if (w->long_cases || w->long_patch)
        buf_put(out, STR("\nThe case files are too long for a patch.\n"));
    else if (w->patch_count > 0)
        buf_putf(out, "\nFrom the case of A to that of B (RFC 6902):\n%.*s\n", STR_ARG(w->patch));
    else
        buf_put(out, STR("\nThe case files say the same.\n"));
}

/* ---- for programs ---- */

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

static void put_comparison_json(const struct comparison_pair *pair, struct json_out *json)
{
    json_open(json, STR(""), '{');
    json_open(json, STR("systems"), '[');
    json_text(json, STR(""), pair->like->a);
    if (pair->like->b.len > 0)
        json_text(json, STR(""), pair->like->b);
    json_close(json);
    json_text(json, STR("workload"), pair->like->workload);
    put_one_json(json, "a", pair->of[0]);
    put_one_json(json, "b", pair->of[1]);
    json_open(json, STR("rules"), '[');
    for (size_t i = 0; i < pair->rule_count; i++) {
        const struct rule_pair *says = &pair->rule[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("rule"), says->rule);
        json_text(json, STR("title"), says->title);
        json_text(json, STR("a"), says->judgement[0]);
        json_text(json, STR("b"), says->judgement[1]);
        json_text(json, STR("makes_a"), says->makes[0]);
        json_text(json, STR("makes_b"), says->makes[1]);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void put_amount_json(struct json_out *json, const char *name,
                            const struct summary_amount *one)
{
    if (!one) {
        json_null(json, str_from(name));
        return;
    }
    json_open(json, str_from(name), '{');
    struct str amount = one->amount, currency = { 0 };
    if (str_find(amount, STR(" ")) != SIZE_MAX) /* "EUR 6279.14" */
        (void)str_cut(&amount, ' ', &currency);
    json_text(json, STR("units"), one->units);
    json_text(json, STR("amount"), amount);
    json_text(json, STR("currency"), currency);
    json_close(json);
}

static void put_list_json(const struct results *w, const struct list_pair *list,
                          struct json_out *json)
{
    static const char *const names[KINDS] = { "a", "b", "changed" };
    json_open(json, str_from(list->title), '{');
    for (size_t n = 0; n < (list == &w->evidence ? KINDS : CHANGED); n++) {
        json_open(json, str_from(names[n]), '[');
        for (size_t i = 0; i < list->count[n]; i++)
            json_text(json, STR(""), list->found[n][i]);
        json_close(json);
    }
    json_close(json);
}

void results_put_json(const struct results *w, struct json_out *json)
{
    for (size_t i = 0; i < ARRAY_COUNT(w->member); i++) {
        json_open(json, str_from(w->member[i].name), '{');
        json_text(json, STR("a"), w->member[i].text[0]);
        json_text(json, STR("b"), w->member[i].text[1]);
        json_close(json);
    }
    json_open(json, STR("signers"), '{');
    put_signers_json(json, "a", w->side[0].held);
    put_signers_json(json, "b", w->side[1].held);
    json_close(json);
    json_open(json, STR("comparisons"), '[');
    for (size_t i = 0; i < w->comparison_count; i++)
        put_comparison_json(&w->comparison[i], json);
    json_close(json);
    json_open(json, STR("amounts"), '[');
    for (size_t i = 0; i < w->amount_count; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("system"), w->amount[i].system);
        put_amount_json(json, "a", w->amount[i].of[0]);
        put_amount_json(json, "b", w->amount[i].of[1]);
        json_close(json);
    }
    json_close(json);
    put_list_json(w, &w->claims, json);
    put_list_json(w, &w->evidence, json);
    (void)results_put_patch(w, json);
}
