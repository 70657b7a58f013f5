/* series_time.c - when the rows of a series lie, and whether they are requests in flight at once.
 */
#include "steady.h"
#include "window.h"

#include <assert.h>
#include <math.h>

double series_begin(const struct series *series, size_t row)
{
    assert(row < series->count);
    return series->start ? series->start[row] : (double)row;
}

double series_end(const struct series *series, size_t row)
{
    assert(row < series->count);
    if (!series->start)
        return (double)row + 1;
    if (series->duration && isfinite(series->duration[row]))
        return series->start[row] + series->duration[row];
    if (row + 1 < series->count)
        return series->start[row + 1];
    double steps = row > 0 ? (double)row : 1;
    return series->start[row] + (series->start[row] - series->start[0]) / steps;
}

double series_zero(const struct series *series)
{
    bool begun = series->start && isfinite(series->start[0]);
    return isfinite(series->load_begin) ? series->load_begin : begun ? series->start[0] : 0;
}

bool series_of_requests(const struct series *series)
{
    static const enum key keys[] = { KEY_LATENCY_REQUEST, KEY_TTFT_CLIENT,     KEY_TTST_CLIENT,
                                     KEY_TPOT_REQUEST,    KEY_TPOT_WITH_FIRST, KEY_GAP_CHUNK,
                                     KEY_GAP_TOKEN };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++)
        if (series->key == keys[i])
            return true;
    return false;
}
