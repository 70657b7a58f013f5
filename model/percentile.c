/* percentile.c - percentiles as people name them, in whole numbers: "p99.9" is 999 of 1000. */
#include "model/normal.h"

bool percentile_read(struct str text, uint32_t *num, uint32_t *den)
{
    *num = 0;
    *den = 100;
    if (str_eq(text, STR("median"))) {
        *num = 50;
        return true;
    }
    bool point = false, digits = false;
    if (text.len < 2 || text.len > 7 || (text.at[0] != 'p' && text.at[0] != 'P'))
        return false;
    for (size_t i = 1; i < text.len; i++) {
        if (text.at[i] == '.' && !point) {
            point = true;
        } else if (text.at[i] >= '0' && text.at[i] <= '9' && *den < 100000) {
            *num = *num * 10 + (uint32_t)(text.at[i] - '0');
            *den *= point ? 10 : 1;
            digits = true;
        } else {
            return false;
        }
    }
    return digits && *num > 0 && *num <= *den;
}
