/* adapter_vllm_serve.c - `vllm bench serve --save-result [--save-detailed]` and its predecessors
 * since 2024. */
#include "serve.h"

static int bid(const struct sniff *sniff)
{
    /* A file that explains its own schema took over the names without being vLLM's. */
    return serve_shape(sniff) && !sniff_member(sniff, STR("schema")) ? BID_SIGNATURE : BID_NONE;
}

const struct adapter adapter_vllm_serve = {
    .name = "vllm-serve-json",
    .title = "Serving benchmark of vLLM: rates, latencies, requests",
    .tool = "vllm bench serve; benchmark_serving.py (2024 on)",
    .spec = "vllm/benchmarks/serve.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = serve_read,
    .field = serve_fields,
    .field_count = SERVE_FIELDS,
    .traits = TRAIT_SENDS_ONCE,
};
