/* adapter_engine_options.c - options of a serving engine in a file, as `vllm serve --config`,
 * SGLang's `--config` and `trtllm-serve --extra_llm_api_options` take them (options_file.c).
 *
 * In a case the file counts where a command names it, and then it is read beside that command
 * (options_settle.c). By itself, as `inspect` shows it, it tells what it would set. */
#include "options_parts.h"
#include "sniff.h"

/* A line at the margin whose name is an option of an engine: "kv-cache-dtype: fp8". */
static bool is_option_line(struct str line)
{
    size_t colon = str_find(line, STR(":"));
    struct str name = str_sub(line, 0, colon);
    const struct option_row *row = NULL;
    if (colon != SIZE_MAX && name.len > 2 && name.at[0] != ' ' && name.at[0] != '-') {
        row = option_row_find(ENGINE_UNKNOWN, name);
        row = row ? row : option_row_find(ENGINE_TENSORRT, name);
    }
    return (row && row->form != FORM_FILE) || str_eq(name, STR("kv_cache_config"));
}

static int bid(const struct sniff *sniff)
{
    struct str base = sniff_base(sniff), rest = sniff->head, line;
    size_t options = 0;
    if (!str_ends(base, STR(".yaml")) && !str_ends(base, STR(".yml")))
        return BID_NONE;
    while (options == 0 && str_cut(&rest, '\n', &line))
        options += is_option_line(line);
    return options > 0 ? BID_NAME : BID_NONE;
}

static bool read(struct reading *reading)
{
    static const struct options_file file = { .engine = ENGINE_UNKNOWN };
    static const struct options_sink nobody = { NULL, NULL };
    if (reading->system)
        return true; /* counts where a command names it */
    return options_of_file(reading, &file, NULL, &nobody);
}

const struct adapter adapter_engine_options = {
    .name = "engine-options",
    .title = "Options of a serving engine in a file",
    .tool =
        "written for vllm serve --config, SGLang --config, trtllm-serve --extra_llm_api_options",
    .spec = "docs/configuration/serve_args.md of vLLM; server_args_config_parser.py of SGLang; "
            "llmapi/llm_args.py of TensorRT-LLM",
    .takes = "options by their names, where the server's command names the file",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .silent = true,
    .unseen = true,
};
