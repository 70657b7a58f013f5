/* adapter_trtexec_times.c - `trtexec --exportTimes`: one object a query.
 *
 * Newer names: startEnqMs, startH2dMs, h2dMs, computeMs, d2hMs, latencyMs; up to TensorRT 8.0:
 * startInMs, inMs, computeMs, outMs, latencyMs, endToEndMs. Latency is input transfer, computing
 * and output transfer together. Each is a series over the queries, in milliseconds; begins are on a
 * clock of the tool's own. That the parts make the latency is checked query by query, since files
 * are edited: the first that does not is told. Defined by TensorRT,
 * samples/common/sampleReporting.cpp (exportJSONTrace). */
#include "reading.h"
#include "sniff.h"

#include <math.h>

static const struct column_row { /* the first name that the file has is the column */
    const char *name[2];
    enum key key;
} columns[] = {
    { { "latencyMs", NULL }, KEY_LATENCY_REQUEST },
    { { "h2dMs", "inMs" }, KEY_LATENCY_TO_DEVICE },
    { { "computeMs", NULL }, KEY_LATENCY_COMPUTE },
    { { "d2hMs", "outMs" }, KEY_LATENCY_FROM_DEVICE },
    { { "endToEndMs", NULL }, KEY_LATENCY_END_TO_END },
};
enum { LATENCY, TO_DEVICE, COMPUTE, FROM_DEVICE };

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_array(sniff) && sniff_member(sniff, STR("computeMs")) &&
                sniff_member(sniff, STR("latencyMs"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static const struct json_item *member_of(const struct json_item *query, const char *const *name)
{
    const struct json_item *item = json_member(query, str_from(name[0]));
    return item || !name[1] ? item : json_member(query, str_from(name[1]));
}

static double number_of(const struct json *json, const struct json_item *item)
{
    double value = NAN;
    return item && json_type(item) == JSON_NUMBER && json_real(json, item, &value) ? value
                                                                                   : (double)NAN;
}

/* Begin of a query in seconds: when it was handed over, or (older) when its input began to move. */
static double start_of(const struct json *json, const struct json_item *query)
{
    static const char *const name[] = { "startEnqMs", "startInMs" };
    return number_of(json, member_of(query, name)) / 1000;
}

/* Printed with six significant digits: what rounding of four numbers may hide. */
static bool parts_agree(const double *value)
{
    double sum = value[TO_DEVICE] + value[COMPUTE] + value[FROM_DEVICE];
    return isnan(sum) || isnan(value[LATENCY]) ||
           fabs(sum - value[LATENCY]) <= 1e-4 + 2e-3 * fabs(value[LATENCY]);
}

struct queries {
    struct column start, value[ARRAY_COUNT(columns)], duration[ARRAY_COUNT(columns)];
    struct index_column row;
    const struct json_item *first, *last;
};

static void query_read(struct reading *reading, const struct json *json,
                       const struct json_item *query, struct queries *out, bool *agree)
{
    double value[ARRAY_COUNT(columns)];
    column_put(reading->home, &out->start, start_of(json, query));
    index_put(reading->home, &out->row, (uint32_t)out->row.count + 1);
    for (size_t i = 0; i < ARRAY_COUNT(columns); i++) {
        value[i] = number_of(json, member_of(query, columns[i].name));
        column_put(reading->home, &out->value[i], value[i]);
        column_put(reading->home, &out->duration[i], value[i] / 1000);
    }
    const struct json_item *latency = member_of(query, columns[LATENCY].name);
    if (*agree && latency && !parts_agree(value)) {
        *agree = false;
        reading_contradiction(reading, json_scalar(json, latency), json_place(json, latency),
                              STR("transfers and computing make another sum"));
    }
}

static void column_series(struct reading *reading, const struct json *json,
                          const struct queries *in, size_t which)
{
    const struct json_item *first = member_of(in->first, columns[which].name);
    const struct json_item *last = member_of(in->last, columns[which].name);
    if (!first || !last)
        return;
    struct series series = {
        .key = columns[which].key,
        .unit = UNIT_MILLISECOND,
        .kind = SERIES_PER_ITERATION,
        .start = isnan(in->start.at[0]) ? NULL : in->start.at,
        .duration = in->duration[which].at,
        .value = in->value[which].at,
        .row = in->row.at,
        .count = in->row.count,
        .load_begin = NAN,
        .load_end = NAN,
        .source = { .from = json_place(json, first), .to = json_place(json, last) },
    };
    reading_series(reading, &series);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    struct queries queries = { 0 };
    const struct json_item *root = json_root(json);
    bool agree = true;
    for (const struct json_item *query = json_next(root, NULL); query;
         query = json_next(root, query)) {
        queries.first = queries.first ? queries.first : query;
        queries.last = query;
        query_read(reading, json, query, &queries, &agree);
    }
    for (size_t i = 0; queries.first && i < ARRAY_COUNT(columns); i++)
        column_series(reading, json, &queries, i);
    return true;
}

const struct adapter adapter_trtexec_times = {
    .name = "trtexec-times-json",
    .title = "Times of each query of a TensorRT engine",
    .tool = "trtexec --exportTimes, TensorRT 7 to 10",
    .spec = "TensorRT, samples/common/sampleReporting.cpp, exportJSONTrace",
    .listed = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
