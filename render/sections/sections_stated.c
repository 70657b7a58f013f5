/* sections_stated.c - the conditions that are not met and forbid nothing, each told in full once:
 * of a later pair those that an earlier one shares are named alone. */
#include "build.h"
#include "page_one.h"

static bool is_stated(const struct finding *finding)
{
    return finding->cell == VERDICT_STATED;
}

/* Rules that were made looser stand with their reasons beside the verdict, or above the table. */
static bool is_found(const struct finding *finding)
{
    return is_stated(finding) && !finding_loosens(finding);
}

/* Where only looser rules are told, these stand in the table. */
static bool is_told(const struct comparison *c, const struct finding *finding)
{
    bool any = false;
    for (size_t i = 0; i < c->finding_count && !any; i++)
        any = is_found(&c->finding[i]);
    return any ? is_found(finding) : is_stated(finding);
}

/* ---- the same in two pairs ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Length of the name with which the rest of a sentence begins: the first or the second side, or a
 * run that ties two sides; 0: none. */
static size_t name_length(struct str rest, const struct comparison *c, int *which)
{
    const struct str name[] = { c->a->id, c->b->id };
    for (int i = 0; i < 2; i++) {
        size_t len = name[i].len;
        if (len > 0 && str_starts(rest, name[i]) && (rest.len == len || !is_letter(rest.at[len]))) {
            *which = i;
            return len;
        }
    }
    size_t head = sizeof "bridge." - 1, len = head;
    while (str_starts(rest, STR("bridge.")) && len < rest.len && rest.at[len] >= '0' &&
           rest.at[len] <= '9')
        len++;
    *which = 2;
    return len > head ? len : 0;
}

/* Whether two sentences say the same of two pairs, the sides named in turn. */
static bool same_words(struct str x, const struct comparison *of_x, struct str y,
                       const struct comparison *of_y)
{
    bool inside = false; /* a word */
    while (x.len > 0 && y.len > 0) {
        int x_is = 0, y_is = 0;
        size_t x_name = inside ? 0 : name_length(x, of_x, &x_is),
               y_name = inside ? 0 : name_length(y, of_y, &y_is);
        bool named = x_name > 0 && y_name > 0 && x_is == y_is;
        if (!named && x.at[0] != y.at[0])
            return false;
        inside = named || is_letter(x.at[0]);
        x = str_sub(x, named ? x_name : 1, x.len);
        y = str_sub(y, named ? y_name : 1, y.len);
    }
    return x.len == 0 && y.len == 0;
}

static bool same_value(const struct fact *x, const struct fact *y)
{
    return x == y || (x && y && x->key == y->key && str_eq(x->value.text, y->value.text));
}

/* Whether a reader who knows the one learns nothing from the other but its number. */
static bool same_finding(const struct finding *x, const struct comparison *of_x,
                         const struct finding *y, const struct comparison *of_y)
{
    bool same = x->rule == y->rule && x->key == y->key && str_eq(x->instance, y->instance) &&
                x->judgement == y->judgement && x->count == y->count && same_value(x->a, y->a) &&
                same_value(x->b, y->b) && same_words(x->said, of_x, y->said, of_y) &&
                same_words(x->mend, of_x, y->mend, of_y) &&
                same_words(x->also, of_x, y->also, of_y) &&
                same_words(x->silent, of_x, y->silent, of_y);
    for (size_t i = 0; i < x->count && same; i++)
        same = same_value(x->seen[i], y->seen[i]);
    return same;
}

/* Of one rule, and what would settle it alike. */
static bool same_rule(const struct finding *x, const struct comparison *of_x,
                      const struct finding *y, const struct comparison *of_y)
{
    return x->rule == y->rule && same_words(x->mend, of_x, y->mend, of_y);
}

/* The first pair before `c` whose table has the same; NULL: none. */
static const struct comparison *
told_before(struct building *b, const struct comparison *c, const struct finding *finding,
            bool (*same)(const struct finding *x, const struct comparison *of_x,
                         const struct finding *y, const struct comparison *of_y))
{
    for (size_t i = 0; i < b->model->comparison_count && &b->model->comparison[i] != c; i++) {
        const struct comparison *other = &b->model->comparison[i];
        for (size_t k = 0; pictured(b, other) && k < other->finding_count; k++) {
            const struct finding *known = &other->finding[k];
            if (is_told(other, known) && same(known, other, finding, c))
                return other;
        }
    }
    return NULL;
}

/* ---- the section ---- */

/* "As between S1 and S2: M13, S7." of those findings that `other` told first. */
static void shared_add(struct building *b, struct node *part, const struct comparison *c,
                       const struct comparison *const *told, const struct comparison *other)
{
    struct node *line = NULL;
    const struct rule_text *last = NULL;
    for (size_t i = 0; other && i < c->finding_count; i++) {
        const struct rule_text *rule = c->finding[i].rule;
        if (told[i] != other || rule == last)
            continue;
        if (!line) {
            line = paragraph_add(b, part, ROLE_NONE);
            SAY(b, line, other->workload.len > 0 ? "stated.shared.workload" : "stated.shared",
                { "a", .quote = other->a->id }, { "b", .quote = other->b->id },
                { "workload", .quote = other->workload });
        } else {
            text_add(b, line, "list.separator");
        }
        quote_add(b, line, rule->id, NULL)->style = STYLE_MONO;
        last = rule;
    }
    if (line)
        text_add(b, line, "sentence.end");
}

void stated_add(struct building *b, struct node *section, const struct comparison *c)
{
    const struct comparison **told =
        ARENA_MANY(b->home, c->finding_count + 1, const struct comparison *);
    const struct comparison **known =
        ARENA_MANY(b->home, c->finding_count + 1, const struct comparison *);
    bool *shown = ARENA_MANY(b->home, c->finding_count + 1, bool);
    bool any = false, own = false;
    for (size_t i = 0; i < c->finding_count; i++) {
        if (!is_told(c, &c->finding[i]))
            continue;
        told[i] = told_before(b, c, &c->finding[i], same_finding);
        known[i] = told_before(b, c, &c->finding[i], same_rule);
        shown[i] = !told[i];
        own = own || shown[i];
        any = true;
    }
    if (!any)
        return;
    struct node *part = section_add(b, section, ROLE_NONE, stated_id(b, c));
    pair_named(b, heading_add(b, part, 3, "stated.heading"), c);
    if (!b->stated)
        paragraph_plain(b, part, ROLE_NONE, "stated.intro");
    b->stated = true;
    if (b->model->case_file->profile.len > 0)
        loosened_add(b, part);
    for (size_t i = 0; i < b->model->comparison_count && &b->model->comparison[i] != c; i++)
        shared_add(b, part, c, told, &b->model->comparison[i]);
    if (own)
        findings_add(b, part, c, "stated.caption", shown, known);
}
