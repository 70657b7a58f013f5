/* adapter_lstopo_xml.c - `lstopo topology.xml`, hwloc 1.11 to 3.0.
 *
 * A tree of <object type>; what is not structure stands in <info name value>. Taken: the computer,
 * its firmware and kernel, the processor, the memory of each NUMA node, and accelerators
 * among operating-system devices ("OSDev"), with the name that their driver gave. The type of such
 * a device is a number that changed its meaning in 3.0 and is not looked at. Defined by hwloc, its
 * hwloc.dtd and hwloc2.dtd. */
#include "reading.h"
#include "sniff.h"

enum { DEPTH_MOST = 60, OBJECTS_MOST = 1 << 18 };

static const struct info_row {
    const char *name;
    enum key key;
} infos[] = {
    { "CPUModel", KEY_CPU_NAME },         { "DMIBIOSVersion", KEY_FIRMWARE_HOST },
    { "DMIProductName", KEY_HOST_MODEL }, { "HostName", KEY_OS_HOST_NAME },
    { "OSRelease", KEY_OS_KERNEL },       { "Architecture", KEY_CPU_ARCHITECTURE },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("<topology")) != SIZE_MAX &&
                str_find(sniff->head, STR("<object type=\"Machine\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void attribute_fact(struct reading *reading, const struct xml_element *element,
                           const char *attribute, enum key key, struct str instance)
{
    struct str text = xml_attribute(element, str_from(attribute));
    struct place place = xml_place(reading, element);
    place.path = str_format(reading->scratch, "%.*s/@%s", STR_ARG(place.path), attribute);
    if (text.len > 0)
        reading_fact(reading, key, instance, text, UNIT_NONE, place);
}

/* Processors of one model say so once. */
static void info_facts(struct reading *reading, const struct xml_element *object, struct str *model)
{
    for (const struct xml_element *info = object->child; info; info = info->next) {
        struct str name = xml_attribute(info, STR("name"));
        for (size_t i = 0; str_eq(info->name, STR("info")) && i < ARRAY_COUNT(infos); i++) {
            struct str value = xml_attribute(info, STR("value"));
            bool again = infos[i].key == KEY_CPU_NAME && str_eq(value, *model);
            if (str_eq(name, str_from(infos[i].name)) && !again) {
                *model = infos[i].key == KEY_CPU_NAME ? value : *model;
                attribute_fact(reading, info, "value", infos[i].key, (struct str){ 0 });
            }
        }
    }
}

static void device_facts(struct reading *reading, const struct xml_element *object)
{
    struct str name = xml_attribute(object, STR("name"));
    for (const struct xml_element *info = object->child; info; info = info->next)
        if (str_eq(info->name, STR("info")) &&
            str_eq(xml_attribute(info, STR("name")), STR("GPUModel")))
            attribute_fact(reading, info, "value", KEY_ACCELERATOR_NAME, name);
}

struct topology {
    struct reading *reading;
    struct str model; /* of the processor last told */
    size_t count;
};

static void objects_read(struct topology *in, const struct xml_element *parent, int depth)
{
    for (const struct xml_element *child = parent->child;
         child && depth < DEPTH_MOST && in->count < OBJECTS_MOST; child = child->next) {
        if (!str_eq(child->name, STR("object")))
            continue;
        struct str type = xml_attribute(child, STR("type"));
        in->count++;
        if (str_eq(type, STR("NUMANode"))) {
            struct str node = str_format(in->reading->scratch, "node %.*s",
                                         STR_ARG(xml_attribute(child, STR("os_index"))));
            attribute_fact(in->reading, child, "local_memory", KEY_HOST_MEMORY, node);
        } else if (str_eq(type, STR("OSDev"))) {
            device_facts(in->reading, child);
        } else {
            info_facts(in->reading, child, &in->model);
        }
        objects_read(in, child, depth + 1);
    }
}

static bool read(struct reading *reading)
{
    struct topology in = { .reading = reading };
    const struct xml_element *root = NULL;
    if (!xml_read(reading, xml_lead(reading), reading->bytes.len, &root))
        return false;
    objects_read(&in, root, 0);
    return true;
}

const struct adapter adapter_lstopo_xml = {
    .name = "lstopo-xml",
    .title = "Computer, firmware, processors and NUMA nodes",
    .tool = "lstopo, hwloc 1.11 to 3.0, XML",
    .spec = "open-mpi/hwloc, hwloc2.dtd",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
