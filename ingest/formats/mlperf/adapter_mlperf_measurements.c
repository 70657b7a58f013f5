/* adapter_mlperf_measurements.c - measurements/.../NAME.json (measurements.json since round 6) of
 * an MLPerf Inference submission: what was done to the weights, as the submitter says.
 *
 * A declaration by a person. Formats are free text ("fp4", "UINT4", "{'unet': 'fp8', ...}").
 * input_data_types is the format of what is fed in, not of computing. A name may stand twice, and
 * then none of its values is taken. Defined by mlcommons/inference_policies and
 * mlcommons/inference, tools/submission. */
#include "reading.h"
#include "sniff.h"

static const struct member_row {
    const char *path, *instance;
    enum key key;
} rows[] = {
    { "/input_data_types", "input_data_types", KEY_METHOD_ARGUMENTS },
    { "/retraining", "retraining", KEY_METHOD_ARGUMENTS },
    { "/starting_weights_filename", "", KEY_MODEL_FILE },
    { "/weight_data_types", "", KEY_PRECISION_WEIGHTS },
    { "/weight_transformations", "weight_transformations", KEY_METHOD_ARGUMENTS },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("weight_data_types")) &&
                sniff_member(sniff, STR("input_data_types")) &&
                sniff_member(sniff, STR("retraining"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        const struct json_item *item = json_at(json_root(json), str_from(rows[i].path));
        if (item) {
            (void)json_fact(reading, json, item, str_from(rows[i].instance), rows[i].key,
                            UNIT_NONE);
        }
    }
    return true;
}

const struct adapter adapter_mlperf_measurements = {
    .name = "mlperf-measurements-json",
    .title = "Weights and their formats as a submitter states them",
    .tool = "MLPerf Inference 3 to 6, measurements",
    .spec = "mlcommons/inference_policies; mlcommons/inference, tools/submission",
    .kind = FACT_DECLARED,
    .bid = bid,
    .read = read,
    .allows = ALLOW_TWICE,
};
