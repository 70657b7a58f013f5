/* findings_text.c - what moved a verdict, each statement once. */
#include "findings_text.h"
#include "output.h"
#include "verdict_text.h"

#include "model/likeness.h"
#include "model/showing.h"

#include <glib.h>
#include <string.h>

static void seen_put(const struct fact *fact, struct buf *out)
{
    struct str date = fact ? epoch_text(out->home, fact) : (struct str){ 0 };
    if (!fact)
        buf_put(out, STR("not disclosed"));
    else if (date.len > 0)
        buf_put(out, date);
    else
        value_put(fact, out);
}

struct str finding_words(struct arena *home, const struct finding *finding)
{
    struct buf out = buf_new(home, (size_t)1 << 20);
    struct str said = finding->said;
    for (size_t i = 0; i < said.len; i++) {
        if (said.at[i] == '{' && i + 2 < said.len && said.at[i + 2] == '}' &&
            said.at[i + 1] >= '0' && said.at[i + 1] <= '9') {
            size_t slot = (size_t)(said.at[i + 1] - '0');
            seen_put(slot < finding->count ? finding->seen[slot] : NULL, &out);
            i += 2;
        } else {
            buf_put_char(&out, said.at[i]);
        }
    }
    return buf_str(&out);
}

/* Whose values a finding shows, where all are of one system; NULL: nobody's, or of several. */
static const struct system *seen_whose(const struct finding *finding)
{
    const struct system *of = NULL;
    for (size_t i = 0; i < finding->count; i++) {
        const struct fact *fact = finding->seen[i];
        if (!fact) /* "16 against not disclosed" */
            return NULL;
        const struct machine *machine = fact->run ? fact->run->machine : fact->machine;
        const struct system *own = machine ? machine->system : fact->system;
        if (own && of && own != of)
            return NULL;
        of = own ? own : of;
    }
    return of;
}

static bool seen_of(const struct finding *finding, const struct system *side)
{
    return side && seen_whose(finding) == side;
}

struct str finding_told(struct arena *home, const struct comparison *c,
                        const struct finding *finding)
{
    struct str words = finding_words(home, finding);
    bool of[2] = { false, false };
    if (comparison_single(c) || !seen_whose(finding))
        return words;
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *other = &c->finding[i];
        if (!str_eq(other->rule->id, finding->rule->id) || other->cell != finding->cell ||
            !str_eq(finding_words(home, other), words))
            continue;
        of[0] = of[0] || seen_of(other, c->a);
        of[1] = of[1] || seen_of(other, c->b);
    }
    if (!of[0] && !of[1])
        return words;
    return str_format(home, "%.*s (%.*s%s%.*s)", STR_ARG(words),
                      STR_ARG(of[0] ? c->a->id : STR("")), of[0] && of[1] ? " and " : "",
                      STR_ARG(of[1] ? c->b->id : STR("")));
}

struct str comparison_named(struct arena *home, const struct comparison *c)
{
    struct buf out = buf_new(home, (size_t)1 << 16);
    if (!comparison_single(c)) {
        buf_put_visible(&out, str_sub(c->b->id, 0, 40));
        buf_put(&out, STR(" against "));
    }
    buf_put_visible(&out, str_sub(c->a->id, 0, 40));
    if (c->workload.len > 0) {
        buf_put(&out, STR(", "));
        buf_put_visible(&out, str_sub(c->workload, 0, 40));
    }
    return buf_str(&out);
}

static void put_side(struct buf *out, const struct system *system, const struct fact *fact)
{
    struct buf line = buf_new(out->home, (size_t)1 << 20);
    seen_put(fact, &line);
    if (fact && fact->source.evidence) {
        buf_put(&line, STR(" ("));
        source_put(fact, &line);
        buf_put_char(&line, ')');
    } else if (fact && fact->run) {
        buf_putf(&line, " (run %.*s)", STR_ARG(fact->run->id));
    }
    buf_put(out, STR("      "));
    buf_put_visible(out, system->id);
    buf_put(out, STR(": "));
    size_t at = 8 + system->id.len;
    output_wrap(out, buf_str(&line), 8, at);
}

static bool moves(enum verdict cell)
{
    return cell == VERDICT_NOT || cell == VERDICT_INCOMPLETE || cell == VERDICT_STATED;
}

/* D1 asks for every fact that anyone needs, and would repeat what the rules that need one have said
 * of it: whether another finding, no less grave, tells the same silence. */
static bool named_by_other(const struct comparison *comparison, const struct finding *finding)
{
    if (!str_eq(finding->rule->id, STR("D1")) || finding->judgement != UNKNOWN ||
        finding->key == KEY_COUNT)
        return false;
    for (size_t i = 0; i < comparison->finding_count; i++) {
        const struct finding *other = &comparison->finding[i];
        bool grave =
            other->cell == finding->cell || (finding->cell == VERDICT_STATED && moves(other->cell));
        if (grave && other->judgement == UNKNOWN && other->key == finding->key &&
            str_eq(other->silent, finding->silent) && !str_eq(other->rule->id, finding->rule->id))
            return true;
    }
    return false;
}

/* The finding printed before this one that says the same and is mended alike; NULL: none. One fact
 * that is missing is asked for by several rules. */
static const struct finding *said_before(struct arena *home, const struct comparison *comparison,
                                         const struct finding *finding)
{
    for (const struct finding *at = comparison->finding; at < finding; at++)
        if (at->cell == finding->cell && !named_by_other(comparison, at) &&
            str_eq(at->mend, finding->mend) && str_eq(at->said, finding->said) &&
            str_eq(finding_words(home, at), finding_words(home, finding)))
            return at;
    return NULL;
}

/* One cause on both sides is found once a side, and reads alike where both sides are shown. */
static bool reads_alike(struct arena *home, const struct finding *a, const struct finding *b)
{
    return a->cell == b->cell && str_eq(a->rule->id, b->rule->id) && a->a && a->b && a->a == b->a &&
           a->b == b->b && str_eq(a->mend, b->mend) &&
           str_eq(finding_words(home, a), finding_words(home, b));
}

static bool read_before(struct arena *home, const struct comparison *comparison,
                        const struct finding *finding)
{
    const struct finding *at = comparison->finding;
    while (at < finding && !reads_alike(home, at, finding))
        at++;
    return at < finding;
}

static size_t times_read(struct arena *home, const struct comparison *comparison,
                         const struct finding *finding)
{
    const struct finding *end = comparison->finding + comparison->finding_count;
    size_t times = finding->times;
    for (const struct finding *at = finding + 1; at < end; at++)
        times += reads_alike(home, finding, at) ? at->times : 0;
    return times;
}

/* The run that a fact is of, else its file. */
static struct str told_by(const struct fact *fact)
{
    return fact->run               ? fact->run->id
           : fact->source.evidence ? fact->source.evidence->name
                                   : (struct str){ 0 };
}

/* The other runs, or files, of which the same was found. */
static struct str also_read(struct arena *home, const struct comparison *comparison,
                            const struct finding *finding)
{
    const struct finding *end = comparison->finding + comparison->finding_count;
    struct buf out = buf_new(home, 1 << 16);
    buf_put(&out, finding->also);
    for (const struct finding *at = finding + 1; at < end; at++) {
        if (!reads_alike(home, finding, at))
            continue;
        struct str first = at->count > 0 && at->seen[0] ? told_by(at->seen[0]) : at->also;
        struct str names[] = { first, at->count > 0 && at->seen[0] ? at->also : STR("") };
        for (size_t i = 0; i < ARRAY_COUNT(names); i++)
            if (names[i].len > 0)
                buf_putf(&out, "%s%.*s", buf_str(&out).len > 0 ? ", " : "", STR_ARG(names[i]));
    }
    return buf_str(&out);
}

static void put_times(struct buf *out, const struct comparison *comparison,
                      const struct finding *finding)
{
    size_t times = times_read(out->home, comparison, finding);
    struct str also = also_read(out->home, comparison, finding);
    if (times <= 1)
        return;
    struct str said =
        str_format(out->home, "%zu times the same%s%.*s", times,
                   also.len > 0 ? ": also of " : ", of different runs or files", STR_ARG(also));
    buf_put(out, STR("      "));
    output_wrap(out, said, 6, 6);
}

bool finding_of_one(const struct finding *finding)
{
    bool placed = !finding->a && !finding->b && finding->key != KEY_COUNT && finding->count > 1;
    for (size_t i = 0; i < finding->count && placed; i++)
        placed = finding->seen[i] && finding->seen[i]->source.evidence;
    return placed;
}

/* A finding that names no values joins others of its rule that are mended alike: `taken`. */
static bool joins(struct arena *home, const struct comparison *c, const struct finding *finding,
                  const struct finding *first)
{
    return !finding_of_one(finding) && !finding_of_one(first) &&
           str_eq(finding->rule->id, first->rule->id) && finding->cell == first->cell &&
           str_eq(finding->mend, first->mend) && !finding->a && !finding->b && !first->a &&
           !first->b && times_read(home, c, finding) <= 1 && times_read(home, c, first) <= 1 &&
           !named_by_other(c, finding) && !read_before(home, c, finding);
}

/* Whether a finding stands under this cell; what reaches claims alone moves no verdict, and stands
 * under VERDICT_COMPARABLE where it does not hold. */
static bool stands_under(const struct finding *finding, enum verdict cell)
{
    bool claim = finding->rule->reach == REACH_CLAIM &&
                 (finding->judgement == FAILS || finding->judgement == UNKNOWN);
    return finding->cell == cell && (cell != VERDICT_COMPARABLE || claim);
}

/* The first of those printed under the same heading that is mended alike, whose rule is named
 * instead; NULL: none. */
static const struct finding *mended_before(struct arena *home, const struct comparison *c,
                                           const struct finding *finding)
{
    for (const struct finding *at = c->finding; finding->mend.len > 0 && at < finding; at++)
        if (str_eq(at->mend, finding->mend) && stands_under(at, finding->cell) &&
            !finding_loosens(at) && !named_by_other(c, at) && !read_before(home, c, at))
            return at;
    return NULL;
}

static void put_finding(struct buf *out, const struct comparison *comparison,
                        const struct finding *finding, bool *taken)
{
    const struct finding *before = said_before(out->home, comparison, finding);
    buf_putf(out, "  %-4.*s ", STR_ARG(finding->rule->id));
    output_wrap(out, finding->rule->title, 7, 7);
    buf_put(out, STR("      "));
    output_wrap(out, finding_told(out->home, comparison, finding), 6, 6);
    for (size_t i = (size_t)(finding - comparison->finding) + 1; i < comparison->finding_count;
         i++) {
        const struct finding *other = &comparison->finding[i];
        if (taken[i] || before || said_before(out->home, comparison, other) ||
            !joins(out->home, comparison, other, finding))
            continue;
        taken[i] = true;
        buf_put(out, STR("      "));
        output_wrap(out, finding_words(out->home, other), 6, 6);
    }
    if (finding->a || finding->b) {
        put_side(out, comparison->a, finding->a);
        if (!comparison_single(comparison))
            put_side(out, comparison->b, finding->b);
    }
    for (size_t i = 0; finding_of_one(finding) && i < finding->count; i++) {
        struct buf line = buf_new(out->home, (size_t)1 << 20);
        seen_put(finding->seen[i], &line);
        buf_put(&line, STR("  "));
        source_put(finding->seen[i], &line);
        buf_put(out, STR("      "));
        output_wrap(out, buf_str(&line), 8, 6);
    }
    put_times(out, comparison, finding);
    const struct finding *mended = mended_before(out->home, comparison, finding);
    if (mended && str_eq(mended->rule->id, finding->rule->id)) {
        buf_putf(out, "      mend: as at the first %.*s\n", STR_ARG(mended->rule->id));
    } else if (mended) {
        buf_putf(out, "      mend: as at %.*s\n", STR_ARG(mended->rule->id));
    } else if (finding->mend.len > 0) {
        buf_put(out, STR("      mend: "));
        output_wrap(out, finding->mend, 12, 12);
    }
}

/* ---- each statement once ---- */

struct telling {
    struct arena *home;
    GHashTable *told; /* what was printed: its text, and where */
};

struct told_under {
    const struct comparison *c;
};

struct telling *telling_new(struct arena *home)
{
    struct telling *telling = ARENA_NEW(home, struct telling);
    *telling =
        (struct telling){ home, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    return telling;
}

void telling_end(struct telling *telling)
{
    g_hash_table_destroy(telling->told);
}

size_t text_number(GHashTable *met, struct str text, size_t count)
{
    char *key = g_strndup(text.at, text.len);
    void *number;
    if (!g_hash_table_lookup_extended(met, key, NULL, &number)) {
        (void)g_hash_table_insert(met, key, GSIZE_TO_POINTER(count));
        return count;
    }
    g_free(key);
    return GPOINTER_TO_SIZE(number);
}

const struct comparison *telling_told(struct telling *telling, const struct comparison *c,
                                      struct str text)
{
    char *key = g_strndup(text.at, text.len);
    const struct told_under *before = g_hash_table_lookup(telling->told, key);
    if (before) {
        g_free(key);
        return before->c;
    }
    struct told_under *under = ARENA_NEW(telling->home, struct told_under);
    under->c = c;
    (void)g_hash_table_insert(telling->told, key, under);
    return NULL;
}

struct section { /* what stands under one heading of a comparison */
    struct telling *telling;
    struct buf *out;
    const struct comparison *c;
    const char *title;
    bool headed;
    size_t again; /* statements that an earlier comparison made */
    const struct comparison **of;
    const struct rule_text **rule;
};

static void section_head(struct section *s)
{
    if (!s->headed)
        buf_putf(s->out, "\n%s\n", s->title);
    s->headed = true;
}

/* Ids of the rules of statements that the comparison made which made number `first`, each once.
 * Returns how many statements there are. */
static size_t again_rules(const struct section *s, size_t first, struct buf *ids)
{
    size_t count = 0;
    for (size_t k = first; k < s->again; k++) {
        bool named = false;
        if (s->of[k] != s->of[first])
            continue;
        for (size_t n = first; n < k; n++)
            named = named || (s->of[n] == s->of[first] && s->rule[n] == s->rule[k]);
        if (!named)
            buf_putf(ids, "%s%.*s", count > 0 ? ", " : "", STR_ARG(s->rule[k]->id));
        count++;
    }
    return count;
}

/* "as of B against A, MAP: 43 more: W9, M1, ...", a line an earlier comparison */
static void put_again(struct section *s)
{
    for (size_t i = 0; i < s->again; i++) {
        struct buf ids = buf_new(s->out->home, (size_t)1 << 20);
        bool before = false;
        for (size_t k = 0; k < i; k++)
            before = before || s->of[k] == s->of[i];
        if (before)
            continue;
        size_t count = again_rules(s, i, &ids);
        section_head(s);
        buf_put(s->out, STR("  "));
        output_wrap(s->out,
                    str_format(s->out->home, "as of %.*s: %zu more: %.*s",
                               STR_ARG(comparison_named(s->out->home, s->of[i])), count,
                               STR_ARG(buf_str(&ids))),
                    4, 2);
    }
}

/* Rows that a profile or own rules made looser: why stands above the verdicts. */
static void put_looser(struct section *s, enum verdict cell)
{
    struct buf ids = buf_new(s->out->home, 1 << 20);
    for (size_t i = 0; i < s->c->finding_count; i++)
        if (stands_under(&s->c->finding[i], cell) && finding_loosens(&s->c->finding[i]))
            buf_putf(&ids, "%s%.*s", ids.len > 0 ? ", " : "", STR_ARG(s->c->finding[i].rule->id));
    if (ids.len == 0)
        return;
    struct str text = str_format(s->out->home,
                                 "made looser than the built-in rules, as told above: "
                                 "%.*s",
                                 STR_ARG(buf_str(&ids)));
    const struct comparison *before = telling_told(s->telling, s->c, text);
    if (before && before != s->c)
        text = str_format(s->out->home, "made looser: as of %.*s",
                          STR_ARG(comparison_named(s->out->home, before)));
    section_head(s);
    buf_put(s->out, STR("  "));
    output_wrap(s->out, text, 4, 2);
}

void findings_put(struct telling *telling, struct buf *out, const struct comparison *c,
                  enum verdict cell, const char *title)
{
    struct section s = {
        telling,
        out,
        c,
        title,
        .of = ARENA_MANY(out->home, c->finding_count + 1, const struct comparison *),
        .rule = ARENA_MANY(out->home, c->finding_count + 1, const struct rule_text *)
    };
    bool *taken = ARENA_MANY(out->home, c->finding_count + 1, bool);
    size_t named = 0;
    memset(taken, 0, (c->finding_count + 1) * sizeof *taken);
    for (size_t i = 0; i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (!stands_under(finding, cell) || taken[i] || finding_loosens(finding) ||
            read_before(out->home, c, finding))
            continue;
        if (named_by_other(c, finding)) {
            named++;
            continue;
        }
        struct buf text = buf_new(out->home, (size_t)1 << 20);
        put_finding(&text, c, finding, taken);
        struct str told = str_format(out->home, "%.*s%.*s", STR_ARG(buf_str(&text)),
                                     STR_ARG(finding->mend)); /* "as at S7" may be another one */
        const struct comparison *before = telling_told(telling, c, told);
        if (before && before != c) {
            s.of[s.again] = before;
            s.rule[s.again++] = finding->rule;
            continue;
        }
        section_head(&s);
        buf_put(out, buf_str(&text));
    }
    put_again(&s);
    put_looser(&s, cell);
    if (named > 0)
        buf_putf(out, "  D1   of %zu fact%s more: as the rules above say\n", named,
                 named == 1 ? "" : "s");
}
