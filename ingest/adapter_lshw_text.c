/* adapter_lshw_text.c - `lshw` as it prints on a console, B.02.12 to B.02.20.
 *
 * The first line is the host's name; "  *-core" begins a node, its values ("product: ...") stand
 * below it, three blanks deeper than the star. The class of a node is not printed: its id ("cpu:1",
 * "firmware", "bank:0") tells. Sizes are rounded to whole binary units ("16GiB"). The tree and the
 * values taken are those of `lshw -xml`. Defined by lyonel/lshw, src/core/print.cc. */
#include "reading.h"
#include "sniff.h"

enum { VALUES = 6 };
enum value_id { DESCRIPTION, PRODUCT, VERSION, SIZE, SLOT, LOGICAL_NAME };
static const struct str names[VALUES] = {
    STR_INIT("description"), STR_INIT("product"), STR_INIT("version"),
    STR_INIT("size"),        STR_INIT("slot"),    STR_INIT("logical name"),
};

struct stated { /* a value, and the line it stands on */
    struct str text;
    struct line line;
};
struct node {
    struct reading *reading;
    struct str id; /* "bank:0"; empty: the computer itself */
    struct stated value[VALUES];
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, STR("  *-core")) &&
                str_find(sniff->head, STR("description: ")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static void node_fact(const struct node *node, enum value_id which, enum key key,
                      struct str instance)
{
    const struct stated *value = &node->value[which];
    if (value->text.len > 0) {
        reading_fact(node->reading, key, instance, value->text, UNIT_NONE,
                     line_place(node->reading, &value->line, value->text));
    }
}

/* "16GiB" */
static void size_fact(const struct node *node, struct str instance)
{
    static const struct {
        struct str suffix;
        enum unit unit;
        double factor;
    } units[] = {
        { STR_INIT("MiB"), UNIT_MEBIBYTE, 1 },
        { STR_INIT("GiB"), UNIT_GIBIBYTE, 1 },
        { STR_INIT("TiB"), UNIT_GIBIBYTE, 1024 },
    };
    const struct stated *value = &node->value[SIZE];
    struct place place = line_place(node->reading, &value->line, value->text);
    double number;
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        struct str digits = str_sub(value->text, 0, value->text.len - units[i].suffix.len);
        if (str_ends(value->text, units[i].suffix) && num_real(digits, &number)) {
            reading_number(node->reading, KEY_HOST_MEMORY, instance, value->text,
                           number * units[i].factor, units[i].unit, place);
            return;
        }
    }
    if (value->text.len > 0) {
        reading_error(node->reading, DIAG_VALUE_BAD, place, STR("a number of MiB, GiB or TiB"),
                      value->text);
    }
}

/* "cpu" or "cpu:1" */
static bool is_one_of(struct str id, struct str word)
{
    return str_eq(id, word) ||
           (str_starts(id, word) && id.len > word.len && id.at[word.len] == ':');
}

static void node_facts(const struct node *node)
{
    size_t colon = str_find(node->id, STR(":"));
    struct str number =
        str_sub(node->id, colon == SIZE_MAX ? node->id.len : colon + 1, node->id.len);
    struct str name = node->value[LOGICAL_NAME].text;
    struct str none = { 0 };
    if (node->id.len == 0) {
        node_fact(node, PRODUCT, KEY_HOST_MODEL, none);
    } else if (str_eq(node->id, STR("firmware"))) {
        node_fact(node, VERSION, KEY_FIRMWARE_HOST, none);
    } else if (is_one_of(node->id, STR("cpu"))) {
        node_fact(node, PRODUCT, KEY_CPU_NAME, number);
    } else if (str_eq(node->id, STR("memory"))) {
        size_fact(node, STR("installed"));
    } else if (is_one_of(node->id, STR("bank")) && node->value[SIZE].text.len > 0) {
        node_fact(node, DESCRIPTION, KEY_HOST_MEMORY_MODULE, node->value[SLOT].text);
        size_fact(node, node->value[SLOT].text);
    } else if (is_one_of(node->id, STR("network"))) {
        node_fact(node, PRODUCT, KEY_NETWORK_ADAPTER, name);
    } else if (is_one_of(node->id, STR("disk"))) {
        node_fact(node, PRODUCT, KEY_STORAGE_NAME, name);
    }
}

/* "*-memory:1 UNCLAIMED" gives "memory:1". */
static bool node_id(struct str text, struct str *id)
{
    struct str star = STR("*-");
    if (!str_starts(text, star)) {
        return false;
    }
    text = str_sub(text, star.len, text.len);
    *id = str_sub(text, 0, str_find(text, STR(" ")));
    return true;
}

static void value_keep(struct node *node, const struct line *line)
{
    struct str value = line->text, label;
    if (!str_cut(&value, ':', &label) || !value.at) {
        return;
    }
    for (size_t i = 0; i < VALUES; i++) {
        if (str_eq(str_trim(label), names[i])) {
            node->value[i] = (struct stated){ str_trim(value), *line };
        }
    }
}

static bool read(struct reading *reading)
{
    struct node node = { .reading = reading };
    struct lines lines;
    struct line line;
    struct str id;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        if (node_id(str_trim(line.text), &id)) {
            node_facts(&node);
            node = (struct node){ .reading = reading, .id = id };
        } else {
            value_keep(&node, &line);
        }
    }
    node_facts(&node);
    return true;
}

const struct adapter adapter_lshw_text = {
    .name = "lshw-text",
    .title = "Computer, firmware, memory modules, adapters and disks, as text",
    .tool = "lshw, B.02.12 to B.02.20",
    .spec = "lyonel/lshw, src/core/print.cc",
    .unseen = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
