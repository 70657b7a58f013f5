/* mutations_gguf.c - GGUF whose pairs of metadata stand in another order, or twice. Written from
 * the format's description (ggml, docs/gguf.md): magic, version, two counts, then the pairs. */
#include "mutations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEAD = 24, PAIRS_MOST = 4096, TEXT = 8, ARRAY = 9 };

struct pairs {
    struct str item[PAIRS_MOST];
    size_t count, end; /* end: of the last */
};

static uint64_t number_at(struct str bytes, size_t at, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i > 0 && at + size <= bytes.len; i--)
        value = value << 8 | (unsigned char)bytes.at[at + i - 1];
    return value;
}

/* Bytes of a value of the type at `at`; SIZE_MAX: not known. */
static size_t value_size(struct str bytes, size_t at, uint64_t type)
{
    static const unsigned char sizes[] = { 1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8 };
    if (type == TEXT)
        return 8 + (size_t)number_at(bytes, at, 8);
    if (type != ARRAY)
        return type < sizeof sizes ? sizes[type] : SIZE_MAX;
    uint64_t of = number_at(bytes, at, 4), count = number_at(bytes, at + 4, 8);
    size_t size = 12;
    for (uint64_t i = 0; i < count && at + size < bytes.len; i++) {
        size_t one = of == ARRAY ? SIZE_MAX : value_size(bytes, at + size, of);
        if (one == SIZE_MAX)
            return SIZE_MAX;
        size += one;
    }
    return size;
}

/* False: more than the array holds, or not understood. */
static bool pairs_read(struct str bytes, struct pairs *out)
{
    uint64_t count = number_at(bytes, 16, 8);
    *out = (struct pairs){ .end = HEAD };
    if (!str_starts(bytes, STR("GGUF")) || count > PAIRS_MOST)
        return false;
    while (out->count < count && out->end < bytes.len) {
        size_t begin = out->end, type = begin + 8 + (size_t)number_at(bytes, begin, 8);
        size_t size = value_size(bytes, type + 4, number_at(bytes, type, 4));
        if (size == SIZE_MAX || type + 4 + size > bytes.len)
            return false;
        out->end = type + 4 + size;
        out->item[out->count++] = str_sub(bytes, begin, out->end);
    }
    return out->count == count;
}

/* All pairs in reverse; or in order, and one again with another value behind them. */
static struct str pairs_put(struct arena *home, struct str bytes, const struct pairs *pairs,
                            size_t twice)
{
    struct buf out = buf_new(home, bytes.len * 2 + 64);
    uint64_t count = pairs->count + (twice == SIZE_MAX ? 0 : 1);
    buf_put(&out, str_sub(bytes, 0, 16));
    for (size_t i = 0; i < 8; i++)
        buf_put_char(&out, (char)(count >> (8 * i) & 0xff));
    for (size_t i = 0; i < pairs->count; i++)
        buf_put(&out, pairs->item[twice == SIZE_MAX ? pairs->count - 1 - i : i]);
    if (twice != SIZE_MAX) {
        struct str again = pairs->item[twice];
        buf_put(&out, str_sub(again, 0, again.len - 1));
        buf_put_char(&out, (char)(again.at[again.len - 1] ^ 1));
    }
    buf_put(&out, str_sub(bytes, pairs->end, bytes.len));
    return buf_str(&out);
}

size_t gguf_reorder(const struct input *input, const struct adapter_result *whole,
                    const struct format_family *family)
{
    (void)family;
    size_t tried = 0;
    struct arena *home = arena_new((size_t)1 << 33);
    struct pairs *pairs = ARENA_NEW(home, struct pairs);
    if (pairs_read(input->bytes, pairs)) {
        tried = reordered_judge(input, whole, pairs_put(home, input->bytes, pairs, SIZE_MAX),
                                "pairs in reverse");
    }
    arena_free(home);
    return tried;
}

size_t gguf_twice(const struct input *input, const struct adapter_result *whole,
                  const struct format_family *family)
{
    (void)family;
    struct arena *home = arena_new((size_t)1 << 33);
    struct pairs *pairs = ARENA_NEW(home, struct pairs);
    size_t times = mutant_times(MEMBERS, input->bytes.len), i = 0;
    bool good = pairs_read(input->bytes, pairs);
    for (; good && i < pairs->count && i < times; i++) {
        second_judge(input, whole, pairs_put(home, input->bytes, pairs, i),
                     str_c(home, str_format(home, "pair %zu said twice", i + 1)));
    }
    arena_free(home);
    return i;
}
