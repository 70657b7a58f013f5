/* saving.c - what the first sentence of a report says beside the change: by how much two amounts by
 * the month differ, and how much of its power limit a side draws. */
#include "offers.h"

struct decimal money_decimal(const struct fact *fact)
{
    struct decimal out = { .bad = true };
    struct str rest = fact ? fact->value.text : (struct str){ 0 }, currency = { 0 };
    (void)str_cut(&rest, ' ', &currency);
    return rest.at && decimal_read(rest, &out) ? out : (struct decimal){ .bad = true };
}

/* Amounts of a hundred and more are said without their hundredths. */
static int said_places(struct decimal amount)
{
    enum { HUNDRED = 100 };
    return decimal_order(amount, decimal_of(HUNDRED)) < 0 ? 2 : 0;
}

void saving_publish(const struct offering *in)
{
    struct offers *out = in->out;
    const struct fact *month[2];
    struct decimal amount[2];
    for (size_t i = 0; i < 2; i++) {
        const struct offer *offer = &out->side[i];
        month[i] = offer->month_total ? offer->month_total : offer->month;
        amount[i] = money_decimal(month[i]);
        if (!month[i] || amount[i].bad)
            return;
    }
    /* What one amount holds and the other does not is no difference of theirs. */
    bool alike = (out->side[0].month_total != NULL) == (out->side[1].month_total != NULL) &&
                 (out->side[0].month_energy != NULL) == (out->side[1].month_energy != NULL);
    int places = said_places(amount[0]) > said_places(amount[1]) ? said_places(amount[0])
                                                                 : said_places(amount[1]);
    struct made form = { .currency = in->terms->currency,
                         .unit = UNIT_MONEY_PER_MONTH,
                         .places = places };
    for (size_t i = 0; i < 2; i++) {
        form.row = DERIVE_MONTH_WHOLE;
        form.system = out->side[i].system;
        form.value = amount[i];
        form.input = &month[i];
        form.input_count = 1;
        out->month_whole[i] = offer_make(in, &form);
    }
    int order = decimal_order(amount[1], amount[0]);
    if (!alike || order == 0 || decimal_is_zero(amount[0]))
        return;
    out->b_dearer = order > 0;
    struct decimal apart = out->b_dearer ? decimal_subtract(amount[1], amount[0])
                                         : decimal_subtract(amount[0], amount[1]);
    form.row = DERIVE_MONTH_APART;
    form.system = NULL;
    form.value = apart;
    form.places = said_places(apart);
    form.input = month;
    form.input_count = 2;
    out->month_apart = offer_make(in, &form);
    struct decimal share =
        decimal_divide(decimal_multiply(apart, decimal_of(100)), amount[0], PLACES);
    out->month_share =
        offer_make(in, &(struct made){ .row = DERIVE_MONTH_SHARE,
                                       .value = share,
                                       .places = decimal_order(share, decimal_of(10)) < 0 ? 1 : 0,
                                       .unit = UNIT_PERCENT,
                                       .input = month,
                                       .input_count = 2 });
}

/* Mean power of the run's one accelerator and the limit in force; false where a run has several, or
 * one of the two is not known. */
static bool power_of(const struct offering *in, const struct judged_run *run,
                     const struct fact **mean, const struct fact **limit)
{
    size_t means = 0;
    struct str instance;
    for (size_t i = 0; i < run->fact_count; i++) {
        if (run->fact[i]->key == KEY_POWER_MEAN) {
            *mean = run->fact[i];
            means++;
        }
    }
    if (means != 1 || !run->run->machine)
        return false;
    *limit = facts_instance(run->run->machine->facts, KEY_POWER_LIMIT, STR(""), true, &instance)
                 ? run_fact(in->judging->case_file, run->run, KEY_POWER_LIMIT, instance)
                 : NULL;
    return *limit && (*limit)->value.number && (*limit)->value.unit == (*mean)->value.unit &&
           (*limit)->value.value > 0;
}

void power_share_publish(const struct offering *in, size_t index)
{
    const struct judging *judging = in->judging;
    const struct fact **input =
        ARENA_MANY(judging->home, 2 * judging->member_count + 1, const struct fact *);
    double sum = 0;
    size_t runs = 0;
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        if (member->side != (enum side)index || member->alone->copy_of != SIZE_MAX)
            continue;
        if (!power_of(in, &in->run[i], &input[2 * runs], &input[2 * runs + 1]))
            return;
        sum += input[2 * runs]->value.value / input[2 * runs + 1]->value.value;
        runs++;
    }
    if (runs > 0) {
        in->out->side[index].power_share =
            derive(judging->deriving,
                   &(struct derived){ .row = DERIVE_POWER_SHARE,
                                      .system = in->out->side[index].system,
                                      .value = statistics_round(100 * sum / (double)runs, 6),
                                      .unit = UNIT_PERCENT,
                                      .printing = { .rule = PRINT_DECIMALS, .digits = 0 },
                                      .input = input,
                                      .input_count = 2 * runs });
    }
}
