/* amd.h - private to ingest: what the forms of amd-smi share. */
#ifndef INGEST_AMD_H
#define INGEST_AMD_H

#include "reading.h"

/* A file named for the time before or after a run ("energy_start.csv", "after.txt") holds the
 * energy counter's begin or end. */
enum key amd_counter_key(struct str name);
/* Values of `amd-smi static`, `metric` and `list`, by their path of labels in small letters:
 * "/asic/market_name", as the JSON form has them, without its "/value". */
const struct field *amd_field(size_t index); /* NULL past the last */
/* One of them; "MB" counts 1048576 bytes, as the tool's own source does; "N/A W" is N/A; "32 GT/s"
 * is generation 5 of PCIe; a throttle's status is told by its reason ("0 ppt"), unless N/A. */
void amd_fact(struct reading *reading, const struct field *field, struct str instance,
              struct str text, struct place place);
/* The same of a JSON value, which may be wrapped: {"value": 139, "unit": "W"}. Its own unit counts;
 * one that measures something else is said. */
void amd_json_fact(struct reading *reading, const struct json *json, const struct json_item *item,
                   const struct field *field, struct str instance);
/* Whether `index` is the number of an accelerator; what is not is said. */
bool amd_index(struct reading *reading, struct str index, struct place place);
/* What a label of rocm-smi means ("GPU use (%)"), in JSON and in text; false: not taken. Defined in
 * adapter_rocm_smi.c. */
bool rocm_label(struct str label, enum key *key, enum unit *unit);

/* Watch mode: what each poll of an accelerator reads of the moment, in the order of the file. */
enum { AMD_UNITS = 64, AMD_WATCHED = 4 };
struct amd_watch {
    struct amd_polls {
        struct str gpu;
        struct column start, value[AMD_WATCHED];
        struct index_column row;
        struct place from, to;
    } unit[AMD_UNITS], *now;
    size_t count;
};
/* A poll of `gpu` begins; `time` is Unix time. */
void amd_poll(struct reading *reading, struct amd_watch *watch, struct str gpu, struct str time,
              struct place place);
/* A value of that poll, by the key that a single capture has for it; others are passed over. */
void amd_poll_value(struct amd_watch *watch, enum key key, struct str text);
/* At the end of the file: series of whoever was polled more than once. */
void amd_watch_put(struct reading *reading, const struct amd_watch *watch);

#endif
