/* adapter_pip_list_json.c - Python packages as JSON: `pip list --format=json`, and pip_freeze.json
 * of the MLCommons automation.
 *
 * pip writes [{"name", "version"}, ...] (an editable one has "editable_project_location" too), the
 * automation {"pip_freeze": {name: version}}. Defined by pip's documentation (pip list) and
 * mlcommons/mlperf-automations. */
#include "captured.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool list = sniff_is_array(sniff) && sniff_member(sniff, STR("name")) &&
                sniff_member_text(sniff, STR("version")).len > 0 &&
                str_find(sniff->head, STR("[{")) != SIZE_MAX;
    bool object = sniff_is_object(sniff) && sniff_member(sniff, STR("pip_freeze"));
    return list || object ? BID_SHAPE : BID_NONE;
}

static void package_read(struct reading *reading, const struct json *json, struct str name,
                         const struct json_item *version)
{
    if (version && json_type(version) == JSON_STRING && package_name_is(name)) {
        package_version_fact(reading, name, json_string(version), json_place(json, version));
    } else {
        reading_error(reading, DIAG_VALUE_BAD,
                      version ? json_place(json, version) : (struct place){ .path = STR("/") },
                      STR("a package's name and version"), name);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *object = json_member(root, STR("pip_freeze"));
    for (const struct json_item *item = object ? json_next(object, NULL) : NULL; item;
         item = json_next(object, item))
        package_read(reading, json, json_name(item), item);
    for (const struct json_item *item = object ? NULL : json_next(root, NULL); item;
         item = json_next(root, item)) {
        const struct json_item *name = json_member(item, STR("name"));
        package_read(reading, json, name ? json_string(name) : (struct str){ 0 },
                     json_member(item, STR("version")));
    }
    return true;
}

const struct adapter adapter_pip_list_json = {
    .name = "pip-list-json",
    .title = "Versions of installed Python packages",
    .tool = "pip list --format=json; pip_freeze.json of the MLCommons automation",
    .spec = "pip documentation, pip list; mlcommons/mlperf-automations",
    .kind = FACT_CAPTURED,
    .traits = TRAIT_LISTS_WHOLE,
    .bid = bid,
    .read = read,
};
