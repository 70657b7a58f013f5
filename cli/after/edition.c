/* edition.c - a case as one of its parties may see it: its members copied by a table. A member that
 * the table does not name is left out, so that one which the case learns later tells nobody of
 * others. */
#include "edition.h"
#include "base/json.h"
#include "edition_documents.h"
#include "edition_words.h"
#include "output.h"
#include "templates/templates.h"
#include <glib.h>
#include <string.h>

struct editing {
    const struct pipeline *whole;
    const struct json *json;
    const struct json_item *root;
    const struct json *strings; /* of the report's language */
    struct edition_words words;
    struct json_out out;
    struct str list; /* name of the innermost array that is copied */
    bool open;       /* what is copied lies in an object of names that a person gave */
    bool asking;     /* what is copied is what the case asks of systems */
    bool left;       /* a sentence of the case was left out */
    bool good;
};

static struct str text_of(const struct json_item *object, const char *name)
{
    const struct json_item *item = json_member(object, str_from(name));
    return item && json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
}

static bool is_own(const struct editing *e, struct str id)
{
    return str_eq(id, e->words.own->id);
}

/* ---- copying ---- */

/* Members whose text is a word of a list, a date, a number with its unit or a path of the party's
 * own evidence. Any other, also of a member that the case learns later, may be a person's words. */
static const char *const closed[] = {
    "format",       "date",     "language",    "party",       "captures",      "runs",
    "sweeps",       "profiles", "key",         "kind",        "metric",        "profile",
    "currency",     "per",      "every",       "as_of",       "valid_until",   "from",
    "to",           "until",    "system",      "baseline",    "sha256",        "amount",
    "residual",     "lifetime", "rate",        "price",       "cooling",       "at_most",
    "at_least",     "value",    "peak",        "mean",        "headroom",      "growth",
    "schedule",     "interest", "utilisation", "energy",      "percentile",    "delta",
    "failures",     "margin",   "accuracy",    "repetitions", "least_batches", "least_share",
    "least_window",
};
/* Objects whose members are named by whoever wrote the case. */
static const char *const open_maps[] = { "facts", "owners" };

static bool is_among(struct str name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(name, str_from(names[i])))
            return true;
    return false;
}

/* A number that is a fact by itself, or part of a version, is no amount. */
static bool has_amount(const struct editing *e, struct str text)
{
    return !(e->open && str_find(text, STR(" ")) == SIZE_MAX) && edition_amount(&e->words, text);
}

/* What a contract asks for is the same for all, whatever runs gave. */
static bool has_measured(const struct editing *e, struct str text)
{
    return !e->open && !e->asking && edition_measured(&e->words, text, FIGURE_EXACTLY);
}

static void text_refuse(struct editing *e, const struct json *json, const struct json_item *item,
                        const char *found)
{
    diag_add(e->whole->diags, DIAG_CASE_VALUE, json_place(json, item),
             STR("a text that tells of no other party, in a case that editions are made of: word "
                 "it without, or, of a document, rename the file"),
             "%s", found);
    e->good = false;
}

/* What a person wrote into a value that cannot be left out may not tell of others. */
static void text_allow(struct editing *e, const struct json_item *item, struct str name)
{
    struct str text = json_string(item);
    struct str member = name.len > 0 ? name : e->list;
    if (e->open && edition_names(&e->words, name, false))
        text_refuse(e, e->json, item, "its name names another system or its party");
    if (!e->open && is_among(member, closed, ARRAY_COUNT(closed)))
        return;
    if (edition_names(&e->words, text, false))
        text_refuse(e, e->json, item, "it names another system or its party");
    else if (has_amount(e, text))
        text_refuse(e, e->json, item, "it has an amount of another system");
    else if (has_measured(e, text))
        text_refuse(e, e->json, item, "it has a figure that runs of another system gave");
}

static struct str worded_string(const struct editing *e, const char *id);

/* Where an amount stands has to be said; not, where another party's stand in the same document. */
static void text_put(struct editing *e, const struct json_item *item, struct str name)
{
    struct str text = json_string(item);
    if (str_eq(name, STR("document")) && edition_of_others(e->root, e->words.own->id, text)) {
        json_text(&e->out, name, worded_string(e, "edition.document"));
        return;
    }
    text_allow(e, item, name);
    json_text(&e->out, name, text);
}

struct hidden { /* members of an object that are left out of it */
    const char *name[4];
};

static void copy(struct editing *e, const struct json_item *item, struct str name,
                 const struct hidden *hidden)
{
    enum json_type type = json_type(item);
    if (type == JSON_OBJECT || type == JSON_ARRAY) {
        struct editing outer = *e;
        e->open = e->open || is_among(name, open_maps, ARRAY_COUNT(open_maps));
        e->list = type == JSON_ARRAY ? name : e->list;
        if (outer.open && edition_names(&e->words, name, false))
            text_refuse(e, e->json, item, "its name names another system or its party");
        json_open(&e->out, name, type == JSON_OBJECT ? '{' : '[');
        for (const struct json_item *one = json_next(item, NULL); one; one = json_next(item, one)) {
            bool shown = true;
            for (size_t i = 0; hidden && i < ARRAY_COUNT(hidden->name); i++)
                shown = shown &&
                        !(hidden->name[i] && str_eq(json_name(one), str_from(hidden->name[i])));
            if (shown)
                copy(e, one, json_name(one), NULL);
        }
        json_close(&e->out);
        e->open = outer.open;
        e->list = outer.list;
    } else if (type == JSON_STRING) {
        text_put(e, item, name);
    } else if (type == JSON_NUMBER) {
        json_number(&e->out, name, json_literal(e->json, item));
    } else if (type == JSON_NULL) {
        json_null(&e->out, name);
    } else {
        json_bool(&e->out, name, type == JSON_TRUE);
    }
}

static void keep(struct editing *e, const struct json_item *item)
{
    copy(e, item, json_name(item), NULL);
}

/* Those elements of a list that `shown` finds fit to be shown, without members that `hide` names.
 */
static void list_copy(struct editing *e, const struct json_item *list,
                      bool (*shown)(const struct editing *e, const struct json_item *one),
                      const struct hidden *(*hide)(const struct editing *e,
                                                   const struct json_item *one))
{
    bool any = false;
    for (const struct json_item *one = json_next(list, NULL); one; one = json_next(list, one)) {
        if (!shown(e, one))
            continue;
        if (!any)
            json_open(&e->out, json_name(list), '[');
        any = true;
        copy(e, one, STR(""), hide ? hide(e, one) : NULL);
    }
    if (any)
        json_close(&e->out);
}

/* ---- members ---- */

static bool own_id(const struct editing *e, const struct json_item *one)
{
    return is_own(e, text_of(one, "id"));
}

static bool own_system(const struct editing *e, const struct json_item *one)
{
    return is_own(e, text_of(one, "system"));
}

static bool own_or_each(const struct editing *e, const struct json_item *one)
{
    struct str system = text_of(one, "system");
    return system.len == 0 || is_own(e, system);
}

static const struct hidden *no_baseline(const struct editing *e, const struct json_item *one)
{
    static const struct hidden hidden = { { "baseline" } };
    (void)e;
    (void)one;
    return &hidden;
}

static void systems(struct editing *e, const struct json_item *item)
{
    list_copy(e, item, own_id, no_baseline);
}

/* Whether anything of another system names the same document, or states its digest: then it tells
 * of that one, too. */
static bool is_shared(const struct editing *e, struct str text)
{
    return edition_of_others(e->root, e->words.own->id, text);
}

/* The digest of an offer tells who guesses at its amounts that he guessed right. */
static const struct hidden *no_digest(const struct editing *e, const struct json_item *one)
{
    static const struct hidden hidden = { { "document", "sha256" } };
    bool shared = is_shared(e, text_of(one, "document")) || is_shared(e, text_of(one, "sha256"));
    return shared ? &hidden : NULL;
}

static void prices(struct editing *e, const struct json_item *item)
{
    list_copy(e, item, own_system, no_digest);
}

static void of_own(struct editing *e, const struct json_item *item)
{
    list_copy(e, item, own_system, NULL);
}

static void of_each(struct editing *e, const struct json_item *item)
{
    e->asking = true;
    list_copy(e, item, own_or_each, NULL);
    e->asking = false;
}

/* What anything else of the case rests on, too, is no offer of this party alone. */
static bool own_offer(const struct editing *e, const struct json_item *one)
{
    const struct json_item *list = json_member(e->root, STR("prices"));
    struct str path = json_type(one) == JSON_STRING ? json_string(one) : (struct str){ 0 };
    for (const struct json_item *price = list ? json_next(list, NULL) : NULL; price;
         price = json_next(list, price))
        if (own_system(e, price) && str_eq(text_of(price, "document"), path))
            return !edition_of_case(e->root, e->words.own->id, path) && !no_digest(e, price);
    return false;
}

static void documents(struct editing *e, const struct json_item *item)
{
    list_copy(e, item, own_offer, NULL);
}

/* Whether an amount of what is kept is in that currency. */
static bool used_in(const struct json_item *item, struct str currency)
{
    if (json_type(item) == JSON_OBJECT && str_eq(text_of(item, "currency"), currency))
        return true;
    for (const struct json_item *one = json_next(item, NULL); one; one = json_next(item, one))
        if (used_in(one, currency))
            return true;
    return false;
}

static bool own_rate(const struct editing *e, const struct json_item *one)
{
    static const char *const lists[] = { "prices", "options" };
    const struct json_item *energy = json_member(e->root, STR("energy"));
    struct str from = text_of(one, "from");
    if (energy && used_in(energy, from))
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(lists); i++) {
        const struct json_item *list = json_member(e->root, str_from(lists[i]));
        for (const struct json_item *at = list ? json_next(list, NULL) : NULL; at;
             at = json_next(list, at))
            if (own_system(e, at) && used_in(at, from))
                return true;
    }
    return false;
}

static void rates(struct editing *e, const struct json_item *item)
{
    list_copy(e, item, own_rate, NULL);
}

/* Units that stand today are those of the baseline, which may be another party's. */
static void demand(struct editing *e, const struct json_item *item)
{
    static const struct hidden hidden = { { "held" } };
    copy(e, item, json_name(item), &hidden);
}

/* Against another system's runs: nothing that this party could be told of. */
static void remeasure(struct editing *e, const struct json_item *item)
{
    if (is_own(e, text_of(item, "baseline")))
        keep(e, item);
}

static bool own_words(const struct editing *e, const struct json_item *one)
{
    const struct fact *by = facts_best(e->words.own->facts, KEY_PARTY_MEASURED_BY, STR(""));
    return by && str_eq(text_of(one, "party"), by->value.text);
}

static void statements(struct editing *e, const struct json_item *item)
{
    list_copy(e, item, own_words, NULL);
}

/* A question of one system alone. */
static void decides(struct editing *e, const struct json_item *item)
{
    if (str_eq(json_string(item), STR("units")) || str_eq(json_string(item), STR("acceptance")))
        keep(e, item);
}

/* ---- words ---- */

/* A string of the report with {label} filled in. */
static struct str worded_string(const struct editing *e, const char *id)
{
    struct buf out = buf_new(e->whole->home, 1 << 16);
    struct str rest = text_of(json_root(e->strings), id);
    const struct system *own = e->words.own;
    for (size_t open; (open = str_find(rest, STR("{label}"))) != SIZE_MAX;) {
        buf_put(&out, str_sub(rest, 0, open));
        buf_put(&out, own->label.len > 0 ? own->label : own->id);
        rest = str_sub(rest, open + STR("{label}").len, rest.len);
    }
    buf_put(&out, rest);
    return buf_str(&out);
}

static void question(struct editing *e, const struct json_item *item)
{
    json_text(&e->out, json_name(item), worded_string(e, "edition.question"));
}

static bool is_neutral(struct editing *e, const struct json_item *one)
{
    struct str text = json_type(one) == JSON_STRING ? json_string(one) : (struct str){ 0 };
    bool neutral = !edition_names(&e->words, text, true) && !edition_amount(&e->words, text) &&
                   !edition_foreseen(&e->words, text) &&
                   !edition_measured(&e->words, text, FIGURE_ANY);
    e->left = e->left || !neutral;
    return neutral;
}

static void sentences_put(struct editing *e, const char *member, bool notes)
{
    const struct json_item *list = json_member(e->root, str_from(member));
    json_open(&e->out, str_from(member), '[');
    for (const struct json_item *one = list ? json_next(list, NULL) : NULL; one;
         one = json_next(list, one))
        if (is_neutral(e, one))
            copy(e, one, STR(""), NULL);
    if (notes) {
        json_text(&e->out, STR(""), worded_string(e, "edition.limitation"));
        if (e->left)
            json_text(&e->out, STR(""), worded_string(e, "edition.left"));
    }
    json_close(&e->out);
}

/* ---- the case ---- */

static const struct {
    const char *name;
    void (*put)(struct editing *e, const struct json_item *item);
} members[] = {
    { "format", keep },
    { "id", keep },
    { "date", keep },
    { "language", keep },
    { "question", question },
    { "decides", decides },
    { "asked_by", keep },
    { "measured_by", keep },
    { "systems", systems },
    { "metric", keep },
    { "profile", keep },
    { "policy", keep },
    { "owners", keep },
    { "objectives", of_each },
    { "requirements", of_each },
    { "demand", demand },
    { "utilisation", keep },
    { "prices", prices },
    { "rates", rates },
    { "energy", keep },
    { "currency", keep },
    { "interest", keep },
    { "options", of_own },
    { "sensitivity", keep },
    { "expected", of_own },
    { "remeasure", remeasure },
    { "documents", documents },
    { "statements", statements },
};

/* Whether the files of a bundle are shown to one party alone. Captures are of a machine, on which
 * several may have run; documents are looked at by themselves. */
static bool is_parted(const struct bundle *bundle)
{
    return bundle->selector && bundle->role != BUNDLE_DOCUMENTS &&
           (bundle->role != BUNDLE_CAPTURES || bundle->archive.at);
}

static bool is_owned(const struct editing *e, const struct bundle *bundle)
{
    const struct selector *by = bundle->selector;
    return !by->bridge && &e->whole->case_file->system[by->system] == e->words.own;
}

static size_t files_of(const struct bundle *bundle)
{
    return bundle->archive.at ? 1 : bundle->entries.count;
}

static void files_take(GHashTable *set, const struct bundle *bundle)
{
    for (size_t i = 0; i < files_of(bundle); i++)
        g_hash_table_add(set, g_strndup(bundle->member[i].at, bundle->member[i].len));
}

static bool files_any(GHashTable *set, const struct bundle *bundle)
{
    bool any = false;
    for (size_t i = 0; i < files_of(bundle) && !any; i++) {
        g_autofree gchar *name = g_strndup(bundle->member[i].at, bundle->member[i].len);
        any = g_hash_table_contains(set, name);
    }
    return any;
}

/* A file that other systems' evidence lies in cannot be shown to one party alone. */
static bool evidence_apart(struct editing *e)
{
    const struct gathered *all = &e->whole->gathered;
    GHashTable *theirs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool good = true;
    for (size_t i = 0; i < all->count; i++)
        if (is_parted(&all->bundle[i]) && !is_owned(e, &all->bundle[i]))
            files_take(theirs, &all->bundle[i]);
    for (size_t i = 0; i < all->count && good; i++) {
        const struct bundle *bundle = &all->bundle[i];
        good = !is_parted(bundle) || !is_owned(e, bundle) || !files_any(theirs, bundle);
        if (!good)
            diag_add(e->whole->diags, DIAG_CASE_VALUE, bundle->selector->place,
                     STR("evidence of one system in files of its own"),
                     "%.*s holds evidence of another system, too", STR_ARG(bundle->path));
    }
    g_hash_table_destroy(theirs);
    return good;
}

static bool system_find(struct editing *e, const char *id)
{
    const struct case_file *c = e->whole->case_file;
    for (size_t i = 0; i < c->system_count; i++)
        if (str_eq(c->system[i].id, str_from(id)))
            e->words.own = &c->system[i];
    if (e->words.own && c->system_count > 1)
        return true;
    diag_add(e->whole->diags, DIAG_REFUSED, (struct place){ .file = e->whole->case_evidence->name },
             c->system_count < 2
                 ? STR("summary, annex or full: a case of one system has no edition for a party; "
                       "name one of these")
                 : str_format(e->whole->home,
                              "summary, annex, full or the id of a system: %.*s; name one of them",
                              STR_ARG(systems_named(e->whole->home, c))),
             "--edition %s", id);
    return false;
}

static bool strings_open(struct editing *e)
{
    struct arena *home = e->whole->home;
    struct str language = e->whole->case_file->language;
    struct str name =
        str_format(home, "strings.%.*s.json", STR_ARG(language.len > 0 ? language : STR("en")));
    struct json *strings;
    if (!json_read(home, name, template_find(home, name)->bytes, &limits_default, &strings,
                   e->whole->diags))
        return false;
    e->strings = strings;
    return true;
}

/* A text of more than a number with its unit is a person's. */
static void rules_allow(struct editing *e, const struct json *json, const struct json_item *item)
{
    struct str text = json_type(item) == JSON_STRING ? json_string(item) : (struct str){ 0 };
    struct str rest = text, first, second;
    bool words = str_cut(&rest, ' ', &first) && str_cut(&rest, ' ', &second) && rest.len > 0;
    if (edition_names(&e->words, text, false))
        text_refuse(e, json, item, "it names another system or its party");
    else if (words && edition_amount(&e->words, text))
        text_refuse(e, json, item, "it has an amount of another system");
    for (const struct json_item *one = json_next(item, NULL); one; one = json_next(item, one))
        rules_allow(e, json, one);
}

/* Rules of one's own are packed as they are. */
static bool rules_check(struct editing *e)
{
    const struct evidence *rules = e->whole->own_rules;
    struct json *json;
    if (!rules)
        return true;
    if (!json_read(e->whole->home, rules->name, rules->bytes, &limits_default, &json,
                   e->whole->diags))
        return false;
    rules_allow(e, json, json_root(json));
    return true;
}

bool edition_case(const struct pipeline *whole, const char *system, struct str *out)
{
    enum { LONGEST = 1 << 26 };
    struct json *json;
    struct editing e = { .whole = whole,
                         .words = { .home = whole->home, .case_file = whole->case_file },
                         .good = true };
    if (!system_find(&e, system) || !evidence_apart(&e) || !strings_open(&e) || !rules_check(&e) ||
        !json_read(whole->home, whole->case_evidence->name, whole->case_evidence->bytes,
                   &limits_default, &json, whole->diags))
        return false;
    struct buf text = buf_new(whole->home, LONGEST);
    e.words.figures = edition_figures_of(whole->home, &whole->model, e.words.own);
    e.json = json;
    e.root = json_root(json);
    json_begin(&e.out, &text);
    json_open(&e.out, STR(""), '{');
    for (size_t i = 0; i < ARRAY_COUNT(members); i++) {
        const struct json_item *item = json_member(e.root, str_from(members[i].name));
        if (item)
            members[i].put(&e, item);
    }
    sentences_put(&e, "assumptions", false);
    sentences_put(&e, "limitations", true);
    json_close(&e.out);
    buf_put_char(&text, '\n');
    *out = buf_str(&text);
    return e.good;
}
