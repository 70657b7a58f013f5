/* smi_csv.h - columns of `nvidia-smi --query-gpu`, found by name. Private to ingest. */
#ifndef INGEST_SMI_CSV_H
#define INGEST_SMI_CSV_H

#include "reading.h"
#include "sniff.h"

/* ---- reasons for a reduced clock, told in words ---- */

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

/* ---- columns ---- */

enum {
    SMI_UNITS = 64, /* accelerators of one machine */
    SMI_PREFIXES = 2,
    SMI_REASONS = SMI_PREFIXES * REASONS, /* a column each, by the newer name and by the older */
    SMI_COUNTER_COLUMNS = 3,
    SMI_SERIES_COLUMNS = 17,
    SMI_FIXED_COLUMNS = 37,
    SMI_STATE_COLUMNS = 16
};
/* Telemetry: every row. */
extern const struct field smi_series_columns[SMI_SERIES_COLUMNS];
/* What stays as it is: the first row of each accelerator, and again where it changes. */
extern const struct field smi_fixed_columns[SMI_FIXED_COLUMNS];
/* States of the moment: facts where an accelerator has one row only. */
extern const struct field smi_state_columns[SMI_STATE_COLUMNS];
/* What only grows: the last row of each accelerator that tells it, since what happened happened. */
extern const struct field smi_counter_columns[SMI_COUNTER_COLUMNS];

struct smi_state { /* a cell to become a fact once it is known that no second row comes */
    struct text_held text;
    struct place place; /* a path it gets in the end */
    uint32_t row;
    bool there;
};
struct smi_unit { /* one accelerator's rows */
    struct str instance, identity;
    struct column start, value[SMI_SERIES_COLUMNS];
    struct reason_rows reasons;
    struct index_column row;
    struct text_held fixed[SMI_FIXED_COLUMNS];
    struct smi_state state[SMI_STATE_COLUMNS], reason[SMI_REASONS], counter[SMI_COUNTER_COLUMNS];
    uint64_t first_offset, last_offset;
    uint32_t first_line, last_line;
};
struct smi_telemetry {
    struct reading *reading;
    struct csv *csv;
    struct str name[CSV_CELLS]; /* of columns, without " [MHz]" */
    size_t series[SMI_SERIES_COLUMNS], fixed[SMI_FIXED_COLUMNS], state[SMI_STATE_COLUMNS],
        reason[SMI_REASONS], counter[SMI_COUNTER_COLUMNS];
    /* as the header states them behind the names: "power.draw [W]" */
    enum unit series_unit[SMI_SERIES_COLUMNS], fixed_unit[SMI_FIXED_COLUMNS],
        state_unit[SMI_STATE_COLUMNS];
    size_t index, timestamp, identity; /* identity: what tells accelerators apart without index */
    struct text_held shared[SMI_FIXED_COLUMNS]; /* last text of what belongs to the whole machine */
    bool said[SMI_SERIES_COLUMNS];              /* a bad number of this column was reported */
    bool said_reason;
    bool reasoned;     /* a column tells of reasons for a reduced clock */
    bool timed, zoned; /* every row so far has a time; with a zone */
    struct smi_unit *unit[SMI_UNITS];
    size_t unit_count, turn;
};

int smi_csv_bid(const struct sniff *sniff);
/* Of the header: which column is which, and in which unit. */
void smi_columns_begin(struct smi_telemetry *in);

#endif
