/* definitions.c - the registry of metric definitions: which tool means which key how. */
#include "reading.h"

#include <string.h>

static const struct defined rows[] = {
#define DEFINED(adapter, era, key, definition, percentile, spread)                                 \
    {                                                                                              \
        (adapter),      (era), KEY_##key, DEFINITION_##definition, PERCENTILE_##percentile,        \
        SPREAD_##spread                                                                            \
    },
#include "definitions.def"
#undef DEFINED
};

static bool is_of(const struct defined *row, const struct reading *reading)
{
    return strcmp(row->adapter, reading->adapter->name) == 0 &&
           (!row->era || (reading->era && strcmp(row->era, reading->era) == 0));
}

const struct defined *defined_find(const struct reading *reading, enum key key)
{
    for (size_t i = 0; reading->adapter && i < ARRAY_COUNT(rows); i++)
        if (rows[i].key == key && is_of(&rows[i], reading))
            return &rows[i];
    return NULL;
}

const struct defined *defined_at(size_t index)
{
    return index < ARRAY_COUNT(rows) ? &rows[index] : NULL;
}
