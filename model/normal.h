/* normal.h - free text in a form that can be compared: formats of precision, percentiles, names of
 * accelerators.
 *
 * The text stays what is shown; these forms only answer whether two texts mean the same. */
#ifndef MODEL_NORMAL_H
#define MODEL_NORMAL_H

#include "base/text.h"

#include <stdint.h>

/* ---- precision ---- */

enum { PRECISION_FORMATS_MOST = 12 };
struct precision {
    struct str text;                            /* as written, blanks around it taken off */
    const char *format[PRECISION_FORMATS_MOST]; /* "bf16", "fp8_e4m3fn"; widest first, each once */
    size_t count;
    const char *tool; /* what quantised: "modelopt", "gptq"; NULL: not said */
    bool none;        /* the statement that nothing was changed: "none", "No change." */
    bool whole;       /* every word of the text was understood */
};
/* Name of the format that the whole text spells ("Float16", "torch.bfloat16"); NULL: no format. */
const char *precision_format(struct str text);
/* Formats and tool chain anywhere in a text: "{'unet': 'fp8', 'vae': 'int8'}", "FP8 (ModelOpt)",
 * "llama 7B Q4_K - Medium". False: neither, nor the statement "none". */
MUST_USE bool precision_read(struct str text, struct precision *out);
/* The same set of formats, and the same tool where both name one; where a word of either was not
 * understood, only equal texts are alike. */
bool precision_alike(const struct precision *a, const struct precision *b);

/* ---- percentiles ---- */

/* "p95" is 95 / 100, "p99.9" 999 / 1000, "median" 1 / 2; false: no percentile. */
MUST_USE bool percentile_read(struct str text, uint32_t *num, uint32_t *den);

/* ---- accelerators ---- */

struct accelerator {
    struct str text;      /* as written, blanks around it taken off */
    const char *model;    /* "NVIDIA H100" */
    const char *form;     /* "SXM", "PCIe", "NVL", "OAM", "SFF", "laptop"; NULL: not said */
    uint32_t memory_gb;   /* as the name says it, or of the only size sold; 0: not said */
    struct str partition; /* "1g.10gb"; empty: the whole accelerator */
    bool whole;           /* every word of the text was understood */
};
/* False: no known model, or more than one. */
MUST_USE bool accelerator_read(struct str text, struct accelerator *out);
/* The same model and partition, and the same memory and form factor where both say them; where a
 * word of either was not understood, only equal texts are alike. */
bool accelerator_alike(const struct accelerator *a, const struct accelerator *b);

/* ---- processors, computers, operating systems ---- */

enum named {
    NAMED_ALIKE, /* one thing, in other writing */
    NAMED_LESS,  /* one tells less than the other, and nothing otherwise */
    NAMED_OTHER
};
/* Two names; `system`: of operating systems, where "22.04" begins "22.04.4" and a distribution is a
 * Linux. */
enum named names_compare(struct str a, struct str b, bool system);

#endif
