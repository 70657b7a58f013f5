/* walk_yaml.h - private to ingest: settings written as plain block YAML. */
#ifndef INGEST_WALK_YAML_H
#define INGEST_WALK_YAML_H

#include "reading.h"

struct yaml_value {   /* one scalar */
    struct str path;  /* "/load/stages/0/rate"; "~1" for '/' in a name */
    struct str text;  /* without quotes; empty for a value that is not plain */
    struct line line; /* it stands on */
    struct str stood; /* the value as it stands there, quotes included */
    bool plain;       /* false: a flow or block value, which is not read */
};
/* Block mappings and sequences of one document, indented by blanks, with plain or quoted scalars on
 * one line, comments, and nothing else of YAML 1.2: what a person writes as settings. Calls `take`
 * for each scalar in the file's order. Anchors, aliases, tags, tabs, merge keys, several documents
 * and indentation that fits no line above change what the rest means: false, and said where. Depth,
 * lines and the length of a path are limited. */
MUST_USE bool yaml_read(struct reading *reading,
                        void (*take)(void *context, const struct yaml_value *value), void *context);

#endif
