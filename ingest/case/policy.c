/* policy.c - the limits a case is judged by: built-in ones from the rules file, or the case's own.
 */
#include "case_parts.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

enum stored { STORED_REAL, STORED_COUNT, STORED_WHOLE }; /* a whole number, as a real */

static const struct limit_row {
    const char *name;
    enum key key;
    enum limit_direction direction;
    enum stored stored;
    size_t value, fact; /* offsets in struct policy */
    double most;        /* a share above 100 % or an absurd count is a mistake */
    int parameter; /* of the steady-state method, plus one: its table has the bounds; 0: none */
    bool nested;   /* named in "steady"; the built-in value is the table's */
} rows[] = {
#define ROW(name, key, direction, stored, most)                                                    \
    {                                                                                              \
#name, KEY_POLICY_##key, direction, stored, offsetof(struct policy, name),                 \
            offsetof(struct policy, name##_fact), most, 0, false                                   \
    }
    ROW(failures, FAILURES, WEAKER_WHEN_MORE, STORED_REAL, 1),
    ROW(least_batches, LEAST_BATCHES, WEAKER_WHEN_LESS, STORED_COUNT, 1e6),
    ROW(least_share, LEAST_SHARE, WEAKER_WHEN_LESS, STORED_REAL, 1),
    ROW(least_window, LEAST_WINDOW, WEAKER_WHEN_LESS, STORED_REAL, 1e9),
    ROW(margin, MARGIN, WEAKER_WHEN_MORE, STORED_REAL, 1),
    ROW(repetitions, REPETITIONS, WEAKER_WHEN_LESS, STORED_COUNT, 1e6),
#undef ROW
#define STEADY_ROW(id, name, key, type, weaker, nested)                                            \
    { #name,                                                                                       \
      key,                                                                                         \
      WEAKER_WHEN_##weaker,                                                                        \
      TYPE_##type == TYPE_COUNT ? STORED_WHOLE : STORED_REAL,                                      \
      offsetof(struct policy, steady.of[STEADY_##id]),                                             \
      offsetof(struct policy, steady_fact[STEADY_##id]),                                           \
      1e9,                                                                                         \
      STEADY_##id + 1,                                                                             \
      nested },
#define STEADY_LIMIT(id, name, unit, type, least, most, standard, weaker, title)                   \
    STEADY_ROW(id, name, KEY_POLICY_##id, type, weaker, false)
#define STEADY_PARAMETER(id, name, unit, type, least, most, standard, weaker, title)               \
    STEADY_ROW(id, name, KEY_POLICY_STEADY_##id, type, weaker, true)
#include "model/steady_parameters.def"
#undef STEADY_ROW
};

/* The fact's number in base units; false: not within what the limit can be. */
static bool limit_value(const struct limit_row *row, const struct fact *fact, double *out)
{
    if (!fact || !fact->value.number)
        return false;
    *out = fact->value.value * unit_row(fact->value.unit)->factor;
    if (row->parameter > 0)
        return steady_parameter_allows((enum steady_parameter)(row->parameter - 1), *out);
    bool whole = row->stored == STORED_REAL || floor(*out) >= *out;
    return whole && *out >= 0 && *out <= row->most && (row->stored == STORED_REAL || *out >= 1);
}

static void limit_store(const struct limit_row *row, struct policy *policy, double value,
                        const struct fact *fact)
{
    unsigned char *base = (unsigned char *)policy;
    if (row->stored != STORED_COUNT)
        *(double *)(void *)(base + row->value) = value;
    else
        *(uint32_t *)(void *)(base + row->value) = (uint32_t)value;
    *(const struct fact **)(void *)(base + row->fact) = fact;
}

/* Adds the declared fact and lends it back; NULL: not taken (said so). */
static const struct fact *limit_fact(struct reading *reading, const struct json *json,
                                     const struct json_item *item, enum key key)
{
    if (!json_fact(reading, json, item, STR(""), key, UNIT_NONE))
        return NULL;
    return facts_at(reading->facts, facts_count(reading->facts) - 1);
}

static bool stronger_than(const struct limit_row *row, double stated, double built_in)
{
    /* A share that went through a percentage may be off in its last bit. */
    double slack = fabs(built_in) * 1e-12;
    bool more = stated > built_in + slack, less = stated < built_in - slack;
    switch (row->direction) {
    case WEAKER_WHEN_MORE:
        return !more;
    case WEAKER_WHEN_LESS:
        return !less;
    case WEAKER_WHEN_CHANGED:
        break;
    }
    return !more && !less;
}

/* What the limit can be, for a message. */
static struct str limit_range(struct arena *home, const struct limit_row *row)
{
    if (row->parameter > 0) {
        struct buf range = buf_new(home, 256);
        steady_parameter_put_range((enum steady_parameter)(row->parameter - 1), &range);
        return buf_str(&range);
    }
    return row->stored == STORED_COUNT ? STR("a whole number above zero")
                                       : STR("a limit that can be met");
}

/* A weaker limit stands on page 1 with its reason; without one it is refused. */
static bool weakening_read(const struct checking *checking, const struct json_item *item,
                           const char *name, struct str most, struct weakening weaker,
                           struct case_file *out)
{
    const struct json_item *reason = json_member(item, STR("reason"));
    if (!reason) {
        return members_refuse(
            checking, checking->bad, item,
            str_format(checking->reading->scratch, "{ \"value\": \"%.*s\", \"reason\": \"...\" }",
                       STR_ARG(weaker.fact->value.text)),
            "\"%s\" is weaker than the built-in %.*s and gives no reason", name, STR_ARG(most));
    }
    if (!sentence_check(checking, reason, out))
        return false;
    weaker.reason = str_keep(checking->reading->home, json_string(reason));
    weaker.standard = str_keep(checking->reading->home, weaker.standard);
    out->policy.weakened[out->policy.weakened_count++] = weaker;
    return true;
}

static const struct json_item *value_of(const struct json_item *item)
{
    return json_type(item) == JSON_OBJECT ? json_member(item, STR("value")) : item;
}

static bool limit_read(const struct checking *checking, const struct json_item *item,
                       const struct limit_row *row, const struct fact *built_in,
                       struct str standard, double built_in_value, struct case_file *out)
{
    const struct json_item *value = value_of(item);
    const struct fact *fact =
        value ? limit_fact(checking->reading, checking->json, value, row->key) : NULL;
    double stated;
    if (!fact || !limit_value(row, fact, &stated)) {
        return members_refuse(checking, checking->bad, item,
                              limit_range(checking->reading->scratch, row), "\"%s\"", row->name);
    }
    limit_store(row, &out->policy, stated, fact);
    struct weakening weaker = {
        .key = row->key, .fact = fact, .built_in = built_in, .standard = standard
    };
    return stronger_than(row, stated, built_in_value) ||
           weakening_read(checking, item, row->name, standard, weaker, out);
}

/* The loss of accuracy that the case accepts: none is built in, but one that accepts most of what
 * can be lost accepts anything, and is as weak as any other. */
static bool accuracy_read(const struct checking *checking, const struct json_item *policy,
                          struct case_file *out)
{
    static const double LOSS_UNASKED = 0.05;
    static const char name[] = "accuracy";
    const struct json_item *item = policy ? json_member(policy, str_from(name)) : NULL;
    const struct json_item *value = item ? value_of(item) : NULL;
    if (!item)
        return true;
    const struct fact *fact =
        value ? limit_fact(checking->reading, checking->json, value, KEY_POLICY_ACCURACY) : NULL;
    double stated = fact ? fact->value.value * unit_row(fact->value.unit)->factor : (double)NAN;
    if (!fact || !fact->value.number || !(stated >= 0 && stated <= 1)) {
        return members_refuse(checking, checking->bad, item, STR("a loss from 0 % to 100 %"),
                              "\"%s\"", name);
    }
    struct weakening weaker = { .key = KEY_POLICY_ACCURACY, .fact = fact }; /* no standard */
    return stated <= LOSS_UNASKED * (1 + 1e-12) ||
           weakening_read(checking, item, name, STR("5 %"), weaker, out);
}

/* A parameter of the steady-state method, where the case names it. */
static bool parameter_read(const struct checking *checking, const struct json_item *steady,
                           const struct limit_row *row, struct case_file *out)
{
    enum steady_parameter parameter = (enum steady_parameter)(row->parameter - 1);
    const struct json_item *item = json_member(steady, str_from(row->name));
    struct buf standard = buf_new(checking->reading->scratch, 64);
    if (!item)
        return true;
    steady_parameter_put_standard(parameter, &standard);
    return limit_read(checking, item, row, NULL, buf_str(&standard),
                      steady_parameters_standard().of[parameter], out);
}

/* Limits of a profile, read as if the case stated them: their source is the profile's file. */
struct profiled {
    struct checking checking;
    struct reading reading;
    const struct json_item *policy, *steady; /* NULL: it has none */
};

static bool profile_open(const struct checking *checking, const struct evidence *profile,
                         struct profiled *out)
{
    struct json *json;
    *out = (struct profiled){ .checking = *checking, .reading = *checking->reading };
    if (!profile)
        return true;
    out->reading.evidence = profile;
    out->reading.name = profile->name;
    out->reading.bytes = profile->bytes;
    if (!reading_json(&out->reading, &json))
        return false;
    out->checking.reading = &out->reading;
    out->checking.json = json;
    out->policy = json_find(json, STR("/policy"));
    out->steady = out->policy ? json_member(out->policy, STR("steady")) : NULL;
    return true;
}

/* A limit that the case does not state, where the profile does. */
static bool profiled_read(const struct profiled *profiled, const struct json_item *stated,
                          const struct limit_row *row, const struct fact *built_in, double value,
                          struct case_file *out)
{
    struct str name = str_from(row->name);
    const struct json_item *item =
        !stated && profiled->policy ? json_member(profiled->policy, name) : NULL;
    return !item ||
           limit_read(&profiled->checking, item, row, built_in, built_in->value.text, value, out);
}

bool policy_read(const struct checking *checking, const struct json_item *policy,
                 const struct evidence *rules, const struct evidence *profile,
                 struct case_file *out)
{
    static_assert(ARRAY_COUNT(rows) < ARRAY_COUNT(out->policy.weakened), "room for each limit");
    struct reading built_in = *checking->reading;
    struct json *json;
    bool good = true;
    const struct json_item *steady = policy ? json_member(policy, STR("steady")) : NULL;
    struct profiled profiled;
    out->policy.steady = steady_parameters_standard();
    if (!profile_open(checking, profile, &profiled))
        return false;
    built_in.evidence = rules;
    built_in.name = rules->name;
    built_in.bytes = rules->bytes;
    if (!reading_json(&built_in, &json))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (rows[i].nested) {
            struct str name = str_from(rows[i].name);
            bool stated = steady && json_member(steady, name);
            good = (!steady || parameter_read(checking, steady, &rows[i], out)) && good;
            good = (stated || !profiled.steady ||
                    parameter_read(&profiled.checking, profiled.steady, &rows[i], out)) &&
                   good;
            continue;
        }
        struct str pointer = str_format(built_in.scratch, "/parameters/%s", rows[i].name);
        const struct json_item *parameter = json_find(json, pointer);
        const struct fact *fact =
            parameter ? limit_fact(&built_in, json, parameter, rows[i].key) : NULL;
        double value;
        if (!fact || !limit_value(&rows[i], fact, &value)) {
            reading_error(&built_in, DIAG_RULES_BAD,
                          parameter ? json_place(json, parameter)
                                    : (struct place){ .path = pointer },
                          STR("a limit with its unit"), str_from(rows[i].name));
            good = false;
            continue;
        }
        limit_store(&rows[i], &out->policy, value, fact);
        const struct json_item *item = policy ? json_member(policy, str_from(rows[i].name)) : NULL;
        good =
            (!item || limit_read(checking, item, &rows[i], fact, fact->value.text, value, out)) &&
            profiled_read(&profiled, item, &rows[i], fact, value, out) && good;
    }
    return accuracy_read(checking, policy, out) && good;
}
