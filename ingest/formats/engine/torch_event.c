/* torch_event.c - members and times of an event, of which a trace has millions. */
#include "torch_event.h"

#include "base/num.h"

#include <math.h>

/* Where a member's scalar goes, by its name; NULL: nowhere. */
static struct str *event_member(struct event *event, struct str name)
{
    switch (name.len > 0 ? name.at[0] : 0) {
    case 'c':
        return str_eq(name, STR("cat")) ? &event->category : NULL;
    case 'd':
        return str_eq(name, STR("dur")) ? &event->duration : NULL;
    case 'n':
        return str_eq(name, STR("name")) ? &event->name : NULL;
    case 'p':
        return str_eq(name, STR("ph"))    ? &event->phase
               : str_eq(name, STR("pid")) ? &event->process
                                          : NULL;
    case 't':
        return str_eq(name, STR("ts"))    ? &event->ts
               : str_eq(name, STR("tid")) ? &event->thread
                                          : NULL;
    default:
        return NULL;
    }
}

struct event event_of(const struct json *json, const struct json_item *item)
{
    struct event event = { .args = NULL };
    for (const struct json_item *member = json_next(item, NULL); member;
         member = json_next(item, member)) {
        struct str name = json_name(member);
        struct str *into = event_member(&event, name);
        enum json_type type = json_type(member);
        if (into && (type == JSON_STRING || type == JSON_NUMBER)) {
            *into = json_scalar(json, member);
            event.name_item = into == &event.name ? member : event.name_item;
        }
        event.args = !into && str_eq(name, STR("args")) ? member : event.args;
    }
    return event;
}

/* The same as the next for what nearly every number is: digits, and a point and digits. */
static bool nanoseconds_plain(struct str text, int64_t *out)
{
    enum { DIGITS = 3, WHOLE_MOST = 15 };
    static const int64_t scale[DIGITS + 1] = { 1000, 100, 10, 1 };
    int64_t value = 0;
    size_t i = 0, begin;
    for (; i < text.len && text.at[i] >= '0' && text.at[i] <= '9'; i++)
        value = i < WHOLE_MOST + DIGITS ? value * 10 + (text.at[i] - '0') : value;
    if (i == 0 || i > WHOLE_MOST + DIGITS || (i < text.len && text.at[i] != '.'))
        return false;
    begin = i < text.len ? ++i : i;
    if (value > TIMELINE_MOST_NS / 1000 || (i == text.len && text.at[i - 1] == '.'))
        return false;
    for (; i < text.len && text.at[i] >= '0' && text.at[i] <= '9'; i++)
        value = i - begin < DIGITS ? value * 10 + (text.at[i] - '0') : value;
    *out = value * scale[i - begin < DIGITS ? i - begin : DIGITS];
    return i == text.len;
}

bool nanoseconds(struct str text, int64_t *out)
{
    enum { DIGITS = 3 };
    if (nanoseconds_plain(text, out))
        return true;
    size_t point = str_find(text, STR("."));
    struct str behind = str_sub(text, point == SIZE_MAX ? text.len : point + 1, text.len);
    int64_t whole, part = 0;
    double value;
    bool digits = true; /* and no exponent behind them */
    for (size_t i = 0; i < behind.len; i++)
        digits = digits && behind.at[i] >= '0' && behind.at[i] <= '9';
    if (digits && num_int(str_sub(text, 0, point), &whole) && num_real(text, &value)) {
        for (size_t i = 0; i < DIGITS; i++)
            part = part * 10 + (i < behind.len ? behind.at[i] - '0' : 0);
        if (whole > TIMELINE_MOST_NS / 1000 || whole < -TIMELINE_MOST_NS / 1000)
            return false;
        *out = whole * 1000 + (str_starts(text, STR("-")) ? -part : part);
        return true;
    }
    if (!num_real(text, &value) || fabs(value) > (double)TIMELINE_MOST_NS / 1000)
        return false;
    *out = llround(value * 1000);
    return true;
}
