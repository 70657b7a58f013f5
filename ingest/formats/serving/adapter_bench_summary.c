/* adapter_bench_summary.c - summary.json of collect/bench.py, our own harness: one process, one
 * workload.
 *
 * Defined by Run.finish() and the mode_*() functions of collect/bench.py. Which members there are
 * depends on the workload, and so does what some of them mean:
 * - "throughput_tokens_per_s" counts generated tokens in llm-decode and prompt tokens in
 * llm-prefill. In the serving loop it leaves out each request's first token, in a sweep it spans
 * all batch sizes, and a trace's steps are profiled: there it is none of our keys, and result.json
 * or sweep.json say what was measured.
 * - "precision" names the dtype of weights, activations and KV cache alike for bf16, fp16 and fp32
 * (Model and alloc_cache are made with that dtype). "tf32" is fp32 weights multiplied in TF32: it
 * says how was computed, and the format of the weights is not written down. In gemm-sustained it
 * names the operands. */
#include "reading.h"
#include "sniff.h"

static const struct field common[] = {
    { "/argv", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
    { "/framework/cuda", KEY_FRAMEWORK_CUDA, UNIT_NONE, false },
    { "/framework/cudnn", KEY_RUNTIME_CUDNN_LOADED, UNIT_NONE, false },
    { "/framework/nccl", KEY_RUNTIME_NCCL_LOADED, UNIT_NONE, false },
    { "/framework/python", KEY_PYTHON_VERSION, UNIT_NONE, false },
    { "/framework/torch", KEY_FRAMEWORK_VERSION, UNIT_NONE, false },
    { "/framework/triton", KEY_TRITON_VERSION, UNIT_NONE, false },
    { "/harness", KEY_METHOD_TOOL, UNIT_NONE, true },
    { "/iteration_latency_s/*", KEY_LATENCY_ITERATION, UNIT_SECOND, false },
    { "/iterations", KEY_ITERATION_COUNT, UNIT_ITERATION, true },
    { "/loop_start_unix", KEY_LOAD_BEGIN, UNIT_SECOND, false },
    { "/math_flags/allow_bf16_reduced_precision_reduction", KEY_PRECISION_REDUCED_BF16, UNIT_NONE,
      false },
    { "/math_flags/allow_fp16_reduced_precision_reduction", KEY_PRECISION_REDUCED_FP16, UNIT_NONE,
      false },
    { "/math_flags/cudnn_allow_tf32", KEY_PRECISION_TF32_CUDNN, UNIT_NONE, false },
    { "/math_flags/matmul_allow_tf32", KEY_PRECISION_TF32_MATMUL, UNIT_NONE, false },
    { "/peak_memory_allocated_bytes", KEY_MEMORY_ALLOCATED, UNIT_BYTE, false },
    { "/peak_memory_reserved_bytes", KEY_MEMORY_RESERVED, UNIT_BYTE, false },
    { "/seed", KEY_WORKLOAD_SEED, UNIT_NONE, false },
    { "/tensor_parallel", KEY_ACCELERATOR_COUNT, UNIT_COUNT, false },
    { "/total_bytes", KEY_WORK_TOTAL, UNIT_COUNT, false },
    { "/total_matmuls", KEY_WORK_TOTAL, UNIT_COUNT, false },
    { "/total_tokens", KEY_WORK_TOTAL, UNIT_COUNT, false },
    { "/unit", KEY_WORK_UNIT, UNIT_NONE, false },
    { "/wall_s", KEY_WALL_TIME, UNIT_SECOND, false },
    { "/warmup_discarded", KEY_METHOD_WARMUP_DISCARDED, UNIT_ITERATION, false },
    { "/workload", KEY_WORKLOAD_NAME, UNIT_NONE, true },
};

static const struct field device[] = {
    { "/gpu/compute_capability", KEY_ACCELERATOR_CAPABILITY, UNIT_NONE, false },
    { "/gpu/l2_cache_bytes", KEY_ACCELERATOR_CACHE, UNIT_BYTE, false },
    { "/gpu/multi_processor_count", KEY_ACCELERATOR_MULTIPROCESSORS, UNIT_COUNT, false },
    { "/gpu/name", KEY_ACCELERATOR_NAME, UNIT_NONE, false },
    { "/gpu/total_memory_bytes", KEY_ACCELERATOR_MEMORY_VISIBLE, UNIT_BYTE, false },
};

static const struct field model[] = {
    { "/attention_backend", KEY_RUNTIME_ATTENTION, UNIT_NONE, false },
    { "/batch", KEY_LOAD_BATCH, UNIT_COUNT, false },
    { "/first_tokens_sha256", KEY_OUTPUT_DIGEST, UNIT_NONE, false },
    { "/kv_cache", KEY_KV_CACHE_LAYOUT, UNIT_NONE, false },
    { "/launch_mode", KEY_COMPILE_MODE, UNIT_NONE, false },
    { "/max_len", KEY_CONTEXT_LENGTH, UNIT_TOKEN, false },
    { "/model/arch", KEY_MODEL_ARCHITECTURE, UNIT_NONE, false },
    { "/model/dim", KEY_MODEL_DIMENSION, UNIT_COUNT, false },
    { "/model/n_heads", KEY_MODEL_HEADS, UNIT_COUNT, false },
    { "/model/n_layers", KEY_MODEL_LAYERS, UNIT_COUNT, false },
    { "/model/n_params", KEY_MODEL_PARAMETERS, UNIT_COUNT, false },
    { "/model/vocab", KEY_MODEL_VOCABULARY, UNIT_COUNT, false },
    { "/precision", KEY_PRECISION_COMPUTE, UNIT_NONE, false },
    { "/prompt_len", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/request_rate_per_s", KEY_LOAD_RATE, UNIT_REQUEST_PER_SECOND, false },
    { "/sampling", KEY_DECODING_SAMPLING, UNIT_NONE, false },
    { "/scheduler", KEY_ENGINE_SETTINGS, UNIT_NONE, false },
    { "/seq_len", KEY_INPUT_LENGTH, UNIT_TOKEN, false },
    { "/slots", KEY_LOAD_CONCURRENCY, UNIT_REQUEST, false },
    { "/sync", KEY_METHOD_SYNCHRONISATION, UNIT_NONE, false },
};

static const struct field gemm[] = {
    { "/data", KEY_DATASET_NAME, UNIT_NONE, true },
    { "/fp8", KEY_PRECISION_ACCUMULATION, UNIT_NONE, false },
    { "/m_n_k", KEY_INPUT_SHAPE, UNIT_NONE, true },
    { "/matmuls_per_iteration", KEY_WORK_PER_ITERATION, UNIT_COUNT, false },
    { "/output_dtype", KEY_PRECISION_OUTPUT, UNIT_NONE, false },
    { "/precision", KEY_PRECISION_COMPUTE, UNIT_NONE, false },
    { "/precision", KEY_PRECISION_WEIGHTS, UNIT_NONE, false },
};

/* What "throughput_*" is, by workload. */
static const struct rate_row {
    struct str workload;
    const char *path;
    enum key key;
    enum unit unit;
} rates[] = {
    { { "gemm-sustained", 14 },
      "/throughput_matmuls_per_s",
      KEY_THROUGHPUT_MATMULS,
      UNIT_MATMUL_PER_SECOND },
    { { "memory-copy", 11 },
      "/throughput_bytes_per_s",
      KEY_THROUGHPUT_BYTES,
      UNIT_BYTE_PER_SECOND },
    { { "llm-decode", 10 },
      "/throughput_tokens_per_s",
      KEY_THROUGHPUT_OUTPUT_TOKENS,
      UNIT_TOKEN_PER_SECOND },
    { { "llm-prefill", 11 },
      "/throughput_tokens_per_s",
      KEY_THROUGHPUT_PROMPT_TOKENS,
      UNIT_TOKEN_PER_SECOND },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("workload")) &&
                str_eq(sniff_member_text(sniff, STR("harness")), STR("collect/bench.py"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* dtype of weights and cache, where the precision's name is the dtype's. */
static void dtype_facts(struct reading *reading, const struct json *json, struct str workload)
{
    const struct json_item *precision = json_at(json_root(json), STR("/precision"));
    struct str text = precision ? json_string(precision) : (struct str){ 0 };
    if (!str_eq(text, STR("bf16")) && !str_eq(text, STR("fp16")) && !str_eq(text, STR("fp32")))
        return;
    json_fact(reading, json, precision, (struct str){ 0 }, KEY_PRECISION_WEIGHTS, UNIT_NONE);
    if (!str_eq(workload, STR("llm-prefill"))) /* prefill alone keeps no cache */
        json_fact(reading, json, precision, (struct str){ 0 }, KEY_PRECISION_KV_CACHE, UNIT_NONE);
}

/* "phases": [ { "name": "import", "duration_s": 4.25 }, ... ]: the name is the instance. */
static void phase_facts(struct reading *reading, const struct json *json)
{
    const struct json_item *phases = json_at(json_root(json), STR("/phases"));
    if (!phases || json_type(phases) != JSON_ARRAY)
        return;
    for (const struct json_item *phase = json_next(phases, NULL); phase;
         phase = json_next(phases, phase)) {
        const struct json_item *name = json_at(phase, STR("/name"));
        const struct json_item *duration = json_at(phase, STR("/duration_s"));
        if (name && json_string(name).len > 0 && duration)
            json_fact(reading, json, duration, json_string(name), KEY_PHASE_DURATION, UNIT_SECOND);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    const struct json_item *name = json_at(root, STR("/workload"));
    struct str workload = name ? json_string(name) : (struct str){ 0 };
    json_fields(reading, json, root, (struct str){ 0 }, common, ARRAY_COUNT(common));
    json_fields(reading, json, root, STR("0"), device, ARRAY_COUNT(device));
    phase_facts(reading, json);
    if (str_eq(workload, STR("gemm-sustained"))) {
        json_fields(reading, json, root, (struct str){ 0 }, gemm, ARRAY_COUNT(gemm));
    } else {
        json_fields(reading, json, root, (struct str){ 0 }, model, ARRAY_COUNT(model));
        dtype_facts(reading, json, workload);
    }
    for (size_t i = 0; i < ARRAY_COUNT(rates); i++) {
        if (str_eq(workload, rates[i].workload)) {
            const struct field rate = { rates[i].path, rates[i].key, rates[i].unit, true };
            json_fields(reading, json, root, (struct str){ 0 }, &rate, 1);
        }
    }
    return true;
}

const struct adapter adapter_bench_summary = {
    .name = "bench-summary-json",
    .title = "Summary of one run of our own GPU harness",
    .tool = "collect/bench.py",
    .spec = "Run.finish() and mode_*() in collect/bench.py",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = common,
    .field_count = ARRAY_COUNT(common),
};
