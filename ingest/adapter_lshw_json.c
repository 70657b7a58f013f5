/* adapter_lshw_json.c - `lshw -json`, lshw B.02.16 to B.02.20.
 *
 * The tree of `lshw -xml` as JSON: an object, or a list of them; nodes below stand in "children".
 * logicalname may be a list, whose first name is taken. Defined by lyonel/lshw, src/core/hw.cc. */
#include "reading.h"
#include "sniff.h"

enum { DEPTH_MOST = 32 };

static int bid(const struct sniff *sniff)
{
    bool mine = (sniff_is_object(sniff) || sniff_is_array(sniff)) &&
                sniff_member(sniff, STR("id")) && sniff_member(sniff, STR("class")) &&
                str_find(sniff->head, STR("\"claimed\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static struct str text_of(const struct json_item *node, struct str name)
{
    const struct json_item *item = json_member(node, name);
    item = item && json_type(item) == JSON_ARRAY ? json_next(item, NULL) : item;
    return item ? json_string(item) : (struct str){ 0 };
}

static void member_fact(struct reading *reading, const struct json *json,
                        const struct json_item *node, struct str name, enum key key,
                        struct str instance, enum unit unit)
{
    const struct json_item *item = json_member(node, name);
    if (item) {
        json_fact(reading, json, item, instance, key, unit);
    }
}

static struct str number_of(struct str id)
{
    size_t colon = str_find(id, STR(":"));
    return str_sub(id, colon == SIZE_MAX ? id.len : colon + 1, id.len);
}

static void node_facts(struct reading *reading, const struct json *json,
                       const struct json_item *node)
{
    struct str id = text_of(node, STR("id"));
    struct str class = text_of(node, STR("class"));
    struct str none = { 0 };
    struct str name = text_of(node, STR("logicalname"));
    if (str_eq(class, STR("system"))) {
        member_fact(reading, json, node, STR("product"), KEY_HOST_MODEL, none, UNIT_NONE);
    } else if (str_eq(id, STR("firmware"))) {
        member_fact(reading, json, node, STR("version"), KEY_FIRMWARE_HOST, none, UNIT_NONE);
    } else if (str_eq(class, STR("processor"))) {
        member_fact(reading, json, node, STR("product"), KEY_CPU_NAME, number_of(id), UNIT_NONE);
    } else if (str_eq(id, STR("memory"))) {
        member_fact(reading, json, node, STR("size"), KEY_HOST_MEMORY, STR("installed"), UNIT_BYTE);
    } else if (str_starts(id, STR("bank")) && json_member(node, STR("size"))) {
        struct str slot = text_of(node, STR("slot"));
        member_fact(reading, json, node, STR("description"), KEY_HOST_MEMORY_MODULE, slot,
                    UNIT_NONE);
        member_fact(reading, json, node, STR("size"), KEY_HOST_MEMORY, slot, UNIT_BYTE);
    } else if (str_eq(class, STR("network"))) {
        member_fact(reading, json, node, STR("product"), KEY_NETWORK_ADAPTER, name, UNIT_NONE);
    } else if (str_eq(class, STR("disk"))) {
        member_fact(reading, json, node, STR("product"), KEY_STORAGE_NAME, name, UNIT_NONE);
    }
}

static void node_read(struct reading *reading, const struct json *json,
                      const struct json_item *node, int depth)
{
    const struct json_item *children = json_member(node, STR("children"));
    if (depth > DEPTH_MOST) {
        return;
    }
    node_facts(reading, json, node);
    for (const struct json_item *child = children ? json_next(children, NULL) : NULL; child;
         child = json_next(children, child)) {
        node_read(reading, json, child, depth + 1);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json)) {
        return false;
    }
    const struct json_item *root = json_root(json);
    if (json_type(root) == JSON_OBJECT) {
        node_read(reading, json, root, 0);
        return true;
    }
    for (const struct json_item *node = json_next(root, NULL); node; node = json_next(root, node)) {
        node_read(reading, json, node, 0);
    }
    return true;
}

const struct adapter adapter_lshw_json = {
    .name = "lshw-json",
    .title = "Computer, firmware, memory modules, adapters and disks",
    .tool = "lshw -json, B.02.16 to B.02.20",
    .spec = "lyonel/lshw, src/core/hw.cc",
    .unseen = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
