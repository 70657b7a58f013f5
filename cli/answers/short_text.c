/* short_text.c - lines of the short answers: the verdict, its reasons, what would change it. */
#include "short_text.h"
#include "base/num.h"
#include "inspect_put.h"
#include "output.h"
#include "verdict_text.h"
#include <glib.h>
#include <string.h>

/* ---- findings ---- */

/* A rule that a profile or own rules made looser says only that; the first line says it for all. */
bool short_counts(const struct finding *finding, enum verdict cell)
{
    return finding->cell == cell && cell != VERDICT_COMPARABLE && !finding_loosens(finding);
}

/* One cause counts once, whichever rules it reaches. */
bool short_first_of_rule(const struct comparison *c, const struct finding *finding)
{
    for (const struct finding *at = c->finding; at < finding; at++)
        if (at->cell == finding->cell && !finding_loosens(at) &&
            str_eq(at->rule->id, finding->rule->id))
            return false;
    return true;
}

static size_t rules_under(const struct comparison *c, enum verdict cell)
{
    size_t count = 0;
    for (size_t i = 0; i < c->finding_count; i++)
        count += short_counts(&c->finding[i], cell) && short_first_of_rule(c, &c->finding[i]);
    return count;
}

static bool is_seen(const struct finding *finding)
{
    return short_counts(finding, VERDICT_STATED) && !finding_is_gap(finding);
}

static bool first_of_gap(const struct comparison *c, const struct finding *finding)
{
    for (const struct finding *at = c->finding; at < finding; at++)
        if (finding_is_gap(at) && reservations_alike(at, finding))
            return false;
    return true;
}

static bool first_seen(const struct comparison *c, const struct finding *finding)
{
    for (const struct finding *at = c->finding; at < finding; at++)
        if (is_seen(at) && str_eq(at->rule->id, finding->rule->id))
            return false;
    return true;
}

static size_t seen_of(const struct comparison *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->finding_count; i++)
        count += is_seen(&c->finding[i]) && first_seen(c, &c->finding[i]);
    return count;
}

void short_verdict(struct buf *out, const struct comparison *c)
{
    struct buf line = buf_new(out->home, 4096);
    size_t gaps, stated = reservations_count(c->finding, c->finding_count, &gaps);
    const char *word =
        comparison_single(c) ? "valid" : "comparable"; /* alone, nothing is compared */
    buf_putf(&line, "%s ", verdict_row(c->verdict)->glyph);
    switch (c->verdict) {
    case VERDICT_COMPARABLE:
        buf_put(&line, str_from(word));
        break;
    case VERDICT_STATED:
        buf_putf(&line, "%s, with %zu reservation%s", word, stated, stated == 1 ? "" : "s");
        if (gaps == stated)
            buf_put(&line, gaps > 1 ? STR(", all of them gaps in the record")
                                    : STR(", a gap in the record"));
        else if (gaps > 0)
            buf_putf(&line, ", %zu of them %s in the record", gaps, gaps > 1 ? "gaps" : "a gap");
        break;
    case VERDICT_INCOMPLETE: {
        size_t open = rules_under(c, VERDICT_INCOMPLETE);
        buf_putf(&line, "incomplete: %zu condition%s cannot be decided", open,
                 open == 1 ? "" : "s");
        break;
    }
    case VERDICT_NOT: {
        size_t failed = rules_under(c, VERDICT_NOT);
        buf_putf(&line, "not %s: %zu condition%s fail%s", word, failed, failed == 1 ? "" : "s",
                 failed == 1 ? "s" : "");
        break;
    }
    }
    short_line(out, buf_str(&line));
}

static void put_value_line(struct buf *out, const struct system *system, const struct fact *fact)
{
    struct buf line = buf_new(out->home, (size_t)1 << 20), value = buf_new(out->home, 1 << 20),
               place = buf_new(out->home, 1 << 20);
    if (!fact) {
        buf_put(&value, STR("not disclosed"));
    } else {
        value_put(fact, &value);
        source_put(fact, &place);
    }
    if (system)
        buf_putf(&line, "     %.*s  ", STR_ARG(system->id));
    else /* one of several values of one side */
        buf_put(&line, STR("     "));
    struct str text = output_visible(out->home, buf_str(&value));
    bool cut = output_columns(text) > 44;
    short_pad(
        &line,
        cut ? str_format(out->home, "%.*s...", STR_ARG(str_sub(text, 0, short_bytes(text, 41))))
            : text,
        place.len > 0 ? 24 : 0);
    if (place.len > 0) {
        buf_put(&line, STR("  "));
        buf_put(&line, output_visible(out->home, buf_str(&place)));
    }
    short_line(out, buf_str(&line));
}

static void put_said(struct buf *out, const struct comparison *c, const struct finding *finding)
{
    struct str words = output_visible(out->home, finding_told(out->home, c, finding));
    if (output_columns(words) > 170)
        words =
            str_format(out->home, "%.*s...", STR_ARG(str_sub(words, 0, short_bytes(words, 167))));
    short_wrap(
        out, str_format(out->home, "  %-3.*s %.*s", STR_ARG(finding->rule->id), STR_ARG(words)), 6);
}

const struct finding *short_without_result(const struct comparison *c)
{
    for (size_t i = 0; c->verdict == VERDICT_INCOMPLETE && i < c->finding_count; i++)
        if (c->finding[i].when && strcmp(c->finding[i].when, "no-result") == 0 &&
            short_counts(&c->finding[i], c->verdict))
            return &c->finding[i];
    return NULL;
}

void short_reasons(struct buf *out, const struct comparison *c, size_t most)
{
    enum verdict cell = c->verdict;
    const struct finding *bare = short_without_result(c);
    size_t shown = 0, all = rules_under(c, cell);
    if (bare && most > 0) {
        put_said(out, c, bare);
        shown++;
    }
    for (size_t i = 0; i < c->finding_count && shown < most; i++) {
        const struct finding *finding = &c->finding[i];
        if (finding == bare || !short_counts(finding, cell) || !short_first_of_rule(c, finding))
            continue;
        put_said(out, c, finding);
        if (finding->a && finding->b) {
            put_value_line(out, c->a, finding->a);
            put_value_line(out, c->b, finding->b);
        }
        for (size_t k = 0; finding_of_one(finding) && k < finding->count && k < 3; k++)
            put_value_line(out, NULL, finding->seen[k]);
        shown++;
    }
    if (all > shown && shown > 0)
        short_line(out, str_format(out->home, "  and %zu more (--full)", all - shown));
}

void short_reason_line(struct buf *out, const struct comparison *c)
{
    const struct finding *bare = short_without_result(c);
    for (size_t i = 0; i < c->finding_count; i++) {
        if (bare ? &c->finding[i] == bare : short_counts(&c->finding[i], c->verdict)) {
            buf_putf(out, "%.*s ", STR_ARG(c->finding[i].rule->id));
            buf_put(out, output_visible(out->home, finding_told(out->home, c, &c->finding[i])));
            return;
        }
    }
    buf_put(out, STR("too few runs a side for a ratio"));
}

/* What touches the number comes before what concerns the record. */
static bool touches(const struct finding *finding)
{
    static const enum family record[] = { FAMILY_D, FAMILY_X, FAMILY_E };
    for (size_t i = 0; i < ARRAY_COUNT(record); i++)
        if (finding->rule->family == record[i])
            return false;
    return !str_eq(finding->rule->id, STR("M13")); /* a plan fixed before */
}

/* Whether another comparison has the gap of a finding, too. */
static bool gap_in(const struct comparison *c, const struct finding *finding)
{
    for (size_t i = 0; i < c->finding_count; i++)
        if (finding_is_gap(&c->finding[i]) && reservations_alike(&c->finding[i], finding))
            return true;
    return false;
}

/* Whether the finding is the first of its gap in comparison number `at`, and none before has it. */
static bool new_gap(const struct short_named *item, size_t at, const struct finding *finding)
{
    bool new = finding_is_gap(finding) && first_of_gap(item[at].c, finding);
    for (size_t i = 0; i < at && new; i++)
        new = !comparison_licenses(item[i].c) || !gap_in(item[i].c, finding);
    return new;
}

/* "Gaps in the record (44): Warm-up, Stop rule and 42 more"; of several comparisons each once. */
static void put_gaps(struct buf *out, const struct short_named *item, size_t count)
{
    enum { NAMED = 4 };
    struct buf line = buf_new(out->home, (size_t)1 << 16), names = buf_new(out->home, 1 << 16);
    size_t all = 0;
    for (size_t at = 0; at < count; at++) {
        const struct comparison *c = item[at].c;
        for (size_t i = 0; comparison_licenses(c) && i < c->finding_count; i++) {
            const struct finding *finding = &c->finding[i];
            if (new_gap(item, at, finding) && all++ < NAMED)
                buf_putf(&names, "%s%s", all > 1 ? ", " : "",
                         finding->key != KEY_COUNT ? vocabulary_row(finding->key)->title
                                                   : str_c(out->home, finding->rule->title));
        }
    }
    if (all == 0)
        return;
    buf_putf(&line, "  Gaps in the record (%zu): %.*s", all, STR_ARG(buf_str(&names)));
    if (all > NAMED)
        buf_putf(&line, " and %zu more (--full)", all - NAMED);
    short_wrap(out, buf_str(&line), 4);
}

void short_reservations(struct buf *out, const struct comparison *c, size_t most)
{
    size_t shown = 0, all = seen_of(c);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < c->finding_count && shown < most; i++) {
            const struct finding *finding = &c->finding[i];
            if (!is_seen(finding) || !first_seen(c, finding) || touches(finding) != (pass == 0))
                continue;
            if (shown++ == 0)
                short_line(out, STR("Beside the number stand:"));
            put_said(out, c, finding);
        }
    }
    if (all > shown && shown > 0)
        short_line(out, str_format(out->home, "  and %zu more (--full)", all - shown));
    put_gaps(out, &(struct short_named){ .c = c }, 1);
}

/* ---- the same over several ---- */

void short_open(struct buf *out, const struct short_named *item, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (item[i].c->decision && strcmp(item[i].c->decision, "inconclusive") == 0) {
            short_line(out, STR("open: whether the change passes the margin these runs do not "
                                "show."));
            return;
        }
}

/* What a comparison that has a number says beside it under a rule; NULL: nothing. */
static const struct finding *seen_under(const struct comparison *c, const struct rule_text *rule)
{
    for (size_t i = 0; comparison_licenses(c) && i < c->finding_count; i++)
        if (is_seen(&c->finding[i]) && str_eq(c->finding[i].rule->id, rule->id))
            return &c->finding[i];
    return NULL;
}

/* One line: whose it is, where not all have it; "such as", where each says it otherwise. */
static void put_shared(struct buf *out, const struct short_named *item, size_t count, size_t at,
                       const struct finding *finding)
{
    struct buf line = buf_new(out->home, (size_t)1 << 20);
    struct str words = output_visible(out->home, finding_words(out->home, finding));
    size_t bear = 0, licensed = 0;
    bool alike = true;
    for (size_t i = 0; i < count; i++) {
        const struct finding *other = seen_under(item[i].c, finding->rule);
        licensed += comparison_licenses(item[i].c);
        bear += other != NULL;
        alike =
            alike &&
            (!other || str_eq(words, output_visible(out->home, finding_words(out->home, other))));
    }
    if (output_columns(words) > 120)
        words =
            str_format(out->home, "%.*s...", STR_ARG(str_sub(words, 0, short_bytes(words, 117))));
    buf_putf(&line, "  %-3.*s ", STR_ARG(finding->rule->id));
    if (bear < licensed || !alike) {
        struct str name = output_visible(out->home, str_sub(item[at].name, 0, 400));
        name = str_sub(name, 0, short_bytes(name, 40));
        buf_putf(&line, "%s%.*s", alike ? "of " : "such as of ", STR_ARG(name));
        if (bear > 1)
            buf_putf(&line, "%s %zu more", alike ? " and" : ", in other words of", bear - 1);
        buf_put(&line, STR(": "));
    }
    buf_put(&line, words);
    short_wrap(out, buf_str(&line), 6);
}

void short_shared(struct buf *out, const struct short_named *item, size_t count, size_t most)
{
    size_t shown = 0, all = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t at = 0; at < count; at++) {
            const struct comparison *c = item[at].c;
            for (size_t i = 0; comparison_licenses(c) && i < c->finding_count; i++) {
                const struct finding *finding = &c->finding[i];
                bool new =
                    is_seen(finding) && first_seen(c, finding) && touches(finding) == (pass == 0);
                for (size_t k = 0; k < at && new; k++)
                    new = !seen_under(item[k].c, finding->rule);
                if (!new || all++ >= most)
                    continue;
                if (shown++ == 0)
                    short_line(out, STR("Beside the numbers stand:"));
                put_shared(out, item, count, at, finding);
            }
        }
    }
    if (all > shown && shown > 0)
        short_line(out, str_format(out->home, "  and %zu more (--full)", all - shown));
    put_gaps(out, item, count);
}

void short_credit(struct buf *out, const struct comparison *c)
{
    if (c->credited != LAYER_NONE)
        short_line(out, str_format(out->home, "  The change may be credited to one layer: %s",
                                   layer_row(c->credited)->title));
    else if (c->layers_changed && c->layers_changed->value.value > 1 && c->decision &&
             strcmp(c->decision, "equivalent") != 0 &&
             strcmp(c->decision, "inconclusive") != 0) /* else there is no change to credit */
        short_line(out,
                   str_format(out->home, "  %.*s layers differ: the change is credited to none",
                              STR_ARG(c->layers_changed->value.text)));
}
