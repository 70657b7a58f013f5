/* derive.c - data.json of a case as its files stand now, without pages or pictures, for tests that
 * derive a case hundreds of times.
 *
 *   derive CASE >data.json       status 3, and the diagnostics, where it is refused */
#include "pipeline.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "derive CASE\n");
        return 3;
    }
    struct arena *home = arena_new((size_t)8 << 30);
    struct pipeline p = { .home = home, .diags = diags_new(home) };
    struct str data;
    bool derived = pipeline_run(&p, argv[1], NULL, STAGE_ASSESS) &&
                   render_data(home, &p.model, &data, p.diags);
    if (derived) {
        (void)fwrite(data.at, 1, data.len, stdout);
    } else {
        struct buf said = buf_new(home, (size_t)1 << 20);
        diags_put_text(p.diags, &said);
        (void)fprintf(stderr, "%.*s", STR_ARG(buf_str(&said)));
    }
    arena_free(home);
    return derived ? 0 : 3;
}
