/* derive.c - the only maker of derived facts.
 *
 * A derivation is a row: its name and its formula in words stand beside the number in the report. A
 * row that relates systems takes a comparison as its licence; without a verdict that permits it the
 * program stops here, so that no report can hold such a number, however it is written. */
#include "derive.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the table: each derived number, its formula and what licenses it ---- */

static const struct derivation_row rows[DERIVATIONS] = {
#define DERIVATION(id, name, formula, key, licence)                                                \
    [DERIVE_##id] = { (name), (formula), KEY_##key, LICENCE_##licence },
#include "derivations.def"
#undef DERIVATION
};

const struct derivation_row *derivation_row(enum derivation_id id)
{
    return id > DERIVE_NONE && id < DERIVATIONS ? &rows[id] : NULL;
}

/* ---- digits ---- */

int decimals_of(double half_width)
{
    int decimals = 0;
    if (!isfinite(half_width) || half_width <= 0)
        return 2;
    /* Ten or more has its two digits before the point. */
    while (decimals < 9 && half_width < 9.95) {
        half_width *= 10;
        decimals++;
    }
    return decimals;
}

/* Decimals that show at least `digits` significant digits of `value`. */
static int decimals_for(double value, int digits)
{
    double size = fabs(value), least = 1;
    int decimals = 0;
    for (int i = 1; i < digits; i++)
        least *= 10;
    while (size > 0 && size < least && decimals < 9) {
        size *= 10;
        decimals++;
    }
    return decimals;
}

static int print_decimals(const struct derived *want)
{
    const struct printing *printing = &want->printing;
    int decimals = 0;
    switch (printing->rule) {
    case PRINT_COUNT:
        return 0;
    case PRINT_BY_HALF_WIDTH:
        return decimals_of(printing->half_width);
    case PRINT_PERCENT:
        decimals = decimals_of(printing->half_width);
        decimals = decimals > 2 ? 2 : decimals;
        /* Without decimals from ten on, unless both ends of the interval would then read the same.
         */
        return fabs(printing->estimate) >= 9.95 && printing->half_width >= 0.5 ? 0 : decimals;
    case PRINT_DECIMALS:
        return printing->digits;
    case PRINT_DIGITS:
        return decimals_for(want->value, printing->digits);
    }
    return 0;
}

/* ---- making ---- */

static void deriving_put(struct deriving *deriving, struct fact *fact)
{
    ARENA_GROW(deriving->home, struct fact *, deriving->item, deriving->count, deriving->room, 64);
    deriving->item[deriving->count++] = fact;
}

static const struct system *system_of(const struct fact *fact)
{
    const struct machine *machine = fact->run ? fact->run->machine : fact->machine;
    return machine ? machine->system : fact->system;
}

/* Free rows stay inside one system. */
static bool inputs_inside(const struct derived *want)
{
    const struct system *system = NULL;
    for (size_t i = 0; i < want->input_count; i++) {
        const struct system *of = system_of(want->input[i]);
        if (of && system && of != system)
            return false;
        system = of ? of : system;
    }
    return true;
}

/* A number would stand without its licence: a fault of the program, of which nothing may be shown
 * but which row it was. */
static void refuse(const struct derivation_row *row, const char *why)
{
    (void)fprintf(stderr, "dossier: derivation %s: %s\n", row->name, why);
    abort();
}

static void licence_check(const struct derivation_row *row, const struct derived *want)
{
    bool permitted = want->licence && comparison_licenses(want->licence);
    if (row->licence == LICENCE_PERMITTED && !permitted)
        refuse(row, "no verdict permits it");
    if (row->licence == LICENCE_FREE && !inputs_inside(want))
        refuse(row, "its inputs are of two systems");
}

static const struct derivation *derivation_new(const struct deriving *deriving,
                                               const struct derivation_row *row,
                                               const struct derived *want)
{
    struct derivation *derivation = ARENA_NEW(deriving->home, struct derivation);
    const struct fact **input =
        ARENA_MANY(deriving->home, want->input_count + 1, const struct fact *);
    for (size_t i = 0; i < want->input_count; i++) {
        assert(want->input[i]);
        input[i] = want->input[i];
    }
    *derivation = (struct derivation){
        .name = row->name,
        .formula = row->formula,
        .input = input,
        .count = want->input_count,
        .series = want->series,
        .relates = row->licence == LICENCE_PERMITTED,
        .licence = row->licence == LICENCE_PERMITTED ? want->licence : NULL,
    };
    return derivation;
}

static struct str instance_of(const struct deriving *deriving, const struct derivation_row *row,
                              struct str instance)
{
    if (row->licence == LICENCE_FREE || deriving->pair.len == 0)
        return instance;
    if (instance.len == 0)
        return deriving->pair;
    return str_format(deriving->home, "%.*s, %.*s", STR_ARG(deriving->pair), STR_ARG(instance));
}

const struct fact *derive(struct deriving *deriving, const struct derived *want)
{
    const struct derivation_row *row = derivation_row(want->row);
    assert(row);
    assert(want->input_count > 0 || want->series);
    licence_check(row, want);
    struct fact *fact = ARENA_NEW(deriving->home, struct fact);
    *fact = (struct fact){
        .key = row->out,
        .instance = instance_of(deriving, row, want->instance),
        .kind = FACT_DERIVED,
        .system = want->system,
        .run = want->run,
        .machine = want->run ? want->run->machine : NULL,
        .derivation = derivation_new(deriving, row, want),
    };
    fact->system = fact->machine ? fact->machine->system : want->system;
    if (want->text.len > 0) {
        fact->value.text = want->text;
    } else if (want->amount.len > 0) {
        assert(isfinite(want->value));
        fact->value = (struct quantity){ want->amount, want->value, want->unit, true };
    } else {
        assert(isfinite(want->value));
        struct buf text = buf_new(deriving->home, 64);
        buf_put_real(&text, want->value, print_decimals(want));
        fact->value = (struct quantity){ buf_str(&text), want->value, want->unit, true };
    }
    deriving_put(deriving, fact);
    return fact;
}
