/* policy.c - the limits a case is judged by: built-in ones from the rules file, or the case's own.
 */
#include "case_parts.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

enum direction { WEAKER_WHEN_MORE, WEAKER_WHEN_LESS };
enum stored { STORED_REAL, STORED_COUNT };

static const struct limit_row {
    const char *name;
    enum key key;
    enum direction direction;
    enum stored stored;
    size_t value, fact; /* offsets in struct policy */
    double most;        /* a share above 100 % or an absurd count is a mistake */
} rows[] = {
#define ROW(name, key, direction, stored, most)                                                    \
    {                                                                                              \
#name, KEY_POLICY_##key, direction, stored, offsetof(struct policy, name),                 \
            offsetof(struct policy, name##_fact), most                                             \
    }
    ROW(delta, DELTA, WEAKER_WHEN_MORE, STORED_REAL, 1),
    ROW(failures, FAILURES, WEAKER_WHEN_MORE, STORED_REAL, 1),
    ROW(least_batches, LEAST_BATCHES, WEAKER_WHEN_LESS, STORED_COUNT, 1e6),
    ROW(least_share, LEAST_SHARE, WEAKER_WHEN_LESS, STORED_REAL, 1),
    ROW(least_window, LEAST_WINDOW, WEAKER_WHEN_LESS, STORED_REAL, 1e9),
    ROW(margin, MARGIN, WEAKER_WHEN_MORE, STORED_REAL, 1),
    ROW(repetitions, REPETITIONS, WEAKER_WHEN_LESS, STORED_COUNT, 1e6),
#undef ROW
};

/* The fact's number in base units; false: not within what the limit can be. */
static bool limit_value(const struct limit_row *row, const struct fact *fact, double *out)
{
    if (!fact || !fact->value.number) {
        return false;
    }
    *out = fact->value.value * unit_row(fact->value.unit)->factor;
    bool whole = row->stored == STORED_REAL || floor(*out) >= *out;
    return whole && *out >= 0 && *out <= row->most && (row->stored == STORED_REAL || *out >= 1);
}

static void limit_store(const struct limit_row *row, struct policy *policy, double value,
                        const struct fact *fact)
{
    unsigned char *base = (unsigned char *)policy;
    if (row->stored == STORED_REAL) {
        *(double *)(void *)(base + row->value) = value;
    } else {
        *(uint32_t *)(void *)(base + row->value) = (uint32_t)value;
    }
    *(const struct fact **)(void *)(base + row->fact) = fact;
}

/* Adds the declared fact and lends it back; NULL: not taken (said so). */
static const struct fact *limit_fact(struct reading *reading, const struct json *json,
                                     const struct json_item *item, enum key key)
{
    if (!json_fact(reading, json, item, STR(""), key, UNIT_NONE)) {
        return NULL;
    }
    return facts_at(reading->facts, facts_count(reading->facts) - 1);
}

static bool stronger_than(const struct limit_row *row, double stated, double built_in)
{
    return row->direction == WEAKER_WHEN_MORE ? stated <= built_in : stated >= built_in;
}

static bool limit_read(const struct checking *checking, const struct json_item *item,
                       const struct limit_row *row, const struct fact *built_in,
                       double built_in_value, struct case_file *out)
{
    const struct json_item *value =
        json_type(item) == JSON_OBJECT ? json_member(item, STR("value")) : item;
    const struct json_item *reason = json_member(item, STR("reason"));
    const struct fact *fact =
        value ? limit_fact(checking->reading, checking->json, value, row->key) : NULL;
    double stated;
    if (!limit_value(row, fact, &stated)) {
        return members_refuse(checking, checking->bad, item,
                              row->stored == STORED_COUNT ? STR("a whole number above zero")
                                                          : STR("a limit that can be met"),
                              "\"%s\"", row->name);
    }
    limit_store(row, &out->policy, stated, fact);
    if (stronger_than(row, stated, built_in_value)) {
        return true;
    }
    if (!reason) {
        return members_refuse(checking, checking->bad, item,
                              str_format(checking->reading->scratch,
                                         "{ \"value\": \"%.*s\", \"reason\": \"...\" }",
                                         STR_ARG(fact->value.text)),
                              "\"%s\" is weaker than the built-in %.*s and gives no reason",
                              row->name, STR_ARG(built_in->value.text));
    }
    struct weakening *weakening = &out->policy.weakened[out->policy.weakened_count++];
    *weakening =
        (struct weakening){ .key = row->key,
                            .reason = str_keep(checking->reading->home, json_string(reason)),
                            .fact = fact,
                            .built_in = built_in };
    return true;
}

bool policy_read(const struct checking *checking, const struct json_item *policy,
                 const struct evidence *rules, struct case_file *out)
{
    static_assert(ARRAY_COUNT(rows) <= ARRAY_COUNT(out->policy.weakened), "room for each limit");
    struct reading built_in = *checking->reading;
    struct json *json;
    bool good = true;
    built_in.evidence = rules;
    built_in.name = rules->name;
    built_in.bytes = rules->bytes;
    if (!reading_json(&built_in, &json)) {
        return false;
    }
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct str pointer = str_format(built_in.scratch, "/parameters/%s", rows[i].name);
        const struct json_item *parameter = json_find(json, pointer);
        const struct fact *fact =
            parameter ? limit_fact(&built_in, json, parameter, rows[i].key) : NULL;
        double value;
        if (!limit_value(&rows[i], fact, &value)) {
            reading_error(&built_in, DIAG_RULES_BAD,
                          parameter ? json_place(json, parameter)
                                    : (struct place){ .path = pointer },
                          STR("a limit with its unit"), str_from(rows[i].name));
            good = false;
            continue;
        }
        limit_store(&rows[i], &out->policy, value, fact);
        const struct json_item *item = policy ? json_member(policy, str_from(rows[i].name)) : NULL;
        good = (!item || limit_read(checking, item, &rows[i], fact, value, out)) && good;
    }
    return good;
}
