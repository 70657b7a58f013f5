/* fuzz_json.c - the strict JSON reader: walks what it accepts and asks each value for its place. */
#include "base/json.h"
#include "base/num.h"
#include "fuzz.h"

static void walk(const struct json *json, const struct json_item *item, struct buf *out)
{
    double real;
    int64_t whole;
    place_put(json_place(json, item), out);
    buf_put(out, json_literal(json, item));
    if (json_type(item) == JSON_NUMBER && json_real(json, item, &real))
        buf_put_shortest(out, real);
    if (json_type(item) == JSON_NUMBER && json_int(json, item, &whole))
        buf_putf(out, "%lld", (long long)whole);
    for (const struct json_item *next = json_next(item, NULL); next; next = json_next(item, next))
        walk(json, next, out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct json *json;
    struct buf out = buf_new(home, (size_t)64 << 20);
    if (json_read(home, STR("f.json"), input, &fuzz_limits, &json, diags))
        walk(json, json_root(json), &out);
    FUZZ_END
}
