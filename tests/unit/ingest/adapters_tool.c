/* adapters_tool.c - prints what an adapter makes of each file named: for golden files and for a
 * look. A first argument "zone=UTC" is the zone that a run declaration would give, "selected=1" the
 * instance of a case. */
#include "adapter_run.h"

#include <stdio.h>

int main(int count, char **argument)
{
    struct str zone = { 0 };
    struct str selected = { 0 };
    for (int i = 1; i < count; i++) {
        struct str given = str_from(argument[i]);
        if (str_starts(given, STR("zone="))) {
            zone = str_sub(given, 5, given.len);
            continue;
        }
        if (str_starts(given, STR("selected="))) {
            selected = str_sub(given, 9, given.len);
            continue;
        }
        struct arena *home = arena_new((size_t)1 << 32);
        struct diags *diags = diags_new(home);
        struct buf out = buf_new(home, (size_t)1 << 28);
        struct str bytes;
        if (!file_read(home, argument[i], &limits_default, &bytes, diags)) {
            diags_put_text(diags, &out);
        } else {
            struct adapter_result result = adapter_run(home, given, bytes, zone, selected);
            adapter_result_put(&result, &out);
        }
        struct str text = buf_str(&out);
        fwrite(text.at, 1, text.len, stdout);
        arena_free(home);
    }
    return 0;
}
