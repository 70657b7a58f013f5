/* against_case.c - the case in which new runs stand beside those of a dossier. */
#include "against.h"
#include "model/decision.h"
#include <string.h>

#define BASELINE "baseline.asice"
#define OTHER "other.asice"

/* ---- the case ---- */

bool against_tells(const struct hold *hold)
{
    enum group group = vocabulary_row(hold->key)->group;
    return hold->told && group != GROUP_PRICE && group != GROUP_DEMAND;
}

/* Runs and captures of one system of a dossier, as they were laid out below `below`. */
struct packed_side {
    const struct pipeline *dossier;
    const struct json *text; /* its case */
    const char *below, *label;
    size_t system;
};

static void put_path(struct json_out *json, struct arena *home, const char *below,
                     const struct bundle *bundle)
{
    struct str instance = bundle->selector->instance;
    struct str path =
        str_format(home, "%s/%.*s", below, STR_ARG(bundle_unpacked(home, bundle->path)));
    json_text(json, STR(""),
              instance.len > 0 ? str_format(home, "%.*s#%.*s", STR_ARG(path), STR_ARG(instance))
                               : path);
}

static void put_packed_paths(struct arena *home, struct json_out *json,
                             const struct packed_side *side, size_t machine, enum bundle_role role)
{
    bool some = false;
    for (size_t i = 0; i < side->dossier->gathered.count; i++) {
        const struct bundle *bundle = &side->dossier->gathered.bundle[i];
        const struct selector *selector = bundle->selector;
        if (bundle->role != role || !selector || selector->bridge ||
            selector->system != side->system || selector->machine != machine)
            continue;
        if (!some)
            json_open(json, role == BUNDLE_RUNS ? STR("runs") : STR("captures"), '[');
        some = true;
        put_path(json, home, side->below, bundle);
    }
    if (some)
        json_close(json);
}

static void put_list(struct json_out *json, const struct str *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_text(json, STR(""), list[i]);
}

/* ---- new runs, as the dossier names those of the system ---- */

/* Which new runs are set beside those of a system. */
struct chosen_runs {
    const struct against *a;
    size_t system;
    const struct selector **named; /* by run of the dossier: named_by */
    const struct selector ***did;  /* by bundle and new run: how the system names its work */
    bool **in;                     /* by bundle and new run */
    struct str **own;              /* by bundle and new run: against_own */
    bool some;      /* one did work of the system; else all count, and that they did not is found */
    bool instances; /* paths of the system name one of several results */
};

static const struct found_run *new_run(const struct chosen_runs *of, size_t bundle, size_t run)
{
    return &of->a->fresh[bundle].operand.run[run];
}

static bool is_candidate(const struct chosen_runs *of, size_t bundle, size_t run)
{
    return of->own[bundle][run].len == 0 && (of->did[bundle][run] || !of->some);
}

/* Of candidates for the same work, how many are set up as this one. */
static size_t set_alike(const struct chosen_runs *of, const struct found_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < of->a->fresh_count; i++)
        for (size_t k = 0; k < of->a->fresh[i].operand.run_count; k++)
            count += is_candidate(of, i, k) && str_eq(new_run(of, i, k)->work, run->work) &&
                     str_eq(new_run(of, i, k)->set, run->set);
    return count;
}

/* Whether runs of the system that did the work were set up so. */
static bool set_known(const struct chosen_runs *of, const struct found_run *run)
{
    for (size_t i = 0; i < of->a->stood.run_count; i++)
        if (of->named[i] && str_eq(of->a->stood.run[i].work, run->work) &&
            str_eq(of->a->stood.run[i].set, run->set))
            return true;
    return false;
}

static size_t new_count(const struct against *a)
{
    size_t count = 0;
    for (size_t i = 0; i < a->fresh_count; i++)
        count += a->fresh[i].operand.run_count;
    return count;
}

struct weighed {
    const struct found_run *run;
    size_t weight;
};

/* Of those that did the work the heaviest, of equally heavy ones the first; NULL: none did. */
static const struct found_run *heaviest(const struct weighed *list, size_t count, struct str work)
{
    const struct weighed *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (str_eq(list[i].run->work, work) && (!best || list[i].weight > best->weight))
            best = &list[i];
    return best ? best->run : NULL;
}

/* Runs that are set up in several ways are no repetitions: of each work those that are set up as
 * the system's, else those of which there are most. */
static void sets_choose(struct chosen_runs *of)
{
    const struct against *a = of->a;
    struct weighed *list = ARENA_MANY(a->request->home, new_count(a) + 1, struct weighed);
    size_t count = 0;
    for (size_t i = 0; i < a->fresh_count; i++)
        for (size_t k = 0; k < a->fresh[i].operand.run_count; k++) {
            const struct found_run *run = new_run(of, i, k);
            if (is_candidate(of, i, k))
                list[count++] =
                    (struct weighed){ run, set_known(of, run) ? SIZE_MAX : set_alike(of, run) };
        }
    for (size_t i = 0; i < a->fresh_count; i++)
        for (size_t k = 0; k < a->fresh[i].operand.run_count; k++) {
            const struct found_run *run = new_run(of, i, k);
            const struct found_run *best = heaviest(list, count, run->work);
            of->in[i][k] = is_candidate(of, i, k) && best && str_eq(best->set, run->set);
        }
}

static struct chosen_runs runs_choose(const struct against *a, size_t system)
{
    struct arena *home = a->request->home;
    struct chosen_runs out = { .a = a, .system = system };
    out.named = ARENA_MANY(home, a->stood.run_count + 1, const struct selector *);
    out.did = ARENA_MANY(home, a->fresh_count + 1, const struct selector **);
    out.in = ARENA_MANY(home, a->fresh_count + 1, bool *);
    out.own = ARENA_MANY(home, a->fresh_count + 1, struct str *);
    for (size_t i = 0; i < a->stood.run_count; i++)
        out.named[i] = against_named(a, system, &a->stood.run[i]);
    for (size_t i = 0; i < a->fresh_count; i++) {
        const struct operand *operand = &a->fresh[i].operand;
        out.did[i] = ARENA_MANY(home, operand->run_count + 1, const struct selector *);
        out.in[i] = ARENA_MANY(home, operand->run_count + 1, bool);
        out.own[i] = ARENA_MANY(home, operand->run_count + 1, struct str);
        for (size_t k = 0; k < operand->run_count; k++) {
            for (size_t m = 0; m < a->stood.run_count && !out.did[i][k]; m++)
                if (str_eq(a->stood.run[m].work, operand->run[k].work))
                    out.did[i][k] = out.named[m];
            out.own[i][k] = against_own(a, &system, operand, &operand->run[k]);
            out.some = out.some || (out.did[i][k] && out.own[i][k].len == 0);
        }
    }
    for (size_t i = 0; i < a->then.gathered.count; i++) {
        const struct bundle *bundle = &a->then.gathered.bundle[i];
        const struct selector *of = bundle->selector;
        out.instances = out.instances || (bundle->role == BUNDLE_RUNS && of && !of->bridge &&
                                          of->system == system && of->instance.len > 0);
    }
    sets_choose(&out);
    return out;
}

/* Whether the run stands beside those of the system's machine with a workload of that name. */
static bool is_chosen(const struct chosen_runs *of, size_t bundle, size_t run, struct str workload)
{
    const struct system *system = &of->a->then.case_file->system[of->system];
    const struct selector *did = of->did[bundle][run];
    size_t machine = did ? did->machine : 0;
    return of->in[bundle][run] && machine < system->machine_count &&
           str_eq(system->machine[machine].workload, workload);
}

void against_each_left(const struct against *a, size_t system, against_left *take, void *self)
{
    if (a->other)
        return;
    const struct chosen_runs of = runs_choose(a, system);
    for (size_t i = 0; i < a->fresh_count; i++)
        for (size_t k = 0; k < a->fresh[i].operand.run_count; k++) {
            const struct operand *operand = &a->fresh[i].operand;
            const struct found_run *run = &operand->run[k];
            if (of.in[i][k])
                continue;
            struct str path = operand->given;
            if (run->path.len > 0)
                path = str_format(a->request->home, "%.*s/%.*s", STR_ARG(path), STR_ARG(run->path));
            take(self, path, is_candidate(&of, i, k) ? run->set : run->work, of.own[i][k]);
        }
}

static bool is_measured(const struct chosen_runs *of, struct str workload)
{
    for (size_t i = 0; i < of->a->fresh_count; i++)
        for (size_t k = 0; k < of->a->fresh[i].operand.run_count; k++)
            if (is_chosen(of, i, k, workload))
                return true;
    return false;
}

static void put_new_run(const struct chosen_runs *of, size_t bundle, size_t run,
                        struct json_out *json)
{
    const struct fresh *one = &of->a->fresh[bundle];
    const struct selector *did = of->did[bundle][run];
    struct str path = one->run[run], instance = one->operand.run[run].instance;
    bool named = did ? did->instance.len > 0 : of->instances;
    if (!named && run > 0 && str_eq(one->run[run - 1], path))
        return; /* a file of several results, which the dossier names whole */
    json_text(json, STR(""),
              named && instance.len > 0
                  ? str_format(of->a->request->home, "%.*s#%.*s", STR_ARG(path), STR_ARG(instance))
                  : path);
}

static void put_new_machine(const struct chosen_runs *of, size_t bundle, struct str workload,
                            struct json_out *json)
{
    const struct against *a = of->a;
    const struct fresh *one = &a->fresh[bundle];
    json_open(json, STR(""), '{');
    if (workload.len > 0)
        json_text(json, STR("workload"), workload);
    json_open(json, STR("captures"), '[');
    put_list(json, one->capture, one->capture_count);
    for (size_t k = 0; k < a->fresh_count; k++)
        if (a->fresh[k].operand.run_count == 0)
            put_list(json, a->fresh[k].capture, a->fresh[k].capture_count);
    json_close(json);
    json_open(json, STR("runs"), '[');
    for (size_t i = 0; i < one->operand.run_count; i++)
        if (is_chosen(of, bundle, i, workload))
            put_new_run(of, bundle, i, json);
    json_close(json);
    json_close(json);
}

/* One machine a bundle with runs, and a workload; captures that came without runs are of each. */
static void put_new(struct against *a, struct json_out *json, size_t system_index)
{
    const struct chosen_runs chosen = runs_choose(a, system_index);
    const struct system *system = &a->then.case_file->system[system_index];
    json_open(json, STR(""), '{');
    json_text(json, STR("id"), STR("now"));
    json_text(json, STR("label"), STR("as measured now"));
    json_open(json, STR("machines"), '[');
    for (size_t i = 0; i < a->fresh_count; i++)
        for (size_t m = 0; m < system->machine_count; m++) {
            struct str workload = system->machine[m].workload;
            bool again = false, some = false;
            for (size_t k = 0; k < m; k++)
                again = again || str_eq(system->machine[k].workload, workload);
            for (size_t k = 0; k < a->fresh[i].operand.run_count && !again; k++)
                some = some || is_chosen(&chosen, i, k, workload);
            if (some)
                put_new_machine(&chosen, i, workload, json);
        }
    json_close(json);
    json_close(json);
}

/* What the case declares of a system. */
static void put_declared(struct json_out *json, const struct json *text, const struct json_item *of)
{
    const struct json_item *facts = of ? json_member(of, STR("facts")) : NULL;
    if (facts)
        json_number(json, STR("facts"), json_literal(text, facts));
}

static const struct json_item *at_index(const struct json_item *list, size_t index)
{
    const struct json_item *one = list ? json_next(list, NULL) : NULL;
    while (one && index-- > 0)
        one = json_next(list, one);
    return one;
}

static void put_packed(struct against *a, struct json_out *json, const struct packed_side *side)
{
    struct arena *home = a->request->home;
    const struct chosen_runs chosen = runs_choose(a, side->system);
    const struct json_item *said =
        at_index(json_member(json_root(side->text), STR("systems")), side->system);
    const struct system *system = &side->dossier->case_file->system[side->system];
    bool then = strcmp(side->below, "then") == 0;
    json_open(json, STR(""), '{');
    json_text(json, STR("id"), str_from(side->below));
    json_text(json, STR("label"), str_from(side->label));
    if (then)
        json_bool(json, STR("baseline"), true);
    put_declared(json, side->text, said);
    json_open(json, STR("machines"), '[');
    for (size_t m = 0; m < system->machine_count; m++) {
        if (then && !a->other && !is_measured(&chosen, system->machine[m].workload))
            continue;
        json_open(json, STR(""), '{');
        if (system->machine[m].workload.len > 0)
            json_text(json, STR("workload"), system->machine[m].workload);
        put_packed_paths(home, json, side, m, BUNDLE_CAPTURES);
        put_packed_paths(home, json, side, m, BUNDLE_RUNS);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void put_as_was(struct against *a, struct json_out *json, const char *name)
{
    const struct json *old = a->old.held.case_file;
    const struct json_item *item = json_member(json_root(old), str_from(name));
    if (item)
        json_number(json, str_from(name), json_literal(old, item));
}

/* Conditions of the decision that new runs can tell of: those of the system, of the new side. */
static void put_conditions(struct against *a, struct json_out *json, size_t system)
{
    const struct case_file *file = a->then.case_file;
    if (!file->terms || !file->terms->decision.text)
        return;
    const struct case_decision *decision = &file->terms->decision;
    json_open(json, STR("decision"), '{');
    json_text(json, STR("text"), STR("Does the decision still hold?"));
    json_open(json, STR("holds_while"), '[');
    for (size_t i = 0; i < decision->holds_count; i++) {
        const struct hold *hold = &decision->holds_while[i];
        struct str text = str_trim(hold->fact->value.text);
        if (!against_tells(hold) || (hold->system && hold->system != &file->system[system]))
            continue;
        if (hold->system)
            text = str_sub(text, str_find(text, STR(": ")) + 2, text.len);
        json_text(json, STR(""),
                  str_format(a->request->home, "now: %.*s", STR_ARG(str_trim(text))));
    }
    json_close(json);
    json_close(json);
}

static void put_references(struct against *a, struct json_out *json)
{
    const char *const file[] = { BASELINE, a->now ? OTHER : NULL };
    json_open(json, STR("references"), '[');
    for (size_t i = 0; i < ARRAY_COUNT(file) && file[i]; i++) {
        json_open(json, STR(""), '{');
        json_text(json, STR("dossier"), str_from(file[i]));
        json_text(json, STR("as"), STR("baseline"));
        json_close(json);
    }
    json_close(json);
}

static struct str case_text(struct against *a, const struct against_wish *wish)
{
    struct arena *home = a->request->home;
    struct buf text = buf_new(home, (size_t)64 << 20);
    struct json_out json;
    static const char *const kept[] = { "metric", "policy", "same", "owners" };
    const struct against_paper *paper = wish->paper;
    json_begin(&json, &text);
    json_open(&json, STR(""), '{');
    json_text(&json, STR("format"), STR("dossier-case/1"));
    json_text(&json, STR("id"), paper ? paper->id : a->then.case_file->id);
    json_text(&json, STR("date"), paper ? paper->date : a->then.case_file->date);
    json_text(&json, STR("question"), STR("What does the new measurement give?"));
    if (paper)
        put_references(a, &json);
    for (size_t i = 0; i < ARRAY_COUNT(kept); i++)
        put_as_was(a, &json, kept[i]);
    json_open(&json, STR("under_test"), '{');
    json_text(&json, STR("kind"), STR("layers"));
    json_open(&json, STR("layers"), '[');
    const struct under_test *tested = &a->then.case_file->under_test;
    json_text(&json, STR(""),
              wish->layer               ? str_from(wish->layer)
              : tested->layer_count > 0 ? str_from(layer_row(tested->layer[0])->name)
                                        : STR("accelerator"));
    json_close(&json);
    json_close(&json);
    if (wish->requirements.len > 0)
        json_number(&json, STR("requirements"), wish->requirements);
    put_conditions(a, &json, wish->system);
    json_open(&json, STR("systems"), '[');
    const struct packed_side then = { &a->then, a->old.held.case_file, "then",
                                      "as the dossier has it", wish->system };
    put_packed(a, &json, &then);
    if (a->other) {
        const struct packed_side now = { a->other, a->other_text, "now", "as measured now",
                                         a->now ? a->now_system : wish->other };
        put_packed(a, &json, &now);
    } else {
        put_new(a, &json, wish->system);
    }
    json_close(&json);
    json_close(&json);
    buf_put_char(&text, '\n');
    return buf_str(&text);
}

/* Its case lies in a folder that nobody named, and is gone when they read of it. */
void against_tell(struct diags *to, const struct diags *from, const char *folder, const char *path)
{
    for (const struct diag *diag = diags_first(from); diag; diag = diag->next) {
        struct place place = diag->place;
        if (str_below(place.file, str_from(folder)))
            place = (struct place){ .file = str_from(path) };
        diag_add(to, diag->id, place, diag->expected, "%.*s", STR_ARG(diag->said));
    }
}

static bool judge(struct against *a, const struct against_wish *wish, enum stage stop,
                  struct pipeline *out)
{
    struct arena *home = a->request->home;
    struct diags *own = diags_new(home);
    *out = (struct pipeline){ .home = home,
                              .diags = own,
                              .case_text = case_text(a, wish),
                              .rules_text = against_rules(a->request) };
    bool good =
        pipeline_run(out, str_c(home, str_format(home, "%s/case.json", a->folder)), NULL, stop);
    against_tell(a->request->diags, own, a->folder, a->path);
    out->diags = a->request->diags;
    return good;
}

bool against_judge(struct against *a, const struct against_wish *wish, struct pipeline *out)
{
    return judge(a, wish, STAGE_ASSESS, out);
}

bool against_report(struct against *a, const struct against_wish *wish, struct pipeline *out)
{
    return against_lay_file(a, STR(BASELINE), a->old.whole) &&
           (!a->now || against_lay_file(a, STR(OTHER), a->now->whole)) &&
           judge(a, wish, STAGE_REPORT, out);
}

bool against_credit(struct against *a, struct against_wish *wish, struct pipeline *p)
{
    const struct comparison *c = &p->model.comparison[0];
    if (p->model.comparison_count != 1 || layers_changed(c) != 1)
        return true;
    for (size_t i = 0; i < c->layer_count; i++)
        if (c->layer[i].state == LAYER_CHANGED)
            wish->layer = layer_row(c->layer[i].layer)->name;
    return against_judge(a, wish, p);
}
