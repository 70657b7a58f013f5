/* sections_actors.c - who must act on what fails or is not disclosed. */
#include "build.h"

/* Whether a finding is of the silence of this side: its id stands in "A", "A and B", "A, B and C".
 */
bool finding_silent(const struct finding *finding, const struct system *system)
{
    struct str rest = finding->silent, word;
    while (str_cut(&rest, ' ', &word))
        if (str_eq(str_ends(word, STR(",")) ? str_sub(word, 0, word.len - 1) : word, system->id))
            return true;
    return false;
}

struct measured_by { /* one side */
    struct measurer party[MEASURERS_MOST];
    size_t count;
};

/* Names the parties of a silent side that are not the case's own; true: that one is among them. */
static bool others_put(const struct measured_by *side, struct buf *out)
{
    bool ours = false;
    for (size_t i = 0; i < side->count; i++) {
        const struct measurer *one = &side->party[i];
        const struct fact *named = one->by ? one->by : one->kind;
        if (one->other && named)
            buf_putf(out, "%s%.*s", out->len > 0 ? ", " : "", STR_ARG(named->value.text));
        else
            ours = true;
    }
    return ours;
}

/* Who owns what a finding turned on: the layer's owner, else whoever ran the benchmark; of a
 * silence, the party that measured where it is another one: nobody else can end it. */
static struct str finding_owner(const struct building *b, const struct comparison *c,
                                const struct measured_by side[2], const struct finding *finding)
{
    enum layer layer = finding->key != KEY_COUNT ? vocabulary_row(finding->key)->layer : LAYER_NONE;
    const struct fact *by = case_fact(b, KEY_PARTY_MEASURED_BY);
    struct str own = layer != LAYER_NONE ? owner_of(b, layer)
                     : by                ? by->value.text
                                         : skin_string(b->skin, "refusal.measurer");
    const struct system *const system[] = { c->a, c->b };
    struct buf out = buf_new(b->home, 4096);
    bool ours = false;
    for (size_t i = 0; i < ARRAY_COUNT(system); i++)
        ours = (finding_silent(finding, system[i]) && others_put(&side[i], &out)) || ours;
    if (out.len > 0 && ours)
        return str_format(b->home, "%.*s, %.*s", STR_ARG(own), STR_ARG(buf_str(&out)));
    return out.len > 0 ? buf_str(&out) : own;
}

static bool owned_before(const struct comparison *c, const struct str *owner, size_t index,
                         bool (*pick)(const struct finding *finding))
{
    for (size_t i = 0; i < index; i++)
        if (pick(&c->finding[i]) && str_eq(owner[i], owner[index]))
            return true;
    return false;
}

/* A row an owner: the rules that wait for him. */
static void actors_of(struct building *b, struct node *table, const struct comparison *c,
                      const struct str *owner, bool (*pick)(const struct finding *finding))
{
    for (size_t i = 0; i < c->finding_count; i++) {
        if (!pick(&c->finding[i]) || owned_before(c, owner, i, pick))
            continue;
        struct node *row = row_add(b, table);
        quote_add(b, cell_add(b, row), owner[i], NULL);
        text_add(b, cell_add(b, row), judgement_id(&c->finding[i]))->style = STYLE_SOFT;
        struct node *rules = cell_add(b, row), *what = cell_add(b, row);
        const struct rule_text *last = NULL;
        for (size_t j = i; j < c->finding_count; j++) {
            const struct finding *other = &c->finding[j];
            if (!pick(other) || !str_eq(owner[j], owner[i]) || other->rule == last)
                continue;
            if (last) {
                text_add(b, rules, "list.separator");
                text_add(b, what, "answer.list.separator");
            }
            quote_add(b, rules, other->rule->id, NULL)->style = STYLE_MONO;
            quote_add(b, what, worded(b->home, b->skin, other->rule->title), NULL);
            last = other->rule;
        }
    }
}

/* Who owns each finding of a comparison. */
static struct str *owners_of(struct building *b, const struct comparison *c)
{
    struct measured_by side[2];
    side[0].count = measurers_of(b, c->a, side[0].party);
    side[1].count = measurers_of(b, c->b, side[1].party);
    struct str *owner = ARENA_MANY(b->home, c->finding_count + 1, struct str);
    for (size_t i = 0; i < c->finding_count; i++)
        owner[i] = finding_owner(b, c, side, &c->finding[i]);
    return owner;
}

void actors_add(struct building *b, struct node *page, const struct comparison *c,
                bool (*fails)(const struct finding *finding),
                bool (*undecided)(const struct finding *finding))
{
    static const struct column columns[] = {
        { .share = 20 }, { .share = 13 }, { .share = 20, .mono = true }, { .share = 47 }
    };
    static const char *const heads[] = { "refusal.owner", "findings.result", "refusal.rules",
                                         "refusal.what" };
    struct node *section = section_add(b, page, ROLE_FIGURE,
                                       str_format(b->home, "act%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.act");
    paragraph_plain(b, section, ROLE_SUBTITLE, "refusal.act.subtitle");
    struct node *table = TABLE_HEADED(b, section, ROLE_FINDINGS, "refusal.act", columns, heads);
    const struct str *owner = owners_of(b, c);
    actors_of(b, table, c, owner, fails);
    actors_of(b, table, c, owner, undecided);
}

/* ---- where there are too many to be told one by one ---- */

static const char *const families[FAMILY_COUNT] = {
    [FAMILY_W] = "W", [FAMILY_P] = "P", [FAMILY_M] = "M", [FAMILY_S] = "S",
    [FAMILY_T] = "T", [FAMILY_V] = "V", [FAMILY_H] = "H", [FAMILY_U] = "U",
    [FAMILY_N] = "N", [FAMILY_D] = "D", [FAMILY_X] = "X", [FAMILY_E] = "E",
};

/* Rules of a family that wait for the owner of finding `index`, each once. */
static size_t family_count(const struct comparison *c, const struct str *owner, size_t index,
                           enum family family, bool (*pick)(const struct finding *finding))
{
    size_t count = 0;
    for (size_t i = 0; i < c->finding_count; i++) {
        bool mine = pick(&c->finding[i]) && str_eq(owner[i], owner[index]) &&
                    c->finding[i].rule->family == family;
        for (size_t j = 0; j < i && mine; j++)
            mine = !pick(&c->finding[j]) || !str_eq(owner[j], owner[index]) ||
                   c->finding[j].rule != c->finding[i].rule;
        count += mine;
    }
    return count;
}

static void owner_owes(struct building *b, struct node *table, const struct comparison *c,
                       const struct str *owner, size_t index,
                       bool (*pick)(const struct finding *finding))
{
    size_t all = 0;
    for (enum family family = 0; family < FAMILY_COUNT; family++) {
        size_t count = family_count(c, owner, index, family, pick);
        if (count == 0)
            continue;
        struct node *row = row_add(b, table), *who = cell_heading(b, row);
        if (all == 0) /* named once; the rows below are his, too */
            quote_add(b, who, owner[index], NULL)->style = STYLE_STRONG;
        else
            text_add(b, who, "owes.again")->style = STYLE_SOFT;
        text_add(b, cell_add(b, row), joined(b, "owes.what", families[family]));
        text_add(b, cell_add(b, row), joined(b, "owes.why", families[family]))->style = STYLE_SOFT;
        quote_add(b, cell_add(b, row), counted_text(b, count), NULL);
        all += count;
    }
}

void owes_add(struct building *b, struct node *page, const struct comparison *c,
              bool (*pick)(const struct finding *finding))
{
    static const struct column columns[] = {
        { .share = 24 }, { .share = 28 }, { .share = 34 }, { .share = 14, .right = true }
    };
    static const char *const heads[] = { "owes.who", "owes.what", "owes.why", "owes.count" };
    struct node *section = section_add(b, page, ROLE_FIGURE,
                                       str_format(b->home, "act%.*s", STR_ARG(pair_suffix(b, c))));
    heading_add(b, section, 2, "refusal.act");
    struct node *table = TABLE_HEADED(b, section, ROLE_NONE, "refusal.act", columns, heads);
    const struct str *owner = owners_of(b, c);
    for (size_t i = 0; i < c->finding_count; i++)
        if (pick(&c->finding[i]) && !owned_before(c, owner, i, pick))
            owner_owes(b, table, c, owner, i, pick);
}

void owes_named(struct building *b, struct node *line, const struct comparison *c)
{
    enum { MOST = 4 };
    size_t told = 0;
    for (enum family family = 0; family < FAMILY_COUNT; family++) {
        bool open = false;
        for (size_t i = 0; i < c->finding_count; i++)
            open =
                open || (c->finding[i].cell == c->verdict && c->finding[i].rule->family == family);
        if (!open)
            continue;
        if (told == MOST) {
            text_add(b, line, "letter.state.more");
            return;
        }
        if (told++ > 0)
            text_add(b, line, "answer.list.separator");
        text_add(b, line, joined(b, "owes.what", families[family]));
    }
}

/* ---- in one sentence, by side ---- */

enum lacking { OF_BOTH, OF_FIRST, OF_SECOND, OF_NEITHER, LACKING_COUNT };

/* Whose silence leaves it open; of neither: no single value would tell it. */
static enum lacking lacking_one(const struct building *b, const struct comparison *c,
                                const struct finding *finding)
{
    bool one_sided = finding->silent.len == 0 && (finding->a || finding->b);
    bool first = one_sided ? !finding->a : finding_silent(finding, c->a);
    bool second = !alone(b) && (one_sided ? !finding->b : finding_silent(finding, c->b));
    return first && second ? OF_BOTH : first ? OF_FIRST : second ? OF_SECOND : OF_NEITHER;
}

/* Two findings of one rule, one a side, are of both. */
static enum lacking lacking_of(const struct building *b, const struct comparison *c,
                               const struct finding *finding)
{
    enum lacking whose = lacking_one(b, c, finding);
    enum lacking other = whose == OF_FIRST ? OF_SECOND : OF_FIRST;
    for (size_t i = 0; i < c->finding_count && (whose == OF_FIRST || whose == OF_SECOND); i++)
        if (c->finding[i].rule == finding->rule && c->finding[i].cell == c->verdict &&
            lacking_one(b, c, &c->finding[i]) == other)
            return OF_BOTH;
    return whose;
}

static const char *lacked(struct building *b, const struct rule_text *rule)
{
    const char *own = joined(b, "lacks", str_c(b->home, rule->id));
    return string_has(b, own) ? own : joined(b, "owes.what", families[rule->family]);
}

/* Told before: of both, or of the same side; what nothing shows, of any. */
static bool lacked_before(struct building *b, const struct comparison *c, size_t index)
{
    enum lacking whose = lacking_of(b, c, &c->finding[index]);
    struct str what = skin_string(b->skin, lacked(b, c->finding[index].rule));
    for (size_t i = 0; i < c->finding_count; i++) {
        enum lacking other = lacking_of(b, c, &c->finding[i]);
        bool before = other == whose ? i < index : other == OF_BOTH || whose == OF_NEITHER;
        if (before && c->finding[i].cell == c->verdict &&
            str_eq(skin_string(b->skin, lacked(b, c->finding[i].rule)), what))
            return true;
    }
    return false;
}

struct lacks { /* told so far */
    const struct str *name;
    bool named[2];
    size_t told, all;
};

static void lacks_begin(struct building *b, struct node *line, const struct comparison *c,
                        struct lacks *so_far, enum lacking whose)
{
    static const char *const begin[LACKING_COUNT] = { "lacks.both", "lacks.one", "lacks.one",
                                                      "lacks.nothing" };
    struct str first = so_far->named[0] ? c->a->id : so_far->name[0];
    struct str second = so_far->named[1] ? c->b->id : so_far->name[1];
    if (so_far->told > 0)
        text_add(b, line, "answer.list.separator");
    SAY(b, line, begin[whose], { "a", .quote = first }, { "b", .quote = second },
        { "system", .quote = whose == OF_SECOND ? second : first });
    so_far->named[0] = so_far->named[0] || whose == OF_BOTH || whose == OF_FIRST;
    so_far->named[1] = so_far->named[1] || whose == OF_BOTH || whose == OF_SECOND;
}

static void lacks_of(struct building *b, struct node *line, const struct comparison *c,
                     struct lacks *so_far, enum lacking whose)
{
    enum { MOST = 5 };
    size_t own = 0;
    for (size_t i = 0; i < c->finding_count; i++) {
        if (c->finding[i].cell != c->verdict || lacking_of(b, c, &c->finding[i]) != whose ||
            lacked_before(b, c, i) || so_far->all++ >= MOST)
            continue;
        if (own++ == 0)
            lacks_begin(b, line, c, so_far, whose);
        else
            text_add(b, line, "list.separator");
        text_add(b, line, lacked(b, c->finding[i].rule));
        so_far->told++;
    }
}

void lacks_named(struct building *b, struct node *line, const struct comparison *c,
                 const struct str name[2])
{
    struct lacks so_far = { .name = name };
    for (enum lacking whose = OF_BOTH; whose < LACKING_COUNT; whose++)
        lacks_of(b, line, c, &so_far, whose);
    if (so_far.all > so_far.told)
        SAY(b, line, "owed.more", { "count", .quote = counted_text(b, so_far.all - so_far.told) });
}
