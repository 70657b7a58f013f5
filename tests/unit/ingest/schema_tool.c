/* schema_tool.c - for check_schema.py: `schema NAME` prints a schema; `case FILE RULES` and `run
 * FILE` say by status (0, 3) whether our readers accept a file, and print what they say of it. */
#include "ingest/ingest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_schema(struct arena *home, const char *name)
{
    struct buf buf = buf_new(home, 1 << 22);
    if (!ingest_schema(str_from(name), &buf) || buf.full)
        return 1;
    return fwrite(buf.at, 1, buf.len, stdout) == buf.len ? 0 : 4;
}

static struct evidence read_from(struct arena *home, const char *path, struct diags *diags)
{
    struct evidence file = { .name = str_from(path) };
    if (!file_read(home, path, &limits_default, &file.bytes, diags))
        abort();
    return file;
}

static bool run_accepted(struct arena *home, struct str bytes, struct diags *diags)
{
    struct entry entry = { .name = STR("run.json"), .bytes = bytes };
    struct inspected *item;
    size_t count;
    bool some =
        ingest_inspect(home, &(struct entries){ &entry, 1 }, &limits_default, &item, &count, diags);
    return some && diags_count(diags, LEVEL_INPUT) == 0;
}

/* One line: what the reader says of the file. A refusal without a word is a mistake of ours. */
static void check(const char *kind, const char *path, const char *rules_path)
{
    struct arena *home = arena_new((size_t)1 << 30);
    struct diags *diags = diags_new(home);
    struct evidence file = read_from(home, path, diags), rules = read_from(home, rules_path, diags);
    struct case_file case_file;
    bool good = strcmp(kind, "case") == 0
                    ? case_read(home, &file, &rules, &limits_default, &case_file, diags)
                    : run_accepted(home, file.bytes, diags);
    bool said = diags_count(diags, LEVEL_INPUT) != 0;
    (void)puts(good != said ? (good ? "accepted" : "refused") : "refused without a word");
    arena_free(home);
}

int main(int count, char **argument)
{
    if (count == 3 && strcmp(argument[1], "schema") == 0) {
        struct arena *home = arena_new((size_t)1 << 30);
        int status = print_schema(home, argument[2]);
        arena_free(home);
        return status;
    }
    for (int i = 3; i < count; i++)
        check(argument[1], argument[i], argument[2]);
    return count > 3 ? 0 : 1;
}
