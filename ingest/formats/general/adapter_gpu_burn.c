/* adapter_gpu_burn.c - console output of gpu-burn: matrix products on all accelerators at once,
 * each result held against the first.
 *
 * "GPU 0: NAME (UUID: ...)" names each; lines of progress, over one another, tell products done,
 * the rate since the last line, errors so far and temperatures, a value an accelerator; the last
 * ones are "GPU 0: OK" or "GPU 0: FAULTY" behind "Tested N GPUs:". The rate of the last line of
 * progress is taken: a state under load, and no mean. Without the verdict the file was cut. Defined
 * by wilicc/gpu-burn, gpu_burn-drv.cpp. */
#include "benchmarks.h"
#include "model/traits.h"
#include "sniff.h"

enum { UNITS_MOST = 64 };

struct burning {
    struct reading *reading;
    struct str rate[UNITS_MOST], errors[UNITS_MOST]; /* of the last line of progress */
    struct line line;                                /* that line */
    struct str done, progress; /* "10.0%  proc'd: 281 " of it, and all of it */
    size_t rates, error_count, told;
    bool tested;
};

static int bid(const struct sniff *sniff)
{
    bool compares = sniff_line_starts(sniff, STR("Using compare file: "));
    bool burns = sniff_line_starts(sniff, STR("Burning for ")) ||
                 sniff_line_starts(sniff, STR("Run length not specified"));
    return (compares || burns) && str_find(sniff->head, STR("GPU 0: ")) != SIZE_MAX ? BID_SIGNATURE
                                                                                    : BID_NONE;
}

static void said(struct burning *in, const struct line *line, enum key key, struct str instance,
                 struct str text, enum unit unit)
{
    text = str_trim(text);
    if (text.len > 0) {
        (void)reading_fact(in->reading, key, instance, text, unit,
                           line_place(in->reading, line, text));
    }
}

/* "GPU 0: NVIDIA H100 (UUID: GPU-...)" before the load, "GPU 0: OK" behind it. */
static void unit_read(struct burning *in, const struct line *line, struct str text)
{
    struct str rest = str_sub(text, 4, text.len), index;
    if (!str_cut(&rest, ':', &index) || !rest.at)
        return;
    rest = str_trim(rest);
    bool good = str_eq(rest, STR("OK")), faulty = str_eq(rest, STR("FAULTY"));
    if (in->tested && (good || faulty)) {
        struct str name = str_format(in->reading->scratch, "gpu-burn / GPU %.*s", STR_ARG(index));
        said(in, line, KEY_HEALTH_CHECK, name, rest, UNIT_NONE);
        in->told++;
        if (faulty)
            said(in, line, KEY_RUN_ERROR, name, rest, UNIT_NONE);
        return;
    }
    size_t mark = str_find(rest, STR(" (UUID: "));
    struct str uuid = str_sub(rest, mark == SIZE_MAX ? rest.len : mark + 8, rest.len);
    said(in, line, KEY_ACCELERATOR_NAME, index, str_sub(rest, 0, mark), UNIT_NONE);
    said(in, line, KEY_ACCELERATOR_UUID, index, str_sub(uuid, 0, str_find(uuid, STR(")"))),
         UNIT_NONE);
}

/* The text between two marks behind `at`, which moves behind it. */
static bool between(struct str text, const char *from, const char *to, size_t *at, struct str *out)
{
    struct str rest = str_sub(text, *at, text.len);
    size_t begin = str_find(rest, str_from(from));
    if (begin == SIZE_MAX)
        return false;
    begin += str_from(from).len;
    struct str behind = str_sub(rest, begin, rest.len);
    size_t end = str_find(behind, str_from(to));
    if (end == SIZE_MAX)
        return false;
    *out = str_trim(str_sub(behind, 0, end));
    *at += begin + out->len;
    return true;
}

/* "100.0%  proc'd: 90 (61021 Gflop/s) - 84 (60888 Gflop/s)   errors: 0 - 0   temps: 61 C - 60 C" */
static void progress_read(struct burning *in, const struct line *line, struct str text)
{
    size_t at = 0;
    struct str done = str_sub(text, 0, str_find(text, STR("(")));
    if (done.len > 0 && str_eq(done, in->done) && !str_eq(text, in->progress)) {
        reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, line, text),
                      STR("one rate for the same products"), text);
    }
    in->done = done;
    in->progress = text;
    in->rates = in->error_count = 0;
    in->line = *line;
    while (in->rates < UNITS_MOST && between(text, "(", " Gflop/s)", &at, &in->rate[in->rates]))
        in->rates++;
    struct str list, next;
    at = 0;
    if (!between(text, "errors: ", "temps", &at, &list))
        return;
    while (in->error_count < UNITS_MOST && str_cut(&list, '-', &next))
        in->errors[in->error_count++] = str_trim(next);
}

static void progress_give(struct burning *in)
{
    for (size_t i = 0; i < in->rates; i++) {
        struct str unit = str_format(in->reading->scratch, "GPU %zu", i);
        double errors;
        said(in, &in->line, KEY_THROUGHPUT_FLOPS, unit, in->rate[i], UNIT_GIGAFLOP_PER_SECOND);
        struct str first = i < in->error_count ? in->errors[i] : (struct str){ 0 };
        size_t mark = str_find(first, STR(" ")); /* "12  (WARNING!)" */
        first = str_sub(first, 0, mark);
        if (num_real(first, &errors) && errors > 0) {
            said(in, &in->line, KEY_RUN_ERROR,
                 str_format(in->reading->scratch, "errors of GPU %zu", i), first, UNIT_NONE);
        }
    }
}

static bool read(struct reading *reading)
{
    struct burning *in = ARENA_NEW(reading->scratch, struct burning);
    struct lines lines;
    struct line line;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str rest = line.text, text;
        while (str_cut(&rest, '\r', &text)) {
            text = str_trim(text);
            if (str_starts(text, STR("GPU ")))
                unit_read(in, &line, text);
            else if (str_find(text, STR("proc'd: ")) != SIZE_MAX)
                progress_read(in, &line, text);
            else if (str_starts(text, STR("Tested ")) && str_ends(text, STR(" GPUs:")))
                in->tested = true;
        }
    }
    progress_give(in);
    if (in->told == 0) {
        reading_error(reading, DIAG_LINE_BAD, place_at(reading, reading->bytes.len),
                      STR("\"Tested N GPUs:\" and a verdict on each"), STR(""));
        return false;
    }
    return true;
}

const struct adapter adapter_gpu_burn = {
    .name = "gpu-burn-text",
    .title = "Accelerators under matrix products: rate, errors and verdict",
    .tool = "gpu-burn 1.x",
    .spec = "wilicc/gpu-burn, gpu_burn-drv.cpp",
    .unseen = true,
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .traits = TRAIT_TESTS_MACHINE,
};
