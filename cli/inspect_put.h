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
/* Its part on figures that contradict each other; nothing where none does. */
void inspection_put_figures(const struct inspection *in);
/* Members "definition" and "means" of a fact whose definition is registered. */
void figure_put_definition(struct json_out *json, const struct fact *fact);
/* An object of the format "dossier-inspect/1". `bundle`: its path as given, where several are. */
void inspection_put_json(const struct inspection *in, struct json_out *json, struct str bundle);

#endif
