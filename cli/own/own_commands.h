/* own_commands.h - commands that bring files of no known format into one that is read. */
#ifndef CLI_OWN_COMMANDS_H
#define CLI_OWN_COMMANDS_H

#include "operands.h"
#include "own_shape.h"

struct own_files { /* of all sides, by the first file that can be understood */
    const struct operand *operand;
    size_t count;
    struct own_shape shape;
    struct str name;    /* of that file */
    struct str pattern; /* all files like it: "*.csv", or their one name */
};

/* ".csv"; empty: the name has none. */
struct str own_ending(struct str name);
/* Whether it is a run.json. */
bool own_is_statement(const struct inspected *file);
/* Whether a side has one already. */
bool own_has_statement(const struct own_files *own);
/* Without the ':' that ends it in a text. */
struct str own_bare(struct str name);
/* Whether rows of times are requests that overlap. */
bool own_overlap(const struct own_shape *shape);
/* The number as the series calls it that the commands make. */
struct own_number own_series_number(const struct own_files *own);
/* The likeliest figure and, beside a rate, a time of the same load: two results that are judged
 * each by itself. */
void own_put_figure(const struct own_files *own, struct buf *out);
/* Files that a series' reader takes where these are none, and the run.json that declares them. */
void own_put_series(const struct own_files *own, struct buf *out);
/* The folder of a side, where single files move into one. */
void own_put_side(const struct own_files *own, size_t index, struct buf *out);
/* Whether a run.json alone makes a series of them; else a command has to write a file first. */
bool own_files_declarable(const struct own_files *own);
/* The run.json that tells what the column `number` of the rows is. */
struct str own_files_declaration(struct arena *home, const struct own_files *own,
                                 const struct own_number *number);

#endif
