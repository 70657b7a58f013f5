/* compare_limits.c - the rules and limits that a case without a file would be judged by, and what
 * of the line it cannot carry. */
#include "compare_case.h"
#include "pipeline.h"

/* ---- which option said it ---- */

/* "B:key=value" or "key=value" that stands at "/systems/1/facts/key"; NULL: none. */
static const char *set_at(const struct compare_wish *wish, struct str path)
{
    const struct str systems = STR("/systems/"), facts = STR("/facts/");
    size_t at = str_find(path, facts);
    const char *found = NULL;
    if (at == SIZE_MAX)
        return NULL;
    struct str key = str_sub(path, at + facts.len, path.len);
    bool one = str_starts(path, systems) && at == systems.len + 1;
    for (size_t i = 0; i < wish->set_count; i++) {
        struct str text = str_from(wish->set[i]), name = { 0 };
        bool side = text.len > 2 && text.at[1] == ':';
        int letter = side ? text.at[0] : 0;
        text = str_sub(text, side ? 2 : 0, text.len);
        (void)str_cut(&text, '=', &name);
        if (!str_eq(name, key))
            continue;
        if (!found || (one && letter == 'A' + (path.at[systems.len] - '0')))
            found = wish->set[i];
    }
    return found;
}

/* The option and its value that stand at `path` of the case; empty: none. */
static struct str option_at(struct arena *home, const struct compare_wish *wish, struct str path)
{
    const char *set = set_at(wish, path);
    if (set)
        return str_format(home, "--set %s", set);
    if (str_eq(path, STR("/question")))
        return str_format(home, "--question \"%s\"", wish->question);
    if (str_eq(path, STR("/id")))
        return str_format(home, "--id \"%s\"", wish->id);
    if (!str_starts(path, STR("/under_test/layers")) || wish->layer_count == 0)
        return (struct str){ 0 };
    struct buf out = buf_new(home, (size_t)1 << 16);
    for (size_t i = 0; i < wish->layer_count; i++)
        buf_putf(&out, "%s%s", i == 0 ? "--layers " : ",", wish->layer[i]);
    return buf_str(&out);
}

static bool told_before(const struct diags *diags, const struct diag *diag, struct str file)
{
    for (const struct diag *one = diags_first(diags); one; one = one->next)
        if (one->id == diag->id && str_eq(one->place.file, file) && str_eq(one->said, diag->said))
            return true;
    return false;
}

/* Nobody wrote this case: what it cannot carry was said by an option, which is the place to mend;
 * of all sides, once. */
static void tell_options(struct arena *home, const struct compare_wish *wish,
                         const struct diags *found, struct diags *diags)
{
    for (const struct diag *diag = diags_first(found); diag; diag = diag->next) {
        struct place place = diag->place;
        struct str option = option_at(home, wish, place.path);
        if (option.len > 0)
            place = (struct place){ .file = option };
        if (option.len == 0 || !told_before(diags, diag, option))
            diag_add(diags, diag->id, place, diag->expected, "%.*s", STR_ARG(diag->said));
    }
}

bool compare_limits(struct arena *home, struct compare_plan *plan, const struct carries *row,
                    const struct compare_wish *wish, struct diags *diags)
{
    struct diags *found = diags_new(home);
    struct pipeline p = { .home = home, .diags = found };
    const char *path = str_c(home, str_format(home, "%.*s/case.json", STR_ARG(plan->root)));
    bool good = compare_case_text(home, plan, row, wish, &p.case_text, found) &&
                pipeline_run(&p, path, NULL, STAGE_CASE);
    if (!good) {
        tell_options(home, wish, found, diags);
        return false;
    }
    diags_join(diags, found); /* the case is judged next, and says the same at the same places */
    plan->rules = p.rules;
    plan->least_samples = p.case_file->policy.steady.of[STEADY_SAMPLES];
    plan->least_seconds = p.case_file->policy.least_window;
    return true;
}
