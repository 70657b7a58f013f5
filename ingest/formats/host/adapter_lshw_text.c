/* adapter_lshw_text.c - `lshw` as it prints on a console, B.02.12 to B.02.20.
 *
 * The first line is the host's name; "  *-core" begins a node, its values ("product: ...") stand
 * below it, three blanks deeper than the star. The class of a node is not printed: its id ("cpu:1",
 * "firmware", "bank:0") tells. Sizes are rounded to whole binary units ("16GiB"). The tree and the
 * values taken are those of `lshw -xml`. Defined by lyonel/lshw, src/core/print.cc. */
#include "lshw.h"
#include "sniff.h"

enum value_id {
    DESCRIPTION,
    PRODUCT,
    VERSION,
    DATE,
    SIZE,
    SLOT,
    LOGICAL_NAME,
    BUS_INFO,
    NUMBER,
    VALUES
};
static const struct str names[VALUES] = {
    [DESCRIPTION] = STR_INIT("description"),
    [PRODUCT] = STR_INIT("product"),
    [VERSION] = STR_INIT("version"),
    [DATE] = STR_INIT("date"),
    [SIZE] = STR_INIT("size"),
    [SLOT] = STR_INIT("slot"),
    [LOGICAL_NAME] = STR_INIT("logical name"),
    [BUS_INFO] = STR_INIT("bus info"),
    [NUMBER] = STR_INIT("physical id"),
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

static struct lshw_value value_of(const struct node *node, enum value_id which)
{
    const struct stated *value = &node->value[which];
    return (struct lshw_value){ value->text, line_place(node->reading, &value->line, value->text) };
}

static struct str text_of(const struct node *node, enum value_id first, enum value_id second)
{
    return node->value[first].text.len > 0 ? node->value[first].text : node->value[second].text;
}

static void node_facts(const struct node *node)
{
    struct lshw_node held = {
        .id = node->id,
        .top = node->id.len == 0,
        .product = value_of(node, PRODUCT),
        .version = value_of(node, VERSION),
        .date = value_of(node, DATE),
        .description = value_of(node, DESCRIPTION),
        .size = value_of(node, SIZE),
        .name = text_of(node, LOGICAL_NAME, BUS_INFO),
        .slot = text_of(node, SLOT, NUMBER),
    };
    lshw_node_facts(node->reading, &held);
}

/* "*-memory:1 UNCLAIMED" gives "memory:1". */
static bool node_id(struct str text, struct str *id)
{
    struct str star = STR("*-");
    if (!str_starts(text, star))
        return false;
    text = str_sub(text, star.len, text.len);
    *id = str_sub(text, 0, str_find(text, STR(" ")));
    return true;
}

static void value_keep(struct node *node, const struct line *line)
{
    struct str value = line->text, label;
    if (!str_cut(&value, ':', &label) || !value.at)
        return;
    for (size_t i = 0; i < VALUES; i++) {
        if (!str_eq(str_trim(label), names[i]))
            continue;
        struct stated *stated = &node->value[i];
        value = str_trim(value);
        if (stated->text.len > 0 && i != LOGICAL_NAME) { /* a device may have several names */
            const struct statement told = {
                names[i], stated->text, line_place(node->reading, &stated->line, stated->text)
            };
            reading_otherwise(node->reading, &told, value, line_place(node->reading, line, value));
        } else if (stated->text.len == 0) {
            *stated = (struct stated){ value, *line };
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
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
