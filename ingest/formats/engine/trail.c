/* trail.c - spots as differences from those before them, in groups of seven bits (LEB128, as DWARF
 * defines it), with a whole spot every so many rows. */
#include "trail.h"

#include <assert.h>
#include <glib.h>
#include <string.h>

enum { STEP = 256, BITS = 7, MORE = 0x80 };

const struct spot spot_first = { .line = 1, .column = 1 };

void spot_move(struct spot *spot, struct str bytes, uint64_t offset)
{
    struct str rest = str_sub(bytes, (size_t)spot->offset, (size_t)offset);
    const char *newline;
    while (rest.len && (newline = memchr(rest.at, '\n', rest.len))) {
        rest = str_sub(rest, (size_t)(newline - rest.at) + 1, rest.len);
        spot->line++;
        spot->column = 1;
    }
    for (size_t i = 0; i < rest.len; i++)
        spot->column += ((unsigned char)rest.at[i] & 0xC0U) != 0x80U;
    spot->offset = offset;
}

struct step { /* the spot before a row, and where the row's differences begin */
    struct spot before;
    size_t at;
};
struct trail {
    GByteArray *byte;
    GArray *step; /* of struct step: rows 1, 1 + STEP, ... */
    struct spot last;
    uint32_t count;
};

struct trail *trail_new(void)
{
    struct trail *trail = g_new0(struct trail, 1);
    trail->byte = g_byte_array_new();
    trail->step = g_array_new(FALSE, FALSE, sizeof(struct step));
    return trail;
}

void trail_free(struct trail *trail)
{
    if (trail) {
        (void)g_byte_array_free(trail->byte, TRUE);
        (void)g_array_free(trail->step, TRUE);
        g_free(trail);
    }
}

static void number_put(GByteArray *out, uint64_t value)
{
    guint8 byte[sizeof value * 8 / BITS + 1];
    guint count = 0;
    do {
        byte[count] = (guint8)((value & (MORE - 1U)) | (value >= MORE ? MORE : 0U));
        value >>= BITS;
    } while (byte[count++] & MORE);
    g_byte_array_append(out, byte, count);
}

static uint64_t number_take(const guint8 **at)
{
    uint64_t value = 0;
    unsigned shift = 0;
    guint8 byte;
    do {
        byte = *(*at)++;
        value |= (uint64_t)(byte & (MORE - 1U)) << shift;
        shift += BITS;
    } while (byte & MORE);
    return value;
}

/* A column may be less than the one before: the sign goes into the lowest bit. */
static uint64_t folded(int64_t value)
{
    return value < 0 ? ((uint64_t)(-value) << 1) - 1 : (uint64_t)value << 1;
}

static int64_t unfolded(uint64_t value)
{
    return value & 1 ? -(int64_t)((value + 1) >> 1) : (int64_t)(value >> 1);
}

void trail_put(struct trail *trail, struct spot spot)
{
    if (trail->count++ % STEP == 0) {
        struct step step = { trail->last, trail->byte->len };
        g_array_append_val(trail->step, step);
    }
    number_put(trail->byte, spot.offset - trail->last.offset);
    number_put(trail->byte, spot.line - trail->last.line);
    number_put(trail->byte, folded((int64_t)spot.column - trail->last.column));
    trail->last = spot;
}

struct spot trail_at(const struct trail *trail, uint32_t row)
{
    assert(row > 0 && row <= trail->count);
    const struct step *step = &g_array_index(trail->step, struct step, (row - 1) / STEP);
    const guint8 *at = trail->byte->data + step->at;
    struct spot spot = step->before;
    for (uint32_t i = (row - 1) / STEP * STEP; i < row; i++) {
        spot.offset += number_take(&at);
        spot.line += (uint32_t)number_take(&at);
        spot.column = (uint32_t)(spot.column + unfolded(number_take(&at)));
    }
    return spot;
}
