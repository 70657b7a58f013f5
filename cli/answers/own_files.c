/* own_files.c - the shortest way from files that no known tool left to a first answer.
 *
 * Rows become a series by a run.json that says which column is what; single values become lines of
 * Go's benchmark format, which any program may write. What a number means no file tells: the
 * commands name the likeliest one, and the person who pastes them says that it is the right one. */
#include "own_files.h"
#include "short_text.h"
#include <string.h>

static bool is_statement(const struct inspected *file)
{
    return str_eq(str_base_name(file->evidence->name), STR("run.json"));
}

static bool is_unread(const struct inspected *file)
{
    return !file->adapter && !file->twin && !is_statement(file) && file->evidence->bytes.len > 0;
}

/* ".csv"; empty: the name has none. */
static struct str ending_of(struct str name)
{
    size_t at = name.len;
    while (at > 0 && name.at[at - 1] != '.')
        at--;
    return at > 1 ? str_sub(name, at - 1, name.len) : (struct str){ 0 };
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
    struct str base = str_base_name(name), ending = ending_of(base);
    bool one = true;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < operand[i].file_count; k++) {
            struct str other = str_base_name(operand[i].file[k].evidence->name);
            if (is_unread(&operand[i].file[k]) && str_eq(ending_of(other), ending))
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
            out->shape = own_shape(home, file->evidence->bytes);
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

/* ---- commands ---- */

/* Without the ':' that ends it in a text. */
static struct str bare(struct str name)
{
    while (name.len > 0 && strchr(":= ", name.at[name.len - 1]))
        name = str_sub(name, 0, name.len - 1);
    return name;
}

/* A unit of Go's format holds no blanks. */
static struct str unit_name(struct arena *home, struct str name)
{
    struct buf out = buf_new(home, 4096);
    name = bare(name);
    for (size_t i = 0; i < name.len; i++)
        buf_put(&out, name.at[i] == ' ' ? STR("_") : str_sub(name, i, i + 1));
    return buf_str(&out);
}

static void put_paths(const struct own_files *own, struct buf *out)
{
    for (size_t i = 0; i < own->count; i++) {
        buf_put_char(out, ' ');
        short_quoted(out, own->operand[i].given);
    }
}

/* "find A B -name '*.json' | while read -r f; do": archives are to be unpacked first. */
static void put_each(const struct own_files *own, struct buf *out)
{
    buf_put(out, STR("find"));
    put_paths(own, out);
    buf_put(out, STR(" -type f -name "));
    short_quoted(out, own->pattern);
    buf_put(out, STR(" | while read -r f; do\n"));
}

/* Behind the file's own name without its ending, so that no command reads what it wrote. */
static void put_done(const struct own_files *own, const char *ending, struct buf *out)
{
    struct str own_ending = ending_of(own->pattern);
    buf_putf(out, " \\\n    >\"${f%%%.*s}.%s\"\ndone\n", STR_ARG(own_ending), ending);
}

/* "awk -F';'", as a shell takes it. */
static void put_awk(const struct own_files *own, struct buf *out)
{
    char between = own->shape.between;
    buf_put(out, STR("  awk -F"));
    if (between == ',')
        buf_put_char(out, ',');
    else
        buf_putf(out, "'%s'", between == '\t' ? "\\t" : ";");
}

/* What a cell wears is taken off, and its comma becomes a point. */
static void put_undress(const struct own_files *own, size_t column, struct buf *out)
{
    if (own->shape.dressed)
        buf_putf(out, "gsub(/[\"\\r]/, \"\", $%zu); ", column);
    if (own->shape.comma)
        buf_putf(out, "sub(/,/, \".\", $%zu); ", column);
}

/* What a figure becomes: "Unit X better=lower" and "BenchmarkLatency 1 V X". */
struct line_of {
    const struct own_number *number;
    struct str unit;
    const char *work, *better;
};

static struct line_of line_of(struct arena *home, const struct own_number *number, const char *work)
{
    struct str unit = unit_name(home, number->name);
    if (number->bits) /* text with units of its own: brought to one */
        unit = STR("Mbits/s");
    else if (number->key.len > 0)
        unit = str_format(home, "%.*s_%s", STR_ARG(unit), number->unit);
    return (struct line_of){ number, unit, work, number->way == OWN_TIME ? "lower" : "higher" };
}

static void put_json_line(struct buf *out, const struct line_of *line)
{
    struct str path = line->number->path;
    bool wide = path.len + line->unit.len > 60; /* a line that is pasted is broken for people */
    buf_putf(out, "\"Unit %.*s better=%s\",\n    \"Benchmark%s 1 \\(getpath(%.*s))%s %.*s\"",
             STR_ARG(line->unit), line->better, line->work, STR_ARG(path),
             wide ? "\" +\n      \"" : "", STR_ARG(line->unit));
}

/* A benchmark a row where each is of a work of its own, else all rows of one; of few the last,
 * which sums up. */
static void put_csv_line(const struct own_files *own, const struct line_of *line, struct buf *out)
{
    bool named = own->shape.names > 0;
    buf_putf(out, "NR==1 { print \"Unit %.*s better=%s\" }\n    %s { ", STR_ARG(line->unit),
             line->better, own->shape.rows < 10 && !named ? "END" : "NR>1");
    put_undress(own, line->number->column, out);
    if (named) {
        buf_putf(out, "n = $%zu; ", own->shape.names);
        if (own->shape.dressed)
            buf_put(out, STR("gsub(/[\"\\r]/, \"\", n); "));
        buf_putf(out, "gsub(/[^A-Za-z0-9]+/, \"_\", n)\n      print \"Benchmark%s/\" n \" 1 \"",
                 line->work);
    } else {
        buf_putf(out, "print \"Benchmark%s 1 \"", line->work);
    }
    buf_putf(out, " $%zu \" %.*s\" }", line->number->column, STR_ARG(line->unit));
}

/* The last rate with such a unit counts. */
static void put_bits_line(struct buf *out, const struct line_of *line)
{
    buf_put(out,
            STR("/bits\\/sec/ {\n    for (i = 2; i <= NF; i++) if ($i ~ /^[KMG]?bits\\/sec$/)\n"
                "      v = $(i-1) * ($i ~ /^G/ ? 1000 : $i ~ /^M/ ? 1 : $i ~ /^K/ ? 0.001 : "
                "0.000001) }\n"));
    buf_putf(out,
             "  END { print \"Unit %.*s better=%s\"\n    print \"Benchmark%s 1 \" v \" %.*s\" }",
             STR_ARG(line->unit), line->better, line->work, STR_ARG(line->unit));
}

/* The first line that begins with the name, or with the key of a time, counts. */
static void put_text_line(struct buf *out, const struct line_of *line, char seen)
{
    const struct own_number *number = line->number;
    if (number->bits) {
        put_bits_line(out, line);
        return;
    }
    bool timed = number->key.len > 0;
    struct str begins = timed ? number->key : number->name;
    buf_putf(out, "index($0, \"%.*s\")==1 && !%c++ {\n    split(substr($0, %zu), v, \" \"); ",
             STR_ARG(begins), seen, begins.len + 1);
    if (timed)
        buf_putf(out,
                 "u = v[%zu]; gsub(/[0-9.]/, \"\", u)\n    v[1] = v[%zu] * (u==\"us\" ? 0.001 : "
                 "u==\"s\" ? 1000 : u==\"m\" ? 60000 : u==\"h\" ? 3600000 : 1)\n    ",
                 number->column, number->column);
    buf_putf(out, "print \"Unit %.*s better=%s\"\n    print \"Benchmark%s 1 \" v[1] \" %.*s\" }",
             STR_ARG(line->unit), line->better, line->work, STR_ARG(line->unit));
}

/* The likeliest figure and, beside a rate, a time of the same load: two results that are judged
 * each by itself. */
static void put_figure(const struct own_files *own, struct buf *out)
{
    const struct own_number *latency = own_latency(&own->shape);
    const struct line_of work = line_of(out->home, &own->shape.number[0], "Work");
    const struct line_of line[] = { work, latency ? line_of(out->home, latency, "Latency") : work };
    size_t count = latency ? 2 : 1;
    put_each(own, out);
    enum own_form form = own->shape.form;
    if (form == OWN_CSV)
        put_awk(own, out);
    buf_put(out, form == OWN_CSV ? STR(" '")
                 : form == OWN_JSON || form == OWN_JSON_LINES
                     ? STR("  jq -r '")
                     : STR("  awk '{ sub(/^[ \\t]+/, \"\") } "));
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_put(out, form == OWN_JSON || form == OWN_JSON_LINES ? STR(",\n    ") : STR("\n  "));
        if (form == OWN_JSON || form == OWN_JSON_LINES)
            put_json_line(out, &line[i]);
        else if (form == OWN_CSV)
            put_csv_line(own, &line[i], out);
        else
            put_text_line(out, &line[i], (char)('n' + i));
    }
    buf_put(out, STR("' \"$f\""));
    put_done(own, "bench", out);
}

/* ---- series ---- */

static bool has_statement(const struct own_files *own)
{
    for (size_t i = 0; i < own->count; i++)
        for (size_t k = 0; k < own->operand[i].file_count; k++)
            if (is_statement(&own->operand[i].file[k]))
                return true;
    return false;
}

/* Rows that a series' reader takes as they stand: JSON Lines, and what RFC 4180 calls CSV. */
static bool is_read_as_it_stands(const struct own_shape *shape)
{
    return shape->kind == OWN_ROWS && shape->clock == 0 &&
           (shape->form != OWN_CSV || (shape->between == ',' && !shape->comma));
}

/* Others, lists and bare numbers come from files that a command makes. */
static struct str series_pattern(const struct own_files *own)
{
    return is_read_as_it_stands(&own->shape) ? own->pattern : STR("*.series");
}

bool own_files_declarable(const struct own_files *own)
{
    return is_read_as_it_stands(&own->shape);
}

/* The one column, under a name that needs no quotes. */
#define COLUMN "time"
static void put_column(const struct own_files *own, struct buf *out)
{
    size_t column = own->shape.number[0].column;
    put_awk(own, out);
    buf_put(out, STR(" 'NR==1 { print \"" COLUMN "\" }\n    NR>1 { "));
    put_undress(own, column, out);
    buf_putf(out, "print $%zu }' \"$f\"", column);
}

/* The times of requests that overlap, in the order in which they began. */
static void put_ordered(const struct own_files *own, struct buf *out)
{
    const struct own_shape *shape = &own->shape;
    size_t column = shape->number[0].column;
    if (shape->form == OWN_JSON_LINES) {
        buf_putf(out,
                 "  jq -rs '\"" COLUMN "\", (sort_by(getpath(%.*s))[] | getpath(%.*s))' \"$f\"",
                 STR_ARG(shape->stamped), STR_ARG(shape->number[0].path));
        return;
    }
    put_awk(own, out);
    bool wide = shape->dressed || shape->comma;
    buf_put(out, wide ? STR(" 'NR>1 {\n    ") : STR(" 'NR>1 { "));
    put_undress(own, shape->clock, out);
    buf_put(out, wide ? STR("\n    ") : STR(""));
    put_undress(own, column, out);
    buf_putf(out,
             "print $%zu \" \" $%zu }' \"$f\" |\n    sort -k1,1g | awk 'BEGIN { print \"" COLUMN
             "\" } { print $2 }'",
             shape->clock, column);
}

static struct str declaration(struct arena *home, const struct own_files *own,
                              const struct own_number *number, const char *between)
{
    struct buf out = buf_new(home, (size_t)1 << 14);
    struct str pattern = series_pattern(own);
    buf_putf(&out, "{\"format\":\"dossier-run/1\",\"series\":[%s{\"file\":\"%.*s\",", between,
             STR_ARG(pattern));
    buf_putf(&out,
             own->shape.clock > 0
                 ? "\"kind\":\"per_iteration\",\"value\":\"%.*s\",%s\"metric\":\"latency.request\","
                   "\"unit\":\"%s\"}]}"
                 : "\"kind\":\"per_iteration\",\"duration\":\"%.*s\",%s\"time_unit\":\"%s\"}]}",
             STR_ARG(number->name), own->shape.clock > 0 ? between : "", number->unit);
    return buf_str(&out);
}

struct str own_files_declaration(struct arena *home, const struct own_files *own,
                                 const struct own_number *number)
{
    return declaration(home, own, number, "");
}

static struct own_number series_number(const struct own_files *own)
{
    struct own_number number = own->shape.number[0];
    if (own->shape.kind == OWN_LINES)
        return (struct own_number){ .name = STR("seconds"), .unit = "s" };
    if (own->shape.kind == OWN_ROWS && !is_read_as_it_stands(&own->shape))
        number.name = STR(COLUMN);
    return number;
}

/* A folder a side holds its run.json; single files move into one first. */
static void put_folders(const struct own_files *own, struct buf *out)
{
    for (size_t i = 0; i < own->count; i++) {
        if (own->operand[i].folder)
            continue;
        buf_putf(out, "mkdir -p side%c && cp ", (int)('A' + i));
        short_quoted(out, own->operand[i].given);
        buf_putf(out, " side%c/\n", (int)('A' + i));
    }
}

static void put_side(const struct own_files *own, size_t index, struct buf *out)
{
    if (own->operand[index].folder)
        short_quoted(out, own->operand[index].given);
    else
        buf_putf(out, "side%c", (int)('A' + index));
}

static void put_series(const struct own_files *own, struct buf *out)
{
    struct own_number number = series_number(own);
    if (!is_read_as_it_stands(&own->shape)) {
        put_each(own, out);
        if (own->shape.clock > 0)
            put_ordered(own, out);
        else if (own->shape.kind == OWN_ROWS)
            put_column(own, out);
        else if (own->shape.kind == OWN_LINES)
            buf_put(out, STR("  { echo seconds; cat \"$f\"; }"));
        else
            buf_putf(out, "  jq -r '\"%.*s\", getpath(%.*s)[]' \"$f\"", STR_ARG(number.name),
                     STR_ARG(number.path));
        put_done(own, "series", out);
    }
    put_folders(own, out);
    if (has_statement(own)) {
        buf_put(out, own_files_declaration(out->home, own, &number));
        buf_put_char(out, '\n');
        return;
    }
    buf_put(out, STR("printf '%s\\n' '"));
    buf_put(out, declaration(out->home, own, &number, "' \\\n  '"));
    buf_put(out, STR("' |\n  tee"));
    for (size_t i = 0; i < own->count; i++) {
        buf_put(out, i + 1 == own->count ? STR(" >") : STR(" "));
        put_side(own, i, out);
        buf_put(out, STR("/run.json"));
    }
    buf_put_char(out, '\n');
}

/* ---- words ---- */

void own_files_put_looks(struct buf *out, const struct own_files *own)
{
    static const char *const looks[] = { [OWN_CSV] = "a table of",
                                         [OWN_JSON_LINES] = "JSON Lines of",
                                         [OWN_JSON] = "JSON with",
                                         [OWN_TEXT] = "text with" };
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
        struct str name = bare(shape->number[i].name);
        buf_putf(&line, "%s%.*s", i == 0 ? ": " : ", ", STR_ARG(name));
        if (shape->number[i].text.len > 0 && shape->kind == OWN_FIGURES)
            buf_putf(&line, " %.*s", STR_ARG(str_sub(shape->number[i].text, 0, 20)));
    }
    if (shape->all > shape->count)
        buf_putf(&line, " and %zu more", shape->all - shape->count);
    short_wrap(out, buf_str(&line), 4);
}

void own_files_put(struct buf *out, const struct own_files *own)
{
    const struct own_shape *shape = &own->shape;
    struct buf line = buf_new(out->home, (size_t)1 << 14);
    bool series = shape->kind != OWN_FIGURES;
    struct own_number number = shape->kind == OWN_LINES ? series_number(own) : shape->number[0];
    own_files_put_looks(out, own);
    const char *overlap =
        shape->clock > 0
            ? "  Rows begin before others end, so they are requests of several at once."
            : "";
    if (series)
        buf_putf(
            &line,
            "%s  A series of your own is read once run.json says which column is what. If %s%.*s "
            "is the time of one %s, in %s, %s:",
            overlap, shape->kind == OWN_LINES ? "each number" : "",
            shape->kind == OWN_LINES ? 0 : (int)number.name.len, number.name.at,
            shape->clock > 0 ? "request" : "iteration", number.unit,
            has_statement(own) ? "add to the run.json that stands" : "paste");
    else {
        const struct own_number *latency = own_latency(shape);
        buf_putf(&line,
                 "  A figure of your own is read in Go's benchmark format, which any program may "
                 "write. If %.*s is the result, and %s is better",
                 STR_ARG(bare(number.name)), number.way == OWN_TIME ? "lower" : "higher");
        if (latency)
            buf_putf(&line, ", of %.*s lower", STR_ARG(bare(latency->name)));
        buf_put(&line, STR(", paste:"));
    }
    short_wrap(out, buf_str(&line), 2);
    buf_put_char(out, '\n');
    if (series)
        put_series(own, out);
    else
        put_figure(own, out);
    buf_put(out, STR("dossier compare"));
    for (size_t i = 0; i < own->count; i++) {
        buf_put_char(out, ' ');
        if (series) {
            put_side(own, i, out);
            continue;
        }
        struct str given = own->operand[i].given;
        short_quoted(out, own->operand[i].folder
                              ? given
                              : str_format(out->home, "%.*s.bench",
                                           (int)(given.len - ending_of(given).len), given.at));
    }
    buf_put_char(out, '\n');
}
