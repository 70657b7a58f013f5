/* adapter_nvbandwidth.c - `nvbandwidth -j`, 0.5 to 0.8: the same as its console output, as JSON.
 *
 * {"nvbandwidth": {"git_version", "Driver Version", "GPU Device list": ["0: NAME (bus)"],
 * "testcases": [{"name", "status", "bandwidth_description", "bandwidth_matrix": [["55.6", "N/A"]],
 * "sum"}]}}: numbers of the matrix are texts. A test is a run of its own. Status is "Passed",
 * "Waived", "Not Run" or "Error", which is an error of the run. Defined by NVIDIA/nvbandwidth,
 * json_output.cpp. */
#include "model/traits.h"
#include "nvbandwidth.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/nvbandwidth/Driver Version", KEY_DRIVER_VERSION, UNIT_NONE, false },
    { "/nvbandwidth/git_version", KEY_METHOD_TOOL_VERSION, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    return sniff_is_object(sniff) && sniff_member(sniff, STR("nvbandwidth")) ? BID_SIGNATURE
                                                                             : BID_NONE;
}

static struct str text_of(const struct json_item *object, struct str name)
{
    const struct json_item *item = json_member(object, name);
    return item ? json_string(item) : (struct str){ 0 };
}

static bool is_list(const struct json_item *item)
{
    return item && json_type(item) == JSON_ARRAY;
}

static void row_read(struct copies *copies, const struct json *json, const struct json_item *row,
                     struct str index)
{
    struct reading *reading = copies->reading;
    unsigned column = 0;
    for (const struct json_item *value = is_list(row) ? json_next(row, NULL) : NULL; value;
         value = json_next(row, value), column++) {
        bool scalar = json_type(value) == JSON_STRING || json_type(value) == JSON_NUMBER;
        struct str text = scalar ? str_trim(json_scalar(json, value)) : (struct str){ 0 };
        if (!copies_value(copies, index, str_format(reading->home, "%u", column), text,
                          json_place(json, value))) {
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, value), STR("a number or N/A"),
                          text);
        }
    }
}

static void test_read(struct reading *reading, const struct json *json,
                      const struct json_item *test)
{
    struct str name = text_of(test, STR("name")), status = text_of(test, STR("status"));
    const struct json_item *matrix = json_member(test, STR("bandwidth_matrix"));
    const struct json_item *sum = json_member(test, STR("sum"));
    struct copies copies;
    if (str_eq(status, STR("Error")))
        json_fact(reading, json, json_member(test, STR("status")), name, KEY_RUN_ERROR, UNIT_NONE);
    if (!is_list(matrix) ||
        !copies_begin(&copies, reading, name, text_of(test, STR("bandwidth_description"))))
        return;
    unsigned index = 0;
    for (const struct json_item *row = json_next(matrix, NULL); row; row = json_next(matrix, row))
        row_read(&copies, json, row, str_format(reading->home, "%u", index++));
    if (sum && !copies_sum(&copies, json_scalar(json, sum), json_place(json, sum))) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, sum), STR("a number"),
                      json_literal(json, sum));
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    json_fields(reading, json, json_root(json), (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    const struct json_item *root = json_member(json_root(json), STR("nvbandwidth"));
    const struct json_item *devices = json_member(root, STR("GPU Device list"));
    const struct json_item *tests = json_member(root, STR("testcases"));
    for (const struct json_item *device = is_list(devices) ? json_next(devices, NULL) : NULL;
         device; device = json_next(devices, device)) {
        struct str index, name;
        if (copies_device(json_string(device), &index, &name)) {
            (void)reading_fact(reading, KEY_ACCELERATOR_NAME, index, name, UNIT_NONE,
                               json_place(json, device));
        }
    }
    if (!is_list(tests)) {
        reading_missing(reading, "/nvbandwidth/testcases");
        return true;
    }
    for (const struct json_item *test = json_next(tests, NULL); test; test = json_next(tests, test))
        test_read(reading, json, test);
    return true;
}

const struct adapter adapter_nvbandwidth = {
    .name = "nvbandwidth-json",
    .title = "Bandwidth of copies to, from, between and within accelerators, as JSON",
    .tool = "nvbandwidth 0.5 to 0.8, -j",
    .spec = "NVIDIA/nvbandwidth, json_output.cpp",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_TESTS_MACHINE,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
