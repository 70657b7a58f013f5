/* sections_verdict.c - the verdict, and the reservations that touch the answer, in plain words. */
#include "page_one.h"

#include <string.h>

/* What a rule that is not met touches, weightiest first: whether other units would do the same, the
 * ratio, what a change is credited to. Rules that are not named here touch the record. */
static const char *const weighty[] = { "U1", "M11", "M12", "M6", "S7", "H1", "V5", "H2", "D7", "H5",
                                       "H4", "M14", "H3",  "S6", "P5", "E7", "M8", "U2", "S9" };

static size_t weight_of(const struct finding *finding)
{
    for (size_t i = 0; i < ARRAY_COUNT(weighty); i++)
        if (str_eq(finding->rule->id, str_from(weighty[i])))
            return i;
    return ARRAY_COUNT(weighty);
}

/* What is weighty only for how two systems stand to each other, or for what a difference is
 * credited to: the order of runs, how small a difference they show, bridge runs. */
static const char *const relating[] = { "M12", "M14", "S6", "U2" };

bool reservation_touches(const struct finding *finding, bool related)
{
    bool touches = finding->cell == VERDICT_STATED && !finding_loosens(finding) &&
                   finding->rule->reach != REACH_ATTRIBUTION &&
                   weight_of(finding) < ARRAY_COUNT(weighty);
    for (size_t i = 0; i < ARRAY_COUNT(relating) && !related; i++)
        touches = touches && !str_eq(finding->rule->id, str_from(relating[i]));
    return touches;
}

/* "plain.M13.deviates", "plain.M13.unknown" or "plain.M13", what is said of the rule in the words
 * of what it found; NULL: none is written. What a rule may find for several reasons is never told
 * by the judgement alone where a reason has words of its own. */
static const char *string_of(struct building *b, const char *head, const struct finding *finding)
{
    const char *id = joined(b, head, str_c(b->home, finding->rule->id));
    const char *when = finding->when ? joined(b, id, finding->when) : NULL;
    if (when && string_has(b, when))
        return when;
    const char *judged = finding->judgement == UNKNOWN ? joined(b, id, "unknown") : id;
    return string_has(b, judged) ? judged : NULL;
}

/* A title says what must be so; a reservation, that it is not, or not known to be. */
static struct str titled(struct building *b, const struct finding *finding)
{
    struct str head =
        skin_string(b->skin, finding->judgement == UNKNOWN ? "plain.not_known" : "plain.not_met");
    return str_format(b->home, "%.*s%.*s%.*s", STR_ARG(head),
                      STR_ARG(worded(b->home, b->skin, finding->rule->title)),
                      STR_ARG(skin_string(b->skin, "sentence.end")));
}

/* "plain.M12.bridge", else the sentence of what was found, else the rule's title. */
static struct str plain_of(struct building *b, const struct comparison *c,
                           const struct finding *finding)
{
    const char *bridged =
        joined(b, joined(b, "plain", str_c(b->home, finding->rule->id)), "bridge");
    if (c->bridge_count > 0 && c->credited != LAYER_NONE && finding->judgement == FAILS &&
        string_has(b, bridged))
        return skin_string(b->skin, bridged);
    const char *plain = string_of(b, "plain", finding);
    return plain ? skin_string(b->skin, plain) : titled(b, finding);
}

static bool said_before(const struct reservation *list, size_t count, struct str plain)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(list[i].plain, plain))
            return true;
    return false;
}

size_t reservations_pick(struct building *b, const struct comparison *c, struct reservation *out,
                         size_t most)
{
    size_t count = 0;
    for (size_t weight = 0; weight <= ARRAY_COUNT(weighty); weight++) {
        for (size_t i = 0; i < c->finding_count && count < most; i++) {
            const struct finding *finding = &c->finding[i];
            if (finding->cell != VERDICT_STATED || weight_of(finding) != weight ||
                finding_loosens(finding))
                continue;
            struct str plain = plain_of(b, c, finding);
            if (!said_before(out, count, plain)) {
                out[count++] =
                    (struct reservation){ finding, plain, string_of(b, "owed", finding) };
            }
        }
    }
    return count;
}

/* ---- limits that were weakened ---- */

/* A person's sentence as part of ours, which has a stop of its own. */
static struct str unstopped(struct str text)
{
    text = str_trim(text);
    while (str_ends(text, STR(".")))
        text = str_trim(str_sub(text, 0, text.len - 1));
    return text;
}

/* Limits that the case weakened stand under the verdict that they made possible. */
static void weakened_add(struct building *b, struct node *box)
{
    const struct policy *policy = &b->model->case_file->policy;
    for (size_t i = 0; i < policy->weakened_count; i++) {
        const struct weakening *w = &policy->weakened[i];
        struct node *line = paragraph_add(b, box, ROLE_SMALL);
        struct str reason = unstopped(w->reason);
        SAY(b, line, reason.len > 0 ? "small.weakened" : "small.weakened.silent",
            { "what", .quote = key_title(b, w->key) }, { "value", .fact = w->fact },
            { "reason", .quote = reason });
        if (w->built_in) {
            SAY(b, line, "small.built_in", { "value", .fact = w->built_in });
        } else if (w->standard.len > 0) { /* a loss of accuracy has none */
            SAY(b, line, "small.standard",
                { "value", .quote = worded(b->home, b->skin, w->standard) });
        }
    }
}

/* Rules that one reason loosens, in one sentence: "W8, V2". Empty: another stands before them. */
static struct str loosened_alike(const struct building *b, size_t from)
{
    struct buf out = buf_new(b->home, 1 << 12);
    for (size_t i = 0; i < b->model->loosened_count; i++) {
        const struct rule_text *rule = b->model->loosened[i];
        if (!str_eq(rule->loosened, b->model->loosened[from]->loosened))
            continue;
        if (i < from)
            return (struct str){ 0 };
        buf_putf(&out, "%s%.*s", out.len > 0 ? ", " : "", STR_ARG(rule->id));
    }
    return buf_str(&out);
}

void loosened_add(struct building *b, struct node *box)
{
    struct node *many = NULL;
    for (size_t i = 0; i < b->model->loosened_count; i++) {
        const struct rule_text *rule = b->model->loosened[i];
        struct str alike = loosened_alike(b, i);
        if (str_eq(alike, rule->id)) {
            SAY(b, paragraph_add(b, box, ROLE_SMALL), "small.loosened",
                { "rule", .quote = rule->id },
                { "title", .quote = worded(b->home, b->skin, rule->title) },
                { "reason", .quote = unstopped(rule->loosened) });
        } else if (alike.len > 0) {
            many = many ? many : paragraph_plain(b, box, ROLE_SMALL, "small.loosened.head");
            SAY(b, many, "small.loosened.many", { "rules", .quote = alike },
                { "reason", .quote = unstopped(rule->loosened) });
        }
    }
}

/* ---- the box ---- */

static void refused_sentence(struct building *b, struct node *line, const struct comparison *c)
{
    struct fill pair[] = { { "a", .quote = c->a->id },
                           { "b", .quote = c->b->id },
                           { "failed", .fact = c->failed },
                           { "unknown", .fact = c->unknown } };
    const size_t count = ARRAY_COUNT(pair);
    bool unknown = c->unknown && !str_eq(c->unknown->value.text, STR("0"));
    if (c->verdict == VERDICT_INCOMPLETE) {
        say(b, line, counted(b, "verdict.incomplete.sentence", c->unknown), pair, count);
    } else {
        say(b, line, counted(b, "verdict.not.sentence", c->failed), pair, count);
        if (unknown)
            say(b, line, counted(b, "verdict.not.unknown", c->unknown), pair, count);
    }
    say(b, line, "verdict.no_ratio", pair, count);
}

/* The first pair of several of which the same is told; NULL: none. */
static const struct comparison *same_reservations(struct building *b, const struct comparison *c,
                                                  const struct reservation *picked, size_t count)
{
    for (const struct comparison *other = b->model->comparison; several(b) && other < c; other++) {
        struct reservation theirs[RESERVATIONS_MOST];
        bool same = other->verdict == VERDICT_STATED && pictured(b, other) &&
                    reservations_pick(b, other, theirs, RESERVATIONS_MOST) == count;
        for (size_t i = 0; i < count && same; i++)
            same = str_eq(picked[i].plain, theirs[i].plain);
        if (same)
            return other;
    }
    return NULL;
}

static void reservations_add(struct building *b, struct node *box, const struct comparison *c)
{
    struct reservation picked[RESERVATIONS_MOST];
    size_t count = reservations_pick(b, c, picked, RESERVATIONS_MOST);
    if (count == 0) /* rules made looser alone: they stand below, with their reasons */
        return;
    const struct comparison *before = same_reservations(b, c, picked, count);
    struct node *line = paragraph_add(b, box, ROLE_NONE);
    if (before)
        SAY(b, line, "verdict.touching.same", { "pair", .quote = pair_title(b, before) });
    else
        say_plain(b, line, "verdict.touching");
    text_add(b, link_add(b, line, str_format(b->home, "#%.*s", STR_ARG(stated_id(b, c)))),
             "stated.heading");
    text_add(b, line, "sentence.end");
    struct node *list = before ? NULL : node_add(b, box, NODE_LIST);
    for (size_t i = 0; i < count && list; i++)
        quote_add(b, node_add(b, list, NODE_ITEM), picked[i].plain, NULL);
}

/* Of a single system, whose question is what is asked of it: how many clauses stand how. */
static void tally_add(struct building *b, struct node *box, const struct comparison *c)
{
    static const struct {
        enum standing standing;
        const char *word;
        enum style style;
    } rows[] = { { STANDING_MET, "standing.MET", STYLE_MET },
                 { STANDING_NOT_MET, "standing.NOT_MET", STYLE_UNMET },
                 { STANDING_NOT_SHOWN, "standing.NOT_SHOWN", STYLE_UNSHOWN } };
    size_t count[ARRAY_COUNT(rows)], all = 0;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        all += count[i] = standing_count(b, c, c->a, rows[i].standing);
    if (!alone(b) || refused(c) || all == 0)
        return;
    struct node *line = paragraph_plain(b, box, ROLE_NONE, "tally.clauses");
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        quote_add(b, line, counted_text(b, count[i]), NULL)->style =
            count[i] > 0 ? STYLE_STRONG : STYLE_SOFT;
        text_add(b, line, "space");
        text_add(b, line, rows[i].word)->style = count[i] > 0 ? rows[i].style : STYLE_SOFT;
        text_add(b, line, i + 1 < ARRAY_COUNT(rows) ? "tally.gap" : "space");
    }
}

void verdict_add(struct building *b, struct node *page, const struct comparison *c)
{
    static const char *const id[] = { "verdict.comparable", "verdict.stated", "verdict.incomplete",
                                      "verdict.not" };
    struct node *box = section_add(b, page, ROLE_VERDICT,
                                   str_format(b->home, "verdict%.*s", STR_ARG(pair_suffix(b, c))));
    box->verdict = c->verdict;
    box->single = alone(b);
    if (c->verdict == VERDICT_STATED) {
        SAY(b, heading_add(b, box, 2, NULL), counted(b, "verdict.stated.heading", c->stated),
            { "stated", .fact = c->stated });
        reservations_add(b, box, c);
    } else {
        heading_add(b, box, 2, joined(b, id[c->verdict], "name"));
        struct node *line = paragraph_add(b, box, ROLE_NONE);
        if (refused(c)) {
            refused_sentence(b, line, c);
        } else {
            SAY(b, line, "verdict.comparable.sentence", { "a", .quote = c->a->id },
                { "b", .quote = c->b->id });
        }
    }
    tally_add(b, box, c);
    weakened_add(b, box);
    if (b->model->case_file->profile.len == 0)
        loosened_add(b, box);
    else if (b->model->loosened_count > 0) /* dozens of rules: too many for a first page */
        paragraph_plain(b, box, ROLE_SMALL, "small.loosened.profile");
}
