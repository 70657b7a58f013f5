/* summary.c - what a page over many dossiers shows of one. */
#include "summary.h"

#include <string.h>

static const struct json_item *first(const struct json_item *list)
{
    return list && json_type(list) == JSON_ARRAY ? json_next(list, NULL) : NULL;
}

static struct str kept(struct arena *home, const struct held *held, const struct json_item *item,
                       const char *name)
{
    return str_keep(home, held_member(held->data, item, name));
}

static struct str value_of(struct arena *home, const struct held *held,
                           const struct json_item *numbers, const char *name)
{
    return kept(home, held, held_fact(held, numbers, name), "value");
}

static struct str label_of(const struct held *held, struct str id)
{
    const struct json_item *list = json_find(held->data, STR("/case/systems"));
    for (const struct json_item *one = first(list); one; one = json_next(list, one)) {
        if (str_eq(held_member(held->data, one, "id"), id)) {
            struct str label = held_member(held->data, one, "label");
            return label.len > 0 ? label : id;
        }
    }
    return id;
}

static void pair_read(struct arena *home, const struct held *held, const struct json_item *item,
                      struct summary_pair *out)
{
    const struct json_item *numbers = json_member(item, STR("numbers"));
    static const char *const mean[2][3] = { { "mean_a", "mean_a_low", "mean_a_high" },
                                            { "mean_b", "mean_b_low", "mean_b_high" } };
    *out = (struct summary_pair){ .a = kept(home, held, item, "a"),
                                  .b = kept(home, held, item, "b"),
                                  .workload = kept(home, held, item, "workload"),
                                  .verdict = kept(home, held, item, "verdict"),
                                  .decision = kept(home, held, item, "decision"),
                                  .credited = kept(home, held, item, "credited"),
                                  .change = value_of(home, held, numbers, "change"),
                                  .change_low = value_of(home, held, numbers, "change_low"),
                                  .change_high = value_of(home, held, numbers, "change_high"),
                                  .unit = kept(home, held, held_fact(held, numbers, "mean_a"),
                                               "unit") };
    for (size_t i = 0; i < 2; i++) {
        out->mean[i] = value_of(home, held, numbers, mean[i][0]);
        out->mean_low[i] = value_of(home, held, numbers, mean[i][1]);
        out->mean_high[i] = value_of(home, held, numbers, mean[i][2]);
    }
    out->label_a = str_keep(home, label_of(held, out->a));
    out->label_b = str_keep(home, label_of(held, out->b));
}

static void pairs_read(struct arena *home, const struct held *held, struct summary *out)
{
    const struct json_item *list = json_find(held->data, STR("/comparisons"));
    size_t count = list ? json_count(list) : 0;
    struct summary_pair *pair = ARENA_MANY(home, count + 1, struct summary_pair);
    for (const struct json_item *one = first(list); one; one = json_next(list, one))
        pair_read(home, held, one, &pair[out->pair_count++]);
    out->pair = pair;
}

/* The few facts that a summary is made of, found in one walk over thousands. */
struct shown {
    struct shown_fact {
        struct str key;
        const struct json_item *fact;
    } * item;
    size_t count;
};

static struct shown shown_of(struct arena *home, const struct held *held)
{
    static const struct str keys[] = { STR_INIT("capacity.units"), STR_INIT("month.total"),
                                       STR_INIT("price.valid_until"), STR_INIT("remeasure.date"),
                                       STR_INIT("decision.review") };
    struct shown out = { 0 };
    size_t room = 0;
    for (size_t i = 0; i < held->fact_count; i++) {
        struct str key = held_member(held->data, held->fact[i], "key");
        bool wanted = false;
        for (size_t k = 0; k < ARRAY_COUNT(keys) && !wanted; k++)
            wanted = str_eq(key, keys[k]);
        if (wanted) {
            ARENA_GROW(home, struct shown_fact, out.item, out.count, room, 16);
            out.item[out.count++] = (struct shown_fact){ key, held->fact[i] };
        }
    }
    return out;
}

/* Units and amount by the month that the report derived for each system. */
static void amounts_read(struct arena *home, const struct held *held, const struct shown *shown,
                         struct summary *out)
{
    enum { MOST = 64 };
    struct summary_amount *list = ARENA_MANY(home, MOST, struct summary_amount);
    struct str units = { 0 };
    for (size_t i = 0; i < shown->count && out->amount_count < MOST; i++) {
        const struct json_item *fact = shown->item[i].fact;
        struct str key = shown->item[i].key;
        if (str_eq(key, STR("capacity.units"))) {
            units = held_member(held->data, fact, "value");
        } else if (str_eq(key, STR("month.total"))) {
            struct str system = held_member(held->data, fact, "system");
            list[out->amount_count++] =
                (struct summary_amount){ .system = str_keep(home, system),
                                         .label = str_keep(home, label_of(held, system)),
                                         .units = str_keep(home, units),
                                         .amount = kept(home, held, fact, "value") };
        }
    }
    out->amount = list;
}

/* Whose facts are looked at: a price is a system's, a rate the case's. */
enum whose { OF_ANY, OF_SYSTEM, OF_CASE };

/* Least of the texts of a key: dates stand in order as text. */
static struct str least_of(const struct held *held, const struct shown *shown, const char *key,
                           enum whose whose)
{
    struct str out = { 0 };
    for (size_t i = 0; i < shown->count; i++) {
        if (!str_eq(shown->item[i].key, str_from(key)))
            continue;
        struct str value = held_member(held->data, shown->item[i].fact, "value");
        bool of_system = held_member(held->data, shown->item[i].fact, "system").len > 0;
        if (value.len > 0 && (whose == OF_ANY || of_system == (whose == OF_SYSTEM)) &&
            (out.len == 0 || str_order(value, out) < 0))
            out = value;
    }
    return out;
}

static struct str least(const struct held *held, const struct shown *shown, const char *key)
{
    return least_of(held, shown, key, OF_ANY);
}

/* What only the case has. */
static struct str of_case(struct arena *home, const struct held *held, struct str pointer)
{
    const struct json_item *item = json_find(held->case_file, pointer);
    return !item || json_type(item) == JSON_NULL || json_type(item) >= JSON_ARRAY
               ? STR("")
               : str_keep(home, json_scalar(held->case_file, item));
}

/* The dossiers that it names as something, by its own record. */
static const struct summary_text *named_as(struct arena *home, const struct held *held,
                                           const char *as, size_t *found)
{
    const struct json_item *list = json_find(held->data, STR("/references"));
    size_t count = list && json_type(list) == JSON_ARRAY ? json_count(list) : 0;
    struct summary_text *text = ARENA_MANY(home, count + 1, struct summary_text);
    for (const struct json_item *one = first(list); one; one = json_next(list, one))
        if (str_eq(held_member(held->data, one, "as"), str_from(as)))
            text[(*found)++].text = kept(home, held, one, "content_id");
    return text;
}

static void date_add(struct arena *home, struct summary *out, struct summary_date *list,
                     struct str day, const char *what, struct str of)
{
    bool known = day.len == 0;
    for (size_t i = 0; i < out->due_count; i++) {
        known = known || (str_eq(list[i].day, day) && str_eq(list[i].what, str_from(what)) &&
                          str_eq(list[i].of, of));
    }
    if (!known)
        list[out->due_count++] = (struct summary_date){ day, str_from(what), str_keep(home, of) };
}

/* Each day on which something ends or is to be done, each thing once. A dossier signed twice by one
 * certificate ends once. */
static void dates_read(struct arena *home, const struct held *held, const struct shown *shown,
                       struct summary *out)
{
    struct summary_date *list = ARENA_MANY(home, held->signer_count + 6, struct summary_date);
    date_add(home, out, list, str_keep(home, least_of(held, shown, "price.valid_until", OF_SYSTEM)),
             "prices valid until", (struct str){ 0 });
    date_add(home, out, list, str_keep(home, least_of(held, shown, "price.valid_until", OF_CASE)),
             "exchange rate valid until", (struct str){ 0 });
    date_add(home, out, list, out->remeasure, "measure again", (struct str){ 0 });
    date_add(home, out, list, str_keep(home, least(held, shown, "decision.review")),
             "review the decision", (struct str){ 0 });
    date_add(home, out, list, of_case(home, held, STR("/decision/claims_until")),
             "last day of claims", (struct str){ 0 });
    for (size_t i = 0; i < held->signer_count; i++) {
        const struct held_signer *signer = &held->signer[i];
        date_add(home, out, list, str_keep(home, signer->ends),
                 signer->ends_stamp ? "renew the time stamp" : "certificate ends",
                 signer->ends_stamp ? STR("") : signer->subject);
    }
    out->due = list;
}

/* One certificate may sign the pages, the content and a decision: it is one signer. */
static bool signed_before(const struct held *held, size_t index)
{
    const struct held_signer *signer = held->signer;
    for (size_t i = 0; i < index; i++)
        if (signer[index].certificate.len > 0 &&
            str_eq(signer[i].certificate, signer[index].certificate))
            return true;
    return false;
}

struct summary summary_of(struct arena *home, const struct held *held)
{
    struct buf signers = buf_new(home, 1 << 20);
    const struct shown shown = shown_of(home, held);
    struct summary out = { .file = str_keep(home, held->file),
                           .content = str_keep(home, held->content),
                           .evidence_id = str_keep(home, held->evidence_id),
                           .case_id = str_keep(home, held_text(held, STR("/case/id"))),
                           .date = str_keep(home, held_text(held, STR("/case/date"))),
                           .question = str_keep(home, held_text(held, STR("/case/question"))),
                           .metric = str_keep(home, held_text(held, STR("/case/metric"))),
                           .valid_until = str_keep(home, least(held, &shown, "price.valid_until")),
                           .remeasure = str_keep(home, least(held, &shown, "remeasure.date")) };
    for (size_t i = 0; i < held->signer_count; i++) {
        if (signed_before(held, i))
            continue;
        buf_put(&signers, signers.len > 0 ? STR(", ") : STR(""));
        buf_put(&signers, held->signer[i].subject);
    }
    out.signers = signers.len > 0 ? buf_str(&signers) : (struct str){ 0 };
    pairs_read(home, held, &out);
    amounts_read(home, held, &shown, &out);
    dates_read(home, held, &shown, &out);
    out.every = of_case(home, held, STR("/remeasure/every_months"));
    out.earlier = named_as(home, held, "supersedes", &out.earlier_count);
    out.again = named_as(home, held, "baseline", &out.again_count);
    return out;
}

int summary_verdict(const struct summary *summary)
{
    int worst = -1;
    for (size_t i = 0; i < summary->pair_count; i++) {
        int one = verdict_named(summary->pair[i].verdict);
        one = one < 0 ? VERDICT_NOT : one;
        worst = one > worst ? one : worst;
    }
    return worst < 0 ? VERDICT_NOT + 1 : worst;
}
