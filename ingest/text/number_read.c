/* number_read.c - a number with the unit that stands behind it. */
#include "reading.h"

bool is_number_char(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

bool number_read(struct str text, double *value, enum unit *unit)
{
    text = str_trim(text);
    size_t end = 0;
    while (end < text.len && is_number_char(text.at[end])) {
        end++;
    }
    struct str rest = str_trim(str_sub(text, end, text.len));
    /* The 'e' of a unit that stands right behind the number is not an exponent's. */
    if (end && (text.at[end - 1] == 'e' || text.at[end - 1] == 'E')) {
        return false;
    }
    enum unit found = *unit;
    if (!num_real(str_sub(text, 0, end), value) || (rest.len && !unit_find(rest, &found))) {
        return false;
    }
    *unit = found;
    return true;
}
