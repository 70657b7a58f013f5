/* rune.c - UTF-8 by RFC 3629, section 4: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
#include "rune.h"

static bool is_tail(struct str s, size_t index)
{
    return index < s.len && ((unsigned char)s.at[index] & 0xC0U) == 0x80U;
}

static size_t rune_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return 2;
    if (first >= 0xE0 && first <= 0xEF)
        return 3;
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

uint32_t rune_next(struct str *rest, struct str *bytes)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    static const unsigned char mask[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
    unsigned char first = (unsigned char)rest->at[0];
    size_t length = rune_length(first);
    uint32_t rune = length ? first & mask[length] : RUNE_BAD;
    for (size_t i = 1; i < length; i++) {
        if (!is_tail(*rest, i)) {
            rune = RUNE_BAD;
            break;
        }
        rune = rune << 6 | ((unsigned char)rest->at[i] & 0x3FU);
    }
    if (rune >= RUNE_BAD || rune < least[length] || (rune >= 0xD800 && rune <= 0xDFFF)) {
        rune = RUNE_BAD;
        length = 1;
    }
    *bytes = str_sub(*rest, 0, length);
    *rest = str_sub(*rest, length, rest->len);
    return rune;
}

bool str_is_utf8(struct str s)
{
    struct str bytes;
    while (s.len) {
        uint32_t rune = rune_next(&s, &bytes);
        if (rune == 0 || rune == RUNE_BAD)
            return false;
    }
    return true;
}

void buf_put_rune(struct buf *buf, uint32_t rune)
{
    char at[4];
    size_t len = 0;
    if (rune < 0x80) {
        at[len++] = (char)rune;
    } else {
        if (rune < 0x800) {
            at[len++] = (char)(0xC0U | rune >> 6);
        } else {
            if (rune < 0x10000) {
                at[len++] = (char)(0xE0U | rune >> 12);
            } else {
                at[len++] = (char)(0xF0U | rune >> 18);
                at[len++] = (char)(0x80U | (rune >> 12 & 0x3FU));
            }
            at[len++] = (char)(0x80U | (rune >> 6 & 0x3FU));
        }
        at[len++] = (char)(0x80U | (rune & 0x3FU));
    }
    buf_put(buf, (struct str){ at, len });
}

bool rune_hidden(uint32_t rune)
{
    static const struct {
        uint32_t from, to;
    } hidden[] = {
        { 0x0000, 0x001F }, { 0x007F, 0x009F }, { 0x00AD, 0x00AD }, { 0x034F, 0x034F },
        { 0x061C, 0x061C }, { 0x115F, 0x1160 }, { 0x17B4, 0x17B5 }, { 0x180B, 0x180F },
        { 0x200B, 0x200F }, { 0x2028, 0x202E }, { 0x2060, 0x206F }, { 0x3164, 0x3164 },
        { 0xFEFF, 0xFEFF }, { 0xFFA0, 0xFFA0 }, { 0xFFFE, 0xFFFF }, { 0xE0000, 0xE0FFF },
    };
    for (size_t i = 0; i < ARRAY_COUNT(hidden); i++)
        if (rune >= hidden[i].from && rune <= hidden[i].to)
            return true;
    return rune >= RUNE_BAD;
}

void buf_put_escape(struct buf *buf, uint32_t rune, struct str bytes)
{
    buf_put(buf, STR("\u2039"));
    if (rune < RUNE_BAD)
        buf_putf(buf, "U+%04X", rune);
    else
        for (size_t i = 0; i < bytes.len; i++)
            buf_putf(buf, "0x%02X", (unsigned)(unsigned char)bytes.at[i]);
    buf_put(buf, STR("\u203A"));
}

void buf_put_visible(struct buf *buf, struct str s)
{
    struct str bytes;
    while (s.len) {
        uint32_t rune = rune_next(&s, &bytes);
        if (rune_hidden(rune))
            buf_put_escape(buf, rune, bytes);
        else
            buf_put(buf, bytes);
    }
}
