/* own_commands.c - commands that bring files of no known format into one that is read. */
#include "own_commands.h"
#include "short_lines.h"
#include <glib.h>
#include <string.h>

bool own_is_statement(const struct inspected *file)
{
    return str_eq(str_base_name(file->evidence->name), STR("run.json"));
}

struct str own_ending(struct str name)
{
    size_t at = name.len;
    while (at > 0 && name.at[at - 1] != '.')
        at--;
    return at > 1 ? str_sub(name, at - 1, name.len) : (struct str){ 0 };
}

/* ---- figures ---- */

struct str own_bare(struct str name)
{
    while (name.len > 0 && strchr(":=, ", name.at[name.len - 1]))
        name = str_sub(name, 0, name.len - 1);
    return name;
}

/* A unit of Go's format holds no blanks: the unit that stands beside the number, else its name. */
static struct str unit_name(struct arena *home, const struct own_files *own,
                            const struct own_number *number)
{
    struct buf out = buf_new(home, 4096);
    struct str name = own_bare(number->name);
    bool whole = own->shape.form != OWN_TEXT && str_find(number->said, STR("/")) != SIZE_MAX;
    if (whole)
        return number->said;
    for (size_t i = 0; i < name.len; i++)
        buf_put(&out, name.at[i] == ' ' ? STR("_") : str_sub(name, i, i + 1));
    if (number->said.len > 0)
        buf_putf(&out, "_%.*s", STR_ARG(number->said));
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
    struct str given = own_ending(own->pattern);
    buf_putf(out, " \\\n    >\"${f%%%.*s}.%s\"\ndone\n", STR_ARG(given), ending);
}

/* "NR>1 {", of rows that did not fail. */
static void put_rows(const struct own_shape *shape, struct buf *out)
{
    if (shape->outcome == OWN_NO_OUTCOME)
        buf_put(out, STR("NR>1 {"));
    else
        buf_putf(out, "NR>1 && tolower($%zu) ~ /^[\" ]*(%s)%s[\" \\r]*$/ {", shape->outcome_column,
                 own_outcome_good(shape->outcome), shape->outcome == OWN_FAILED ? "?" : "");
}

/* "awk -F';'", as a shell takes it. */
static void put_awk(const struct own_files *own, struct buf *out)
{
    char between = own->shape.between;
    if (between == ' ')
        buf_put(out, STR("  awk"));
    else if (between == ',')
        buf_put(out, STR("  awk -F,"));
    else
        buf_putf(out, "  awk -F'%s'", between == '\t' ? "\\t" : between == '|' ? "|" : ";");
}

/* What a cell wears is taken off, and its comma becomes a point. */
static void put_undress(const struct own_files *own, const struct own_number *number,
                        struct buf *out)
{
    size_t column = number->column;
    if (own->shape.dressed)
        buf_putf(out, "gsub(/[\"\\r]/, \"\", $%zu); ", column);
    if (own->shape.comma)
        buf_putf(out, "sub(/,/, \".\", $%zu); ", column);
    if (own->shape.thousands)
        buf_putf(out, "gsub(/,/, \"\", $%zu); ", column);
    if (number->marked)
        buf_putf(out, "sub(/ *[^0-9. ].*$/, \"\", $%zu); ", column);
}

/* What a figure becomes: "Unit X better=lower" and "BenchmarkLatency 1 V X". */
struct line_of {
    const struct own_number *number;
    struct str unit;
    const char *work, *better;
};

static struct line_of line_of(struct arena *home, const struct own_files *own,
                              const struct own_number *number, const char *work)
{
    struct str unit = unit_name(home, own, number);
    if (number->bits) /* text with units of its own: brought to one */
        unit = STR("Mbits/s");
    else if (number->key.len > 0)
        unit = str_format(home, "%.*s_%s", STR_ARG(unit), number->unit);
    return (struct line_of){ number, unit, work, number->way == OWN_TIME ? "lower" : "higher" };
}

/* "batch=" before the number that tells a row's work */
static void put_swept(const struct own_shape *shape, struct buf *out)
{
    for (size_t i = 0; i < shape->swept.len; i++)
        buf_put_char(out, g_ascii_isalnum(shape->swept.at[i]) ? shape->swept.at[i] : '_');
    if (shape->swept.len > 0)
        buf_put_char(out, '=');
}

static void put_json_line(const struct own_files *own, struct buf *out, const struct line_of *line)
{
    const struct own_shape *shape = &own->shape;
    struct str path = line->number->path;
    bool each = shape->each.len > 0, named = shape->naming.len > 0;
    /* a line that is pasted is broken for people */
    bool wide = path.len + line->unit.len > 60;
    buf_putf(out, "\"Unit %.*s better=%s\",\n    ", STR_ARG(line->unit), line->better);
    if (each)
        buf_putf(out, "(%.*s |\n     ", STR_ARG(shape->each));
    buf_putf(out, "\"Benchmark%s", line->work);
    if (named) {
        buf_put_char(out, '/');
        put_swept(shape, out);
        const char *fold = shape->naming.len > 40 ? "\n       " : "";
        buf_putf(out, "\\(%s%.*s%s | tostring | gsub(\"[^A-Za-z0-9]+\"; \"_\"))\" +\n      \"",
                 fold, STR_ARG(shape->naming), fold);
    }
    buf_putf(out, " 1 \\(getpath(%.*s))%s %.*s\"%s", STR_ARG(path), wide ? "\" +\n      \"" : "",
             STR_ARG(line->unit), each ? ")" : "");
}

/* A benchmark a row where each is of a work of its own, else all rows are of one. */
static void put_csv_line(const struct own_files *own, const struct line_of *line, struct buf *out)
{
    const struct own_shape *shape = &own->shape;
    bool named = shape->names > 0, within = shape->form == OWN_TABLE;
    buf_putf(out, "NR==1 { print \"Unit %.*s better=%s\" }\n    ", STR_ARG(line->unit),
             line->better);
    if (within)
        buf_putf(out, "%.*s {\n      ", STR_ARG(shape->filter));
    else
        put_rows(shape, out);
    buf_put(out, within ? STR("") : shape->outcome == OWN_NO_OUTCOME ? STR(" ") : STR("\n      "));
    struct buf undress = buf_new(out->home, 4096);
    put_undress(own, line->number, &undress);
    buf_put(out, str_trim(buf_str(&undress)));
    if (undress.len > 0)
        buf_put(out,
                named && (shape->dressed || line->number->marked) ? STR("\n      ") : STR(" "));
    if (named) {
        buf_putf(out, "n = $%zu", shape->names);
        if (shape->beside > 0)
            buf_putf(out, " \"_\" $%zu", shape->beside);
        buf_put(out, STR("; "));
        if (shape->dressed)
            buf_put(out, STR("gsub(/[\"\\r]/, \"\", n); "));
        if (shape->between == '|')
            buf_put(out, STR("gsub(/^ +| +$/, \"\", n); "));
        buf_putf(out, "gsub(/[^A-Za-z0-9]+/, \"_\", n)\n      print \"Benchmark%s/", line->work);
        put_swept(shape, out);
        buf_put(out, STR("\" n \" 1 \""));
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
    /* a line that is pasted is broken for people */
    bool wide = line->unit.len > 36;
    buf_putf(out, "index($0, \"%.*s\")==1 && !%c++ {\n    split(substr($0, %zu), v, \" \")%s",
             STR_ARG(begins), seen, begins.len + 1, wide ? "\n    " : "; ");
    if (timed)
        buf_putf(out,
                 "u = v[%zu]; gsub(/[0-9.]/, \"\", u)\n    v[1] = v[%zu] * (u==\"us\" ? 0.001 : "
                 "u==\"s\" ? 1000 : u==\"m\" ? 60000 : u==\"h\" ? 3600000 : 1)\n    ",
                 number->column, number->column);
    buf_putf(out, "print \"Unit %.*s better=%s\"\n    print \"Benchmark%s 1 \" v[1] \" %.*s\" }",
             STR_ARG(line->unit), line->better, line->work, STR_ARG(line->unit));
}

void own_put_figure(const struct own_files *own, struct buf *out)
{
    const struct own_number *latency = own_latency(&own->shape);
    const struct line_of work = line_of(out->home, own, &own->shape.number[0], "Work");
    const struct line_of line[] = { work,
                                    latency ? line_of(out->home, own, latency, "Latency") : work };
    size_t count = latency ? 2 : 1;
    enum own_form form = own->shape.form;
    bool json = form == OWN_JSON || form == OWN_JSON_LINES,
         table = form == OWN_CSV || form == OWN_TABLE;
    put_each(own, out);
    if (table)
        put_awk(own, out);
    buf_put(out, table  ? STR(" '")
                 : json ? STR("  jq -r '")
                        : STR("  awk '{ sub(/^[ \\t]+/, \"\") } "));
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_put(out, json ? STR(",\n    ") : STR("\n  "));
        if (json)
            put_json_line(own, out, &line[i]);
        else if (table)
            put_csv_line(own, &line[i], out);
        else
            put_text_line(out, &line[i], (char)('n' + i));
    }
    buf_put(out, STR("' \"$f\""));
    put_done(own, "bench", out);
}

/* ---- series ---- */

bool own_has_statement(const struct own_files *own)
{
    for (size_t i = 0; i < own->count; i++)
        for (size_t k = 0; k < own->operand[i].file_count; k++)
            if (own_is_statement(&own->operand[i].file[k]))
                return true;
    return false;
}

bool own_overlap(const struct own_shape *shape)
{
    return shape->kind == OWN_ROWS && shape->number[0].clock > 0;
}

/* Rows that a series' reader takes as they stand: JSON Lines, and what RFC 4180 calls CSV, unless
 * some of them may be of failures. */
static bool is_read_as_it_stands(const struct own_shape *shape)
{
    return shape->kind == OWN_ROWS && !own_overlap(shape) && shape->outcome == OWN_NO_OUTCOME &&
           (shape->form != OWN_CSV || (shape->between == ',' && !shape->comma));
}

/* Others, lists and own_bare numbers come from files that a command makes. */
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
    const struct own_number *number = &own->shape.number[0];
    put_awk(own, out);
    buf_put(out, STR(" 'NR==1 { print \"" COLUMN "\" }\n    "));
    put_rows(&own->shape, out);
    buf_put(out, own->shape.outcome == OWN_NO_OUTCOME ? STR(" ") : STR("\n    "));
    put_undress(own, number, out);
    buf_putf(out, "print $%zu }' \"$f\"", number->column);
}

/* Rows of JSON Lines, sorted where they overlap, without those that failed. */
static void put_lines(const struct own_shape *shape, struct buf *out)
{
    const struct own_number *number = &shape->number[0];
    buf_put(out, STR("  jq -rs '\"" COLUMN "\", ("));
    if (number->clock > 0)
        buf_putf(out, "sort_by(getpath(%.*s))", STR_ARG(number->stamped));
    else
        buf_put(out, STR("."));
    buf_put(out, STR("[]"));
    if (shape->outcome != OWN_NO_OUTCOME)
        buf_putf(out,
                 " |\n    select(getpath([\"%.*s\"]) | tostring | ascii_downcase |\n      "
                 "test(\"^(%s)%s$\"))",
                 STR_ARG(shape->outcome_name), own_outcome_good(shape->outcome),
                 shape->outcome == OWN_FAILED ? "?" : "");
    buf_putf(out, " | getpath(%.*s))' \"$f\"", STR_ARG(number->path));
}

/* The times of requests that overlap, in the order in which they began. */
static void put_ordered(const struct own_files *own, struct buf *out)
{
    const struct own_shape *shape = &own->shape;
    const struct own_number *number = &shape->number[0], clock = { .column = number->clock };
    if (shape->form == OWN_JSON_LINES) {
        put_lines(shape, out);
        return;
    }
    put_awk(own, out);
    bool wide = shape->dressed || shape->comma;
    buf_put(out, STR(" '"));
    put_rows(shape, out);
    buf_put(out, wide || shape->outcome != OWN_NO_OUTCOME ? STR("\n    ") : STR(" "));
    put_undress(own, &clock, out);
    buf_put(out, wide ? STR("\n    ") : STR(""));
    put_undress(own, number, out);
    buf_putf(out,
             "print $%zu \" \" $%zu }' \"$f\" |\n    sort -k1,1g | awk 'BEGIN { print \"" COLUMN
             "\" } { print $2 }'",
             number->clock, number->column);
}

static struct str declaration(struct arena *home, const struct own_files *own,
                              const struct own_number *number, const char *between)
{
    struct buf out = buf_new(home, (size_t)1 << 14);
    struct str pattern = series_pattern(own);
    buf_putf(&out, "{\"format\":\"dossier-run/1\",\"series\":[%s{\"file\":\"%.*s\",", between,
             STR_ARG(pattern));
    buf_putf(&out,
             own_overlap(&own->shape)
                 ? "\"kind\":\"per_iteration\",\"value\":\"%.*s\",%s\"metric\":\"latency.request\","
                   "\"unit\":\"%s\"}]}"
                 : "\"kind\":\"per_iteration\",\"duration\":\"%.*s\",%s\"time_unit\":\"%s\"}]}",
             STR_ARG(number->name), own_overlap(&own->shape) ? between : "", number->unit);
    return buf_str(&out);
}

struct str own_files_declaration(struct arena *home, const struct own_files *own,
                                 const struct own_number *number)
{
    return declaration(home, own, number, "");
}

struct own_number own_series_number(const struct own_files *own)
{
    struct own_number number = own->shape.number[0];
    if (own->shape.kind == OWN_LINES)
        return (struct own_number){ .name = STR("seconds"), .unit = "s" };
    if (own->shape.kind == OWN_ROWS && !is_read_as_it_stands(&own->shape))
        number.name = STR(COLUMN);
    return number;
}

/* A folder a side holds its run.json; single files move into one first, with what was made of them.
 */
static void put_folders(const struct own_files *own, struct buf *out)
{
    for (size_t i = 0; i < own->count; i++) {
        struct str given = own->operand[i].given, bare = given;
        if (own->operand[i].folder)
            continue;
        bare.len -= own_ending(given).len;
        buf_putf(out, "mkdir -p side%c && cp ", (int)('A' + i));
        short_quoted(out, given);
        if (!is_read_as_it_stands(&own->shape) &&
            str_eq(own_ending(given), own_ending(own->pattern))) {
            buf_put_char(out, ' ');
            short_quoted(out, str_format(out->home, "%.*s.series", STR_ARG(bare)));
        }
        buf_putf(out, " side%c/\n", (int)('A' + i));
    }
}

void own_put_side(const struct own_files *own, size_t index, struct buf *out)
{
    if (own->operand[index].folder)
        short_quoted(out, own->operand[index].given);
    else
        buf_putf(out, "side%c", (int)('A' + index));
}

/* What writes the one column of a file. */
static void put_values(const struct own_files *own, const struct own_number *number,
                       struct buf *out)
{
    if (own_overlap(&own->shape))
        put_ordered(own, out);
    else if (own->shape.kind == OWN_ROWS && own->shape.form == OWN_JSON_LINES)
        put_lines(&own->shape, out);
    else if (own->shape.kind == OWN_ROWS)
        put_column(own, out);
    else if (own->shape.kind == OWN_LINES)
        buf_put(out, STR("  { echo seconds; cat \"$f\"; }"));
    else if (own->shape.each.len > 0)
        buf_putf(out, "  jq -r '\"%.*s\", (%.*s | getpath(%.*s))' \"$f\"", STR_ARG(number->name),
                 STR_ARG(own->shape.each), STR_ARG(number->path));
    else
        buf_putf(out, "  jq -r '\"%.*s\", getpath(%.*s)[]' \"$f\"", STR_ARG(number->name),
                 STR_ARG(number->path));
}

void own_put_series(const struct own_files *own, struct buf *out)
{
    struct own_number number = own_series_number(own);
    if (!is_read_as_it_stands(&own->shape)) {
        put_each(own, out);
        put_values(own, &number, out);
        put_done(own, "series", out);
    }
    put_folders(own, out);
    if (own_has_statement(own)) {
        buf_put(out, own_files_declaration(out->home, own, &number));
        buf_put_char(out, '\n');
        return;
    }
    buf_put(out, STR("printf '%s\\n' '"));
    buf_put(out, declaration(out->home, own, &number, "' \\\n  '"));
    buf_put(out, STR("' |\n  tee"));
    for (size_t i = 0; i < own->count; i++) {
        buf_put(out, i + 1 == own->count ? STR(" >") : STR(" "));
        own_put_side(own, i, out);
        buf_put(out, STR("/run.json"));
    }
    buf_put_char(out, '\n');
}
