/* adapter_bench_plan.c - plan-X.json of collect/drive.py: which plan filled a folder, and when.
 *
 * Recognised so that it is not taken for something else; it speaks of many runs together, so no
 * fact of a run is taken from it. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("plan")) &&
                sniff_member(sniff, STR("start_unix")) && sniff_member(sniff, STR("end_unix")) &&
                !sniff_member(sniff, STR("argv"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    return reading_json(reading, &json);
}

const struct adapter adapter_bench_plan = {
    .name = "bench-plan-json",
    .title = "Name and times of a plan of runs",
    .tool = "collect/drive.py",
    .spec = "main() in collect/drive.py",
    .takes = "no fact: it is known so that it is not taken for something else",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .silent = true,
};
