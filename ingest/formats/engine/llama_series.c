/* llama_series.c - samples_ns of one test of llama-bench as a series of repetitions. */
#include "llama.h"

#include <math.h>

static double count_of(const struct json *json, const struct json_item *test, struct str pointer)
{
    const struct json_item *item = json_at(test, pointer);
    double value;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

enum { NANOSECONDS = 1000000000 }; /* of a second */

/* Element of samples_ns in seconds; some builds write numbers as strings. */
static double sample_seconds(const struct json *json, const struct json_item *item)
{
    double value;
    bool number = json_type(item) == JSON_NUMBER || json_type(item) == JSON_STRING;
    return number && num_real(json_scalar(json, item), &value) ? value / NANOSECONDS : (double)NAN;
}

void llama_sample_series(struct reading *reading, const struct json *json,
                         const struct json_item *test)
{
    const struct json_item *samples = json_at(test, STR("/samples_ns"));
    if (!samples || json_type(samples) != JSON_ARRAY || json_count(samples) == 0)
        return;
    struct column duration = { 0 };
    struct column work = { 0 };
    struct index_column row = { 0 };
    double tokens = count_of(json, test, STR("/n_prompt")) + count_of(json, test, STR("/n_gen"));
    const struct json_item *last = NULL;
    for (const struct json_item *item = json_next(samples, NULL); item;
         item = json_next(samples, item)) {
        column_put(reading->home, &duration, sample_seconds(json, item));
        column_put(reading->home, &work, tokens);
        index_put(reading->home, &row, (uint32_t)row.count + 1);
        last = item;
    }
    const struct str none = { 0 };
    struct series series = {
        .key = KEY_ITERATION_DURATION,
        .instance = reading->selected.len > 0 ? none : reading->current,
        .unit = UNIT_SECOND,
        .kind = SERIES_PER_ITERATION,
        .duration = duration.at,
        .value = duration.at,
        .work = work.at,
        .work_unit = UNIT_TOKEN,
        .row = row.at,
        .count = row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = json_place(json, json_next(samples, NULL)),
                    .to = json_place(json, last) },
    };
    reading_series(reading, &series);
}
