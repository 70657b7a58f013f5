/* sections_letter.c - a letter to one party of a case: what its side leaves open, ready to be sent.
 *
 * It is made of what the report says is owed, and of nothing else: what blocks the comparison,
 * clauses that are not shown, what would lift a reservation, and what only a supplier can say. A
 * figure of another party has no way in: of facts it takes the limits of clauses and dates of the
 * party's own prices. */
#include "letter.h"
#include "page_one.h"

#include <glib.h>

enum { WANTED_MOST = 256, FIRMER_MOST = 10 };

struct writing {
    struct building *b;
    const struct system *system;
    bool measured, supplies; /* what is asked of whoever measured it; of whoever supplies it */
    size_t items;            /* asked so far */
    struct node *list;       /* NULL: none is open */
};

/* ---- who is written to ---- */

static bool by_vendor(const struct building *b, const struct system *system)
{
    struct measurer own[MEASURERS_MOST];
    size_t count = measurers_of(b, system, own);
    bool vendor = true;
    for (size_t i = 0; i < count; i++) {
        const struct fact *kind = own[i].kind;
        vendor = vendor && kind && str_eq(kind->value.text, STR("vendor"));
    }
    return vendor;
}

static struct str asker_of(const struct building *b)
{
    struct str asker = str_trim(b->model->case_file->asked_by);
    return asker.len > 0 ? asker : skin_string(b->skin, "owed.asker");
}

static GString *name_folded(struct str name)
{
    g_autofree gchar *valid = g_utf8_make_valid(name.at ? name.at : "", (gssize)name.len);
    GString *inked = g_string_new(NULL);
    for (gchar *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        if (!g_unichar_isspace(c) && g_unichar_type(c) != G_UNICODE_FORMAT)
            g_string_append_unichar(inked, c);
    }
    g_autofree gchar *folded = g_utf8_casefold(inked->str, (gssize)inked->len);
    g_string_assign(inked, folded);
    return inked;
}

bool letter_same_name(struct str a, struct str b)
{
    GString *one = name_folded(a);
    GString *other = name_folded(b);
    bool same = g_string_equal(one, other);
    g_string_free(one, TRUE);
    g_string_free(other, TRUE);
    return same;
}

static struct str label_of(const struct system *system)
{
    return system->label.len > 0 ? system->label : system->id;
}

/* ---- what is asked ---- */

/* An item of the list under a heading, which the first item begins. */
static struct node *item_begin(struct writing *w, struct node *root, const char *heading)
{
    if (!w->list) {
        heading_add(w->b, root, 2, heading);
        w->list = node_add(w->b, root, NODE_LIST);
        w->list->ordered = true;
    }
    w->items++;
    return node_add(w->b, w->list, NODE_ITEM);
}

static bool is_of(const struct comparison *c, const struct system *system)
{
    return c->a == system || c->b == system;
}

static void titles_add(struct building *b, struct asked *to, const struct asked *from)
{
    struct str *title = ARENA_MANY(b->home, to->count + from->count + 1, struct str);
    size_t count = 0;
    for (size_t i = 0; i < to->count + from->count; i++) {
        struct str next = i < to->count ? to->title[i] : from->title[i - to->count];
        bool known = false;
        for (size_t k = 0; k < count && !known; k++)
            known = str_eq(title[k], next);
        if (!known)
            title[count++] = next;
    }
    to->title = title;
    to->count = count;
}

/* What was asked for in one comparison is asked for once, with all that it answers in any. */
static size_t wanted_gather(struct building *b, const struct system *system, struct asked *wanted,
                            size_t count)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        size_t side = c->b == system;
        for (size_t k = 0; is_of(c, system) && k < c->asked_count[side]; k++) {
            const struct asked *one = &c->asked[side][k];
            size_t at = 0;
            while (at < count && !str_eq(wanted[at].how, one->how))
                at++;
            if (at == count && count < WANTED_MOST)
                wanted[count++] = (struct asked){ .how = one->how };
            if (at < count)
                titles_add(b, &wanted[at], one);
        }
    }
    return count;
}

/* Of which layer what is asked for is; LAYER_NONE: of the work and how it was measured. */
static enum layer layer_asked(struct str title)
{
    for (int key = 0; key < KEY_COUNT; key++)
        if (str_eq(str_from(vocabulary_row((enum key)key)->title), title))
            return vocabulary_row((enum key)key)->layer;
    return LAYER_NONE;
}

/* Between titles of which none, or one, has a comma of its own. */
static const char *separator_of(struct building *b, const struct asked *wanted)
{
    for (size_t i = 0; i < wanted->count; i++)
        if (str_find(worded(b->home, b->skin, wanted->title[i]), STR(",")) != SIZE_MAX)
            return "answer.list.separator";
    return "list.separator";
}

static const char *separator_of_states(struct building *b, const struct asked *wanted, size_t count)
{
    const char *separator = "list.separator";
    for (size_t i = 0; i < count && str_eq(str_from(separator), STR("list.separator")); i++)
        if (wanted[i].how.len == 0)
            separator = separator_of(b, &wanted[i]);
    return separator;
}

/* What a statement answers, by who knows it: one point a layer. `request` makes a form of it with a
 * line each. */
static void statements_ask(struct writing *w, struct node *root, const struct asked *wanted,
                           size_t count)
{
    struct building *b = w->b;
    const char *separator = separator_of_states(b, wanted, count);
    w->list = NULL;
    for (int layer = LAYER_NONE; layer < LAYER_COUNT; layer++) {
        struct node *item = NULL;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; wanted[i].how.len == 0 && k < wanted[i].count; k++) {
                if (layer_asked(wanted[i].title[k]) != (enum layer)layer)
                    continue;
                bool first = !item;
                item = first ? item_begin(w, root, "letter.states") : item;
                if (first && layer == LAYER_NONE)
                    text_add(b, item, "letter.work")->style = STYLE_STRONG;
                else if (first)
                    quote_add(b, item, layer_title(b, (enum layer)layer), NULL)->style =
                        STYLE_STRONG;
                text_add(b, item, first ? "ask.colon" : separator);
                quote_add(b, item, worded(b->home, b->skin, wanted[i].title[k]), NULL);
            }
    }
}

static void files_ask(struct writing *w, struct node *root, const struct asked *wanted,
                      size_t count)
{
    struct building *b = w->b;
    w->list = NULL;
    for (size_t i = 0; i < count; i++) {
        if (wanted[i].how.len == 0)
            continue;
        struct node *item = item_begin(w, root, "letter.asks");
        quote_ticked(b, item, at_begin(b, found_words(b, wanted[i].how)), STYLE_STRONG);
        for (size_t k = 0; k < wanted[i].count; k++) {
            text_add(b, item, k == 0 ? "ask.colon" : separator_of(b, &wanted[i]));
            quote_add(b, item, worded(b->home, b->skin, wanted[i].title[k]), NULL);
        }
    }
}

static bool told_before(const struct report_model *model, const struct judged_threshold *one)
{
    for (const struct judged_threshold *at = model->threshold; at < one; at++)
        if (at->threshold == one->threshold && at->system == one->system &&
            at->standing == STANDING_NOT_SHOWN)
            return true; /* of another workload */
    return false;
}

static void clauses_ask(struct writing *w, struct node *root, struct party_letter *out)
{
    struct building *b = w->b;
    const struct report_model *model = b->model;
    w->list = NULL;
    out->clause = ARENA_MANY(b->home, model->threshold_count + 1, const struct threshold *);
    for (size_t i = 0; i < model->threshold_count; i++) {
        const struct judged_threshold *one = &model->threshold[i];
        bool words = one->threshold->key == KEY_COUNT;
        if (!one->threshold->requirement || one->system != w->system ||
            one->standing != STANDING_NOT_SHOWN || !one->threshold->clause ||
            !(words ? w->supplies : w->measured) || told_before(model, one))
            continue;
        struct node *item = item_begin(w, root, "letter.clauses");
        SAY(b, item, "letter.clause", { "clause", .quote = one->threshold->clause->value.text });
        clause_words_add(b, item, one->threshold);
        out->clause[out->clause_count++] = one->threshold;
        text_add(b, item, words ? "letter.clause.proof" : "letter.clause.measure");
    }
}

/* What would lift a reservation that stands beside the result. */
static void firmer_ask(struct writing *w, struct node *root)
{
    struct building *b = w->b;
    const char *said[FIRMER_MOST * 2];
    size_t count = 0;
    w->list = NULL;
    for (size_t i = 0; i < b->model->comparison_count && w->measured; i++) {
        const struct comparison *c = &b->model->comparison[i];
        struct reservation picked[FIRMER_MOST];
        if (!is_of(c, w->system) || refused(c))
            continue;
        size_t found = reservations_pick(b, c, picked, FIRMER_MOST);
        for (size_t k = 0; k < found; k++) {
            struct str silent = picked[k].finding->silent;
            bool theirs = silent.len > 0 && !finding_silent(picked[k].finding, w->system);
            bool known = !picked[k].owed || theirs || count == ARRAY_COUNT(said);
            for (size_t j = 0; j < count && !known; j++)
                known = str_eq(str_from(said[j]), str_from(picked[k].owed));
            if (!known) {
                said[count++] = picked[k].owed;
                quote_add(b, item_begin(w, root, "letter.firmer"),
                          at_begin(b, skin_string(b->skin, picked[k].owed)), NULL);
            }
        }
    }
}

static bool told(const struct fact *fact)
{
    return fact && !fact->placeholder;
}

/* Layers of which this side disclosed nothing, in one line. */
static void layers_ask(struct writing *w, struct node *root)
{
    struct building *b = w->b;
    bool asked[LAYER_COUNT] = { false };
    struct node *item = NULL;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        for (size_t k = 0; is_of(c, w->system) && k < c->layer_count; k++) {
            const struct layer_difference *at = &c->layer[k];
            bool open = at->state == LAYER_UNDISCLOSED &&
                        !told(c->a == w->system ? at->a : at->b) && !asked[at->layer];
            if (open && !item) {
                item = item_begin(w, root, "letter.supply");
                text_add(b, item, "letter.layers");
            } else if (open) {
                text_add(b, item, "answer.list.separator"); /* some have commas */
            }
            if (open) {
                asked[at->layer] = true;
                quote_add(b, item, layer_title(b, at->layer), NULL);
            }
        }
    }
}

/* What only a supplier can say: of layers, and until when prices hold that state no end. */
static void supply_ask(struct writing *w, struct node *root)
{
    struct building *b = w->b;
    const struct terms *terms = b->model->case_file->terms;
    w->list = NULL;
    layers_ask(w, root);
    for (size_t i = 0; terms && i < terms->price_count; i++) {
        const struct price *price = &terms->price[i];
        if (price->system == w->system && !price->valid_until) {
            SAY(b, item_begin(w, root, "letter.supply"), "letter.price",
                { "date", .fact = price->as_of });
        }
    }
}

/* ---- the letter ---- */

static void head_add(struct writing *w, struct node *root, const struct party_letter *letter)
{
    struct building *b = w->b;
    const struct fact *date = case_fact(b, KEY_CASE_DATE);
    SAY_PARAGRAPH(b, root, ROLE_BYLINE, "letter.to", { "party", .quote = letter->to });
    SAY_PARAGRAPH(b, root, ROLE_BYLINE, "letter.from", { "asker", .quote = letter->from });
    SAY_PARAGRAPH(b, root, ROLE_BYLINE, "letter.case", { "case", .quote = b->model->case_file->id },
                  { "date", .fact = date });
    SAY(b, heading_add(b, root, 1, NULL), "letter.title",
        { "label", .quote = label_of(w->system) });
    if (w->measured && !str_eq(letter->to, skin_string(b->skin, "owed.measurer")))
        SAY_PARAGRAPH(b, root, ROLE_NONE, "letter.dear.named", { "party", .quote = letter->to });
    else
        paragraph_plain(b, root, ROLE_NONE, "letter.dear");
}

static const char *opening(const struct writing *w, size_t wanted)
{
    return wanted > 0 ? "letter.open" : w->measured ? "letter.holds" : "letter.supplier";
}

const struct node *letter_tree(struct building *b, const struct system *system, bool supplier,
                               struct party_letter *out)
{
    bool vendor = by_vendor(b, system);
    struct writing w = {
        .b = b, .system = system, .measured = vendor || !supplier, .supplies = vendor || supplier
    };
    struct asked wanted[WANTED_MOST];
    size_t count = w.measured ? wanted_gather(b, system, wanted, 0) : 0;
    out->from = asker_of(b);
    out->to = w.measured ? measurer_name(b, system) : skin_string(b->skin, "owed.supplier");
    out->oneself = letter_same_name(out->to, out->from);
    struct node *root = node_add(b, NULL, NODE_DOCUMENT);
    head_add(&w, root, out);
    SAY_PARAGRAPH(b, root, ROLE_NONE, opening(&w, count), { "label", .quote = label_of(system) });
    statements_ask(&w, root, wanted, count);
    files_ask(&w, root, wanted, count);
    clauses_ask(&w, root, out);
    firmer_ask(&w, root);
    if (w.supplies)
        supply_ask(&w, root);
    heading_add(b, root, 2, "letter.how");
    paragraph_plain(b, root, ROLE_NONE, "letter.close");
    paragraph_plain(b, root, ROLE_NONE, "letter.regards");
    quote_add(b, paragraph_add(b, root, ROLE_NONE), out->from, NULL);
    SAY_PARAGRAPH(
        b, root, ROLE_SMALL, "letter.evidence",
        { "id", .quote = digest_hex(b->home, b->model->evidence_id), .style = STYLE_MONO });
    out->items = w.items;
    return root;
}

/* ---- on the first page, where nothing may be set side by side ---- */

/* Items as the letter counts them: what is stated one by one, what is sent or done by how. */
static size_t wanted_count(const struct asked *wanted, size_t count)
{
    size_t items = 0;
    for (size_t i = 0; i < count; i++)
        items += wanted[i].how.len == 0 ? wanted[i].count : 1;
    return items;
}

/* The side of which most is asked, of equal ones the first; NULL: nothing is, but of who asks. */
static const struct system *most_wanted(struct building *b, const struct comparison *c,
                                        struct asked *wanted, size_t *count)
{
    const struct system *const side[] = { c->a, c->b }, *found = NULL;
    for (size_t i = 0; i < (alone(b) ? 1 : ARRAY_COUNT(side)); i++) {
        struct asked own[WANTED_MOST];
        size_t asked = wanted_gather(b, side[i], own, 0);
        bool more = !found || wanted_count(own, asked) > wanted_count(wanted, *count);
        if (asked == 0 || !more || letter_same_name(measurer_name(b, side[i]), asker_of(b)))
            continue;
        found = side[i];
        *count = asked;
        for (size_t k = 0; k < asked; k++)
            wanted[k] = own[k];
    }
    return found;
}

/* What is asked of either side, once, and of whom. */
static size_t both_wanted(struct building *b, const struct comparison *c, struct asked *wanted,
                          struct str *parties)
{
    const struct system *const side[] = { c->a, c->b };
    size_t count = 0;
    *parties = (struct str){ 0 };
    for (size_t i = 0; i < (alone(b) ? 1 : ARRAY_COUNT(side)); i++) {
        struct asked own[WANTED_MOST];
        struct str by = measurer_name(b, side[i]);
        if (letter_same_name(by, asker_of(b)) || wanted_gather(b, side[i], own, 0) == 0)
            continue; /* whoever asks writes to nobody */
        count = wanted_gather(b, side[i], wanted, count);
        if (parties->len == 0)
            *parties = by;
        else if (!letter_same_name(*parties, by))
            *parties = str_format(b->home, "%.*s%.*s%.*s", STR_ARG(*parties),
                                  STR_ARG(skin_string(b->skin, "list.separator")), STR_ARG(by));
    }
    return count;
}

bool letter_owed(struct building *b, const struct comparison *c, struct node *line, bool below)
{
    struct asked wanted[WANTED_MOST];
    struct str parties = { 0 };
    size_t count = 0;
    if (below) {
        const struct system *system = most_wanted(b, c, wanted, &count);
        parties = system ? measurer_name(b, system) : parties;
    } else {
        count = both_wanted(b, c, wanted, &parties);
    }
    if (count == 0)
        return false;
    size_t items = wanted_count(wanted, count);
    SAY(b, line,
        joined(b, below ? "answer.refused.letter" : "answer.refused.written",
               items == 1 ? "one" : "many"),
        { "count", .quote = counted_text(b, items) }, { "party", .quote = parties });
    return true;
}

struct str letter_parties(struct building *b, const struct comparison *c)
{
    struct asked wanted[WANTED_MOST];
    struct str parties = { 0 };
    return both_wanted(b, c, wanted, &parties) > 0 ? parties : (struct str){ 0 };
}

/* The first of what is to be stated, in one item; answers how many it names. */
static size_t stated_brief(struct building *b, struct node *list, const struct asked *wanted,
                           size_t count)
{
    enum { TITLES = 6 };
    const char *separator = separator_of_states(b, wanted, count);
    struct node *item = NULL;
    size_t told = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; wanted[i].how.len == 0 && k < wanted[i].count; k++) {
            if (told == TITLES) {
                text_add(b, item, "letter.state.more");
                return told;
            }
            item = item ? item : node_add(b, list, NODE_ITEM);
            text_add(b, item, told++ == 0 ? "letter.state" : separator);
            quote_add(b, item, worded(b->home, b->skin, wanted[i].title[k]), NULL);
        }
    }
    return told;
}

void letter_brief_add(struct building *b, struct node *page, const struct comparison *c)
{
    enum { ITEMS = 4 };
    struct asked wanted[WANTED_MOST];
    size_t count = 0;
    const struct system *system = most_wanted(b, c, wanted, &count);
    if (!system)
        return;
    struct node *outer = section_add(b, page, ROLE_NONE,
                                     str_format(b->home, "letter%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, outer, 2, "letter.heading");
    struct node *box = section_add(
        b, outer, ROLE_FRAME, str_format(b->home, "letter-text%.*s", STR_ARG(pair_suffix(b, c))));
    SAY_PARAGRAPH(b, box, ROLE_BYLINE, "letter.head",
                  { "party", .quote = measurer_name(b, system), .style = STYLE_STRONG },
                  { "label", .quote = label_of(system) },
                  { "case", .quote = b->model->case_file->id });
    SAY_PARAGRAPH(b, box, ROLE_NONE, "letter.open", { "label", .quote = label_of(system) });
    struct node *list = node_add(b, box, NODE_LIST);
    list->ordered = true;
    size_t told = stated_brief(b, list, wanted, count);
    for (size_t i = 0, shown = told > 0 ? 1 : 0; i < count && shown < ITEMS; i++) {
        if (wanted[i].how.len == 0)
            continue;
        quote_ticked(b, node_add(b, list, NODE_ITEM), at_begin(b, found_words(b, wanted[i].how)),
                     STYLE_PLAIN);
        shown++;
        told++;
    }
    size_t left = wanted_count(wanted, count) - told;
    struct node *rest = paragraph_add(b, box, ROLE_SMALL);
    if (left > 0)
        SAY(b, rest, "letter.rest", { "count", .quote = counted_text(b, left) });
    say_plain(b, rest, "letter.whole");
    quote_add(b, rest, str_format(b->home, "dossier letter CASE --to %.*s", STR_ARG(system->id)),
              NULL)
        ->style = STYLE_MONO;
}
