/* case.c - reads case.json: the question, the systems and their paths, what is under test, the
 * limits. */
#include "case_parts.h"
#include "model/normal.h"

#include <assert.h>

struct case_reading {
    const struct checking *checking;
    const struct json *json;
    struct reading *reading;
    struct case_file *out;
    struct selector *selector;
    size_t selector_count;
};

static struct str text_of(const struct case_reading *r, const struct json_item *object,
                          struct str name)
{
    const struct json_item *item = object ? json_member(object, name) : NULL;
    return item ? str_keep(r->reading->home, str_trim(json_string(item))) : (struct str){ 0 };
}

static size_t count_of(const struct json_item *object, struct str name)
{
    const struct json_item *item = json_member(object, name);
    return item ? json_count(item) : 0;
}

/* ---- paths ---- */

static void selectors_read(struct case_reading *r, const struct json_item *paths,
                           enum selector_role role, struct selector form)
{
    const struct json_item *item = paths ? json_next(paths, NULL) : NULL;
    for (; item; item = json_next(paths, item)) {
        struct str pattern = { 0 }, rest = str_keep(r->reading->home, json_string(item));
        if (rest.len == 0)
            continue;
        form.instance = (struct str){ 0 };
        (void)str_cut(&rest, '#', &pattern);
        if (rest.at)
            form.instance = rest;
        form.pattern = pattern;
        form.role = role;
        form.place = json_place(r->json, item);
        form.place.file = r->reading->name;
        form.place.path = str_keep(r->reading->home, form.place.path);
        r->selector[r->selector_count++] = form;
    }
}

static bool instance_check(const struct checking *checking, const struct json_item *paths,
                           bool runs)
{
    bool good = true;
    const struct json_item *item = paths ? json_next(paths, NULL) : NULL;
    for (; item; item = json_next(paths, item)) {
        size_t mark = str_find(json_string(item), STR("#"));
        if (mark == SIZE_MAX)
            continue;
        if (!runs || mark == 0 || mark + 1 == json_string(item).len) {
            good = members_refuse(checking, checking->bad, item,
                                  runs ? STR("a path, '#' and an instance")
                                       : STR("a path without '#'"),
                                  "\"%.*s\"", STR_ARG(json_string(item)));
        }
    }
    return good;
}

/* Number of paths in an object with captures and runs. */
static size_t path_count(const struct json_item *machine)
{
    return count_of(machine, STR("captures")) + count_of(machine, STR("runs"));
}

static size_t path_count_all(const struct json_item *root)
{
    size_t count = 0;
    const struct json_item *systems = json_member(root, STR("systems"));
    const struct json_item *system = json_next(systems, NULL);
    for (; system; system = json_next(systems, system)) {
        count += count_of(system, STR("sweeps")) + count_of(system, STR("profiles"));
        const struct json_item *machines = json_member(system, STR("machines"));
        const struct json_item *machine = machines ? json_next(machines, NULL) : NULL;
        for (; machine; machine = json_next(machines, machine))
            count += path_count(machine);
    }
    const struct json_item *bridges = json_member(root, STR("bridge"));
    const struct json_item *bridge = bridges ? json_next(bridges, NULL) : NULL;
    for (; bridge; bridge = json_next(bridges, bridge))
        count += path_count(bridge);
    return count + count_of(root, STR("documents")) + count_of(root, STR("references"));
}

/* ---- systems ---- */

static bool paths_read(struct case_reading *r, const struct json_item *machine,
                       struct selector form)
{
    const struct json_item *captures = json_member(machine, STR("captures"));
    const struct json_item *runs = json_member(machine, STR("runs"));
    selectors_read(r, captures, SELECT_CAPTURES, form);
    selectors_read(r, runs, SELECT_RUNS, form);
    bool good = instance_check(r->checking, captures, false);
    return instance_check(r->checking, runs, true) && good;
}

static void machine_init(struct case_reading *r, struct machine *machine,
                         const struct system *system, size_t index)
{
    *machine = (struct machine){ .id = str_format(r->reading->home, "%.*s.%zu", STR_ARG(system->id),
                                                  index + 1),
                                 .system = system,
                                 .facts = facts_new(r->reading->home),
                                 .index = index };
}

/* What the case itself says of all runs of a system. */
static void facts_declare(const struct case_reading *r, const struct json_item *item,
                          const struct members *members, struct system *system)
{
    struct reading scoped = *r->reading;
    scoped.facts = system->facts;
    scoped.system = system;
    struct checking declaring = *r->checking;
    declaring.reading = &scoped;
    members_facts(&declaring, item, members);
}

static bool system_read(struct case_reading *r, const struct json_item *item, size_t index)
{
    struct arena *home = r->reading->home;
    struct system *system = &r->out->system[index];
    const struct json_item *machines = json_member(item, STR("machines"));
    const struct json_item *baseline = json_member(item, STR("baseline"));
    *system = (struct system){ .id = text_of(r, item, STR("id")),
                               .label = text_of(r, item, STR("label")),
                               .baseline = baseline && json_type(baseline) == JSON_TRUE,
                               .facts = facts_new(home),
                               .sweep = facts_new(home),
                               .machine_count = json_count(machines),
                               .index = index };
    system->machine = ARENA_MANY(home, system->machine_count, struct machine);
    bool good = name_check(r->checking, json_member(item, STR("id")));
    good = name_check(r->checking, json_member(item, STR("label"))) && good;
    for (size_t i = 0; i < index; i++) {
        if (str_eq(r->out->system[i].label, system->label)) {
            good =
                members_refuse(r->checking, r->checking->bad, json_member(item, STR("label")),
                               STR("each system's label once"), "\"%.*s\"", STR_ARG(system->label));
        }
        if (str_eq(r->out->system[i].id, system->id)) {
            good = members_refuse(r->checking, r->checking->bad, json_member(item, STR("id")),
                                  STR("each system's id once"), "\"%.*s\"", STR_ARG(system->id));
        }
        if (r->out->system[i].baseline && system->baseline) {
            good = members_refuse(r->checking, r->checking->bad, baseline,
                                  STR("at most one baseline"), "true");
        }
    }
    size_t position = 0;
    const struct json_item *machine = json_next(machines, NULL);
    for (; machine; machine = json_next(machines, machine), position++) {
        machine_init(r, &system->machine[position], system, position);
        system->machine[position].workload = category_workload(home, machine);
        category_declare(r->checking, machine, &system->machine[position]);
        good = paths_read(r, machine, (struct selector){ .system = index, .machine = position }) &&
               good;
    }
    const struct json_item *sweeps = json_member(item, STR("sweeps"));
    selectors_read(r, sweeps, SELECT_SWEEPS, (struct selector){ .system = index });
    good = instance_check(r->checking, sweeps, false) && good;
    const struct json_item *profiles = json_member(item, STR("profiles"));
    selectors_read(r, profiles, SELECT_PROFILES, (struct selector){ .system = index });
    good = instance_check(r->checking, profiles, false) && good;
    facts_declare(r, item, &case_system_members, system);
    return good;
}

/* A bridge run repeats a workload that the system it is like has. */
static bool bridge_workload(struct case_reading *r, const struct json_item *item,
                            const struct system *like, struct machine *machine)
{
    const struct json_item *at = json_member(item, STR("workload"));
    machine->workload = category_workload(r->reading->home, item);
    category_declare(r->checking, item, machine);
    for (size_t i = 0; i < like->machine_count; i++)
        if (str_eq(like->machine[i].workload, machine->workload))
            return true;
    return members_refuse(r->checking, r->checking->bad, at ? at : item,
                          STR("a \"workload\" that a machine of the system has"),
                          at ? "\"%.*s\"" : "a bridge run without one%.*s",
                          STR_ARG(machine->workload));
}

static bool bridge_read(struct case_reading *r, const struct json_item *item, size_t index)
{
    struct arena *home = r->reading->home;
    struct system *system = &r->out->bridge[index];
    struct str like = text_of(r, item, STR("like"));
    size_t found = 0;
    while (found < r->out->system_count && !str_eq(r->out->system[found].id, like))
        found++;
    *system = (struct system){ .id = str_format(home, "bridge.%zu", index + 1),
                               .facts = facts_new(home),
                               .machine_count = 1,
                               .index = r->out->system_count + index };
    system->machine = ARENA_NEW(home, struct machine);
    machine_init(r, system->machine, system, 0);
    system->machine->id = system->id;
    if (found == r->out->system_count) {
        return members_refuse(r->checking, r->checking->bad, json_member(item, STR("like")),
                              STR("the id of a system"), "\"%.*s\"", STR_ARG(like));
    }
    facts_declare(r, item, &case_bridge_members, system);
    bool good = bridge_workload(r, item, &r->out->system[found], system->machine);
    return paths_read(r, item,
                      (struct selector){ .system = index, .bridge = true, .like = found }) &&
           good;
}

/* A dossier that is packed whole is a document like any other: what verifies this one verifies it.
 */
static void embedded_read(struct case_reading *r, const struct json_item *references)
{
    const struct json_item *item = references ? json_next(references, NULL) : NULL;
    for (; item; item = json_next(references, item)) {
        const struct json_item *path = json_member(item, STR("dossier"));
        const struct json_item *embed = json_member(item, STR("embed"));
        if (path && embed && json_type(embed) == JSON_TRUE) {
            struct place place = json_place(r->json, path);
            place.file = r->reading->name;
            place.path = str_keep(r->reading->home, place.path);
            r->selector[r->selector_count++] = (struct selector){
                .pattern = str_keep(r->reading->home, json_string(path)),
                .role = SELECT_DOCUMENTS,
                .place = place,
            };
        }
    }
}

static bool systems_read(struct case_reading *r, const struct json_item *root)
{
    struct arena *home = r->reading->home;
    const struct json_item *systems = json_member(root, STR("systems"));
    const struct json_item *bridges = json_member(root, STR("bridge"));
    struct case_file *out = r->out;
    size_t paths = path_count_all(root), index = 0;
    bool good = true;
    r->selector = ARENA_MANY(home, paths, struct selector);
    out->system_count = json_count(systems);
    out->system = ARENA_MANY(home, out->system_count, struct system);
    const struct json_item *item = json_next(systems, NULL);
    for (; item; item = json_next(systems, item))
        good = system_read(r, item, index++) && good;
    out->bridge_count = bridges ? json_count(bridges) : 0;
    out->bridge = ARENA_MANY(home, out->bridge_count, struct system);
    item = bridges ? json_next(bridges, NULL) : NULL;
    for (index = 0; item; item = json_next(bridges, item))
        good = bridge_read(r, item, index++) && good;
    const struct json_item *documents = json_member(root, STR("documents"));
    selectors_read(r, documents, SELECT_DOCUMENTS, (struct selector){ .system = 0 });
    good = instance_check(r->checking, documents, false) && good;
    embedded_read(r, json_member(root, STR("references")));
    assert(r->selector_count <= paths);
    out->selector = r->selector;
    out->selector_count = r->selector_count;
    return good;
}

/* ---- what is compared ---- */

/* What is computed from samples; any other word would stand beside the mean. A largest value is
 * "p100"; "p0.99" is the 99th percentile written as a fraction, and would pick the smallest. Of a
 * time to completion, and of a whole run, the instance may pick a fact. */
static bool metric_instance(const struct case_reading *r, const struct json_item *metric)
{
    uint32_t num, den;
    struct str instance = r->out->metric_instance;
    bool percentile = percentile_read(instance, &num, &den) && num >= den / 100;
    if (r->out->metric_kind == METRIC_TO_COMPLETION || r->out->metric_kind == METRIC_WHOLE_RUN ||
        instance.len == 0 || str_eq(instance, STR("mean")) || percentile)
        return true;
    return members_refuse(r->checking, r->checking->bad, json_member(metric, STR("instance")),
                          STR("\"mean\", \"median\" or a percentile from p1, such as \"p95\" or "
                              "\"p99.9\", up to \"p100\", the largest"),
                          "\"%.*s\"", STR_ARG(str_sub(instance, 0, 64)));
}

static const char *const kinds[] = {
    [METRIC_PER_RUN] = "per_run",           [METRIC_AT_LOAD] = "at_load",
    [METRIC_AT_OBJECTIVE] = "at_objective", [METRIC_TO_COMPLETION] = "to_completion",
    [METRIC_WHOLE_RUN] = "whole_run",
};

const char *metric_kind_name(enum metric_kind kind)
{
    return kinds[kind];
}

static bool metric_read(const struct case_reading *r, const struct json_item *metric)
{
    bool known = vocabulary_find(text_of(r, metric, STR("key")), &r->out->metric);
    assert(known);
    r->out->metric_instance = text_of(r, metric, STR("instance"));
    struct str kind = text_of(r, metric, STR("kind"));
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++)
        if (str_eq(kind, str_from(kinds[i])))
            r->out->metric_kind = (enum metric_kind)i;
    return metric_instance(r, metric);
}

/* Members that only the other kind has are refused: they would be read and not heeded. */
static bool under_test_members(const struct case_reading *r, const struct json_item *item,
                               bool layers, bool categories)
{
    static const char *const executor_only[] = { "release_rule", "unit", "terms" };
    size_t needed = ARRAY_COUNT(executor_only) - (categories ? 1 : 0); /* each is terms itself */
    const struct json_item *differences = json_member(item, STR("differences"));
    bool good = true;
    if (layers && differences) {
        good = members_refuse(r->checking, r->checking->bad, differences,
                              STR("kind \"executor\" beside it"), "\"differences\"");
    }
    for (size_t i = 0; i < needed; i++) {
        const struct json_item *member = json_member(item, str_from(executor_only[i]));
        if (layers == (member != NULL)) {
            good = members_refuse(r->checking, r->checking->bad, member ? member : item,
                                  layers ? STR("kind \"executor\" beside it")
                                         : STR("it, for kind \"executor\""),
                                  "\"%s\"%s", executor_only[i], layers ? "" : " is missing");
        }
    }
    const struct json_item *list = json_member(item, STR("layers"));
    if (layers == (!list)) {
        good =
            members_refuse(r->checking, r->checking->bad, list ? list : item,
                           layers ? STR("one to three layers") : STR("kind \"layers\" beside it"),
                           "\"layers\"%s", layers ? " is missing" : "");
    }
    return good;
}

/* Each becomes a declared fact of the case, whose instance is the layer or key it speaks of. */
static bool differences_read(const struct case_reading *r, const struct json_item *list)
{
    bool good = true;
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (; item; item = json_next(list, item)) {
        bool forced = str_eq(json_string(json_member(item, STR("class"))), STR("forced"));
        const struct json_item *why = json_member(item, forced ? STR("document") : STR("reason"));
        if (!why) {
            good = members_refuse(r->checking, r->checking->bad, item,
                                  forced ? STR("\"document\": what shows that the other side "
                                               "cannot run this value")
                                         : STR("\"reason\": why it was chosen"),
                                  "a difference without it");
            continue;
        }
        good = sentence_check(r->checking, why, r->out) && good;
        good = json_fact(r->reading, r->json, why, json_string(json_member(item, STR("of"))),
                         forced ? KEY_CASE_FORCED : KEY_CASE_CHOSEN, UNIT_NONE) &&
               good;
    }
    return good;
}

/* Each becomes a declared fact of the case: its instance names the key and both texts, its value is
 * the reason. */
static bool same_read(const struct case_reading *r, const struct json_item *list)
{
    bool good = true;
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (; item; item = json_next(list, item)) {
        const struct json_item *values = json_member(item, STR("values"));
        const struct json_item *one = values ? json_next(values, NULL) : NULL;
        const struct json_item *other = one ? json_next(values, one) : NULL;
        const struct json_item *why = json_member(item, STR("reason"));
        if (!other || !why)
            continue; /* said by the check of the members */
        struct str instance =
            str_format(r->reading->home, "%.*s: %.*s = %.*s",
                       STR_ARG(json_string(json_member(item, STR("of")))),
                       STR_ARG(str_trim(json_string(one))), STR_ARG(str_trim(json_string(other))));
        good = sentence_check(r->checking, why, r->out) && good;
        good = json_fact(r->reading, r->json, why, instance, KEY_CASE_SAME, UNIT_NONE) && good;
    }
    return good;
}

static bool under_test_read(struct case_reading *r, const struct json_item *root)
{
    const struct json_item *item = json_member(root, STR("under_test"));
    struct under_test *out = &r->out->under_test;
    if (!item) { /* a single system: all its runs are alike */
        out->kind = UNDER_TEST_LAYERS;
        return true;
    }
    bool layers = str_eq(text_of(r, item, STR("kind")), STR("layers"));
    out->kind = layers ? UNDER_TEST_LAYERS : UNDER_TEST_EXECUTOR;
    out->terms = text_of(r, item, STR("terms"));
    out->release_rule = text_of(r, item, STR("release_rule"));
    out->unit = text_of(r, item, STR("unit"));
    const struct json_item *list = json_member(item, STR("layers"));
    const struct json_item *layer = list ? json_next(list, NULL) : NULL;
    for (; layer; layer = json_next(list, layer))
        if (str_eq(json_string(layer), STR("precision")))
            out->precision = true;
        else if (layer_find(json_string(layer), &out->layer[out->layer_count]))
            out->layer_count++;
    return differences_read(r, json_member(item, STR("differences"))) &&
           under_test_members(r, item, layers, categories_named(json_member(root, STR("systems"))));
}

/* ---- sentences and owners ---- */

static bool sentences_read(struct case_reading *r, const struct json_item *list, enum key key,
                           struct case_text **out, size_t *count)
{
    bool good = true;
    *count = 0;
    *out = ARENA_MANY(r->reading->home, list ? json_count(list) : 0, struct case_text);
    const struct json_item *item = list ? json_next(list, NULL) : NULL;
    for (; item; item = json_next(list, item)) {
        struct str instance = str_format(r->reading->scratch, "%zu", *count + 1);
        good = sentence_check(r->checking, item, r->out) && good;
        if (json_fact(r->reading, r->json, item, instance, key, UNIT_NONE)) {
            const struct fact *fact =
                facts_at(r->reading->facts, facts_count(r->reading->facts) - 1);
            (*out)[(*count)++] = (struct case_text){ .text = fact->value.text, .fact = fact };
        }
    }
    return good;
}

static void owners_read(struct case_reading *r, const struct json_item *owners)
{
    for (size_t i = 0; i < LAYER_COUNT; i++)
        r->out->owner[i] = str_from(layer_row((enum layer)i)->owner);
    const struct json_item *item = owners ? json_next(owners, NULL) : NULL;
    for (; item; item = json_next(owners, item)) {
        enum layer layer;
        if (layer_find(json_name(item), &layer))
            r->out->owner[layer] = str_keep(r->reading->home, str_trim(json_string(item)));
    }
}

/* ---- the whole ---- */

static void head_read(struct case_reading *r, const struct json_item *root)
{
    struct case_file *out = r->out;
    out->id = text_of(r, root, STR("id"));
    out->date = text_of(r, root, STR("date"));
    out->language = text_of(r, root, STR("language"));
    out->question = text_of(r, root, STR("question"));
    out->asked_by = text_of(r, root, STR("asked_by"));
    out->profile = text_of(r, root, STR("profile"));
    if (str_eq(out->profile, STR("purchase")))
        out->profile = (struct str){ 0 }; /* what the built-in rules ask */
    if (out->language.len == 0)
        out->language = STR("en");
}

static bool case_build(struct case_reading *r, const struct json_item *root,
                       const struct evidence *rules, const struct evidence *profile)
{
    bool good = systems_read(r, root);
    head_read(r, root);
    good = single_check(r->checking, root) && good;
    good = metric_read(r, json_member(root, STR("metric"))) && good;
    good = under_test_read(r, root) && good;
    good = same_read(r, json_member(root, STR("same"))) && good;
    good = case_names_check(r->checking, json_member(root, STR("systems")), r->out) && good;
    members_facts(r->checking, root, &case_members);
    good = sentences_read(r, json_member(root, STR("assumptions")), KEY_CASE_ASSUMPTION,
                          &r->out->assumption, &r->out->assumption_count) &&
           good;
    good = sentences_read(r, json_member(root, STR("limitations")), KEY_CASE_LIMITATION,
                          &r->out->limitation, &r->out->limitation_count) &&
           good;
    owners_read(r, json_member(root, STR("owners")));
    good =
        policy_read(r->checking, json_member(root, STR("policy")), rules, profile, r->out) && good;
    good = terms_read(r->checking, root, r->out) && good;
    good = decision_read(r->checking, root, r->out) && good;
    good = question_check(r->checking, json_member(root, STR("question")), r->out) && good;
    return sentence_check(r->checking, json_member(root, STR("question")), r->out) && good;
}

bool case_read(struct arena *home, const struct evidence *evidence, const struct evidence *rules,
               const struct limits *limits, struct case_file *out, struct diags *diags)
{
    return case_read_under(home, evidence, rules, NULL, limits, out, diags);
}

struct str case_profile(struct arena *home, const struct evidence *evidence,
                        const struct limits *limits)
{
    struct json *json = NULL;
    struct diags *unheard = diags_new(home); /* the case is read again, and then told of */
    if (!json_read(home, evidence->name, evidence->bytes, limits, &json, unheard) ||
        json_type(json_root(json)) != JSON_OBJECT)
        return (struct str){ 0 };
    const struct json_item *item = json_member(json_root(json), STR("profile"));
    static const struct str named[] = { STR_INIT("engineering"), STR_INIT("mlperf") };
    for (size_t i = 0; item && json_type(item) == JSON_STRING && i < ARRAY_COUNT(named); i++)
        if (str_eq(str_trim(json_string(item)), named[i]))
            return named[i];
    return (struct str){ 0 };
}

/* Names of earlier dossiers were resolved before: what they stand for is written beside them. */
static bool machines_stand(const struct checking *checking, const struct json_item *systems)
{
    bool good = true;
    const struct json_item *item = json_next(systems, NULL);
    for (; item; item = json_next(systems, item)) {
        const struct json_item *names = json_member(item, STR("bundles"));
        if (names && !json_member(item, STR("machines")))
            good = members_refuse(checking, checking->bad, names,
                                  STR("the machines of these beside them, as a dossier packs them"),
                                  "names alone");
        for (const struct json_item *one = names ? json_next(names, NULL) : NULL; one;
             one = json_next(names, one)) {
            struct str rest = json_string(one), path;
            if (!str_cut(&rest, '#', &path) || !case_path_plain(path) || rest.len == 0)
                good = members_refuse(checking, checking->bad, one,
                                      STR("a dossier, '#' and the id of a system of it"),
                                      "\"%.*s\"", STR_ARG(json_string(one)));
        }
    }
    return good;
}

bool case_read_under(struct arena *home, const struct evidence *evidence,
                     const struct evidence *rules, const struct evidence *profile,
                     const struct limits *limits, struct case_file *out, struct diags *diags)
{
    struct json *json;
    *out = (struct case_file){ .evidence = evidence, .facts = facts_new(home) };
    struct reading reading = { .home = home,
                               .scratch = home,
                               .evidence = evidence,
                               .name = evidence->name,
                               .bytes = evidence->bytes,
                               .limits = limits,
                               .diags = diags,
                               .facts = out->facts,
                               .kind = FACT_DECLARED };
    if (!reading_json(&reading, &json))
        return false;
    struct checking checking = {
        .reading = &reading, .json = json, .unknown = DIAG_CASE_MEMBER, .bad = DIAG_CASE_VALUE
    };
    if (!members_check(&checking, json_root(json), &case_members))
        return false;
    struct case_reading r = {
        .checking = &checking, .json = json, .reading = &reading, .out = out
    };
    if (!machines_stand(&checking, json_member(json_root(json), STR("systems"))))
        return false;
    return case_build(&r, json_root(json), rules, profile);
}
