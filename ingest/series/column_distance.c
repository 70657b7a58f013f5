/* column_distance.c - which column was meant by a name that none has. */
#include "series_rows.h"
#include <glib.h>

enum { NAME_COMPARED = 64 }; /* bytes of a name that are compared */

size_t column_distance(struct str name, struct str asked)
{
    char low[2][NAME_COMPARED];
    struct str of[2] = { name, asked };
    for (size_t k = 0; k < 2; k++) {
        of[k] = str_sub(of[k], 0, NAME_COMPARED);
        for (size_t i = 0; i < of[k].len; i++)
            low[k][i] = g_ascii_tolower(of[k].at[i]);
        of[k].at = low[k];
    }
    bool within = of[0].len > 2 && of[1].len > 2 &&
                  (str_find(of[0], of[1]) != SIZE_MAX || str_find(of[1], of[0]) != SIZE_MAX);
    size_t far = str_distance(of[0], of[1]);
    return within && far > 1 ? 1 : far;
}
