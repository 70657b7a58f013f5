/* inspect_put.h - what `dossier inspect` prints of one bundle, for people and for programs. */
#ifndef CLI_INSPECT_PUT_H
#define CLI_INSPECT_PUT_H

#include "base/json.h"
#include "ingest/ingest.h"

struct inspection {
    const struct inspected *file;
    size_t count;
    struct buf *out;
    bool all; /* long lists too */
};

void inspection_put_text(const struct inspection *in);
/* An object of the format "dossier-inspect/1". `bundle`: its path as given, where several are. */
void inspection_put_json(const struct inspection *in, struct json_out *json, struct str bundle);

#endif
