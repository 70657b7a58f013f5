/* edition_figures.c - figures that another party's runs and amounts gave, told by their digits: a
 * person rounds, groups and scales them as he likes, but their first digits stay. */
#include "edition_figures.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

/* Figures by their mantissa, 1 to 10, in rising order. */
struct figures {
    double *at;
    size_t count;
};

/* `compared` holds the few figures of what is compared, which three digits tell: of the hundreds of
 * all, some begins with any three. */
struct edition_figures {
    struct figures theirs, own, theirs_compared, own_compared;
};

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mantissa(double value)
{
    double scaled = value / pow(10, floor(log10(value)));
    return scaled >= 10 ? scaled / 10 : scaled < 1 ? scaled * 10 : scaled;
}

static void figure_add(struct figures *list, const struct fact *fact)
{
    list->at[list->count++] = mantissa(fabs(fact->value.value));
}

/* Where it was measured; a bridge run is shown to no party, so it is of neither. */
static const struct system *measured_on(const struct fact *fact)
{
    if (fact->system)
        return fact->system;
    const struct machine *machine = fact->machine                     ? fact->machine
                                    : fact->run && !fact->run->bridge ? fact->run->machine
                                                                      : NULL;
    return machine ? machine->system : NULL;
}

static bool is_among(enum key key, const enum key *keys, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* A figure for which systems are compared. */
static bool is_compared(const struct fact *fact, const struct case_file *c)
{
    static const enum key keys[] = {
        KEY_MEAN_VALUE,       KEY_MEAN_LOW,    KEY_MEAN_HIGH,   KEY_WINDOW_VALUE,
        KEY_WINDOW_VALUE_ALL, KEY_BOUND_VALUE, KEY_MONTH_WHOLE, KEY_ENERGY_PER_WORK_MEAN,
    };
    return fact->key == c->metric || is_among(fact->key, keys, ARRAY_COUNT(keys));
}

/* What two systems are by each other: with his own figure a party has the other's. */
static bool relates(const struct fact *fact)
{
    static const enum key keys[] = { KEY_RATIO_VALUE, KEY_RATIO_LOW, KEY_RATIO_HIGH,
                                     KEY_MONTH_APART };
    return is_among(fact->key, keys, ARRAY_COUNT(keys));
}

const struct edition_figures *
edition_figures_of(struct arena *home, const struct report_model *model, const struct system *own)
{
    struct edition_figures *out = ARENA_NEW(home, struct edition_figures);
    struct figures *const list[] = { &out->theirs, &out->own, &out->theirs_compared,
                                     &out->own_compared };
    for (size_t i = 0; i < ARRAY_COUNT(list); i++)
        *list[i] = (struct figures){ .at = ARENA_MANY(home, model->fact_count + 1, double) };
    for (size_t i = 0; i < model->fact_count; i++) {
        const struct fact *fact = model->fact[i];
        if (!fact->value.number || !isfinite(fact->value.value) || fact->value.value == 0)
            continue;
        bool result =
            fact->kind == FACT_DERIVED || vocabulary_row(fact->key)->group == GROUP_RESULT;
        const struct system *of = measured_on(fact);
        bool compared = is_compared(fact, model->case_file);
        if (!of && !fact->run && !relates(fact)) { /* stated for all, or made of what is */
            figure_add(&out->own, fact);
            figure_add(&out->own_compared, fact);
        } else if (of == own && result) {
            figure_add(&out->own, fact);
            if (compared)
                figure_add(&out->own_compared, fact);
        } else if (of != own && result) {
            figure_add(&out->theirs, fact);
            if (compared)
                figure_add(&out->theirs_compared, fact);
        }
    }
    for (size_t i = 0; i < ARRAY_COUNT(list); i++)
        if (list[i]->count > 0)
            qsort(list[i]->at, list[i]->count, sizeof *list[i]->at, by_value);
    return out;
}

static bool any_within(const struct figures *list, double from, double to)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->at[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->at[low] <= to;
}

/* Whether a figure of the list has these digits, rounded to as many. */
static bool is_of(const struct figures *list, double digits, int count)
{
    double unit = pow(10, count - 1), half = 0.5 + 1e-6; /* of which the sum may be off */
    double from = (digits - half) / unit, to = (digits + half) / unit;
    return any_within(list, from, to) || (from < 1 && any_within(list, from * 10, 10));
}

bool edition_figure(const struct edition_figures *figures, struct str number,
                    enum figure_reach reach)
{
    enum { LEAST = 3, MOST = 15 }; /* beyond 15 digits no double tells one figure from the next */
    int count = 0, last = 0;
    double digits[MOST + 1] = { 0 };
    for (size_t i = 0; i < number.len && count < MOST; i++) {
        if (!isdigit((unsigned char)number.at[i]) || (count == 0 && number.at[i] == '0'))
            continue;
        digits[count + 1] = digits[count] * 10 + (number.at[i] - '0');
        count++;
        last = number.at[i] != '0' ? count : last;
    }
    int least = reach == FIGURE_EXACTLY ? LEAST + 1 : LEAST;
    for (int n = last > least ? last : least; n <= count; n++) {
        if (is_of(&figures->theirs_compared, digits[n], n) &&
            !is_of(&figures->own_compared, digits[n], n))
            return true;
        if (reach == FIGURE_ANY && n > LEAST && is_of(&figures->theirs, digits[n], n) &&
            !is_of(&figures->own, digits[n], n))
            return true;
    }
    return false;
}
