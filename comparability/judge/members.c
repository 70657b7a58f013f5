/* members.c - what the runs of a comparison say: facts by key and instance, silences, both sides,
 * and whether the one accelerator of a run was chosen of several. */
#include "clashes.h"
#include "judging.h"
#include "model/decision.h"
#include "model/likeness.h"

#include "model/traits.h"

#include <glib.h>
#include <math.h>
#include <string.h>

size_t side_count(const struct judging *judging, enum side side, bool once)
{
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        count += member->side == side && !(once && member->alone->copy_of != SIZE_MAX);
    }
    return count;
}

static void scopes_of(const struct judging *judging, const struct run *run,
                      const struct facts *scope[4])
{
    scope[0] = run->facts;
    scope[1] = run->machine->facts;
    scope[2] = run->machine->system->facts;
    scope[3] = judging->case_file->facts;
}

static int instance_order(const void *left, const void *right, void *unused)
{
    (void)unused;
    return str_order(*(const struct str *)left, *(const struct str *)right);
}

static void instance_put(const struct judging *judging, struct instances *out, size_t *room,
                         struct str instance)
{
    ARENA_GROW(judging->home, struct str, out->item, out->count, *room, 4);
    out->item[out->count++] = instance;
}

/* Of all keys in one walk: all facts of many runs are more than a processor's cache holds, and
 * rules ask for some hundred keys. */
static void instances_gather(const struct judging *judging)
{
    const struct facts *last[4] = { NULL }; /* runs share a machine, a system and the case */
    size_t *room = ARENA_MANY(judging->home, KEY_COUNT, size_t);
    memset(room, 0, KEY_COUNT * sizeof *room);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct facts *scope[4];
        scopes_of(judging, judging->member[i].run, scope);
        for (size_t j = 0; j < ARRAY_COUNT(scope); j++) {
            bool again = scope[j] == last[j] || !scope[j];
            last[j] = scope[j];
            for (size_t k = 0; !again && k < facts_count(scope[j]); k++) {
                const struct fact *fact = facts_at(scope[j], k);
                struct instances *out = &judging->instances[fact->key];
                if (out->count == 0 || !str_eq(out->item[out->count - 1], fact->instance))
                    instance_put(judging, out, &room[fact->key], fact->instance);
            }
        }
    }
    for (int key = 0; key < KEY_COUNT; key++)
        judging->instances[key].gathered = true;
}

static void instances_settle(struct instances *out)
{
    size_t kept = 0;
    out->known = true;
    if (out->count)
        g_qsort_with_data(out->item, (gint)out->count, sizeof *out->item, instance_order, NULL);
    for (size_t i = 0; i < out->count; i++)
        if (kept == 0 || !str_eq(out->item[kept - 1], out->item[i]))
            out->item[kept++] = out->item[i];
    out->count = kept;
}

size_t instances_seen(const struct judging *judging, enum key key, struct str **out)
{
    struct instances *list = &judging->instances[key];
    if (!list->gathered)
        instances_gather(judging);
    if (!list->known)
        instances_settle(list);
    *out = list->item;
    return list->count;
}

const struct fact *member_fact(const struct judging *judging, const struct member *member,
                               enum key key, struct str instance)
{
    const struct fact *fact = run_fact(judging->case_file, member->run, key, instance);
    bool as_weights = fact && vocabulary_row(key)->group == GROUP_PRECISION &&
                      key != KEY_PRECISION_WEIGHTS &&
                      texts_alike(fact->value.text, STR("as weights"));
    return as_weights
               ? run_fact(judging->case_file, member->run, KEY_PRECISION_WEIGHTS, (struct str){ 0 })
               : fact;
}

const struct fact *member_moment(const struct judging *judging, const struct member *member,
                                 enum key key, double *seconds)
{
    const enum key keys[] = { key, key == KEY_RUN_START ? KEY_LOAD_BEGIN : KEY_LOAD_END };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *fact = member_fact(judging, member, keys[i], (struct str){ 0 });
        if (fact && fact_seconds(fact, seconds))
            return fact;
    }
    return NULL;
}

static void facts_gather(const struct facts *facts, const struct fact **out, size_t *count)
{
    for (size_t i = 0; i < facts_count(facts); i++)
        out[(*count)++] = facts_at(facts, i);
}

size_t member_facts(struct arena *home, const struct member *member, const struct fact ***out)
{
    const struct facts *scope[] = { member->run->machine->system->facts,
                                    member->run->machine->facts, member->run->facts };
    size_t room = 0;
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(scope); i++)
        room += facts_count(scope[i]);
    *out = ARENA_MANY(home, room + 1, const struct fact *);
    for (size_t i = 0; i < ARRAY_COUNT(scope); i++)
        facts_gather(scope[i], *out, &count);
    return count;
}

bool accelerator_chosen(const struct judging *judging, const struct member *member)
{
    const struct fact **fact;
    size_t count = member_facts(judging->home, member, &fact);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const struct fact *last;
        if (fact[i]->key != KEY_ACCELERATOR_ATTACHED || fact[i]->placeholder)
            continue;
        const struct evidence *evidence = fact[i]->source.evidence;
        if (!accelerators_chosen(fact, count, evidence) ||
            accelerators_listed(evidence, fact, count, &last) != 1)
            return false;
        any = true;
    }
    return any;
}

static const struct fact *any_find(const struct judging *judging, const struct member *member,
                                   enum key key)
{
    struct str *instance;
    size_t count = instances_seen(judging, key, &instance);
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = member_fact(judging, member, key, instance[i]);
        if (fact)
            return fact;
    }
    return NULL;
}

/* Asked again for each of thousands of packages that one side lists: found once a member. */
const struct fact *member_any(const struct judging *judging, const struct member *member,
                              enum key key)
{
    struct instances *list = &judging->instances[key];
    uintptr_t from = (uintptr_t)judging->member, place = (uintptr_t)member;
    size_t at = place >= from ? (place - from) / sizeof *member : SIZE_MAX;
    if (at >= judging->member_count) /* a run of the sweep that is not compared */
        return any_find(judging, member, key);
    if (!list->any) {
        list->any = ARENA_MANY(judging->home, judging->member_count, const struct fact *);
        list->asked = ARENA_MANY(judging->home, judging->member_count, bool);
    }
    if (!list->asked[at]) {
        list->any[at] = any_find(judging, member, key);
        list->asked[at] = true;
    }
    return list->any[at];
}

bool key_closed(const struct judging *judging, const struct member *member, enum key key)
{
    enum key closer;
    double attached;
    if (key == KEY_ACCELERATOR_COUNT) { /* where one is attached, one was used */
        const struct fact *fact = member_any(judging, member, KEY_ACCELERATOR_ATTACHED);
        return fact && fact_base(fact, &attached) &&
               (attached == 1 || accelerator_chosen(judging, member));
    }
    for (size_t i = 0; rules_closed_by(judging->rules, key, i, &closer); i++)
        if (fact_is_none(member_fact(judging, member, closer, (struct str){ 0 })))
            return true;
    for (size_t i = 0; rules_fixed_by(judging->rules, key, i, &closer); i++) {
        const struct fact *fixer = member_fact(judging, member, closer, (struct str){ 0 });
        if (fixer && fixer->kind == FACT_MEASURED) /* nobody declares away what is asked */
            return true;
    }
    return false;
}

bool whole_format(const struct judging *judging, const struct member *member, bool executions)
{
    const struct series *series = member->alone->door.series;
    const struct fact *figure = member->alone->completion;
    const struct evidence *file = series   ? series->source.evidence
                                  : figure ? figure->source.evidence
                                           : NULL;
    return file && file->format && rules_whole(judging->rules, str_from(file->format), executions);
}

struct str member_vendor(const struct judging *judging, const struct member *member)
{
    const struct fact *said = member_any(judging, member, KEY_ACCELERATOR_VENDOR);
    const struct fact *name = member_any(judging, member, KEY_ACCELERATOR_NAME);
    struct str vendor = said ? vendor_of(said->value.text) : (struct str){ 0 };
    return vendor.len > 0 || !name ? vendor : vendor_of(name->value.text);
}

/* What the run's results do not have, or say by being of their format. Of what times any program, a
 * kind of work that is told and has it stands above that; everywhere, a value that is told does. */
static bool key_of_tool(const struct judging *judging, const struct member *member,
                        const struct fact *kind, enum key key)
{
    const struct told told = { member->run->facts, member->run->series, member->run->series_count };
    return tools_without(judging->rules, &told, 1, judging->case_file->metric,
                         kind_is_learning(kind), key) &&
           !member_any(judging, member, key);
}

bool key_exempt(const struct judging *judging, const struct member *member, enum key key)
{
    const struct fact *kind = member_fact(judging, member, KEY_WORKLOAD_KIND, (struct str){ 0 });
    if ((kind && rules_exempt(judging->rules, str_trim(kind->value.text), key)) ||
        key_of_tool(judging, member, kind, key))
        return true;
    if (vocabulary_row(key)->bound == BOUND_VENDOR &&
        rules_foreign(judging->rules, member_vendor(judging, member), key))
        return true;
    if (on_processors(member) && rules_without(judging->rules, key))
        return true;
    return key_closed(judging, member, key);
}

bool formats_alike(const struct judging *judging)
{
    for (size_t i = 1; i < judging->member_count; i++) {
        const struct run *first = judging->member[0].run, *run = judging->member[i].run;
        const struct told told[] = { { first->facts, first->series, first->series_count },
                                     { run->facts, run->series, run->series_count } };
        if (!tools_alike(&told[0], &told[1], judging->case_file->metric))
            return false;
    }
    return true;
}

struct str silent_systems(const struct judging *judging, const bool *silent)
{
    struct buf out = buf_new(judging->home, 1 << 16);
    const struct system *list[64];
    size_t count = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct system *system = judging->member[i].run->machine->system;
        bool again = !silent[i] || count == ARRAY_COUNT(list);
        for (size_t j = 0; j < count; j++)
            again = again || list[j] == system;
        if (!again)
            list[count++] = system;
    }
    for (size_t i = 0; i < count; i++) {
        const char *joint = i == 0 ? "" : i + 1 == count ? " and " : ", ";
        buf_putf(&out, "%s%.*s", joint, STR_ARG(list[i]->id));
    }
    return buf_str(&out);
}

static bool alike(const struct judging *judging, const struct fact *a, const struct fact *b,
                  double tolerance)
{
    return isnan(tolerance) ? facts_alike(judging->home, a, b)
                            : facts_within(judging->home, a, b, tolerance);
}

/* Within one side: what tells less than another run's is nothing else. */
static bool differs(const struct judging *judging, const struct fact *a, const struct fact *b,
                    double tolerance)
{
    return !alike(judging, a, b, tolerance) && !fact_tells_less(a, b);
}

struct sides sides_of(const struct judging *judging, enum key key, struct str instance,
                      double tolerance)
{
    struct sides sides = { 0 };
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *fact = member_fact(judging, member, key, instance);
        if (member->side == SIDE_BRIDGE)
            continue;
        const struct fact **first = member->side == SIDE_A ? &sides.a : &sides.b;
        if (!fact)
            sides.silent[member->side] = true;
        else if (!*first)
            *first = fact;
        else if (!sides.other[member->side] && differs(judging, *first, fact, tolerance))
            sides.other[member->side] = fact;
    }
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        const struct fact *like = member->like == SIDE_A ? sides.a : sides.b;
        const struct fact *fact =
            member->side == SIDE_BRIDGE ? member_fact(judging, member, key, instance) : NULL;
        if (fact && like && !sides.bridge && differs(judging, like, fact, tolerance)) {
            sides.like = like;
            sides.bridge = fact;
        }
    }
    if (judging_single(judging)) { /* what is asked of both sides is asked of all its runs */
        sides.b = sides.a;
        sides.silent[SIDE_B] = sides.silent[SIDE_A];
    }
    sides.alike = sides.a && sides.b && alike(judging, sides.a, sides.b, tolerance);
    return sides;
}

bool instances_listed(enum key key)
{
    return key == KEY_PACKAGE_VERSION || key == KEY_OS_ENVIRONMENT || key == KEY_SERVER_OPTION;
}

void lists_add(struct lists_told *lists, const struct fact *fact)
{
    const struct evidence *file = fact->source.evidence;
    if (fact->placeholder || !file || !file->format)
        return;
    lists->whole = lists->whole || evidence_has(file, TRAIT_LISTS_WHOLE);
    for (size_t i = 0; i < lists->count; i++)
        if (strcmp(lists->format[i], file->format) == 0)
            return;
    if (lists->count < LIST_FORMATS_MOST)
        lists->format[lists->count++] = file->format;
}

bool lists_have(const struct lists_told *lists, const struct fact *fact)
{
    const struct evidence *file = fact->source.evidence;
    if (fact->key == KEY_SERVER_OPTION || !file || !file->format)
        return true; /* a command, or a log's "non-default args", has all options */
    bool have = lists->whole;
    for (size_t i = 0; i < lists->count && !have; i++)
        have = strcmp(lists->format[i], file->format) == 0;
    return have;
}

static void lists_visit(void *self, const struct fact *fact)
{
    lists_add((struct lists_told *)self, fact);
}

static const struct lists_told *member_lists(const struct judging *judging, size_t at, enum key key)
{
    struct instances *of_key = &judging->instances[key];
    struct str *instance;
    size_t count = instances_seen(judging, key, &instance);
    if (!of_key->lists)
        of_key->lists = ARENA_MANY(judging->home, judging->member_count, struct lists_told);
    struct lists_told *lists = &of_key->lists[at];
    for (size_t i = 0; !lists->known && i < count; i++) {
        run_facts(judging->case_file, judging->member[at].run, key, instance[i], lists_visit,
                  lists);
    }
    lists->known = true;
    return lists;
}

bool lists_cover(const struct judging *judging, enum side silent, const struct fact *fact)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (judging->member[i].side == silent &&
            !lists_have(member_lists(judging, i, fact->key), fact))
            return false;
    return true;
}

bool told_of_fewer(const struct judging *judging, const struct member *member, size_t told)
{
    const struct fact *count = member_any(judging, member, KEY_ACCELERATOR_COUNT);
    double used;
    return told == 0 || (count && fact_base(count, &used) && (double)told < used);
}

bool hardware_under_test(const struct under_test *under_test)
{
    for (size_t i = 0; i < under_test->layer_count; i++)
        if (under_test->layer[i] == LAYER_ACCELERATOR || under_test->layer[i] == LAYER_HOST)
            return true;
    return false;
}

bool judging_null_pair(const struct judging *judging)
{
    const struct terms *terms = judging->case_file->terms;
    const struct system *const *pair = terms ? terms->null_pair : NULL;
    const struct system *const *of = judging->system;
    return pair && pair[0] &&
           ((of[0] == pair[0] && of[1] == pair[1]) || (of[0] == pair[1] && of[1] == pair[0]));
}

/* ---- physical units ---- */

bool unit_among(const struct fact *const *list, size_t count, const struct fact *fact)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(list[i]->value.text, fact->value.text))
            return true;
    return false;
}

static size_t units_by(const struct judging *judging, const struct system *system, enum key key,
                       const struct fact **out, size_t room)
{
    size_t count = 0;
    struct str *instance;
    size_t instances = instances_seen(judging, key, &instance);
    for (size_t i = 0; i < system->machine_count; i++) {
        for (size_t j = 0; j < instances; j++) {
            const struct fact *fact = facts_best(system->machine[i].facts, key, instance[j]);
            for (size_t k = 0; !fact && k < system->machine[i].run_count; k++)
                fact = facts_best(system->machine[i].run[k].facts, key, instance[j]);
            if (fact && count < room && !unit_among(out, count, fact))
                out[count++] = fact;
        }
    }
    return count;
}

/* Of runs on processors alone the unit is the machine. */
static bool system_on_processors(const struct judging *judging, const struct system *system)
{
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        bool own = member->run->machine->system == system;
        if (own && !on_processors(member))
            return false;
        any = any || own;
    }
    return any;
}

size_t units_of(const struct judging *judging, const struct system *system,
                const struct fact ***out)
{
    enum { ROOM = 1024 };
    const struct fact *unit[ROOM];
    bool hosts = system_on_processors(judging, system);
    enum key by = hosts ? KEY_OS_HOST_NAME : KEY_ACCELERATOR_SERIAL;
    size_t count = units_by(judging, system, by, unit, ROOM);
    if (count == 0 && !hosts)
        count = units_by(judging, system, KEY_ACCELERATOR_UUID, unit, ROOM);
    *out = ARENA_MANY(judging->home, count, const struct fact *);
    for (size_t i = 0; i < count; i++)
        (*out)[i] = unit[i];
    return count;
}
