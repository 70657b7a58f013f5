/* clocks.c - the clocks of one run against each other.
 *
 * LoadGen stamps each line with milliseconds since its start, and tells the date three times:
 * test_datetime (marked Z, yet often local time) when it begins, power_begin and power_end (UTC)
 * when the load has ended, in two lines of one stamp. From test_datetime to power_end the dates and
 * the stamps of their lines must tell the same time, and the load cannot be longer. */
#include "run.h"

#include <math.h>

static const double second = 1000, quarter = 15 * 60 * 1000, day = 86400000;

static struct str ms_text(struct noting *in, double ms)
{
    struct str number = number_text(in->home, round(ms) / second);
    return str_format(in->home, "%.*s s", STR_ARG(number));
}

static bool usable(double stamp)
{
    return stamp >= 0 && stamp < 366 * day;
}

/* Dates against stamps: how long it took by either. */
static void window(struct noting *in, const struct log *log, double begin, double end)
{
    const struct said *from = &log->said[SAID_TEST_DATETIME], *to = &log->said[SAID_POWER_END];
    double stamped = to->time - from->time, told = end - begin;
    if (!from->text.at || !usable(from->time) || !usable(to->time))
        return;
    if (told > stamped + 5 * second + stamped / 1000)
        note(in, ROUND_CLOCK_CHANGED, log->file, to->line,
             str_format(in->home, "%.*s from power_begin to power_end", STR_ARG(ms_text(in, told))),
             str_format(in->home, "at most %.*s by the stamps of the lines",
                        STR_ARG(ms_text(in, stamped))));
}

static void zone(struct noting *in, const struct log *log, double end)
{
    const struct said *date = &log->said[SAID_TEST_DATETIME];
    const struct said *load = &log->said[SAID_POWER_END];
    double told;
    if (!iso_time(date->text, &told) || !usable(date->time) || !usable(load->time))
        return;
    double off = told - (end - (load->time - date->time));
    double zones = round(off / quarter);
    const double slack = 10 * second;
    if (fabs(off) <= slack)
        return;
    bool zoned = fabs(off - zones * quarter) <= slack && fabs(zones) <= 56;
    note(in, zoned ? ROUND_CLOCK_LOCAL : ROUND_CLOCK_SKEW, log->file, date->line, date->text,
         str_format(in->home, "%.*s off what power_end tells", STR_ARG(ms_text(in, off))));
}

static void stamps(struct noting *in, const struct log *log)
{
    for (unsigned key = 0; key < SAID_COUNT; key++) {
        if (log->said[key].text.at && log->said[key].time > 366 * day) {
            note(in, ROUND_TIME_BROKEN, log->file, log->said[key].line,
                 number_text(in->home, log->said[key].time), STR("milliseconds since the start"));
            return;
        }
    }
}

/* Samples of power that lie beside the load by whole quarters of an hour: another zone. */
static void power_zone(struct noting *in, double begin, double end)
{
    const struct power *power = &in->run->inside->samples;
    if (!power->read || power->all == 0)
        return;
    if (power->count > 0 && power->from <= begin + 5 * second && power->to >= end - 5 * second)
        return;
    note(in, ROUND_CLOCK_SKEW, power->file, 1,
         str_format(in->home, "samples begin %.*s after the load",
                    STR_ARG(ms_text(in, power->from - begin))),
         STR("samples from before the load until after it"));
}

void judge_clocks(struct noting *in)
{
    const struct log *log = &in->run->inside->detail;
    double begin, end;
    if (!log->read)
        return;
    stamps(in, log);
    if (!power_time(log->said[SAID_POWER_BEGIN].text, &begin))
        return;
    if (power_time(log->said[SAID_POWER_END].text, &end)) {
        zone(in, log, end);
        window(in, log, begin, end);
        power_zone(in, begin, end);
    }
}
