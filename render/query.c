/* query.c - what the sections ask of the model. */
#include "build.h"

#include <string.h>

const struct fact *case_fact(const struct building *b, enum key key)
{
    const struct case_file *c = b->model->case_file;
    return c->facts ? facts_best(c->facts, key, (struct str){ 0 }) : NULL;
}

struct str system_slug(struct building *b, const struct system *system)
{
    bool plain = system->id.len > 0 && system->id.len <= 32;
    for (size_t i = 0; plain && i < system->id.len; i++) {
        char c = system->id.at[i];
        plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    return plain ? system->id : str_format(b->home, "system-%zu", system->index + 1);
}

struct str pair_suffix(struct building *b, const struct comparison *c)
{
    if (b->model->comparison_count < 2)
        return (struct str){ "", 0 };
    struct str pair = str_format(b->home, alone(b) ? "-%.*s" : "-%.*s-%.*s",
                                 STR_ARG(system_slug(b, c->a)), STR_ARG(system_slug(b, c->b)));
    size_t number = 0; /* of the workload, whose name may hold anything */
    for (const struct comparison *at = b->model->comparison; at <= c; at++)
        number += at == b->model->comparison || !str_eq(at->workload, (at - 1)->workload);
    return c->workload.len > 0 ? str_format(b->home, "%.*s-w%zu", STR_ARG(pair), number) : pair;
}

bool span_next(size_t count, size_t most, struct span *span)
{
    size_t parts = (count + most - 1) / most;
    size_t each = parts > 0 ? (count + parts - 1) / parts : 0;
    span->from = span->to;
    span->to = span->from + each < count ? span->from + each : count;
    return span->from < count;
}

void pair_named(struct building *b, struct node *heading, const struct comparison *c)
{
    if (b->model->comparison_count > 1) {
        struct fill fill[] = { { "a", .quote = c->a->id },
                               { "b", .quote = c->b->id },
                               { "workload", .quote = c->workload } };
        const char *string = c->workload.len > 0 ? "pair.named.workload" : "pair.named";
        struct str named = said_plain(b, string, fill, ARRAY_COUNT(fill));
        quote_add(b, heading, named, NULL)->style = STYLE_SOFT;
    }
}

struct str pair_title(struct building *b, const struct comparison *c)
{
    struct fill fill[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "workload", .quote = c->workload } };
    return said_plain(b, c->workload.len > 0 ? "pair.heading.workload" : "pair.heading", fill,
                      ARRAY_COUNT(fill));
}

void workload_named(struct building *b, struct node *heading, const struct comparison *c)
{
    if (c->workload.len > 0) {
        struct fill fill[] = { { "workload", .quote = c->workload } };
        quote_add(b, heading, said_plain(b, "pair.named.of", fill, ARRAY_COUNT(fill)), NULL)
            ->style = STYLE_SOFT;
    }
}

static struct str tail(struct str id)
{
    size_t at = id.len;
    while (at > 0 && id.at[at - 1] != '-' && id.at[at - 1] != '/' && id.at[at - 1] != '_')
        at--;
    return str_sub(id, at, id.len);
}

/* Whether a run of the system lies in folders, and in others than these. */
static bool lies_elsewhere(const struct system *system, struct str folders)
{
    for (size_t i = 0; i < system->machine_count; i++) {
        for (size_t j = 0; j < system->machine[i].run_count; j++) {
            struct str id = system->machine[i].run[j].id;
            if (str_find(id, STR("/")) != SIZE_MAX && !str_starts(id, folders))
                return true;
        }
    }
    return false;
}

/* Without the folders that the runs of its system share, and without one of the system's own name:
 * what stands beside it names the system. */
static struct str without_folders(const struct system *system, struct str id)
{
    bool own = system && str_starts(id, system->id) && id.len > system->id.len &&
               id.at[system->id.len] == '/';
    size_t from = own ? system->id.len + 1 : 0;
    for (size_t at = 0; system && at < id.len; at++) {
        if (id.at[at] != '/')
            continue;
        if (lies_elsewhere(system, str_sub(id, 0, at + 1)))
            break;
        from = at + 1;
    }
    return str_sub(id, from, id.len);
}

struct str run_short(struct building *b, const struct run *run)
{
    struct str short_name = tail(run->id);
    const struct system *system = run->machine ? run->machine->system : NULL;
    if (short_name.len == 0 || short_name.len > 6)
        return without_folders(system, run->id);
    for (size_t i = 0; system && i < system->machine_count; i++) {
        for (size_t j = 0; j < system->machine[i].run_count; j++) {
            const struct run *other = &system->machine[i].run[j];
            if (other != run && str_eq(tail(other->id), short_name))
                return without_folders(system, run->id);
        }
    }
    (void)b;
    return short_name;
}

struct str at_begin(struct building *b, struct str text)
{
    size_t word = 0;
    while (word < text.len && text.at[word] >= 'a' && text.at[word] <= 'z')
        word++;
    if (word == 0 || word == text.len || text.at[word] != ' ')
        return text;
    struct str rest = str_sub(text, 1, text.len);
    return str_format(b->home, "%c%.*s", text.at[0] - 'a' + 'A', STR_ARG(rest));
}

/* What data.json keeps by its stable words, in the words of a reader. */
struct str credit_words(const struct building *b, const char *why)
{
    static const struct {
        const char *stable, *read;
    } words[] = {
        { "whole executors are compared", "whole systems are compared" },
        { "different physical units and no bridge run",
          "different physical units and no check run" },
        { "the bridge run does not agree", "the check run does not agree" },
        { "one layer differs and the bridge run agrees",
          "one layer differs and the check run agrees" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (strcmp(why, words[i].stable) == 0)
            return own_words(b, words[i].read);
    return own_words(b, why);
}

/* ---- who measured ---- */

static int depth_of(const struct fact *fact)
{
    return !fact ? -1 : fact->run ? 3 : fact->machine ? 2 : fact->system ? 1 : 0;
}

static bool says_other(const struct building *b, const struct fact *fact, enum key key)
{
    const struct fact *of_case = case_fact(b, key);
    return fact && (!of_case || !str_eq(fact->value.text, of_case->value.text));
}

static struct measurer measurer_by(const struct building *b,
                                   const struct fact *(*find)(const struct building *b,
                                                              const void *of, enum key key),
                                   const void *of)
{
    struct measurer out = { .by = find(b, of, KEY_PARTY_MEASURED_BY),
                            .kind = find(b, of, KEY_PARTY_KIND),
                            .paid = find(b, of, KEY_PARTY_PAID_BY),
                            .hosted = find(b, of, KEY_PARTY_HOSTED_BY),
                            .configured = find(b, of, KEY_PARTY_CONFIGURED_BY) };
    out.other =
        says_other(b, out.by, KEY_PARTY_MEASURED_BY) || says_other(b, out.kind, KEY_PARTY_KIND);
    out.apart = out.other || says_other(b, out.paid, KEY_PARTY_PAID_BY) ||
                says_other(b, out.hosted, KEY_PARTY_HOSTED_BY) ||
                says_other(b, out.configured, KEY_PARTY_CONFIGURED_BY);
    /* Name and kind of one party: what only an outer scope says is of another one. */
    if (depth_of(out.by) != depth_of(out.kind) && out.other) {
        bool named = depth_of(out.by) > depth_of(out.kind);
        out.kind = named ? NULL : out.kind;
        out.by = named ? out.by : NULL;
    }
    return out;
}

static const struct fact *of_run(const struct building *b, const void *of, enum key key)
{
    return run_fact(b->model->case_file, of, key, (struct str){ 0 });
}

static const struct fact *of_system(const struct building *b, const void *of, enum key key)
{
    const struct system *system = of;
    const struct fact *own =
        system->facts ? facts_best(system->facts, key, (struct str){ 0 }) : NULL;
    return own ? own : case_fact(b, key);
}

static bool same_word(const struct fact *a, const struct fact *b)
{
    return a && b ? str_eq(a->value.text, b->value.text) : a == b;
}

static bool same_party(const struct measurer *a, const struct measurer *b)
{
    return same_word(a->by, b->by) && same_word(a->kind, b->kind) && same_word(a->paid, b->paid) &&
           same_word(a->hosted, b->hosted) && same_word(a->configured, b->configured);
}

size_t measurers_of(const struct building *b, const struct system *system,
                    struct measurer out[MEASURERS_MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < system->machine_count; i++) {
        for (size_t j = 0; j < system->machine[i].run_count; j++) {
            struct measurer own = measurer_by(b, of_run, &system->machine[i].run[j]);
            size_t known = 0;
            while (known < count && !same_party(&out[known], &own))
                known++;
            if (known == count && count < MEASURERS_MOST)
                out[count++] = own;
        }
    }
    if (count == 0)
        out[count++] = measurer_by(b, of_system, system);
    return count;
}

struct str owner_of(const struct building *b, enum layer layer)
{
    struct str owner = b->model->case_file->owner[layer];
    bool usual = owner.len == 0 || str_eq(owner, str_from(layer_row(layer)->owner));
    return usual ? own_words(b, layer_row(layer)->owner) : owner;
}

struct str own_words(const struct building *b, const char *english)
{
    return worded(b->home, b->skin, str_from(english));
}

static bool is_named(const struct case_file *c, struct str id)
{
    for (size_t i = 0; i < c->bridge_count; i++)
        if (str_eq(c->bridge[i].id, id))
            return true;
    return false;
}

/* Names of such runs in a text in words of the report. */
static struct str ties_named(struct building *b, struct str rest)
{
    const struct case_file *c = b->model->case_file;
    struct str name = STR("bridge.");
    struct buf out = buf_new(b->home, 1 << 20);
    for (size_t at; c->bridge_count > 0 && (at = str_find(rest, name)) != SIZE_MAX;) {
        size_t end = at + name.len;
        while (end < rest.len && rest.at[end] >= '0' && rest.at[end] <= '9')
            end++;
        bool begins = at == 0 || rest.at[at - 1] == ' ';
        struct fill number = { "number", .quote = str_sub(rest, at + name.len, end) };
        buf_put(&out, str_sub(rest, 0, at));
        buf_put(&out, begins && is_named(c, str_sub(rest, at, end))
                          ? said_plain(b, "bridge.named", &number, 1)
                          : str_sub(rest, at, end));
        rest = str_sub(rest, end, rest.len);
    }
    buf_put(&out, rest);
    return buf_str(&out);
}

struct str found_words(struct building *b, struct str english)
{
    return ties_named(b, worded(b->home, b->skin, english));
}

struct str left_open(const struct building *b, const struct fact *open)
{
    struct str text = open->value.text;
    const char *begin = str_starts(text, STR("set in ")) ? "it may be " : "";
    return worded(b->home, b->skin, str_format(b->home, "%s%.*s", begin, STR_ARG(text)));
}

struct str key_title(const struct building *b, enum key key)
{
    return own_words(b, vocabulary_row(key)->title);
}

struct str layer_title(const struct building *b, enum layer layer)
{
    return own_words(b, layer_row(layer)->title);
}

struct str unit_title(const struct building *b, enum unit unit)
{
    return own_words(b, unit_row(unit)->title);
}

bool alone(const struct building *b)
{
    return b->model->case_file->system_count == 1;
}

bool refused(const struct comparison *c)
{
    return !comparison_licenses(c);
}

bool told_alone(const struct comparison *c)
{
    bool told = false;
    for (size_t i = 0; i < c->run_count; i++) {
        if (c->run[i].value || c->run[i].own)
            return false;
        told = told || c->run[i].told;
    }
    return told;
}

bool claimed(const struct comparison *c)
{
    return comparison_licenses(c) && c->ratio;
}

const struct judged_run *judged_find(const struct comparison *c, const struct run *run)
{
    for (size_t i = 0; c && i < c->run_count; i++)
        if (c->run[i].run == run)
            return &c->run[i];
    return NULL;
}

const struct comparison *system_comparison(const struct building *b, const struct system *system)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (c->a == system || c->b == system)
            return c;
    }
    return NULL;
}

struct str stated_id(struct building *b, const struct comparison *c)
{
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *other = &b->model->comparison[i];
        if (other == c)
            break;
        if (other->a == c->b && other->b == c->a && str_eq(other->workload, c->workload))
            return STR("conditions"); /* the pictures show a pair once; see pictured() */
    }
    return str_format(b->home, "stated%.*s", STR_ARG(pair_suffix(b, c)));
}

bool pictured(struct building *b, const struct comparison *c)
{
    return !str_eq(stated_id(b, c), STR("conditions"));
}

bool several(struct building *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->model->comparison_count; i++)
        count += pictured(b, &b->model->comparison[i]);
    return count > 1;
}

struct str silent_layers(struct building *b, const struct comparison *c)
{
    struct buf out = buf_new(b->home, 1 << 12);
    for (size_t i = 0; i < c->layer_count; i++) {
        if (c->layer[i].state == LAYER_UNDISCLOSED) {
            buf_putf(&out, "%s%.*s", out.len > 0 ? ", " : "",
                     STR_ARG(layer_title(b, c->layer[i].layer)));
        }
    }
    return buf_str(&out);
}

void scope_add(struct building *b, struct node *parent, const struct fact *fact)
{
    if (fact->run) {
        const struct system *system = fact->run->machine ? fact->run->machine->system : NULL;
        struct str id = fact->run->bridge && fact->run->like ? fact->run->like->id
                        : system                             ? system->id
                                                             : (struct str){ 0 };
        quote_add(b, parent,
                  str_format(b->home, "%.*s %.*s", STR_ARG(id), STR_ARG(run_short(b, fact->run))),
                  NULL);
        if (fact->run->bridge)
            text_add(b, parent, "scope.bridge");
    } else if (fact->machine) {
        quote_add(b, parent, ties_named(b, fact->machine->id), NULL);
    } else if (fact->system) {
        quote_add(b, parent, ties_named(b, fact->system->id), NULL);
    } else if (fact->kind == FACT_DERIVED && fact->derivation && fact->derivation->licence) {
        const struct comparison *c = fact->derivation->licence;
        if (alone(b))
            quote_add(b, parent, c->a->id, NULL);
        else
            SAY(b, parent, "scope.pair", { "a", .quote = c->a->id }, { "b", .quote = c->b->id });
    } else {
        text_add(b, parent, fact->kind == FACT_DERIVED ? "scope.comparison" : "scope.case");
    }
}

enum colour verdict_colour(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_COMPARABLE:
        return COLOUR_COMPARABLE;
    case VERDICT_STATED:
        return COLOUR_STATED;
    case VERDICT_INCOMPLETE:
        return COLOUR_INCOMPLETE;
    case VERDICT_NOT:
        return COLOUR_NOT;
    }
    return COLOUR_INK;
}

struct str measurer_name(const struct building *b, const struct system *system)
{
    struct measurer own[MEASURERS_MOST];
    size_t count = measurers_of(b, system, own);
    struct buf out = buf_new(b->home, 4096);
    for (size_t i = 0; i < count; i++) {
        const struct fact *by = own[i].by ? own[i].by : case_fact(b, KEY_PARTY_MEASURED_BY);
        buf_putf(&out, "%s%.*s", i > 0 ? ", " : "",
                 STR_ARG(by ? by->value.text : skin_string(b->skin, "owed.measurer")));
    }
    return buf_str(&out);
}
