/* adapter_trtexec_profile.c - `trtexec --exportProfile`: time by layer.
 *
 * The first element is {"count": N}, the number of queries; the others are layers: name, timeMs
 * (all queries), averageMs, medianMs (newer), percentage. All layers are a series of their times;
 * facts are the ten that took longest, told apart by their index in the file. Profiling slows the
 * run: no throughput may be taken from it. Defined by TensorRT, samples/common/sampleReporting.cpp
 * (Profiler::exportJSONProfile). */
#include "reading.h"
#include "sniff.h"

#include <math.h>

enum { SHOWN = 10 };

static const struct field fields[] = {
    { "/averageMs", KEY_LATENCY_COMPUTE, UNIT_MILLISECOND, false },
    { "/name", KEY_PROFILE_NAME, UNIT_NONE, true },
    { "/percentage", KEY_PROFILE_SHARE, UNIT_PERCENT, false },
    { "/timeMs", KEY_PROFILE_TIME, UNIT_MILLISECOND, true },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_array(sniff) && sniff_member(sniff, STR("count")) &&
                str_find(sniff->head, STR("\"averageMs\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static double time_of(const struct json *json, const struct json_item *layer)
{
    const struct json_item *item = json_member(layer, STR("timeMs"));
    double value = NAN;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

/* The least time that is still among the longest. */
static double longest_least(const double *time, size_t count)
{
    double best[SHOWN];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = kept;
        while (at > 0 && time[i] > best[at - 1])
            at--;
        if (at == SHOWN || isnan(time[i]))
            continue;
        kept = kept < SHOWN ? kept + 1 : kept;
        for (size_t j = kept - 1; j > at; j--)
            best[j] = best[j - 1];
        best[at] = time[i];
    }
    return kept > 0 ? best[kept - 1] : (double)INFINITY;
}

static void layers_series(struct reading *reading, const struct json *json,
                          const struct json_item *root, const struct column *time,
                          const struct index_column *row)
{
    const struct json_item *first = NULL;
    const struct json_item *last = NULL;
    for (const struct json_item *layer = json_next(root, NULL); layer;
         layer = json_next(root, layer)) {
        const struct json_item *item = json_member(layer, STR("timeMs"));
        first = first ? first : item;
        last = item ? item : last;
    }
    struct series series = {
        .key = KEY_PROFILE_TIME,
        .unit = UNIT_MILLISECOND,
        .kind = SERIES_UNDECLARED,
        .value = time->at,
        .row = row->at,
        .count = row->count,
        .load_begin = NAN,
        .load_end = NAN,
    };
    if (first) {
        series.source.from = json_place(json, first);
        series.source.to = json_place(json, last);
        reading_series(reading, &series);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    struct column time = { 0 };
    struct index_column row = { 0 };
    unsigned index = 0;
    for (const struct json_item *layer = json_next(root, NULL); layer;
         layer = json_next(root, layer), index++) {
        const struct json_item *count = json_member(layer, STR("count"));
        if (count) {
            json_fact(reading, json, count, (struct str){ 0 }, KEY_ITERATION_COUNT, UNIT_ITERATION);
        } else {
            column_put(reading->home, &time, time_of(json, layer));
            index_put(reading->home, &row, index + 1); /* from 1 */
        }
    }
    double least = longest_least(time.at, time.count);
    index = 0;
    unsigned shown = 0;
    for (const struct json_item *layer = json_next(root, NULL); layer && shown < SHOWN;
         layer = json_next(root, layer), index++) {
        if (time_of(json, layer) >= least) {
            json_fields(reading, json, layer, str_format(reading->scratch, "%u", index), fields,
                        ARRAY_COUNT(fields));
            shown++;
        }
    }
    layers_series(reading, json, root, &time, &row);
    return true;
}

const struct adapter adapter_trtexec_profile = {
    .name = "trtexec-profile-json",
    .title = "Time by layer of a TensorRT engine",
    .tool = "trtexec --exportProfile, TensorRT 7 to 10",
    .spec = "TensorRT, samples/common/sampleReporting.cpp, exportJSONProfile",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .traits = TRAIT_WATCHES,
};
