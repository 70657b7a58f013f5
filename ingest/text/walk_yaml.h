/* walk_yaml.h - private to ingest: settings written as YAML. */
#ifndef INGEST_WALK_YAML_H
#define INGEST_WALK_YAML_H

#include "reading.h"

struct yaml_value {     /* one scalar */
    struct str path;    /* RFC 6901: "/load/stages/0/rate" */
    struct str text;    /* its value: without quotes, escapes resolved, lines folded */
    struct place place; /* where it begins, with its path */
};
/* One document of block and flow mappings, sequences and scalars (plain, quoted, '|', '>'), read by
 * libyaml. Calls `take` for each scalar in the file's order; not for names, nor for null (an empty
 * plain scalar, "~", "null"). Anchors, aliases, tags, directives, merge keys, names that are no
 * texts, a name said twice and a second document change what the rest means, or let readers differ:
 * false, and said where. At most 16 levels, 100,000 values, 4 MiB and 1024 bytes of a path. */
MUST_USE bool yaml_read(struct reading *reading,
                        void (*take)(void *context, const struct yaml_value *value), void *context);

#endif
