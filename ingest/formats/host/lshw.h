/* lshw.h - private to ingest: the nodes of lshw's tree, whatever form they were printed in. */
#ifndef INGEST_LSHW_H
#define INGEST_LSHW_H

#include "reading.h"

struct lshw_value { /* empty text: the node does not say */
    struct str text;
    struct place place;
};

struct lshw_node {
    struct str id;    /* "bank:0" */
    struct str class; /* "disk"; empty in text, which does not print it: then the id tells */
    bool top;         /* the computer itself, not a part of it */
    struct lshw_value product, version, date, description, size;
    struct str name; /* logical name, or else the address on its bus */
    struct str slot; /* of a memory module: its label, or else its number */
};

/* Facts of one node: the computer's product, the firmware's version and date, processors, the
 * memory installed and its modules, network adapters and disks ("sda", as lsblk calls them). Sizes
 * are bytes ("17179869184") or rounded binary units ("16GiB"). Other nodes, and values that are not
 * stated, give none. */
void lshw_node_facts(struct reading *reading, const struct lshw_node *node);

#endif
