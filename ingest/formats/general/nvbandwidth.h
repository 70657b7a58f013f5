/* nvbandwidth.h - private to ingest: a matrix of nvbandwidth's, whatever form it is printed in. */
#ifndef INGEST_NVBANDWIDTH_H
#define INGEST_NVBANDWIDTH_H

#include "reading.h"

/* "memcpy CE CPU(row) -> GPU(column) bandwidth (GB/s)" */
struct copies {
    struct reading *reading;
    bool rate;   /* GB/s; else a time in ns */
    bool chosen; /* the case selected it, or nothing */
    double sum, slack;
    bool any;
};
/* From the matrix's title; false: it names no unit that is known. */
bool copies_begin(struct copies *copies, struct reading *reading, struct str test,
                  struct str title);
/* A value of the matrix, N/A too. False: neither. */
bool copies_value(struct copies *copies, struct str row, struct str column, struct str text,
                  struct place place);
/* What the tool gives as their sum, which is held against them. False: no number. */
bool copies_sum(struct copies *copies, struct str text, struct place place);
/* "0: NVIDIA H100 80GB HBM3 (00000000:04:00)" apart; false: it is something else. */
bool copies_device(struct str text, struct str *index, struct str *name);

#endif
