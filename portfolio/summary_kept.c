/* summary_kept.c - a summary as one JSON object, so that what was verified once need not be read
 * again.
 *
 * The parts of a summary are texts alone, so each is an array of strings in the order of its
 * struct; a text more or less is another version's and is not taken. */
#include "summary.h"

#include <assert.h>
#include <stddef.h>

enum {
    PAIR = sizeof(struct summary_pair) / sizeof(struct str),
    AMOUNT = sizeof(struct summary_amount) / sizeof(struct str),
    TEXT = sizeof(struct summary_text) / sizeof(struct str),
    DATE = sizeof(struct summary_date) / sizeof(struct str),
};
static_assert(PAIR * sizeof(struct str) == sizeof(struct summary_pair), "texts alone");
static_assert(AMOUNT * sizeof(struct str) == sizeof(struct summary_amount), "texts alone");
static_assert(DATE * sizeof(struct str) == sizeof(struct summary_date), "texts alone");

static const size_t own[] = {
    offsetof(struct summary, content),     offsetof(struct summary, evidence_id),
    offsetof(struct summary, case_id),     offsetof(struct summary, date),
    offsetof(struct summary, question),    offsetof(struct summary, metric),
    offsetof(struct summary, valid_until), offsetof(struct summary, remeasure),
    offsetof(struct summary, every),       offsetof(struct summary, signers)
};

static struct str *text_at(void *from, size_t offset)
{
    return (struct str *)((char *)from + offset);
}

static void put_list(struct buf *out, const char *name, const void *list, size_t count, size_t wide)
{
    const struct str *text = list;
    buf_putf(out, ", \"%s\": [", name);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < wide; k++) {
            buf_put(out, k > 0 ? STR(", ") : i > 0 ? STR(", [") : STR("["));
            json_put_string(out, text[i * wide + k]);
        }
        buf_put_char(out, ']');
    }
    buf_put_char(out, ']');
}

void summary_put_json(const struct summary *summary, struct buf *out)
{
    struct summary copy = *summary;
    buf_put(out, STR("\"own\": ["));
    for (size_t i = 0; i < ARRAY_COUNT(own); i++) {
        buf_put(out, i > 0 ? STR(", ") : STR(""));
        json_put_string(out, *text_at(&copy, own[i]));
    }
    buf_put_char(out, ']');
    put_list(out, "pairs", summary->pair, summary->pair_count, PAIR);
    put_list(out, "amounts", summary->amount, summary->amount_count, AMOUNT);
    put_list(out, "dates", summary->due, summary->due_count, DATE);
    put_list(out, "earlier", summary->earlier, summary->earlier_count, TEXT);
    put_list(out, "again", summary->again, summary->again_count, TEXT);
}

static const struct json_item *array_of(const struct json_item *object, const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    return item && json_type(item) == JSON_ARRAY ? item : NULL;
}

/* `count` texts; false: more, fewer or others. */
static bool texts_read(struct arena *home, const struct json_item *list, struct str *out,
                       size_t count)
{
    size_t at = 0;
    if (!list || json_type(list) != JSON_ARRAY || json_count(list) != count)
        return false;
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        if (json_type(one) != JSON_STRING)
            return false;
        out[at++] = str_keep(home, json_string(one));
    }
    return true;
}

/* Rows of `wide` texts, one behind the other. */
static bool rows_read(struct arena *home, const struct json_item *list, struct str **out,
                      size_t *count, size_t wide)
{
    if (!list)
        return false;
    *out = ARENA_MANY(home, (json_count(list) + 1) * wide, struct str);
    *count = 0;
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        if (!texts_read(home, one, &(*out)[*count * wide], wide))
            return false;
        ++*count;
    }
    return true;
}

bool summary_read_json(struct arena *home, const struct json_item *object, struct summary *out)
{
    struct str text[ARRAY_COUNT(own)], *pair, *amount, *date, *earlier, *again;
    *out = (struct summary){ 0 };
    if (!texts_read(home, array_of(object, "own"), text, ARRAY_COUNT(own)) ||
        !rows_read(home, array_of(object, "pairs"), &pair, &out->pair_count, PAIR) ||
        !rows_read(home, array_of(object, "amounts"), &amount, &out->amount_count, AMOUNT) ||
        !rows_read(home, array_of(object, "dates"), &date, &out->due_count, DATE) ||
        !rows_read(home, array_of(object, "earlier"), &earlier, &out->earlier_count, TEXT) ||
        !rows_read(home, array_of(object, "again"), &again, &out->again_count, TEXT))
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(own); i++)
        *text_at(out, own[i]) = text[i];
    out->pair = (const struct summary_pair *)pair;
    out->amount = (const struct summary_amount *)amount;
    out->due = (const struct summary_date *)date;
    out->earlier = (const struct summary_text *)earlier;
    out->again = (const struct summary_text *)again;
    return true;
}
