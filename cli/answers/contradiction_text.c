/* contradiction_text.c - what files of one folder say that cannot all be true. */
#include "contradiction_text.h"

#include "output.h"
#include "verdict_text.h"

static size_t facts_gather(const struct inspected *file, size_t count, struct arena *home,
                           const struct fact ***out)
{
    size_t room = 0;
    size_t filled = 0;
    for (size_t i = 0; i < count; i++)
        room += facts_count(file[i].facts);
    *out = ARENA_MANY(home, room + 1, const struct fact *);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < facts_count(file[i].facts); k++)
            (*out)[filled++] = facts_at(file[i].facts, k);
    return filled;
}

/* "accelerator.bus_id[4] 00000000:0A:00.0  query.csv at row 6 column pci.bus_id" */
static struct str fact_text(struct arena *home, const struct fact *fact)
{
    struct buf text = buf_new(home, 1 << 16);
    buf_put(&text, str_from(vocabulary_row(fact->key)->name));
    if (fact->instance.len > 0 && fact->key != KEY_CONTRADICTION)
        buf_putf(&text, "[%.*s]", STR_ARG(fact->instance));
    buf_put_char(&text, ' ');
    value_put(fact, &text);
    if (fact->key == KEY_CONTRADICTION)
        buf_putf(&text, ", but %.*s", STR_ARG(fact->instance));
    buf_put(&text, STR("  "));
    source_put(fact, &text);
    return buf_str(&text);
}

size_t contradictions_among(struct arena *home, const struct inspected *file, size_t count,
                            struct clash **out)
{
    const struct fact **fact;
    struct clash machines, *found;
    size_t facts = facts_gather(file, count, home, &fact);
    size_t clashes = clashes_find(home, fact, facts, &found);
    *out = found;
    if (!machines_differ(fact, facts, &machines))
        return clashes;
    *out = ARENA_MANY(home, clashes + 1, struct clash);
    (*out)[0] = machines;
    for (size_t i = 0; i < clashes; i++)
        (*out)[i + 1] = found[i];
    return clashes + 1;
}

void contradictions_put(const struct inspected *file, size_t count, struct buf *out)
{
    enum { INDENT = 4 };
    struct clash *found;
    size_t contradictions = contradictions_among(out->home, file, count, &found);
    if (contradictions > 0)
        buf_put(out, STR("\nStatements that cannot all be true\n"));
    for (size_t i = 0; i < contradictions; i++) {
        const struct fact *both[] = { found[i].a, found[i].b };
        buf_putf(out, "  %s\n", clash_title(found[i].kind));
        for (size_t k = 0; k < ARRAY_COUNT(both) && both[k]; k++) {
            buf_putf(out, "%*s", INDENT, "");
            output_wrap(out, fact_text(out->home, both[k]), INDENT, INDENT);
        }
    }
}
