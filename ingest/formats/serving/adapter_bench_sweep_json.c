/* adapter_bench_sweep_json.c - sweep.json of collect/bench.py: one point a batch size, each a run
 * of its own.
 *
 * Points are told apart by "concurrency", which is the instance; step latencies carry it too. */
#include "reading.h"
#include "sniff.h"

static const struct field whole[] = {
    { "/attention_backend", KEY_RUNTIME_ATTENTION, UNIT_NONE, false },
    { "/launch_mode", KEY_COMPILE_MODE, UNIT_NONE, false },
    { "/max_len", KEY_CONTEXT_LENGTH, UNIT_TOKEN, false },
    { "/precision", KEY_PRECISION_COMPUTE, UNIT_NONE, false },
    { "/prompt_len", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/seconds_per_point", KEY_METHOD_STOP_VALUE, UNIT_NONE, false },
};
static const struct field point_fields[] = {
    { "/batch", KEY_LOAD_BATCH, UNIT_COUNT, false },
    { "/concurrency", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, true },
    { "/output_tokens_per_s", KEY_THROUGHPUT_OUTPUT_TOKENS, UNIT_TOKEN_PER_SECOND, true },
    { "/steps", KEY_ITERATION_COUNT, UNIT_ITERATION, false },
    { "/wall_s", KEY_WALL_TIME, UNIT_SECOND, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("points")) &&
                !sniff_member(sniff, STR("harness")) &&
                (sniff_member(sniff, STR("seconds_per_point")) ||
                 str_find(sniff->head, STR("\"tokens_per_s_per_sequence\"")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void latency_facts(struct reading *reading, const struct json *json,
                          const struct json_item *point)
{
    const struct json_item *latency = json_at(point, STR("/step_latency_s"));
    if (!latency || json_type(latency) != JSON_OBJECT)
        return;
    for (const struct json_item *item = json_next(latency, NULL); item;
         item = json_next(latency, item)) {
        struct str name = json_name(item);
        json_fact(reading, json, item,
                  reading->selected.len > 0 ? name
                                            : str_format(reading->scratch, "%.*s %.*s",
                                                         STR_ARG(reading->current), STR_ARG(name)),
                  KEY_LATENCY_ITERATION, UNIT_SECOND);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    json_fields(reading, json, json_root(json), (struct str){ 0 }, whole, ARRAY_COUNT(whole));
    const struct json_item *points = json_at(json_root(json), STR("/points"));
    if (!points || json_type(points) != JSON_ARRAY) {
        reading_missing(reading, "/points");
        return true;
    }
    for (const struct json_item *point = json_next(points, NULL); point;
         point = json_next(points, point)) {
        const struct json_item *load = json_at(point, STR("/concurrency"));
        if (!load || json_type(load) != JSON_NUMBER) {
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, point),
                          STR("a point with its concurrency"), (struct str){ 0 });
            continue;
        }
        if (reading_run(reading, json_scalar(json, load))) {
            json_fields(reading, json, point, (struct str){ 0 }, point_fields,
                        ARRAY_COUNT(point_fields));
            latency_facts(reading, json, point);
        }
    }
    return true;
}

const struct adapter adapter_bench_sweep_json = {
    .name = "bench-sweep-json",
    .title = "Decode at several batch sizes, one after the other",
    .tool = "collect/bench.py",
    .spec = "mode_sweep() in collect/bench.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = point_fields,
    .field_count = ARRAY_COUNT(point_fields),
};
