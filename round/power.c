/* power.c - spl.txt: the samples of a power analyser, and the mean over the load.
 *
 * Time,MM-DD-YYYY HH:MM:SS.mmm,Watts,w,Volts,v,Amps,a,PF,p,Mark,name and, of several channels,
 * Ch1,Watts,... behind it. The suite's figure is the mean of the watts above 0 strictly between
 * power_begin and power_end. Days by Hinnant's algorithm (2013, "chrono-compatible low-level date
 * algorithms"). */
#include "base/num.h"
#include "described.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static int two(const char *at)
{
    return (at[0] - '0') * 10 + at[1] - '0';
}

static double days_since_1970(int year, int month, int day)
{
    year -= month <= 2;
    int era = year / 400;
    int of_era = year - era * 400;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int of_days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    return (double)era * 146097 + of_days - 719468;
}

/* `form`: 0 a digit, anything else itself. */
static bool looks(struct str text, const char *form)
{
    size_t len = strlen(form);
    for (size_t i = 0; i < len; i++)
        if (i >= text.len ||
            (form[i] == '0' ? !g_ascii_isdigit(text.at[i]) : text.at[i] != form[i]))
            return false;
    return true;
}

static double clock_ms(const char *at)
{
    return ((two(at) * 60.0 + two(at + 3)) * 60.0 + two(at + 6)) * 1000.0;
}

static double millis(struct str rest)
{
    double scale = 100, sum = 0;
    for (size_t i = 1; rest.len > 0 && rest.at[0] == '.' && i < rest.len; i++) {
        sum += scale * (rest.at[i] - '0');
        scale /= 10;
    }
    return sum;
}

bool power_time(struct str text, double *out)
{
    enum { CLOCK = 11, END = 19 };
    if (!looks(text, "00-00-0000 00:00:00") || text.len > END + 7)
        return false;
    for (size_t i = END; i < text.len; i++)
        if (i == END ? text.at[i] != '.' : !g_ascii_isdigit(text.at[i]))
            return false;
    int year = two(text.at + 6) * 100 + two(text.at + 8);
    *out = days_since_1970(year, two(text.at), two(text.at + 3)) * 86400000.0 +
           clock_ms(text.at + CLOCK) + millis(str_sub(text, END, text.len));
    return true;
}

bool iso_time(struct str text, double *out)
{
    enum { CLOCK = 11, END = 19 };
    if (!looks(text, "0000-00-00T00:00:00"))
        return false;
    int year = two(text.at) * 100 + two(text.at + 2);
    *out = days_since_1970(year, two(text.at + 5), two(text.at + 8)) * 86400000.0 +
           clock_ms(text.at + CLOCK);
    (void)END;
    return true;
}

static bool field(struct str *rest, const char *name, struct str *out)
{
    struct str said;
    return str_cut(rest, ',', &said) && str_eq(said, str_from(name)) && str_cut(rest, ',', out);
}

/* Watts of the channels behind the mark; false: there are none. */
static bool channels(struct str rest, double *sum)
{
    struct str said, watts;
    double value;
    bool any = false;
    *sum = 0;
    while (str_cut(&rest, ',', &said)) {
        if (str_eq(said, STR("Watts")) && str_cut(&rest, ',', &watts) && num_real(watts, &value)) {
            *sum += value;
            any = true;
        }
    }
    return any;
}

static void sample(struct str line, uint32_t number, double begin, double end, struct power *out,
                   double *total)
{
    struct str rest = line, stamp, watts, other;
    double at, value, sum;
    if (!field(&rest, "Time", &stamp) || !power_time(stamp, &at) ||
        !field(&rest, "Watts", &watts) || !num_real(watts, &value)) {
        out->unread_line = out->unread++ == 0 ? number : out->unread_line;
        return;
    }
    out->from = out->all == 0 ? at : out->from;
    out->to = at;
    out->all++;
    if (at > begin && at < end && value > 0) {
        out->count++;
        *total += value;
    }
    const double tolerance = 0.01;
    bool several = field(&rest, "Volts", &other) && field(&rest, "Amps", &other) &&
                   field(&rest, "PF", &other) && field(&rest, "Mark", &other) &&
                   channels(rest, &sum);
    if (several && out->sum_line == 0 && fabs(sum - value) > tolerance * fmax(fabs(value), 1) + 1) {
        out->sum_line = number;
        out->sum_total = value;
        out->sum_channels = sum;
    }
}

void power_read(struct str bytes, double begin, double end, struct power *out)
{
    struct str rest = bytes, line;
    uint32_t number = 0;
    double total = 0;
    out->read = true;
    while (str_cut(&rest, '\n', &line)) {
        number++;
        line = str_trim(line);
        if (line.len > 0)
            sample(line, number, begin, end, out, &total);
    }
    out->mean = out->count > 0 ? total / (double)out->count : 0;
}
