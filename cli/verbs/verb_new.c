/* verb_new.c - a case to go on from: case.json with all that the files tell, and run.json that asks
 * for what only a person can say, once above all sides. Nothing that stands there is touched. */
#include "amending.h"
#include "asking.h"
#include "case_stands.h"
#include "compare_metric.h"
#include "compare_tests.h"
#include "inspect_put.h"
#include "new_left.h"
#include "output.h"
#include "own_ask.h"
#include "run_statements.h"
#include "short_text.h"
#include "sign/sign.h"
#include "submission.h"
#include <glib.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct making {
    struct request *request;
    struct operand operand[OPERANDS_MOST];
    struct compare_plan plan;
    struct compare_wish wish;
    const struct rules *rules;
    struct str folder;       /* -o, absolute, no links */
    struct str text;         /* of the case, as it is written where none stands */
    struct inspected *above; /* the run.json of that folder, where one stands */
    size_t above_count;
    bool copied;
    size_t copies, added;             /* folders and files copied now; files that a copy lacked */
    size_t asked;                     /* statements that wait in the run.json of all sides */
    size_t open[OPERANDS_MOST];       /* the same, in its own */
    bool later[KEY_COUNT];            /* asked by a purchase, and of nobody by `engineering` */
    struct asking asking;             /* what was answered by each side of its own */
    const char *stays[OPERANDS_MOST]; /* why there is none new; NULL: it was written */
    struct str settled;               /* why nothing is asked; empty: it is */
    struct buf out;
};

static bool usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("new") }, expected, "%s", said);
    return false;
}

/* ---- where the files lie ---- */

/* What is printed to be pasted: "case/", as `compare` spells it, gives no "case//case.json". */
static void output_trim(struct request *request)
{
    struct str output = str_from(request->options.output);
    while (output.len > 1 && output.at[output.len - 1] == '/')
        output.len--;
    request->options.output = str_c(request->home, output);
}

static bool folder_open(struct making *m)
{
    struct entries none = { 0 };
    if (!m->request->options.output)
        return usage(m->request, STR("-o DIR"), "no folder is named");
    output_trim(m->request);
    const char *path = m->request->options.output;
    leftover_new(m->request->home, str_from(path));
    if (!entries_write(m->request->home, path, &none, m->request->diags))
        return false;
    char *real = realpath(path, NULL);
    if (!real)
        return line_refused(m->request->diags, str_from(path),
                            STR("a folder; name another behind -o"), "none");
    m->folder = str_keep(m->request->home, str_from(real));
    free(real);
    if (!m->wish.id)
        m->wish.id = operands_case(m->request->home, str_base_name(m->folder), m->operand,
                                   m->plan.operand_count);
    return true;
}

/* Whether a copy that an earlier `new` made is of these files: none is another; what the source has
 * got since is added. Its run.json is whoever filled it in. *added: how many. */
static bool copy_stands(struct making *m, struct str target, const struct entries *entries,
                        size_t *added)
{
    struct arena *home = m->request->home;
    struct entries fresh = { ARENA_MANY(home, entries->count + 1, struct entry), 0 };
    struct entry *list = ARENA_MANY(home, entries->count + 1, struct entry);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *one = &entries->item[i];
        struct str path = one->name.len > 0
                              ? str_format(home, "%.*s/%.*s", STR_ARG(target), STR_ARG(one->name))
                              : target;
        struct str bytes;
        if (access(str_c(home, path), F_OK) != 0) {
            leftover_new(m->request->home, path);
            list[fresh.count++] = *one;
            continue;
        }
        if (str_eq(str_base_name(one->name), STR("run.json")))
            continue;
        if (!file_read(home, str_c(home, path), &limits_default, &bytes, m->request->diags) ||
            !str_eq(bytes, one->bytes))
            return line_refused(m->request->diags, path,
                                STR("a free name, or the copy that `new` made of these files; "
                                    "name another folder behind -o"),
                                "other files");
    }
    fresh.item = list;
    *added = fresh.count;
    return fresh.count == 0 || entries_write(home, str_c(home, target), &fresh, m->request->diags);
}

/* What is told of the copy holds of the side: its run.json may have been filled in since. */
static bool copy_open(struct making *m, struct operand *operand, struct str target)
{
    struct arena *home = m->request->home;
    struct operand copy;
    const char *mark = operand->pick.len > 0 ? "#" : "";
    struct str given =
        str_format(home, "%.*s%s%.*s", STR_ARG(target), mark, STR_ARG(operand->pick));
    if (!operand_open(home, str_c(home, given), operand->alone, &copy, m->request->diags))
        return false;
    if (copy.run_count != operand->run_count)
        return line_refused(m->request->diags, target,
                            STR("the results of its source; name another folder behind -o"),
                            "others in the copy");
    copy.given = operand->given;
    copy.label = operand->label;
    *operand = copy;
    return true;
}

/* A case names nothing outside of its folder: files that lie elsewhere are copied, byte for byte;
 * once. */
static bool operand_copy(struct making *m, struct operand *operand)
{
    struct request *request = m->request;
    struct arena *home = request->home;
    struct str name = name_make(home, str_base_name(operand->real)), target, top;
    top = target = str_format(home, "%.*s/%.*s", STR_ARG(m->folder), STR_ARG(name));
    bool stands = access(str_c(home, top), F_OK) == 0;
    /* a part of a submission keeps the folders above it, from its division on */
    struct str root = submission_root(operand->real);
    if (operand->folder && operand->run_count > 0 && submission_of(&operand->run[0]) &&
        root.len < operand->real.len)
        target = str_format(home, "%.*s%.*s", STR_ARG(target),
                            STR_ARG(str_sub(operand->real, root.len, operand->real.len)));
    struct entries entries;
    struct entry one = { 0 };
    size_t added = 0;
    if (operand->folder) {
        if (!entries_read(home, str_c(home, operand->real), &limits_default, &entries,
                          request->diags))
            return false;
    } else {
        entries = (struct entries){ &one, 1 };
        if (!file_read(home, str_c(home, operand->real), &limits_default, &one.bytes,
                       request->diags))
            return false;
    }
    if (stands) {
        if (!copy_stands(m, target, &entries, &added) || !copy_open(m, operand, target))
            return false;
        m->added += added;
        return true;
    }
    m->copies++;
    leftover_new(m->request->home, top);
    bool good = operand->folder ? entries_write(home, str_c(home, target), &entries, request->diags)
                                : file_put(request, str_c(home, target), one.bytes);
    operand->real = target;
    return good;
}

/* A statement above all bundles goes with them. */
static bool declaration_copy(struct making *m, struct str root)
{
    struct arena *home = m->request->home;
    const char *from = str_c(home, str_format(home, "%.*s/run.json", STR_ARG(root)));
    struct str to = str_format(home, "%.*s/run.json", STR_ARG(m->folder)), bytes;
    if (access(from, F_OK) != 0 || access(str_c(home, to), F_OK) == 0)
        return true;
    leftover_new(m->request->home, to);
    return file_read(home, from, &limits_default, &bytes, m->request->diags) &&
           file_put(m->request, str_c(home, to), bytes);
}

static bool files_settle(struct making *m)
{
    struct str root = m->plan.root;
    bool inside = true;
    for (size_t i = 0; i < m->plan.operand_count; i++)
        inside = inside && str_below(m->operand[i].real, m->folder);
    m->plan.root = m->folder;
    m->copied = !inside;
    for (size_t i = 0; i < m->plan.operand_count && !inside; i++)
        if (!operand_copy(m, &m->operand[i]))
            return false;
    return inside || declaration_copy(m, root);
}

/* ---- what only a person can say ---- */

/* The files of a side, and the run.json above all sides: what is said there of the work decides
 * what else is asked. */
static size_t files_with(const struct making *m, size_t index, struct inspected **out)
{
    struct arena *home = m->request->home;
    const struct operand *operand = &m->operand[index];
    struct inspected *all =
        ARENA_MANY(home, operand->file_count + m->above_count + 1, struct inspected);
    if (operand->file_count > 0)
        memcpy(all, operand->file, operand->file_count * sizeof *all);
    if (m->above_count > 0)
        memcpy(all + operand->file_count, m->above, m->above_count * sizeof *all);
    *out = all;
    return operand->file_count + m->above_count;
}

static void wanted_find(struct making *m, size_t index, bool *wanted)
{
    struct inspected *file;
    size_t count = files_with(m, index, &file);
    const struct inspection in = {
        .home = m->request->home, .rules = m->rules, .file = file, .count = count
    };
    inspection_wanted(&in, wanted);
}

/* Whether the rules ask it of a run of any side. */
static bool asked_by_rules(const struct making *m, enum key key)
{
    bool asked = false;
    for (size_t i = 0; i < m->plan.operand_count; i++) {
        struct inspected *file;
        size_t count = files_with(m, i, &file);
        struct told *told = ARENA_MANY(m->request->home, count + 1, struct told);
        for (size_t k = 0; k < count; k++)
            told[k] = (struct told){ file[k].facts, file[k].series, file[k].series_count };
        asked = asked || rules_ask(m->rules, told, count, key);
    }
    return asked;
}

static void declared_leave(const struct making *m, bool *wanted)
{
    for (size_t i = 0; i < m->above_count; i++)
        for (size_t k = 0; k < facts_count(m->above[i].facts); k++) {
            const struct fact *fact = facts_at(m->above[i].facts, k);
            wanted[fact->key] = wanted[fact->key] && fact->placeholder;
        }
}

/* The metric of the first test; what the others are of is said. */
static const struct carries *row_first(const struct making *m)
{
    for (size_t i = 0; i < m->plan.test_count; i++)
        if (m->plan.test[i].row)
            return m->plan.test[i].row;
    return NULL;
}

/* What the rules ask of whole executors beside what a run tells; and of programs, whether an
 * accelerator worked. What only stands beside the number is not asked here. `whole`: as for a
 * purchase. */
static void rules_want(const struct making *m, bool whole, bool *wanted)
{
    static const enum key stack[] = { KEY_STACK_ARTEFACT, KEY_STACK_RELEASE_RULE, KEY_STACK_UNIT };
    bool counted = false, served = false;
    const struct carries *row = row_first(m);
    for (size_t i = 0; whole && i < ARRAY_COUNT(stack); i++)
        wanted[stack[i]] = true;
    wanted[KEY_ENVIRONMENT_PROVIDER] = wanted[KEY_ENVIRONMENT_SHARING] = false;
    for (size_t i = 0; i < m->plan.operand_count; i++)
        for (size_t k = 0; k < m->operand[i].file_count; k++)
            for (size_t f = 0; f < facts_count(m->operand[i].file[k].facts); f++) {
                enum key key = facts_at(m->operand[i].file[k].facts, f)->key;
                counted = counted || key == KEY_ACCELERATOR_COUNT || key == KEY_ACCELERATOR_NAME;
                served = served || key == KEY_METHOD_SERVER_COMMAND;
            }
    wanted[KEY_CONTAINER_DIGEST] = whole && asked_by_rules(m, KEY_CONTAINER_DIGEST);
    wanted[KEY_ENGINE_FEATURES] = whole && asked_by_rules(m, KEY_ENGINE_FEATURES);
    wanted[KEY_TARGET_VALUE] = row && row->kind == METRIC_TO_COMPLETION;
    wanted[KEY_METHOD_SERVER_COMMAND] =
        whole && !served && asked_by_rules(m, KEY_METHOD_SERVER_COMMAND);
    wanted[KEY_ACCELERATOR_COUNT] =
        whole && !counted && !statements_of_clients(m->operand, m->plan.operand_count);
}

static bool any_of(const bool *wanted)
{
    for (int key = 0; key < KEY_COUNT; key++)
        if (wanted[key])
            return true;
    return false;
}

/* Asked in the terminal, where that is wished for, and written. `side`: whose, or ASKING_ALL. */
static bool asked_write(struct making *m, struct str path, size_t side, bool *wanted, size_t *open)
{
    struct str *said = NULL;
    struct asking_guess guess[ASKING_GUESSES];
    if (m->request->options.ask &&
        !asking_run(m->request->home, side, guess, asking_guesses(compare_unit(&m->plan), guess),
                    &m->asking, wanted, &said))
        return false;
    leftover_new(m->request->home, path);
    return statements_write(m->request, path, wanted, said, true, open);
}

/* One side's own statements: what is not asked of all sides at once. */
static bool declaration_write(struct making *m, size_t index, bool *wanted)
{
    struct operand *operand = &m->operand[index];
    struct arena *home = m->request->home;
    struct str path = str_format(home, "%.*s/run.json", STR_ARG(operand->real));
    if (!operand->folder) { /* written, or found there, before the sides are asked */
        struct str above = str_format(home, "%.*s/run.json", STR_ARG(m->folder));
        m->stays[index] = access(str_c(home, above), F_OK) == 0
                              ? "it is one file; the run.json above it speaks for it"
                              : "nothing is asked of it alone";
        return true;
    }
    if (!any_of(wanted)) {
        m->stays[index] = access(str_c(home, path), F_OK) == 0 ? "its run.json stands as it is"
                                                               : "nothing is asked of it alone";
        return true;
    }
    return asked_write(m, path, index, wanted, &m->open[index]);
}

/* Each side may answer for itself where each is a folder, which takes a run.json of its own. */
static size_t sides_that_answer(const struct making *m)
{
    size_t folders = 0;
    for (size_t i = 0; i < m->plan.operand_count; i++)
        folders += m->operand[i].folder;
    return folders == m->plan.operand_count ? folders : 0;
}

/* What no side tells is asked once, above them all; what one side alone lacks is asked there. */
static bool declarations_write(struct making *m)
{
    struct arena *home = m->request->home;
    size_t count = m->plan.operand_count;
    struct side_asked *wanted = ARENA_MANY(home, count, struct side_asked);
    bool all[KEY_COUNT];
    struct str path = str_format(home, "%.*s/run.json", STR_ARG(m->folder));
    statements_above(home, path, &m->above, &m->above_count);
    m->asking.sides = sides_that_answer(m);
    for (size_t i = 0; i < count; i++)
        wanted_find(m, i, wanted[i].key);
    m->settled = statements_hidden(home, &m->plan, m->text, wanted);
    if (m->settled.len > 0)
        return true;
    for (int key = 0; key < KEY_COUNT; key++) {
        all[key] = true;
        bool file = false;
        for (size_t i = 0; i < count; i++) {
            all[key] = all[key] && wanted[i].key[key];
            file = file || (wanted[i].key[key] && !m->operand[i].folder);
        }
        all[key] = all[key] || file;
        for (size_t i = 0; i < count; i++)
            wanted[i].key[key] = wanted[i].key[key] && !all[key];
    }
    bool engineering = strcmp(m->wish.profile, "engineering") == 0;
    rules_want(m, engineering || strcmp(m->wish.profile, "purchase") == 0, all);
    bool open[KEY_COUNT], declared[KEY_COUNT];
    for (int key = 0; key < KEY_COUNT; key++)
        open[key] = true;
    declared_leave(m, open);
    for (int key = 0; key < KEY_COUNT; key++) {
        declared[key] = !open[key];
        all[key] = all[key] && open[key];
    }
    statements_by_commands(m->operand, count, SIZE_MAX, declared[KEY_METHOD_SERVER_COMMAND], all);
    statements_apart(m->operand, count, open, all, wanted);
    /* Between builds of one's own what neither side tells stands beside the number, and blocks
     * nothing: it is asked of nobody. What one side alone hides does. */
    for (int key = 0; engineering && key < KEY_COUNT; key++) {
        m->later[key] = all[key];
        all[key] = false;
    }
    if (any_of(all) && !asked_write(m, path, ASKING_ALL, all, &m->asked))
        return false;
    for (size_t i = 0; i < count; i++)
        asking_add(&m->asking, wanted[i].key);
    for (size_t i = 0; i < count; i++)
        if (!declaration_write(m, i, wanted[i].key))
            return false;
    return true;
}

static bool case_write(struct making *m)
{
    struct arena *home = m->request->home;
    const struct carries *row = row_first(m);
    struct str path = str_format(home, "%.*s/case.json", STR_ARG(m->folder));
    if (!row && m->wish.metric != KEY_COUNT && m->plan.test_count > 0)
        return compare_metric_refuse(m->request, &m->plan, m->operand[0].given);
    if (!row)
        return own_refuse(m->request, m->operand, m->plan.operand_count);
    size_t left = m->plan.test_count - compare_tests_call(home, &m->plan, row);
    bool stands = access(str_c(home, path), F_OK) == 0;
    size_t missing = 0;
    struct str first = { 0 };
    if (!compare_limits(home, &m->plan, row, &m->wish, m->request->diags) ||
        !compare_case_text(home, &m->plan, row, &m->wish, &m->text, m->request->diags))
        return false;
    if (stands &&
        !case_stands(m->request, str_c(home, path), m->text, &missing, &first, m->request->diags))
        return false;
    leftover_new(m->request->home, path);
    if (!stands && !file_put(m->request, str_c(home, path), m->text))
        return false;
    buf_putf(&m->out, "%s  %s/case.json, about %s", stands ? "kept" : "wrote",
             m->request->options.output, vocabulary_row(row->metric)->title);
    if (!stands) /* what stands may name another */
        buf_putf(&m->out, ", by the profile %s", m->wish.profile);
    if (!stands && !m->request->options.id)
        buf_putf(&m->out, ", called %s (or --id)", m->wish.id);
    buf_put_char(&m->out, '\n');
    if (missing > 0) {
        buf_putf(&m->out, "       it does not name %zu path%s: ", missing, missing == 1 ? "" : "s");
        buf_put_visible(&m->out, str_sub(first, 0, 200));
        buf_putf(&m->out, "%s\n", missing > 1 ? ", ..." : "");
    }
    if (left > 0)
        buf_putf(&m->out, "       %zu test%s of other metrics left out (--metric)\n", left,
                 left == 1 ? "" : "s");
    return true;
}

static void put_sides(struct making *m)
{
    size_t open = m->asked;
    buf_putf(&m->out, "       the files %s\n",
             !m->copied      ? "stay where they are"
             : m->copies > 0 ? "were copied into it, byte for byte"
                             : "were copied into it before, byte for byte");
    if (m->added > 0)
        buf_putf(&m->out, "       %zu file%s new: copied, too\n", m->added,
                 m->added == 1 ? " is" : "s are");
    buf_put_char(&m->out, '\n');
    for (size_t i = 0; i < m->plan.operand_count; i++) {
        buf_putf(&m->out, "  %c  ", (int)('A' + i));
        buf_put_visible(&m->out, m->operand[i].label);
        if (m->settled.len > 0)
            buf_put(&m->out, STR("   nothing is asked of it\n"));
        else if (m->stays[i] || m->open[i] == 0)
            buf_putf(&m->out, "   %s\n",
                     m->stays[i] ? m->stays[i] : "what was said of it alone is in its run.json");
        else
            buf_putf(&m->out, "   %zu statement%s of its own in its run.json\n", m->open[i],
                     m->open[i] == 1 ? "" : "s");
        open += m->open[i];
    }
    if (m->asked > 0)
        buf_putf(&m->out, "  all sides   %zu statement%s in %s/run.json\n", m->asked,
                 m->asked == 1 ? "" : "s", m->request->options.output);
    buf_put_char(&m->out, '\n');
    new_put_waiting(&m->out, &m->plan, m->above, m->above_count);
    if (open > 0)
        buf_put(&m->out,
                STR("Each is marked FIXME. What is left open is not disclosed, and blocks or "
                    "stands beside the number.\nFill in, then:\n"));
    if (m->settled.len > 0)
        new_put_settled(&m->out, m->settled);
    else if (strcmp(m->wish.profile, "engineering") == 0)
        new_put_later(&m->out, m->later, open > 0);
    buf_put(&m->out, STR("Next:  dossier check "));
    short_quoted(&m->out, str_from(m->request->options.output));
    buf_put(&m->out, STR("/case.json\n"));
}

static bool wish_read(struct making *m)
{
    const struct options *o = &m->request->options;
    GDateTime *day = g_date_time_new_from_unix_utc(m->request->now);
    char *date = day ? g_date_time_format(day, "%Y-%m-%d") : NULL;
    m->wish = (struct compare_wish){
        .set = o->set.item,
        .set_count = (size_t)o->set.count,
        .profile = o->profile ? o->profile : "purchase",
        .date = date ? str_c(m->request->home, str_from(date)) : "1970-01-01",
        .question = o->question ? o->question : "How do the two sides compare?",
        .id = o->id,
        .named = true,
        .metric = KEY_COUNT,
    };
    g_free(date);
    if (day)
        g_date_time_unref(day);
    if (!compare_profile_known(m->wish.profile))
        return usage(m->request, STR("engineering, mlperf or purchase"), m->wish.profile);
    struct str expected;
    if (!compare_metric_read(m->request->home, o->metric, &m->wish, &expected))
        return usage(m->request, expected, o->metric);
    return true;
}

static int failed(const struct request *request)
{
    int status = diags_exit(request->diags);
    return status != 0 ? status : STATUS_MACHINE;
}

static bool operands_read(struct making *m)
{
    struct request *request = m->request;
    const struct options *o = &request->options;
    size_t count = (size_t)o->argument_count;
    for (size_t i = 0; i < count; i++)
        if (!operand_open(request->home, o->argument[i], false, &m->operand[i], request->diags))
            return false;
    if (!o->profile && submissions_all(m->operand, count))
        m->wish.profile = "mlperf";
    return compare_plan(request->home, m->operand, count, &m->wish, &m->plan, request->diags);
}

static int make(struct making *m)
{
    struct request *request = m->request;
    const struct options *o = &request->options;
    size_t count = (size_t)o->argument_count;
    if (!wish_read(m) || !rules_built_in(request->home, &m->rules, request->diags))
        return STATUS_INPUT;
    if (!operands_read(m))
        return STATUS_INPUT;
    bool asked = false;
    if (!row_first(m) && o->ask && !own_ask(request, m->operand, count, &asked))
        return failed(request);
    if (asked && !operands_read(m))
        return STATUS_INPUT;
    if (!row_first(m))
        return case_write(m) ? STATUS_HOLDS : STATUS_INPUT;
    if (!folder_open(m) || !files_settle(m) || !case_write(m) || !declarations_write(m))
        return failed(request);
    put_sides(m);
    return STATUS_HOLDS;
}

static int run(struct request *request)
{
    struct making m = { .request = request, .out = output_new(request->home) };
    int status = make(&m);
    leftover_end(NULL, status == STATUS_HOLDS); /* where no case comes of it nothing stays */
    return status == STATUS_HOLDS ? output_end(&m.out, status) : status;
}

static const struct option_row rows[] = {
    { 0, "ask", NULL, "ask for each statement in the terminal: Enter takes the guess, ? explains",
      offsetof(struct options, ask), OPTION_FLAG },
    { 0, "id", "ID",
      "the case's number or name, by which due, history and index tell it apart; else "
      "the name of its folder, or of its sides in one called case",
      offsetof(struct options, id), OPTION_TEXT },
    { 'o', "output", "DIR", "the folder of the case; made where it is missing",
      offsetof(struct options, output), OPTION_TEXT },
    { 0, "metric", "KEY", "what is compared; else what the format is compared by",
      offsetof(struct options, metric), OPTION_TEXT },
    { 0, "profile", "NAME", "purchase, the built-in rules, unless given; engineering or mlperf",
      offsetof(struct options, profile), OPTION_TEXT },
    { 0, "question", "TEXT", "what is to be decided, without naming a winner",
      offsetof(struct options, question), OPTION_TEXT },
    { 0, "set", "KEY=VALUE", "declare a fact of all sides, or of one: B:KEY=VALUE; may be repeated",
      offsetof(struct options, set), OPTION_LIST },
};
const struct verb verb_new = {
    .name = "new",
    .summary = "a case.json and run.json to go on from, of two folders or files",
    .usage = "new A B... -o DIR [--id ID] [--ask] [--question TEXT] [--profile NAME]\n"
             "        [--set KEY=VALUE]",
    .more =
        "Writes DIR/case.json and DIR/run.json, which asks once for what no side tells; what one\n"
        "side alone lacks is asked in a run.json of its own. Files that lie below DIR stay where\n"
        "they are; others are copied into it. Nothing that stands there is written over. Run\n"
        "again, it keeps a case.json of these runs byte for byte and tells which new ones that\n"
        "does not name; a run.json keeps its bytes and gets what it lacks.\n"
        "Exit status: 0, or 3.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = OPERANDS_MOST,
    .dated = true,
    .run = run,
};
