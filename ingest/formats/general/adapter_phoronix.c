/* adapter_phoronix.c - composite.xml of the Phoronix Test Suite, 5.2 to 10.8.
 *
 * System elements say the machines, Result elements what was measured, one Entry a machine, tied to
 * its System by the text of Identifier. Hardware and Software are one flat text, "Key: value, Key:
 * value", in which values hold commas and colons too: it is cut in front of known keys only. The
 * processor is written in its own way ("2 x ... (12 Cores / 24 Threads)"), which no other capture
 * repeats: its instance is "phoronix". System
 * and Entry may hold a JSON object in an element of that name: governor, microcode, compiler flags,
 * and the error of a test that failed (its Value is empty). Value is the mean of RawString,
 * rounded, which is checked; RawString is empty for a single run. Pseudo results (install time and
 * size) have no Identifier. A result's index is its instance, "3.1" where it has several entries.
 * TestClient is the last writer, TestClientVersion the measurer. Defined by phoronix-test-suite,
 * pts-core/openbenchmarking.org/schemas/result-file.xsd. */
#include "reading.h"
#include "sniff.h"

#include <math.h>
#include <stdlib.h>

enum { RESULTS_MOST = 4096, SYSTEMS_MOST = 1024, SAMPLES_MOST = 4096 };

static const struct part_row {
    struct str label;
    enum key key; /* KEY_COUNT: known, not taken */
    const char *instance;
} parts[] = {
    { STR_INIT("Audio"), KEY_COUNT, "" },
    { STR_INIT("Chipset"), KEY_COUNT, "" },
    { STR_INIT("Compiler"), KEY_COMPILE_HOST_COMPILER, "" },
    { STR_INIT("Desktop"), KEY_COUNT, "" },
    { STR_INIT("Disk"), KEY_STORAGE_NAME, "" },
    { STR_INIT("Display Driver"), KEY_COUNT, "" },
    { STR_INIT("Display Server"), KEY_COUNT, "" },
    { STR_INIT("File-System"), KEY_STORAGE_FILE_SYSTEM, "" },
    { STR_INIT("Graphics"), KEY_ACCELERATOR_NAME, "graphics" },
    { STR_INIT("Kernel"), KEY_OS_KERNEL, "" },
    { STR_INIT("Memory"), KEY_HOST_MEMORY_MODULE, "" },
    { STR_INIT("Monitor"), KEY_COUNT, "" },
    { STR_INIT("Motherboard"), KEY_HOST_MODEL, "" },
    { STR_INIT("Network"), KEY_NETWORK_ADAPTER, "" },
    { STR_INIT("OS"), KEY_OS_NAME, "" },
    { STR_INIT("OpenCL"), KEY_COUNT, "" },
    { STR_INIT("OpenGL"), KEY_COUNT, "" },
    { STR_INIT("Processor"), KEY_CPU_NAME, "phoronix" },
    { STR_INIT("Screen Resolution"), KEY_COUNT, "" },
    { STR_INIT("System Layer"), KEY_CONTAINER_HYPERVISOR, "" },
    { STR_INIT("Vulkan"), KEY_COUNT, "" },
};

static const struct field system_fields[] = {
    { "TestClientVersion", KEY_METHOD_TOOL_VERSION, UNIT_NONE, true },
    { "TimeStamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
};

/* Flags of the machine's environment are not those that a test was compiled with. */
static const struct json_row {
    const char *name;
    enum key key;
    const char *instance;
} system_json[] = {
    { "cpu-microcode", KEY_FIRMWARE_MICROCODE, "" },
    { "cpu-scaling-governor", KEY_CPU_GOVERNOR, "" },
    { "environment-variables", KEY_COMPILE_FLAGS, "environment" },
    { "vbios-version", KEY_FIRMWARE_VBIOS, "" },
};

static const struct field result_fields[] = {
    { "AppVersion", KEY_WORKLOAD_REVISION, UNIT_NONE, false },
    { "Arguments", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
    { "Description", KEY_METHOD_DEFINITION, UNIT_NONE, false },
    { "Proportion", KEY_RESULT_BETTER, UNIT_NONE, false },
    { "Scale", KEY_RESULT_UNIT, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("<PhoronixTestSuite")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void element_fact(struct reading *reading, const struct xml_element *element, enum key key,
                         struct str instance, struct str text)
{
    if (str_trim(text).len > 0)
        reading_fact(reading, key, instance, text, UNIT_NONE, xml_place(reading, element));
}

static struct str child_text(const struct xml_element *parent, struct str name)
{
    const struct xml_element *child = xml_find(parent, name);
    return child ? child->text : (struct str){ 0 };
}

/* ---- machines ---- */

/* The row whose "Label: " the text begins with; NULL: none. */
static const struct part_row *part_find(struct str text)
{
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        struct str label = parts[i].label;
        if (str_starts(text, label) && str_starts(str_sub(text, label.len, text.len), STR(": ")))
            return &parts[i];
    }
    return NULL;
}

/* Length up to the ", " in front of the next known label, or all. */
static size_t part_length(struct str text)
{
    for (size_t at = 0; at + 2 < text.len; at++)
        if (text.at[at] == ',' && text.at[at + 1] == ' ' &&
            part_find(str_sub(text, at + 2, text.len)))
            return at;
    return text.len;
}

static struct str first_word(struct str text)
{
    size_t blank = str_find(text, STR(" "));
    return str_sub(text, 0, blank == SIZE_MAX ? text.len : blank);
}

/* "CentOS Stream 9": the last word that begins with a digit is the version. */
static void os_facts(struct reading *reading, const struct xml_element *element,
                     struct str instance, struct str value)
{
    size_t at = 0;
    while (at + 1 < value.len &&
           !(value.at[at] == ' ' && value.at[at + 1] >= '0' && value.at[at + 1] <= '9'))
        at++;
    bool found = at + 1 < value.len;
    element_fact(reading, element, KEY_OS_NAME, instance, found ? str_sub(value, 0, at) : value);
    if (found)
        element_fact(reading, element, KEY_OS_VERSION, instance, str_sub(value, at + 1, value.len));
}

/* "node-a graphics" */
static struct str joined(struct reading *reading, struct str system, const char *own)
{
    struct str part = str_from(own);
    return part.len == 0     ? system
           : system.len == 0 ? part
                             : str_format(reading->scratch, "%.*s %s", STR_ARG(system), own);
}

/* Controllers that show a console and compute nothing, by the names that their drivers in Linux
 * (drivers/gpu/drm) or lspci give; "llvmpipe" draws on the processor. */
static bool displays_alone(struct str graphics)
{
    static const struct str names[] = {
        STR_INIT("ASPEED"),     STR_INIT("astdrmfb"), STR_INIT("Bochs"),
        STR_INIT("Cirrus"),     STR_INIT("llvmpipe"), STR_INIT("Matrox"),
        STR_INIT("mgag200"),    STR_INIT("QXL"),      STR_INIT("Silicon Motion"),
        STR_INIT("VirtualBox"), STR_INIT("vmwgfx"),   STR_INIT("VMware SVGA"),
    };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (str_starts(graphics, names[i]))
            return str_find(graphics, STR(" + ")) == SIZE_MAX; /* beside no other */
    return false;
}

static void part_facts(struct reading *reading, const struct xml_element *element,
                       struct str instance, const struct part_row *row, struct str value)
{
    struct str own = joined(reading, instance, row->instance);
    if (row->key == KEY_ACCELERATOR_NAME && displays_alone(value))
        return;
    if (row->key == KEY_OS_NAME)
        os_facts(reading, element, own, value);
    else if (row->key == KEY_OS_KERNEL)
        element_fact(reading, element, row->key, own, first_word(value));
    else if (row->key != KEY_COUNT)
        element_fact(reading, element, row->key, own, value);
}

static void parts_read(struct reading *reading, const struct xml_element *element,
                       struct str instance)
{
    struct str rest = element ? element->text : (struct str){ 0 };
    while (rest.len > 0) {
        size_t length = part_length(rest);
        const struct part_row *row = part_find(rest);
        if (row) {
            part_facts(reading, element, instance, row,
                       str_trim(str_sub(rest, row->label.len + 2, length)));
        }
        rest = length + 2 < rest.len ? str_sub(rest, length + 2, rest.len) : (struct str){ 0 };
    }
}

/* The JSON object that is an element's text; NULL: none, or said what is wrong. */
static const struct json_item *element_json(struct reading *reading,
                                            const struct xml_element *parent, struct json **json,
                                            const struct xml_element **element)
{
    struct diags *own = diags_new(reading->scratch);
    *element = xml_one(reading, parent, STR("JSON"));
    if (!*element || (*element)->text.len == 0)
        return NULL;
    if (!json_read(reading->scratch, reading->name, (*element)->text, reading->limits, json, own)) {
        reading_error(reading, DIAG_VALUE_BAD, xml_place(reading, *element), STR("a JSON object"),
                      (*element)->text);
        return NULL;
    }
    return json_root(*json);
}

static void system_read(struct reading *reading, const struct xml_element *system,
                        struct str instance)
{
    struct json *json;
    const struct xml_element *element;
    xml_fields(reading, system, instance, system_fields, ARRAY_COUNT(system_fields));
    parts_read(reading, xml_one(reading, system, STR("Hardware")), instance);
    parts_read(reading, xml_one(reading, system, STR("Software")), instance);
    const struct json_item *root = element_json(reading, system, &json, &element);
    for (size_t i = 0; root && i < ARRAY_COUNT(system_json); i++) {
        const struct json_item *item = json_member(root, str_from(system_json[i].name));
        if (item) {
            element_fact(reading, element, system_json[i].key,
                         joined(reading, instance, system_json[i].instance), json_string(item));
        }
    }
}

/* ---- results ---- */

static double slack_of(struct str number)
{
    size_t point = str_find(number, STR("."));
    return point == SIZE_MAX ? 0.5 : 0.5 * pow(10, -(double)(number.len - point - 1));
}

/* Value is the mean of the samples, rounded to its own digits. */
static void mean_check(struct reading *reading, const struct xml_element *value, struct str samples)
{
    double sum = 0;
    double stated;
    size_t count = 0;
    struct str rest = samples;
    struct str sample;
    while (count < SAMPLES_MOST && str_cut(&rest, ':', &sample)) {
        double number;
        if (!num_real(str_trim(sample), &number))
            return;
        sum += number;
        count++;
    }
    if (count < 2 || rest.len > 0 || !num_real(value->text, &stated))
        return;
    double mean = sum / (double)count;
    if (fabs(mean - stated) > 1.02 * slack_of(value->text) + 1e-9 * fabs(mean)) {
        reading_contradiction(
            reading, value->text, xml_place(reading, value),
            str_format(reading->scratch, "its %zu samples have another mean", count));
    }
}

/* "Proportion" says which way a result is better; without it nobody knows. */
static enum key value_key(const struct xml_element *result)
{
    struct str way = child_text(result, STR("Proportion"));
    return str_eq(way, STR("HIB"))   ? KEY_RESULT_MORE
           : str_eq(way, STR("LIB")) ? KEY_RESULT_LESS
                                     : KEY_RESULT_VALUE;
}

static void value_facts(struct reading *reading, const struct xml_element *result,
                        const struct xml_element *entry)
{
    const struct xml_element *value = xml_one(reading, entry, STR("Value"));
    const struct xml_element *raw = xml_one(reading, entry, STR("RawString"));
    struct str format = child_text(result, STR("DisplayFormat"));
    struct str none = { 0 };
    double number;
    if (raw)
        element_fact(reading, raw, KEY_RESULT_SAMPLES, none, raw->text);
    if (!value || value->text.len == 0)
        return;
    if (str_find(format, STR("PASS_FAIL")) != SIZE_MAX) {
        element_fact(reading, value, KEY_RUN_VALID, none, value->text);
    } else if (num_real(value->text, &number)) {
        element_fact(reading, value, value_key(result), none, value->text);
        mean_check(reading, value, raw ? raw->text : none);
    } else {
        element_fact(reading, value, KEY_RESULT_SAMPLES, none, value->text);
    }
}

static void entry_read(struct reading *reading, const struct xml_element *result,
                       const struct xml_element *entry)
{
    const struct xml_element *name = xml_one(reading, result, STR("Identifier"));
    struct json *json;
    const struct xml_element *element;
    name = name && name->text.len > 0 ? name : xml_one(reading, result, STR("Title"));
    if (name)
        element_fact(reading, name, KEY_WORKLOAD_NAME, (struct str){ 0 }, name->text);
    for (size_t i = 0; i < ARRAY_COUNT(result_fields); i++) {
        const struct xml_element *found = xml_one(reading, result, str_from(result_fields[i].path));
        if (found)
            element_fact(reading, found, result_fields[i].key, (struct str){ 0 }, found->text);
    }
    value_facts(reading, result, entry);
    const struct json_item *root = element_json(reading, entry, &json, &element);
    const struct json_item *error = root ? json_member(root, STR("error")) : NULL;
    const struct json_item *flags =
        root ? json_at(root, STR("/compiler-options/compiler-options")) : NULL;
    if (error)
        element_fact(reading, element, KEY_RUN_ERROR, (struct str){ 0 }, json_string(error));
    if (flags)
        element_fact(reading, element, KEY_COMPILE_FLAGS, (struct str){ 0 }, json_string(flags));
}

struct named_entry {
    struct str identifier;
    size_t index;
};

static int by_identifier(const void *left, const void *right)
{
    const struct named_entry *a = left;
    const struct named_entry *b = right;
    int order = str_order(a->identifier, b->identifier);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

/* Of each entry, whether one before it names the same machine: a map by identifier would lose one
 * of them. Pseudo results have no Identifier and may do so. */
static bool *entries_again(struct reading *reading, const struct xml_element *result)
{
    struct named_entry *named = ARENA_MANY(reading->scratch, SYSTEMS_MOST, struct named_entry);
    bool *again = ARENA_MANY(reading->scratch, SYSTEMS_MOST, bool);
    size_t count = 0;
    for (const struct xml_element *entry = xml_find(result, STR("Data/Entry"));
         entry && count < SYSTEMS_MOST && child_text(result, STR("Identifier")).len > 0;
         entry = xml_again(entry), count++)
        named[count] = (struct named_entry){ child_text(entry, STR("Identifier")), count };
    qsort(named, count, sizeof *named, by_identifier);
    for (size_t i = 1; i < count; i++)
        again[named[i].index] = str_eq(named[i].identifier, named[i - 1].identifier);
    return again;
}

struct composite {
    struct reading *reading;
    const struct xml_element *root;
};

static void selected_system(const struct composite *in, struct str identifier)
{
    size_t count = 0;
    for (const struct xml_element *system = xml_find(in->root, STR("System"));
         system && count < SYSTEMS_MOST; system = xml_again(system), count++) {
        if (str_eq(child_text(system, STR("Identifier")), identifier)) {
            system_read(in->reading, system, (struct str){ 0 });
            return;
        }
    }
}

static void systems_read(const struct composite *in)
{
    const struct xml_element *first = xml_find(in->root, STR("System"));
    bool several = first && xml_again(first);
    size_t count = 0;
    for (const struct xml_element *system = first; system && count < SYSTEMS_MOST;
         system = xml_again(system), count++) {
        system_read(in->reading, system,
                    several ? child_text(system, STR("Identifier")) : (struct str){ 0 });
    }
}

static void result_read(const struct composite *in, const struct xml_element *result,
                        unsigned index)
{
    struct reading *reading = in->reading;
    const struct xml_element *first = xml_find(result, STR("Data/Entry"));
    bool several = first && xml_again(first);
    unsigned number = 0;
    struct arena_mark whole = arena_mark(reading->scratch);
    const bool *again = entries_again(reading, result);
    for (const struct xml_element *entry = first; entry && number < SYSTEMS_MOST;
         entry = xml_again(entry), number++) {
        struct arena_mark mark = arena_mark(reading->scratch);
        struct str instance = several ? str_format(reading->scratch, "%u.%u", index, number)
                                      : str_format(reading->scratch, "%u", index);
        if (reading_run(reading, instance)) {
            if (reading->selected.len > 0)
                selected_system(in, child_text(entry, STR("Identifier")));
            entry_read(reading, result, entry);
            const struct xml_element *own = xml_one(reading, entry, STR("Identifier"));
            if (again[number] && own) {
                reading_contradiction(reading, own->text, xml_place(reading, own),
                                      STR("it stands twice in one result"));
            }
        }
        arena_rewind(reading->scratch, mark);
    }
    arena_rewind(reading->scratch, whole);
}

static bool read(struct reading *reading)
{
    struct composite in = { .reading = reading };
    if (!xml_read(reading, xml_lead(reading), reading->bytes.len, &in.root))
        return false;
    if (!xml_find(in.root, STR("Result")))
        reading_missing(reading, "/PhoronixTestSuite/Result");
    if (reading->selected.len == 0)
        systems_read(&in);
    unsigned index = 0;
    for (const struct xml_element *result = xml_find(in.root, STR("Result"));
         result && index < RESULTS_MOST; result = xml_again(result), index++)
        result_read(&in, result, index);
    return true;
}

const struct adapter adapter_phoronix = {
    .name = "phoronix-composite-xml",
    .title = "Results and machines of a test suite",
    .tool = "Phoronix Test Suite 5.2 to 10.8, composite.xml",
    .spec = "phoronix-test-suite, pts-core/openbenchmarking.org/schemas/result-file.xsd",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = result_fields,
    .field_count = ARRAY_COUNT(result_fields),
};
