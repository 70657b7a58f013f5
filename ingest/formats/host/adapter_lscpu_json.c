/* adapter_lscpu_json.c - `lscpu -J` of util-linux: {"lscpu":[{"field":"Model
 * name:","data":"..."}]}.
 *
 * From util-linux 2.38 on, `lscpu -J` on a terminal nests fields under "children"; labels are the
 * same, with a colon behind them or not. Several processor types in one machine repeat "Model
 * name": the second type's facts get the instance "1", and so on. */
#include "captured.h"
#include "sniff.h"

enum { DEPTH_MOST = 8 };

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("lscpu")) &&
                str_find(sniff->head, STR("\"field\"")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static struct str label_of(const struct json_item *item)
{
    const struct json_item *field = json_at(item, STR("/field"));
    struct str label = field ? str_trim(json_string(field)) : (struct str){ 0 };
    return str_ends(label, STR(":")) ? str_trim(str_sub(label, 0, label.len - 1)) : label;
}

/* What a processor type has of its own; the rest is said once for the machine. */
static bool is_of_type(enum key key)
{
    return key == KEY_CPU_NAME || key == KEY_CPU_THREADS_PER_CORE || key == KEY_CPU_CORES ||
           key == KEY_CPU_SOCKETS || key == KEY_CPU_STEPPING;
}

static void list_read(struct reading *reading, const struct json *json,
                      const struct json_item *list, unsigned *types, int depth)
{
    if (!list || json_type(list) != JSON_ARRAY || depth > DEPTH_MOST)
        return;
    for (const struct json_item *item = json_next(list, NULL); item; item = json_next(list, item)) {
        const struct json_item *data = json_at(item, STR("/data"));
        const struct field *field = lscpu_field(label_of(item));
        if (field && data) {
            *types += field->key == KEY_CPU_NAME ? 1 : 0;
            struct str instance = *types > 1 && is_of_type(field->key)
                                      ? str_format(reading->scratch, "%u", *types - 1)
                                      : (struct str){ 0 };
            json_fact(reading, json, data, instance, field->key, field->unit);
        }
        list_read(reading, json, json_at(item, STR("/children")), types, depth + 1);
    }
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    unsigned types = 0;
    list_read(reading, json, json_at(json_root(json), STR("/lscpu")), &types, 0);
    return true;
}

const struct adapter adapter_lscpu_json = {
    .name = "lscpu-json",
    .title = "Processor, sockets, cores and virtualisation",
    .tool = "lscpu -J (util-linux 2.30 and later)",
    .spec = "util-linux, sys-utils/lscpu.c",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
