/* adapter_nvidia_smi_xml.c - `nvidia-smi -q -x`, drivers 418 to 595.
 *
 * Read by elements: the DTD's number does not tell the layout (v12 covers drivers whose power
 * blocks differ). A loop
 * (`-l`) puts whole documents behind one another, split here at "<?xml". `cuda_version` is the
 * newest CUDA that the driver supports. The limit in force is `enforced_power_limit` up to 525 and
 * `current_power_limit` from 535 on
 * (`power_limit` is the one that was asked for). From 570 on the draw is given as an average and as
 * an instant. A cell that is not there is not said; "N/A" and its like are placeholders.
 * Accelerators are counted in their order; where fewer are listed than are attached (`-i 3`), each
 * has its minor number. Spec: nvidia-smi(1), nvsmi_device_v*.dtd. */
#include "minors.h"
#include "reading.h"
#include "sniff.h"

static const struct field log_fields[] = {
    { "attached_gpus", KEY_ACCELERATOR_ATTACHED, UNIT_COUNT, false },
    { "cuda_version", KEY_DRIVER_CUDA, UNIT_NONE, false },
    { "driver_version", KEY_DRIVER_VERSION, UNIT_NONE, true },
    { "timestamp", KEY_CAPTURE_TIME, UNIT_NONE, false },
};

static const struct field gpu_fields[] = {
    { "applications_clocks/graphics_clock", KEY_CLOCK_SM_APPLICATION, UNIT_MEGAHERTZ, false },
    { "applications_clocks/mem_clock", KEY_CLOCK_MEMORY_APPLICATION, UNIT_MEGAHERTZ, false },
    { "board_part_number", KEY_ACCELERATOR_PART, UNIT_NONE, false },
    { "clocks/sm_clock", KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ, false },
    { "compute_mode", KEY_DRIVER_COMPUTE_MODE, UNIT_NONE, false },
    { "default_applications_clocks/graphics_clock", KEY_CLOCK_SM_APPLICATION_DEFAULT,
      UNIT_MEGAHERTZ, false },
    { "default_applications_clocks/mem_clock", KEY_CLOCK_MEMORY_APPLICATION_DEFAULT, UNIT_MEGAHERTZ,
      false },
    { "ecc_mode/current_ecc", KEY_ACCELERATOR_ECC, UNIT_NONE, false },
    { "fabric/state", KEY_FABRIC_STATE, UNIT_NONE, false },
    { "fb_memory_usage/total", KEY_ACCELERATOR_MEMORY_TOTAL, UNIT_MEBIBYTE, false },
    { "gpu_module_id", KEY_ACCELERATOR_MODULE, UNIT_NONE, false },
    { "gpu_power_readings/average_power_draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "gpu_power_readings/current_power_limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "gpu_power_readings/default_power_limit", KEY_POWER_LIMIT_DEFAULT, UNIT_WATT, false },
    { "gpu_power_readings/instant_power_draw", KEY_CAPTURE_POWER_INSTANT, UNIT_WATT, false },
    { "gpu_power_readings/max_power_limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "gpu_power_readings/power_draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "gpu_virtualization_mode/virtualization_mode", KEY_ACCELERATOR_VIRTUALISATION, UNIT_NONE,
      false },
    { "gsp_firmware_version", KEY_FIRMWARE_GSP, UNIT_NONE, false },
    { "inforom_version/img_version", KEY_FIRMWARE_INFOROM, UNIT_NONE, false },
    { "max_clocks/mem_clock", KEY_CLOCK_MEMORY_MAX, UNIT_MEGAHERTZ, false },
    { "max_clocks/sm_clock", KEY_CLOCK_SM_MAX, UNIT_MEGAHERTZ, false },
    { "mig_mode/current_mig", KEY_ACCELERATOR_MIG, UNIT_NONE, false },
    { "pci/pci_bus_id", KEY_ACCELERATOR_BUS_ID, UNIT_NONE, false },
    { "pci/pci_gpu_link_info/pcie_gen/current_link_gen", KEY_LINK_GENERATION, UNIT_COUNT, false },
    { "pci/pci_gpu_link_info/pcie_gen/max_link_gen", KEY_LINK_GENERATION_MAX, UNIT_COUNT, false },
    { "performance_state", KEY_CAPTURE_PERFORMANCE_STATE, UNIT_NONE, false },
    { "persistence_mode", KEY_DRIVER_PERSISTENCE, UNIT_NONE, false },
    { "platformInfo/module_id", KEY_ACCELERATOR_MODULE, UNIT_NONE, false },
    { "power_readings/default_power_limit", KEY_POWER_LIMIT_DEFAULT, UNIT_WATT, false },
    { "power_readings/enforced_power_limit", KEY_POWER_LIMIT, UNIT_WATT, false },
    { "power_readings/max_power_limit", KEY_POWER_LIMIT_MAX, UNIT_WATT, false },
    { "power_readings/power_draw", KEY_CAPTURE_POWER, UNIT_WATT, false },
    { "product_architecture", KEY_ACCELERATOR_ARCHITECTURE, UNIT_NONE, false },
    { "product_name", KEY_ACCELERATOR_NAME, UNIT_NONE, true },
    { "remapped_rows/remapped_row_failure", KEY_ROWS_FAILED, UNIT_NONE, false },
    { "remapped_rows/remapped_row_pending", KEY_ROWS_PENDING, UNIT_NONE, false },
    { "serial", KEY_ACCELERATOR_SERIAL, UNIT_NONE, false },
    { "temperature/gpu_temp", KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS, false },
    { "utilization/gpu_util", KEY_CAPTURE_UTILISATION, UNIT_PERCENT, false },
    { "uuid", KEY_ACCELERATOR_UUID, UNIT_NONE, false },
    { "vbios_version", KEY_FIRMWARE_VBIOS, UNIT_NONE, false },
};

static int bid(const struct sniff *sniff)
{
    return str_find(sniff->head, STR("<nvidia_smi_log")) != SIZE_MAX ? BID_SIGNATURE : BID_NONE;
}

/* "16x" */
static void width_fact(struct reading *reading, const struct xml_element *gpu, struct str path,
                       enum key key, struct str instance)
{
    const struct xml_element *width = xml_one(reading, gpu, path);
    double lanes;
    if (!width)
        return;
    struct str text = str_trim(width->text);
    if (str_ends(text, STR("x")) && num_real(str_sub(text, 0, text.len - 1), &lanes))
        reading_number(reading, key, instance, text, lanes, UNIT_COUNT, xml_place(reading, width));
    else
        reading_fact(reading, key, instance, text, UNIT_COUNT, xml_place(reading, width));
}

static struct str instance_of(struct reading *reading, struct str gpu, struct str what)
{
    return str_format(reading->scratch, "%.*s %.*s", STR_ARG(gpu), STR_ARG(what));
}

/* Each reason by its name, active or not: "clocks_event_reason_sw_power_cap" gives the instance "0
 * sw_power_cap". */
static void throttle_facts(struct reading *reading, const struct xml_element *gpu,
                           struct str instance)
{
    static const struct {
        struct str block, prefix;
    } eras[] = {
        { { "clocks_event_reasons", 20 }, { "clocks_event_reason_", 20 } },       /* from 535 on */
        { { "clocks_throttle_reasons", 23 }, { "clocks_throttle_reason_", 23 } }, /* up to 530 */
    };
    for (size_t i = 0; i < ARRAY_COUNT(eras); i++) {
        const struct xml_element *block = xml_find(gpu, eras[i].block);
        for (const struct xml_element *reason = block ? block->child : NULL; reason;
             reason = reason->next) {
            if (str_starts(reason->name, eras[i].prefix)) {
                struct str name = str_sub(reason->name, eras[i].prefix.len, reason->name.len);
                reading_fact(reading, KEY_THROTTLE_REASON, instance_of(reading, instance, name),
                             reason->text, UNIT_NONE, xml_place(reading, reason));
            }
        }
    }
}

/* Slices of a partitioned accelerator (MIG): a program sees one of them, so their sizes belong to
 * the partitioning: "0 slice 1 memory". */
static void slice_facts(struct reading *reading, const struct xml_element *gpu, struct str instance)
{
    static const struct {
        struct str path;
        const char *what;
    } sizes[] = {
        { STR_INIT("device_attributes/shared/multiprocessor_count"), "multiprocessors" },
        { STR_INIT("fb_memory_usage/total"), "memory" },
        { STR_INIT("gpu_instance_id"), "instance" },
    };
    const struct xml_element *slice = xml_find(gpu, STR("mig_devices/mig_device"));
    for (; slice; slice = xml_again(slice)) {
        const struct xml_element *index = xml_one(reading, slice, STR("index"));
        for (size_t i = 0; index && i < ARRAY_COUNT(sizes); i++) {
            const struct xml_element *size = xml_one(reading, slice, sizes[i].path);
            if (size) {
                reading_fact(reading, KEY_ACCELERATOR_MIG,
                             str_format(reading->scratch, "%.*s slice %.*s %s", STR_ARG(instance),
                                        STR_ARG(index->text), sizes[i].what),
                             size->text, UNIT_NONE, xml_place(reading, size));
            }
        }
    }
}

/* Counters since the driver was loaded. Up to 450 by bits ("double_bit/total"), later by memory and
 * kind of error: "dram_uncorrectable", "sram_uncorrectable_parity". Each counter is an instance;
 * none is added to another. */
static void ecc_facts(struct reading *reading, const struct xml_element *gpu, struct str instance)
{
    const struct xml_element *counters = xml_find(gpu, STR("ecc_errors/volatile"));
    for (const struct xml_element *counter = counters ? counters->child : NULL; counter;
         counter = counter->next) {
        const struct xml_element *total = xml_one(reading, counter, STR("total"));
        const struct xml_element *value = total ? total : counter;
        bool wrong = str_eq(counter->name, STR("double_bit")) ||
                     str_find(counter->name, STR("uncorrectable")) != SIZE_MAX;
        bool mended = str_eq(counter->name, STR("single_bit")) ||
                      str_ends(counter->name, STR("_correctable"));
        if (wrong || mended) {
            reading_fact(reading, wrong ? KEY_ECC_UNCORRECTED : KEY_ECC_CORRECTED,
                         instance_of(reading, instance, counter->name), value->text, UNIT_COUNT,
                         xml_place(reading, value));
        }
    }
}

static void process_facts(struct reading *reading, const struct xml_element *gpu,
                          struct str instance)
{
    for (const struct xml_element *process = xml_find(gpu, STR("processes/process_info")); process;
         process = xml_again(process)) {
        const struct xml_element *name = xml_one(reading, process, STR("process_name"));
        const struct xml_element *pid = xml_one(reading, process, STR("pid"));
        if (name) {
            reading_fact(reading, KEY_FOREIGN_PROCESS,
                         pid ? instance_of(reading, instance, pid->text) : instance, name->text,
                         UNIT_NONE, xml_place(reading, name));
        }
    }
}

static void gpu_facts(struct reading *reading, const struct xml_element *gpu, struct str instance)
{
    xml_fields(reading, gpu, instance, gpu_fields, ARRAY_COUNT(gpu_fields));
    width_fact(reading, gpu, STR("pci/pci_gpu_link_info/link_widths/current_link_width"),
               KEY_LINK_WIDTH, instance);
    width_fact(reading, gpu, STR("pci/pci_gpu_link_info/link_widths/max_link_width"),
               KEY_LINK_WIDTH_MAX, instance);
    slice_facts(reading, gpu, instance);
    throttle_facts(reading, gpu, instance);
    ecc_facts(reading, gpu, instance);
    process_facts(reading, gpu, instance);
}

static struct minors document_minors(struct reading *reading, const struct xml_element *root)
{
    const struct xml_element *attached = xml_one(reading, root, STR("attached_gpus"));
    struct minors minors = { .attached = attached ? minors_number(attached->text) : -1 };
    for (const struct xml_element *gpu = xml_find(root, STR("gpu")); gpu; gpu = xml_again(gpu)) {
        const struct xml_element *number = xml_find(gpu, STR("minor_number"));
        minors_begin(&minors, true);
        minors_add(&minors, number ? number->text : STR(""));
    }
    minors_end(&minors);
    return minors;
}

static bool document_read(struct reading *reading, size_t from, size_t to)
{
    const struct xml_element *root = NULL;
    if (!xml_read(reading, from, to, &root))
        return false;
    if (!str_eq(root->name, STR("nvidia_smi_log"))) {
        reading_error(reading, DIAG_XML_BAD, xml_place(reading, root), STR("nvidia_smi_log"),
                      root->name);
        return false;
    }
    xml_fields(reading, root, (struct str){ 0 }, log_fields, ARRAY_COUNT(log_fields));
    const struct minors minors = document_minors(reading, root);
    size_t place = 0;
    for (const struct xml_element *gpu = xml_find(root, STR("gpu")); gpu; gpu = xml_again(gpu)) {
        gpu_facts(reading, gpu,
                  str_format(reading->scratch, "%lld", (long long)minors_index(&minors, place)));
        place++;
    }
    return true;
}

static bool read(struct reading *reading)
{
    struct str mark = STR("<?xml ");
    size_t from = xml_lead(reading);
    bool any = false;
    while (from < reading->bytes.len) {
        struct str behind = str_sub(reading->bytes, from + 1, reading->bytes.len);
        size_t next = str_find(behind, mark);
        size_t to = next == SIZE_MAX ? reading->bytes.len : from + 1 + next;
        bool blank =
            str_trim(str_sub(reading->bytes, from, to)).len == 0; /* before the first document */
        struct arena_mark rewind = arena_mark(reading->scratch);
        reading_round(reading);
        any = (!blank && document_read(reading, from, to)) || any;
        arena_rewind(reading->scratch, rewind);
        from = to;
    }
    return any;
}

const struct adapter adapter_nvidia_smi_xml = {
    .name = "nvidia-smi-xml",
    .title = "Accelerators, driver, power limits, clocks and health",
    .tool = "nvidia-smi -q -x, drivers 418 to 595",
    .spec = "nvidia-smi(1); layouts of drivers 418, 515, 525, 535, 570, 580, 595",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
    .mark = "<nvidia_smi_log",
    .field = gpu_fields,
    .field_count = ARRAY_COUNT(gpu_fields),
    .traits = TRAIT_LISTS_ACCELERATORS | TRAIT_LISTS_PROCESSES,
};
