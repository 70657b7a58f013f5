/* verb_diff.c - the stack of two bundles, layer by layer, without a case. It says what differs,
 * never what that is worth. */
#include "above.h"
#include "base/json.h"
#include "comparability/comparability.h"
#include "ingest/ingest.h"
#include "output.h"
#include "results.h"
#include "seals.h"

#include "model/values.h"
#include <glib.h>
#include <stddef.h>

struct side {
    struct facts *facts;
};

static bool side_read(struct request *request, const char *path, struct side *out)
{
    struct entries entries;
    struct inspected *file;
    size_t count;
    struct str stored;
    if (!entries_read_stored(request->home, path, &limits_default, &entries, &stored,
                             request->diags))
        return false;
    carried_tell(request->home, path, &entries, stored, request->diags);
    above_tell(request->home, path, &entries, stored, request->diags);
    if (diags_exit(request->diags) != 0)
        return false;
    struct diags *found = diags_new(request->home);
    bool good = ingest_inspect(request->home, &entries, &limits_default, &file, &count, found);
    diags_join_below(request->home, request->diags, found,
                     stored.at ? STR("") : folder_typed(request->home, path), STR(""));
    if (!good)
        return false;
    out->facts = facts_new(request->home);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; file[i].facts && j < facts_count(file[i].facts); j++)
            facts_add(out->facts, facts_at(file[i].facts, j));
    return true;
}

static const char *state_of(const struct bundle_difference *one)
{
    if (one->same)
        return "same";
    return (one->a && one->b) || one->one_sided ? "differs" : "not disclosed";
}

static void value_put(const struct bundle_difference *one, size_t side, struct buf *out)
{
    const struct fact *fact = side ? one->b : one->a;
    const char *mark = side ? "B" : "A";
    if (!fact) {
        buf_putf(out, "      %s %s\n", mark, one->one_sided ? "not in its list" : "not disclosed");
        return;
    }
    buf_putf(out, "      %s ", mark);
    buf_put_visible(out, fact->value.text);
    buf_put(out, one->several[side] ? STR(" (its files give other values, too)") : STR(""));
    buf_putf(out, "\n        ");
    buf_put_visible(out, fact->source.evidence->name);
    if (fact->source.from.line > 0)
        buf_putf(out, ":%u", fact->source.from.line);
    buf_put_char(out, '\n');
}

struct counts { /* of one layer's keys */
    size_t same, differing, silent;
};

static struct counts counts_of(const struct bundle_difference *list, size_t count, enum layer layer)
{
    struct counts out = { 0 };
    for (size_t i = 0; i < count; i++) {
        const struct vocabulary_row *row = vocabulary_row(list[i].key);
        if (row->layer != layer)
            continue;
        bool both = list[i].a && list[i].b;
        out.same += list[i].same ? 1 : 0;
        bool differs = (both && !list[i].same) || list[i].one_sided;
        out.differing += differs ? 1 : 0;
        out.silent += !both && !differs && row->needed ? 1 : 0;
    }
    return out;
}

static void difference_put(const struct bundle_difference *one, struct buf *out)
{
    buf_putf(out, "    %s", vocabulary_row(one->key)->title);
    if (one->instance.len > 0) {
        buf_put(out, STR(", "));
        buf_put_visible(out, one->instance);
    }
    buf_put_char(out, '\n');
    value_put(one, 0, out);
    value_put(one, 1, out);
    if (one->distance.len > 0)
        buf_putf(out, "      distance: %.*s\n", STR_ARG(one->distance));
}

/* What neither side discloses, in one line. */
static void silent_put(const struct bundle_difference *list, size_t count, enum layer layer,
                       struct buf *out)
{
    struct buf line = buf_new(out->home, 1 << 16);
    for (size_t i = 0; i < count; i++) {
        const struct vocabulary_row *row = vocabulary_row(list[i].key);
        if (row->layer == layer && !list[i].a && !list[i].b)
            buf_putf(&line, "%s%s",
                     buf_str(&line).len > 0 ? ", " : "on neither side: ", row->title);
    }
    if (buf_str(&line).len > 0) {
        buf_put(out, STR("    "));
        output_wrap(out, buf_str(&line), 4, 4);
    }
}

static void layer_put_text(const struct bundle_difference *list, size_t count, enum layer layer,
                           struct buf *out)
{
    struct counts counts = counts_of(list, count, layer);
    buf_putf(out, "%s (%s): %s\n", layer_row(layer)->title, layer_row(layer)->owner,
             counts.differing > 0 ? "differs"
             : counts.same > 0    ? "same, as far as both disclose it"
                                  : "not disclosed on both sides");
    for (size_t i = 0; i < count; i++) {
        const struct vocabulary_row *row = vocabulary_row(list[i].key);
        /* What is optional and stands on one side alone says nothing, but for a list that both
         * have. */
        bool both = (list[i].a && list[i].b) || list[i].one_sided;
        bool any = list[i].a || list[i].b;
        if (row->layer == layer && !list[i].same && any && (both || row->needed))
            difference_put(&list[i], out);
    }
    silent_put(list, count, layer, out);
}

/* Whether both name the same accelerators: an equal stack on another unit is another measurement.
 */
static const char *units_told(const struct facts *a, const struct facts *b)
{
    size_t common = 0, of_a = 0, of_b = 0;
    for (size_t i = 0; i < facts_count(a); i++) {
        const struct fact *fact = facts_at(a, i);
        bool mine = fact->key == KEY_ACCELERATOR_SERIAL || fact->key == KEY_ACCELERATOR_UUID;
        if (!mine || fact->placeholder)
            continue;
        of_a++;
        for (size_t j = 0; j < facts_count(b); j++)
            common += facts_at(b, j)->key == fact->key && !facts_at(b, j)->placeholder &&
                              str_eq(facts_at(b, j)->value.text, fact->value.text)
                          ? 1
                          : 0;
    }
    for (size_t j = 0; j < facts_count(b); j++) {
        enum key key = facts_at(b, j)->key;
        of_b += (key == KEY_ACCELERATOR_SERIAL || key == KEY_ACCELERATOR_UUID) &&
                        !facts_at(b, j)->placeholder
                    ? 1
                    : 0;
    }
    return of_a == 0 || of_b == 0 ? "not disclosed on both sides"
           : common > 0           ? "at least one accelerator is the same"
                                  : "other accelerators: no serial number or identifier in common";
}

static void json_fact_put(struct json_out *json, const char *name, const struct fact *fact)
{
    if (!fact) {
        json_null(json, str_from(name));
        return;
    }
    json_open(json, str_from(name), '{');
    json_value_put(json, fact);
    json_text(json, STR("unit"), str_from(unit_row(fact->value.unit)->symbol));
    json_text(json, STR("kind"), str_from(fact_kind_name(fact->kind)));
    json_text(json, STR("file"), fact->source.evidence->name);
    json_integer(json, STR("line"), fact->source.from.line);
    json_text(json, STR("path"), fact->source.from.path);
    json_close(json);
}

static void stack_put_json(const struct bundle_difference *list, size_t count,
                           struct json_out *json)
{
    for (size_t i = 0; i < count; i++) {
        const struct vocabulary_row *row = vocabulary_row(list[i].key);
        json_open(json, STR(""), '{');
        json_text(json, STR("layer"), str_from(layer_row(row->layer)->name));
        json_text(json, STR("owner"), str_from(layer_row(row->layer)->owner));
        json_text(json, STR("key"), str_from(row->name));
        json_text(json, STR("instance"), list[i].instance);
        json_text(json, STR("state"), str_from(state_of(&list[i])));
        json_fact_put(json, "a", list[i].a);
        json_fact_put(json, "b", list[i].b);
        json_bool(json, STR("a_several"), list[i].several[0]);
        json_bool(json, STR("b_several"), list[i].several[1]);
        if (list[i].distance.len > 0)
            json_text(json, STR("distance"), list[i].distance);
        json_close(json);
    }
}

/* Two dossiers, each verified: what they say stands before what their stacks are. */
struct two_dossiers {
    bool there; /* both are dossiers */
    struct opened a, b;
};

static bool is_dossier(struct request *request, const char *path)
{
    struct str bytes;
    struct limits large = limits_default;
    large.file = UINT32_MAX;
    return g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
           file_read(request->home, path, &large, &bytes, diags_new(request->home)) &&
           dossier_is(bytes);
}

static bool dossiers_open(struct request *request, struct two_dossiers *out)
{
    const char *const *path = request->options.argument;
    *out = (struct two_dossiers){ .there = is_dossier(request, path[0]) &&
                                           is_dossier(request, path[1]) };
    return !out->there ||
           (holding_named(request, path[0], &out->a) && holding_named(request, path[1], &out->b));
}

struct diff_answer {
    const struct results *results; /* NULL: not two dossiers */
    const struct bundle_difference *list;
    size_t count;
    const char *units;
    size_t differing, silent, layers; /* values; needed ones not disclosed; layers that differ */
};

static void answer_put_stack(const void *self, struct json_out *json)
{
    const struct diff_answer *answer = self;
    stack_put_json(answer->list, answer->count, json);
}

static void answer_put_both(const void *self, struct json_out *json)
{
    const struct diff_answer *answer = self;
    results_put_json(answer->results, json);
    json_open(json, STR("stack"), '[');
    stack_put_json(answer->list, answer->count, json);
    json_close(json);
}

static void answer_put_text(const void *self, struct buf *out)
{
    const struct diff_answer *answer = self;
    if (answer->results) {
        results_put_text(answer->results, out);
        buf_put(out, STR("\nThe stacks, as the evidence of both has them:\n"));
    }
    for (enum layer layer = LAYER_NONE + 1; layer < LAYER_COUNT; layer++)
        layer_put_text(answer->list, answer->count, layer, out);
    buf_putf(out, "\nPhysical units: %s.\n", answer->units);
    if (answer->layers > 1)
        buf_put(out, STR("\nMore than one layer differs: no share of a change between the two may "
                         "be\nattributed to any of them.\n"));
}

static const struct printers stacks = { '[', NULL, answer_put_stack, answer_put_text };
static const struct printers dossiers = { '{', "dossier-diff/1", answer_put_both, answer_put_text };

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct side a, b;
    struct two_dossiers two;
    struct bundle_difference *list;
    struct results results;
    if (!dossiers_open(request, &two) || !side_read(request, o->argument[0], &a) ||
        !side_read(request, o->argument[1], &b))
        return diags_exit(request->diags) == 0 ? STATUS_INPUT : diags_exit(request->diags);
    struct diff_answer answer = { .units = units_told(a.facts, b.facts) };
    answer.count = bundles_compare(request->home, a.facts, b.facts, &list);
    answer.list = list;
    if (two.there) {
        results = results_of(request->home, &two.a, &two.b);
        answer.results = &results;
    }
    for (enum layer layer = LAYER_NONE + 1; layer < LAYER_COUNT; layer++) {
        struct counts counts = counts_of(list, answer.count, layer);
        answer.differing += counts.differing;
        answer.silent += counts.silent;
        answer.layers += counts.differing > 0 ? 1 : 0;
    }
    bool differ = answer.differing > 0 || (answer.results && results_differ(answer.results));
    return answer_print(request, two.there ? &dossiers : &stacks, &answer,
                        differ              ? STATUS_HOLDS_NOT
                        : answer.silent > 0 ? STATUS_UNDECIDED
                                            : STATUS_HOLDS);
}

static const struct option_row rows[] = {
    OPTION_ROW_JSON,
};
const struct verb verb_diff = {
    .name = "diff",
    .summary = "the stacks of two bundles, layer by layer; two dossiers as results, too",
    .usage = "diff A B [--json]",
    .more =
        "A and B are folders, archives or files; no case is needed. Nothing is compared but the\n"
        "executors: for results there is `check`. Two dossiers are verified, and what they say\n"
        "stands first: verdicts, numbers, findings that are others, amounts, claims, evidence,\n"
        "signers, and the patch (RFC 6902) from the case of A to that of B. Exit status: 0 the\n"
        "same, 1 something differs, 2 nothing differs, but a needed fact is not disclosed, 3 a\n"
        "dossier does not hold.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 2,
    .run = run,
};
