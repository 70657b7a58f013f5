/* day.c - days of the calendar on the command line. */
#include "day.h"
#include "base/num.h"
#include <glib.h>

bool day_of(struct str text, int64_t *out)
{
    int64_t year, month, day;
    GDate date;
    if (text.len != 10 || text.at[4] != '-' || text.at[7] != '-' ||
        !num_int(str_sub(text, 0, 4), &year) || !num_int(str_sub(text, 5, 7), &month) ||
        !num_int(str_sub(text, 8, 10), &day) || year < 1 || month < 1 || month > 12 || day < 1 ||
        day > 31 || !g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year))
        return false;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)day, (GDateMonth)month, (GDateYear)year);
    *out = g_date_get_julian(&date);
    return true;
}

struct str day_after(struct arena *home, struct str day, int64_t months)
{
    int64_t number;
    GDate date;
    if (!day_of(day, &number))
        return (struct str){ 0 };
    g_date_clear(&date, 1);
    g_date_set_julian(&date, (guint32)number);
    g_date_add_months(&date, (guint)months);
    return str_format(home, "%04u-%02u-%02u", (unsigned)g_date_get_year(&date),
                      (unsigned)g_date_get_month(&date), (unsigned)g_date_get_day(&date));
}

bool day_asked(struct request *request)
{
    int64_t day;
    const char *at = request->options.at;
    if (!at || day_of(str_from(at), &day))
        return true;
    diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
             STR("a date, YYYY-MM-DD"), "--at %s", at);
    return false;
}

struct str day_now(struct request *request)
{
    GDateTime *now = g_date_time_new_from_unix_utc(request->now);
    char *today = now ? g_date_time_format(now, "%Y-%m-%d") : NULL;
    struct str out = today ? str_keep(request->home, str_from(today)) : (struct str){ 0 };
    g_free(today);
    if (now)
        g_date_time_unref(now);
    return out;
}
