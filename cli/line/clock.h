/* clock.h - the one place that asks what time it is. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include "base/diag.h"
#include <stdbool.h>
#include <stdint.h>

/* Seconds since 1970 for signatures and certificates: SOURCE_DATE_EPOCH where set, else the clock.
 * False, with a diagnostic, where the variable is set and is no time: falling back to the clock
 * would make bytes depend on the day without a word. */
bool clock_read(int64_t *out, struct diags *diags);

#endif
