/* adapter_lsblk_json.c - `lsblk -J -d -o NAME,MODEL,SIZE,TYPE` (util-linux): the machine's disks.
 *
 * A disk is told by its model; its size is rounded for people ("1.8T") and not taken. Virtual
 * disks have no model: null, which is silence; a machine without disks of its own has an empty
 * list. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("blockdevices"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *list = json_member(json_root(json), STR("blockdevices"));
    const struct json_item *disk = list ? json_next(list, NULL) : NULL;
    for (; disk; disk = json_next(list, disk)) {
        const struct json_item *name = json_at(disk, STR("/name"));
        const struct json_item *type = json_at(disk, STR("/type"));
        const struct json_item *model = json_at(disk, STR("/model"));
        if (!name || !type || json_type(name) != JSON_STRING) {
            reading_error(reading, DIAG_VALUE_BAD, json_place(json, disk),
                          STR("a disk with name and type"), STR(""));
        } else if (model && str_eq(json_string(type), STR("disk"))) {
            json_fact(reading, json, model, json_string(name), KEY_STORAGE_NAME, UNIT_NONE);
        }
    }
    return true;
}

const struct adapter adapter_lsblk_json = {
    .name = "lsblk-json",
    .title = "Disks of the machine",
    .tool = "lsblk -J -d -o NAME,MODEL,SIZE,TYPE (util-linux 2.27 on)",
    .spec = "util-linux, lsblk(8)",
    .kind = FACT_CAPTURED,
    .silent = true,
    .bid = bid,
    .read = read,
};
