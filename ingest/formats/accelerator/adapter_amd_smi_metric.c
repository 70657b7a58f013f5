/* adapter_amd_smi_metric.c - `amd-smi metric --json`, `amd-smi list --json` and `amd-smi process
 * --json`, ROCm 6.0 to 10.1.
 *
 * {"gpu_data": [...]}, up to ROCm 6.3 the bare array; one element an accelerator. Numbers are
 * {"value": 139, "unit": "W"}, or "N/A" as a whole, and so may be a whole section. Watch mode
 * writes a line about keys to press, then one array after another: of each accelerator the first
 * gives facts, all of them series, and its energy counter's last counts. A watch that ends by
 * itself (-i, -W) writes all of them once more, as {"gpu_data": [...]} without times: passed over.
 * The paths are those of amd.c. Defined by ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py, from 10 on
 * amdsmi_cli/subcommands. */
#include "amd.h"
#include "sniff.h"

enum { UNITS_MOST = AMD_UNITS };

struct unit_seen { /* an accelerator, with its energy counter as last told */
    struct str index;
    const struct field *field; /* of the counter; NULL: not told */
    struct str text;
    struct place place;
};
struct output {
    struct reading *reading;
    const struct json *json;
    struct unit_seen unit[UNITS_MOST];
    size_t count;
    struct amd_watch watch;
    bool arrays; /* watch mode's, one a time */
};

static int bid(const struct sniff *sniff)
{
    static const struct str names[] = {
        STR_INIT("\"gfx_0\""),
        STR_INIT("\"gfx_activity\""),
        STR_INIT("\"hotspot\""),
        STR_INIT("\"ppt_violation_status\""),
        STR_INIT("\"process_list\""),
        STR_INIT("\"replay_count\""),
        STR_INIT("\"socket_power\""),
        STR_INIT("\"total_energy_consumption\""),
        STR_INIT("\"total_uncorrectable_count\""),
    };
    bool watched = str_starts(sniff->head, STR("'CTRL' + 'C' to stop watching output"));
    struct sniff past = watched ? sniff_past_lead(sniff) : *sniff;
    if (!sniff_is_array(&past) && !sniff_member(&past, STR("gpu_data")))
        return BID_NONE;
    bool metric = false; /* options name sections: any of them may stand alone */
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        metric = metric || str_find(sniff->head, names[i]) != SIZE_MAX;
    bool list = str_find(sniff->head, STR("\"bdf\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"kfd_id\"")) != SIZE_MAX;
    bool mine = (metric || list) && str_find(sniff->head, STR("\"gpu\"")) != SIZE_MAX &&
                str_find(sniff->head, STR("\"asic\"")) == SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* The value itself, or what stands in its {"value": ..., "unit": ...}; NULL: no plain value. */
static const struct json_item *plain_of(const struct json_item *item)
{
    item = json_type(item) == JSON_OBJECT ? json_member(item, STR("value")) : item;
    bool scalar = item && (json_type(item) == JSON_STRING || json_type(item) == JSON_NUMBER);
    return scalar ? item : NULL;
}

/* A counter that falls within one file is a contradiction; else its last reading counts. */
static void counter_read(struct output *in, struct unit_seen *unit, const struct field *field,
                         const struct json_item *item)
{
    struct str text = json_scalar(in->json, item);
    struct place place = json_place(in->json, item);
    double value, before;
    bool falls =
        unit->field && num_real(unit->text, &before) && num_real(text, &value) && value < before;
    if (falls) {
        reading_contradiction(
            in->reading, text, place,
            str_format(in->reading->scratch, "it was %.*s before", STR_ARG(unit->text)));
    }
    unit->field = field;
    unit->text = text;
    unit->place = place;
}

/* NULL: more accelerators than there is room for, which is said. */
static struct unit_seen *unit_of(struct output *in, struct str index, struct place place,
                                 bool *again)
{
    for (size_t i = 0; i < in->count; i++) {
        if (str_eq(in->unit[i].index, index)) {
            *again = true;
            return &in->unit[i];
        }
    }
    if (in->count == UNITS_MOST) {
        reading_error(in->reading, DIAG_VALUE_BAD, place, STR("at most 64 accelerators"), index);
        return NULL;
    }
    in->unit[in->count].index = index;
    return &in->unit[in->count++];
}

/* {"process_info": {"name": "python3", "pid": 51236, ...}}, or a sentence that there are none. */
static void processes_read(struct output *in, const struct json_item *gpu, struct str index)
{
    const struct json_item *list = json_member(gpu, STR("process_list"));
    struct arena *home = in->reading->scratch;
    bool array = list && json_type(list) == JSON_ARRAY;
    for (const struct json_item *each = array ? json_next(list, NULL) : NULL; each;
         each = json_next(list, each)) {
        const struct json_item *info = json_member(each, STR("process_info"));
        const struct json_item *name = info ? json_member(info, STR("name")) : NULL;
        const struct json_item *pid = info ? json_member(info, STR("pid")) : NULL;
        if (info && json_type(info) == JSON_STRING) {
            json_fact(in->reading, in->json, info, index, KEY_FOREIGN_PROCESS, UNIT_NONE);
        } else if (name && pid) {
            struct str number = json_scalar(in->json, pid);
            json_fact(in->reading, in->json, name,
                      str_format(home, "%.*s %.*s", STR_ARG(index), STR_ARG(number)),
                      KEY_FOREIGN_PROCESS, UNIT_NONE);
        }
    }
}

static void gpu_read(struct output *in, const struct json_item *gpu, struct str index)
{
    bool again = false;
    struct unit_seen *unit = unit_of(in, index, json_place(in->json, gpu), &again);
    const struct json_item *time = json_member(gpu, STR("timestamp"));
    const struct field *field;
    in->watch.now = NULL;
    if (time) { /* without one it is a capture */
        amd_poll(in->reading, &in->watch, index, json_scalar(in->json, time),
                 json_place(in->json, gpu));
    }
    if (unit && !again)
        processes_read(in, gpu, index);
    for (size_t i = 0; unit && (field = amd_field(i)); i++) {
        const struct json_item *item = json_at(gpu, str_from(field->path));
        bool counter = field->key == KEY_ENERGY_COUNTER;
        if (item && plain_of(item))
            amd_poll_value(&in->watch, field->key, json_scalar(in->json, plain_of(item)));
        if (item && counter && plain_of(item))
            counter_read(in, unit, field, plain_of(item));
        else if (item && !counter && !again)
            amd_json_fact(in->reading, in->json, item, field, index);
    }
}

static void document_read(struct output *in)
{
    const struct json_item *root = json_root(in->json);
    bool array = json_type(root) == JSON_ARRAY;
    const struct json_item *list = array ? root : json_member(root, STR("gpu_data"));
    bool repeats = in->arrays && !array;
    in->arrays = in->arrays || array;
    if (repeats)
        return;
    if (!list || json_type(list) != JSON_ARRAY) {
        reading_missing(in->reading, "/gpu_data");
        return;
    }
    unsigned at = 0;
    for (const struct json_item *gpu = json_next(list, NULL); gpu;
         gpu = json_next(list, gpu), at++) {
        const struct json_item *number = json_member(gpu, STR("gpu"));
        struct str index =
            number ? json_scalar(in->json, number) : str_format(in->reading->scratch, "%u", at);
        if (amd_index(in->reading, index, json_place(in->json, number ? number : gpu)))
            gpu_read(in, gpu, index);
    }
}

static bool read(struct reading *reading)
{
    struct output *in = ARENA_NEW(reading->scratch, struct output);
    struct documents documents;
    struct json *json;
    bool any = false;
    in->reading = reading;
    documents_begin(&documents, reading);
    while (documents_next(&documents, &json)) {
        in->json = json;
        if (json) {
            document_read(in);
            any = true;
        }
    }
    amd_watch_put(reading, &in->watch);
    for (size_t i = 0; i < in->count; i++) {
        const struct unit_seen *unit = &in->unit[i];
        if (unit->field)
            amd_fact(reading, unit->field, unit->index, unit->text, unit->place);
    }
    return any;
}

const struct adapter adapter_amd_smi_metric = {
    .name = "amd-smi-metric-json",
    .title = "Readings and identities of AMD accelerators",
    .tool = "amd-smi metric, list or process --json, ROCm 6.0 to 10.1",
    .spec = "ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py",
    .stand_in = true,
    .kind = FACT_CAPTURED,
    .allows = ALLOW_LEAD,
    .bid = bid,
    .read = read,
};
