/* moment.c - dates and times as logs write them (ISO 8601:2004, sections 4.1 and 4.2, and
 * nvidia-smi's own "2026/11/27 23:27:21.250"), as seconds since 1970-01-01 UTC. */
#include "reading.h"

/* Takes exactly `digits` decimal digits off the front. */
static bool digits_take(struct str *rest, size_t digits, int *out)
{
    int value = 0;
    if (rest->len < digits)
        return false;
    for (size_t i = 0; i < digits; i++) {
        if (rest->at[i] < '0' || rest->at[i] > '9')
            return false;
        value = value * 10 + (rest->at[i] - '0');
    }
    *rest = (struct str){ rest->at + digits, rest->len - digits };
    *out = value;
    return true;
}

static bool char_take(struct str *rest, const char *any)
{
    for (; *any && rest->len; any++) {
        if (rest->at[0] == *any) {
            *rest = (struct str){ rest->at + 1, rest->len - 1 };
            return true;
        }
    }
    return false;
}

/* Days from 1970-01-01 in the proleptic Gregorian calendar. Howard Hinnant, "chrono-Compatible
 * Low-Level Date Algorithms", days_from_civil. */
static int64_t days_from_civil(int year, int month, int day)
{
    int64_t y = month <= 2 ? year - 1 : year;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t year_of_era = y - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146097 + day_of_era - 719468;
}

static bool date_valid(int year, int month, int day)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    if (month < 1 || month > 12 || day < 1)
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool zone_read(struct str text, int *offset_s)
{
    int hours, minutes = 0;
    if (str_eq(text, STR("Z")) || str_eq(text, STR("UTC"))) {
        *offset_s = 0;
        return true;
    }
    bool west = text.len && text.at[0] == '-';
    if (!char_take(&text, "+-") || !digits_take(&text, 2, &hours))
        return false;
    if (text.len) {
        (void)char_take(&text, ":");
        if (!digits_take(&text, 2, &minutes) || text.len)
            return false;
    }
    if (hours > 18 || minutes > 59)
        return false;
    *offset_s = (west ? -1 : 1) * (hours * 3600 + minutes * 60);
    return true;
}

/* Digits after the point; more than nine are beyond what a double of Unix time can hold. */
static bool fraction_take(struct str *rest, double *out)
{
    double unit = 1;
    size_t count = 0;
    *out = 0;
    if (!char_take(rest, ".,"))
        return true;
    int64_t value = 0;
    while (rest->len && rest->at[0] >= '0' && rest->at[0] <= '9') {
        if (count++ < 9) {
            value = value * 10 + (rest->at[0] - '0');
            unit *= 10;
        }
        *rest = (struct str){ rest->at + 1, rest->len - 1 };
    }
    *out = (double)value / unit;
    return count > 0;
}

bool time_read(struct str text, struct moment *out)
{
    struct str rest = str_trim(text);
    int year, month, day, hour = 0, minute = 0, second = 0, offset = 0;
    double fraction = 0;
    bool zoned = false;
    if (!digits_take(&rest, 4, &year) || !char_take(&rest, "-/") ||
        !digits_take(&rest, 2, &month) || !char_take(&rest, "-/") || !digits_take(&rest, 2, &day) ||
        !date_valid(year, month, day))
        return false;
    if (rest.len) {
        if (!char_take(&rest, "T ") || !digits_take(&rest, 2, &hour) || !char_take(&rest, ":") ||
            !digits_take(&rest, 2, &minute))
            return false;
        if (char_take(&rest, ":") &&
            (!digits_take(&rest, 2, &second) || !fraction_take(&rest, &fraction)))
            return false;
        rest = str_trim(rest);
        zoned = rest.len != 0;
        if (hour > 23 || minute > 59 || second > 60 || (zoned && !zone_read(rest, &offset)))
            return false;
    }
    int64_t whole = days_from_civil(year, month, day) * 86400 + (int64_t)hour * 3600 +
                    (int64_t)minute * 60 + second - offset;
    *out = (struct moment){ .unix_s = (double)whole + fraction, .zoned = zoned };
    return true;
}

bool reading_time(const struct reading *reading, struct str text, struct moment *out)
{
    int offset;
    if (!time_read(text, out))
        return false;
    if (!out->zoned && zone_read(reading->time_zone, &offset)) {
        out->unix_s -= offset;
        out->zoned = true;
    }
    return true;
}
