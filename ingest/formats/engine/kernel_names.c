/* kernel_names.c - what names of kernels and calls say, by words that stand in them. The words are
 * those of CUDA, ROCm, Level Zero and Unified Runtime, cuBLAS, cuDNN, CUTLASS, Triton, PyTorch,
 * flash-attention and vLLM. */
#include "kernel_names.h"

#include <glib.h>

/* Asked of each event of a trace: most places are passed over by their first character. */
bool name_holds(struct str text, const char *word)
{
    struct str other = str_from(word);
    char first = word[0], large = g_ascii_toupper(first);
    for (size_t at = 0; at + other.len <= text.len; at++) {
        if (text.at[at] != first && text.at[at] != large)
            continue;
        size_t same = 1;
        while (same < other.len && g_ascii_tolower(text.at[at + same]) == other.at[same])
            same++;
        if (same >= other.len)
            return true;
    }
    return false;
}

static bool holds_any(struct str text, const char *const *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (name_holds(text, word[i]))
            return true;
    return false;
}

bool name_is_communication(struct str name)
{
    static const char *const begins[] = { "nccl", "rccl", "mscclKernel", "ncclx" };
    static const char *const words[] = { "cross_device_reduce", "nccldevkernel",
                                         "ncclkernel",          "rcclkernel",
                                         "multimem_all_reduce", "one_shot_all_reduce",
                                         "two_shot_all_reduce", "nvshmem" };
    for (size_t i = 0; i < ARRAY_COUNT(begins); i++)
        if (str_starts(name, str_from(begins[i])) ||
            (name.len >= 4 && name_holds(str_sub(name, 0, 4), begins[i])))
            return true;
    return holds_any(name, words, ARRAY_COUNT(words));
}

enum lane copy_lane(struct str name)
{
    static const struct {
        const char *word;
        enum lane lane;
    } ways[] = {
        { "htod", LANE_TO_DEVICE },
        { "dtoh", LANE_FROM_DEVICE },
        { "hosttodevice", LANE_TO_DEVICE },
        { "devicetohost", LANE_FROM_DEVICE },
        { "host-to-device", LANE_TO_DEVICE },
        { "device-to-host", LANE_FROM_DEVICE },
        { "host_to_device", LANE_TO_DEVICE }, /* ROCprofiler */
        { "device_to_host", LANE_FROM_DEVICE },
        { "memcpy h2d", LANE_TO_DEVICE }, /* of XPU: M is memory of the host that is not pinned */
        { "memcpy m2d", LANE_TO_DEVICE },
        { "memcpy d2h", LANE_FROM_DEVICE },
        { "memcpy d2m", LANE_FROM_DEVICE },
        { "host -> device", LANE_TO_DEVICE },
        { "device -> host", LANE_FROM_DEVICE },
        { "ptop", LANE_BETWEEN },
        { "peer", LANE_BETWEEN },
    };
    for (size_t i = 0; i < ARRAY_COUNT(ways); i++)
        if (name_holds(name, ways[i].word))
            return ways[i].lane;
    return LANE_COPIES;
}

bool call_waits(struct str name)
{
    static const char *const words[] = { "synchronize", "queuefinish", "eventwait", "eventswait" };
    return holds_any(name, words, ARRAY_COUNT(words));
}

bool call_launches(struct str name)
{
    static const char *const words[] = { "launch", "memcpy", "memset", "enqueue" };
    return holds_any(name, words, ARRAY_COUNT(words));
}

struct sign {
    const char *says;
    bool call;
    const char *word[6]; /* one of them stands in the name */
};

static const struct sign signs[] = {
    { "graph launch", true, { "graphlaunch" } },
    { "kernel launch",
      true,
      { "launchkernel", "launchcooperative", "modulelaunch", "kernellaunch" } },
    { "attention", false, { "attn", "attention", "fmha", "sdpa", "flash_fwd", "flash::" } },
    { "compiled kernel",
      false,
      { "triton_poi_", "triton_red_", "triton_per_", "triton_tem_", "triton_mm_",
        "triton_fused" } },
    { "fp8", false, { "e4m3", "e5m2", "fp8", "float8" } },
    { "bf16", false, { "bfloat16", "bf16", "nvjet_sm90_tst", "nvjet_sm100_tst", "nvjet_tst" } },
    { "fp16", false, { "c10::half", "__half", "h16816", "h1688", "h884", "hgemm" } },
    { "tf32", false, { "tf32" } },
    { "fp32", false, { "sgemm", "scudnn" } },
    { "tensor cores", false, { "tensorop", "wgmma", "hmma", "nvjet_", "xmma", "16816" } },
};

static bool sign_stands(const struct sign *sign, struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(sign->word) && sign->word[i]; i++)
        if (name_holds(name, sign->word[i]))
            return true;
    return false;
}

const char *name_shows(struct str name, bool call, size_t index)
{
    for (size_t i = 0; i < ARRAY_COUNT(signs); i++)
        if (signs[i].call == call && sign_stands(&signs[i], name) && index-- == 0)
            return signs[i].says;
    return NULL;
}
