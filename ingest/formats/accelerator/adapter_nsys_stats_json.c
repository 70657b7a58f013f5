/* adapter_nsys_stats_json.c - `nsys stats --format json`, Nsight Systems 2021 to 2026: a list of
 * rows for each summary, one list behind the other.
 *
 * The members of a row are the columns of the other forms, of which nsys.h says what they mean.
 * Lines of the tool may stand before the first list. Defined by NVIDIA, Nsight Systems user guide,
 * stats reports. */
#include "nsys.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    struct sniff past = sniff_past_lead(sniff);
    if (!sniff_is_array(&past))
        return BID_NONE;
    bool time = sniff_member(&past, STR("Time (%)")) || sniff_member(&past, STR("Time(%)")) ||
                sniff_member(&past, STR("Total (MB)"));
    bool count = sniff_member(&past, STR("Instances")) || sniff_member(&past, STR("Num Calls")) ||
                 sniff_member(&past, STR("Count")) || sniff_member(&past, STR("Operations"));
    return time && count ? BID_SIGNATURE : BID_NONE;
}

static size_t cells_take(const struct json *json, const struct json_item *row,
                         struct nsys_cell *cell)
{
    size_t count = 0;
    for (const struct json_item *member = json_next(row, NULL); member && count < NSYS_COLUMNS;
         member = json_next(row, member)) {
        enum json_type type = json_type(member);
        if (type == JSON_NUMBER || type == JSON_STRING) {
            cell[count++] = (struct nsys_cell){ json_name(member), json_scalar(json, member),
                                                json_place(json, member) };
        }
    }
    return count;
}

static void list_take(struct nsys *nsys, const struct json *json)
{
    struct nsys_cell cell[NSYS_COLUMNS];
    struct str name[NSYS_COLUMNS];
    uint32_t index = 0;
    const struct json_item *root = json_root(json);
    bool list = json_type(root) == JSON_ARRAY;
    for (const struct json_item *row = list ? json_next(root, NULL) : NULL; row;
         row = json_next(root, row)) {
        size_t count = json_type(row) == JSON_OBJECT ? cells_take(json, row, cell) : 0;
        for (size_t i = 0; i < count && index == 0; i++)
            name[i] = cell[i].name;
        if (index++ == 0)
            nsys_table(nsys, name, count);
        nsys_row(nsys, cell, count, index);
    }
}

static bool read(struct reading *reading)
{
    struct nsys nsys;
    struct documents documents;
    struct json *json;
    nsys_begin(&nsys, reading);
    documents_begin(&documents, reading);
    while (documents_next(&documents, &json))
        if (json)
            list_take(&nsys, json);
    nsys_end(&nsys);
    return true;
}

const struct adapter adapter_nsys_stats_json = {
    .name = "nsys-stats-json",
    .title = "Time by kernel, copy, call and range",
    .tool = "nsys stats --format json, Nsight Systems 2021 to 2026",
    .spec = "NVIDIA, Nsight Systems user guide, stats reports",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .field = nsys_fields,
    .field_count = NSYS_FIELDS,
    .allows = ALLOW_LEAD,
    .traits = TRAIT_WATCHES,
};
