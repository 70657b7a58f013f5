/* der_write.c - making DER. ITU-T X.690 sections 8 and 10. */
#include "der_write.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_MOST = 10, LONG_FORM = 0x80 };

struct str der_make(struct arena *home, unsigned tag, struct str content)
{
    struct buf out = buf_new(home, content.len + HEAD_MOST);
    buf_put_char(&out, (char)tag);
    if (content.len < LONG_FORM) {
        buf_put_char(&out, (char)content.len);
    } else {
        unsigned count = 0;
        for (size_t rest = content.len; rest > 0; rest >>= 8)
            count++;
        buf_put_char(&out, (char)(LONG_FORM | count));
        while (count-- > 0)
            buf_put_char(&out, (char)(content.len >> (8 * count) & 255));
    }
    buf_put(&out, content);
    return buf_str(&out);
}

struct str der_join(struct arena *home, const struct str *value, size_t count)
{
    size_t len = 0;
    for (size_t i = 0; i < count; i++)
        len += value[i].len;
    struct buf out = buf_new(home, len + 1);
    for (size_t i = 0; i < count; i++)
        buf_put(&out, value[i]);
    return buf_str(&out);
}

struct str der_wrap(struct arena *home, unsigned tag, const struct str *value, size_t count)
{
    return der_make(home, tag, der_join(home, value, count));
}

static int value_order(const void *a, const void *b)
{
    const struct str *left = a;
    const struct str *right = b;
    return str_order(*left, *right);
}

struct str der_set(struct arena *home, unsigned tag, const struct str *value, size_t count)
{
    struct str *sorted = ARENA_MANY(home, count + 1, struct str);
    if (count > 0)
        memcpy(sorted, value, count * sizeof(*sorted));
    qsort(sorted, count, sizeof(*sorted), value_order);
    return der_wrap(home, tag, sorted, count);
}

struct str der_unsigned(struct arena *home, struct str bytes)
{
    while (bytes.len > 1 && bytes.at[0] == 0)
        bytes = str_sub(bytes, 1, bytes.len);
    struct buf content = buf_new(home, bytes.len + 2);
    if (bytes.len == 0 || ((unsigned char)bytes.at[0] & 0x80) != 0)
        buf_put_char(&content, 0);
    buf_put(&content, bytes);
    return der_make(home, DER_INTEGER, buf_str(&content));
}

struct str der_number(struct arena *home, uint64_t value)
{
    char bytes[8];
    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = (char)(value >> (8 * (sizeof(bytes) - 1 - i)) & 255);
    return der_unsigned(home, (struct str){ bytes, sizeof(bytes) });
}

struct str der_time(struct arena *home, int64_t seconds)
{
    GDateTime *time = g_date_time_new_from_unix_utc(seconds);
    if (!time)
        return (struct str){ 0 };
    int year = g_date_time_get_year(time);
    struct buf text = buf_new(home, 32);
    bool century = year < 1950 || year > 2049;
    buf_putf(&text, century ? "%04d" : "%02d", century ? year : year % 100);
    buf_putf(&text, "%02d%02d%02d%02d%02dZ", g_date_time_get_month(time),
             g_date_time_get_day_of_month(time), g_date_time_get_hour(time),
             g_date_time_get_minute(time), g_date_time_get_second(time));
    g_date_time_unref(time);
    return der_make(home, century ? DER_GENERALIZED_TIME : DER_UTC_TIME, buf_str(&text));
}
