/* executions.c - repetitions of a tool that starts its program anew for each: executions by
 * themselves, of which one file holds several. */
#include "compare.h"
#include "model/likeness.h"
#include "statistics.h"

#include "base/num.h"

#include <math.h>

/* Half of the last digit of "17.5"; 0 where a number is not written so. */
static double digits_of(struct str text)
{
    size_t point = str_find(text, STR("."));
    double last = 0.5;
    for (size_t i = 0; i < text.len; i++)
        if ((text.at[i] < '0' || text.at[i] > '9') && i != point && !(i == 0 && text.at[i] == '-'))
            return 0;
    for (size_t i = point == SIZE_MAX ? text.len : point + 1; i < text.len; i++)
        last /= 10;
    return text.len > 0 ? last : 0;
}

/* Tools leave zeros at the end away ("37" among "36.9" and "36.8"): the finest digit counts. */
static double finer(double a, double b)
{
    return a > 0 && (a < b || !(b > 0)) ? a : b;
}

void digits_reach(struct judging *judging)
{
    struct interval *in = &judging->ratios.in;
    double finest = 0, share[2] = { 0, 0 };
    for (size_t i = 0; i < judging->member_count; i++)
        finest = finer(judging->member[i].digits, finest);
    for (size_t i = 0; i < judging->member_count; i++) {
        const struct member *member = &judging->member[i];
        bool told = member->side != SIDE_BRIDGE && member->digits > 0 && member->written > finest;
        double own = told ? finest / member->written : 0;
        if (told && own > share[member->side])
            share[member->side] = own;
    }
    double a = share[SIDE_A], b = share[SIDE_B];
    double low = statistics_round(in->value * (1 - b) / (1 + a), 6);
    double high = statistics_round(in->value * (1 + b) / (1 - a), 6);
    if (!in->found || (low >= in->low && high <= in->high))
        return;
    in->low = low < in->low ? low : in->low;
    in->high = high > in->high ? high : in->high;
    judging->ratios.digits = true;
}

/* Of a run that is one figure, as it is written. */
static void figure_digits(struct member *member)
{
    const struct fact *figure = member->alone->completion;
    double value;
    member->digits = member->written = 0;
    if (figure && figure != member->alone->door.whole &&
        num_real(str_trim(figure->value.text), &value)) {
        member->digits = digits_of(str_trim(figure->value.text));
        member->written = fabs(value);
    }
}

/* Half a digit where samples spread by less than it, as those do that repeat to the digit: what was
 * rounded away is then the same for all. Spread by more, it differs from sample to sample and the
 * mean is free of it (to a hundredth of a digit where the deviation is half of one: B. Widrow, I.
 * Kollár, "Quantization Noise", 2008, chapter 4). */
static double repeated_digits(double half, const struct moments *moments)
{
    return moments->deviation < half ? half : 0;
}

void executions_find(const struct judging *judging, struct member *member)
{
    const struct series *series = member->alone->door.series;
    const struct fact *list =
        series ? NULL : member_fact(judging, member, KEY_RESULT_SAMPLES, (struct str){ 0 });
    struct str rest = list ? list->value.text : (struct str){ 0 }, one;
    figure_digits(member);
    bool mean = member->alone->den == 0 && !member->alone->rate; /* no percentile of executions */
    if (judging->case_file->metric_kind != METRIC_WHOLE_RUN || !mean ||
        !whole_format(judging, member, true))
        return;
    size_t room = series ? series->count : rest.len + 1, count = 0;
    double *value = ARENA_MANY(judging->home, room + 1, double), digits = 0;
    for (size_t i = 0; series && i < series->count; i++)
        value[count++] = series->value[i] * member->alone->scale;
    while (!series && str_cut(&rest, ':', &one)) {
        if (!num_real(str_trim(one), &value[count++]))
            return;
        digits = finer(digits_of(str_trim(one)), digits);
    }
    for (size_t i = 0; i < count; i++)
        if (!isfinite(value[i]))
            return;
    struct moments moments = moments_of(value, count);
    if (series)
        digits = repeated_digits(series->half_digit * member->alone->scale, &moments);
    member->digits = digits;
    member->written = fabs(moments.mean);
    member->execution = value;
    member->execution_count = count;
}
