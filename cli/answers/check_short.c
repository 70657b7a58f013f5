/* check_short.c - the short answer of `check`: what a verdict hangs on, and the next command. */
#include "check_short.h"
#include "change_text.h"
#include "output.h"
#include "short_text.h"
#include "verdict_text.h"

#include "model/decision.h"

/* ---- what made the verdict easier ---- */

static void put_loosened(const struct report_model *model, struct buf *out)
{
    enum { NAMED = 8 };
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    if (model->loosened_count == 0 || model->case_file->profile.len > 0)
        return;
    buf_put(&line, STR("looser than the built-in rules:"));
    for (size_t i = 0; i < model->loosened_count && i < NAMED; i++)
        buf_putf(&line, " %.*s", STR_ARG(model->loosened[i]->id));
    if (model->loosened_count > NAMED)
        buf_putf(&line, " and %zu more", model->loosened_count - NAMED);
    buf_put(&line, STR(" (reasons: --full)"));
    short_wrap(out, buf_str(&line), 2);
}

static void put_weakened(const struct report_model *model, struct buf *out)
{
    enum { NAMED = 3 };
    const struct policy *policy = &model->case_file->policy;
    for (size_t i = 0; i < policy->weakened_count && i < NAMED; i++) {
        const struct weakening *w = &policy->weakened[i];
        struct buf line = buf_new(out->home, 4096);
        buf_putf(&line, "weaker than the built-in limit: %s, ", vocabulary_row(w->key)->title);
        value_put(w->fact, &line);
        if (w->built_in) {
            buf_put(&line, STR(" in place of "));
            value_put(w->built_in, &line);
        }
        short_line(out, output_visible(out->home, buf_str(&line)));
    }
    if (policy->weakened_count > NAMED)
        short_line(out, str_format(out->home, "and %zu limits more (--full)",
                                   policy->weakened_count - NAMED));
}

static void put_yardstick(const struct report_model *model, size_t said, struct buf *out)
{
    verdict_put_references(model, out);
    verdict_put_profile(model->case_file, out);
    if (model->case_file->profile.len == 0 && !model->rules_changed && model->loosened_count == 0)
        short_line(out, STR("Judged by the built-in rules, the profile purchase."));
    if (model->case_file->profile.len == 0 && model->rules_changed && model->loosened_count == 0)
        short_line(out, STR("Judged by a rule set that is not the built-in one."));
    put_loosened(model, out);
    if (model->case_file->profile.len == 0)
        put_weakened(model, out);
    if (said > 0)
        short_line(out, str_format(out->home,
                                   "With %zu statement%s of the command line, which the case does "
                                   "not hold.",
                                   said, said == 1 ? "" : "s"));
}

/* ---- one comparison ---- */

static void put_side(struct buf *out, const struct comparison *c, const struct system *system)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16), value = buf_new(out->home, 1 << 14);
    side_put_range(&value, c, system);
    if (value.len == 0)
        return;
    buf_put(&line, STR("  "));
    buf_put_visible(&line, str_sub(system->id, 0, 40));
    buf_put(&line, STR(" by itself   "));
    buf_put(&line, buf_str(&value));
    short_line(out, buf_str(&line));
}

static void put_system(struct buf *out, const struct system *system)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("  "));
    buf_put_visible(&line, str_sub(system->id, 0, 40));
    buf_put(&line, STR("  "));
    buf_put_visible(&line, str_sub(system->label, 0, 400));
    short_line(out, buf_str(&line));
}

/* How many of a single system's clauses and objectives stand how. */
static void put_counts(struct buf *out, const struct report_model *model,
                       const struct comparison *c)
{
    size_t of[] = { [STANDING_MET] = 0, [STANDING_NOT_MET] = 0, [STANDING_NOT_SHOWN] = 0 };
    for (size_t i = 0; i < model->threshold_count; i++)
        if (str_eq(model->threshold[i].workload, c->workload))
            of[model->threshold[i].standing]++;
    if (of[STANDING_MET] + of[STANDING_NOT_MET] + of[STANDING_NOT_SHOWN] > 0)
        short_line(out, str_format(out->home,
                                   "  requirements and objectives: %zu MET, %zu NOT MET, %zu NOT "
                                   "SHOWN (--full)",
                                   of[STANDING_MET], of[STANDING_NOT_MET], of[STANDING_NOT_SHOWN]));
}

/* A system by itself: its values, which no other stands beside. */
static void put_alone(struct buf *out, const struct report_model *model, const struct comparison *c,
                      struct str below)
{
    put_system(out, c->a);
    buf_put_char(out, '\n');
    short_verdict(out, c);
    if (!comparison_licenses(c))
        short_reasons(out, c, 2);
    put_side(out, c, c->a);
    put_counts(out, model, c);
    if (comparison_licenses(c))
        short_reservations(out, c, 3);
    else if (c->verdict == VERDICT_NOT)
        short_mends(out, c, 2);
    else
        short_changes(out, c, below);
}

static void put_one(struct buf *out, const struct report_model *model, const struct comparison *c,
                    struct str below)
{
    put_system(out, c->a);
    put_system(out, c->b);
    buf_put_char(out, '\n');
    short_verdict(out, c);
    if (comparison_licenses(c)) {
        struct str said = change_said(out->home, model->case_file->metric, c);
        short_wrap(out,
                   said.len > 0 ? str_format(out->home, "  %.*s", STR_ARG(said))
                                : STR("  Too few runs a side for a ratio: three of each tell how "
                                      "far runs lie apart."),
                   2);
        window_put(out, model->case_file, c);
        short_credit(out, c);
        short_reservations(out, c, 3);
        return;
    }
    short_reasons(out, c, 2);
    put_side(out, c, c->a);
    put_side(out, c, c->b);
    short_no_ratio(out, c, below);
    if (c->verdict == VERDICT_NOT)
        short_mends(out, c, 2);
    else
        short_changes(out, c, below);
}

/* ---- many ---- */

static struct str said_of(struct arena *home, const struct report_model *model,
                          const struct comparison *c, bool brief)
{
    struct buf line = buf_new(home, (size_t)1 << 20);
    struct str said = brief ? change_said_brief(home, model->case_file->metric, c)
                            : change_said(home, model->case_file->metric, c);
    if (said.len > 0)
        return said;
    if (comparison_licenses(c) && comparison_single(c))
        side_put_range(&line, c, c->a);
    else if (comparison_licenses(c))
        return STR("too few runs a side for a ratio");
    if (comparison_licenses(c))
        return buf_str(&line);
    short_reason_line(&line, c);
    return buf_str(&line);
}

/* What the null pair of the case came to: said once, since it stands beside each number. */
static void put_null(struct buf *out, const struct comparison *c)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (str_eq(c->finding[i].rule->id, STR("M18")) && c->finding[i].judgement != NOT_APPLICABLE)
            short_wrap(out,
                       str_format(out->home, "  M18 %.*s",
                                  STR_ARG(output_visible(
                                      out->home, finding_words(out->home, &c->finding[i])))),
                       6);
}

static void put_many(struct buf *out, const struct report_model *model, struct str below)
{
    enum { ROWS = 16, NAME_LEAST = 34 };
    size_t width = NAME_LEAST;
    for (size_t i = 0; i < model->comparison_count && i < ROWS; i++) {
        size_t own = output_columns(comparison_named(out->home, &model->comparison[i]));
        width = own > width ? own : width;
    }
    for (size_t i = 0; i < model->comparison_count && i < ROWS; i++) {
        const struct comparison *c = &model->comparison[i];
        struct buf line = buf_new(out->home, (size_t)1 << 20);
        buf_put(&line, STR("  "));
        short_pad(&line, comparison_named(out->home, c), width);
        buf_putf(&line, "  %s ", verdict_row(c->verdict)->glyph);
        buf_put(&line, said_of(out->home, model, c, true));
        short_line(out, buf_str(&line));
    }
    if (model->comparison_count > ROWS)
        short_line(
            out, str_format(out->home, "  and %zu more (--full)", model->comparison_count - ROWS));
    put_null(out, &model->comparison[0]);
    struct short_named *named = ARENA_MANY(out->home, model->comparison_count, struct short_named);
    for (size_t i = 0; i < model->comparison_count; i++)
        named[i] = (struct short_named){ comparison_named(out->home, &model->comparison[i]),
                                         &model->comparison[i] };
    short_open(out, named, model->comparison_count);
    short_shared(out, named, model->comparison_count, 3);
    short_changes_many(out, named, model->comparison_count, below, 3);
    short_line(out, STR("A number stands only where a verdict permits it; no total is made of "
                        "them."));
}

/* `said`: statements of the command line, which `build` does not take: what is built next would
 * have another verdict. */
static void put_next(struct buf *out, const struct report_model *model, const char *path,
                     bool packed, size_t said)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    bool licensed = model->comparison_count > 0;
    for (size_t i = 0; i < model->comparison_count; i++)
        licensed = licensed && comparison_licenses(&model->comparison[i]);
    bool apart = licensed && !packed && said > 0;
    buf_putf(&line, "Next:  dossier %s ",
             packed               ? "verify"
             : licensed && !apart ? "build"
                                  : "check");
    short_quoted(&line, str_from(path));
    if (!packed && !apart)
        buf_put(&line, licensed ? STR(" -o case.asice --key KEY --cert CERT") : STR(" --full"));
    buf_put_char(out, '\n');
    if (apart)
        short_line(out, STR("A dossier is built of files alone: what --set says has to stand in a "
                            "run.json first."));
    short_command(out, buf_str(&line));
}

void check_put_short(const struct report_model *model, const char *path, bool packed, size_t said,
                     struct buf *out)
{
    struct str below = packed ? STR("") : str_folder(str_from(path));
    put_yardstick(model, said, out);
    struct str question = output_visible(out->home, str_sub(model->case_file->question, 0, 160));
    short_wrap(out, question, 2);
    buf_put_char(out, '\n');
    categories_put_text(model->case_file, out);
    if (model->comparison_count == 1 && comparison_single(&model->comparison[0]))
        put_alone(out, model, &model->comparison[0], below);
    else if (model->comparison_count == 1)
        put_one(out, model, &model->comparison[0], below);
    else if (model->comparison_count > 1)
        put_many(out, model, below);
    else
        short_line(out, STR("Nothing stands side by side."));
    for (size_t i = 0; i < model->comparison_count; i++)
        if (short_telemetry(out, &model->comparison[i]))
            break;
    put_next(out, model, path, packed, said);
}

/* ---- for CI ---- */

struct reported *check_reported(struct arena *home, const struct report_model *model, size_t *count)
{
    struct reported *out = ARENA_MANY(home, model->comparison_count + 1, struct reported);
    *count = model->comparison_count;
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        out[i] = (struct reported){ .name = comparison_named(home, c),
                                    .metric = vocabulary_row(model->case_file->metric)->name,
                                    .c = c,
                                    .said = said_of(home, model, c, false),
                                    .outcome = comparison_licenses(c)      ? 0
                                               : c->verdict == VERDICT_NOT ? 1
                                                                           : 2 };
    }
    return out;
}

static void put_categories_markdown(const struct report_model *model, struct buf *out)
{
    struct buf text = buf_new(out->home, (size_t)1 << 20);
    struct str rest, line;
    categories_put_text(model->case_file, &text);
    rest = buf_str(&text);
    while (str_cut(&rest, '\n', &line)) {
        bool row = str_starts(line, STR("  "));
        buf_put(out, row ? STR("- ") : STR(""));
        markdown_put_plain(out, str_trim(line));
        buf_put(out, row || line.len == 0 ? STR("\n") : STR("\n\n"));
    }
}

void check_put_markdown(const struct report_model *model, const struct reported *item, size_t count,
                        struct buf *out)
{
    struct buf yardstick = buf_new(out->home, (size_t)1 << 20);
    struct str rest, line;
    buf_put(out, STR("### dossier check\n\n"));
    markdown_put_plain(out, model->case_file->question);
    buf_put(out, STR("\n\n"));
    put_yardstick(model, 0, &yardstick);
    rest = buf_str(&yardstick);
    while (str_cut(&rest, '\n', &line)) {
        markdown_put_plain(out, str_trim(line));
        buf_put(out, STR("\n"));
    }
    if (yardstick.len > 0)
        buf_put_char(out, '\n');
    put_categories_markdown(model, out);
    markdown_put_rows(out, item, count);
    markdown_put_folds(out, item, count);
}
