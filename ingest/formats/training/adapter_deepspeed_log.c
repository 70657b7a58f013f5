/* adapter_deepspeed_log.c - console of a DeepSpeed training run: a line of its throughput timer
 * every steps_per_print.
 *
 * "[2025-01-02 03:04:05,678] [INFO] [timer.py:260:stop] epoch=0/micro_step=80/global_step=10,
 * RunningAvgSamplesPerSec=25.12, CurrSamplesPerSec=25.5, MemAllocated=12.3GB,
 * MaxMemAllocated=34.5GB"; until 2022 "0/10, SamplesPerSec=25.12". The running average leaves out
 * the first two steps; samples are those of all processes; a GB is 2^30 bytes. Loss and learning
 * rate are told by other lines of other forms, and not taken. Defined by microsoft/DeepSpeed,
 * deepspeed/utils/timer.py, ThroughputTimer. */
#include "model/traits.h"
#include "sniff.h"
#include "steps.h"

#include <math.h>

static const struct steps_row rows[] = {
    { "RunningAvgSamplesPerSec=", "", KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND },
    { " SamplesPerSec=", "", KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND },
    { "MaxMemAllocated=", "", KEY_MEMORY_ALLOCATED, UNIT_GIBIBYTE },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("[timer.py:")) != SIZE_MAX &&
                str_find(sniff->head, STR("SamplesPerSec=")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool step_of(struct reading *reading, const struct line *line, struct labelled *out)
{
    size_t at = str_find(line->text, STR(":stop] "));
    struct str head = at == SIZE_MAX ? STR("") : str_sub(line->text, at, line->text.len);
    head = str_sub(head, 0, str_find(head, STR(",")));
    return steps_number(reading, line, head, "global_step=", out) ||
           (str_find(head, STR("=")) == SIZE_MAX && steps_number(reading, line, head, "/", out));
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
        struct labelled now, rate;
        if (str_find(line.text, STR("[timer.py:")) == SIZE_MAX || !step_of(reading, &line, &now))
            continue;
        struct labelled own[ARRAY_COUNT(rows)] = { 0 };
        steps_take(reading, &line, line.text, rows, own, ARRAY_COUNT(rows));
        steps_hold(reading, own, last, ARRAY_COUNT(rows));
        if (steps_number(reading, &line, line.text, "CurrSamplesPerSec=", &rate))
            (void)steps_put(&steps, reading, &line, &now, (double)NAN, (double)NAN, rate.value);
        labelled_hold(reading, &step, &now);
    }
    if (!steps_done(reading, &step, "[timer.py:N:stop] ... global_step=N"))
        return false;
    steps_facts(reading, rows, last, ARRAY_COUNT(rows));
    steps_series(&steps, reading, KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND, UNIT_NONE,
                 "CurrSamplesPerSec");
    return true;
}

const struct adapter adapter_deepspeed_log = {
    .name = "deepspeed-log",
    .title = "Rate and memory of a training run",
    .tool = "DeepSpeed 0.3 to 0.18, console",
    .spec = "microsoft/DeepSpeed, deepspeed/utils/timer.py, ThroughputTimer",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .feeds = true,
    .unseen = true,
    .traits = TRAIT_TRAINS,
};
