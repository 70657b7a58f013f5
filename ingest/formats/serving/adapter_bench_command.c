/* adapter_bench_command.c - command.json of collect/drive.py: how a run's process was started and
 * ended.
 *
 * An object with argv, start_unix, end_unix (Unix time, seconds), rc, requested_seconds (null where
 * the tool has no such rule) and fresh_process; environment, an object of what was set for the
 * process alone, and pid where it is kept. The format is defined by job() in collect/drive.py.
 *
 * Where the process was shown one accelerator, it used one. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/argv", KEY_METHOD_COMMAND, UNIT_NONE, true },
    { "/end_unix", KEY_RUN_END, UNIT_SECOND, true },
    { "/fresh_process", KEY_METHOD_FRESH_PROCESS, UNIT_NONE, false },
    { "/pid", KEY_RUN_PID, UNIT_NONE, false },
    { "/rc", KEY_RUN_EXIT, UNIT_COUNT, true },
    { "/requested_seconds", KEY_METHOD_STOP_VALUE, UNIT_NONE, false },
    { "/start_unix", KEY_RUN_START, UNIT_SECOND, true },
};

/* "0", "GPU-0000...", "MIG-...": one; "0,1": several, of which it may have used fewer; "", "-1":
 * none, and what the process then used is not told. */
static bool shows_one(struct str devices)
{
    struct str name = str_trim(devices);
    return name.len > 0 && name.at[0] != '-' && str_find(name, STR(",")) == SIZE_MAX &&
           !str_eq(name, STR("NoDevFiles")) && !str_eq(name, STR("all")) &&
           !str_eq(name, STR("void")) && !str_eq(name, STR("none"));
}

static void visible_fact(struct reading *reading, const struct json *json)
{
    static const struct str names[] = { STR_INIT("/environment/CUDA_VISIBLE_DEVICES"),
                                        STR_INIT("/environment/HIP_VISIBLE_DEVICES"),
                                        STR_INIT("/environment/ROCR_VISIBLE_DEVICES"),
                                        STR_INIT("/environment/ZE_AFFINITY_MASK") };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        const struct json_item *item = json_find(json, names[i]);
        if (item && json_type(item) == JSON_STRING && shows_one(json_string(item))) {
            struct str text = str_format(reading->scratch, "1 (device %.*s)",
                                         STR_ARG(str_trim(json_string(item))));
            reading_number(reading, KEY_ACCELERATOR_COUNT, (struct str){ 0 }, text, 1, UNIT_COUNT,
                           json_place(json, item));
            return;
        }
    }
}

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_is_object(sniff) &&
                sniff_member(sniff, STR("argv")) && sniff_member(sniff, STR("start_unix")) &&
                sniff_member(sniff, STR("rc")) && !sniff_member(sniff, STR("harness"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    json_fields(reading, json, json_root(json), (struct str){ 0 }, fields, ARRAY_COUNT(fields));
    visible_fact(reading, json);
    return true;
}

const struct adapter adapter_bench_command = {
    .name = "bench-command-json",
    .title = "Command, times and exit status of a run",
    .tool = "collect/drive.py",
    .spec = "job() in collect/drive.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
};
