/* series_tool.c - judges series from plain files and prints JSON; for scripts that check the
 * detector.
 *
 *   series_tool judge   [options] file...           one object: {"file": {"verdict": ..., ...},
 * ...} series_tool window  [options] a... -- b... [-- bridge...]   one window, values, ratios
 *   series_tool ratio   a,a,a b,b,b                 intervals on run means
 *   series_tool t       p df                        quantile
 *   series_tool speed   rows                        judges a made series of that many rows in
 * memory
 *
 * Options: --time, --value, --duration, --work, --phase COLUMN; --kind interval|iteration;
 * --better higher|lower; --delta SHARE; --penalty NUMBER. Files: CSV with a heading, or JSON Lines
 * of flat objects where the name ends in .jsonl. */
#include "statistics.h"
#include "steady.h"
#include "window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct request {
    const char *time, *value, *duration, *work, *phase;
    enum series_kind kind;
    struct steady_parameters parameters;
};

_Noreturn static void fail(const char *what, const char *of)
{
    (void)fprintf(stderr, "series_tool: %s: %s\n", what, of);
    exit(3);
}

static struct str file_bytes(struct arena *home, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail("cannot read", path);
    long size = ftell(file);
    rewind(file);
    char *bytes = ARENA_MANY(home, size > 0 ? (size_t)size : 1, char);
    if (size < 0 || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        fail("cannot read", path);
    (void)fclose(file);
    return (struct str){ bytes, (size_t)size };
}

static double number(struct str text, const char *path)
{
    double value = 0;
    text = str_trim(text);
    if (text.len == 0 || str_eq(text, STR("nan")) || str_eq(text, STR("NaN")) ||
        str_eq(text, STR("null")))
        return (double)NAN;
    if (str_eq(text, STR("inf")))
        return (double)INFINITY;
    if (!num_real(text, &value))
        fail("not a number", path);
    return value;
}

static size_t column_of(struct str heading, const char *name, const char *path)
{
    struct str cell;
    for (size_t i = 0; str_cut(&heading, ',', &cell); i++)
        if (str_eq(str_trim(cell), str_from(name)))
            return i;
    fail("no such column", path);
}

static struct str cell_at(struct str line, size_t column)
{
    struct str cell = { NULL, 0 };
    for (size_t i = 0; i <= column; i++)
        if (!str_cut(&line, ',', &cell))
            return (struct str){ NULL, 0 };
    return cell;
}

static struct str member_of(struct arena *home, struct str line, const char *name)
{
    struct str quoted = str_format(home, "\"%s\":", name);
    size_t at = str_find(line, quoted);
    if (at == SIZE_MAX)
        return (struct str){ NULL, 0 };
    size_t from = at + quoted.len;
    size_t to = from;
    while (to < line.len && line.at[to] != ',' && line.at[to] != '}')
        to++;
    return str_sub(line, from, to);
}

static double *read_column(struct arena *home, const char *path, struct str bytes, const char *name,
                           size_t *count)
{
    bool lines = str_ends(str_from(path), STR(".jsonl"));
    struct str line;
    size_t rows = 0;
    for (size_t i = 0; i < bytes.len; i++)
        rows += bytes.at[i] == '\n';
    double *column = ARENA_MANY(home, rows + 2, double);
    size_t place = 0;
    if (!lines && str_cut(&bytes, '\n', &line))
        place = column_of(line, name, path);
    *count = 0;
    while (str_cut(&bytes, '\n', &line)) {
        if (str_trim(line).len > 0) {
            struct str cell = lines ? member_of(home, line, name) : cell_at(line, place);
            column[(*count)++] = number(cell, path);
        }
    }
    return column;
}

static struct series read_series(struct arena *home, const struct request *request,
                                 const char *path)
{
    struct str bytes = file_bytes(home, path);
    struct series series = { .kind = request->kind,
                             .load_begin = (double)NAN,
                             .load_end = (double)NAN };
    series.value = read_column(home, path, bytes, request->value, &series.count);
    if (request->time)
        series.start = read_column(home, path, bytes, request->time, &series.count);
    if (request->duration)
        series.duration = read_column(home, path, bytes, request->duration, &series.count);
    if (request->work)
        series.work = read_column(home, path, bytes, request->work, &series.count);
    if (request->phase) {
        double *column = read_column(home, path, bytes, request->phase, &series.count);
        uint32_t *phase = ARENA_MANY(home, series.count + 1, uint32_t);
        for (size_t i = 0; i < series.count; i++)
            phase[i] = (uint32_t)column[i];
        series.phase = phase;
        series.phase_columns = str_from(request->phase);
    }
    return series;
}

static struct steadiness judge(struct arena *home, const struct request *request,
                               const struct series *series)
{
    return steady_judge(home, series, &request->parameters);
}

static void print_steadiness(const char *name, const struct steadiness *s)
{
    printf("\"%s\": {\"verdict\": \"%s\", \"reason\": \"%s\"", name,
           (const char *const[]){ "steady", "unsteady", "insufficient", "invalid" }[s->verdict],
           s->reason);
    if (s->verdict == STEADY) {
        printf(", \"start\": %zu, \"end\": %zu, \"begin_s\": %.9g, \"end_s\": %.9g, "
               "\"level\": %.9g, \"shape\": \"%s\"",
               s->start, s->end, s->begin_s, s->end_s, s->level, s->shape);
    }
    printf(", \"noise\": %.6g, \"resolution\": %.6g, \"batches\": %zu, \"batch_rows\": %zu, "
           "\"phases\": %zu, \"cycles\": %zu, \"left_out\": %zu, \"drained\": %s, \"segments\": [",
           s->noise, s->resolution, s->batches, s->batch_rows, s->phases, s->cycles, s->left_out,
           s->drained ? "true" : "false");
    for (size_t i = 0; i < s->segment_count; i++)
        printf("%s%zu", i > 0 ? ", " : "", s->segment[i]);
    printf("], \"method\": \"%.*s\"}", STR_ARG(s->method));
}

static void run_judge(struct arena *home, const struct request *request, char **path, int count)
{
    printf("{");
    for (int i = 0; i < count; i++) {
        struct series series = read_series(home, request, path[i]);
        struct steadiness steady = judge(home, request, &series);
        printf(i > 0 ? ",\n " : "");
        print_steadiness(path[i], &steady);
    }
    printf("}\n");
}

static void print_interval(const char *name, struct interval interval)
{
    printf("\"%s\": {\"found\": %s, \"value\": %.9g, \"low\": %.9g, \"high\": %.9g, \"df\": %.9g}",
           name, interval.found ? "true" : "false", interval.value, interval.low, interval.high,
           interval.df);
}

enum { MOST_RUNS = 64 };

static void run_window(struct arena *home, const struct request *request, char **path, int count)
{
    static struct span span[MOST_RUNS];
    static struct series series[MOST_RUNS];
    static struct steadiness steady[MOST_RUNS];
    static double rate[3][3][MOST_RUNS];
    size_t runs = 0;
    size_t side = 0;
    size_t runs_of[3] = { 0 };
    size_t side_of[MOST_RUNS] = { 0 };
    static const char *name[MOST_RUNS];
    for (int i = 0; i < count; i++) {
        if (strcmp(path[i], "--") == 0) {
            side = side < 2 ? side + 1 : 2;
            continue;
        }
        if (runs == MOST_RUNS)
            fail("too many runs", path[i]);
        series[runs] = read_series(home, request, path[i]);
        steady[runs] = judge(home, request, &series[runs]);
        if (!steady_span(&steady[runs], NULL, &span[runs]))
            fail("not steady", path[i]);
        side_of[runs] = side;
        name[runs++] = path[i];
    }
    struct span window;
    if (!window_common(span, runs, &window))
        fail("no common window", path[0]);
    printf("{\"window\": [%.9g, %.9g], \"runs\": {", window.begin_s, window.end_s);
    for (size_t i = 0; i < runs; i++) {
        struct stretch cycles = stretch_cycles(&series[i], window);
        struct stretch all = stretch_all(&series[i], window);
        struct stretch whole = stretch_all(&series[i], series_span(&series[i]));
        size_t *at = &runs_of[side_of[i]];
        rate[0][side_of[i]][*at] = cycles.rate;
        rate[1][side_of[i]][*at] = all.rate;
        rate[2][side_of[i]][*at] = whole.rate;
        ++*at;
        printf("%s\"%s\": {\"begin_s\": %.9g, \"end_s\": %.9g, \"cycles\": %zu, \"first\": %zu, "
               "\"end\": %zu, \"time\": %.9g, \"rate\": %.9g, \"all\": %.9g, \"whole\": %.9g}",
               i > 0 ? ",\n " : "", name[i], span[i].begin_s, span[i].end_s, cycles.cycles,
               cycles.first, cycles.end, cycles.time, cycles.rate, all.rate, whole.rate);
    }
    printf("},\n");
    static const char *const kind[] = { "cycles", "all", "whole" };
    for (size_t k = 0; k < 3; k++) {
        print_interval(kind[k], interval_ratio(rate[k][0], runs_of[0], rate[k][1], runs_of[1]));
        printf(",\n");
    }
    print_interval("fieller", interval_fieller(rate[0][0], runs_of[0], rate[0][1], runs_of[1]));
    printf(",\n\"bridge\": [");
    for (size_t i = 0; i < runs_of[2]; i++) {
        printf("%s%.9g", i > 0 ? ", " : "",
               rate[0][2][i] / moments_of(rate[0][0], runs_of[0]).mean);
    }
    printf("]}\n");
}

static size_t numbers_of(const char *text, double *out, size_t most)
{
    struct str rest = str_from(text);
    struct str cell;
    size_t count = 0;
    while (count < most && str_cut(&rest, ',', &cell))
        out[count++] = number(cell, text);
    return count;
}

static void run_ratio(char **argument)
{
    double a[MOST_RUNS];
    double b[MOST_RUNS];
    size_t a_count = numbers_of(argument[0], a, MOST_RUNS);
    size_t b_count = numbers_of(argument[1], b, MOST_RUNS);
    struct interval ratio = interval_ratio(a, a_count, b, b_count);
    printf("{");
    print_interval("ratio", ratio);
    printf(", ");
    print_interval("fieller", interval_fieller(a, a_count, b, b_count));
    printf(", ");
    print_interval("mean", interval_mean(a, a_count));
    printf(", \"decision\": \"%s\"}\n", decision_name(decide(&ratio, 0.01, false)));
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run_speed(struct arena *home, const struct request *request, const char *rows)
{
    int64_t count = 0;
    if (!num_int(str_from(rows), &count) || count < 1)
        fail("not a count", rows);
    double *start = ARENA_MANY(home, (size_t)count, double);
    double *value = ARENA_MANY(home, (size_t)count, double);
    uint64_t state = 1;
    for (size_t i = 0; i < (size_t)count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        start[i] = (double)i + (double)(state >> 40) / (double)(1u << 25);
        value[i] = 100 + (double)(state >> 33) / (double)(1u << 31);
    }
    start[count / 2] = start[count / 2 - 1] + 1e-9; /* the gap rule must look for its median */
    struct series series = {
        .kind = request->kind, .start = start, .value = value, .count = (size_t)count
    };
    size_t before = arena_peak(home);
    double wall = seconds_of(CLOCK_MONOTONIC);
    double work =
        seconds_of(CLOCK_PROCESS_CPUTIME_ID); /* a busy machine does not show in this one */
    struct steadiness steady = judge(home, request, &series);
    work = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - work;
    wall = seconds_of(CLOCK_MONOTONIC) - wall;
    printf("{\"seconds\": %.3f, \"cpu_seconds\": %.3f, \"extra_bytes\": %zu, ", wall, work,
           arena_peak(home) - before);
    print_steadiness("made", &steady);
    printf("}\n");
}

static bool take_option(struct request *request, const char *name, const char *value)
{
    const struct {
        const char *name;
        const char **at;
    } columns[] = { { "--time", &request->time },
                    { "--value", &request->value },
                    { "--duration", &request->duration },
                    { "--work", &request->work },
                    { "--phase", &request->phase } };
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++) {
        if (strcmp(name, columns[i].name) == 0) {
            *columns[i].at = value[0] != '\0' ? value : NULL;
            return true;
        }
    }
    if (strcmp(name, "--kind") == 0) {
        request->kind = strcmp(value, "interval") == 0    ? SERIES_PER_INTERVAL
                        : strcmp(value, "iteration") == 0 ? SERIES_PER_ITERATION
                                                          : SERIES_UNDECLARED;
    } else if (strcmp(name, "--better") == 0) {
        request->parameters.lower_is_better = strcmp(value, "lower") == 0;
    } else if (strcmp(name, "--delta") == 0) {
        request->parameters.of[STEADY_DELTA] = number(str_from(value), name);
    } else if (strcmp(name, "--penalty") == 0) {
        request->parameters.of[STEADY_PENALTY] = number(str_from(value), name);
    } else {
        return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct request request = { .time = "t_s",
                               .value = "value",
                               .kind = SERIES_PER_INTERVAL,
                               .parameters = steady_parameters_standard() };
    struct arena *home = arena_new((size_t)4 << 30);
    int at = 2;
    while (at + 1 < argc && take_option(&request, argv[at], argv[at + 1]))
        at += 2;
    const char *verb = argc > 1 ? argv[1] : "";
    int left = argc - at;
    if (strcmp(verb, "judge") == 0 && left > 0) {
        run_judge(home, &request, argv + at, left);
    } else if (strcmp(verb, "window") == 0 && left > 0) {
        run_window(home, &request, argv + at, left);
    } else if (strcmp(verb, "ratio") == 0 && left == 2) {
        run_ratio(argv + at);
    } else if (strcmp(verb, "t") == 0 && left == 2) {
        printf("%.12g\n",
               t_quantile(number(str_from(argv[at]), "p"), number(str_from(argv[at + 1]), "df")));
    } else if (strcmp(verb, "speed") == 0 && left == 1) {
        run_speed(home, &request, argv[at]);
    } else {
        fail("usage", "judge | window | ratio | t | speed");
    }
    arena_free(home);
    return 0;
}
