/* compare_stands.c - sides that are laid out beside the runs of a dossier: what is taken from them,
 * and what is said of them. */
#include "compare_stands.h"
#include "answers.h"
#include "base/json.h"
#include "output.h"
#include "short_text.h"
#include <glib.h>
#include <string.h>

/* Whether the case gives the result to the system: a file may hold several, of several systems. */
static bool of_system(struct arena *home, const struct compare_stand *stand,
                      const struct operand *operand, const struct found_run *run)
{
    struct str file = operand->file[run->file].evidence->name;
    for (size_t i = 0; i < stand->dossier->gathered.count; i++) {
        const struct bundle *bundle = &stand->dossier->gathered.bundle[i];
        const struct selector *of = bundle->selector;
        if (bundle->role != BUNDLE_RUNS || !of || of->bridge || of->system != stand->system)
            continue;
        struct str path = bundle_unpacked(home, bundle->path);
        if ((str_eq(file, path) || str_below(file, path)) &&
            (of->instance.len == 0 || run->instance.len == 0 ||
             str_eq(of->instance, run->instance)))
            return true;
    }
    return false;
}

/* The facts that its case declares of the system, as a JSON object; NULL: none. */
static const struct json_item *declared(const struct compare_stand *stand)
{
    const struct json *text = stand->opened->held.case_file;
    struct str id = stand->dossier->case_file->system[stand->system].id;
    const struct json_item *list = json_member(json_root(text), STR("systems"));
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one)) {
        const struct json_item *name = json_member(one, STR("id"));
        if (name && json_type(name) == JSON_STRING && str_eq(json_string(name), id))
            return json_member(one, STR("facts"));
    }
    return NULL;
}

/* What the line says of a key of this side; empty: nothing. */
static struct str said_of(const struct compare_wish *wish, size_t side, struct str key)
{
    for (size_t i = 0; i < wish->set_count; i++) {
        struct str text = str_from(wish->set[i]), name;
        bool one = text.len > 2 && text.at[1] == ':' && g_ascii_isupper(text.at[0]);
        if (one && text.at[0] != (char)('A' + side))
            continue;
        text = one ? str_sub(text, 2, text.len) : text;
        if (str_cut(&text, '=', &name) && str_eq(name, key))
            return text;
    }
    return (struct str){ 0 };
}

static bool declared_take(struct arena *home, struct compare_wish *wish,
                          const struct compare_stand *stand, size_t side, struct diags *diags)
{
    const struct json_item *facts = declared(stand);
    if (!facts || json_type(facts) != JSON_OBJECT)
        return true;
    size_t count = wish->set_count;
    const char **set = ARENA_MANY(home, count + json_count(facts) + 1, const char *);
    if (count > 0)
        memcpy(set, wish->set, count * sizeof *set);
    for (const struct json_item *one = json_next(facts, NULL); one; one = json_next(facts, one)) {
        if (json_type(one) != JSON_STRING || json_string(one).len == 0)
            continue;
        struct str said = said_of(wish, side, json_name(one));
        if (said.len > 0 && !str_eq(said, json_string(one)))
            return line_refused(diags, str_from(stand->given),
                                str_format(home,
                                           "\"%.*s\", as the dossier declares it; say another of "
                                           "the new side alone: --set B:%.*s=...",
                                           STR_ARG(json_string(one)), STR_ARG(json_name(one))),
                                str_c(home, said));
        if (said.len == 0)
            set[count++] =
                str_c(home, str_format(home, "%c:%.*s=%.*s", (int)('A' + side),
                                       STR_ARG(json_name(one)), STR_ARG(json_string(one))));
    }
    wish->set = set;
    wish->set_count = count;
    return true;
}

bool compare_stand_take(struct arena *home, struct compare_wish *wish, const char *path,
                        struct operand *operand, size_t side, struct diags *diags)
{
    const struct compare_standing *standing = wish->standing;
    for (size_t i = 0; standing && i < standing->count; i++) {
        const struct compare_stand *stand = &standing->item[i];
        if (!stand->path || strcmp(stand->path, path) != 0)
            continue;
        operand->given = str_from(stand->given);
        if (!stand->opened)
            return true;
        size_t kept = 0;
        for (size_t k = 0; k < operand->run_count; k++)
            if (of_system(home, stand, operand, &operand->run[k]))
                operand->run[kept++] = operand->run[k];
        operand->run_count = kept;
        return declared_take(home, wish, stand, side, diags);
    }
    return true;
}

const struct compare_stand *compare_stand_of(const struct compare_wish *wish,
                                             const struct operand *operand)
{
    for (size_t i = 0; wish->standing && i < wish->standing->count; i++)
        if (wish->standing->item[i].opened &&
            str_eq(str_from(wish->standing->item[i].given), operand->given))
            return &wish->standing->item[i];
    return NULL;
}

void compare_stand_put(const struct compare_answer *answer, struct buf *out)
{
    for (size_t i = 0; i < answer->plan->operand_count; i++) {
        const struct compare_stand *stand =
            compare_stand_of(answer->wish, &answer->plan->operand[i]);
        if (!stand)
            continue;
        const struct system *system = &stand->dossier->case_file->system[stand->system];
        struct buf line = buf_new(out->home, (size_t)1 << 16);
        buf_putf(&line, "  %c: ", (int)('A' + i));
        held_put_said(&stand->opened->held, &line);
        buf_put(&line, STR("; its system "));
        buf_put_visible(&line, system->id);
        if (system->label.len > 0) {
            buf_put(&line, STR(" ("));
            buf_put_visible(&line, str_sub(system->label, 0, 60));
            buf_put_char(&line, ')');
        }
        if (!stand->named && stand->dossier->case_file->system_count > 1)
            buf_put(&line, STR(" is nearest"));
        short_wrap(out, buf_str(&line), 5);
    }
}

void compare_stand_next(const struct compare_answer *answer, const struct compare_stand *stand,
                        struct buf *line)
{
    buf_put(line, STR("contest "));
    short_quoted(line, str_from(stand->file));
    for (size_t i = 1; i < answer->plan->operand_count; i++) {
        buf_put_char(line, ' ');
        short_quoted(line, answer->plan->operand[i].given);
    }
    buf_put(line, STR(" --system "));
    short_quoted(line, stand->dossier->case_file->system[stand->system].id);
}
