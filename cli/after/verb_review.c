/* verb_review.c - what a decision cost, held against what its dossier foresaw. */
#include "answers.h"
#include "base/json.h"
#include "output.h"
#include "review.h"
#include <stddef.h>

static const struct part_row {
    const char *name, *title, *says;
    size_t offset; /* in struct variance */
} parts[] = {
    { "demand", "demand", "more or less work than foreseen", offsetof(struct variance, demand) },
    { "efficiency", "efficiency", "more or less bought for that work",
      offsetof(struct variance, efficiency) },
    { "price", "price", "dearer or cheaper", offsetof(struct variance, price) },
    { "unexplained", "unexplained", "paid; neither quantity nor price shows why",
      offsetof(struct variance, rest) },
    { "rounding", "rounding", "", offsetof(struct variance, rounding) },
};

static struct decimal part_of(const struct variance *v, const struct part_row *row)
{
    return *(const struct decimal *)(const void *)((const char *)v + row->offset);
}

static bool has_energy(const struct review *r)
{
    return r->foreseen.has_energy && r->actuals.energy_paid;
}

/* What keeps the answer open; NULL past the last. */
static const char *open_words(const struct review *r, size_t number)
{
    const struct actuals *a = &r->actuals;
    const bool is[] = { a->odd.len > 0, !a->priced, a->energy_paid && !r->foreseen.has_energy,
                        r->foreseen.has_energy && !a->energy_paid, has_energy(r) && !a->metered };
    static const char *const words[] = {
        "more than half a cent of a month's invoice is not its quantity times its price",
        "no price of a unit is given, so all of what units cost beyond their number is told as "
        "price",
        "the dossier foresaw no cost of energy, so the energy that was paid for is not held "
        "against it",
        "the dossier foresaw a cost of energy; none is given, so none is held against it",
        "no meter and price of energy are given, so what energy cost beyond the work is "
        "unexplained",
    };
    for (size_t i = 0; i < ARRAY_COUNT(is); i++)
        if (is[i] && number-- == 0)
            return words[i];
    return NULL;
}

/* Amount, to the right of a column of 14. */
static void put_amount(struct buf *out, struct decimal amount)
{
    struct str text = decimal_text(out->home, amount);
    for (size_t i = text.len; i < 14; i++)
        buf_put_char(out, ' ');
    buf_put(out, text);
}

static void put_line(struct buf *out, const char *label, struct decimal units, bool energy,
                     struct decimal of_energy, const char *says)
{
    buf_putf(out, "  %-12s", label);
    put_amount(out, units);
    if (energy) {
        put_amount(out, of_energy);
        put_amount(out, decimal_add(units, of_energy));
    }
    buf_putf(out, says[0] != '\0' ? "   %s\n" : "%s\n", says);
}

struct reviewed {
    struct opened old;
    struct review review;
    int status;
};

static void put_text(const void *answer, struct buf *out)
{
    const struct reviewed *x = answer;
    const struct review *r = &x->review;
    const struct actuals *a = &r->actuals;
    bool energy = has_energy(r);
    struct buf head = buf_new(out->home, 1 << 16);
    held_put_head(&x->old.held, out);
    buf_put(&head, STR("System "));
    buf_put_visible(&head, a->system);
    buf_putf(&head, ", %.*s to %.*s, %zu month%s, in %.*s.", STR_ARG(a->first), STR_ARG(a->last),
             a->months, a->months == 1 ? "" : "s", STR_ARG(a->currency));
    output_wrap(out, buf_str(&head), 0, 0);
    buf_putf(out, "\n  %-12s%14s%s\n", "", "units", energy ? "        energy      together" : "");
    put_line(out, "foreseen", r->units.foreseen, energy, r->energy.foreseen, "");
    put_line(out, "actual", r->units.actual, energy, r->energy.actual, "");
    put_line(out, "difference", r->units.difference, energy, r->energy.difference, "");
    buf_put(out, STR("\nof which\n"));
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++) {
        struct decimal units = part_of(&r->units, &parts[i]);
        struct decimal of_energy = energy ? part_of(&r->energy, &parts[i]) : decimal_of(0);
        if (i + 1 < ARRAY_COUNT(parts) || !decimal_is_zero(units) || !decimal_is_zero(of_energy))
            put_line(out, parts[i].title, units, energy, of_energy, parts[i].says);
    }
    buf_put_char(out, '\n');
    for (size_t i = 0; open_words(r, i); i++) {
        const char *words = open_words(r, i);
        output_row(out, "open", 4,
                   i == 0 && a->odd.len > 0
                       ? str_format(out->home, "%.*s: %s", STR_ARG(a->odd), words)
                       : str_from(words));
    }
}

static void put_variance(struct json_out *json, const char *name, const struct variance *v)
{
    struct arena *home = arena_new(1 << 20);
    json_open(json, str_from(name), '{');
    json_text(json, STR("foreseen"), decimal_text(home, v->foreseen));
    json_text(json, STR("actual"), decimal_text(home, v->actual));
    json_text(json, STR("difference"), decimal_text(home, v->difference));
    for (size_t i = 0; i < ARRAY_COUNT(parts); i++)
        json_text(json, str_from(parts[i].name), decimal_text(home, part_of(v, &parts[i])));
    json_close(json);
    arena_free(home);
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct reviewed *x = answer;
    const struct review *r = &x->review;
    json_text(json, STR("case"), held_text(&x->old.held, STR("/case/id")));
    json_text(json, STR("content_id"), x->old.held.content);
    json_text(json, STR("system"), r->actuals.system);
    json_text(json, STR("currency"), r->actuals.currency);
    json_text(json, STR("from"), r->actuals.first);
    json_text(json, STR("to"), r->actuals.last);
    json_integer(json, STR("months"), (int64_t)r->actuals.months);
    json_integer(json, STR("exit"), x->status);
    put_variance(json, "units", &r->units);
    if (has_energy(r))
        put_variance(json, "energy", &r->energy);
    json_open(json, STR("open"), '[');
    for (size_t i = 0; open_words(r, i); i++)
        json_text(json, STR(""), str_from(open_words(r, i)));
    json_close(json);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    static const struct printers printers = { '{', "dossier-review/1", put_json, put_text };
    struct reviewed x;
    struct str text;
    if (!holding_named(request, o->argument[0], &x.old) ||
        !file_read(request->home, o->argument[1], &limits_default, &text, request->diags) ||
        !review_make(request->home, &x.old.held, str_from(o->argument[1]), text, &x.review,
                     request->diags))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    x.status = !open_words(&x.review, 0) ? STATUS_HOLDS : STATUS_UNDECIDED;
    return answer_print(request, &printers, &x, x.status);
}

static const struct option_row rows[] = { OPTION_ROW_JSON };
const struct verb verb_review = {
    .name = "review",
    .summary = "what it cost, held against what the dossier foresaw",
    .usage = "review DOSSIER ACTUALS [--json]",
    .more =
        "DOSSIER is verified first. ACTUALS is JSON, dossier-actuals/1: for each month units\n"
        "paid for, mean demand served, amounts invoiced, and where they are known the price of\n"
        "a unit, energy metered and its price (docs/after.md). The difference is split, by exact\n"
        "decimals, into demand, efficiency and price; what none of them explains, and what is\n"
        "not held against anything, is told. Exit status: 0 all is explained, 2 something is not,\n"
        "3 the dossier does not hold.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 2,
    .most_arguments = 2,
    .run = run,
};
