/* compare_case.c - which runs of the operands stand side by side, and the case that says so. */
#include "compare_case.h"
#include "base/json.h"
#include "output.h"
#include "submission.h"
#include <glib.h>
#include <string.h>
#include <unistd.h>

bool carries_alike(const struct carries *a, const struct carries *b)
{
    return a->metric == b->metric && a->kind == b->kind && strcmp(a->instance, b->instance) == 0 &&
           (a->kind != METRIC_PER_RUN || strcmp(a->tool, b->tool) == 0);
}

/* ---- root ---- */

static struct str parent_of(struct str path)
{
    struct str folder = str_folder(path);
    return str_sub(folder, 0, folder.len > 1 ? folder.len - 1 : folder.len);
}

static bool is_below(struct str path, struct str folder)
{
    return str_eq(folder, STR("/")) || str_below(path, folder);
}

static bool has_declaration(struct arena *home, struct str folder)
{
    return access(str_c(home, str_format(home, "%.*s/run.json", STR_ARG(folder))), F_OK) == 0;
}

/* The lowest folder that holds all operands; further up as long as declarations stand there. */
static struct str root_of(struct arena *home, const struct operand *operand, size_t count)
{
    struct str root = parent_of(operand[0].real);
    for (size_t i = 1; i < count; i++)
        while (!is_below(operand[i].real, root))
            root = parent_of(root);
    if (operand[0].run_count > 0 && submission_of(&operand[0].run[0]))
        root = submission_root(root);
    for (int up = 0; up < 3 && root.len > 1; up++) {
        struct str above = parent_of(root);
        if (!has_declaration(home, above))
            break;
        root = above;
    }
    return root;
}

static bool usage(struct diags *diags, struct str file, struct str expected, const char *said)
{
    diag_add(diags, DIAG_USAGE, (struct place){ .file = file }, expected, "%s", said);
    return false;
}

static bool operands_apart(const struct compare_plan *plan, struct diags *diags)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        for (size_t k = 0; k < plan->operand_count; k++) {
            const struct operand *a = &plan->operand[i], *b = &plan->operand[k];
            if (i < k && str_eq(a->real, b->real))
                return usage(diags, b->given, STR("files of another system or run"),
                             "the same files stand on both sides");
            if (i != k && is_below(b->real, a->real))
                return usage(diags, b->given, STR("folders or files beside one another"),
                             "it lies inside another operand");
        }
    }
    return true;
}

/* ---- tests ---- */

/* `set`: the setting that is asked for; its text NULL: the one of which there are most runs. */
static void choose(struct arena *home, const struct operand *operand, struct str work, bool any,
                   struct str set, struct chosen *out)
{
    size_t best = set.at != NULL ? SIZE_MAX : 0;
    *out = (struct chosen){ .run = ARENA_MANY(home, operand->run_count + 1, size_t),
                            .bridge = ARENA_MANY(home, operand->run_count + 1, size_t),
                            .set = set };
    for (size_t i = 0; i < operand->run_count; i++) {
        size_t alike = 0;
        for (size_t k = 0; k < operand->run_count; k++)
            alike += (any || str_eq(operand->run[k].work, work)) &&
                     str_eq(operand->run[k].set, operand->run[i].set);
        if ((any || str_eq(operand->run[i].work, work)) && alike > best) {
            best = alike;
            out->set = operand->run[i].set;
        }
    }
    for (size_t i = 0; i < operand->run_count; i++) {
        if (!any && !str_eq(operand->run[i].work, work))
            continue;
        if (str_eq(operand->run[i].set, out->set))
            out->run[out->count++] = i;
        else
            out->other++;
    }
}

/* Runs set up as the baseline's are tie the two sides together. */
static void bridges_find(const struct operand *operand, const struct test *test,
                         struct chosen *side)
{
    const struct chosen *base = &test->side[0];
    if (base->set.len == 0 || str_eq(base->set, side->set))
        return;
    for (size_t i = 0; i < operand->run_count; i++) {
        if (str_eq(operand->run[i].work, test->work) && str_eq(operand->run[i].set, base->set)) {
            side->bridge[side->bridge_count++] = i;
            side->other--;
        }
    }
}

static size_t works_of(struct arena *home, const struct operand *operand, struct str **out)
{
    struct str *list = ARENA_MANY(home, operand->run_count + 1, struct str);
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    size_t count = 0;
    for (size_t i = 0; i < operand->run_count; i++) {
        struct str work = operand->run[i].work;
        if (g_hash_table_add(seen, g_strndup(work.len > 0 ? work.at : "", work.len)))
            list[count++] = work;
    }
    g_hash_table_destroy(seen);
    *out = list;
    return count;
}

static bool has(const struct str *list, size_t count, struct str work)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(list[i], work))
            return true;
    return false;
}

static bool is_metric(enum key key)
{
    return vocabulary_row(key)->better != BETTER_NEITHER;
}

static bool all_tell(const struct compare_plan *plan, const struct test *test,
                     const struct carries *row)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct chosen *side = &test->side[i];
        if (side->count > 0 &&
            !found_tells(&plan->operand[i], &plan->operand[i].run[side->run[0]], row))
            return false;
    }
    return true;
}

/* The first metric of the formats on either side that all of them tell; else the first that may be
 * one at all. */
static const struct carries *metric_of(const struct compare_plan *plan, const struct test *test,
                                       enum key asked)
{
    const struct carries *first = NULL;
    for (size_t i = 0; i < plan->operand_count; i++) {
        if (test->side[i].count == 0)
            continue;
        const char *format = plan->operand[i].run[test->side[i].run[0]].row->format;
        for (size_t k = 0; carries_at(k) != NULL; k++) {
            const struct carries *row = carries_at(k);
            if (strcmp(row->format, format) != 0 || !is_metric(row->metric) ||
                (asked != KEY_COUNT && row->metric != asked))
                continue;
            if (all_tell(plan, test, row))
                return row;
            first = first != NULL ? first : row;
        }
    }
    return first;
}

/* Settings that the first operand and another both have for a piece of work. */
static size_t sets_shared(struct arena *home, const struct compare_plan *plan, struct str work,
                          struct str **out)
{
    const struct operand *first = &plan->operand[0];
    struct str *list = ARENA_MANY(home, first->run_count + 1, struct str);
    size_t count = 0;
    for (size_t i = 0; i < first->run_count; i++) {
        struct str set = first->run[i].set;
        bool shared = false;
        if (set.len == 0 || !str_eq(first->run[i].work, work) || has(list, count, set))
            continue;
        for (size_t k = 1; k < plan->operand_count; k++)
            for (size_t j = 0; j < plan->operand[k].run_count; j++)
                shared = shared || (str_eq(plan->operand[k].run[j].work, work) &&
                                    str_eq(plan->operand[k].run[j].set, set));
        if (shared)
            list[count++] = set;
    }
    *out = list;
    return count;
}

static void test_add(struct arena *home, struct compare_plan *plan, struct str work, bool any,
                     struct str set, enum key metric)
{
    if (plan->test_count == TESTS_MOST) {
        plan->test_left++;
        return;
    }
    struct test *test = &plan->test[plan->test_count];
    *test = (struct test){ .work = work, .shown = work };
    if (set.at != NULL)
        test->shown = str_format(home, "%.*s, %.*s", STR_ARG(work), STR_ARG(set));
    size_t sides = 0;
    for (size_t i = 0; i < plan->operand_count; i++) {
        choose(home, &plan->operand[i], work, any, set, &test->side[i]);
        sides += test->side[i].count > 0;
    }
    if (sides < 2)
        return;
    for (size_t i = 1; i < plan->operand_count && !any && set.at == NULL; i++)
        bridges_find(&plan->operand[i], test, &test->side[i]);
    test->row = metric_of(plan, test, metric);
    plan->test_count++;
}

/* Work that several sides did: once, or once a setting where they share several. */
static void tests_add(struct arena *home, struct compare_plan *plan, struct str work,
                      enum key metric)
{
    struct str *set = NULL;
    size_t count = sets_shared(home, plan, work, &set);
    if (count < 2)
        test_add(home, plan, work, false, (struct str){ 0 }, metric);
    for (size_t i = 0; count >= 2 && i < count; i++)
        test_add(home, plan, work, false, set[i], metric);
}

bool compare_plan(struct arena *home, struct operand *operand, size_t count, enum key metric,
                  struct compare_plan *out, struct diags *diags)
{
    struct str *work[OPERANDS_MOST] = { NULL };
    size_t works[OPERANDS_MOST];
    bool single = true;
    *out = (struct compare_plan){ .operand = operand,
                                  .operand_count = count,
                                  .test = ARENA_MANY(home, TESTS_MOST, struct test) };
    operands_label(home, operand, count);
    if (count == 0 || !operands_apart(out, diags) || !rules_built_in(home, &out->rules, diags))
        return false;
    out->root = root_of(home, operand, count);
    for (size_t i = 0; i < count; i++) {
        works[i] = works_of(home, &operand[i], &work[i]);
        single = single && works[i] == 1;
        out->alone[i] = ARENA_MANY(home, works[i] + 1, struct str);
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < works[i]; k++) {
            bool before = false, other = false;
            for (size_t j = 0; j < count; j++) {
                bool there = j != i && has(work[j], works[j], work[i][k]);
                before = before || (there && j < i);
                other = other || there;
            }
            if (!other)
                out->alone[i][out->alone_count[i]++] = work[i][k];
            else if (!before)
                tests_add(home, out, work[i][k], metric);
        }
    }
    /* One piece of work a side: whether it is the same is what the rules decide. */
    if (out->test_count == 0 && single) {
        test_add(home, out, work[0][0], true, (struct str){ 0 }, metric);
        for (size_t i = 0; i < count; i++)
            out->alone_count[i] = 0;
    }
    return true;
}

/* ---- over a window, or over whole runs ---- */

/* As the built-in rules ask of a run that is judged over time: 30 samples, 60 s. */
static bool is_short(const struct compare_plan *plan, size_t side, const struct chosen *chosen)
{
    for (size_t i = 0; i < chosen->count; i++) {
        const struct operand *operand = &plan->operand[side];
        const struct found_run *run = &operand->run[chosen->run[i]];
        if (rules_whole(plan->rules, str_from(run->row->format), false) &&
            (found_samples(operand, run) < 30 || found_seconds(operand, run) < 60))
            return true;
    }
    return false;
}

enum metric_kind compare_kind(const struct compare_plan *plan, const struct carries *row)
{
    for (size_t i = 0; i < plan->test_count && row->kind == METRIC_PER_RUN; i++) {
        const struct test *test = &plan->test[i];
        for (size_t side = 0;
             test->row != NULL && carries_alike(test->row, row) && side < plan->operand_count;
             side++)
            if (is_short(plan, side, &test->side[side]))
                return METRIC_WHOLE_RUN;
    }
    return row->kind;
}

/* ---- the case ---- */

static struct str path_of(struct arena *home, const struct compare_plan *plan,
                          const struct operand *operand, struct str path)
{
    size_t skip = plan->root.len + (str_eq(plan->root, STR("/")) ? 0 : 1);
    struct str base = str_sub(operand->real, skip, operand->real.len);
    if (path.len == 0 || (!operand->folder && !operand->archive))
        return base;
    return str_format(home, "%.*s%c%.*s", STR_ARG(base), operand->archive ? '!' : '/',
                      STR_ARG(path));
}

/* A path of a case has signs of its own, which no name may hold. */
static bool path_plain(struct str path, bool archive)
{
    size_t bangs = 0;
    for (size_t i = 0; i < path.len; i++) {
        if (path.at[i] == '#' || path.at[i] == '*' || path.at[i] == '?')
            return false;
        bangs += path.at[i] == '!';
    }
    return bangs <= (archive ? 1U : 0U);
}

struct writing {
    struct arena *home;
    const struct compare_plan *plan;
    const struct compare_wish *wish;
    struct json_out json;
    struct diags *diags;
    bool good;
};

static void put_path(struct writing *w, const struct operand *operand, struct str path,
                     struct str instance)
{
    struct str whole = path_of(w->home, w->plan, operand, path);
    if (!path_plain(whole, operand->archive))
        w->good = usage(w->diags, whole,
                        STR("a name without #, *, ? and !: rename it, or write a case.json"),
                        "a path that a case cannot name");
    if (instance.len > 0)
        whole = str_format(w->home, "%.*s#%.*s", STR_ARG(whole), STR_ARG(instance));
    json_text(&w->json, STR(""), whole);
}

/* Whether a file is no part of one of these runs and describes one. */
static bool describes(const struct operand *operand, const size_t *run, size_t count, size_t file)
{
    bool beside = false;
    for (size_t i = 0; i < count; i++) {
        if (operand_run_has(operand, &operand->run[run[i]], file))
            return false;
        beside = beside || submission_beside(operand, &operand->run[run[i]], file);
    }
    return beside;
}

static void put_captures(struct writing *w, const struct operand *operand, const size_t *run,
                         size_t count)
{
    bool open = false;
    for (size_t i = 0; i < operand->capture_count + operand->file_count; i++) {
        size_t file = i - operand->capture_count;
        bool captured = i < operand->capture_count;
        if (!captured && !describes(operand, run, count, file))
            continue;
        if (!open)
            json_open(&w->json, STR("captures"), '[');
        open = true;
        put_path(w, operand, captured ? operand->capture[i] : operand->file[file].evidence->name,
                 (struct str){ 0 });
    }
    if (open)
        json_close(&w->json);
}

static void put_runs(struct writing *w, const struct operand *operand, const size_t *run,
                     size_t count)
{
    json_open(&w->json, STR("runs"), '[');
    for (size_t i = 0; i < count; i++)
        put_path(w, operand, operand->run[run[i]].path, operand->run[run[i]].instance);
    json_close(&w->json);
}

static void put_machines(struct writing *w, size_t side, const struct carries *row)
{
    json_open(&w->json, STR("machines"), '[');
    for (size_t i = 0; i < w->plan->test_count; i++) {
        const struct test *test = &w->plan->test[i];
        if (test->row == NULL || !carries_alike(test->row, row) || test->side[side].count == 0)
            continue;
        json_open(&w->json, STR(""), '{');
        if (test->name.len > 0)
            json_text(&w->json, STR("workload"), test->name);
        put_captures(w, &w->plan->operand[side], test->side[side].run, test->side[side].count);
        put_runs(w, &w->plan->operand[side], test->side[side].run, test->side[side].count);
        json_close(&w->json);
    }
    json_close(&w->json);
}

/* "B:key=value": of one system; without its letter of all. */
static void put_facts(struct writing *w, size_t side)
{
    bool open = false;
    for (size_t i = 0; i < w->wish->set_count; i++) {
        struct str text = str_from(w->wish->set[i]), name;
        bool one = text.len > 2 && text.at[1] == ':' && g_ascii_isupper(text.at[0]);
        if (one && text.at[0] != (char)('A' + side))
            continue;
        if (one)
            text = str_sub(text, 2, text.len);
        (void)str_cut(&text, '=', &name);
        if (!open)
            json_open(&w->json, STR("facts"), '{');
        open = true;
        json_text(&w->json, name, text);
    }
    if (open)
        json_close(&w->json);
}

static bool sets_good(struct writing *w)
{
    for (size_t i = 0; i < w->wish->set_count; i++) {
        struct str text = str_from(w->wish->set[i]);
        size_t from = text.len > 2 && text.at[1] == ':' ? 2 : 0, to = str_find(text, STR("="));
        bool known =
            from == 0 || (text.at[0] >= 'A' && text.at[0] < (char)('A' + w->plan->operand_count));
        if (!known || to == SIZE_MAX || to <= from || to + 1 == text.len)
            return usage(w->diags, text, STR("--set KEY=VALUE, or --set B:KEY=VALUE of one side"),
                         "--set");
    }
    return true;
}

static void put_system(struct writing *w, size_t side, const struct carries *row)
{
    static const char *const label[] = { "first files", "second files", "third files" };
    bool known = side < ARRAY_COUNT(label);
    struct str name =
        known ? str_from(label[side]) : str_format(w->home, "files number %zu", side + 1);
    if (w->wish->named)
        name = str_base_name(w->plan->operand[side].label);
    struct json_out *json = &w->json;
    json_open(json, STR(""), '{');
    json_text(json, STR("id"), str_format(w->home, "%c", (int)('A' + side)));
    json_text(json, STR("label"), name);
    if (side == 0)
        json_bool(json, STR("baseline"), true);
    put_facts(w, side);
    put_machines(w, side, row);
    json_close(json);
}

static void put_bridges(struct writing *w, const struct carries *row)
{
    bool open = false;
    for (size_t i = 0; i < w->plan->test_count; i++) {
        const struct test *test = &w->plan->test[i];
        for (size_t side = 1;
             test->row != NULL && carries_alike(test->row, row) && side < w->plan->operand_count;
             side++) {
            if (test->side[side].bridge_count == 0)
                continue;
            if (!open)
                json_open(&w->json, STR("bridge"), '[');
            open = true;
            json_open(&w->json, STR(""), '{');
            json_text(&w->json, STR("like"), STR("A"));
            if (test->name.len > 0)
                json_text(&w->json, STR("workload"), test->name);
            put_captures(w, &w->plan->operand[side], test->side[side].bridge,
                         test->side[side].bridge_count);
            put_runs(w, &w->plan->operand[side], test->side[side].bridge,
                     test->side[side].bridge_count);
            json_close(&w->json);
        }
    }
    if (open)
        json_close(&w->json);
}

/* One accelerator where each side used one; of a whole offer nothing but a statement tells. */
static const char *unit_of(const struct compare_plan *plan)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct operand *operand = &plan->operand[i];
        const struct fact *fact = operand->run_count > 0
                                      ? found_fact(operand, &operand->run[0], KEY_ACCELERATOR_COUNT)
                                      : NULL;
        if (fact == NULL || !fact->value.number || fact->value.value > 1)
            return "offer";
    }
    return "accelerator";
}

static void put_under_test(struct writing *w)
{
    struct json_out *json = &w->json;
    json_open(json, STR("under_test"), '{');
    if (w->wish->layer_count > 0) {
        json_text(json, STR("kind"), STR("layers"));
        json_open(json, STR("layers"), '[');
        for (size_t i = 0; i < w->wish->layer_count; i++)
            json_text(json, STR(""), str_from(w->wish->layer[i]));
        json_close(json);
    } else {
        json_text(json, STR("kind"), STR("executor"));
        json_text(json, STR("terms"), STR("as-operated"));
        json_text(json, STR("release_rule"), STR("as found"));
        json_text(json, STR("unit"), str_from(unit_of(w->plan)));
    }
    json_close(json);
}

static bool takes_part(const struct compare_plan *plan, size_t side, const struct carries *row)
{
    for (size_t i = 0; i < plan->test_count; i++)
        if (plan->test[i].row != NULL && carries_alike(plan->test[i].row, row) &&
            plan->test[i].side[side].count > 0)
            return true;
    return false;
}

bool compare_case_text(struct arena *home, const struct compare_plan *plan,
                       const struct carries *row, const struct compare_wish *wish, struct str *out,
                       struct diags *diags)
{
    struct buf text = buf_new(home, (size_t)64 << 20);
    struct writing w = { .home = home, .plan = plan, .wish = wish, .diags = diags, .good = true };
    if (!sets_good(&w))
        return false;
    json_begin(&w.json, &text);
    json_open(&w.json, STR(""), '{');
    json_text(&w.json, STR("format"), STR("dossier-case/1"));
    json_text(&w.json, STR("id"), STR("compare"));
    json_text(&w.json, STR("date"), str_from(wish->date));
    json_text(&w.json, STR("profile"), str_from(wish->profile));
    json_text(&w.json, STR("question"), str_from(wish->question));
    json_open(&w.json, STR("systems"), '[');
    for (size_t i = 0; i < plan->operand_count; i++)
        if (takes_part(plan, i, row))
            put_system(&w, i, row);
    json_close(&w.json);
    put_bridges(&w, row);
    json_open(&w.json, STR("metric"), '{');
    json_text(&w.json, STR("key"), str_from(vocabulary_row(row->metric)->name));
    json_text(&w.json, STR("kind"), str_from(metric_kind_name(compare_kind(plan, row))));
    if (row->instance[0] != 0)
        json_text(&w.json, STR("instance"), str_from(row->instance));
    json_close(&w.json);
    put_under_test(&w);
    json_close(&w.json);
    buf_put_char(&text, '\n');
    *out = buf_str(&text);
    return w.good;
}

bool compare_profile_known(const char *name)
{
    static const char *const names[] = { "engineering", "mlperf", "purchase" };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}
