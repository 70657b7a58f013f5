/* case_names.c - names that must tell things apart for whoever reads them: systems by id and label,
 * workloads, pairs of systems. */
#include "case_parts.h"

#include <glib.h>

enum { SYSTEMS_JUDGED = 64 }; /* more are refused when they are judged */

/* ---- text as it is seen ---- */

/* Letters of other scripts that no reader tells from a Latin one: a selection from the table of
 * confusables of Unicode Technical Standard 39, of Greek, Cyrillic and what is drawn like them. */
static uint32_t latin_of(uint32_t rune)
{
    static const struct {
        uint32_t from;
        char to;
    } alike[] = {
        { 0x0131, 'i' }, { 0x0251, 'a' }, { 0x0261, 'g' }, { 0x0391, 'A' }, { 0x0392, 'B' },
        { 0x0395, 'E' }, { 0x0396, 'Z' }, { 0x0397, 'H' }, { 0x0399, 'I' }, { 0x039A, 'K' },
        { 0x039C, 'M' }, { 0x039D, 'N' }, { 0x039F, 'O' }, { 0x03A1, 'P' }, { 0x03A4, 'T' },
        { 0x03A5, 'Y' }, { 0x03A7, 'X' }, { 0x03B1, 'a' }, { 0x03B9, 'i' }, { 0x03BD, 'v' },
        { 0x03BF, 'o' }, { 0x03C1, 'p' }, { 0x03F2, 'c' }, { 0x03F3, 'j' }, { 0x0405, 'S' },
        { 0x0406, 'I' }, { 0x0408, 'J' }, { 0x0410, 'A' }, { 0x0412, 'B' }, { 0x0415, 'E' },
        { 0x041A, 'K' }, { 0x041C, 'M' }, { 0x041D, 'H' }, { 0x041E, 'O' }, { 0x0420, 'P' },
        { 0x0421, 'C' }, { 0x0422, 'T' }, { 0x0423, 'Y' }, { 0x0425, 'X' }, { 0x0430, 'a' },
        { 0x0435, 'e' }, { 0x043E, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' }, { 0x0443, 'y' },
        { 0x0445, 'x' }, { 0x0455, 's' }, { 0x0456, 'i' }, { 0x0458, 'j' }, { 0x04BB, 'h' },
        { 0x04CF, 'l' }, { 0x0501, 'd' }, { 0x051B, 'q' }, { 0x051D, 'w' }, { 0x2010, '-' },
        { 0x2011, '-' }, { 0x2012, '-' }, { 0x2013, '-' }, { 0x2212, '-' },
    };
    for (size_t i = 0; i < ARRAY_COUNT(alike); i++)
        if (alike[i].from == rune)
            return (uint32_t)alike[i].to;
    int digit = g_unichar_digit_value(rune);
    return digit >= 0 ? (uint32_t)('0' + digit) : rune;
}

/* What leaves no mark on paper. */
static bool is_unseen(uint32_t rune)
{
    GUnicodeType type = g_unichar_type(rune);
    bool filler = rune == 0x034F || rune == 0x115F || rune == 0x1160 || rune == 0x17B4 ||
                  rune == 0x17B5 || (rune >= 0x180B && rune <= 0x180F);
    bool variation = (rune >= 0xFE00 && rune <= 0xFE0F) || (rune >= 0xE0000 && rune <= 0xE0FFF);
    return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || filler || variation;
}

struct str text_seen(struct arena *home, struct str text)
{
    struct buf whole = buf_new(home, text.len + 1); /* a NUL would end the text for the library */
    struct buf out = buf_new(home, text.len * 18 + 64); /* the most that composing makes of one */
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] != 0)
            buf_put_char(&whole, text.at[i]);
    gchar *composed =
        g_utf8_normalize(whole.at ? whole.at : "", (gssize)whole.len, G_NORMALIZE_ALL_COMPOSE);
    bool blank = false;
    for (gchar *at = composed; at && *at; at = g_utf8_next_char(at)) {
        uint32_t rune = g_utf8_get_char(at);
        if (g_unichar_isspace(rune) || rune == 0x2800) {
            blank = out.len > 0;
        } else if (!is_unseen(rune)) {
            char bytes[6];
            int len = g_unichar_to_utf8(latin_of(rune), bytes);
            buf_put(&out, blank ? STR(" ") : STR(""));
            buf_put(&out, (struct str){ bytes, (size_t)len });
            blank = false;
        }
    }
    g_free(composed);
    return buf_str(&out);
}

static struct str name_seen(struct arena *home, struct str name)
{
    struct str seen = text_seen(home, name);
    gchar *folded = g_utf8_casefold(seen.at ? seen.at : "", (gssize)seen.len);
    struct str out = str_keep(home, str_from(folded));
    g_free(folded);
    return out;
}

/* ---- systems ---- */

struct named { /* a system's names as they are seen */
    struct str id, label;
};

static bool refuse_two(const struct checking *checking, const struct json_item *at,
                       struct str expected, struct str a, struct str b)
{
    return members_refuse(checking, checking->bad, at, expected, "\"%.*s\" and \"%.*s\"",
                          STR_ARG(a), STR_ARG(b));
}

/* Names that are equal as they stand are refused where they are read. */
static bool two_unlike(const struct checking *checking, const struct json_item *item,
                       const struct case_file *out, const struct named *named, size_t index,
                       size_t before)
{
    const struct system *system = &out->system[index], *other = &out->system[before];
    bool id = !str_eq(system->id, other->id) && str_eq(named[index].id, named[before].id);
    bool label =
        !str_eq(system->label, other->label) && str_eq(named[index].label, named[before].label);
    if (id) {
        (void)refuse_two(checking, json_member(item, STR("id")),
                         STR("ids that differ by more than capitals"), system->id, other->id);
    }
    if (label) {
        (void)refuse_two(checking, json_member(item, STR("label")),
                         STR("labels that a reader can tell apart; these differ only by capitals, "
                             "blanks, or characters that look the same or are not seen"),
                         system->label, other->label);
    }
    return !id && !label;
}

static bool system_names_unlike(const struct checking *checking, const struct json_item *item,
                                const struct case_file *out, const struct named *named,
                                size_t index)
{
    const struct json_item *at = json_member(item, STR("label"));
    struct str label = out->system[index].label;
    bool good = true;
    if (named[index].label.len == 0) {
        good = members_refuse(checking, checking->bad, at, STR("a label that can be seen"),
                              "\"%.*s\"", STR_ARG(label));
    }
    for (size_t i = 0; i < index; i++)
        good = two_unlike(checking, item, out, named, index, i) && good;
    for (size_t i = 0; i < out->system_count; i++) {
        if (i != index && str_eq(named[index].label, named[i].id)) {
            good = members_refuse(checking, checking->bad, at,
                                  STR("a label that is no other system's id"), "\"%.*s\"",
                                  STR_ARG(label));
        }
    }
    return good;
}

static bool systems_unlike(const struct checking *checking, const struct json_item *systems,
                           const struct case_file *out)
{
    struct arena *home = checking->reading->scratch;
    struct named *named = ARENA_MANY(home, out->system_count + 1, struct named);
    bool good = true;
    for (size_t i = 0; i < out->system_count; i++) {
        named[i].id = name_seen(home, out->system[i].id);
        named[i].label = name_seen(home, out->system[i].label);
    }
    const struct json_item *item = json_next(systems, NULL);
    for (size_t i = 0; i < out->system_count; i++, item = json_next(systems, item))
        good = system_names_unlike(checking, item, out, named, i) && good;
    return good;
}

/* ---- pairs ---- */

static const struct system *baseline_of(const struct case_file *case_file)
{
    for (size_t i = 0; i < case_file->system_count; i++)
        if (case_file->system[i].baseline)
            return &case_file->system[i];
    return NULL;
}

/* Whether a comparison of the two may be made, in this order: with the baseline or, without one,
 * both ways; and steps between others where layers are under test. */
static bool is_pair(const struct case_file *case_file, const struct system *a,
                    const struct system *b)
{
    const struct system *baseline = baseline_of(case_file);
    bool step = case_file->under_test.kind == UNDER_TEST_LAYERS && b != baseline && a < b;
    return a != b && (!baseline || a == baseline || step);
}

/* "B-C" of "A-B-C" behind "A"; empty: it does not begin so. */
static struct str id_behind(struct str id, struct str head)
{
    bool begins = str_starts(id, head) && id.len > head.len && id.at[head.len] == '-';
    return begins ? str_sub(id, head.len + 1, id.len) : (struct str){ 0 };
}

static const struct system *system_with(const struct case_file *case_file, struct str id)
{
    for (size_t i = 0; i < case_file->system_count; i++)
        if (id.len > 0 && str_eq(case_file->system[i].id, id))
            return &case_file->system[i];
    return NULL;
}

/* (A, B-C) and (A-B, C) are both "A-B-C": `a` is "A" and `c` is "A-B", at whose id it is said. */
static bool pair_names_unlike(const struct checking *checking, const struct json_item *at,
                              const struct case_file *out, const struct system *a,
                              const struct system *c)
{
    struct str middle = id_behind(c->id, a->id); /* "B" */
    for (size_t i = 0; middle.len > 0 && i < out->system_count; i++) {
        const struct system *b = &out->system[i]; /* "B-C" */
        const struct system *d = system_with(out, id_behind(b->id, middle));
        if (d && is_pair(out, a, b) && is_pair(out, c, d)) {
            return members_refuse(
                checking, checking->bad, at,
                STR("ids that name each pair otherwise; \"_\" may stand for \"-\""),
                "\"%.*s\" with \"%.*s\" has the name \"%.*s-%.*s\", as \"%.*s\" with \"%.*s\"",
                STR_ARG(c->id), STR_ARG(d->id), STR_ARG(c->id), STR_ARG(d->id), STR_ARG(a->id),
                STR_ARG(b->id));
        }
    }
    return true;
}

/* Claims and facts of a pair are named after its systems, "A-B", and asked for by that name. */
static bool pairs_unlike(const struct checking *checking, const struct json_item *systems,
                         const struct case_file *out)
{
    bool good = true;
    const struct json_item *item = json_next(systems, NULL);
    for (size_t i = 0; i < out->system_count; i++, item = json_next(systems, item)) {
        const struct json_item *at = json_member(item, STR("id"));
        bool unlike = true;
        for (size_t j = 0; j < out->system_count && unlike; j++)
            unlike = pair_names_unlike(checking, at, out, &out->system[j], &out->system[i]);
        good = unlike && good;
    }
    return good;
}

/* ---- workloads ---- */

struct workload {
    struct str name, seen;
    const struct json_item *at; /* where it is named first, or the first machine without a name */
    uint64_t systems;           /* that have runs of it: a bit of each, by index */
};

struct workloads {
    struct workload *item;
    size_t count;
};

static void workload_add(struct workloads *all, const struct json_item *machine, struct str name,
                         size_t system, struct arena *home)
{
    enum { WORKLOADS_MOST = 4096 }; /* more are refused when they are judged */
    const struct json_item *at = json_member(machine, STR("workload"));
    size_t i = 0;
    while (i < all->count && !str_eq(all->item[i].name, name))
        i++;
    if (i == WORKLOADS_MOST)
        return;
    if (!all->item)
        all->item = ARENA_MANY(home, WORKLOADS_MOST, struct workload);
    if (i == all->count) {
        all->item[all->count++] = (struct workload){ .name = name,
                                                     .seen = name_seen(home, name),
                                                     .at = at ? at : machine };
    }
    all->item[i].systems |= (uint64_t)1 << system;
}

static struct workloads workloads_list(const struct checking *checking,
                                       const struct json_item *systems, const struct case_file *out)
{
    struct workloads all = { 0 };
    const struct json_item *item = json_next(systems, NULL);
    for (size_t i = 0; i < out->system_count; i++, item = json_next(systems, item)) {
        const struct json_item *machines = json_member(item, STR("machines"));
        const struct json_item *machine = json_next(machines, NULL);
        for (size_t m = 0; m < out->system[i].machine_count; m++) {
            workload_add(&all, machine, out->system[i].machine[m].workload, i,
                         checking->reading->scratch);
            machine = json_next(machines, machine);
        }
    }
    return all;
}

static bool is_compared(const struct case_file *out, uint64_t systems)
{
    if (out->system_count == 1)
        return true; /* its runs are held against each other */
    for (size_t a = 0; a < out->system_count; a++) {
        for (size_t b = 0; b < out->system_count; b++) {
            bool both = (systems >> a & 1) && (systems >> b & 1);
            if (both && is_pair(out, &out->system[a], &out->system[b]))
                return true;
        }
    }
    return false;
}

/* Whether the same work stands in another category that two systems have: what one system alone has
 * is then listed with it, and set beside nothing. */
static bool listed_beside(const struct workloads *all, const struct workload *one,
                          const struct case_file *out)
{
    for (size_t i = 0; json_type(one->at) == JSON_STRING && i < all->count; i++)
        if (json_type(all->item[i].at) == JSON_STRING &&
            str_eq(str_trim(json_string(all->item[i].at)), str_trim(json_string(one->at))) &&
            is_compared(out, all->item[i].systems))
            return true;
    return false;
}

static bool alone_refused(const struct checking *checking, const struct workload *one,
                          bool categories)
{
    return members_refuse(checking, checking->bad, one->at,
                          categories ? STR("a category that two systems of one comparison have: no "
                                           "ratio is made across categories")
                                     : STR("a workload that two systems of one comparison have"),
                          one->name.len > 0 ? "\"%.*s\", of which runs stand alone"
                                            : "runs of no workload stand alone%.*s",
                          STR_ARG(one->name));
}

/* Runs of a workload that no two compared systems have are compared with nothing: the report would
 * leave them out in silence, and a case of such runs alone would have no verdict. */
static bool workloads_compared(const struct checking *checking, const struct json_item *systems,
                               const struct case_file *out)
{
    struct workloads all = workloads_list(checking, systems, out);
    bool good = true, categories = categories_named(systems);
    for (size_t i = 0; i < all.count; i++) {
        const struct workload *one = &all.item[i];
        if (!is_compared(out, one->systems) && !(categories && listed_beside(&all, one, out)))
            good = alone_refused(checking, one, categories);
        for (size_t j = 0; j < i; j++) {
            if (str_eq(one->seen, all.item[j].seen)) {
                good = members_refuse(
                    checking, checking->bad, one->at, STR("workloads that a reader can tell apart"),
                    "\"%.*s\" and \"%.*s\"", STR_ARG(one->name), STR_ARG(all.item[j].name));
            }
        }
    }
    return good;
}

bool case_names_check(const struct checking *checking, const struct json_item *systems,
                      const struct case_file *out)
{
    if (out->system_count > SYSTEMS_JUDGED)
        return true;
    bool good = systems_unlike(checking, systems, out);
    good = pairs_unlike(checking, systems, out) && good;
    return workloads_compared(checking, systems, out) && good;
}
