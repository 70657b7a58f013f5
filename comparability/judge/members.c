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
    const struct tools *tools = member_tools(judging, member);
    bool without = tools ? found_without(judging->rules, tools->item, tools->count,
                                         kind_is_learning(kind), key)
                         : tools_without(judging->rules, &told, 1, judging->case_file->metric,
                                         kind_is_learning(kind), key);
    return without && !member_any(judging, member, key);
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

static size_t units_find(const struct judging *judging, const struct system *system,
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

/* Rules ask it of each run. */
size_t units_of(const struct judging *judging, const struct system *system,
                const struct fact ***out)
{
    if (!judging->units)
        return units_find(judging, system, out);
    struct units *units = judging->units->next;
    while (units && units->of != system)
        units = units->next;
    if (!units) {
        units = ARENA_NEW(judging->home, struct units);
        *units = (struct units){ .of = system, .next = judging->units->next };
        units->count = units_find(judging, system, &units->unit);
        judging->units->next = units;
    }
    *out = units->unit;
    return units->count;
}
