/* base64.c - the one spelling of bytes in base64 (RFC 4648 section 4, with padding). */
#include "base64.h"

struct str base64_text(struct arena *home, struct str bytes)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct buf out = buf_new(home, bytes.len / 3 * 4 + 5);
    for (size_t i = 0; i < bytes.len; i += 3) {
        size_t left = bytes.len - i;
        uint32_t group = (uint32_t)(unsigned char)bytes.at[i] << 16;
        if (left > 1)
            group |= (uint32_t)(unsigned char)bytes.at[i + 1] << 8;
        if (left > 2)
            group |= (uint32_t)(unsigned char)bytes.at[i + 2];
        buf_put_char(&out, digit[group >> 18 & 63]);
        buf_put_char(&out, digit[group >> 12 & 63]);
        char last[2] = { '=', '=' };
        if (left > 1)
            last[0] = digit[group >> 6 & 63];
        if (left > 2)
            last[1] = digit[group & 63];
        buf_put(&out, (struct str){ last, 2 });
    }
    return buf_str(&out);
}
