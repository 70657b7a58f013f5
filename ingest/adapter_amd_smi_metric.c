/* adapter_amd_smi_metric.c - `amd-smi metric --json` and `amd-smi list --json`, ROCm 6.0 to 7.
 *
 * {"gpu_data": [...]}, up to ROCm 6.3 the bare array; one element an accelerator. Numbers are
 * {"value": 139, "unit": "W"}, or "N/A" as a whole. The paths are those of amd.c. Defined by
 * ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py. */
#include "amd.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool shape = sniff_is_array(sniff) || sniff_member(sniff, STR("gpu_data"));
    bool metric = str_find(sniff->head, STR("\"gfx_activity\"")) != SIZE_MAX ||
                  str_find(sniff->head, STR("\"socket_power\"")) != SIZE_MAX ||
                  str_find(sniff->head, STR("\"total_energy_consumption\"")) != SIZE_MAX;
    bool list = str_find(sniff->head, STR("\"bdf\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"kfd_id\"")) != SIZE_MAX;
    bool mine = shape && (metric || list) && str_find(sniff->head, STR("\"gpu\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"asic\"")) == SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The value itself, or what stands in its {"value": ..., "unit": ...}. */
static const struct json_item *value_at(const struct json_item *gpu, struct str path)
{
    const struct json_item *item = json_at(gpu, path);
    bool wrapped = item && json_type(item) == JSON_OBJECT;
    item = wrapped ? json_member(item, STR("value")) : item;
    bool scalar = item && (json_type(item) == JSON_STRING || json_type(item) == JSON_NUMBER);
    return scalar ? item : NULL;
}

static void gpu_read(struct reading *reading, const struct json *json, const struct json_item *gpu,
                     struct str instance)
{
    const struct field *field;
    for (size_t i = 0; (field = amd_field(i)) != NULL; i++) {
        const struct json_item *item = value_at(gpu, str_from(field->path));
        if (item) {
            amd_fact(reading, field, instance, json_scalar(json, item), json_place(json, item));
        }
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    const struct json_item *list =
        json_type(root) == JSON_ARRAY ? root : json_member(root, STR("gpu_data"));
    if (!list || json_type(list) != JSON_ARRAY) {
        reading_missing(reading, "/gpu_data");
        return true;
    }
    unsigned index = 0;
    for (const struct json_item *gpu = json_next(list, NULL); gpu;
         gpu = json_next(list, gpu), index++) {
        const struct json_item *number = json_member(gpu, STR("gpu"));
        bool told = number && json_type(number) == JSON_NUMBER;
        gpu_read(reading, json, gpu,
                 told ? json_literal(json, number) : str_format(reading->scratch, "%u", index));
    }
    return true;
}

const struct adapter adapter_amd_smi_metric = {
    .name = "amd-smi-metric-json",
    .title = "Readings and identities of AMD accelerators",
    .tool = "amd-smi metric --json, amd-smi list --json, ROCm 6.0 to 7",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py",
    .unseen = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
