/* bench_steady.c - what the detector costs: processor time and memory on a series in memory, and,
 * timed apart, reading the same series from a file.
 *
 *   bench_steady [ROWS [FILE]]    10 million rows and /tmp/bench_steady.csv unless given; the file
 * is removed
 *
 * Processor time is what one core spends; on a busy machine the wall clock says more. Memory is
 * what the detector takes from its arena beyond the two arrays, and by how much the process grew as
 * the system counts it. */
#include "base/num.h"
#include "comparability/comparability.h"
#include "ingest/ingest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 5 };

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double grown_mb(void) /* most memory the process ever held, MB */
{
    struct rusage usage;
    (void)getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss * 1024 / 1e6;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

/* A level of 100 with noise of a few per cent, steps of about a second, and one so short that the
 * gap rule must look for its median. */
static struct series series_made(struct arena *home, size_t count)
{
    double *start = ARENA_MANY(home, count, double);
    double *value = ARENA_MANY(home, count, double);
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        start[i] = (double)i + (double)(state >> 40) / (double)(1u << 25);
        value[i] = 100 + 8 * ((double)(state >> 33) / (double)(1u << 31) - 0.5);
    }
    if (count > 2)
        start[count / 2] = start[count / 2 - 1] + 1e-9;
    return (struct series){ .kind = SERIES_PER_INTERVAL,
                            .start = start,
                            .value = value,
                            .count = count,
                            .load_begin = (double)NAN,
                            .load_end = (double)NAN };
}

static void detector_time(const struct series *series)
{
    const struct steady_parameters parameters = steady_parameters_standard();
    double cpu[REPEATS];
    double wall[REPEATS];
    size_t peak = 0;
    double before = grown_mb();
    enum steady_verdict verdict = INVALID;
    for (size_t i = 0; i < REPEATS; i++) {
        struct arena *home = arena_new((size_t)8 << 30);
        wall[i] = seconds_of(CLOCK_MONOTONIC);
        cpu[i] = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        verdict = steady_judge(home, series, &parameters).verdict;
        cpu[i] = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu[i];
        wall[i] = seconds_of(CLOCK_MONOTONIC) - wall[i];
        peak = arena_peak(home) > peak ? arena_peak(home) : peak;
        arena_free(home);
    }
    qsort(cpu, REPEATS, sizeof *cpu, ascending);
    qsort(wall, REPEATS, sizeof *wall, ascending);
    printf("detector, %zu rows in memory: %s\n", series->count, steady_name(verdict));
    printf("  processor time  %.3f s (least of %d %.3f, most %.3f)\n", cpu[REPEATS / 2], REPEATS,
           cpu[0], cpu[REPEATS - 1]);
    printf("  wall time       %.3f s\n", wall[REPEATS / 2]);
    printf("  memory          %.1f MB beside the two arrays; the process grew by %.1f MB\n",
           (double)peak / 1e6, grown_mb() - before);
}

static bool file_write(const struct series *series, const char *path)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return false;
    (void)fprintf(file, "t_s,value\n");
    for (size_t i = 0; i < series->count; i++)
        (void)fprintf(file, "%.6f,%.6f\n", series->start[i], series->value[i]);
    return fclose(file) == 0;
}

static void reading_time(const struct series *series, const char *path)
{
    if (!file_write(series, path)) {
        printf("reading: %s cannot be made\n", path);
        return;
    }
    struct arena *home = arena_new((size_t)8 << 30);
    struct diags *diags = diags_new(home);
    struct entry file = { .name = str_from(path) };
    struct pick pick = { .kind = SERIES_PER_INTERVAL };
    struct picked *picked = NULL;
    size_t count = 0;
    double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    bool read = file_read(home, path, &limits_default, &file.bytes, diags) &&
                ingest_series(home, &file, &limits_default, &pick, &picked, &count, diags);
    cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    (void)unlink(path);
    if (read) {
        printf("reading %.0f MB of CSV, %zu rows: %.3f s of processor time\n",
               (double)file.bytes.len / 1e6, picked[0].series.count, cpu);
    } else {
        struct buf said = buf_new(home, 65536);
        diags_put_text(diags, &said);
        printf("reading: %.*s", STR_ARG(buf_str(&said)));
    }
    arena_free(home);
}

int main(int argc, char **argv)
{
    int64_t rows = 10000000;
    if (argc > 1 && (!num_int(str_from(argv[1]), &rows) || rows < 1 || rows > 100000000)) {
        (void)fprintf(stderr, "bench_steady: rows: %s\n", argv[1]);
        return 3;
    }
    struct arena *home = arena_new((size_t)8 << 30);
    struct series series = series_made(home, (size_t)rows);
    detector_time(&series);
    reading_time(&series, argc > 2 ? argv[2] : "/tmp/bench_steady.csv");
    arena_free(home);
    return 0;
}
