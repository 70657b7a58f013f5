/* run_statements.c - a run.json on the disk that asks a person for what no file tells. */
#include "run_statements.h"
#include "captures.h"
#include "inspect_put.h"
#include "output.h"
#include "sign/sign.h"
#include <string.h>
#include <unistd.h>

bool statements_write(struct request *request, struct str path, const bool *wanted,
                      const struct str *said, bool sentences, size_t *open)
{
    struct arena *home = request->home;
    struct buf text = output_new(home);
    struct json_out json;
    struct str held = { 0 };
    bool there = access(str_c(home, path), F_OK) == 0;
    if (there && !file_read(home, str_c(home, path), &limits_default, &held, request->diags))
        return false;
    if (str_trim(held).len == 0) {
        json_begin(&json, &text);
        run_json_put(home, wanted, said, sentences, &json);
    } else if (run_json_merge(home, path, held, wanted, said, sentences, &text, request->diags) ==
               SIZE_MAX) {
        return false;
    }
    *open = run_json_marks(buf_str(&text));
    return str_eq(held, buf_str(&text)) || file_put(request, str_c(home, path), buf_str(&text));
}

/* The first that the operand's files tell of the key; NULL: nothing, or it waits. */
static const struct fact *told_of(const struct operand *operand, enum key key)
{
    for (size_t i = 0; i < operand->file_count; i++)
        for (size_t k = 0; k < facts_count(operand->file[i].facts); k++) {
            const struct fact *fact = facts_at(operand->file[i].facts, k);
            if (fact->key == key && !fact->placeholder)
                return fact;
        }
    return NULL;
}

bool statements_open(const struct operand *operand, enum key key)
{
    return !told_of(operand, key);
}

bool statements_ran_unlike(const struct operand *operand, size_t count, enum key key)
{
    const enum key ran[] = { KEY_ENGINE_NAME, KEY_ENGINE_VERSION, KEY_FRAMEWORK_VERSION,
                             KEY_METHOD_SERVER_COMMAND };
    bool unlike = false;
    for (size_t i = 1; i < count; i++) {
        unlike = unlike || !told_of(&operand[0], key) != !told_of(&operand[i], key);
        for (size_t k = 0; k < ARRAY_COUNT(ran); k++) {
            const struct fact *a = told_of(&operand[0], ran[k]), *b = told_of(&operand[i], ran[k]);
            unlike = unlike || (a && b && !str_eq(a->value.text, b->value.text));
        }
    }
    return unlike;
}

static const char *format_of(const struct operand *operand)
{
    return operand->run_count > 0 ? operand->run[0].row->format : "";
}

bool statements_unlike(const struct operand *operand, size_t count)
{
    bool unlike = false;
    for (size_t i = 1; i < count; i++)
        unlike = unlike || strcmp(format_of(&operand[0]), format_of(&operand[i])) != 0;
    return unlike;
}

bool statements_of_clients(const struct operand *operand, size_t count)
{
    bool all = true;
    for (size_t i = 0; i < count; i++)
        all = all && command_tells(KEY_MODEL_NAME, format_of(&operand[i]));
    return all;
}

void statements_by_commands(const struct operand *operand, size_t count, size_t index, bool served,
                            bool *wanted)
{
    bool known = statements_of_clients(operand, count), whole = index == SIZE_MAX;
    bool client = known && wanted[KEY_METHOD_COMMAND];
    bool server = known && whole ? !served : wanted[KEY_METHOD_SERVER_COMMAND];
    wanted[KEY_METHOD_SERVER_COMMAND] = server;
    for (int key = 0; key < KEY_COUNT; key++) {
        bool told = client;
        for (size_t i = whole ? 0 : index; i < (whole ? count : index + 1); i++)
            told = told && command_tells((enum key)key, format_of(&operand[i]));
        wanted[key] = wanted[key] && !told && !(server && command_tells((enum key)key, NULL));
    }
}

void statements_apart(const struct operand *operand, size_t count, const bool *open, bool *all,
                      struct side_asked *wanted)
{
    static const enum key apart[] = { KEY_STACK_ARTEFACT, KEY_CONTAINER_DIGEST, KEY_METHOD_TOOL,
                                      KEY_METHOD_TOOL_VERSION };
    bool folders = true;
    for (size_t i = 0; i < count; i++)
        folders = folders && operand[i].folder;
    for (size_t k = 0; folders && k < ARRAY_COUNT(apart); k++) {
        enum key key = apart[k];
        if (!(k < 2 ? statements_ran_unlike(operand, count, key)
                    : statements_unlike(operand, count)))
            continue;
        for (size_t i = 0; i < count; i++)
            wanted[i].key[key] |= (all[key] || (key == KEY_METHOD_TOOL && open[key])) &&
                                  statements_open(&operand[i], key);
        all[key] = false;
    }
    for (size_t i = 0; i < count; i++) {
        bool above = all[KEY_METHOD_COMMAND];
        wanted[i].key[KEY_METHOD_COMMAND] |= above;
        statements_by_commands(operand, count, i, true, wanted[i].key);
        wanted[i].key[KEY_METHOD_COMMAND] &= !above;
    }
}

struct str statements_hidden(struct arena *home, const struct compare_plan *plan, struct str text,
                             struct side_asked *wanted)
{
    struct side_asked *hides = ARENA_MANY(home, plan->operand_count, struct side_asked);
    struct str settled = compare_silent(home, plan, text, hides);
    for (size_t i = 0; i < plan->operand_count; i++)
        for (int key = 0; key < KEY_COUNT; key++)
            wanted[i].key[key] |=
                hides[i].key[key] && capture_is_declared((enum key)key, plan->operand[i].file,
                                                         plan->operand[i].file_count);
    return settled;
}

void statements_above(struct arena *home, struct str path, struct inspected **above, size_t *count)
{
    struct entry entry = { .name = STR("run.json") };
    const struct entries entries = { .item = &entry, .count = 1 };
    struct diags *unheard = diags_new(home); /* `check` reads it again, and tells */
    *count = 0;
    if (access(str_c(home, path), F_OK) != 0 ||
        !file_read(home, str_c(home, path), &limits_default, &entry.bytes, unheard) ||
        !ingest_inspect(home, &entries, &limits_default, above, count, unheard))
        *count = 0;
}
