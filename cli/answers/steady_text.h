/* steady_text.h - what `dossier steady` prints of one judged series, for people and for programs.
 */
#ifndef CLI_STEADY_TEXT_H
#define CLI_STEADY_TEXT_H

#include "base/json.h"
#include "comparability/comparability.h"
#include "ingest/ingest.h"

struct steady_seen { /* one series of one file, judged */
    const char *path;
    const struct picked *picked;
    struct series series; /* judged: the file's own, or output by second of its requests */
    struct steadiness steady;
    struct steady_value value;
    struct throttle_shares throttle; /* samples 0: no telemetry, or no steady stretch */
    struct load_over_time load;      /* of requests */
    struct str unit;
    bool lower_is_better;
    bool laid; /* iterations without starts, one behind the other */
};
/* "run.csv", "telemetry.csv, accelerator 3". */
struct str steady_name_of(struct arena *home, const struct steady_seen *seen);
void steady_put_text(const struct steady_seen *seen, struct buf *out);
void steady_put_json(const struct steady_seen *seen, struct json_out *json);

#endif
