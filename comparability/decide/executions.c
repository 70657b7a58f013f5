/* executions.c - repetitions of a tool that starts its program anew for each: executions by
 * themselves, of which one file holds several. */
#include "compare.h"
#include "values.h"

#include "base/num.h"

#include <math.h>

void executions_find(const struct judging *judging, struct member *member)
{
    const struct series *series = member->alone->door.series;
    const struct fact *list =
        series ? NULL : member_fact(judging, member, KEY_RESULT_SAMPLES, (struct str){ 0 });
    struct str rest = list ? list->value.text : (struct str){ 0 }, one;
    bool mean = member->alone->den == 0 && !member->alone->rate; /* no percentile of executions */
    if (judging->case_file->metric_kind != METRIC_WHOLE_RUN || !mean ||
        !whole_format(judging, member, true)) {
        return;
    }
    size_t room = series ? series->count : rest.len + 1, count = 0;
    double *value = ARENA_MANY(judging->home, room + 1, double);
    for (size_t i = 0; series && i < series->count; i++) {
        value[count++] = series->value[i] * member->alone->scale;
    }
    while (!series && str_cut(&rest, ':', &one)) {
        if (!num_real(str_trim(one), &value[count++])) {
            return;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(value[i])) {
            return;
        }
    }
    member->execution = value;
    member->execution_count = count;
}
