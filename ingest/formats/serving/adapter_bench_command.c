/* adapter_bench_command.c - command.json of collect/drive.py: how a run's process was started and
 * ended.
 *
 * An object with argv, start_unix, end_unix (Unix time, seconds), rc, requested_seconds (null where
 * the tool has no such rule) and fresh_process; environment, an object of what was set for the
 * process alone, and pid where it is kept. The format is defined by job() in collect/drive.py.
 *
 * Where the process was shown one accelerator, by its environment or by `env` in its command
 * (POSIX.1-2017, env), it used one. */
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

static const struct str variables[] = { STR_INIT("CUDA_VISIBLE_DEVICES"),
                                        STR_INIT("HIP_VISIBLE_DEVICES"),
                                        STR_INIT("ROCR_VISIBLE_DEVICES"),
                                        STR_INIT("ZE_AFFINITY_MASK") };

static bool shown_fact(struct reading *reading, struct str devices, struct place place)
{
    if (!shows_one(devices))
        return false;
    struct str text = str_format(reading->scratch, "1 (device %.*s)", STR_ARG(str_trim(devices)));
    reading_number(reading, KEY_ACCELERATOR_COUNT, (struct str){ 0 }, text, 1, UNIT_COUNT, place);
    return true;
}

/* The last of a name counts, as it does to env. */
static const struct json_item *set_by_env(const struct json *json, struct str name,
                                          struct str *value)
{
    const struct json_item *list = json_find(json, STR("/argv")), *found = NULL;
    const struct json_item *one =
        list && json_type(list) == JSON_ARRAY ? json_next(list, NULL) : NULL;
    if (!one || json_type(one) != JSON_STRING ||
        !str_eq(str_base_name(json_string(one)), STR("env")))
        return NULL;
    for (one = json_next(list, one); one && json_type(one) == JSON_STRING;
         one = json_next(list, one)) {
        struct str rest = json_string(one), before;
        if (str_find(rest, STR("=")) == SIZE_MAX || !str_cut(&rest, '=', &before))
            break; /* the program itself, or an option of env */
        if (str_eq(before, name)) {
            *value = rest;
            found = one;
        }
    }
    return found;
}

static void visible_fact(struct reading *reading, const struct json *json)
{
    const struct json_item *environment = json_find(json, STR("/environment"));
    for (size_t i = 0; i < ARRAY_COUNT(variables); i++) {
        struct str devices = { 0 };
        const struct json_item *item = set_by_env(json, variables[i], &devices);
        if (!item && environment && json_type(environment) == JSON_OBJECT) {
            item = json_member(environment, variables[i]);
            devices = item && json_type(item) == JSON_STRING ? json_string(item) : devices;
        }
        if (item && shown_fact(reading, devices, json_place(json, item)))
            return;
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
    if (!reading_json(reading, &json))
        return false;
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
