/* steady_words.c - the detector's reasons in plain words. */
#include "steady.h"

#include <string.h>

const char *steady_words(const char *reason)
{
    static const struct {
        const char *reason, *words;
    } rows[] = {
        { "drift", "the level rises or falls through the run" },
        { "edge", "the run begins off its level, and too little is left without its beginning" },
        { "gaps", "too much of the run lies in gaps between samples" },
        { "halves", "the two halves of the run differ by more than the limit" },
        { "infinite value", "a value is infinite" },
        { "kind not declared", "the kind of the series is not declared" },
        { "late change of level", "the level changed late in the run" },
        { "looks periodic", "work seems to come back, and nothing declares where it does" },
        { "missing values", "too many values are missing" },
        { "negative value", "a value is negative" },
        { "no values", "there are no values" },
        { "rounds", "five equal parts of the run differ by more than the limit" },
        { "time stamp missing", "a time stamp is missing" },
        { "time stamps not increasing", "time stamps do not increase" },
        { "too few cycles", "the work comes back too few times" },
        { "too few samples", "there are too few samples" },
        { "too noisy", "the level is not known well enough, for noise" },
        { "value out of range", "a value is larger than any measurement" },
        { "wave", "the level swings to and fro" },
        { "zero level", "the level is zero" },
    };
    for (size_t i = 0; reason && i < ARRAY_COUNT(rows); i++) {
        if (strcmp(rows[i].reason, reason) == 0) {
            return rows[i].words;
        }
    }
    return reason ? reason : "";
}
