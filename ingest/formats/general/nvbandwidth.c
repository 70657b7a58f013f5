/* nvbandwidth.c - values of a matrix of copies: bandwidth from row to column, or latency. */
#include "nvbandwidth.h"
#include "benchmarks.h"

#include <math.h>

bool copies_begin(struct copies *copies, struct reading *reading, struct str test, struct str title)
{
    bool rate = str_ends(title, STR("(GB/s)")), time = str_ends(title, STR("(ns)"));
    *copies = (struct copies){ .reading = reading, .rate = rate };
    copies->chosen = (rate || time) && reading_run(reading, test);
    return rate || time;
}

static void value_give(struct copies *copies, struct str what, struct str text, struct place place)
{
    if (copies->chosen) {
        (void)reading_fact(copies->reading, copies->rate ? KEY_THROUGHPUT_BYTES : KEY_RESULT_LESS,
                           result_instance(copies->reading, what), text,
                           copies->rate ? UNIT_GIGABYTE_PER_SECOND : UNIT_NONE, place);
    }
}

bool copies_value(struct copies *copies, struct str row, struct str column, struct str text,
                  struct place place)
{
    double value;
    if (str_eq(text, STR("N/A")))
        return true;
    if (!num_real(text, &value) || value < 0)
        return false;
    copies->sum += value;
    copies->slack += half_digit(text);
    copies->any = true;
    value_give(copies,
               str_format(copies->reading->home, "%.*s to %.*s", STR_ARG(row), STR_ARG(column)),
               text, place);
    return true;
}

bool copies_sum(struct copies *copies, struct str text, struct place place)
{
    double sum;
    if (!num_real(text, &sum))
        return str_eq(text, STR("N/A"));
    value_give(copies, STR("sum"), text, place);
    if (copies->chosen && copies->any &&
        fabs(sum - copies->sum) > copies->slack + half_digit(text) + 1e-9)
        reading_contradiction(copies->reading, text, place, STR("the matrix has another sum"));
    return true;
}

bool copies_device(struct str text, struct str *index, struct str *name)
{
    struct str rest = text;
    if (!str_cut(&rest, ':', index) || !rest.at)
        return false;
    rest = str_trim(rest);
    size_t bus = str_ends(rest, STR(")")) ? rest.len : 0;
    while (bus > 0 && rest.at[bus - 1] != '(')
        bus--;
    *index = str_trim(*index);
    *name = bus > 1 ? str_trim(str_sub(rest, 0, bus - 1)) : rest;
    return name->len > 0;
}
