/* der.c - strict DER. ITU-T X.690 sections 8 and 10. Contents of OCTET STRINGs are not looked into.
 */
#include "der.h"

enum { DEPTH_MOST = 32, CONSTRUCTED = 0x20, LONG_TAG = 0x1f };

static unsigned byte_at(struct str bytes, size_t at)
{
    return (unsigned char)bytes.at[at];
}

bool der_next(struct str *rest, struct der *out)
{
    struct str in = *rest;
    if (in.len < 2 || (byte_at(in, 0) & LONG_TAG) == LONG_TAG)
        return false;
    size_t len = byte_at(in, 1);
    size_t head = 2;
    if (len >= 0x80) {
        size_t digits = len & 0x7f;
        if (digits == 0 || digits > 4 || in.len < 2 + digits || byte_at(in, 2) == 0)
            return false;
        len = 0;
        for (size_t i = 0; i < digits; i++)
            len = len << 8 | byte_at(in, 2 + i);
        if (len < 0x80)
            return false;
        head += digits;
    }
    if (len > in.len - head)
        return false;
    *out = (struct der){ .tag = byte_at(in, 0),
                         .whole = str_sub(in, 0, head + len),
                         .content = str_sub(in, head, head + len) };
    *rest = str_sub(in, head + len, in.len);
    return true;
}

bool der_take(struct str *rest, unsigned tag, struct der *out)
{
    struct str before = *rest;
    struct der got;
    if (!der_next(rest, &got) || got.tag != tag) {
        *rest = before;
        return false;
    }
    *out = got;
    return true;
}

static bool integer_canonical(struct str content)
{
    if (content.len == 0)
        return false;
    if (content.len == 1)
        return true;
    unsigned first = byte_at(content, 0);
    bool negative = (byte_at(content, 1) & 0x80) != 0;
    return !(first == 0 && !negative) && !(first == 0xff && negative);
}

static bool bits_canonical(struct str content)
{
    if (content.len == 0 || byte_at(content, 0) > 7)
        return false;
    unsigned unused = byte_at(content, 0);
    if (content.len == 1)
        return unused == 0;
    return (byte_at(content, content.len - 1) & ((1U << unused) - 1)) == 0;
}

static bool oid_canonical(struct str content)
{
    bool first = true;
    for (size_t i = 0; i < content.len; i++) {
        unsigned byte = byte_at(content, i);
        if (first && byte == 0x80)
            return false;
        first = (byte & 0x80) == 0;
    }
    return content.len > 0 && first;
}

static bool primitive_canonical(const struct der *value)
{
    struct str content = value->content;
    switch (value->tag) {
    case DER_BOOLEAN:
        return content.len == 1 && (byte_at(content, 0) == 0 || byte_at(content, 0) == 0xff);
    case DER_INTEGER:
        return integer_canonical(content);
    case DER_BIT_STRING:
        return bits_canonical(content);
    case DER_NULL:
        return content.len == 0;
    case DER_OID:
        return oid_canonical(content);
    default:
        return true;
    }
}

/* Universal types other than SEQUENCE and SET come in one piece in DER, and those two never do. */
static bool tag_in_pieces(unsigned tag)
{
    bool universal = (tag & 0xc0) == 0;
    unsigned number = tag & LONG_TAG;
    bool pieces = (tag & CONSTRUCTED) != 0;
    bool compound = number == 0x10 || number == 0x11;
    return universal && pieces != compound;
}

static bool all_canonical(struct str bytes, int depth)
{
    if (depth > DEPTH_MOST)
        return false;
    struct str rest = bytes;
    struct der value;
    while (rest.len > 0) {
        if (!der_next(&rest, &value))
            return false;
        if (tag_in_pieces(value.tag))
            return false;
        bool good = value.tag & CONSTRUCTED ? all_canonical(value.content, depth + 1)
                                            : primitive_canonical(&value);
        if (!good)
            return false;
    }
    return true;
}

bool der_in_order(struct str bytes)
{
    struct str rest = bytes;
    struct der before = { 0 };
    struct der value;
    while (rest.len > 0) {
        if (!der_next(&rest, &value) ||
            (before.whole.len > 0 && str_order(before.whole, value.whole) >= 0))
            return false;
        before = value;
    }
    return true;
}

bool der_is_canonical(struct str bytes)
{
    struct str rest = bytes;
    struct der value;
    return der_next(&rest, &value) && rest.len == 0 && all_canonical(bytes, 0);
}
