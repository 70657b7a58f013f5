/* record_fault.c - what is wrong with a plan or a ledger, in its own words. */
#include "records.h"

struct str record_fault(struct arena *home, const struct diags *diags, struct str otherwise)
{
    const struct diag *diag = diags_first(diags);
    struct buf out = buf_new(home, 1 << 12);
    if (!diag)
        return otherwise;
    place_put(diag->place, &out);
    buf_putf(&out, "%s%s", out.len > 0 ? ": " : "", diag_row(diag->id)->title);
    if (diag->said.len > 0)
        buf_putf(&out, ": %.*s", STR_ARG(str_sub(diag->said, 0, 200)));
    return buf_str(&out);
}
