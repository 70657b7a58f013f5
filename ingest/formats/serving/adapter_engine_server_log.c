/* adapter_engine_server_log.c - the log of a serving engine: vLLM, SGLang, TensorRT-LLM, llama.cpp.
 *
 * Read for how the server was started (server_lines.c). What else stands in it, requests and rates
 * over some seconds, is not taken: they are not of a run. */
#include "server_lines.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    return !sniff_is_object(sniff) && !sniff_is_array(sniff) && server_lines_in(sniff->head)
               ? BID_SHAPE
               : BID_NONE;
}

static bool read(struct reading *reading)
{
    server_lines_read(reading);
    return true;
}

const struct adapter adapter_engine_server_log = {
    .name = "engine-server-log",
    .title = "Log of a serving engine that starts",
    .tool = "vllm serve, sglang.launch_server, trtllm-serve, llama-server",
    .spec = "vllm/v1/engine/core.py; python/sglang/srt/entrypoints/engine.py; llama.cpp "
            "src/llama-context.cpp",
    .unseen = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .feeds = true,
};
