/* plan.c - a plan of measurements (docs/plan.md): what it fixes as facts, so that each thing can be
 * held against what was done. */
#include "model/records.h"
#include "records.h"

#include <string.h>

enum { TURNS_MOST = 10000, TURN_RUNS_MOST = 1000 };

struct planning {
    struct reading reading;
    const struct json *json;
    const struct json_item *root;
    const struct case_file *case_file;
    struct plan *out;
    struct plan_turn *turn; /* out->turn */
};

static const struct fact *last_fact(const struct planning *p)
{
    return facts_at(p->reading.facts, facts_count(p->reading.facts) - 1);
}

static const struct fact *take(struct planning *p, const struct json_item *item,
                               struct str instance, enum key key)
{
    return item && json_fact(&p->reading, p->json, item, instance, key, UNIT_NONE) ? last_fact(p)
                                                                                   : NULL;
}

static const struct fact *take_text(struct planning *p, const char *name, enum key key)
{
    const struct json_item *item = json_member(p->root, str_from(name));
    bool text = item && json_type(item) == JSON_STRING && str_trim(json_string(item)).len > 0;
    return text ? take(p, item, (struct str){ 0 }, key) : NULL;
}

/* ---- what it fixes ---- */

/* Limits under their names in `policy` of a case; others are words for a reader. */
static void limits_take(struct planning *p)
{
    const struct json_item *list = json_member(p->root, STR("limits"));
    size_t most = list ? json_count(list) : 0, count = 0;
    const struct fact **limit = ARENA_MANY(p->reading.home, most + 1, const struct fact *);
    for (const struct json_item *item = most ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item)) {
        enum key key;
        struct str name = json_name(item);
        bool known =
            vocabulary_find(str_format(p->reading.scratch, "policy.%.*s", STR_ARG(name)), &key) ||
            vocabulary_find(str_format(p->reading.scratch, "policy.steady.%.*s", STR_ARG(name)),
                            &key);
        const struct fact *fact = known ? take(p, item, STR("planned"), key) : NULL;
        if (fact && fact->value.number)
            limit[count++] = fact;
    }
    p->out->limit = limit;
    p->out->limit_count = count;
}

static void runs_take(struct planning *p)
{
    const struct json_item *list = json_member(p->root, STR("runs"));
    size_t systems = p->case_file->system_count, found = 0;
    const struct fact **runs = ARENA_MANY(p->reading.home, systems, const struct fact *);
    if (!list || json_type(list) != JSON_OBJECT)
        return; /* words */
    for (size_t i = 0; i < systems; i++) {
        struct str id = p->case_file->system[i].id;
        const struct fact *fact = take(p, json_member(list, id), id, KEY_PLAN_RUNS);
        runs[i] = fact && fact->value.number ? fact : NULL;
        found += runs[i] != NULL;
    }
    p->out->runs = found > 0 ? runs : NULL;
}

static bool is_id(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-';
}

/* The systems of the case that stand as words in a text, in order: "slot 1: unit 0 A, unit 1 B". */
static size_t systems_in(const struct planning *p, struct str text, size_t *out)
{
    size_t count = 0;
    for (size_t at = 0; at < text.len; at++) {
        size_t end = at;
        while (end < text.len && is_id(text.at[end]))
            end++;
        for (size_t i = 0; end > at && i < p->case_file->system_count; i++)
            if (str_eq(p->case_file->system[i].id, str_sub(text, at, end)) &&
                count < TURN_RUNS_MOST)
                out[count++] = i;
        at = end > at ? end : at;
    }
    return count;
}

/* One item of the order: runs that may be made at once or in any order. False: it names none. */
static bool turn_take(struct planning *p, const struct json_item *item, size_t number)
{
    struct str text = json_string(item);
    size_t *system = ARENA_MANY(p->reading.scratch, TURN_RUNS_MOST, size_t);
    size_t count = json_type(item) == JSON_STRING ? systems_in(p, text, system) : 0;
    struct str instance = str_format(p->reading.home, "%zu", number);
    const struct fact *fact = count > 0 ? take(p, item, instance, KEY_PLAN_ORDER) : NULL;
    if (!fact)
        return false;
    size_t *kept = ARENA_MANY(p->reading.home, count, size_t);
    memcpy(kept, system, count * sizeof *kept);
    p->turn[p->out->turn_count++] =
        (struct plan_turn){ .fact = fact, .system = kept, .count = count };
    return true;
}

static void order_take(struct planning *p)
{
    const struct json_item *list = json_member(p->root, STR("order"));
    size_t most = list && json_type(list) == JSON_ARRAY ? json_count(list) : 0, number = 0;
    if (most == 0 || most > TURNS_MOST)
        return; /* words */
    p->out->turn = p->turn = ARENA_MANY(p->reading.home, most, struct plan_turn);
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        if (!turn_take(p, item, ++number)) {
            p->out->turn_count = 0; /* in part it is no order */
            return;
        }
    }
}

/* ---- whether it is one ---- */

/* A plan that does not name the systems of the case is one of something else. */
static struct str fault_of(const struct planning *p)
{
    struct arena *home = p->reading.home;
    const struct json_item *systems = json_member(p->root, STR("systems"));
    const struct json_item *name = json_member(p->root, STR("plan"));
    if (json_type(p->root) != JSON_OBJECT || !name || str_trim(json_string(name)).len == 0)
        return STR("it is no JSON object with the name of a plan (member \"plan\")");
    if (!systems || json_type(systems) != JSON_OBJECT)
        return STR("it has no member \"systems\" that names what is to be measured");
    for (size_t i = 0; i < p->case_file->system_count; i++) {
        struct str id = p->case_file->system[i].id;
        if (!json_member(systems, id))
            return str_format(home, "it does not name system %.*s", STR_ARG(id));
    }
    if (!p->out->runs && p->out->turn_count == 0)
        return STR("it fixes no number of runs of each system, by \"runs\" or by \"order\"");
    return !p->out->metric ? STR("it names no metric") : (struct str){ 0 };
}

/* Takes what the plan fixes into `facts`; false: `out` says why it is none. */
static bool plan_take(struct planning *p, struct facts *facts)
{
    struct str none = p->out->unsigned_why;
    const struct evidence *evidence = p->out->evidence;
    *p->out = (struct plan){ .evidence = evidence, .unsigned_why = none };
    p->reading.facts = facts;
    if (json_type(p->root) == JSON_OBJECT) {
        p->out->question = take_text(p, "question", KEY_PLAN_QUESTION);
        p->out->metric = take_text(p, "metric", KEY_PLAN_METRIC);
        runs_take(p);
        limits_take(p);
        order_take(p);
    }
    p->out->fault = fault_of(p);
    return p->out->fault.len == 0;
}

const struct plan *plan_read(struct arena *home, const struct case_file *case_file,
                             const struct evidence *evidence, const struct limits *limits)
{
    struct plan *out = ARENA_NEW(home, struct plan);
    struct diags *diags = diags_new(home);
    struct json *json;
    out->evidence = evidence;
    out->unsigned_why = STR("no signature over it is kept among the documents");
    struct planning p = { .reading = { .home = home,
                                       .scratch = home,
                                       .evidence = evidence,
                                       .name = evidence->name,
                                       .bytes = evidence->bytes,
                                       .limits = limits,
                                       .diags = diags,
                                       .kind = FACT_DECLARED },
                          .case_file = case_file,
                          .out = out };
    if (!json_read(home, evidence->name, evidence->bytes, limits, &json, diags)) {
        out->fault = record_fault(home, diags, STR("it is no JSON text"));
        return out;
    }
    p.json = json;
    p.root = json_root(json);
    if (plan_take(&p, facts_new(home))) /* of what is no plan no fact is taken */
        (void)plan_take(&p, case_file->facts);
    return out;
}
