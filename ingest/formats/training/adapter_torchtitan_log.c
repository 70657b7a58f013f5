/* adapter_torchtitan_log.c - console of a torchtitan training run: a line every log interval.
 *
 * "[titan] 2025-01-02 03:04:05,678 - root - INFO - step: 10  loss:  4.1234  grad_norm:  1.2 memory:
 * 45.12GiB(47.50%)  tps: 5,678  tflops: 300.12  mfu: 30.35%", in colours or not. Tokens a second
 * are those of one accelerator since the line before ("wps" until 2024); memory is the most that
 * its allocator reserved. Facts are the last line's. Defined by pytorch/torchtitan,
 * torchtitan/components/metrics.py. */
#include "model/traits.h"
#include "sniff.h"
#include "steps.h"

#include <math.h>

static const struct steps_row rows[] = {
    { "tps:", "", KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND },
    { "wps:", "", KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND },
    { "memory:", "", KEY_MEMORY_RESERVED, UNIT_GIBIBYTE },
    { "tflops:", "TFLOP/s per GPU", KEY_RESULT_MORE, UNIT_NONE },
    { "mfu:", "MFU, %", KEY_RESULT_MORE, UNIT_NONE },
    { "loss:", "loss", KEY_TARGET_REACHED, UNIT_NONE },
};
/* "Training starts at step 1, with local batch size 8, global batch size 64, sequence length 8192,
 * total steps 1000 (warmup 200)" */
static const struct steps_row settings[] = {
    { "global batch size ", "", KEY_LOAD_BATCH, UNIT_COUNT },
    { "local batch size ", "local batch size", KEY_METHOD_ARGUMENTS, UNIT_NONE },
    { "sequence length ", "", KEY_INPUT_LENGTH, UNIT_TOKEN },
    { "total steps ", "total steps", KEY_METHOD_ARGUMENTS, UNIT_NONE },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("[titan]")) != SIZE_MAX ||
                (str_find(sniff->head, STR(" - root - INFO - ")) != SIZE_MAX &&
                 str_find(sniff->head, STR("torchtitan")) != SIZE_MAX);
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool is_step(struct str text)
{
    return str_find(text, STR("step:")) != SIZE_MAX && str_find(text, STR("loss:")) != SIZE_MAX &&
           (str_find(text, STR("tps:")) != SIZE_MAX || str_find(text, STR("wps:")) != SIZE_MAX);
}

/* "CUDA capacity: NVIDIA H100 with 95.04GiB memory" */
static void device_read(struct reading *reading, const struct line *line, struct str text)
{
    static const struct str before = STR_INIT("CUDA capacity: "), behind = STR_INIT(" with ");
    size_t at = str_find(text, before);
    struct str name = at == SIZE_MAX ? STR("") : str_sub(text, at + before.len, text.len);
    size_t end = str_find(name, behind);
    if (end != SIZE_MAX)
        (void)reading_fact(reading, KEY_ACCELERATOR_NAME, STR(""), str_sub(name, 0, end), UNIT_NONE,
                           line_place(reading, line, str_sub(name, 0, end)));
}

static void settings_read(struct reading *reading, const struct line *line, struct str text)
{
    for (size_t i = 0; i < ARRAY_COUNT(settings); i++) {
        struct labelled now;
        if (!steps_number(reading, line, text, settings[i].label, &now))
            continue;
        (void)reading_fact(reading, settings[i].key, str_from(settings[i].instance), now.text,
                           settings[i].unit, now.place);
    }
}

static bool read(struct reading *reading)
{
    struct labelled_held last[ARRAY_COUNT(rows)] = { 0 }, step = { 0 };
    struct steps steps;
    struct lines lines;
    struct line line;
    steps_begin(&steps);
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line)) {
        struct str text = line.text;
        struct labelled now, rate;
        device_read(reading, &line, text);
        if (str_find(text, STR("Training starts at step")) != SIZE_MAX)
            settings_read(reading, &line, text);
        if (!is_step(text) || !steps_number(reading, &line, text, "step:", &now))
            continue;
        struct labelled own[ARRAY_COUNT(rows)] = { 0 };
        steps_take(reading, &line, text, rows, own, ARRAY_COUNT(rows));
        steps_hold(reading, own, last, ARRAY_COUNT(rows));
        if (steps_number(reading, &line, text, "tps:", &rate) ||
            steps_number(reading, &line, text, "wps:", &rate))
            (void)steps_put(&steps, reading, &line, &now, (double)NAN, (double)NAN, rate.value);
        labelled_hold(reading, &step, &now);
    }
    if (!steps_done(reading, &step, "step: N  loss: N ... tps: N"))
        return false;
    steps_facts(reading, rows, last, ARRAY_COUNT(rows));
    steps_series(&steps, reading, KEY_THROUGHPUT_TOTAL_PER_ACCELERATOR, UNIT_TOKEN_PER_SECOND,
                 UNIT_NONE, "tps");
    return true;
}

const struct adapter adapter_torchtitan_log = {
    .name = "torchtitan-log",
    .title = "Rate, memory and loss of a training run's intervals",
    .tool = "torchtitan 0.1, 0.2, console",
    .spec = "pytorch/torchtitan, torchtitan/components/metrics.py, MetricsProcessor.log",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .feeds = true,
    .unseen = true,
    .traits = TRAIT_TRAINS,
};
