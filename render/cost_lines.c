/* cost_lines.c - cost-lines.csv: each line of each option with its amounts, its formula in words
 * and the facts it rests on, and each option's sums, so that a spreadsheet can do them again.
 * English and plain decimals, whatever the report's language: it is read by programs. */
#include "cost_lines.h"
#include "build.h"
#include "model/decision.h"

static const char HEAD[] = "pair,option,kind,system,units,line,stated_amount,stated_currency,per,"
                           "every,from,until,once,month,lifetime,currency,shown_by,counted,"
                           "formula,facts\r\n";

/* Quoted where it must be. What a spreadsheet would take for a formula gets an apostrophe: names of
 * lines are a person's words. */
static void cell_put(struct buf *out, struct str text)
{
    bool quote = false,
         formula = text.len > 0 && (text.at[0] == '=' || text.at[0] == '+' || text.at[0] == '-' ||
                                    text.at[0] == '@' || text.at[0] == '\t');
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        quote = quote || c == '"' || c == ',' || c == '\n' || c == '\r';
    }
    buf_put(out, quote ? STR("\"") : STR(""));
    buf_put(out, formula ? STR("'") : STR(""));
    for (size_t i = 0; i < text.len; i++)
        buf_put(out, text.at[i] == '"' ? STR("\"\"") : str_sub(text, i, i + 1));
    buf_put(out, quote ? STR("\"") : STR(""));
}

static void next_put(struct buf *out, struct str text)
{
    buf_put_char(out, ',');
    cell_put(out, text);
}

/* "EUR 12.50" without its currency. */
static struct str bare(const struct fact *fact)
{
    struct str rest = fact ? fact->value.text : (struct str){ "", 0 }, currency;
    if (fact && !str_cut(&rest, ' ', &currency))
        return fact->value.text;
    return rest;
}

static struct str word_of(const struct fact *fact)
{
    return fact ? fact->value.text : (struct str){ "", 0 };
}

/* How the figures of a row are made, each formula once: "once: ...; month: ...". */
static void formulas_put(struct buf *out, struct arena *home, const struct fact *const figure[3])
{
    static const char *const what[] = { "once", "month", "lifetime" };
    struct buf text = buf_new(home, 4096);
    for (size_t i = 0; i < 3; i++) {
        if (figure[i] && figure[i]->derivation) {
            buf_putf(&text, "%s%s: %s", text.len > 0 ? "; " : "", what[i],
                     figure[i]->derivation->formula);
        }
    }
    next_put(out, buf_str(&text));
}

/* The figures' own facts and what they rest on: "month F12 of F3 F4". */
static void facts_put(struct buf *out, struct arena *home, const struct fact *const figure[3])
{
    static const char *const what[] = { "once", "month", "lifetime" };
    struct buf text = buf_new(home, 1 << 14);
    for (size_t i = 0; i < 3; i++) {
        if (!figure[i])
            continue;
        buf_putf(&text, "%s%s F%u", text.len > 0 ? "; " : "", what[i], (unsigned)figure[i]->number);
        const struct derivation *from = figure[i]->derivation;
        for (size_t k = 0; from && k < from->count; k++)
            buf_putf(&text, "%s F%u", k == 0 ? " of" : "", (unsigned)from->input[k]->number);
    }
    next_put(out, buf_str(&text));
}

struct row { /* what each row of one option begins with */
    struct arena *home;
    const struct report_model *model;
    const struct comparison *c;
    const struct option *option;
};

static void row_begin(const struct row *r, struct buf *out)
{
    const struct stated_option *stated = r->option->stated;
    const char *per = r->option->price ? price_per_name(r->option->price->per) : "";
    struct str made = r->option->kind == OPTION_NOTHING ? STR("nothing") : str_from(per);
    cell_put(out, r->c->b
                      ? str_format(r->home, "%.*s-%.*s", STR_ARG(r->c->a->id), STR_ARG(r->c->b->id))
                      : r->c->a->id);
    next_put(out, stated ? stated->id : made);
    next_put(out, str_from(option_kind_name(r->option->kind)));
    next_put(out, r->option->kind == OPTION_API ? STR("")
                                                : r->c->offers->side[r->option->side].system->id);
    next_put(out, word_of(r->option->units));
}

static void row_end(const struct row *r, struct buf *out, const struct fact *const figure[3],
                    struct str shown, struct str counted)
{
    for (size_t i = 0; i < 3; i++)
        next_put(out, bare(figure[i]));
    next_put(out, r->model->case_file->terms->currency);
    next_put(out, shown);
    next_put(out, counted);
    formulas_put(out, r->home, figure);
    facts_put(out, r->home, figure);
    buf_put(out, STR("\r\n"));
}

/* What was stated of a line, and what shows it: as the case has it, or as the price does. */
static struct str stated_put(const struct cost_line *line, struct buf *out)
{
    static const char *const every[] = { "once", "month", "year" };
    next_put(out, line->what);
    next_put(out, word_of(line->amount_fact));
    next_put(out, word_of(line->currency_fact));
    next_put(out, line->by_unit ? STR("unit") : STR("option"));
    next_put(out, str_from(every[line->every]));
    next_put(out, word_of(line->from_fact));
    next_put(out, word_of(line->until_fact));
    return line->document ? line->document->value.text : STR("assumed");
}

static struct str price_put(const struct price *price, struct buf *out)
{
    next_put(out, STR("units"));
    next_put(out, word_of(price->amount_fact));
    next_put(out, word_of(price->currency_fact));
    next_put(out, STR("unit"));
    next_put(out, str_from(price_per_name(price->per)));
    next_put(out, STR(""));
    next_put(out, STR(""));
    return price->document ? price->document->value.text : STR("stated");
}

static struct str token_put(const struct option *option, const struct option_line *line,
                            struct buf *out)
{
    static const char *const names[] = { "input tokens", "cached input tokens", "output tokens" };
    const struct token_price *price = &option->stated->api->price[line->token];
    next_put(out, str_from(names[line->token]));
    next_put(out, word_of(price->amount_fact));
    next_put(out, word_of(price->currency_fact));
    next_put(out, STR("million tokens"));
    next_put(out, STR("month"));
    next_put(out, STR(""));
    next_put(out, STR(""));
    return price->document ? price->document->value.text : STR("assumed");
}

static struct str energy_put(enum line_kind kind, struct buf *out)
{
    enum { EMPTY = 6 };
    next_put(out, kind == LINE_IDLE ? STR("energy at rest") : STR("energy at work"));
    for (int i = 0; i < EMPTY; i++)
        next_put(out, STR(""));
    return STR("measured");
}

static void line_put(const struct row *r, const struct option_line *line, struct buf *out)
{
    const struct fact *const figure[] = { line->once, line->month, line->life };
    row_begin(r, out);
    struct str shown = line->stated                ? stated_put(line->stated, out)
                       : line->kind == LINE_TOKENS ? token_put(r->option, line, out)
                       : line->kind == LINE_UNITS  ? price_put(r->option->price, out)
                                                   : energy_put(line->kind, out);
    row_end(r, out, figure, shown,
            line->why ? str_format(r->home, "no: %s", line->why) : STR("yes"));
}

static void option_put(const struct row *r, struct buf *out)
{
    enum { EMPTY = 6 };
    const struct fact *const sums[] = { r->option->once, r->option->month, r->option->life };
    for (size_t i = 0; i < r->option->line_count; i++)
        line_put(r, &r->option->line[i], out);
    row_begin(r, out);
    next_put(out, STR("sum"));
    for (int i = 0; i < EMPTY; i++)
        next_put(out, STR(""));
    row_end(r, out, sums, STR(""),
            r->option->falls_short          ? STR("insufficient")
            : r->option->kind == OPTION_API ? STR("not measured")
                                            : STR("yes"));
}

bool cost_lines_put(struct arena *home, const struct report_model *model, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < model->comparison_count; i++) {
        const struct comparison *c = &model->comparison[i];
        for (size_t k = 0; c->offers && k < c->offers->option_count; k++) {
            const struct row row = { home, model, c, &c->offers->option[k] };
            if (!any)
                buf_put(out, str_from(HEAD));
            any = true;
            option_put(&row, out);
        }
    }
    return any;
}
