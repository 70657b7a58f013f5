/* own_ask.c - rows that no known tool wrote: asked for in the terminal, and declared. */
#include "own_ask.h"
#include "asking.h"
#include "output.h"
#include <unistd.h>

static struct str declared_at(struct arena *home, const struct operand *operand)
{
    return str_format(home, "%.*s/run.json", STR_ARG(operand->real));
}

static bool can_ask(struct arena *home, const struct own_files *own)
{
    bool can = own_files_declarable(own);
    for (size_t i = 0; can && i < own->count; i++)
        can = own->operand[i].folder &&
              access(str_c(home, declared_at(home, &own->operand[i])), F_OK) != 0;
    return can;
}

/* The column that was named; empty: the first. NULL: none of these. */
static const struct own_number *column_of(const struct own_shape *shape, struct str name)
{
    for (size_t i = 0; i < shape->count; i++)
        if (name.len == 0 || str_eq(shape->number[i].name, name))
            return &shape->number[i];
    return NULL;
}

bool own_ask(struct request *request, const struct operand *operand, size_t count, bool *wrote)
{
    struct arena *home = request->home;
    struct own_files own;
    const struct own_number *column = NULL;
    struct buf out = output_new(home);
    *wrote = false;
    if (!own_files_find(home, operand, count, &own) || !can_ask(home, &own))
        return true;
    own_files_put_looks(&out, &own);
    buf_putf(
        &out,
        "\nWhich column is the time of one iteration?\n  Enter takes \"%.*s\", in %s; - leaves "
        "it open\n",
        STR_ARG(own.shape.number[0].name), own.shape.number[0].unit);
    for (int tries = 0; !column; tries++) {
        struct str line;
        if (tries == ASKING_TRIES)
            return output_print(buf_str(&out)) && asking_given_up(home);
        buf_put(&out, STR("  > "));
        if (!output_print(buf_str(&out)))
            return false;
        if (!asking_line(home, &line) || str_eq(line, STR("-")))
            return output_print(STR("\n"));
        column = column_of(&own.shape, line);
        out = output_new(home);
        buf_put(&out, STR("  one of the columns above is asked for\n"));
    }
    struct str text =
        str_format(home, "%.*s\n", STR_ARG(own_files_declaration(home, &own, column)));
    for (size_t i = 0; i < count; i++)
        if (!file_put(request, str_c(home, declared_at(home, &operand[i])), text))
            return false;
    *wrote = true;
    return output_print(STR("  wrote run.json into each side\n"));
}

bool own_refuse(struct request *request, const struct operand *operand, size_t count)
{
    struct own_files own;
    struct str name;
    const struct printed *printed = own_files_printed(operand, count, &name);
    bool found = own_files_find(request->home, operand, count, &own);
    for (size_t i = 0; !found && printed && i < count; i++)
        printed = operand[i].run_count > 0 ? NULL : printed;
    if (!found && printed)
        return line_refused(request->diags, name,
                            str_format(request->home, "results: %s%s%s", printed_again(printed),
                                       printed_tool(printed) ? "; dossier recipe " : "",
                                       printed_tool(printed) ? printed_tool(printed) : ""),
                            str_c(request->home, str_format(request->home, "%s, which holds %s",
                                                            printed->what, printed->holds)));
    if (!found)
        return line_refused(
            request->diags, operand[0].given,
            STR("results of the same work on two sides, of a metric that is better one way; "
                "dossier compare tells what was recognised"),
            "nothing stands side by side");
    return line_refused(request->diags, operand[0].given,
                        can_ask(request->home, &own)
                            ? STR("files of a known tool, or of your own with a run.json beside "
                                  "them; dossier compare A B prints what to paste, dossier new "
                                  "--ask asks for it")
                            : STR("files of a known tool, or what is made of your own; dossier "
                                  "compare A B prints what to paste"),
                        "no file of a known format");
}
