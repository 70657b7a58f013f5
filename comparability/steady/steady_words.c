/* steady_words.c - the detector's reasons in plain words. */
#include "steady.h"

#include "base/num.h"

#include <math.h>
#include <string.h>

const char *steady_words(const char *reason)
{
    static const struct {
        const char *reason, *words;
    } rows[] = {
        { "at the edge", "the answer hangs on where batches fall" },
        { "coarse timer", "the column was rounded to steps larger than the tolerance" },
        { "drift", "the level rises or falls through the run" },
        { "edge", "the run begins off its level, and too little is left without its beginning" },
        { "end", "the last tenth of the run differs from the rest by more than the limit" },
        { "gaps", "too much of the run lies in gaps between samples" },
        { "halves", "the two halves of the run differ by more than the limit" },
        { "infinite value", "a value is infinite" },
        { "kind not declared", "the kind of the series is not declared" },
        { "late change of level", "the level changed late in the run" },
        { "looks periodic", "work seems to come back, and nothing declares where it does" },
        { "missing values", "too many values are missing" },
        { "negative value", "a value is negative" },
        { "no values", "there are no values" },
        { "noise in rounds", "five equal parts of the run differ by more than the limit, by no "
                             "more than noise may do" },
        { "rounds", "five equal parts of the run differ by more than the limit" },
        { "stalls multiply", "dips or peaks come more and more often, or more and more seldom" },
        { "stands still", "it stands still between iterations, without a declared cause" },
        { "time stamp missing", "a time stamp is missing" },
        { "time stamps not increasing", "time stamps do not increase" },
        { "too few cycles", "the work comes back too few times" },
        { "too few samples", "there are too few samples" },
        { "too noisy", "the level is not known well enough, for noise" },
        { "value out of range", "a value is larger than any measurement" },
        { "wave", "the level swings to and fro" },
        { "zero level", "the level is zero" },
    };
    for (size_t i = 0; reason && i < ARRAY_COUNT(rows); i++)
        if (strcmp(rows[i].reason, reason) == 0)
            return rows[i].words;
    return reason ? reason : "";
}

void steady_wave_put(struct buf *out, const struct steadiness *steady)
{
    buf_put(out, STR("steady in the mean, with a wave of "));
    buf_put_shortest(out, steady->wave_periods);
    buf_put(out, STR(" periods and ±"));
    buf_put_significant(out, steady->wave_size * 100, 2);
    buf_put(out, STR(" %"));
}

/* Rounded up: at the tolerance that is printed the column is taken. */
void steady_carries_put(struct buf *out, const struct steadiness *steady)
{
    double percent = steady->carries * 100, unit = 0.01;
    while (percent >= 100 * unit)
        unit *= 10;
    buf_put_significant(out, ceil(percent / unit) * unit, 2);
    buf_put(out, STR(" %"));
}
