/* reasons.h - reasons for a reduced clock, told in words. Private to ingest. */
#ifndef INGEST_REASONS_H
#define INGEST_REASONS_H

#include "reading.h"

enum { REASONS = 9 };
/* NVML's bit of a reason, as nvidia-smi's queries call it: "hw_slowdown" is 0x8. */
extern const struct reason {
    struct str name;
    uint64_t bit;
} reasons[REASONS];
/* Hardware that slows the clock down: the one word that speaks for each cause of it. Where it is
 * not told, a silence of the others excludes no fault (nvml.h, nvmlClocksEventReasonHwSlowdown). */
enum { REASON_SLOWDOWN = 0x8, REASONS_OF_FAULT = 0x8 | 0x40 | 0x80 };

/* "Active" and "Not Active"; false: neither, `active` stays. */
bool reason_told(struct str text, bool *active);

/* Words of an accelerator, row by row, as one mask. Zero to begin with. */
struct reason_rows {
    struct column bits; /* of what is active */
    struct column bare; /* 1: nothing excludes a fault, and none is told; 0: known; NaN: no word */
    bool excludes;      /* any row does */
    bool fault;         /* any row tells one */
};
/* A row: what its words (and a mask beside them) say is active, whether any is told at all, and
 * whether they would tell a fault of any kind. */
void reason_row(struct arena *home, struct reason_rows *rows, uint64_t bits, bool told,
                bool excludes);
/* The mask by row; rows that would have kept a fault silent are NaN, unless none of them all tells
 * more: then what is told stands for itself. NULL: they show no absence of a fault, nor one. */
const double *reason_mask(struct reason_rows *rows);

#endif
