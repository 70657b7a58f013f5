/* number_read.c - a number with the unit that stands behind it. */
#include "reading.h"

bool is_number_char(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

/* str_trim where there may be something to trim: cells of tables come without blanks around. */
static struct str trimmed(struct str text)
{
    bool bare = text.len > 0 && text.at[0] > ' ' && text.at[text.len - 1] > ' ';
    return bare ? text : str_trim(text);
}

bool number_read(struct str text, double *value, enum unit *unit)
{
    text = trimmed(text);
    size_t end = 0;
    while (end < text.len && ((text.at[end] >= '0' && text.at[end] <= '9') || text.at[end] == '.' ||
                              is_number_char(text.at[end])))
        end++;
    struct str number = { text.at, end };
    size_t behind = end + (end < text.len && text.at[end] == ' ' ? 1 : 0);
    struct str rest = trimmed(str_sub(text, behind, text.len)); /* of nothing, nothing */
    /* The 'e' of a unit that stands right behind the number is not an exponent's. */
    if (end && (text.at[end - 1] == 'e' || text.at[end - 1] == 'E'))
        return false;
    enum unit found = *unit;
    if (!num_real(number, value) || (rest.len && !unit_find(rest, &found)))
        return false;
    *unit = found;
    return true;
}
