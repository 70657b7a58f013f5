/* carries.c - what a result file can be compared by, from the table. */
#include "ingest/ingest.h"

#include <string.h>

static const struct carries rows[] = {
#define CARRIES(format, tool, metric, instance, kind, least, again)                                \
    { format, tool, KEY_##metric, instance, METRIC_##kind, least, again },
#include "carries.def"
#undef CARRIES
};

const struct carries *carries_at(size_t index)
{
    return index < ARRAY_COUNT(rows) ? &rows[index] : NULL;
}

const struct carries *carries_of(const char *format)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        if (strcmp(rows[i].format, format) == 0)
            return &rows[i];
    return NULL;
}

const struct carries *carries_next(const struct carries *row)
{
    const struct carries *next = row + 1;
    return next < rows + ARRAY_COUNT(rows) && strcmp(next->format, row->format) == 0 ? next : NULL;
}
