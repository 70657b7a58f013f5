/* own_files.c - the shortest way from files that no known tool left to a first answer.
 *
 * Rows become a series by a run.json that says which column is what; single values become lines of
 * Go's benchmark format, which any program may write. What a number means no file tells: the
 * commands name the likeliest one, and the person who pastes them says that it is the right one. */
#include "own_files.h"
#include "short_lines.h"
#include <glib.h>
#include <string.h>

enum { OTHERS_MOST = 8 };

static bool is_unread(const struct inspected *file)
{
    return !file->adapter && !file->twin && !own_is_statement(file) &&
           file->evidence->bytes.len > 0;
}

/* It goes into commands that a person pastes, within quotes of a shell and of JSON, and is a
 * pattern there: a file is called so that it neither ends a quote nor means more than itself. */
static bool is_pasted_as_it_is(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if ((unsigned char)name.at[i] < 0x20 || strchr("'\"\\`$*?[]{}\x7f", name.at[i]))
            return false;
    return true;
}

/* By one name where all that end alike bear it, else by the ending; empty: neither can be pasted.
 */
static struct str pattern_of(struct arena *home, const struct operand *operand, size_t count,
                             struct str name)
{
    struct str base = str_base_name(name), ending = own_ending(base);
    bool one = true;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < operand[i].file_count; k++) {
            struct str other = str_base_name(operand[i].file[k].evidence->name);
            if (is_unread(&operand[i].file[k]) && str_eq(own_ending(other), ending))
                one = one && str_eq(other, base);
        }
    if (!is_pasted_as_it_is(ending))
        return (struct str){ 0 };
    if ((one || ending.len == 0) && is_pasted_as_it_is(base))
        return base;
    return ending.len == 0 ? ending : str_format(home, "*%.*s", STR_ARG(ending));
}

const struct printed *own_files_printed(const struct operand *operand, size_t count,
                                        struct str *name)
{
    const struct printed *found = NULL;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < operand[i].file_count && !found; k++) {
            const struct inspected *file = &operand[i].file[k];
            found = is_unread(file) ? printed_of(file->evidence->bytes) : NULL;
            *name = file->evidence->name;
        }
    return found;
}

/* The other files that end alike: what is the same in all of them is no measurement. */
static size_t others_of(const struct operand *operand, size_t count, const struct inspected *file,
                        struct str *other)
{
    struct str ending = own_ending(str_base_name(file->evidence->name));
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < operand[i].file_count && found < OTHERS_MOST; k++) {
            const struct inspected *at = &operand[i].file[k];
            if (at != file && is_unread(at) &&
                str_eq(own_ending(str_base_name(at->evidence->name)), ending))
                other[found++] = at->evidence->bytes;
        }
    return found;
}

bool own_files_find(struct arena *home, const struct operand *operand, size_t count,
                    struct own_files *out)
{
    struct str name;
    const struct printed *printed = own_files_printed(operand, count, &name);
    *out = (struct own_files){ .operand = operand, .count = count };
    for (size_t i = 0; i < count; i++) /* commands look into no archive */
        if (operand[i].run_count > 0 || operand[i].archive)
            return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < operand[i].file_count; k++) {
            const struct inspected *file = &operand[i].file[k];
            if (!is_unread(file))
                continue;
            if (printed_of(file->evidence->bytes))
                continue; /* no figure of one's own */
            struct str other[OTHERS_MOST];
            size_t others = others_of(operand, count, file, other);
            out->shape = own_shape(home, file->evidence->bytes, other, others);
            out->pattern = pattern_of(home, operand, count, file->evidence->name);
            if (out->shape.kind == OWN_NONE || out->pattern.len == 0)
                continue;
            if (out->shape.kind == OWN_FIGURES && printed)
                continue; /* the tool's own command gives more than a number beside its text */
            out->name = file->evidence->name;
            return true;
        }
    return false;
}

void own_files_put_printed(struct buf *out, const struct printed *printed, struct str name)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("  "));
    short_cut(&line, name, 40);
    buf_putf(&line,
             " is %s, which holds %s. It is kept and not read: no verdict can be made of it."
             " Measure again, three runs a side:",
             printed->what, printed->holds);
    short_wrap(out, buf_str(&line), 4);
    short_wrap(out, str_format(out->home, "     %s", printed_again(printed)), 5);
}

void own_files_put_unread(struct buf *out, const struct operand *operand, size_t count)
{
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    struct str name;
    bool known = own_files_printed(operand, count, &name) != NULL;
    for (size_t i = 0; i < count && i < 3; i++) {
        size_t files = 0;
        for (size_t k = 0; k < operand[i].file_count; k++) {
            if (operand[i].run_count > 0 || !is_unread(&operand[i].file[k]) || files++ > 0)
                continue;
            buf_put(&line, line.len > 0 ? STR("; ")
                           : known      ? STR("Not read: ")
                                        : STR("Not read, since no known tool wrote "
                                                   "them: "));
            short_cut(&line, operand[i].file[k].evidence->name, 24);
        }
        if (files > 1)
            buf_putf(&line, " and %zu more", files - 1);
        if (files > 0 && count > 1)
            buf_putf(&line, " of %c", (int)('A' + i));
    }
    if (line.len > 0)
        short_line(out, buf_str(&line));
}

/* ---- words ---- */

/* " (ops/ms)", where the name does not tell it */
static void put_unit(struct buf *out, const struct own_number *number)
{
    if (number->said.len > 0 && !number->marked)
        buf_putf(out, " (%.*s)", STR_ARG(number->said));
}

void own_files_put_looks(struct buf *out, const struct own_files *own)
{
    static const char *const looks[] = { [OWN_CSV] = "a table of",
                                         [OWN_JSON_LINES] = "JSON Lines of",
                                         [OWN_JSON] = "JSON with",
                                         [OWN_TEXT] = "text with",
                                         [OWN_TABLE] = "text with a table of" };
    const struct own_shape *shape = &own->shape;
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    buf_put(&line, STR("  "));
    short_cut(&line, own->name, 40);
    buf_putf(&line, " looks like %s ", looks[shape->form]);
    if (shape->kind != OWN_FIGURES)
        buf_putf(&line, "%zu %s", shape->rows, shape->kind == OWN_ROWS ? "rows" : "numbers");
    else
        buf_putf(&line, "%zu number%s", shape->all, shape->all == 1 ? "" : "s");
    for (size_t i = 0; i < shape->count; i++) {
        struct str name = own_bare(shape->number[i].name);
        buf_putf(&line, "%s%.*s", i == 0 ? ": " : ", ", STR_ARG(name));
        put_unit(&line, &shape->number[i]);
        if (shape->number[i].text.len > 0 && shape->kind == OWN_FIGURES)
            buf_putf(&line, " %.*s", STR_ARG(str_sub(shape->number[i].text, 0, 20)));
    }
    if (shape->all > shape->count)
        buf_putf(&line, " and %zu more", shape->all - shape->count);
    short_wrap(out, buf_str(&line), 4);
}

/* Which rows the commands leave out. */
static void put_left_out(const struct own_files *own, struct buf *line)
{
    const struct own_shape *shape = &own->shape;
    if (shape->outcome != OWN_NO_OUTCOME)
        buf_putf(line, "  Rows whose %.*s %s are left out, as of requests that failed.",
                 STR_ARG(shape->outcome_name), own_outcome_bad(shape->outcome));
}

static void put_series_words(const struct own_files *own, struct buf *line)
{
    bool lines = own->shape.kind == OWN_LINES;
    struct own_number number = lines ? own_series_number(own) : own->shape.number[0];
    bool overlap = own_overlap(&own->shape);
    put_left_out(own, line);
    buf_putf(line,
             "%s  A series of your own is read once run.json says which column is what. If %s%.*s "
             "is the time of one %s, in %s, %s:",
             overlap ? "  Rows begin before others end, so they are requests of several at once."
                     : "",
             lines ? "each number" : "", lines ? 0 : (int)number.name.len, number.name.at,
             overlap ? "request" : "iteration", number.unit,
             own_has_statement(own) ? "add to the run.json that stands" : "paste");
}

static void put_figure_words(const struct own_files *own, struct buf *line)
{
    const struct own_shape *shape = &own->shape;
    const struct own_number *number = &shape->number[0], *latency = own_latency(shape);
    if (shape->form == OWN_CSV)
        put_left_out(own, line);
    buf_putf(
        line,
        "  A figure of your own is read in Go's benchmark format, which any program may write. "
        "If %.*s",
        STR_ARG(own_bare(number->name)));
    put_unit(line, number);
    buf_putf(line, " is the result%s, and %s is better",
             shape->names > 0 || shape->naming.len > 0 ? " of each row" : "",
             number->way == OWN_TIME ? "lower" : "higher");
    if (latency)
        buf_putf(line, ", of %.*s lower", STR_ARG(own_bare(latency->name)));
    buf_put(line, STR(", paste:"));
}

void own_files_put(struct buf *out, const struct own_files *own)
{
    struct buf line = buf_new(out->home, (size_t)1 << 14);
    bool series = own->shape.kind != OWN_FIGURES;
    own_files_put_looks(out, own);
    if (own->shape.outcome != OWN_NO_OUTCOME && own->shape.none_served) {
        buf_putf(&line,
                 "  Of every row %.*s %s: no request was served, and nothing is left to compare.",
                 STR_ARG(own->shape.outcome_name), own_outcome_bad(own->shape.outcome));
        short_wrap(out, buf_str(&line), 2);
        return;
    }
    if (series)
        put_series_words(own, &line);
    else
        put_figure_words(own, &line);
    short_wrap(out, buf_str(&line), 2);
    buf_put_char(out, '\n');
    if (series)
        own_put_series(own, out);
    else
        own_put_figure(own, out);
    buf_put(out, STR("dossier compare"));
    for (size_t i = 0; i < own->count; i++) {
        buf_put_char(out, ' ');
        if (series) {
            own_put_side(own, i, out);
            continue;
        }
        struct str given = own->operand[i].given;
        short_quoted(out, own->operand[i].folder
                              ? given
                              : str_format(out->home, "%.*s.bench",
                                           (int)(given.len - own_ending(given).len), given.at));
    }
    buf_put_char(out, '\n');
}

void own_files_put_way(struct buf *out, const struct operand *operand, size_t count)
{
    bool archives = false, unread = false;
    for (size_t i = 0; i < count; i++) {
        if (operand[i].run_count > 0)
            return;
        archives = archives || operand[i].archive;
        for (size_t k = 0; k < operand[i].file_count; k++) {
            if (operand[i].file[k].broken)
                return;
            unread = unread || is_unread(&operand[i].file[k]);
        }
    }
    if (!unread)
        return;
    if (archives) {
        short_wrap(out,
                   STR("  Unpack the archives into a folder a side: of files in folders it is told "
                       "what they look like, and how a figure of your own is read."),
                   2);
        return;
    }
    short_wrap(out,
               STR("  A figure of your own is read in Go's benchmark format, which any program may "
                   "write: two lines such as these, a file ending in .bench a run, three a side:"),
               2);
    buf_put(out, STR("     Unit req/s better=higher\n     BenchmarkWork 1 303.3 req/s\n"));
}
