/* compare_case.c - the case of what stands side by side. */
#include "compare_case.h"
#include "base/json.h"
#include "output.h"
#include "submission.h"
#include <glib.h>
#include <string.h>

static bool usage(struct diags *diags, struct str file, struct str expected, const char *said)
{
    diag_add(diags, DIAG_USAGE, (struct place){ .file = file }, expected, "%s", said);
    return false;
}

/* ---- over a window, or over whole runs ---- */

/* As the rules ask of a run that is judged over time. */
static bool is_short(const struct compare_plan *plan, size_t side, const struct chosen *chosen)
{
    for (size_t i = 0; i < chosen->count; i++) {
        const struct operand *operand = &plan->operand[side];
        const struct found_run *run = &operand->run[chosen->run[i]];
        if (rules_whole(plan->rules, str_from(run->row->format), false) &&
            ((double)found_samples(operand, run) < plan->least_samples ||
             found_seconds(operand, run) < plan->least_seconds))
            return true;
    }
    return false;
}

enum metric_kind compare_kind(const struct compare_plan *plan, const struct carries *row)
{
    bool over_time = row->kind == METRIC_PER_RUN || row->kind == METRIC_AT_LOAD;
    if (carries_label(row) && plan->rules)
        return METRIC_WHOLE_RUN; /* what a tool named is a figure, and no statistic of samples */
    for (size_t i = 0; i < plan->test_count && over_time && plan->rules; i++) {
        const struct test *test = &plan->test[i];
        for (size_t side = 0;
             test->row && carries_alike(test->row, row) && side < plan->operand_count; side++)
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

/* A path of a case has signs of its own. Where a name holds one of '#', '*' and '?', a '?' stands
 * for it, which any sign fits. False: one is left that nothing stands for, "!" of an archive. */
static bool path_plain(struct arena *home, struct str path, bool archive, struct str *out,
                       bool *signs)
{
    size_t bangs = 0;
    struct buf buf = buf_new(home, 1 << 16);
    *signs = false;
    for (size_t i = 0; i < path.len; i++) {
        bool sign = strchr("#*?", path.at[i]) != NULL;
        *signs = *signs || sign;
        bangs += path.at[i] == '!';
        buf_put(&buf, sign ? STR("?") : str_sub(path, i, i + 1));
    }
    *out = buf_str(&buf);
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

/* Whether the '?' in it fit this one path alone. */
static bool fits_alone(struct writing *w, struct str pattern, struct str whole)
{
    struct str *found;
    size_t count;
    return glob_match(w->home, str_c(w->home, w->plan->root), pattern, (struct place){ 0 }, &found,
                      &count, diags_new(w->home)) &&
           count == 1 && str_eq(found[0], whole);
}

static void put_path(struct writing *w, const struct operand *operand, struct str path,
                     struct str instance)
{
    struct str whole = path_of(w->home, w->plan, operand, path), written;
    bool signs;
    if (!path_plain(w->home, whole, operand->archive, &written, &signs))
        w->good =
            line_refused(w->diags, whole, STR("a name without !; rename it, or write a case.json"),
                         "a path that a case cannot name");
    else if (signs && (operand->archive || !fits_alone(w, written, whole)))
        w->good =
            line_refused(w->diags, whole,
                         STR("a name without #, * and ? where an archive or the names beside it "
                             "leave open which is meant; rename it, or write a case.json"),
                         "a path that a case cannot name");
    if (instance.len > 0)
        written = str_format(w->home, "%.*s#%.*s", STR_ARG(written), STR_ARG(instance));
    json_text(&w->json, STR(""), written);
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
        if (!test->row || !carries_alike(test->row, row) || test->side[side].count == 0)
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

enum { NO_SIDE = OPERANDS_MOST }; /* a bridge: what is said of one side's machine is not of it */

/* "B:key=value": of one system; without its letter of all. */
static void put_facts(struct writing *w, size_t side)
{
    bool open = false;
    for (size_t i = 0; i < w->wish->set_count; i++) {
        struct str text = str_from(w->wish->set[i]), name = { 0 };
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
             test->row && carries_alike(test->row, row) && side < w->plan->operand_count; side++) {
            if (test->side[side].bridge_count == 0)
                continue;
            if (!open)
                json_open(&w->json, STR("bridge"), '[');
            open = true;
            json_open(&w->json, STR(""), '{');
            json_text(&w->json, STR("like"), STR("A"));
            put_facts(w, NO_SIDE);
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

/* One accelerator where each side used one, not where processors alone worked; of a whole offer
 * nothing but a statement tells. */
const char *compare_unit(const struct compare_plan *plan)
{
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct operand *operand = &plan->operand[i];
        const struct fact *fact = operand->run_count > 0
                                      ? found_fact(operand, &operand->run[0], KEY_ACCELERATOR_COUNT)
                                      : NULL;
        if (!fact || !fact->value.number || fact->value.value < 1 || fact->value.value > 1)
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
        json_text(json, STR("unit"), str_from(compare_unit(w->plan)));
    }
    json_close(json);
}

static bool takes_part(const struct compare_plan *plan, size_t side, const struct carries *row)
{
    for (size_t i = 0; i < plan->test_count; i++)
        if (plan->test[i].row && carries_alike(plan->test[i].row, row) &&
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
    json_text(&w.json, STR("id"), str_from(wish->id));
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
    const char *instance = row->instance;
    if (instance[0] != 0 && plan->rules)
        json_text(&w.json, STR("instance"), str_from(instance));
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
