/* verb_steady.c - is a series steady, and from where? For any CSV, JSON Lines or telemetry file. */
#include "above.h"
#include "base/num.h"
#include "output.h"
#include "render/render.h"
#include "steady_text.h"
#include <glib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

enum { SVG_MOST = 64 << 20 };

struct judged {
    struct request *request;
    struct pick pick;
    struct steady_parameters parameters;
    double from, to; /* s on the series' clock; infinite: not cut */
    struct steady_seen *seen;
    size_t count, room;
};

/* ---- the command line ---- */

static bool usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("steady") }, expected, "%s", said);
    return false;
}

static bool kind_read(struct request *request, enum series_kind *out)
{
    const char *kind = request->options.kind;
    if (!kind)
        *out = SERIES_UNDECLARED; /* the verdict is then `invalid`, unless the format fixes it */
    else if (strcmp(kind, "per_interval") == 0)
        *out = SERIES_PER_INTERVAL;
    else if (strcmp(kind, "per_iteration") == 0)
        *out = SERIES_PER_ITERATION;
    else
        return usage(request, STR("--kind per_interval or --kind per_iteration"), kind);
    return true;
}

/* "1 %", "0.5%" or a share of one, "0.01"; a count as it is. */
static bool value_read(struct request *request, enum steady_parameter parameter, struct str text,
                       const char *said, double *out)
{
    const struct steady_parameter_row *row = steady_parameter_row(parameter);
    struct buf range = buf_new(request->home, 256);
    bool percent = row->unit == UNIT_PERCENT && str_ends(text, STR("%"));
    double value = 0;
    if (percent)
        text = str_trim(str_sub(text, 0, text.len - 1));
    if (num_real(text, &value)) {
        value *= percent ? unit_row(row->unit)->factor : 1;
        if (steady_parameter_allows(parameter, value)) {
            *out = value;
            return true;
        }
    }
    buf_putf(&range, "%s: ", row->name);
    steady_parameter_put_range(parameter, &range);
    if (row->unit == UNIT_PERCENT)
        buf_put(&range, STR(", or a share of one such as 0.01"));
    return usage(request, buf_str(&range), said);
}

static bool parameter_read(struct request *request, const char *said, struct steady_parameters *out)
{
    struct str rest = str_from(said), name;
    enum steady_parameter parameter;
    if (!str_cut(&rest, '=', &name) || !steady_parameter_find(str_trim(name), &parameter))
        return usage(request, STR("NAME=VALUE; dossier steady --parameters lists the names"), said);
    return value_read(request, parameter, str_trim(rest), said, &out->of[parameter]);
}

static bool parameters_read(struct request *request, struct steady_parameters *out)
{
    const struct options *o = &request->options;
    *out = steady_parameters_standard();
    out->lower_is_better = o->lower_is_better;
    if (o->delta && !value_read(request, STEADY_DELTA, str_trim(str_from(o->delta)), o->delta,
                                &out->of[STEADY_DELTA]))
        return false;
    for (int i = 0; i < o->parameter.count; i++)
        if (!parameter_read(request, o->parameter.item[i], out))
            return false;
    return true;
}

static bool moment_read(struct request *request, const char *said, double *out)
{
    if (!said || num_real(str_from(said), out))
        return true;
    return usage(request, STR("seconds on the clock of the series, such as --from 5.2"), said);
}

static bool phase_read(struct request *request, struct pick *out)
{
    struct str rest = str_from(request->options.phase), name;
    while (str_cut(&rest, ',', &name)) {
        if (out->phase_count == PICK_PHASES || str_trim(name).len == 0)
            return usage(request, STR("up to eight names with commas between them"),
                         request->options.phase);
        out->phase[out->phase_count++] = str_trim(name);
    }
    return true;
}

static bool request_read(struct judged *in)
{
    const struct options *o = &in->request->options;
    in->pick = (struct pick){ .value = str_from(o->column),
                              .time = str_from(o->time),
                              .work = str_from(o->work),
                              .counter = o->counter };
    in->from = -(double)INFINITY;
    in->to = (double)INFINITY;
    return moment_read(in->request, o->from, &in->from) &&
           moment_read(in->request, o->to, &in->to) && kind_read(in->request, &in->pick.kind) &&
           parameters_read(in->request, &in->parameters) && phase_read(in->request, &in->pick);
}

/* ---- judging ---- */

/* A serving run becomes a series of fixed cadence: what came out in each second. */
static void requests_judge(struct judged *in, struct steady_seen *seen)
{
    struct arena *home = in->request->home;
    seen->load = load_over_time(home, seen->picked->requests);
    seen->steady.verdict = INSUFFICIENT;
    seen->steady.reason = "";
    if (seen->load.reason)
        return;
    double *start = ARENA_MANY(home, seen->load.seconds, double);
    for (size_t i = 0; i < seen->load.seconds; i++)
        start[i] = (double)i;
    seen->series =
        (struct series){ .kind = SERIES_PER_INTERVAL,
                         .start = start,
                         .value = seen->load.output ? seen->load.output : seen->load.active,
                         .count = seen->load.seconds,
                         .load_begin = NAN,
                         .load_end = NAN };
    if (!seen->load.output)
        seen->unit = STR("requests in flight");
    seen->steady = steady_judge(home, &seen->series, &in->parameters);
}

/* Rows that begin in [from, to]: telemetry without its idle ends, for instance. */
static void series_cut(const struct judged *in, struct series *series)
{
    size_t first = 0;
    if (!series->start || (!isfinite(in->from) && !isfinite(in->to)))
        return;
    while (first < series->count && series->start[first] < in->from)
        first++;
    size_t end = first;
    while (end < series->count && series->start[end] <= in->to)
        end++;
    series->start += first;
    series->value += first;
    series->duration = series->duration ? series->duration + first : NULL;
    series->work = series->work ? series->work + first : NULL;
    series->phase = series->phase ? series->phase + first : NULL;
    series->row = series->row ? series->row + first : NULL;
    series->count = end - first;
}

static void series_judge(struct judged *in, struct steady_seen *seen)
{
    seen->lower_is_better = in->parameters.lower_is_better;
    if (seen->picked->requests) {
        requests_judge(in, seen);
    } else {
        seen->series = seen->picked->series;
        const double *laid = series_laid(in->request->home, &seen->series);
        if (laid) {
            seen->series.start = laid;
            seen->laid = true;
        }
        series_cut(in, &seen->series);
        seen->steady = steady_judge(in->request->home, &seen->series, &in->parameters);
    }
    if (in->pick.counter && strcmp(seen->steady.reason, "negative value") == 0)
        seen->steady.reason = "counter fell";
    seen->value = steady_value(&seen->series, &seen->steady);
    if (seen->picked->throttle.count > 0 && seen->steady.verdict == STEADY)
        seen->throttle =
            throttle_in(&seen->picked->throttle, seen->steady.begin_s, seen->steady.end_s);
}

static void seen_add(struct judged *in, const char *path, const struct picked *picked)
{
    ARENA_GROW(in->request->home, struct steady_seen, in->seen, in->count, in->room, 16);
    struct steady_seen *seen = &in->seen[in->count++];
    *seen = (struct steady_seen){ .path = path,
                                  .picked = picked,
                                  .unit = picked->unit,
                                  .steady = { .shape = "", .reason = "" } };
    if (in->pick.counter && seen->unit.len > 0)
        seen->unit = str_format(in->request->home, "%.*s/s", STR_ARG(picked->unit));
    series_judge(in, seen);
}

/* Nothing is said of a series that is not what was sealed or signed above it. */
static bool above_holds(struct request *request, const char *path, struct str stored)
{
    struct entry none = { 0 };
    const struct entries nothing = { &none, 0 };
    above_tell(request->home, path, &nothing, stored, request->diags);
    return diags_exit(request->diags) < 3;
}

/* A large table, through the file's own pages: none of it is kept but its columns. False: the file
 * is no table, or was written to meanwhile, as by a sampler that still runs; nothing was said then.
 * `good`: what ingest_series answered. */
static bool table_read(struct judged *in, const struct entry *file, struct file_map *map,
                       bool *good, struct picked **picked, size_t *count)
{
    struct arena *home = in->request->home;
    struct diags *said = diags_new(home), *unsaid = diags_new(home);
    struct pick pick = in->pick;
    struct str head = str_trim(str_sub(file->bytes, 0, 4096));
    bool plain = head.len && g_ascii_isprint(head.at[0]) && !strchr("{[", head.at[0]);
    pick.passed = file_map_passed;
    *good = plain && ingest_series(home, file, &limits_default, &pick, picked, count, said);
    if (!file_map_same(map, unsaid) || !plain)
        return false;
    diags_join(in->request->diags, said);
    return true;
}

static bool file_judge(struct judged *in, const char *path)
{
    struct request *request = in->request;
    struct entry file = { .name = str_from(path) };
    struct file_map *map;
    struct picked *picked = NULL;
    size_t count = 0;
    bool good = false;
    if (!file_map(request->home, path, &limits_default, &file.bytes, &map, request->diags) ||
        !above_holds(request, path, file.bytes))
        return false;
    if (!map || !table_read(in, &file, map, &good, &picked, &count))
        good = (!map ||
                file_read(request->home, path, &limits_default, &file.bytes, request->diags)) &&
               ingest_series(request->home, &file, &limits_default, &in->pick, &picked, &count,
                             request->diags);
    if (!good)
        return false;
    for (size_t i = 0; i < count; i++)
        seen_add(in, path, &picked[i]);
    return true;
}

/* ---- answers ---- */

static size_t panels_of(struct arena *home, const struct steady_seen *seen,
                        const struct steady_parameters *parameters, struct steady_panel panel[2])
{
    struct str name = str_format(home, "%.*s: %.*s", STR_ARG(steady_name_of(home, seen)),
                                 STR_ARG(seen->picked->value));
    const double *adjusted = NULL;
    if (!seen->series.value)
        return 0;
    struct series *second = ARENA_NEW(home, struct series);
    *second = seen->series;
    panel[0] = (struct steady_panel){ name, seen->unit, &seen->series, &seen->steady };
    panel[1] = (struct steady_panel){ STR("requests in flight"), STR(""), second, NULL };
    if (seen->load.output) {
        second->value = seen->load.active;
        return 2;
    }
    if (!seen->series.phase || !(adjusted = steady_adjusted(home, &seen->series, parameters)))
        return 1;
    /* Segments are of the adjusted values: raw medians of them would differ by their mix of work.
     */
    struct steadiness *raw = ARENA_NEW(home, struct steadiness);
    *raw = seen->steady;
    raw->segment_count = 0;
    second->value = adjusted;
    panel[0].steady = raw;
    panel[1] = (struct steady_panel){ str_format(home, "the same, adjusted for phase %.*s",
                                                 STR_ARG(seen->series.phase_columns)),
                                      seen->unit, second, &seen->steady };
    return 2;
}

static bool picture_write(struct judged *in)
{
    struct request *request = in->request;
    struct steady_panel *panel =
        ARENA_MANY(request->home, (size_t)STEADY_PANELS_MOST + 2, struct steady_panel);
    size_t panels = 0;
    for (size_t i = 0; i < in->count && panels <= STEADY_PANELS_MOST; i++)
        panels += panels_of(request->home, &in->seen[i], &in->parameters, panel + panels);
    if (panels > STEADY_PANELS_MOST)
        return usage(request,
                     str_format(request->home, "at most %d panels in one picture: fewer files",
                                STEADY_PANELS_MOST),
                     "--svg of more series than one picture holds");
    struct buf svg = buf_new(request->home, SVG_MOST);
    render_steady_svg(request->home, panel, panels, &svg);
    if (svg.full) {
        diag_add(request->diags, DIAG_MACHINE_FAILED,
                 (struct place){ .file = str_from(request->options.svg) }, STR("at most 64 MiB"),
                 "picture too large");
        return false;
    }
    struct replacing *replacing = NULL;
    struct sink sink;
    if (!replace_begin(request->home, request->options.svg, &replacing, &sink, request->diags))
        return false;
    if (!sink.put(sink.self, buf_str(&svg))) {
        replace_abandon(replacing);
        return false;
    }
    return replace_commit(replacing, request->diags);
}

/* In base units: shares of one, counts. */
static void parameters_json(const struct steady_parameters *parameters, struct json_out *json)
{
    json_open(json, STR("parameters"), '{');
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++) {
        struct buf text = buf_new(json->out->home, 64);
        buf_put_shortest(&text, parameters->of[i]);
        json_number(json, str_from(steady_parameter_row((enum steady_parameter)i)->name),
                    buf_str(&text));
    }
    json_close(json);
}

static void answers_json(const void *answer, struct json_out *json)
{
    const struct judged *in = answer;
    parameters_json(&in->parameters, json);
    json_open(json, STR("series"), '[');
    for (size_t i = 0; i < in->count; i++)
        steady_put_json(&in->seen[i], json);
    json_close(json);
}

static void answers_text(const void *answer, struct buf *out)
{
    const struct judged *in = answer;
    for (size_t i = 0; i < in->count; i++) {
        buf_put(out, i > 0 ? STR("\n") : STR(""));
        steady_put_text(&in->seen[i], out);
    }
}

static int status_of(const struct judged *in)
{
    int status = STATUS_HOLDS;
    for (size_t i = 0; i < in->count; i++) {
        enum steady_verdict verdict = in->seen[i].steady.verdict;
        if (verdict == UNSTEADY || verdict == INVALID)
            return STATUS_HOLDS_NOT;
        if (verdict == INSUFFICIENT)
            status = STATUS_UNDECIDED;
    }
    return status;
}

/* The table as the manual has it. */
static int table_print(struct request *request)
{
    static const char *const weaker[] = { "more", "less", "changed" };
    struct buf out = output_new(request->home);
    buf_put(&out, STR("| parameter | standard | may be | weaker when | means |\n"
                      "| --- | --- | --- | --- | --- |\n"));
    for (size_t i = 0; i < STEADY_PARAMETER_COUNT; i++) {
        enum steady_parameter parameter = (enum steady_parameter)i;
        const struct steady_parameter_row *row = steady_parameter_row(parameter);
        buf_putf(&out, "| `%s` | ", row->name);
        steady_parameter_put_standard(parameter, &out);
        buf_put(&out, STR(" | "));
        steady_parameter_put_range(parameter, &out);
        buf_putf(&out, " | %s | %s |\n", weaker[row->weaker], row->title);
    }
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    static const struct printers printers = { '{', "dossier-steady/1", answers_json, answers_text };
    struct judged in = { .request = request };
    bool good = true;
    if (request->options.parameters)
        return table_print(request);
    if (request->options.argument_count == 0) {
        (void)usage(request, usage_line(request->home, request->verb), "an argument is missing");
        return STATUS_INPUT;
    }
    if (!request_read(&in))
        return STATUS_INPUT;
    for (int i = 0; i < request->options.argument_count; i++)
        good = file_judge(&in, request->options.argument[i]) && good;
    if (request->options.svg && in.count > 0 && !picture_write(&in))
        return diags_exit(request->diags);
    int printed = in.count > 0 ? answer_print(request, &printers, &in, STATUS_HOLDS) : STATUS_HOLDS;
    if (printed != STATUS_HOLDS)
        return printed;
    return good ? status_of(&in) : STATUS_INPUT;
}

static const struct option_row rows[] = {
    { 0, "column", "NAME", "the values to judge", offsetof(struct options, column), OPTION_TEXT },
    { 0, "time", "NAME", "when each row began, seconds or a date; none: by row",
      offsetof(struct options, time), OPTION_TEXT },
    { 0, "work", "NAME", "units of work done by each row, for work / time",
      offsetof(struct options, work), OPTION_TEXT },
    { 0, "phase", "NAME,NAME", "columns that fix the work of a row, where it comes back",
      offsetof(struct options, phase), OPTION_TEXT },
    { 0, "kind", "KIND", "per_interval or per_iteration", offsetof(struct options, kind),
      OPTION_TEXT },
    { 0, "delta", "TOLERANCE", "levels this near count as equal; \"1 %\" unless given",
      offsetof(struct options, delta), OPTION_TEXT },
    { 0, "parameter", "NAME=VALUE", "another number of the method; may be given several times",
      offsetof(struct options, parameter), OPTION_LIST },
    { 0, "parameters", NULL, "list the numbers of the method, and what they may be",
      offsetof(struct options, parameters), OPTION_FLAG },
    { 0, "lower-is-better", NULL, "the values are times or costs, not rates",
      offsetof(struct options, lower_is_better), OPTION_FLAG },
    { 0, "counter", NULL, "the column counts up: its rate is judged",
      offsetof(struct options, counter), OPTION_FLAG },
    { 0, "from", "SECONDS", "leave out what begins before, such as idle telemetry",
      offsetof(struct options, from), OPTION_TEXT },
    { 0, "to", "SECONDS", "leave out what begins after", offsetof(struct options, to),
      OPTION_TEXT },
    { 0, "svg", "FILE", "draw series, segments and steady stretch", offsetof(struct options, svg),
      OPTION_WRITES },
    OPTION_ROW_JSON,
};
const struct verb verb_steady = {
    .name = "steady",
    .summary = "is a series steady, and from where?",
    .usage = "steady SERIES... [--column C] [--time C] [--work C] [--phase C,C]\n"
             "       [--kind per_interval|per_iteration] [--delta \"1 %\"]\n"
             "       [--parameter NAME=VALUE] [--counter]\n"
             "       [--from S] [--to S] [--lower-is-better] [--json] [--svg FILE]",
    .more = "SERIES is a CSV or JSON Lines file, telemetry of nvidia-smi (one series an\n"
            "accelerator; fixed cadence, so no --kind is needed; seconds count from the\n"
            "first row, and --from and --to take off idle ends) or the result file of a\n"
            "serving benchmark (throughput over time), or one that keeps the times of\n"
            "iterations (llama-bench, hyperfine, ...); also gz, xz or zst.\n"
            "Columns not named are found by usual names: value, duration_s, clocks.sm,\n"
            "power.draw; t_s, t_start_s, time, timestamp. The answer says which were taken.\n"
            "Exit status: 0 all steady, 1 one is unsteady or invalid, 2 one is\n"
            "insufficient, 3 bad input. The method: docs/method.md, docs/steady.md.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .most_arguments = 64,
    .run = run,
};
