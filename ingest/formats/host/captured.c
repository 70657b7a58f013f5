/* captured.c - what several captures write in the same words. */
#include "captured.h"

#include "secret.h"

static const struct field lscpu_fields[] = {
    { "Architecture", KEY_CPU_ARCHITECTURE, UNIT_NONE, false },
    { "CPU(s)", KEY_CPU_THREADS, UNIT_NONE, false },
    { "Core(s) per socket", KEY_CPU_CORES, UNIT_NONE, false },
    { "Hypervisor vendor", KEY_CONTAINER_HYPERVISOR, UNIT_NONE, false },
    { "Model name", KEY_CPU_NAME, UNIT_NONE, false },
    { "NUMA node(s)", KEY_CPU_NUMA_NODES, UNIT_NONE, false },
    { "Socket(s)", KEY_CPU_SOCKETS, UNIT_NONE, false },
    { "Stepping", KEY_CPU_STEPPING, UNIT_NONE, false },
    { "Thread(s) per core", KEY_CPU_THREADS_PER_CORE, UNIT_NONE, false },
    { "Virtualization type", KEY_CONTAINER_VIRTUALISATION, UNIT_NONE, false },
};

const struct field *lscpu_field(struct str label)
{
    for (size_t i = 0; i < ARRAY_COUNT(lscpu_fields); i++)
        if (str_eq(label, str_from(lscpu_fields[i].path)))
            return &lscpu_fields[i];
    return NULL;
}

/* Wheels of NVIDIA carry the CUDA generation in their name up to CUDA 12 or 13: nvidia-cudnn-cu13.
 */
static const struct package_row {
    struct str name;
    enum key key;
    bool generation; /* "-cu" and digits may follow */
} packages[] = {
    { { "nvidia-cublas", 13 }, KEY_RUNTIME_CUBLAS_PACKAGE, true },
    { { "nvidia-cuda-runtime", 19 }, KEY_RUNTIME_CUDA_PACKAGE, true },
    { { "nvidia-cudnn", 12 }, KEY_RUNTIME_CUDNN_PACKAGE, true },
    { { "nvidia-nccl", 11 }, KEY_RUNTIME_NCCL_PACKAGE, true },
    { { "torch", 5 }, KEY_FRAMEWORK_VERSION, false },
    { { "triton", 6 }, KEY_TRITON_VERSION, false },
    { { "vllm", 4 }, KEY_ENGINE_VERSION, false },
};

static bool digits_only(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.len > 0;
}

static bool row_names(const struct package_row *row, struct str name)
{
    if (!str_starts(name, row->name))
        return false;
    struct str rest = str_sub(name, row->name.len, name.len);
    return rest.len == 0 || (row->generation && str_starts(rest, STR("-cu")) &&
                             digits_only(str_sub(rest, 3, rest.len)));
}

bool package_name_is(struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!letter && (i == 0 || (c != '-' && c != '_' && c != '.')))
            return false;
    }
    return name.len > 0;
}

void package_version_fact(struct reading *reading, struct str name, struct str version,
                          struct place place)
{
    reading_fact(reading, KEY_PACKAGE_VERSION, str_keep(reading->home, name), version, UNIT_NONE,
                 place);
    for (size_t i = 0; i < ARRAY_COUNT(packages); i++)
        if (row_names(&packages[i], name))
            reading_fact(reading, packages[i].key, (struct str){ 0 }, version, UNIT_NONE, place);
}

bool package_fact(struct reading *reading, const struct line *line, struct str text)
{
    size_t equals = str_find(text, STR("=="));
    if (equals == SIZE_MAX)
        return false;
    struct str name = str_trim(str_sub(text, 0, equals));
    struct str version = str_sub(text, equals + 2, text.len);
    if (str_starts(version, STR("="))) /* PEP 440's arbitrary equality */
        version = str_sub(version, 1, version.len);
    size_t marker =
        str_find(version, STR(";")); /* "; python_version < ..." of a requirements file */
    version = str_trim(str_sub(version, 0, marker == SIZE_MAX ? version.len : marker));
    if (!package_name_is(name) || version.len == 0)
        return false;
    package_version_fact(reading, name, version, line_place(reading, line, version));
    return true;
}

/* ---- environment variables ---- */

static const struct variable_row { /* a whole name, or (ending in '_') what it begins with */
    struct str name;
    enum key key;
} variables[] = {
    { STR_INIT("CUDA_VERSION"), KEY_RUNTIME_CUDA_IMAGE },
    { STR_INIT("NCCL_VERSION"), KEY_RUNTIME_NCCL_IMAGE },
    { STR_INIT("TORCH_CUDA_ARCH_LIST"), KEY_COMPILE_ARCHITECTURES },
#define VARIABLE(name) { STR_INIT(name), KEY_OS_ENVIRONMENT },
#include "model/variables.def"
#undef VARIABLE
};

/* PATH is kept by the capture script alone: an image's own tells of no program that ran. */
bool variable_key(struct str name, struct str value, enum key *out)
{
    bool secret = variable_is_secret(name, value) || str_eq(name, STR("PATH"));
    for (size_t i = 0; i < ARRAY_COUNT(variables) && !secret; i++) {
        const struct variable_row *row = &variables[i];
        bool prefix = str_ends(row->name, STR("_"));
        if (prefix ? str_starts(name, row->name) : str_eq(name, row->name)) {
            *out = row->key;
            return true;
        }
    }
    return false;
}
