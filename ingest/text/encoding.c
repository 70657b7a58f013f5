/* encoding.c - texts as shells and editors store them, turned into UTF-8.
 *
 * A byte order mark decides (The Unicode Standard, section 3.10): redirection in Windows PowerShell
 * writes UTF-16LE with one, its Out-File -Encoding utf8 writes UTF-8 with one. Without a mark a
 * text is taken as UTF-8. Places go on to name bytes of the stored file. */
#include "file_read.h"

enum { STEP = 4096 }; /* stored_at holds one offset for each so many bytes of UTF-8 */

static uint32_t unit_at(struct str stored, size_t at, bool big)
{
    uint32_t first = (unsigned char)stored.at[at], second = (unsigned char)stored.at[at + 1];
    return big ? first << 8 | second : second << 8 | first;
}

static void rune_put(struct buf *out, uint32_t rune)
{
    if (rune < 0x80) {
        buf_put_char(out, (char)rune);
        return;
    }
    char bytes[4];
    size_t count = rune < 0x800 ? 2 : (rune < 0x10000 ? 3 : 4);
    for (size_t i = count; i-- > 1; rune >>= 6)
        bytes[i] = (char)(0x80U | (rune & 0x3FU));
    static const unsigned char lead[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    bytes[0] = (char)(lead[count] | rune);
    buf_put(out, (struct str){ bytes, count });
}

static bool refused(struct reading *reading, size_t at, const char *said)
{
    struct place place = { .file = reading->name, .offset = at };
    place.path = str_format(reading->scratch, "byte %zu", at);
    diag_add(reading->diags, DIAG_TEXT_ENCODING, place, STR("UTF-16, as its first bytes say"), "%s",
             said);
    return false;
}

/* One character at `at`; false: said what is wrong. */
static bool rune_take(struct reading *reading, struct str stored, size_t *at, bool big,
                      uint32_t *out)
{
    if (stored.len - *at < 2)
        return refused(reading, *at, "half a character at the end");
    *out = unit_at(stored, *at, big);
    if (*out >= 0xDC00 && *out <= 0xDFFF)
        return refused(reading, *at, "second half of a surrogate pair");
    if (*out < 0xD800 || *out > 0xDFFF) {
        *at += 2;
        return true;
    }
    uint32_t low = stored.len - *at < 4 ? 0 : unit_at(stored, *at + 2, big);
    if (low < 0xDC00 || low > 0xDFFF)
        return refused(reading, *at, "half of a surrogate pair");
    *out = 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00);
    *at += 4;
    return true;
}

static bool utf16_decode(struct reading *reading, bool big)
{
    struct str stored = reading->bytes;
    size_t most = stored.len / 2 * 3 + 4, at = 2;
    uint64_t *step = ARENA_MANY(reading->scratch, most / STEP + 2, uint64_t);
    struct buf text = buf_new(reading->scratch, most);
    size_t steps = 0;
    while (at < stored.len) {
        uint32_t rune = 0;
        size_t from = at;
        if (!rune_take(reading, stored, &at, big, &rune))
            return false;
        size_t before = text.len;
        rune_put(&text, rune);
        for (; steps * STEP < text.len; steps++) /* the character that holds this byte */
            step[steps] = (uint64_t)from << 2 | (steps * STEP - before);
    }
    step[steps] = (uint64_t)stored.len << 2;
    reading->stored_at = step;
    reading->bytes = buf_str(&text);
    reading->encoding = big ? ENCODING_UTF16BE : ENCODING_UTF16LE;
    return true;
}

bool text_decode(struct reading *reading)
{
    reading->encoding = ENCODING_UTF8;
    if (str_starts(reading->bytes, STR("\xEF\xBB\xBF"))) {
        reading->bytes = str_sub(reading->bytes, 3, reading->bytes.len);
        reading->encoding = ENCODING_UTF8_MARKED;
    } else if (str_starts(reading->bytes, STR("\xFF\xFE")) ||
               str_starts(reading->bytes, STR("\xFE\xFF"))) {
        return utf16_decode(reading, reading->bytes.at[0] == '\xFE');
    }
    return true;
}

uint64_t reading_offset(const struct reading *reading, uint64_t offset)
{
    if (reading->encoding == ENCODING_UTF8)
        return offset;
    if (reading->encoding == ENCODING_UTF8_MARKED)
        return offset + 3;
    if (offset >= reading->bytes.len)
        return reading->stored_at[(reading->bytes.len + STEP - 1) / STEP] >> 2;
    uint64_t entry = reading->stored_at[offset / STEP];
    uint64_t stored = entry >> 2;
    uint64_t at = offset / STEP * STEP - (entry & 3); /* where that character begins in UTF-8 */
    while (at < offset) {
        unsigned char lead = (unsigned char)reading->bytes.at[at];
        uint64_t size = lead < 0x80 ? 1 : (lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4));
        if (at + size > offset)
            break;
        at += size;
        stored += size == 4 ? 4 : 2;
    }
    return stored;
}
