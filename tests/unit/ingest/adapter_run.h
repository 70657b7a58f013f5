/* adapter_run.h - for tests of adapters: one file through bid and read, and its facts as lines of
 * text. */
#ifndef TESTS_ADAPTER_RUN_H
#define TESTS_ADAPTER_RUN_H

#include "base/file.h"
#include "reading.h"

struct adapter_result {
    const struct adapter *adapter; /* highest bid; NULL: nobody's */
    int bid;
    bool tie;
    bool read; /* what read answered */
    struct facts *facts;
    const struct series_item *series;
    size_t series_count;
    struct diags *diags;
};

/* `zone` and `selected` as run.json and the case would give them; empty: none. */
struct adapter_result adapter_run(struct arena *home, struct str name, struct str bytes,
                                  struct str zone, struct str selected);
/* One line a fact and a series:
 * KEY [instance] kind = "text" (value unit) @ place
 * KEY [instance] series count kind unit unix|relative first last @ from .. to */
void adapter_result_put(const struct adapter_result *result, struct buf *out);

#endif
