/* answers.h - what runs of now give beside runs of then. */
#ifndef CLI_ANSWERS_H
#define CLI_ANSWERS_H

#include "base/json.h"
#include "model/model.h"

struct against;
struct held;
struct pipeline;

struct answer {
    const char *word, *says;
    int status; /* exit status */
};
/* reproduced, not reproduced, undecided, other work, another configuration */
const struct answer *answer_of(const struct comparison *comparison);
/* The answer with its numbers; of layers that differ, from what to what and whose they are. */
void answer_put(const struct comparison *comparison, const struct case_file *case_file,
                struct buf *out);
/* The same as one object, inside an array. */
void answer_put_json(const struct comparison *comparison, struct json_out *json);

/* "PR-2026-0142 holds; signed by CN=..., 2026-11-28T00:00:00Z (the signer's word)" */
void against_put_head(const struct against *against, struct buf *out);
/* Member "now", where one system of another dossier stands for new runs: which, by whom signed. */
void against_put_now_json(const struct against *against, struct json_out *json);
/* New runs that are not set beside those of the system, a line each and an empty one behind them;
 * nothing where there are none. As JSON "left_out". */
void against_put_left(const struct against *against, size_t system, struct buf *out);
void against_put_left_json(const struct against *against, size_t system, struct json_out *json);
/* Which case it is, by whom it was signed and when; its system as members of an object of JSON. */
void held_put_said(const struct held *held, struct buf *text);
void held_put_json(const struct held *held, struct str system, struct json_out *json);
void held_put_head(const struct held *held, struct buf *out);
/* How conditions of the dossier's decision stand by the new runs, which the pipeline of the
 * comparison judged: in lines, nothing where it has none; as a list. */
void against_put_held(const struct pipeline *pipeline, struct buf *out);
void against_put_held_json(const struct pipeline *pipeline, struct json_out *json);
/* Each condition that keeps the two apart, one a line. */
void against_put_blocking(const struct comparison *comparison, struct buf *out);

#endif
