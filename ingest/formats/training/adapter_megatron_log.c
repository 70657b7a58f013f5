/* adapter_megatron_log.c - console of a Megatron-LM or NeMo training run: a line every log
 * interval.
 *
 * " [2025-01-02 03:04:05] iteration      100/  500000 | consumed samples: 25600 | elapsed time per
 * iteration (ms): 1234.5 | throughput per GPU (TFLOP/s/GPU): 400.1 | ... | global batch size: 256 |
 * lm loss: 6.1E+00 | loss scale: 1.0 | ... |". The time is the mean of the iterations since the
 * line before; samples a second follow from the size of a global batch, and no line tells them. The
 * interval of an iteration that was before is a restart from a checkpoint, and told. Facts are the
 * last line's. Defined by NVIDIA/Megatron-LM, megatron/training/training.py, training_log. */
#include "model/traits.h"
#include "sniff.h"
#include "steps.h"

#include <math.h>

static const struct steps_row rows[] = {
    { "global batch size:", "", KEY_LOAD_BATCH, UNIT_COUNT },
    { "consumed samples:", "", KEY_WORK_TOTAL, UNIT_COUNT },
    { "elapsed time per iteration (ms):", "last interval", KEY_LATENCY_ITERATION,
      UNIT_MILLISECOND },
    { "throughput per GPU (TFLOP/s/GPU):", "TFLOP/s per GPU", KEY_RESULT_MORE, UNIT_NONE },
    { "lm loss:", "lm loss", KEY_TARGET_REACHED, UNIT_NONE },
    { "number of skipped iterations:", "skipped iterations", KEY_RESULT_REMARK, UNIT_NONE },
    { "number of nan iterations:", "nan iterations", KEY_RESULT_REMARK, UNIT_NONE },
};
enum { ROW_BATCH = 0, ROW_TIME = 2, ROW_REMARKS = 5 };

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR(" iteration ")) != SIZE_MAX &&
                str_find(sniff->head, STR("| elapsed time per iteration (ms):")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* " iteration      100/  500000 |" */
static bool iteration_of(struct reading *reading, const struct line *line, struct labelled *done,
                         struct labelled *of)
{
    struct str text = line->text;
    size_t bar = str_find(text, STR("|"));
    struct str head = str_sub(text, 0, bar == SIZE_MAX ? 0 : bar);
    return steps_number(reading, line, head, " iteration ", done) &&
           steps_number(reading, line, head, "/", of);
}

/* Of an interval, where it is not 0; the first few. */
static void remarks(struct reading *reading, const struct labelled *own,
                    const struct labelled *iteration, unsigned *count)
{
    enum { REMARKS_MOST = 16 };
    for (size_t i = ROW_REMARKS; i < ARRAY_COUNT(rows); i++) {
        if (own[i].text.len > 0 && own[i].value > 0 && (*count)++ < REMARKS_MOST)
            (void)reading_fact(reading, KEY_RESULT_REMARK,
                               str_format(reading->scratch, "%s, iteration %.*s", rows[i].instance,
                                          STR_ARG(iteration->text)),
                               own[i].text, UNIT_NONE, own[i].place);
    }
}

static bool read(struct reading *reading)
{
    struct labelled_held last[ARRAY_COUNT(rows)] = { 0 }, done = { 0 }, of = { 0 };
    struct steps steps;
    struct lines lines;
    struct line line;
    unsigned noted = 0;
    steps_begin(&steps);
    reading_lines(&lines, reading);
    while (lines_next(&lines, &line)) {
        struct labelled now, goal;
        if (str_find(line.text, STR("| elapsed time per iteration (ms):")) == SIZE_MAX ||
            !iteration_of(reading, &line, &now, &goal))
            continue;
        struct labelled own[ARRAY_COUNT(rows)] = { 0 };
        steps_take(reading, &line, line.text, rows, own, ARRAY_COUNT(rows));
        steps_hold(reading, own, last, ARRAY_COUNT(rows));
        double seconds = own[ROW_TIME].text.len > 0 ? own[ROW_TIME].value / 1000 : (double)NAN;
        double batch = own[ROW_BATCH].text.len > 0 ? own[ROW_BATCH].value : (double)NAN;
        double count = now.value - (steps.last < 0 ? 0 : steps.last);
        (void)steps_put(&steps, reading, &line, &now, seconds * count, batch * count,
                        seconds > 0 ? batch / seconds : (double)NAN);
        remarks(reading, own, &now, &noted);
        labelled_hold(reading, &done, &now);
        labelled_hold(reading, &of, &goal);
    }
    if (!steps_done(reading, &done, "iteration N/ M |"))
        return false;
    (void)reading_fact(reading, KEY_METHOD_ARGUMENTS, STR("iterations"), of.now.text, UNIT_NONE,
                       of.now.place);
    steps_facts(reading, rows, last, ROW_REMARKS);
    steps_series(&steps, reading, KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND, UNIT_SAMPLE,
                 "elapsed time per iteration (ms)");
    return true;
}

const struct adapter adapter_megatron_log = {
    .name = "megatron-training-log",
    .title = "Time, loss and rate of a training run's intervals",
    .tool = "Megatron-LM 3 to core 0.14, console",
    .spec = "NVIDIA/Megatron-LM, megatron/training/training.py, training_log",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .feeds = true,
    .unseen = true,
    .traits = TRAIT_TRAINS,
};
