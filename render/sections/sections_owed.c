/* sections_owed.c - before one signs: what is still owed, by whom, and until when the answer holds.
 *
 * Nothing is typed by hand: each line is a clause that is not shown, a reservation, a silence or a
 * date of the case. */
#include "page_one.h"

#include <string.h>

/* What page one has room for: what is beyond it is counted, never dropped. */
enum { TOLD_MOST = 5, OWNERS_MOST = 4 };
struct owed {
    struct str owner;
    const char *string;
    struct fill fill;
};
struct owing {
    struct building *b;
    struct owed *item;
    size_t count, room;
};

/* Room for all that the comparisons of the report may leave open. */
static struct owing owing_begin(struct building *b)
{
    enum { OF_PRICES = 3 };
    struct owing in = { .b = b, .room = b->model->threshold_count + OF_PRICES };
    for (size_t i = 0; i < b->model->comparison_count; i++)
        in.room += RESERVATIONS_MOST + b->model->comparison[i].layer_count + 1;
    in.item = ARENA_MANY(b->home, in.room, struct owed);
    return in;
}

static bool same_owed(const struct owed *a, const struct owed *b)
{
    return str_eq(a->owner, b->owner) && strcmp(a->string, b->string) == 0 &&
           a->fill.fact == b->fill.fact && str_eq(a->fill.quote, b->fill.quote);
}

/* Once, however many comparisons leave it open. */
static void owe(struct owing *in, struct str owner, const char *string, struct fill fill)
{
    struct owed one = { owner, string, fill };
    for (size_t i = 0; i < in->count; i++)
        if (same_owed(&in->item[i], &one))
            return;
    if (in->count < in->room)
        in->item[in->count++] = one;
}

/* ---- what is owed ---- */

static void clauses_owed(struct owing *in, const struct comparison *c)
{
    const struct report_model *model = in->b->model;
    for (size_t i = 0; i < model->threshold_count; i++) {
        const struct judged_threshold *one = &model->threshold[i];
        bool mine = one->threshold->requirement && one->standing == STANDING_NOT_SHOWN &&
                    str_eq(one->workload, c->workload) &&
                    (one->system == c->a || one->system == c->b);
        for (size_t j = 0; j < i && mine; j++) { /* of either side, once */
            mine = model->threshold[j].threshold != one->threshold ||
                   model->threshold[j].standing != STANDING_NOT_SHOWN;
        }
        if (!mine)
            continue;
        const struct fact *clause = one->threshold->clause;
        struct fill fill = { "clause", .quote = clause->value.text, .fact = clause };
        if (one->threshold->key == KEY_COUNT)
            owe(in, skin_string(in->b->skin, "owed.supplier"), "owed.proof", fill);
        else
            owe(in, measurer_name(in->b, one->system), "owed.measure", fill);
    }
}

static void reservations_owed(struct owing *in, const struct comparison *c)
{
    struct reservation picked[RESERVATIONS_MOST];
    size_t count = reservations_pick(in->b, c, picked, RESERVATIONS_MOST);
    for (size_t i = 0; i < count; i++) {
        if (picked[i].owed) {
            owe(in, measurer_name(in->b, alone(in->b) ? c->a : c->b), picked[i].owed,
                (struct fill){ .name = "none" });
        }
    }
}

static void layers_owed(struct owing *in, const struct comparison *c)
{
    for (size_t i = 0; i < c->layer_count; i++) {
        const struct layer_difference *at = &c->layer[i];
        if (at->state == LAYER_UNDISCLOSED)
            owe(in, owner_of(in->b, at->layer), "owed.layer",
                (struct fill){ "layer", .quote = layer_title(in->b, at->layer) });
    }
}

static void prices_owed(struct owing *in)
{
    const struct terms *terms = in->b->model->case_file->terms;
    struct str asker = in->b->model->case_file->asked_by;
    asker = asker.len > 0 ? asker : skin_string(in->b->skin, "owed.asker");
    for (size_t i = 0; i < terms->price_count; i++) {
        if (!terms->price[i].valid_until) {
            owe(in, asker, "owed.validity", (struct fill){ .name = "none" });
            break;
        }
    }
    if (in->b->model->case_file->decides == DECIDES_UNITS && !terms->demand.peak_fact)
        owe(in, asker, "owed.demand", (struct fill){ .name = "none" });
    if (in->b->model->case_file->decides == DECIDES_UNITS && terms->price_count == 0)
        owe(in, asker, "owed.prices", (struct fill){ .name = "none" });
}

/* All that the owner of item `from` owes, in one line. */
static void owner_add(struct owing *in, size_t from, struct node *section)
{
    struct building *b = in->b;
    struct node *line = paragraph_add(b, section, ROLE_NONE);
    const char *last = NULL;
    size_t told = 0, all = 0;
    quote_add(b, line, in->item[from].owner, NULL)->style = STYLE_STRONG;
    text_add(b, line, "owed.colon");
    for (size_t i = from; i < in->count; i++) {
        if (!str_eq(in->item[i].owner, in->item[from].owner))
            continue;
        if (all++ >= TOLD_MOST)
            continue;
        told++;
        const char *string = in->item[i].string, *next = joined(b, string, "next");
        bool again =
            last && strcmp(last, string) == 0 && string_has(b, next); /* its first words stand */
        if (last)
            text_add(b, line, again ? "list.separator" : "answer.list.separator");
        say(b, line, again ? next : string, &in->item[i].fill, 1);
        last = string;
    }
    if (all > told)
        SAY(b, line, "owed.more", { "count", .quote = counted_text(b, all - told) });
    text_add(b, line, "sentence.end");
}

static bool owner_before(const struct owing *in, size_t index)
{
    for (size_t j = 0; j < index; j++)
        if (str_eq(in->item[j].owner, in->item[index].owner))
            return true;
    return false;
}

static void owners_add(struct owing *in, struct node *section)
{
    struct building *b = in->b;
    size_t told = 0, all = 0;
    for (size_t i = 0; i < in->count; i++) {
        if (owner_before(in, i) || all++ >= OWNERS_MOST)
            continue;
        owner_add(in, i, section);
        told++;
    }
    struct node *more = all > told ? paragraph_add(b, section, ROLE_NONE) : NULL;
    size_t named = 0;
    for (size_t i = 0; i < in->count && more; i++) { /* who else, by name */
        if (owner_before(in, i) || named++ < OWNERS_MOST)
            continue;
        text_add(b, more, named > OWNERS_MOST + 1 ? "list.separator" : "owed.others");
        quote_add(b, more, in->item[i].owner, NULL);
    }
    if (more)
        text_add(b, more, "sentence.end");
    if (in->count == 0)
        paragraph_plain(b, section, ROLE_NONE, "owed.nothing");
}

/* ---- until when ---- */

static const struct fact *earlier(const struct fact *a, const struct fact *b)
{
    return !a || (b && str_order(b->value.text, a->value.text) < 0) ? b : a;
}

const struct fact *prices_end(const struct building *b)
{
    const struct terms *terms = b->model->case_file->terms;
    const struct fact *end = NULL;
    for (size_t i = 0; i < terms->price_count; i++)
        end = earlier(end, terms->price[i].valid_until);
    for (size_t i = 0; i < terms->option_count; i++)
        for (size_t k = 0; k < TOKEN_KIND_COUNT && terms->option[i].api; k++)
            end = earlier(end, terms->option[i].api->price[k].valid_until);
    return end;
}

const struct fact *rates_end(const struct building *b)
{
    const struct terms *terms = b->model->case_file->terms;
    const struct fact *end = NULL;
    for (size_t i = 0; i < terms->exchange_count; i++) {
        const struct exchange *rate = &terms->exchange[i];
        struct str pair =
            str_format(b->home, "%.*s to %.*s", STR_ARG(rate->from), STR_ARG(rate->to));
        end = earlier(end, facts_best(b->model->case_file->facts, KEY_PRICE_VALID_UNTIL, pair));
    }
    return end;
}

const struct fact *valid_until(const struct building *b)
{
    const struct terms *terms = b->model->case_file->terms;
    return earlier(earlier(prices_end(b), rates_end(b)),
                   earlier(terms->decision.review, terms->remeasure_date));
}

/* Of the system that the comparison speaks of, by its first run; NULL: not known. */
static const struct fact *version_of(struct building *b, const struct comparison *c, enum key key)
{
    const struct system *of = alone(b) ? c->a : c->b;
    return of->machine_count > 0 && of->machine[0].run_count > 0
               ? run_fact(b->model->case_file, &of->machine[0].run[0], key, STR(""))
               : NULL;
}

static bool same_version(struct building *b, const struct comparison *c,
                         const struct comparison *other, enum key key)
{
    const struct fact *x = version_of(b, c, key), *y = version_of(b, other, key);
    return x == y || (x && y && str_eq(x->value.text, y->value.text));
}

/* What the result stands for, where nobody stated an end: it is over when either changes. */
static void stands_for(struct building *b, struct node *line, const struct comparison *c)
{
    const struct fact *driver = version_of(b, c, KEY_DRIVER_VERSION);
    const struct fact *framework = version_of(b, c, KEY_FRAMEWORK_VERSION);
    SAY(b, line,
        driver && framework ? "valid.stands.both"
        : driver            ? "valid.stands.driver"
                            : "valid.stands",
        { "driver", .fact = driver }, { "framework", .fact = framework });
}

static void valid_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct terms *terms = b->model->case_file->terms;
    const struct fact *prices = prices_end(b), *money = earlier(prices, rates_end(b));
    const struct fact *review = terms->decision.review;
    const struct fact *again = terms->remeasure_date;
    bool of_prices = money == prices;
    struct node *line = paragraph_add(b, section, ROLE_NONE);
    const struct fact *measured = earlier(review, again);
    bool money_first = money && earlier(measured, money) == money;
    if (money_first) {
        SAY(b, line, of_prices ? "valid.prices" : "valid.rate", { "date", .fact = money });
    } else if (measured) {
        SAY(b, line, measured == again ? "valid.measured" : "valid.review",
            { "date", .fact = measured });
    } else {
        say_plain(b, line, "valid.none");
        stands_for(b, line, c);
        return;
    }
    if (money && !money_first)
        SAY(b, line, of_prices ? "valid.prices.later" : "valid.rate.later",
            { "date", .fact = money });
    if (again && (money_first || measured != again)) {
        SAY(b, line, terms->remeasure_by ? "valid.again.by" : "valid.again",
            { "date", .fact = again }, { "by", .fact = terms->remeasure_by });
    }
}

/* What the page that lists the pairs says is of the first that may be compared. */
void stands_apart_add(struct building *b, struct node *page, const struct comparison *c)
{
    const struct comparison *first = b->model->comparison;
    while (first < c && (refused(first) || !pictured(b, first)))
        first++;
    bool same = same_version(b, c, first, KEY_DRIVER_VERSION) &&
                same_version(b, c, first, KEY_FRAMEWORK_VERSION);
    if (!same && b->model->case_file->terms && !valid_until(b))
        stands_for(b, paragraph_add(b, page, ROLE_SMALL), c);
}

static void columns_add(struct owing *in, struct node *page, const struct comparison *c,
                        struct str suffix)
{
    struct building *b = in->b;
    struct node *columns = node_add(b, page, NODE_COLUMNS);
    struct node *owed =
        section_add(b, columns, ROLE_LICENCE, str_format(b->home, "owed%.*s", STR_ARG(suffix)));
    heading_add(b, owed, 2, "owed.heading");
    owners_add(in, owed);
    struct node *valid =
        section_add(b, columns, ROLE_LICENCE, str_format(b->home, "valid%.*s", STR_ARG(suffix)));
    heading_add(b, valid, 2, "valid.heading");
    valid_add(b, valid, c);
    const struct terms *terms = b->model->case_file->terms;
    if (terms->price_count == 0 && terms->option_count == 0) /* who reads for the cost learns so */
        paragraph_plain(b, valid, ROLE_NONE, "valid.no_price");
}

static void gather(struct owing *in, const struct comparison *c)
{
    clauses_owed(in, c);
    reservations_owed(in, c);
    layers_owed(in, c);
}

void owed_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct owing in = owing_begin(b);
    if (refused(c) || !b->model->case_file->terms)
        return;
    gather(&in, c);
    prices_owed(&in);
    columns_add(&in, page, c, pair_suffix(b, c));
}

void owed_first_add(struct building *b, struct node *page, const struct comparison *c,
                    const char *head)
{
    enum { MOST = 2 };
    struct owing in = owing_begin(b);
    clauses_owed(&in, c);
    struct node *line = in.count > 0 ? paragraph_add(b, page, ROLE_NONE) : NULL;
    for (size_t i = 0; i < in.count && i < MOST; i++) {
        if (i > 0)
            text_add(b, line, "answer.list.separator");
        else
            say_plain(b, line, head);
        say(b, line, in.item[i].string, &in.item[i].fill, 1);
        SAY(b, line, "owed.by", { "owner", .quote = in.item[i].owner });
    }
    if (in.count > MOST)
        SAY(b, line, "owed.more", { "count", .quote = counted_text(b, in.count - MOST) });
    if (line)
        text_add(b, line, "sentence.end");
}

/* What a pair lacks that may not be compared is told on its own page; here, by whom it is owed. */
static void pair_owed(struct owing *in, const struct comparison *c)
{
    struct building *b = in->b;
    struct str parties = letter_parties(b, c);
    struct fill names[] = { { "a", .quote = c->a->id },
                            { "b", .quote = c->b->id },
                            { "workload", .quote = c->workload } };
    struct str pair = said_plain(b, c->workload.len > 0 ? "owed.pair.workload" : "owed.pair.names",
                                 names, ARRAY_COUNT(names));
    owe(in, parties.len > 0 ? parties : measurer_name(b, c->a), "owed.pair",
        (struct fill){ "pair", .quote = pair });
}

void owed_by_all(struct building *b, struct node *page)
{
    struct owing in = owing_begin(b);
    const struct comparison *first = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!pictured(b, c))
            continue;
        first = !first && !refused(c) ? c : first;
        if (refused(c))
            pair_owed(&in, c);
        else
            gather(&in, c);
    }
    if (!b->model->case_file->terms)
        return;
    prices_owed(&in);
    columns_add(&in, page, first ? first : b->model->comparison, STR("-all"));
}
