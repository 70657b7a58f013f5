/* adapter_lshw_json.c - `lshw -json`, lshw B.02.16 to B.02.20.
 *
 * The tree of `lshw -xml` as JSON: an object, or a list of them; nodes below stand in "children".
 * logicalname may be a list, whose first name is taken. Defined by lyonel/lshw, src/core/hw.cc. */
#include "lshw.h"
#include "sniff.h"

enum { DEPTH_MOST = 32 };

static int bid(const struct sniff *sniff)
{
    bool mine = (sniff_is_object(sniff) || sniff_is_array(sniff)) &&
                sniff_member(sniff, STR("id")) && sniff_member(sniff, STR("class")) &&
                str_find(sniff->head, STR("\"claimed\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* A member; of a list the first item. */
static struct lshw_value value_of(const struct json *json, const struct json_item *node,
                                  struct str name)
{
    const struct json_item *item = json_member(node, name);
    item = item && json_type(item) == JSON_ARRAY ? json_next(item, NULL) : item;
    bool plain = item && (json_type(item) == JSON_STRING || json_type(item) == JSON_NUMBER);
    return plain ? (struct lshw_value){ json_scalar(json, item), json_place(json, item) }
                 : (struct lshw_value){ 0 };
}

static struct str text_of(const struct json *json, const struct json_item *node, struct str first,
                          struct str second)
{
    struct str text = value_of(json, node, first).text;
    return text.len > 0 ? text : value_of(json, node, second).text;
}

static void node_facts(struct reading *reading, const struct json *json,
                       const struct json_item *item, int depth)
{
    struct lshw_node node = {
        .id = value_of(json, item, STR("id")).text,
        .class = value_of(json, item, STR("class")).text,
        .top = depth == 0,
        .product = value_of(json, item, STR("product")),
        .version = value_of(json, item, STR("version")),
        .date = value_of(json, item, STR("date")),
        .description = value_of(json, item, STR("description")),
        .size = value_of(json, item, STR("size")),
        .name = text_of(json, item, STR("logicalname"), STR("businfo")),
        .slot = text_of(json, item, STR("slot"), STR("physid")),
    };
    lshw_node_facts(reading, &node);
}

static void node_read(struct reading *reading, const struct json *json,
                      const struct json_item *node, int depth)
{
    const struct json_item *children = json_member(node, STR("children"));
    if (depth > DEPTH_MOST)
        return;
    node_facts(reading, json, node, depth);
    for (const struct json_item *child = children ? json_next(children, NULL) : NULL; child;
         child = json_next(children, child))
        node_read(reading, json, child, depth + 1);
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    if (json_type(root) == JSON_OBJECT) {
        node_read(reading, json, root, 0);
        return true;
    }
    for (const struct json_item *node = json_next(root, NULL); node; node = json_next(root, node))
        node_read(reading, json, node, 0);
    return true;
}

const struct adapter adapter_lshw_json = {
    .name = "lshw-json",
    .title = "Computer, firmware, memory modules, adapters and disks",
    .tool = "lshw -json, B.02.16 to B.02.20",
    .spec = "lyonel/lshw, src/core/hw.cc",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
