/* decision.c - names that the nouns of a decision have. */
#include "model/decision.h"
#include "base/json.h"
#include "model/values.h"

#include <assert.h>

const char *price_per_name(enum price_per per)
{
    static const char *const names[] = {
        [PRICE_PURCHASE] = "purchase",
        [PRICE_HOUR] = "hour",
        [PRICE_MONTH] = "month",
        [PRICE_YEAR] = "year",
    };
    static_assert(ARRAY_COUNT(names) == PRICE_PER_COUNT, "a name for each");
    return (size_t)per < ARRAY_COUNT(names) ? names[per] : NULL;
}

const char *token_kind_name(enum token_kind kind)
{
    static const char *const names[] = {
        [TOKENS_INPUT] = "input",
        [TOKENS_CACHED] = "cached_input",
        [TOKENS_OUTPUT] = "output",
    };
    static_assert(ARRAY_COUNT(names) == TOKEN_KIND_COUNT, "a name for each");
    return kind < TOKEN_KIND_COUNT ? names[kind] : NULL;
}

const char *option_kind_name(enum option_kind kind)
{
    static const char *const names[] = {
        [OPTION_NOTHING] = "nothing", [OPTION_SOFTWARE] = "software", [OPTION_BUY] = "buy",
        [OPTION_RENT] = "rent",       [OPTION_WAIT] = "wait",         [OPTION_API] = "api",
    };
    static_assert(ARRAY_COUNT(names) == OPTION_KIND_COUNT, "a name for each");
    return (size_t)kind < ARRAY_COUNT(names) ? names[kind] : NULL;
}

static const struct {
    const char *name;
    enum layer layer;
} parts[] = {
    [PART_KERNELS] = { "kernels", LAYER_RUNTIME },
    [PART_COMMUNICATION] = { "communication", LAYER_NETWORK },
    [PART_TRANSFERS] = { "transfers", LAYER_HOST },
    [PART_LAUNCHES] = { "launches", LAYER_COMPILE },
    [PART_HOST] = { "framework and host", LAYER_FRAMEWORK },
    [PART_UNATTRIBUTED] = { "not attributed", LAYER_NONE },
};

const char *time_part_name(enum time_part part)
{
    static_assert(ARRAY_COUNT(parts) == PART_COUNT, "a name for each");
    return parts[part].name;
}

enum layer time_part_layer(enum time_part part)
{
    return parts[part].layer;
}

const struct category *category_of(const struct case_file *case_file, struct str workload)
{
    const struct terms *terms = case_file->terms;
    for (size_t i = 0; terms && i < terms->category_count; i++)
        if (str_eq(terms->category[i].workload, workload))
            return &terms->category[i];
    return NULL;
}

bool category_measured(const struct category *category, const struct system *system)
{
    for (size_t i = 0; i < system->machine_count; i++)
        if (system->machine[i].run_count > 0 &&
            str_eq(system->machine[i].workload, category->workload))
            return true;
    return false;
}

bool category_lacking(const struct terms *terms, const struct category *category,
                      const struct system *system)
{
    bool asked = false, measured = false;
    for (size_t i = 0; i < terms->category_count; i++) {
        const struct category *at = &terms->category[i];
        if (at->required && str_eq(at->work, category->work)) {
            asked = true;
            measured = measured || category_measured(at, system);
        }
    }
    return asked && !measured;
}

bool category_first(const struct terms *terms, const struct category *category)
{
    for (const struct category *at = terms->category; at < category; at++)
        if (str_eq(at->work, category->work))
            return false;
    return true;
}

static void systems_put(const struct case_file *case_file, const struct category *category,
                        bool lacking, struct json_out *json)
{
    json_open(json, lacking ? STR("lacking") : STR("systems"), '[');
    for (size_t i = 0; i < case_file->system_count; i++) {
        const struct system *system = &case_file->system[i];
        if (lacking ? category_lacking(case_file->terms, category, system)
                    : category_measured(category, system))
            json_text(json, STR(""), system->id);
    }
    json_close(json);
}

void categories_put_json(const struct case_file *case_file, struct json_out *json)
{
    const struct terms *terms = case_file->terms;
    if (!terms || terms->category_count == 0)
        return;
    json_open(json, STR("categories"), '[');
    for (size_t i = 0; i < terms->category_count; i++) {
        const struct category *category = &terms->category[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("workload"), category->workload);
        json_text(json, STR("work"), category->work);
        json_text(json, STR("category"), category->name);
        json_bool(json, STR("required"), category->required);
        systems_put(case_file, category, false, json);
        systems_put(case_file, category, true, json);
        json_close(json);
    }
    json_close(json);
}
