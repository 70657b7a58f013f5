/* results.c - two dossiers side by side as results: what differs, found before a word is printed.
 */
#include "results.h"
#include "base/json_patch.h"
#include "output.h"
#include "portfolio/summary.h"
#include <stdlib.h>
#include <string.h>

enum { CASE_MOST = 4 << 20 };

/* ---- what each says ---- */

static void members_fill(struct results *w)
{
    static const struct {
        const char *name, *label, *pointer;
    } rows[ARRAY_COUNT(w->member)] = {
        { "case", "case", "/case/id" },
        { "content_id", "content", NULL },
        { "evidence_id", "evidence", "/evidence_id" },
        { "program", "program", "/program" },
        { "rules_sha256", "rules", "/rules/sha256" },
        { "date", "date", "/case/date" },
        { "question", "question", "/case/question" },
        { "metric", "metric", "/case/metric" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        w->member[i] = (struct pair_said){ .name = rows[i].name, .label = rows[i].label };
        for (size_t k = 0; k < 2; k++)
            w->member[i].text[k] = rows[i].pointer
                                       ? held_text(w->side[k].held, str_from(rows[i].pointer))
                                       : w->side[k].held->content;
    }
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
        buf_putf(&out, " (%.*s to %.*s)", STR_ARG(output_visible(home, pair->mean_low[i])),
                 STR_ARG(output_visible(home, pair->mean_high[i])));
    }
    if (pair->decision.len > 0)
        buf_putf(&out, "; %.*s", STR_ARG(output_visible(home, pair->decision)));
    if (pair->change.len > 0)
        buf_putf(&out, "; change %.*s %% (%.*s to %.*s)",
                 STR_ARG(output_visible(home, pair->change)),
                 STR_ARG(output_visible(home, pair->change_low)),
                 STR_ARG(output_visible(home, pair->change_high)));
    if (pair->credited.len > 0)
        buf_putf(&out, "; credited to %.*s", STR_ARG(output_visible(home, pair->credited)));
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

/* The finding that a rule was made looser says nothing of the runs. */
static bool is_of_looseness(struct str said)
{
    return str_starts(said, STR("This rule was made looser"));
}

static struct rule_says rule_says(struct results *w, size_t side, const struct json_item *findings,
                                  struct str rule)
{
    const struct json *data = w->side[side].held->data;
    struct rule_says out = { .all = buf_new(w->home, 4 << 20) };
    bool looser = false; /* what is held is no more than that the rule was made so */
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
        bool says_so = is_of_looseness(held_member(data, one, "said"));
        if (out.makes.len > 0 && (says_so || (!looser && weight(makes) <= weight(out.makes))))
            continue;
        looser = says_so;
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

/* Rules whose findings are others, in the order of A's report and then of B's. */
static void rules_fill(struct results *w, struct comparison_pair *pair)
{
    const struct json_item *findings[2];
    struct str seen[1024];
    size_t count = 0;
    for (size_t i = 0; i < 2; i++)
        findings[i] = comparison_of(w->side[i].held, pair->like);
    pair->rule = ARENA_MANY(w->home, ARRAY_COUNT(seen), struct rule_pair);
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
            pair->rule[pair->rule_count++] = (struct rule_pair){
                .rule = output_visible(w->home, rule),
                .title = output_visible(w->home, held_member(data, one, "title")),
                .judgement = { says[0].judgement, says[1].judgement },
                .makes = { says[0].makes, says[1].makes },
            };
        }
    }
}

static void comparison_fill(struct results *w, const struct summary_pair *like)
{
    struct comparison_pair *pair = &w->comparison[w->comparison_count++];
    pair->like = like;
    for (size_t i = 0; i < 2; i++) {
        pair->of[i] = pair_find(&w->side[i].summary, like);
        pair->words[i] = one_words(w->home, pair->of[i]);
    }
    if (pair->of[0] && pair->of[1])
        rules_fill(w, pair);
}

static void comparisons_fill(struct results *w)
{
    const struct summary *a = &w->side[0].summary, *b = &w->side[1].summary;
    w->comparison = ARENA_MANY(w->home, a->pair_count + b->pair_count + 1, struct comparison_pair);
    for (size_t i = 0; i < a->pair_count; i++)
        comparison_fill(w, &a->pair[i]);
    for (size_t i = 0; i < b->pair_count; i++)
        if (!pair_find(a, &b->pair[i]))
            comparison_fill(w, &b->pair[i]);
}

/* ---- amounts ---- */

static const struct summary_amount *amount_find(const struct summary *summary, struct str system)
{
    for (size_t i = 0; i < summary->amount_count; i++)
        if (str_eq(summary->amount[i].system, system))
            return &summary->amount[i];
    return NULL;
}

static void amount_fill(struct results *w, struct str system)
{
    struct amount_pair *pair = &w->amount[w->amount_count++];
    struct str name = output_visible(w->home, system);
    pair->system = system;
    for (size_t i = 0; i < 2; i++) {
        const struct summary_amount *one = amount_find(&w->side[i].summary, system);
        pair->of[i] = one;
        pair->words[i] = !one
                             ? str_format(w->home, "system %.*s: no amount", STR_ARG(name))
                             : str_format(w->home, "system %.*s: %.*s units, %.*s a month",
                                          STR_ARG(name), STR_ARG(one->units), STR_ARG(one->amount));
    }
}

static void amounts_fill(struct results *w)
{
    const struct summary *a = &w->side[0].summary, *b = &w->side[1].summary;
    w->amount = ARENA_MANY(w->home, a->amount_count + b->amount_count + 1, struct amount_pair);
    for (size_t i = 0; i < a->amount_count; i++)
        amount_fill(w, a->amount[i].system);
    for (size_t i = 0; i < b->amount_count; i++)
        if (!amount_find(a, b->amount[i].system))
            amount_fill(w, b->amount[i].system);
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

static struct listed *list_of(struct results *w, size_t side, const char *pointer, const char *name,
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

static struct list_pair list_pair(struct results *w, const char *title, const char *pointer,
                                  const char *name, const char *digest)
{
    struct list_pair out = { .title = title };
    size_t i = 0, k = 0;
    const struct listed *a = list_of(w, 0, pointer, name, digest, &out.many[0]);
    const struct listed *b = list_of(w, 1, pointer, name, digest, &out.many[1]);
    for (size_t n = 0; n < KINDS; n++)
        out.found[n] = ARENA_MANY(w->home, out.many[0] + out.many[1] + 1, struct str);
    while (i < out.many[0] || k < out.many[1]) {
        int order = i == out.many[0] ? 1 : k == out.many[1] ? -1 : str_order(a[i].name, b[k].name);
        if (order == 0 && !str_eq(a[i].digest, b[k].digest))
            out.found[CHANGED][out.count[CHANGED]++] = a[i].name;
        else if (order < 0)
            out.found[ONLY_A][out.count[ONLY_A]++] = a[i].name;
        else if (order > 0)
            out.found[ONLY_B][out.count[ONLY_B]++] = b[k].name;
        i += order <= 0;
        k += order >= 0;
    }
    return out;
}

size_t results_apart(const struct list_pair *list)
{
    return list->count[ONLY_A] + list->count[ONLY_B] + list->count[CHANGED];
}

/* ---- the case ---- */

size_t results_put_patch(const struct results *w, struct json_out *json)
{
    const struct json *a = w->side[0].held->case_file, *b = w->side[1].held->case_file;
    json_open(json, STR("case_patch"), '[');
    size_t count = w->long_cases ? 0 : json_patch_put(a, b, json);
    json_close(json);
    return count;
}

static void patch_fill(struct results *w)
{
    struct buf text = buf_new(w->home, (size_t)16 << 20);
    struct json_out json;
    for (size_t i = 0; i < 2; i++) {
        const struct json *case_file = w->side[i].held->case_file;
        w->long_cases =
            w->long_cases || json_literal(case_file, json_root(case_file)).len > CASE_MOST;
    }
    json_begin(&json, &text);
    w->patch_count = results_put_patch(w, &json);
    w->long_patch = text.full;
    w->patch = buf_str(&text);
}

/* ---- all ---- */

struct results results_of(struct arena *home, const struct opened *a, const struct opened *b)
{
    struct results w = { .home = home };
    w.side[0] = (struct said){ &a->held, summary_of(home, &a->held) };
    w.side[1] = (struct said){ &b->held, summary_of(home, &b->held) };
    members_fill(&w);
    comparisons_fill(&w);
    amounts_fill(&w);
    w.claims = list_pair(&w, "claims", "/claims", "id", "sentence");
    w.evidence = list_pair(&w, "evidence", "/evidence", "name", "sha256");
    patch_fill(&w);
    return w;
}

bool results_differ(const struct results *w)
{
    bool differ = w->patch_count > 0 || w->long_cases || results_apart(&w->claims) > 0 ||
                  results_apart(&w->evidence) > 0;
    for (size_t i = 0; i < ARRAY_COUNT(w->member); i++)
        differ = differ || !str_eq(w->member[i].text[0], w->member[i].text[1]);
    for (size_t i = 0; i < w->comparison_count; i++)
        differ = differ || w->comparison[i].rule_count > 0 ||
                 !str_eq(w->comparison[i].words[0], w->comparison[i].words[1]);
    for (size_t i = 0; i < w->amount_count; i++)
        differ = differ || !str_eq(w->amount[i].words[0], w->amount[i].words[1]);
    return differ;
}
