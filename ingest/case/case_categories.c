/* case_categories.c - several categories in one case (as shipped, ported, tuned), as procurements
 * ask for them: runs of one category are compared with runs of the same category alone. What a
 * machine's runs are compared as is then its workload with the category behind it, so that no
 * comparison can hold runs of two. */
#include "case_parts.h"
#include "model/decision.h"

enum { CATEGORIES_MOST = 4096 }; /* more are refused when they are judged */

static struct str member_text(const struct json_item *object, const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    return item && json_type(item) == JSON_STRING ? str_trim(json_string(item)) : (struct str){ 0 };
}

struct str category_workload(struct arena *home, const struct json_item *machine)
{
    struct str work = member_text(machine, "workload"), category = member_text(machine, "category");
    return category.len > 0 ? str_format(home, "%.*s (%.*s)", STR_ARG(work), STR_ARG(category))
                            : str_keep(home, work);
}

bool categories_named(const struct json_item *systems)
{
    const struct json_item *system = systems ? json_next(systems, NULL) : NULL;
    for (; system; system = json_next(systems, system)) {
        const struct json_item *machines = json_member(system, STR("machines"));
        const struct json_item *machine = machines ? json_next(machines, NULL) : NULL;
        for (; machine; machine = json_next(machines, machine))
            if (json_member(machine, STR("category")))
                return true;
    }
    return false;
}

void category_declare(const struct checking *checking, const struct json_item *item,
                      struct machine *machine)
{
    const struct json_item *category = json_member(item, STR("category"));
    struct reading scoped = *checking->reading;
    scoped.facts = machine->facts;
    scoped.system = machine->system;
    scoped.machine = machine;
    if (category)
        (void)json_fact(&scoped, checking->json, category, STR(""), KEY_STACK_TERMS, UNIT_NONE);
}

struct categories_reading {
    const struct checking *checking;
    const struct case_file *case_file;
    struct category *item;
    size_t count;
    bool good;
};

static void refuse(struct categories_reading *r, const struct json_item *at, struct str expected,
                   const char *found)
{
    r->good = members_refuse(r->checking, r->checking->bad, at, expected, "%s", found) && r->good;
}

/* A machine or a bridge: told whole or refused, since runs of no category would be compared with
 * none of those that have one. */
static void machine_read(struct categories_reading *r, const struct json_item *machine)
{
    const struct json_item *category = json_member(machine, STR("category"));
    const struct json_item *work = json_member(machine, STR("workload"));
    if (!category) {
        refuse(r, machine, STR("a \"category\" of each machine and bridge, or of none"),
               "runs of no category");
        return;
    }
    if (!work) {
        refuse(r, category, STR("a \"workload\" beside it: the work that was done in it"),
               "\"category\" alone");
        return;
    }
    struct reading *reading = r->checking->reading;
    struct str name = category_workload(reading->home, machine);
    for (size_t i = 0; i < r->count; i++)
        if (str_eq(r->item[i].workload, name))
            return;
    if (r->count == CATEGORIES_MOST ||
        !json_fact(reading, r->checking->json, category, name, KEY_CASE_TERMS, UNIT_NONE))
        return;
    r->item[r->count++] = (struct category){
        .workload = name,
        .work = str_keep(reading->home, member_text(machine, "workload")),
        .name = str_keep(reading->home, member_text(machine, "category")),
        .fact = facts_at(reading->facts, facts_count(reading->facts) - 1),
    };
}

static void machines_read(struct categories_reading *r, const struct json_item *root)
{
    const struct json_item *systems = json_member(root, STR("systems"));
    const struct json_item *bridges = json_member(root, STR("bridge"));
    const struct json_item *system = json_next(systems, NULL);
    for (; system; system = json_next(systems, system)) {
        const struct json_item *machines = json_member(system, STR("machines"));
        const struct json_item *machine = machines ? json_next(machines, NULL) : NULL;
        for (; machine; machine = json_next(machines, machine))
            machine_read(r, machine);
    }
    const struct json_item *bridge = bridges ? json_next(bridges, NULL) : NULL;
    for (; bridge; bridge = json_next(bridges, bridge))
        machine_read(r, bridge);
}

static const struct category *row_find(const struct categories_reading *r, struct str work,
                                       struct str name)
{
    for (size_t i = 0; i < r->count; i++)
        if (str_eq(r->item[i].work, work) && str_eq(r->item[i].name, name))
            return &r->item[i];
    return NULL;
}

/* A category that is required has a row of each work, also where nobody was measured in it. */
static void required_add(struct categories_reading *r, const struct json_item *one)
{
    struct reading *reading = r->checking->reading;
    struct str name = str_keep(reading->home, str_trim(json_string(one)));
    size_t measured = r->count;
    for (size_t i = 0; i < measured && r->count < CATEGORIES_MOST; i++) {
        struct str work = r->item[i].work;
        struct str workload =
            str_format(reading->home, "%.*s (%.*s)", STR_ARG(work), STR_ARG(name));
        if (row_find(r, work, name) ||
            !json_fact(reading, r->checking->json, one, workload, KEY_CASE_TERMS, UNIT_NONE))
            continue;
        r->item[r->count++] = (struct category){
            .workload = workload,
            .work = work,
            .name = name,
            .fact = facts_at(reading->facts, facts_count(reading->facts) - 1),
        };
    }
    for (size_t i = 0; i < r->count; i++)
        r->item[i].required = r->item[i].required || str_eq(r->item[i].name, name);
}

/* By work as the case names them, and of each in one order. */
static struct category *rows_ordered(const struct categories_reading *r)
{
    static const struct str order[] = { STR_INIT("as-shipped"), STR_INIT("ported"),
                                        STR_INIT("tuned") };
    struct category *out = ARENA_MANY(r->checking->reading->home, r->count, struct category);
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        size_t before = 0;
        while (before < i && !str_eq(r->item[before].work, r->item[i].work))
            before++;
        for (size_t k = 0; before == i && k < ARRAY_COUNT(order); k++) {
            const struct category *row = row_find(r, r->item[i].work, order[k]);
            if (row)
                out[count++] = *row;
        }
    }
    return out;
}

bool categories_read(const struct checking *checking, const struct json_item *root,
                     const struct case_file *case_file, struct terms *terms)
{
    struct categories_reading r = { .checking = checking, .case_file = case_file, .good = true };
    const struct json_item *tested = json_member(root, STR("under_test"));
    const struct json_item *required =
        tested && json_type(tested) == JSON_OBJECT ? json_member(tested, STR("required")) : NULL;
    if (!categories_named(json_member(root, STR("systems")))) {
        if (required)
            refuse(&r, required, STR("machines with a \"category\""), "\"required\"");
        return r.good;
    }
    const struct json_item *named = tested ? json_member(tested, STR("terms")) : NULL;
    if (case_file->under_test.kind != UNDER_TEST_EXECUTOR)
        refuse(&r, tested ? tested : root,
               STR("under_test of kind \"executor\", where machines have a \"category\""),
               tested ? "kind \"layers\"" : "a single system");
    if (named)
        refuse(&r, named, STR("no \"terms\" where machines have a \"category\", which says them"),
               "\"terms\"");
    r.item = ARENA_MANY(checking->reading->home, CATEGORIES_MOST, struct category);
    machines_read(&r, root);
    const struct json_item *one = required ? json_next(required, NULL) : NULL;
    for (; one; one = json_next(required, one))
        required_add(&r, one);
    terms->category = rows_ordered(&r);
    terms->category_count = r.count;
    return r.good;
}
