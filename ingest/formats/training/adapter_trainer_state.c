/* adapter_trainer_state.c - trainer_state.json of Hugging Face Transformers' Trainer, 4.0 to 4.57.
 *
 * "log_history" has one object a log interval and, where the run came to its end, one with
 * train_runtime, train_samples_per_second and train_steps_per_second: rates are of all that the run
 * was to take over the wall time of this start of it, so that a run that went on from a checkpoint
 * tells too much of itself. Steps a second x time that is not the number of steps is a
 * contradiction. A file of a checkpoint in the middle has no such object, and no figure. Defined by
 * huggingface/transformers, trainer_callback.py, TrainerState, and trainer_utils.py,
 * speed_metrics. */
#include "model/traits.h"
#include "reading.h"
#include "sniff.h"

#include <math.h>

static const struct field fields[] = {
    { "/global_step", KEY_ITERATION_COUNT, UNIT_ITERATION, true },
    { "/train_batch_size", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
    { "/max_steps", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
    { "/num_train_epochs", KEY_METHOD_ARGUMENTS, UNIT_NONE, false },
};
static const struct last_row {
    const char *name;
    enum key key;
    enum unit unit;
    const char *instance;
} ends[] = {
    { "train_samples_per_second", KEY_THROUGHPUT_SAMPLES, UNIT_SAMPLE_PER_SECOND, "" },
    { "train_runtime", KEY_WALL_TIME, UNIT_SECOND, "" },
    { "train_loss", KEY_TARGET_REACHED, UNIT_NONE, "train_loss" },
};

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_is_object(sniff) && sniff_member(sniff, STR("global_step")) &&
                (str_eq(str_base_name(sniff->name), STR("trainer_state.json")) ||
                 sniff_member(sniff, STR("log_history")));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool number(const struct json *json, const struct json_item *item, const char *name,
                   double *out)
{
    const struct json_item *found = json_member(item, str_from(name));
    return found && json_type(found) == JSON_NUMBER && json_real(json, found, out);
}

/* Rates are printed to three decimals. */
static void steps_check(struct reading *reading, const struct json *json,
                        const struct json_item *end)
{
    const struct json_item *rate = json_member(end, STR("train_steps_per_second"));
    double a_second, seconds, steps;
    const double printed = 0.0005, rounding = 1e-4;
    if (!rate || !number(json, end, "train_steps_per_second", &a_second) ||
        !number(json, end, "train_runtime", &seconds) ||
        !number(json, json_root(json), "max_steps", &steps) || steps <= 0)
        return;
    if (fabs(a_second * seconds - steps) > printed * seconds + rounding * steps)
        reading_contradiction(reading, json_literal(json, rate), json_place(json, rate),
                              STR("train_runtime and max_steps give another rate"));
}

static bool read(struct reading *reading)
{
    struct json *json = NULL;
    if (!reading_json(reading, &json))
        return false;
    const struct json_item *list = json_member(json_root(json), STR("log_history"));
    const struct json_item *end = NULL;
    for (size_t i = 0; i < ARRAY_COUNT(fields); i++) {
        struct str name = str_sub(str_from(fields[i].path), 1, SIZE_MAX);
        const struct json_item *item = json_member(json_root(json), name);
        bool plain = fields[i].key != KEY_METHOD_ARGUMENTS;
        if (item && json_type(item) == JSON_NUMBER)
            (void)json_fact(reading, json, item, plain ? STR("") : name, fields[i].key,
                            fields[i].unit);
        else if (fields[i].required)
            reading_missing(reading, fields[i].path);
    }
    for (const struct json_item *item = list ? json_next(list, NULL) : NULL; item;
         item = json_next(list, item))
        if (json_type(item) == JSON_OBJECT && json_member(item, STR("train_runtime")))
            end = item;
    for (size_t i = 0; end && i < ARRAY_COUNT(ends); i++) {
        const struct json_item *item = json_member(end, str_from(ends[i].name));
        if (item)
            (void)json_fact(reading, json, item, str_from(ends[i].instance), ends[i].key,
                            ends[i].unit);
    }
    if (end)
        steps_check(reading, json, end);
    return true;
}

const struct adapter adapter_trainer_state = {
    .name = "trainer-state-json",
    .title = "Rate, time and loss of a training run",
    .tool = "Transformers 4.0 to 4.57, Trainer, trainer_state.json",
    .spec = "huggingface/transformers, trainer_callback.py, TrainerState",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
    .unseen = true,
    .traits = TRAIT_TRAINS,
};
