/* adapter_bench_serve.c - result.json of the serving loop in collect/bench.py.
 *
 * The names are those of vLLM's result file, the harness is not: no HTTP, and times run from the
 * arrival in the loop's own queue. The file says so in "schema", which becomes the definition of
 * the metric. */
#include "serve.h"

static int bid(const struct sniff *sniff)
{
    bool mine = serve_shape(sniff) && str_find(sniff_member_text(sniff, STR("schema")),
                                               STR("collect/bench.py")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

const struct adapter adapter_bench_serve = {
    .name = "bench-serve-json",
    .title = "Serving loop of our own GPU harness",
    .tool = "collect/bench.py",
    .spec = "mode_serve() in collect/bench.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = serve_read,
    .field = serve_fields,
    .field_count = SERVE_FIELDS,
};
