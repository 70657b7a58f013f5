/* lshw.c - what a node of lshw's tree is, and what is taken of it.
 *
 * A class alone does not tell: parts of a PC (timers, controllers of interrupts) are of class
 * "system" as the computer is, optical drives of class "disk", coprocessors of class "processor".
 * Of an NVMe disk the controller's node has the product, not the namespaces below it. Boards of
 * several sockets have "memory:0" and "memory:1". Defined by lyonel/lshw, src/core: dmi.cc, pci.cc,
 * nvme.cc, network.cc. */
#include "lshw.h"

/* "cpu", or "cpu:1" */
static bool is_one_of(struct str id, struct str word)
{
    return str_eq(id, word) ||
           (str_starts(id, word) && id.len > word.len && id.at[word.len] == ':');
}

/* "cpu:1" gives "1"; "cpu" gives nothing. */
static struct str number_of(struct str id)
{
    size_t colon = str_find(id, STR(":"));
    return str_sub(id, colon == SIZE_MAX ? id.len : colon + 1, id.len);
}

/* "nvme" and "nvme:1"; "nvme0" of B.02.18 */
static bool is_nvme(struct str id)
{
    struct str word = STR("nvme");
    if (!str_starts(id, word))
        return false;
    for (size_t i = word.len; i < id.len; i++)
        if (id.at[i] != ':' && (id.at[i] < '0' || id.at[i] > '9'))
            return false;
    return true;
}

static bool is_network(const struct lshw_node *node)
{
    return str_eq(node->class, STR("network")) ||
           (node->class.len == 0 && is_one_of(node->id, STR("network")));
}

static bool is_disk(const struct lshw_node *node)
{
    bool plain = str_eq(node->class, STR("disk")) ? !is_one_of(node->id, STR("cdrom"))
                                                  : is_one_of(node->id, STR("disk"));
    return plain || is_nvme(node->id);
}

static void value_fact(struct reading *reading, const struct lshw_value *value, enum key key,
                       struct str instance)
{
    if (value->text.len > 0)
        reading_fact(reading, key, instance, value->text, UNIT_NONE, value->place);
}

static bool is_digits(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.len > 0;
}

/* Bytes, or "16GiB". */
static void size_fact(struct reading *reading, const struct lshw_value *size, struct str instance)
{
    static const struct {
        struct str suffix;
        enum unit unit;
        double factor;
    } units[] = {
        { STR_INIT("KiB"), UNIT_KIBIBYTE, 1 },
        { STR_INIT("MiB"), UNIT_MEBIBYTE, 1 },
        { STR_INIT("GiB"), UNIT_GIBIBYTE, 1 },
        { STR_INIT("TiB"), UNIT_GIBIBYTE, 1024 },
    };
    struct str text = size->text;
    double number;
    if (text.len == 0)
        return;
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        struct str digits = str_sub(text, 0, text.len - units[i].suffix.len);
        if (str_ends(text, units[i].suffix) && num_real(digits, &number)) {
            reading_number(reading, KEY_HOST_MEMORY, instance, text, number * units[i].factor,
                           units[i].unit, size->place);
            return;
        }
    }
    if (is_digits(text)) {
        reading_fact(reading, KEY_HOST_MEMORY, instance, text, UNIT_BYTE, size->place);
        return;
    }
    reading_error(reading, DIAG_VALUE_BAD, size->place,
                  STR("bytes, or a number of KiB, MiB, GiB or TiB"), text);
}

/* "installed", or "installed 1" where the board has several memories. */
static struct str installed(struct reading *reading, struct str id)
{
    struct str number = number_of(id);
    return number.len > 0 ? str_format(reading->scratch, "installed %.*s", STR_ARG(number))
                          : STR("installed");
}

void lshw_node_facts(struct reading *reading, const struct lshw_node *node)
{
    const struct str none = { 0 };
    if (node->top && (node->class.len == 0 || str_eq(node->class, STR("system")))) {
        value_fact(reading, &node->product, KEY_HOST_MODEL, none);
    } else if (str_eq(node->id, STR("firmware"))) {
        value_fact(reading, &node->version, KEY_FIRMWARE_HOST, none);
        value_fact(reading, &node->date, KEY_FIRMWARE_HOST_DATE, none);
    } else if (is_one_of(node->id, STR("cpu"))) {
        value_fact(reading, &node->product, KEY_CPU_NAME, number_of(node->id));
    } else if (is_one_of(node->id, STR("memory"))) {
        size_fact(reading, &node->size, installed(reading, node->id));
    } else if (is_one_of(node->id, STR("bank")) && node->size.text.len > 0) {
        value_fact(reading, &node->description, KEY_HOST_MEMORY_MODULE, node->slot);
        value_fact(reading, &node->product, KEY_HOST_MEMORY_PART, node->slot);
        size_fact(reading, &node->size, node->slot);
    } else if (is_network(node)) {
        value_fact(reading, &node->product, KEY_NETWORK_ADAPTER, node->name);
    } else if (is_disk(node)) {
        struct str folder = STR("/dev/");
        size_t from = str_starts(node->name, folder) ? folder.len : 0;
        value_fact(reading, &node->product, KEY_STORAGE_NAME,
                   str_sub(node->name, from, node->name.len));
    }
}
