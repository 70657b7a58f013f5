/* adapter_bench_command.c - command.json of collect/drive.py: how a run's process was started and
 * ended.
 *
 * An object with argv, start_unix, end_unix (Unix time, seconds), rc, requested_seconds (null where
 * the tool has no such rule) and fresh_process. The format is defined by job() in collect/drive.py.
 */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/argv", KEY_METHOD_COMMAND, UNIT_NONE, true },
    { "/end_unix", KEY_RUN_END, UNIT_SECOND, true },
    { "/fresh_process", KEY_METHOD_FRESH_PROCESS, UNIT_NONE, false },
    { "/rc", KEY_RUN_EXIT, UNIT_COUNT, true },
    { "/requested_seconds", KEY_METHOD_STOP_VALUE, UNIT_NONE, false },
    { "/start_unix", KEY_RUN_START, UNIT_SECOND, true },
};

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
