/* inspect_text.c - what a bundle holds, for people: files, facts by layer, silence, personal data.
 */
#include "base/file.h"
#include "inspect_put.h"
#include "output.h"
#include "own_files.h"
#include "verdict_text.h"
#include <stdlib.h>
#include <string.h>

enum { INSTANCES_SHOWN = 12, TEXT_SHOWN = 120, LABEL_WIDTH = 28 };

static bool is_case(const struct inspected *file)
{
    return str_ends(file->evidence->name, STR(".json")) &&
           str_find(str_sub(file->evidence->bytes, 0, 4096), STR("\"dossier-case/")) != SIZE_MAX;
}

/* ---- files ---- */

/* Rows of samples: what its columns are is for run.json to say. */
static bool is_table(struct str name)
{
    return str_ends(name, STR(".csv")) || str_ends(name, STR(".jsonl"));
}

/* Why nothing is counted of a file; empty: something is, or there is nothing to say. */
static struct str file_remark(struct arena *home, const struct inspected *file)
{
    struct str name = file->evidence->name;
    bool none = facts_count(file->facts) == 0;
    if (file->twin)
        return str_format(home, "as %.*s", STR_ARG(file->twin->name));
    if (!file->adapter && archive_is(name, file->evidence->bytes))
        return STR("not opened inside a folder: unpack it, or name it");
    if (file->looks && none)
        return str_format(home, "looks like %s; %s", file->looks->name,
                          str_ends(name, STR(".log")) ? "a .log is taken for a console's copy"
                                                      : "nothing of it could be read");
    if (!file->adapter)
        return file->broken ? STR("broken: see the messages") : STR("");
    if (none && file->series_count == 0 && !file->broken && is_table(name))
        return STR("lines in order; declare its columns for a series");
    return STR("");
}

/* "name (3 facts, 2 series)" of a file that was read. */
static struct str file_line(struct arena *home, const struct inspected *file)
{
    struct str name = file->evidence->name, remark = file_remark(home, file);
    if (remark.len > 0)
        return str_format(home, "%.*s (%.*s)", STR_ARG(name), STR_ARG(remark));
    if (!file->adapter)
        return name;
    size_t facts = facts_count(file->facts);
    const char *plural = facts == 1 ? "" : "s";
    const char *broken = file->broken ? "broken: see the messages; " : "";
    if (file->series_count > 0)
        return str_format(home, "%.*s (%s%zu fact%s, %zu series)", STR_ARG(name), broken, facts,
                          plural, file->series_count);
    return str_format(home, "%.*s (%s%zu fact%s)", STR_ARG(name), broken, facts, plural);
}

static void put_files(const struct inspection *in, struct buf *out)
{
    bool unread = false, table = false;
    for (size_t i = 0; i < in->count; i++) {
        const struct inspected *file = &in->file[i];
        const char *label = "not read";
        if (file->adapter)
            label = file->adapter->name;
        else if (file->twin)
            label = "same content";
        else if (is_case(file))
            label = "the case";
        else if (file->evidence->bytes.len == 0)
            label = "empty";
        else if (archive_is(file->evidence->name, file->evidence->bytes))
            label = "archive";
        else
            unread = true;
        bool silent = facts_count(file->facts) == 0 && file->series_count == 0 && !file->broken;
        table = table || (silent && !file->twin && is_table(file->evidence->name));
        output_row(out, label, 20, file_line(in->home, file));
    }
    if (unread)
        buf_put(out, STR("\nnot read: no known format (`dossier formats`); kept as evidence\n"));
    if (table)
        buf_put(out, STR("\nrows of samples become a series once run.json says which column is "
                         "what\n(docs/run.md); `dossier steady FILE` looks at one without it\n"));
}

/* ---- facts ---- */

static struct str value_text(struct arena *home, const struct fact *fact)
{
    struct buf value = buf_new(home, (size_t)1 << 22);
    struct str text = fact->value.text;
    if (fact->placeholder)
        buf_putf(&value, "not disclosed (\"%.*s\")", STR_ARG(text));
    else if (text.len > TEXT_SHOWN)
        buf_putf(&value, "%.*s…", STR_ARG(str_sub(text, 0, TEXT_SHOWN)));
    else
        value_put(fact, &value);
    return buf_str(&value);
}

/* " [host name]" where the value tells of a person or one machine. */
static void put_personal(struct buf *out, const struct fact *fact)
{
    unsigned kinds = fact->placeholder ? 0 : personal_of_key(fact->key);
    kinds |= fact->placeholder ? 0 : personal_in(fact->value.text);
    for (size_t kind = 0; kind < PERSONAL_COUNT; kind++)
        if ((kinds >> kind & 1U) != 0)
            buf_putf(out, " [%s]", personal_title((enum personal_kind)kind));
}

/* A label that leaves no room stands on a line of its own. */
static void put_row(struct buf *out, struct str label, struct str text)
{
    enum { WIDTH = 28 };
    struct buf visible = buf_new(out->home, label.len * 12 + 64);
    buf_put_visible(&visible, label);
    struct str shown = buf_str(&visible);
    if (shown.len > WIDTH) {
        buf_putf(out, "  %.*s\n", STR_ARG(shown));
        shown.len = 0;
    }
    output_row(out, str_c(out->home, shown), WIDTH, text);
}

/* Facts of one key, gathered from all files of a folder. */
struct gathered {
    const struct fact **fact;
    size_t count;
};

/* One list a key, in two passes over the facts: a pass for each key would be hundreds of them. */
static struct gathered *gather(struct arena *home, const struct inspected_part *part)
{
    struct gathered *by_key = ARENA_MANY(home, KEY_COUNT, struct gathered);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < part->count; i++) {
            for (size_t k = 0; k < facts_count(part->file[i].facts); k++) {
                const struct fact *fact = facts_at(part->file[i].facts, k);
                struct gathered *own = &by_key[fact->key];
                if (pass == 1)
                    own->fact[own->count] = fact;
                own->count++;
            }
        }
        for (size_t key = 0; key < KEY_COUNT && pass == 0; key++) {
            by_key[key].fact = ARENA_MANY(home, by_key[key].count, const struct fact *);
            by_key[key].count = 0;
        }
    }
    return by_key;
}

struct place_of { /* where one value is said */
    const struct fact *fact;
    size_t index;
    const struct place_of *next; /* the same value, said later */
    bool again;                  /* it was said before */
};

static int value_order(const struct fact *a, const struct fact *b)
{
    int order = str_order(a->instance, b->instance);
    order = order != 0 ? order : str_order(a->value.text, b->value.text);
    order = order != 0 ? order : (a->value.unit > b->value.unit) - (a->value.unit < b->value.unit);
    return order != 0 ? order : (int)a->placeholder - (int)b->placeholder;
}

static int place_order(const void *left, const void *right)
{
    const struct place_of *a = left, *b = right;
    int order = value_order(a->fact, b->fact);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* The facts in their order, equal values joined; sorted, since a list may hold a million. */
static const struct place_of **places_joined(struct arena *home, const struct gathered *all)
{
    struct place_of *place = ARENA_MANY(home, all->count + 1, struct place_of);
    const struct place_of **out = ARENA_MANY(home, all->count + 1, const struct place_of *);
    for (size_t i = 0; i < all->count; i++)
        place[i] = (struct place_of){ .fact = all->fact[i], .index = i };
    qsort(place, all->count, sizeof *place, place_order);
    for (size_t i = 0; i < all->count; i++) {
        out[place[i].index] = &place[i];
        if (i > 0 && value_order(place[i - 1].fact, place[i].fact) == 0) {
            place[i].again = true;
            place[i - 1].next = &place[i];
        }
    }
    return out;
}

/* One value with every place that says it. */
static void put_fact(struct buf *out, const struct place_of *first)
{
    const struct fact *fact = first->fact;
    struct buf line = buf_new(out->home, (size_t)1 << 22);
    buf_put(&line, value_text(out->home, fact));
    put_personal(&line, fact);
    for (const struct place_of *at = first; at; at = at->next) {
        buf_put(&line, at == first ? STR(", from ") : STR("; "));
        source_put(at->fact, &line);
    }
    if (fact->defined)
        buf_putf(&line, " (%s)", definition_row(fact->defined->definition)->id);
    struct str label = fact->instance.len > 0
                           ? str_format(out->home, "%s[%.*s]", vocabulary_row(fact->key)->name,
                                        STR_ARG(fact->instance))
                           : str_from(vocabulary_row(fact->key)->name);
    put_row(out, label, buf_str(&line));
}

/* "202 values  pip-freeze.txt, torch-collect-env.txt": a list that nobody reads through. */
static void put_many(struct buf *out, enum key key, const struct gathered *all)
{
    struct buf line = buf_new(out->home, (size_t)1 << 22);
    const struct evidence *last = NULL;
    buf_putf(&line, "%zu values, from", all->count);
    for (size_t i = 0; i < all->count; i++) {
        if (all->fact[i]->source.evidence == last)
            continue;
        buf_put(&line, last ? STR(", ") : STR(" "));
        last = all->fact[i]->source.evidence;
        buf_put(&line, last->name);
    }
    buf_put(&line, STR(" (--all lists them)"));
    output_row(out, vocabulary_row(key)->name, 28, buf_str(&line));
}

static void put_key(const struct inspection *in, enum key key, const struct gathered *all,
                    struct buf *out)
{
    if (all->count > INSTANCES_SHOWN && !in->all) {
        put_many(out, key, all);
        return;
    }
    const struct place_of **place = places_joined(in->home, all);
    for (size_t i = 0; i < all->count; i++)
        if (!place[i]->again)
            put_fact(out, place[i]);
}

static void put_layer(const struct inspection *in, enum layer layer, const struct gathered *by_key,
                      struct buf *out)
{
    size_t before = out->len;
    buf_putf(out, "\n%s\n",
             layer == LAYER_NONE ? "Workload, method, health, results" : layer_row(layer)->title);
    size_t title = out->len;
    for (int key = 0; key < KEY_COUNT; key++)
        if (vocabulary_row((enum key)key)->layer == layer)
            put_key(in, (enum key)key, &by_key[key], out);
    if (out->len == title)
        out->len = before;
}

/* "accelerator.bus_id[4] 00000000:0A:00.0  query.csv at row 6 column pci.bus_id" */
static struct str clash_text(struct arena *home, const struct fact *fact)
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

/* What files of one folder say that cannot all be true; nothing where there is none. */
static void put_clashes(const struct inspected_part *part, struct buf *out)
{
    enum { INDENT = 4 };
    if (part->clash_count > 0)
        buf_put(out, STR("\nStatements that cannot all be true\n"));
    for (size_t i = 0; i < part->clash_count; i++) {
        const struct fact *both[] = { part->clash[i].a, part->clash[i].b };
        buf_putf(out, "  %s\n", clash_title(part->clash[i].kind));
        for (size_t k = 0; k < ARRAY_COUNT(both) && both[k]; k++) {
            buf_putf(out, "%*s", INDENT, "");
            output_wrap(out, clash_text(out->home, both[k]), INDENT, INDENT);
        }
    }
}

static int by_folder(const void *left, const void *right)
{
    const struct inspected_part *a = left, *b = right;
    return str_order(a->folder, b->folder);
}

/* Folder by folder, since two runs in one bundle are two runs. */
static void put_facts(const struct inspection *in, struct buf *out)
{
    struct inspected_part *part = ARENA_MANY(in->home, in->part_count + 1, struct inspected_part);
    if (in->part_count > 0)
        memcpy(part, in->part, in->part_count * sizeof *part);
    qsort(part, in->part_count, sizeof *part, by_folder);
    for (size_t i = 0; i < in->part_count; i++) {
        size_t before = out->len;
        if (in->part_count > 1) {
            buf_put(out, STR("\n== "));
            buf_put_visible(out, part[i].folder.len > 0 ? part[i].folder : STR("./"));
            buf_put(out, STR(" ==\n"));
        }
        size_t title = out->len;
        const struct gathered *by_key = gather(in->home, &part[i]);
        for (int layer = LAYER_NONE; layer < LAYER_COUNT; layer++)
            put_layer(in, (enum layer)layer, by_key, out);
        put_clashes(&part[i], out);
        if (out->len == title)
            out->len = before;
    }
}

/* ---- figures ---- */

static void put_figure(struct buf *out, const struct fact *fact)
{
    struct buf line = buf_new(out->home, (size_t)1 << 22);
    value_put(fact, &line);
    buf_put(&line, STR(", from "));
    source_put(fact, &line);
    struct str label = fact->instance.len > 0
                           ? str_format(out->home, "  %s[%.*s]", vocabulary_row(fact->key)->name,
                                        STR_ARG(fact->instance))
                           : str_format(out->home, "  %s", vocabulary_row(fact->key)->name);
    struct buf visible = buf_new(out->home, label.len * 12 + 64);
    buf_put_visible(&visible, label);
    output_row(out, str_c(out->home, buf_str(&visible)), LABEL_WIDTH, buf_str(&line));
}

/* "contradiction, run 3: TEXT" and the figures with their places. */
static void put_contradiction(struct buf *out, const struct contradiction *what)
{
    struct str word = what->context.len > 0
                          ? str_format(out->home, "%s, run %.*s", contradiction_word(what->kind),
                                       STR_ARG(what->context))
                          : str_from(contradiction_word(what->kind));
    struct str says = what->number > 0 ? str_format(out->home, "%s: %zu", what->says, what->number)
                                       : str_from(what->says);
    struct buf visible = buf_new(out->home, word.len * 12 + 64);
    buf_put_visible(&visible, word);
    output_row(out, str_c(out->home, buf_str(&visible)), LABEL_WIDTH, says);
    for (size_t i = 0; i < what->count; i++)
        put_figure(out, what->fact[i]);
}

static void put_figures(const struct inspection *in, struct buf *out)
{
    if (in->figure_count > 0)
        buf_put(out, STR("\nFigures that contradict each other, or mislead\n"));
    for (size_t i = 0; i < in->figure_count; i++)
        put_contradiction(out, &in->figure[i]);
}

/* ---- silence ---- */

static void put_missing(const struct inspection *in, struct buf *out)
{
    buf_put(out, STR("\nNot disclosed, though a credible comparison needs it\n"));
    bool declared = false;
    for (int layer = LAYER_NONE; layer < LAYER_COUNT; layer++) {
        bool titled = false;
        for (size_t i = 0; i < in->missing_count; i++) {
            const struct vocabulary_row *row = vocabulary_row(in->missing[i].key);
            if (row->layer != (enum layer)layer)
                continue;
            if (!titled)
                buf_putf(out, "  %s\n",
                         layer == LAYER_NONE ? "Parties, workload, method, environment"
                                             : layer_row((enum layer)layer)->title);
            titled = true;
            declared = declared || in->missing[i].declared;
            output_row(out, str_c(out->home, str_format(out->home, "  %s", row->name)), 28,
                       in->missing[i].hint);
        }
    }
    if (in->missing_count == 0)
        buf_put(out, STR("  nothing\n"));
    if (declared)
        buf_put(out, STR("  (`dossier inspect BUNDLE --run-json` prints a run.json to fill in)\n"));
}

/* Of each folder by itself: its files are taken for those of one run. */
static void put_waiting(const struct inspection *in, struct buf *out)
{
    struct str first = { 0 };
    size_t more = 0;
    for (size_t i = 0; i < in->part_count; i++) {
        const struct inspected_part *part = &in->part[i];
        struct str waits = part_waits(in->home, part);
        more += waits.len > 0 && first.len > 0;
        if (waits.len > 0 && first.len == 0)
            first = str_format(in->home, "%.*s%.*s", STR_ARG(part->folder), STR_ARG(waits));
    }
    if (first.len == 0)
        return;
    buf_put(out, STR("\nTelemetry that is not placed in time\n"));
    if (more > 0)
        first = str_format(in->home, "%.*s (so of %zu folder%s more)", STR_ARG(first), more,
                           more == 1 ? "" : "s");
    buf_put(out, STR("  "));
    output_words(out, first, 80, 2, 2);
}

/* ---- personal data ---- */

static void put_withhold(const struct inspection *in, struct buf *out)
{
    bool titled = false;
    for (size_t i = 0; i < in->count; i++) {
        struct buf line = buf_new(out->home, 4096);
        for (size_t kind = 0; kind < PERSONAL_COUNT; kind++) {
            struct personal found = in->file[i].personal[kind];
            if (found.count == 0)
                continue;
            buf_putf(&line, "%s%s", line.len > 0 ? ", " : "",
                     personal_title((enum personal_kind)kind));
            if (found.count > 1)
                buf_putf(&line, " (%zu)", found.count);
            if (found.line > 0)
                buf_putf(&line, " from line %u", found.line);
        }
        if (line.len == 0)
            continue;
        if (!titled)
            buf_put(out, STR("\nPersonal data and secrets, found by their shape: look before "
                             "handing this on,\nwithhold what nobody needs (`dossier "
                             "withhold`)\n"));
        titled = true;
        put_row(out, in->file[i].evidence->name, buf_str(&line));
    }
}

/* Where nothing could be read nothing can be asked yet: what the files look like comes first.
 * False: something was read, or nothing is understood. */
static bool put_own(const struct inspection *in, struct buf *out)
{
    struct operand operand = { .folder = true, .file_count = in->count };
    struct own_files own;
    operand.file = ARENA_MANY(out->home, in->count + 1, struct inspected);
    for (size_t i = 0; i < in->count; i++)
        if (in->file[i].adapter)
            return false;
        else
            operand.file[i] = in->file[i];
    struct str name;
    const struct printed *printed = own_files_printed(&operand, 1, &name);
    if (!own_files_find(out->home, &operand, 1, &own)) {
        if (!printed)
            return false;
        buf_put(out, STR("\nNo result is read from these files\n"));
        own_files_put_printed(out, printed, name);
        return true;
    }
    buf_put(out, STR("\nNo tool that is known wrote these files\n"));
    own_files_put_looks(out, &own);
    buf_put(out,
            STR("  A series or figure of your own is read once it is said what it is: `dossier "
                "compare A B` prints\n  what to paste, of two folders of such files "
                "(docs/compare.md).\n  What else a comparison needs is asked when a result is "
                "read.\n"));
    return true;
}

void inspection_put_text(const struct inspection *in, struct buf *out)
{
    put_files(in, out);
    if (put_own(in, out)) {
        put_withhold(in, out);
        return;
    }
    put_facts(in, out);
    put_figures(in, out);
    put_missing(in, out);
    put_waiting(in, out);
    put_withhold(in, out);
}
