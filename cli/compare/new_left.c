/* new_left.c - what `new` says of things that it asks of nobody. */
#include "new_left.h"
#include "inspect_put.h"
#include "short_text.h"

static struct str waits_of(struct arena *home, const struct operand *operand,
                           const struct found_run *run)
{
    const struct inspected **file =
        ARENA_MANY(home, operand->file_count + 1, const struct inspected *);
    size_t count = 0;
    for (size_t i = 0; i < operand->file_count; i++)
        if (operand_run_has(operand, run, i))
            file[count++] = &operand->file[i];
    return telemetry_waits(home, file, count);
}

void new_put_waiting(struct buf *out, const struct compare_plan *plan,
                     const struct inspected *above, size_t above_count)
{
    for (size_t i = 0; i < above_count; i++) /* its zones were not there when the sides were read */
        if (str_find(above[i].evidence->bytes, STR("\"time_zone\"")) != SIZE_MAX)
            return;
    for (size_t i = 0; i < plan->operand_count; i++) {
        const struct operand *operand = &plan->operand[i];
        for (size_t k = 0; k < operand->run_count; k++) {
            struct str waits = waits_of(out->home, operand, &operand->run[k]);
            if (waits.len == 0)
                continue;
            short_wrap(out, waits, 2);
            buf_put_char(out, '\n');
            return;
        }
    }
}

void new_put_later(struct buf *out, const bool *later, bool open)
{
    enum { NAMED = 4 };
    struct buf line = buf_new(out->home, (size_t)1 << 16);
    enum key key[SENTENCE_MOST];
    size_t statements = 0, things = 0;
    for (int k = 0; k < KEY_COUNT; k++) {
        if (!later[k])
            continue;
        statements += sentence_of(later, (enum key)k, key) > 0;
        if (things++ < NAMED)
            buf_putf(&line, "%s%s", things > 1 ? ", " : "", vocabulary_row((enum key)k)->title);
    }
    if (!open)
        short_wrap(
            out,
            STR("Nothing is asked: under the profile engineering what no side discloses stands "
                "beside the number and blocks nothing."),
            2);
    if (things == 0) {
        buf_put(out, open ? STR("") : STR("\n"));
        return;
    }
    /* one statement may tell several facts: then those are counted apart */
    struct str facts =
        things > statements ? str_format(out->home, ", on %zu facts", things) : STR("");
    struct str more =
        things > NAMED ? str_format(out->home, " and %zu more", things - NAMED) : STR("");
    short_wrap(out,
               str_format(out->home,
                          "A purchase would ask %zu statement%s more%.*s: %.*s%.*s (--profile "
                          "purchase).",
                          statements, statements == 1 ? "" : "s", STR_ARG(facts),
                          STR_ARG(buf_str(&line)), STR_ARG(more)),
               2);
    buf_put_char(out, '\n');
}

void new_put_settled(struct buf *out, struct str why)
{
    short_wrap(out,
               str_format(out->home,
                          "Nothing is asked: no statement would change the verdict. %.*s Then run "
                          "`new` again, on the new files.",
                          STR_ARG(why)),
               2);
    buf_put_char(out, '\n');
}
