/* series_made.h - made series and a reader of iteration logs, for the tests of detector and window.
 */
#ifndef TESTS_SERIES_MADE_H
#define TESTS_SERIES_MADE_H

#include "statistics.h"
#include "steady.h"
#include "window.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct made { /* columns a test may change before it judges */
    double *start, *duration, *value, *work;
    uint32_t *phase;
    size_t count;
};

static inline struct made made_new(struct arena *home, size_t count)
{
    return (struct made){ ARENA_MANY(home, count, double),   ARENA_MANY(home, count, double),
                          ARENA_MANY(home, count, double),   ARENA_MANY(home, count, double),
                          ARENA_MANY(home, count, uint32_t), count };
}

/* Near-normal noise of deviation 1: the sum of twelve uniform numbers less six. */
static inline double made_noise(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        sum += (double)(*state >> 11) / 9007199254740992.0;
    }
    return sum;
}

/* Flat at `level` with relative noise `variation`, one row a second. */
static inline struct made made_flat(struct arena *home, size_t count, double level,
                                    double variation)
{
    struct made made = made_new(home, count);
    uint64_t state = 20261127;
    for (size_t i = 0; i < count; i++) {
        made.start[i] = (double)i;
        made.value[i] = level * (1 + variation * made_noise(&state));
    }
    return made;
}

/* A decode loop: `cycle` steps whose time grows by 27 % over the cycle, over and over; times as
 * they fall. */
static inline struct made made_decode(struct arena *home, size_t count, uint32_t cycle)
{
    struct made made = made_new(home, count);
    uint64_t state = 7;
    for (size_t i = 0; i < count; i++) {
        made.phase[i] = (uint32_t)(i % cycle);
        made.value[i] =
            0.0042 * (1 + 0.27 * made.phase[i] / cycle) * (1 + 0.003 * made_noise(&state));
        made.work[i] = 32;
    }
    return made;
}

/* Starts and durations follow from the values: 40 us lie between iterations. */
static inline void made_times(struct made *made)
{
    double at = 0;
    for (size_t i = 0; i < made->count; i++) {
        made->start[i] = at;
        made->duration[i] = made->value[i];
        at += made->value[i] + 40e-6;
    }
}

static inline struct series made_interval(const struct made *made)
{
    return (struct series){ .kind = SERIES_PER_INTERVAL,
                            .start = made->start,
                            .value = made->value,
                            .count = made->count,
                            .load_begin = (double)NAN,
                            .load_end = (double)NAN };
}

static inline struct series made_iterations(const struct made *made)
{
    return (struct series){ .kind = SERIES_PER_ITERATION,
                            .start = made->start,
                            .duration = made->duration,
                            .value = made->value,
                            .work = made->work,
                            .phase = made->phase,
                            .phase_columns = STR("ctx"),
                            .count = made->count,
                            .load_begin = (double)NAN,
                            .load_end = (double)NAN };
}

static inline const struct steady_parameters *made_parameters(bool lower)
{
    static struct steady_parameters made[2];
    made[lower] = steady_parameters_standard();
    made[lower].lower_is_better = lower;
    return &made[lower];
}

/* ---- logs of the corpus ---- */

static inline double made_member(const char *line, const char *name)
{
    const char *at = strstr(line, name);
    double value = (double)NAN;
    if (at) {
        at += strlen(name);
        size_t length = strcspn(at, ",}");
        assert_true(num_real((struct str){ at, length }, &value));
    }
    return value;
}

/* Reads $DOSSIER_CORPUS/gpu/<bundle>/iterations.jsonl; false without a corpus. */
static inline bool made_log(struct arena *home, const char *bundle, struct made *out)
{
    *out = (struct made){ 0 };
    const char *corpus = getenv("DOSSIER_CORPUS");
    if (!corpus)
        return false;
    char path[1024];
    char line[512];
    (void)snprintf(path, sizeof path, "%s/gpu/%s/iterations.jsonl", corpus, bundle);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    *out = made_new(home, 32768);
    size_t n = 0;
    while (n < 32768 && fgets(line, sizeof line, file)) {
        out->start[n] = made_member(line, "\"t_start_s\":");
        out->duration[n] = made_member(line, "\"duration_s\":");
        out->value[n] = out->duration[n];
        out->work[n] = made_member(line, "\"tokens\":");
        out->phase[n++] = (uint32_t)made_member(line, "\"ctx\":");
    }
    (void)fclose(file);
    out->count = n;
    return true;
}

#endif
