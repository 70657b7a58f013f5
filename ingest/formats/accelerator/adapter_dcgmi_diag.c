/* adapter_dcgmi_diag.c - `dcgmi diag -r N -j` and `dcgmi health -c -j`, DCGM 2 and 3.
 *
 * {"DCGM GPU Diagnostic": {"test_categories": [{"category", "tests": [{"name", "results":
 * [{"status", "gpu_ids", "info"}]}]}]}}: each result is a fact, named "Deployment / Denylist", for
 * the accelerators it names. Status is Pass, Fail, Skip or Warn. Health: "Overall Health" is
 * "Healthy", "Warning" or "Failure". A check before the run says nothing of the run. Defined by
 * NVIDIA, DCGM user guide, diagnostics and health. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool diag = sniff_is_object(sniff) && sniff_member(sniff, STR("DCGM GPU Diagnostic"));
    bool health = sniff_is_object(sniff) && sniff_member(sniff, STR("body")) &&
                  str_find(sniff->head, STR("\"Overall Health\"")) != SIZE_MAX;
    return diag || health ? BID_SIGNATURE : BID_NONE;
}

static struct str text_of(const struct json_item *object, struct str name)
{
    const struct json_item *item = json_member(object, name);
    return item ? json_string(item) : (struct str){ 0 };
}

static void results_read(struct reading *reading, const struct json *json, struct str category,
                         const struct json_item *test)
{
    const struct json_item *results = json_member(test, STR("results"));
    struct str name = text_of(test, STR("name"));
    for (const struct json_item *result = results ? json_next(results, NULL) : NULL; result;
         result = json_next(results, result)) {
        const struct json_item *status = json_member(result, STR("status"));
        struct str ids = text_of(result, STR("gpu_ids"));
        struct str instance = str_format(reading->scratch, "%.*s / %.*s%s%.*s", STR_ARG(category),
                                         STR_ARG(name), ids.len > 0 ? " / " : "", STR_ARG(ids));
        if (status)
            json_fact(reading, json, status, instance, KEY_HEALTH_CHECK, UNIT_NONE);
    }
}

static void categories_read(struct reading *reading, const struct json *json,
                            const struct json_item *list)
{
    for (const struct json_item *category = json_next(list, NULL); category;
         category = json_next(list, category)) {
        const struct json_item *tests = json_member(category, STR("tests"));
        for (const struct json_item *test = tests ? json_next(tests, NULL) : NULL; test;
             test = json_next(tests, test))
            results_read(reading, json, text_of(category, STR("category")), test);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *list = json_at(root, STR("/DCGM GPU Diagnostic/test_categories"));
    const struct json_item *health = json_at(root, STR("/body/Overall Health/value"));
    if (list && json_type(list) == JSON_ARRAY)
        categories_read(reading, json, list);
    else if (health)
        json_fact(reading, json, health, STR("Overall Health"), KEY_HEALTH_CHECK, UNIT_NONE);
    else
        reading_missing(reading, "/DCGM GPU Diagnostic/test_categories");
    return true;
}

const struct adapter adapter_dcgmi_diag = {
    .name = "dcgmi-diag-json",
    .title = "Health checks of accelerators",
    .tool = "dcgmi diag -j and dcgmi health -c -j, DCGM 2 and 3",
    .spec = "NVIDIA, DCGM user guide, diagnostics and health",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
