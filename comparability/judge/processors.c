/* processors.c - what shows that a run used processors alone.
 *
 * Silence shows nothing: a run on an accelerator must not escape a rule because its captures were
 * left out. The tool's own record of what computed shows it, whatever else stands in the machine. A
 * declaration shows it only where no evidence knows of an accelerator or of software in the run
 * that is built for one, and W9 then states it as declared. */
#include "judging.h"
#include "model/likeness.h"

/* Backends of ggml, which llama-bench writes down: a build with any other names that one instead
 * (get_backend in tools/llama-bench/llama-bench.cpp). */
static bool is_of_processors(struct str backend)
{
    return texts_alike(backend, STR("CPU")) || texts_alike(backend, STR("BLAS"));
}

static bool is_count(enum key key)
{
    return key == KEY_ACCELERATOR_COUNT || key == KEY_ACCELERATOR_ATTACHED;
}

static bool is_among(enum key key, const enum key *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == key)
            return true;
    return false;
}

/* What a program was built for or loaded; what is merely installed on the machine says nothing. */
static bool is_software(enum key key)
{
    static const enum key keys[] = { KEY_FRAMEWORK_CUDA, KEY_FRAMEWORK_ROCM,
                                     KEY_FRAMEWORK_ARCHITECTURES, KEY_RUNTIME_CUDNN_LOADED,
                                     KEY_RUNTIME_NCCL_LOADED };
    return is_among(key, keys, ARRAY_COUNT(keys));
}

/* ---- commands ---- */

/* Options by which a command asks for accelerators, and of each the values that do: a device that
 * is one, a number or list of them that is not empty. How many share a layer says nothing: vLLM
 * shares it among the sockets of a host, too (docs.vllm.ai, CPU, tensor parallel). */
enum asked_by { BY_DEVICE, BY_NUMBER, BY_LIST, BY_KINDS };
static const struct {
    struct str name; /* without dashes before it, '_' as '-' */
    enum asked_by by;
} asking_options[] = {
    { STR_INIT("device"), BY_DEVICE },
    { STR_INIT("device-type"), BY_DEVICE },
    { STR_INIT("target-device"), BY_DEVICE },
    { STR_INIT("accelerator"), BY_DEVICE },
    { STR_INIT("gpus"), BY_NUMBER },
    { STR_INIT("num-gpus"), BY_NUMBER },
    { STR_INIT("n-gpus"), BY_NUMBER },
    { STR_INIT("ngpus"), BY_NUMBER },
    { STR_INIT("gpus-per-node"), BY_NUMBER },
    { STR_INIT("gpus-per-task"), BY_NUMBER },
    { STR_INIT("gpu-id"), BY_LIST },
    { STR_INIT("gpu-ids"), BY_LIST },
    { STR_INIT("CUDA-VISIBLE-DEVICES"), BY_LIST },
    { STR_INIT("HIP-VISIBLE-DEVICES"), BY_LIST },
    { STR_INIT("ROCR-VISIBLE-DEVICES"), BY_LIST },
};

static const struct str asking_devices[] = {
    STR_INIT("cuda"), STR_INIT("gpu"), STR_INIT("rocm"), STR_INIT("hip"),
    STR_INIT("xpu"),  STR_INIT("tpu"), STR_INIT("hpu"),  STR_INIT("nvidia.com/gpu"),
};
static const struct str asking_none[] = { STR_INIT(""),     STR_INIT("0"),     STR_INIT("-1"),
                                          STR_INIT("none"), STR_INIT("false"), STR_INIT("no"),
                                          STR_INIT("null"), STR_INIT("cpu") };

/* The word of a command that begins at `from`, as a shell parts them, with its quotes. */
static struct str command_word(struct str text, size_t from, size_t *next)
{
    char quote = '\0';
    while (from < text.len && (text.at[from] == ' ' || text.at[from] == '\n'))
        from++;
    size_t end = from;
    for (; end < text.len && (quote || (text.at[end] != ' ' && text.at[end] != '\n')); end++) {
        char at = text.at[end];
        if (quote ? at == quote : at == '"' || at == '\'')
            quote = (char)(quote ? '\0' : at);
    }
    *next = end;
    return str_sub(text, from, end);
}

static struct str unquoted(struct str word)
{
    while (word.len > 1 && (word.at[0] == '"' || word.at[0] == '\'') &&
           word.at[word.len - 1] == word.at[0])
        word = str_sub(word, 1, word.len - 1);
    return word;
}

/* The row of an option's name; ARRAY_COUNT: none. */
static size_t asking_option(struct str name)
{
    size_t row = 0;
    for (; row < ARRAY_COUNT(asking_options); row++) {
        struct str known = asking_options[row].name;
        bool same = name.len == known.len;
        for (size_t i = 0; same && i < name.len; i++)
            same = (name.at[i] == '_' ? '-' : name.at[i]) == known.at[i];
        if (same)
            break;
    }
    return row;
}

static bool value_asks(enum asked_by by, struct str value)
{
    value = unquoted(value);
    if (by == BY_DEVICE) {
        for (size_t i = 0; i < ARRAY_COUNT(asking_devices); i++) {
            size_t len = asking_devices[i].len;
            bool ends = value.len == len ||
                        (value.len > len && (value.at[len] == ':' || value.at[len] == '='));
            if (ends && texts_alike(str_sub(value, 0, len), asking_devices[i]))
                return true;
        }
        return false;
    }
    for (size_t i = 0; i < ARRAY_COUNT(asking_none); i++) {
        bool zero = str_eq(asking_none[i], STR("0")); /* of a list, the first one's name */
        if (texts_alike(value, asking_none[i]) && !(zero && by == BY_LIST))
            return false;
    }
    return !str_starts(value, STR("-"));
}

/* Whether a command asks for an accelerator: the last of each kind of option counts, as programs
 * have it, and a device that is none before all others, which may merely be at hand. */
static bool command_asks(struct str command)
{
    enum { WORDS = 1024 };
    bool asked[BY_KINDS] = { false }, told[BY_KINDS] = { false };
    size_t next = 0;
    for (size_t i = 0, from = 0; i < WORDS && from < command.len; i++, from = next) {
        struct str word = command_word(command, from, &next);
        bool dashed = str_starts(word, STR("--"));
        struct str name = dashed ? str_sub(word, 2, word.len) : word, value = { 0 };
        size_t equals = str_find(name, STR("="));
        bool joined = equals != SIZE_MAX;
        value = joined ? str_sub(name, equals + 1, name.len) : value;
        size_t row = asking_option(joined ? str_sub(name, 0, equals) : name);
        if (row == ARRAY_COUNT(asking_options) || !(dashed || joined))
            continue;
        if (!joined && next >= command.len)
            continue;
        enum asked_by by = asking_options[row].by;
        value = joined ? value : command_word(command, next, &next);
        asked[by] = value_asks(by, value);
        told[by] = true;
    }
    return told[BY_DEVICE] ? asked[BY_DEVICE] : asked[BY_NUMBER] || asked[BY_LIST];
}

/* ---- keys ---- */

/* Keys that only an accelerator or its driver has. */
static bool is_device(enum key key)
{
    static const enum key keys[] = {
        KEY_CAPTURE_UTILISATION,  KEY_LINK_GENERATION,    KEY_LINK_WIDTH,
        KEY_ECC_UNCORRECTED,      KEY_ECC_CORRECTED,      KEY_FOREIGN_PROCESS,
        KEY_ENERGY_COUNTER,       KEY_MEMORY_ALLOCATED,   KEY_MEMORY_RESERVED,
        KEY_FIRMWARE_VBIOS,       KEY_FIRMWARE_INFOROM,   KEY_FIRMWARE_GSP,
        KEY_ENERGY_COUNTER_BEGIN, KEY_ENERGY_COUNTER_END, KEY_POWER_LIMIT,
    };
    const struct vocabulary_row *row = vocabulary_row(key);
    bool tools =
        row->layer == LAYER_RUNTIME || row->layer == LAYER_COMPILE || row->layer == LAYER_FRAMEWORK;
    return is_among(key, keys, ARRAY_COUNT(keys)) || row->layer == LAYER_ACCELERATOR ||
           row->layer == LAYER_DRIVER || (row->bound == BOUND_VENDOR && !tools);
}

/* Whether a fact tells anything at all: no placeholder, no "none", no count of zero. */
static bool tells(const struct fact *fact)
{
    double value;
    bool zero = is_count(fact->key) && fact_base(fact, &value) && value == 0;
    return !fact->placeholder && fact->kind != FACT_DERIVED && !fact_is_none(fact) && !zero;
}

static bool is_zero_count(const struct fact *fact)
{
    double value;
    return fact->key == KEY_ACCELERATOR_COUNT && !fact->placeholder && fact->kind != FACT_DERIVED &&
           fact_base(fact, &value) && value == 0;
}

struct shown {                            /* the first fact of each kind */
    const struct fact *record, *declared; /* that processors alone computed */
    const struct fact *used;              /* that the run used an accelerator */
    const struct fact *known;             /* that there is one */
    const struct fact *software;          /* that what ran is built for one */
};

static void first_set(const struct fact **first, const struct fact *fact, bool is)
{
    *first = *first || !is ? *first : fact;
}

static void fact_weigh(struct shown *out, const struct fact *fact, bool of_run)
{
    bool recorded = fact->kind == FACT_MEASURED || fact->kind == FACT_CAPTURED;
    bool backend = fact->key == KEY_RUNTIME_BACKEND && recorded && !fact->placeholder;
    bool processors = backend && is_of_processors(fact->value.text);
    bool command = fact->key == KEY_METHOD_COMMAND || fact->key == KEY_METHOD_SERVER_COMMAND;
    bool knows = is_device(fact->key) && tells(fact);
    first_set(&out->record, fact, processors || (recorded && is_zero_count(fact)));
    first_set(&out->declared, fact, fact->kind == FACT_DECLARED && is_zero_count(fact));
    first_set(&out->known, fact,
              knows || (command && !fact->placeholder && command_asks(fact->value.text)));
    first_set(&out->software, fact, is_software(fact->key) && tells(fact));
    first_set(&out->used, fact,
              (backend && !processors) || (knows && fact->key == KEY_ACCELERATOR_COUNT) ||
                  (knows && of_run && fact->kind == FACT_MEASURED));
}

/* Samples that only the driver of an accelerator gives. */
static bool has_telemetry(const struct told *told)
{
    static const enum key keys[] = { KEY_TELEMETRY_CLOCK_SM,      KEY_TELEMETRY_CLOCK_MEMORY,
                                     KEY_TELEMETRY_POWER,         KEY_TELEMETRY_UTILISATION,
                                     KEY_TELEMETRY_MEMORY_USED,   KEY_TELEMETRY_THROTTLE,
                                     KEY_TELEMETRY_ENGINE_ACTIVE, KEY_TELEMETRY_TENSOR_ACTIVE,
                                     KEY_TELEMETRY_MEMORY_ACTIVE };
    for (size_t i = 0; i < told->series_count; i++) {
        for (size_t k = 0; k < ARRAY_COUNT(keys); k++)
            if (told->series[i].key == keys[k] && told->series[i].count > 0)
                return true;
    }
    return false;
}

struct processors processors_told(const struct told *told, size_t count, size_t of_run)
{
    struct shown shown = { NULL, NULL, NULL, NULL, NULL };
    struct processors out = { NULL, NULL, NULL, false };
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; told[i].facts && j < facts_count(told[i].facts); j++)
            fact_weigh(&shown, facts_at(told[i].facts, j), i < of_run);
        out.telemetry = out.telemetry || (i < of_run && has_telemetry(&told[i]));
    }
    out.against = shown.used ? shown.used : shown.known;
    out.software = shown.software;
    if (out.telemetry || shown.used)
        return out;
    bool declared = !shown.record && shown.declared && !shown.known && !shown.software;
    out.by = declared ? shown.declared : shown.record;
    return out;
}

struct processors processors_find(const struct case_file *case_file, const struct run *run)
{
    const struct told told[] = { { run->facts, run->series, run->series_count },
                                 { run->machine->facts, NULL, 0 },
                                 { run->machine->system->facts, NULL, 0 },
                                 { case_file->facts, NULL, 0 } };
    return processors_told(told, ARRAY_COUNT(told), 1);
}

bool on_processors(const struct member *member)
{
    return member->alone->processors.by != NULL;
}

bool all_on_processors(const struct judging *judging)
{
    for (size_t i = 0; i < judging->member_count; i++)
        if (!on_processors(&judging->member[i]))
            return false;
    return judging->member_count > 0;
}

bool silent_on_processors(const struct judging *judging, const bool *silent)
{
    bool any = false;
    for (size_t i = 0; i < judging->member_count; i++) {
        if (silent[i] && !on_processors(&judging->member[i]))
            return false;
        any = any || silent[i];
    }
    return any;
}
