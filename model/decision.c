/* decision.c - names that the nouns of a decision have. */
#include "model/decision.h"

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
