/* paginate_type.c - the types that text is set in, and words of the skin with what they are about.
 */
#include "paginate.h"

const struct type type_body = { FACE_SANS, MPT(9.2), MPT(12.9), COLOUR_INK };
const struct type type_small = { FACE_SANS, MPT(7.8), MPT(10.6), COLOUR_SOFT };
const struct type type_note = { FACE_SANS, MPT(8), MPT(11.2), COLOUR_SOFT };
const struct type type_table = { FACE_SANS, MPT(8.2), MPT(10.8), COLOUR_INK };

struct str string_fill(struct layout *layout, const char *id, const struct slot_text *slot,
                       size_t count)
{
    struct str rest = skin_string(layout->skin, id);
    struct buf out = buf_new(layout->home, (size_t)1 << 16);
    struct str words = { 0 };
    while (str_cut(&rest, '{', &words)) {
        buf_put(&out, words);
        struct str name = { 0 };
        if (!rest.at || !str_cut(&rest, '}', &name))
            continue;
        for (size_t i = 0; i < count; i++)
            if (str_eq(name, str_from(slot[i].name)))
                buf_put(&out, slot[i].text);
        if (!rest.at)
            break;
    }
    return buf_str(&out);
}

struct type type_fit(const struct layout *layout, struct type type)
{
    if (!layout->tight || !layout->summary)
        return type;
    bool closest = layout->tight > 1;
    type.leading = (mpt)((int64_t)type.leading * (closest ? 87 : 92) / 100);
    if (type.face == FACE_SANS && type.size >= MPT(7.6) && type.size <= MPT(9.2))
        type.size = (mpt)((int64_t)type.size * (closest ? 92 : 95) / 100);
    return type;
}
