/* yaml_tool.c - for check_yaml.py: what walk_yaml.c makes of each file named, one JSON array a
 * scalar: path, line, column, value; then "read" or "refused LINE". */
#include "file_read.h"
#include "walk_yaml.h"

#include <stdio.h>

static void value_print(void *context, const struct yaml_value *value)
{
    struct buf *out = context;
    buf_put_char(out, '[');
    json_put_string(out, value->path);
    buf_putf(out, ", %u, %u, ", value->place.line, value->place.column);
    json_put_string(out, value->text);
    buf_put(out, STR("]\n"));
}

static void file_print(const char *path)
{
    struct arena *home = arena_new((size_t)1 << 32);
    struct evidence evidence = { .name = str_from(path) };
    struct diags *diags = diags_new(home);
    struct reading reading = { .home = home,
                               .scratch = home,
                               .evidence = &evidence,
                               .limits = &limits_default,
                               .diags = diags,
                               .facts = facts_new(home) };
    struct buf out = buf_new(home, (size_t)1 << 26);
    if (!file_read(home, path, &limits_default, &evidence.bytes, diags) || !file_decode(&reading))
        buf_put(&out, STR("unread\n"));
    else if (yaml_read(&reading, value_print, &out))
        buf_put(&out, STR("read\n"));
    else
        buf_putf(&out, "refused %u\n", diags_first(diags)->place.line);
    (void)fwrite(out.at, 1, out.len, stdout);
    arena_free(home);
}

int main(int count, char **argument)
{
    for (int i = 1; i < count; i++)
        file_print(argument[i]);
    return 0;
}
