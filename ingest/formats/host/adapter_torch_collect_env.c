/* adapter_torch_collect_env.c - `python -m torch.utils.collect_env`, and `vllm collect-env`, which
 * writes the same labels with blanks before the colon and adds its own: the architectures its
 * kernels were built for ("CUDA Archs: 9.0; ROCm: Disabled"), the links between accelerators as
 * `nvidia-smi topo -m` draws them (`rocm-smi --showtopo` on AMD, not taken), and the environment,
 * NAME=value, up to the end. Of that CUDA_VERSION, NCCL_VERSION and TORCH_CUDA_ARCH_LIST have keys
 * of their own; a name that speaks of a secret is passed over.
 *
 * Defined by torch/utils/collect_env.py and vllm/collect_env.py. "label: value" lines, a processor
 * block in the words of lscpu (on Windows in those of WMI, not taken), then "[pip3] name==version".
 * "cuDNN version: Probably one of the following:" lists libraries found on the disk, none of which
 * need be loaded: no source of a version. */
#include "captured.h"
#include "sniff.h"

/* How much of the value is the fact. */
enum part {
    PART_WHOLE,
    PART_FIRST_WORD,
    PART_AFTER_BRACKET,
    PART_OS,
    PART_LIBRARY,
    PART_WHERE_THERE /* of the other vendor: "N/A" is no gap */
};

static const struct label_row {
    struct str label;
    enum key key;
    enum part part;
} labels[] = {
    { { "CUDA runtime version", 20 }, KEY_RUNTIME_CUDA, PART_WHOLE },
    { { "CUDA used to build PyTorch", 26 }, KEY_FRAMEWORK_CUDA, PART_WHOLE },
    { { "GCC version", 11 }, KEY_COMPILE_HOST_COMPILER, PART_AFTER_BRACKET },
    { { "Is debug build", 14 }, KEY_FRAMEWORK_DEBUG, PART_WHOLE },
    { { "Libc version", 12 }, KEY_OS_LIBC, PART_WHOLE },
    { { "Nvidia driver version", 21 }, KEY_DRIVER_VERSION, PART_WHOLE },
    { { "OS", 2 }, KEY_OS_NAME, PART_OS },
    { { "PyTorch version", 15 }, KEY_FRAMEWORK_VERSION, PART_WHOLE },
    { { "Python version", 14 }, KEY_PYTHON_VERSION, PART_FIRST_WORD },
    { { "ROCM used to build PyTorch", 26 }, KEY_FRAMEWORK_ROCM, PART_WHOLE },
    { { "cuDNN version", 13 }, KEY_RUNTIME_CUDNN_INSTALLED, PART_LIBRARY },
    { { "vLLM Version", 12 }, KEY_ENGINE_VERSION, PART_FIRST_WORD },
    { { "HIP runtime version", 19 }, KEY_RUNTIME_HIP, PART_WHERE_THERE },
    { { "MIOpen runtime version", 22 }, KEY_RUNTIME_MIOPEN, PART_WHERE_THERE },
    { { "ROCM Version", 12 }, KEY_RUNTIME_ROCM, PART_WHERE_THERE },
};

struct collected {
    struct reading *reading;
    struct line line;
    bool linux_processor; /* the processor block is lscpu's */
    bool environment;     /* NAME=value from here on */
};

static int bid(const struct sniff *sniff)
{
    bool mine = !sniff_is_log(sniff) && sniff_line_starts(sniff, STR("PyTorch version")) &&
                sniff_line_starts(sniff, STR("Is debug build"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void part_fact(struct collected *in, enum key key, struct str instance, struct str text)
{
    reading_fact(in->reading, key, instance, text, UNIT_NONE,
                 line_place(in->reading, &in->line, text));
}

static struct str first_word(struct str text)
{
    size_t blank = str_find(text, STR(" "));
    return str_sub(text, 0, blank == SIZE_MAX ? text.len : blank);
}

/* "Ubuntu 24.04.3 LTS (x86_64)": the name ends where a word begins with a digit, and that word is
 * the version. */
static void os_facts(struct collected *in, struct str text)
{
    size_t at = 0;
    while (at < text.len &&
           !(text.at[at] >= '0' && text.at[at] <= '9' && (at == 0 || text.at[at - 1] == ' ')))
        at++;
    struct str name = str_trim(str_sub(text, 0, at));
    struct str version = first_word(str_sub(text, at, text.len));
    part_fact(in, KEY_OS_NAME, (struct str){ 0 }, name.len > 0 ? name : text);
    if (name.len > 0 && version.len > 0)
        part_fact(in, KEY_OS_VERSION, (struct str){ 0 }, version);
}

/* ".../libcudnn.so.8.9.7" where there is one library only; else a guess. */
static struct str library_version(struct str text)
{
    size_t so = str_find(text, STR(".so."));
    return so == SIZE_MAX ? text : str_sub(text, so + 4, text.len);
}

static void label_facts(struct collected *in, const struct label_row *row, struct str value)
{
    struct str none = { 0 };
    struct str behind;
    switch (row->part) {
    case PART_WHOLE:
        part_fact(in, row->key, none, value);
        break;
    case PART_WHERE_THERE:
        if (!text_is_placeholder(value))
            part_fact(in, row->key, none, value);
        break;
    case PART_FIRST_WORD:
        part_fact(in, row->key, none, text_is_placeholder(value) ? value : first_word(value));
        break;
    case PART_AFTER_BRACKET: /* "(Ubuntu 13.3.0-6ubuntu2~24.04.1) 13.3.0" */
        behind = value;
        if (str_starts(value, STR("(")) && str_find(value, STR(") ")) != SIZE_MAX)
            behind = str_sub(value, str_find(value, STR(") ")) + 2, value.len);
        part_fact(in, row->key, none, behind);
        break;
    case PART_OS:
        if (text_is_placeholder(value))
            part_fact(in, row->key, none, value);
        else
            os_facts(in, value);
        break;
    case PART_LIBRARY:
        part_fact(in, row->key, none, library_version(value));
        break;
    }
}

/* "GPU 0: NVIDIA H100 80GB HBM3", on a line of its own or behind "GPU models and configuration:".
 */
static bool gpu_fact(struct collected *in, struct str text)
{
    int64_t index = 0;
    if (!str_starts(text, STR("GPU ")))
        return false;
    struct str name = str_sub(text, 4, text.len);
    struct str number;
    if (!str_cut(&name, ':', &number) || !name.at || !num_int(number, &index) || index < 0)
        return false;
    part_fact(in, KEY_ACCELERATOR_NAME, number, str_trim(name));
    return true;
}

/* "AMD Instinct MI300X (gfx942:sramecc+:xnack-)", the first accelerator's, as ROCm's PyTorch writes
 * it. */
static void rocm_gpu_fact(struct collected *in, struct str text)
{
    size_t open = str_find(text, STR(" (gfx"));
    if (open == SIZE_MAX)
        return;
    struct str target = str_sub(text, open + 2, text.len);
    part_fact(in, KEY_ACCELERATOR_NAME, STR("0"), str_sub(text, 0, open));
    target = str_sub(target, 0, str_find(target, STR(")")));
    part_fact(in, KEY_ACCELERATOR_CAPABILITY, STR("0"),
              str_sub(target, 0, str_find(target, STR(":"))));
}

/* "  CUDA Archs: 9.0 10.0; ROCm: Disabled" */
static bool build_flags_fact(struct collected *in, struct str text)
{
    struct str label = STR("CUDA Archs: ");
    if (!str_starts(text, label))
        return false;
    struct str value = str_sub(text, label.len, text.len);
    part_fact(in, KEY_COMPILE_ARCHITECTURES, (struct str){ 0 },
              str_trim(str_sub(value, 0, str_find(value, STR(";")))));
    return true;
}

/* "NAME=value"; a value may be empty */
static void variable_fact(struct collected *in)
{
    struct str value = in->line.text, name;
    enum key key;
    if (str_cut(&value, '=', &name) && value.at && value.len > 0 && variable_key(name, value, &key))
        part_fact(in, key, key == KEY_OS_ENVIRONMENT ? name : (struct str){ 0 }, value);
}

static void line_facts(struct collected *in)
{
    struct str value = in->line.text;
    struct str label;
    struct str pip = STR("[pip3] ");
    in->environment = in->environment || str_eq(str_trim(value), STR("Environment Variables"));
    if (in->environment) {
        variable_fact(in);
        return;
    }
    if (gpu_fact(in, str_trim(value)) || build_flags_fact(in, str_trim(value)))
        return;
    if (str_starts(value, pip)) {
        if (!package_fact(in->reading, &in->line, str_sub(value, pip.len, value.len))) {
            reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, &in->line, value),
                          STR("[pip3] name==version"), value);
        }
        return;
    }
    if (!str_cut(&value, ':', &label) || !value.at)
        return;
    label = str_trim(label);
    value = str_trim(value);
    if (str_eq(label, STR("GPU models and configuration"))) {
        if (!gpu_fact(in, value))
            rocm_gpu_fact(in, value);
        return;
    }
    for (size_t i = 0; i < ARRAY_COUNT(labels); i++) {
        if (str_eq(label, labels[i].label) && value.len > 0) {
            label_facts(in, &labels[i], value);
            return;
        }
    }
    const struct field *processor = lscpu_field(label);
    if (processor && in->linux_processor && value.len > 0)
        part_fact(in, processor->key, (struct str){ 0 }, value);
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct collected in = {
        .reading = reading,
        .linux_processor = str_find(reading->bytes, STR("CPU op-mode(s)")) != SIZE_MAX,
    };
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in.line))
        line_facts(&in);
    return adapter_nvidia_smi_topo.read(reading);
}

const struct adapter adapter_torch_collect_env = {
    .name = "torch-collect-env",
    .title = "Framework, driver and processor as PyTorch's report collects them",
    .tool = "torch.utils.collect_env; vllm collect-env",
    .spec = "torch/utils/collect_env.py, vllm/collect_env.py",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .mark = "Is debug build",
    .traits = TRAIT_LISTS_ACCELERATORS,
};
