/* sums.c - selection and sorting: quickselect and quicksort (Hoare 1961) with Lomuto's partition,
 * median of three as pivot, heap sort when the pivots keep being bad. */
#include "sums.h"
#include "statistics.h"

#include <assert.h>

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

static void sift(double *value, size_t root, size_t count)
{
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && value[child] < value[child + 1])
            child++;
        if (value[root] >= value[child])
            return;
        swap(&value[root], &value[child]);
        root = child;
    }
}

static void heap_sort(double *value, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(value, i, count);
    for (size_t end = count; end > 1; end--) {
        swap(&value[0], &value[end - 1]);
        sift(value, 0, end - 1);
    }
}

static double median_of_three(double a, double b, double c)
{
    if (a > b)
        swap(&a, &b);
    return c <= a ? a : c >= b ? b : c;
}

/* Values below the pivot, or up to it, come to the front of [from, to); where they end. A
 * comparison moves an index and decides no jump: of values in no order a processor foretells every
 * second one wrongly. */
static size_t below_first(double *value, size_t from, size_t to, double pivot)
{
    size_t end = from;
    for (size_t i = from; i < to; i++) {
        double kept = value[i];
        value[i] = value[end];
        value[end] = kept;
        end += kept < pivot ? 1 : 0;
    }
    return end;
}

static size_t equal_first(double *value, size_t from, size_t to, double pivot)
{
    size_t end = from;
    for (size_t i = from; i < to; i++) {
        double kept = value[i];
        value[i] = value[end];
        value[end] = kept;
        end += kept <= pivot ? 1 : 0;
    }
    return end;
}

static void insertion_sort(double *value, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        double kept = value[i];
        size_t at = i;
        for (; at > 0 && value[at - 1] > kept; at--)
            value[at] = value[at - 1];
        value[at] = kept;
    }
}

/* The smaller part by itself, the larger one in this turn: depth grows with the logarithm alone. */
static void sort_part(double *value, size_t count, unsigned patience)
{
    enum { FEW = 16 };
    while (count > FEW) {
        if (patience-- == 0) {
            heap_sort(value, count);
            return;
        }
        double pivot = median_of_three(value[0], value[count / 2], value[count - 1]);
        size_t less = below_first(value, 0, count, pivot);
        size_t more = equal_first(value, less, count, pivot);
        if (less < count - more) {
            sort_part(value, less, patience);
            value += more;
            count -= more;
        } else {
            sort_part(value + more, count - more, patience);
            count = less;
        }
    }
    insertion_sort(value, count);
}

void sort_values(double *value, size_t count)
{
    sort_part(value, count, 96);
}

void select_rank(double *value, size_t count, size_t rank)
{
    size_t from = 0;
    size_t to = count; /* the rank lies in [from, to) */
    unsigned patience = 96;
    assert(rank < count);
    while (to - from > 1) {
        if (patience-- == 0) {
            heap_sort(value + from, to - from);
            return;
        }
        double pivot = median_of_three(value[from], value[from + (to - from) / 2], value[to - 1]);
        size_t less = below_first(value, from, to, pivot);
        if (rank < less) {
            to = less;
            continue;
        }
        size_t more = equal_first(value, less, to, pivot);
        if (rank < more)
            return;
        from = more;
    }
}

double select_median(double *value, size_t count)
{
    assert(count > 0);
    size_t middle = count / 2;
    select_rank(value, count, middle);
    if (count % 2 == 1)
        return value[middle];
    double below = value[0];
    for (size_t i = 1; i < middle; i++)
        below = value[i] > below ? value[i] : below;
    return below + (value[middle] - below) / 2;
}

double select_midmean(double *value, size_t count)
{
    assert(count > 0);
    size_t drop = count / 4;
    if (drop > 0) {
        select_rank(value, count, drop);
        select_rank(value + drop, count - drop, count - 2 * drop - 1);
    }
    /* Taking the deviations from one of the values keeps equal values exact. */
    double shift = value[drop];
    struct sum sum = { 0 };
    for (size_t i = drop; i < count - drop; i++)
        sum_add(&sum, value[i] - shift);
    return shift + sum_value(&sum) / (double)(count - 2 * drop);
}
