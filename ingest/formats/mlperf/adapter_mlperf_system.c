/* adapter_mlperf_system.c - systems/NAME.json of an MLPerf submission: the system as its submitter
 * describes it.
 *
 * A declaration by a person: nothing here was captured. Numbers are strings or numbers; a system
 * without accelerators has "0" and "N/A". Counts are of a node: the accelerators used are those of
 * a node times the nodes. Cores are of a processor in some files and of a node in others, memory is
 * "2 TB" or "Shared with host", so these and all other words are kept as they are
 * (system.note). Defined by mlcommons/policies, submission_rules.adoc, and mlcommons/inference,
 * tools/submission. */
#include "reading.h"
#include "sniff.h"

static const struct field fields[] = {
    { "/accelerator_model_name", KEY_ACCELERATOR_NAME, UNIT_NONE, true },
    { "/accelerators_per_node", KEY_ACCELERATOR_ATTACHED, UNIT_COUNT, true },
    { "/cooling", KEY_COOLING, UNIT_NONE, false },
    { "/division", KEY_METHOD_DIVISION, UNIT_NONE, true },
    { "/framework", KEY_FRAMEWORK_NAME, UNIT_NONE, false },
    { "/host_processor_model_name", KEY_CPU_NAME, UNIT_NONE, true },
    { "/host_processors_per_node", KEY_CPU_SOCKETS, UNIT_COUNT, false },
    { "/number_of_nodes", KEY_NODES_COUNT, UNIT_COUNT, true },
    { "/operating_system", KEY_OS_NAME, UNIT_NONE, false },
    { "/status", KEY_METHOD_CATEGORY, UNIT_NONE, true },
    { "/submitter", KEY_PARTY_MEASURED_BY, UNIT_NONE, true },
};
enum { NOTES_MOST = 256 };

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("submitter")) &&
                sniff_member(sniff, STR("division")) && sniff_member(sniff, STR("system_name"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool is_scalar(const struct json_item *item)
{
    return json_type(item) == JSON_STRING || json_type(item) == JSON_NUMBER;
}

static bool is_field(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++)
        if (str_eq(name, str_from(fields[i].path + 1)))
            return true;
    return false;
}

/* Every other word of an object, one level deep. */
static void notes_read(struct reading *reading, const struct json *json,
                       const struct json_item *object, struct str above, unsigned *count)
{
    for (const struct json_item *item = json_next(object, NULL); item;
         item = json_next(object, item)) {
        struct str name = json_name(item);
        struct str instance = above.len > 0 ? str_format(reading->scratch, "%.*s / %.*s",
                                                         STR_ARG(above), STR_ARG(name))
                                            : name;
        if (above.len == 0 && is_field(name))
            continue;
        if (json_type(item) == JSON_OBJECT && above.len == 0)
            notes_read(reading, json, item, name, count);
        else if (is_scalar(item) && str_trim(json_scalar(json, item)).len > 0 &&
                 (*count)++ < NOTES_MOST)
            (void)json_fact(reading, json, item, instance, KEY_SYSTEM_NOTE, UNIT_NONE);
    }
}

/* A count, written as a number or a string; what is none is said. */
static bool count_of(struct reading *reading, const struct json *json, const struct json_item *item,
                     double *out)
{
    const double most = 1e6;
    struct str text =
        item && is_scalar(item) ? str_trim(json_scalar(json, item)) : (struct str){ 0 };
    if (!item || !is_scalar(item))
        return false;
    if (!num_real(text, out) || *out < 0 || *out > most) {
        reading_error(reading, DIAG_VALUE_BAD, json_place(json, item), STR("a count of 0 or more"),
                      text);
        return false;
    }
    return true;
}

/* "4 x 18" */
static void accelerators_fact(struct reading *reading, const struct json *json,
                              const struct json_item *root)
{
    const struct json_item *per_node = json_member(root, STR("accelerators_per_node"));
    const struct json_item *nodes = json_member(root, STR("number_of_nodes"));
    double each;
    double many;
    if (!count_of(reading, json, per_node, &each) || !count_of(reading, json, nodes, &many))
        return;
    if (many == 1) {
        (void)json_fact(reading, json, per_node, STR(""), KEY_ACCELERATOR_COUNT, UNIT_COUNT);
        return;
    }
    struct str text =
        str_format(reading->scratch, "%.*s x %.*s", STR_ARG(json_scalar(json, per_node)),
                   STR_ARG(json_scalar(json, nodes)));
    reading_number(reading, KEY_ACCELERATOR_COUNT, STR(""), text, each * many, UNIT_COUNT,
                   json_place(json, per_node));
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    unsigned notes = 0;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *root = json_root(json);
    json_fields(reading, json, root, STR(""), fields, ARRAY_COUNT(fields));
    accelerators_fact(reading, json, root);
    notes_read(reading, json, root, STR(""), &notes);
    return true;
}

const struct adapter adapter_mlperf_system = {
    .name = "mlperf-system-json",
    .title = "Description of a system by its submitter",
    .tool = "MLPerf Inference 3 to 6 and Training, systems/NAME.json",
    .spec = "mlcommons/policies, submission_rules.adoc; mlcommons/inference, tools/submission",
    .kind = FACT_DECLARED,
    .bid = bid,
    .read = read,
    .field = fields,
    .field_count = ARRAY_COUNT(fields),
    .allows = ALLOW_TWICE,
};
