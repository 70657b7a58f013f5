/* clock.c - SOURCE_DATE_EPOCH (reproducible-builds.org), else the machine's clock. */
#include "clock.h"
#include "base/num.h"
#include <stdlib.h>
#include <time.h>

/* 9999-12-31T23:59:59Z: the last that dates of certificates can name. */
#define LAST INT64_C(253402300799)

bool clock_read(int64_t *out, struct diags *diags)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    if (!epoch) {
        *out = (int64_t)time(NULL);
        return true;
    }
    if (num_int(str_from(epoch), out) && *out >= 0 && *out <= LAST)
        return true;
    diag_add(diags, DIAG_REFUSED, (struct place){ .file = STR("SOURCE_DATE_EPOCH") },
             STR("whole seconds since 1970 in decimal digits, or no such variable; unset it, or "
                 "set it by date +%s"),
             "%s", epoch);
    return false;
}
