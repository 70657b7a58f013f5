/* adapter_dmidecode.c - `dmidecode`, versions 2.12 to 3.6, with and without -q and -t: firmware,
 * computer, memory modules and slots, as the firmware's own table (SMBIOS) names them.
 *
 * A structure is a title at the line's begin ("Memory Device") with "\tName: value" lines below it.
 * Sizes are binary ("16 GB" is 16 GiB). A module's speed is what it may do, its configured speed
 * what the board lets it do; both count transfers, also where versions before 3.1 wrote "MHz".
 * A module is known by its locator; boards that call every first slot of a channel "DIMM 0" have
 * the bank's in front. Serial numbers and the machine's UUID are not taken; `inspect` marks them.
 * The processor is left to lscpu, since virtual machines give it their own version here. Defined by
 * DMTF DSP0134 (System Management BIOS) and dmidecode.c. */
#include "reading.h"
#include "sniff.h"

enum { MODULES_MOST = 4096 };

enum value_id { LOCATOR, BANK, SIZE, TYPE, PART, SPEED, CONFIGURED, VALUES };
static const struct {
    struct str name;
    enum value_id id;
} names[] = {
    { STR_INIT("Bank Locator"), BANK },
    { STR_INIT("Configured Clock Speed"), CONFIGURED }, /* before 3.2 */
    { STR_INIT("Configured Memory Speed"), CONFIGURED },
    { STR_INIT("Locator"), LOCATOR },
    { STR_INIT("Part Number"), PART },
    { STR_INIT("Size"), SIZE },
    { STR_INIT("Speed"), SPEED },
    { STR_INIT("Type"), TYPE },
};

struct stated { /* a value, and the line it stands on */
    struct str text;
    struct line line;
};
struct module {
    struct stated value[VALUES];
    struct module *next;
};
struct table {
    struct reading *reading;
    struct str title;                      /* of the structure that is being read */
    struct module *first, *module, **last; /* module: the one that is being read */
    size_t modules, arrays;
};

static const struct {
    struct str title, name;
    enum key key;
} plain[] = {
    { STR_INIT("BIOS Information"), STR_INIT("Version"), KEY_FIRMWARE_HOST },
    { STR_INIT("BIOS Information"), STR_INIT("Release Date"), KEY_FIRMWARE_HOST_DATE },
    { STR_INIT("System Information"), STR_INIT("Product Name"), KEY_HOST_MODEL },
};

static int bid(const struct sniff *sniff)
{
    if (str_starts(sniff_first_line(sniff), STR("# dmidecode ")) ||
        (sniff_line_starts(sniff, STR("Handle 0x")) &&
         str_find(sniff->head, STR(", DMI type ")) != SIZE_MAX))
        return BID_SIGNATURE;
    bool quiet = (sniff_line_starts(sniff, STR("BIOS Information")) &&
                  sniff_line_starts(sniff, STR("\tRelease Date: "))) ||
                 (sniff_line_starts(sniff, STR("Memory Device")) &&
                  sniff_line_starts(sniff, STR("\tBank Locator: ")));
    return quiet ? BID_SHAPE : BID_NONE;
}

/* ---- modules ---- */

static struct place place_of(const struct table *table, const struct stated *value)
{
    return line_place(table->reading, &value->line, value->text);
}

static bool is_stated(const struct stated *value)
{
    return value->text.len > 0 && !text_is_placeholder(value->text);
}

/* "16 GB": a number and one of these. False: said why. */
static bool measured(const struct table *table, const struct stated *value, bool speed,
                     double *number, enum unit *unit)
{
    static const struct {
        struct str suffix;
        double factor;
        enum unit unit;
        bool speed;
    } units[] = {
        { STR_INIT(" kB"), 1, UNIT_KIBIBYTE, false },
        { STR_INIT(" MB"), 1, UNIT_MEBIBYTE, false },
        { STR_INIT(" GB"), 1, UNIT_GIBIBYTE, false },
        { STR_INIT(" TB"), 1024, UNIT_GIBIBYTE, false },
        { STR_INIT(" MT/s"), 1, UNIT_MEGATRANSFER_PER_SECOND, true },
        { STR_INIT(" MHz"), 1, UNIT_MEGATRANSFER_PER_SECOND, true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        struct str digits = str_sub(value->text, 0, value->text.len - units[i].suffix.len);
        if (units[i].speed == speed && str_ends(value->text, units[i].suffix) &&
            num_real(digits, number) && *number > 0) {
            *number *= units[i].factor;
            *unit = units[i].unit;
            return true;
        }
    }
    reading_error(table->reading, DIAG_VALUE_BAD, place_of(table, value),
                  speed ? STR("a number of MT/s") : STR("a number of kB, MB, GB or TB"),
                  value->text);
    return false;
}

static void text_fact(const struct table *table, const struct stated *value, enum key key,
                      struct str instance)
{
    if (value->text.len > 0)
        reading_fact(table->reading, key, instance, value->text, UNIT_NONE, place_of(table, value));
}

static void number_fact(const struct table *table, const struct stated *value, enum key key,
                        struct str instance)
{
    double number;
    enum unit unit;
    bool speed = key != KEY_HOST_MEMORY;
    if (!is_stated(value)) {
        text_fact(table, value, key, instance);
    } else if (measured(table, value, speed, &number, &unit)) {
        reading_number(table->reading, key, instance, value->text, number, unit,
                       place_of(table, value));
    }
}

static bool locators_repeat(const struct table *table)
{
    for (const struct module *a = table->first; a; a = a->next) {
        for (const struct module *b = a->next; b; b = b->next)
            if (str_eq(a->value[LOCATOR].text, b->value[LOCATOR].text))
                return true;
    }
    return false;
}

static void module_facts(const struct table *table, const struct module *module, bool banked)
{
    struct str slot = module->value[LOCATOR].text;
    if (str_eq(module->value[SIZE].text, STR("No Module Installed")))
        return;
    if (banked && is_stated(&module->value[BANK])) {
        slot = str_format(table->reading->home, "%.*s %.*s", STR_ARG(module->value[BANK].text),
                          STR_ARG(slot));
    }
    number_fact(table, &module->value[SIZE], KEY_HOST_MEMORY, slot);
    text_fact(table, &module->value[TYPE], KEY_HOST_MEMORY_TYPE, slot);
    text_fact(table, &module->value[PART], KEY_HOST_MEMORY_PART, slot);
    number_fact(table, &module->value[SPEED], KEY_HOST_MEMORY_SPEED_RATED, slot);
    number_fact(table, &module->value[CONFIGURED], KEY_HOST_MEMORY_SPEED, slot);
}

/* ---- lines ---- */

static bool title_read(struct table *table, const struct line *line)
{
    table->title = str_trim(line->text);
    if (!str_eq(table->title, STR("Memory Device"))) {
        table->arrays += str_eq(table->title, STR("Physical Memory Array")) ? 1 : 0;
        return true;
    }
    if (table->modules++ == MODULES_MOST) {
        reading_error(table->reading, DIAG_LINE_BAD, line_place(table->reading, line, line->text),
                      STR("at most 4096 memory devices"), line->text);
        return false;
    }
    struct module *module = ARENA_NEW(table->reading->scratch, struct module);
    *table->last = table->module = module;
    table->last = &module->next;
    return true;
}

/* The first value; another of the same name is told. */
static void module_keep(const struct table *table, struct stated *kept, const struct stated *stated,
                        struct str name)
{
    if (kept->text.len > 0) {
        const struct statement before = { name, kept->text, place_of(table, kept) };
        reading_otherwise(table->reading, &before, stated->text, place_of(table, stated));
    } else {
        *kept = *stated;
    }
}

static void value_read(struct table *table, const struct line *line)
{
    struct str value = str_sub(line->text, 1, line->text.len), name;
    if (!str_cut(&value, ':', &name) || !value.at)
        return;
    struct stated stated = { str_trim(value), *line };
    for (size_t i = 0; i < ARRAY_COUNT(plain); i++)
        if (str_eq(table->title, plain[i].title) && str_eq(name, plain[i].name))
            text_fact(table, &stated, plain[i].key, (struct str){ 0 });
    if (str_eq(table->title, STR("Physical Memory Array")) &&
        str_eq(name, STR("Number Of Devices"))) {
        text_fact(table, &stated, KEY_HOST_MEMORY_SLOTS,
                  str_format(table->reading->home, "%zu", table->arrays - 1));
    }
    bool device = table->module && str_eq(table->title, STR("Memory Device"));
    for (size_t i = 0; device && i < ARRAY_COUNT(names); i++)
        if (str_eq(name, names[i].name))
            module_keep(table, &table->module->value[names[i].id], &stated, name);
}

static bool read(struct reading *reading)
{
    struct table table = { .reading = reading };
    struct lines lines;
    struct line line;
    table.last = &table.first;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        bool deeper = str_starts(line.text, STR("\t"));
        if (deeper && !str_starts(line.text, STR("\t\t")))
            value_read(&table, &line);
        else if (!deeper && line.text.len > 0 && line.text.at[0] != '#' &&
                 !str_starts(line.text, STR("Handle 0x")) && !title_read(&table, &line))
            return false;
    }
    bool banked = locators_repeat(&table);
    for (const struct module *module = table.first; module; module = module->next)
        module_facts(&table, module, banked);
    return true;
}

const struct adapter adapter_dmidecode = {
    .name = "dmidecode",
    .title = "Firmware, computer, memory modules and slots",
    .tool = "dmidecode 2.12 to 3.6",
    .spec = "DMTF DSP0134, System Management BIOS; dmidecode.c",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
