/* capture_script.c - `dossier capture-script`: templates/capture.sh with the table of captures. */
#include "captures.h"
#include "templates/templates.h"

#include <string.h>

/* "no docker, no podman" */
static void put_absent(struct buf *out, const char *needs)
{
    struct str rest = str_from(needs), program;
    for (const char *between = ""; rest.len > 0; between = ", ") {
        (void)str_cut(&rest, ' ', &program);
        buf_putf(out, "%sno %.*s", between, STR_ARG(program));
    }
}

static void put_row(struct buf *out, const struct capture_row *row)
{
    buf_putf(out, "\n# %s; read as %s\nif ! has %s; then\n    skip %s '", row->layer, row->adapter,
             row->needs, row->file);
    put_absent(out, row->needs);
    buf_put(out, STR("'\n"));
    if (row->variable)
        buf_putf(out, "elif [ -z \"${%s:-}\" ]; then\n    skip %s '%s is not set'\n", row->variable,
                 row->file, row->variable);
    if (row->more && row->variable)
        buf_putf(out, "elif ! %s 2>/dev/null; then\n    skip %s \"none at $%s\"\n", row->more,
                 row->file, row->variable);
    else if (row->more)
        buf_putf(out, "elif ! %s 2>/dev/null; then\n    skip %s \"not here: %s\"\n", row->more,
                 row->file, row->more);
    buf_putf(out, "else\n    %s %s %s\nfi\n", row->clean ? "keep_clean" : "keep", row->file,
             row->command);
}

void capture_script_put(struct arena *home, struct buf *out)
{
    struct str text = template_find(home, STR("capture.sh"))->bytes, mark = STR("# ROWS\n");
    size_t at = str_find(text, mark);
    buf_put(out, str_sub(text, 0, at));
    const struct capture_row *row;
    for (size_t i = 0; (row = capture_at(i)); i++)
        put_row(out, row);
    buf_put(out, str_sub(text, at + mark.len, text.len));
}
