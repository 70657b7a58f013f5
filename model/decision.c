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
