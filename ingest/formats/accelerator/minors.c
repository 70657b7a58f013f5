/* minors.c - the numbers of accelerators that a query lists a part of. */
#include "minors.h"

int64_t minors_number(struct str text)
{
    int64_t value;
    return num_int(str_trim(text), &value) && value >= 0 ? value : -1;
}

void minors_begin(struct minors *minors, bool is)
{
    if (is && minors->listed < MINORS_MOST)
        minors->number[minors->listed] = -1;
    minors->listed += is;
}

void minors_add(struct minors *minors, struct str text)
{
    if (minors->listed > 0 && minors->listed <= MINORS_MOST)
        minors->number[minors->listed - 1] = minors_number(text);
}

static bool are_own(const struct minors *minors)
{
    for (size_t i = 0; i < minors->listed; i++) {
        for (size_t j = 0; j < i; j++)
            if (minors->number[j] == minors->number[i])
                return false;
        if (minors->number[i] < 0)
            return false;
    }
    return true;
}

void minors_end(struct minors *minors)
{
    bool fewer = minors->attached > 0 && minors->listed < (size_t)minors->attached;
    minors->part = fewer && minors->listed <= MINORS_MOST && are_own(minors);
}

int64_t minors_index(const struct minors *minors, size_t place)
{
    return minors->part && place < minors->listed ? minors->number[place] : (int64_t)place;
}
