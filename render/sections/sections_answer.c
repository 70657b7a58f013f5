/* sections_answer.c - the answer to the question, by its kind: built from facts alone, and no more
 * than the interval shows (model/showing.h). */
#include "page_one.h"

/* ---- names ---- */

/* The accelerator of the system's first run, as its best source names it; NULL: not disclosed. */
static const struct fact *measured_on(const struct building *b, const struct system *system)
{
    const struct run *run = system->machine_count > 0 && system->machine[0].run_count > 0
                                ? &system->machine[0].run[0]
                                : NULL;
    const struct fact *found =
        run ? run_fact(b->model->case_file, run, KEY_ACCELERATOR_NAME, STR("0")) : NULL;
    return found || !run ? found
                         : run_fact(b->model->case_file, run, KEY_ACCELERATOR_NAME, STR(""));
}

static bool holds_digit(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.at[i] >= '0' && text.at[i] <= '9')
            return true;
    return false;
}

/* A label that has room in a sentence. */
static bool label_short(const struct system *system)
{
    enum { LONGEST = 48 };
    return system->label.len > 0 && system->label.len <= LONGEST;
}

/* "B (compiler on)", so that the sentence tells which executor it speaks of; and what was measured,
 * where the sides differ in it or the label may name a product. */
static struct str named(struct building *b, const struct system *system, const struct system *other)
{
    enum { SIGN = 2 }; /* so short an id, "S1", is a sign and names no product */
    const struct fact *own = measured_on(b, system), *theirs = measured_on(b, other);
    bool labelled = label_short(system);
    bool told =
        own && ((theirs && !str_eq(own->value.text, theirs->value.text)) ||
                holds_digit(system->label) || (system->id.len > SIGN && holds_digit(system->id)));
    if (!labelled && !told)
        return system->id;
    struct fill fill[] = { { "system", .quote = system->id },
                           { "label", .quote = system->label },
                           { "accelerator", .quote = told ? own->value.text : STR("") } };
    return said_plain(b,
                      !told      ? "answer.named"
                      : labelled ? "answer.named.measured"
                                 : "answer.measured",
                      fill, ARRAY_COUNT(fill));
}

/* ---- what the runs show ---- */

enum { FILLS = 16 };
struct fills {
    struct fill fill[FILLS];
    size_t count;
};

static struct fills fills_of(struct building *b, const struct comparison *c)
{
    const struct fact *level = c->mean[0] ? c->mean[0] : c->mean[1];
    enum key metric = b->model->case_file->metric;
    struct fills out = {
        .fill = { { "a", .quote = named(b, c->a, c->b) },
                  { "b", .quote = named(b, c->b, c->a) },
                  { "change", .fact = c->change },
                  { "low", .fact = c->change_low },
                  { "high", .fact = c->change_high },
                  { "margin", .fact = b->model->case_file->policy.margin_fact },
                  { "metric", .quote = key_title(b, metric) },
                  { "unit", .quote = unit_title(b, level ? level->value.unit : UNIT_NONE) } },
        .count = 8
    };
    if (c->offers) {
        const struct offers *o = c->offers;
        const struct fill more[] = {
            { "ua", .fact = o->side[0].units },         { "ub", .fact = o->side[1].units },
            { "ma", .fact = o->month_whole[0] },        { "mb", .fact = o->month_whole[1] },
            { "apart", .fact = o->month_apart },        { "share", .fact = o->month_share },
            { "power", .fact = o->side[0].power_share }
        };
        for (size_t i = 0; i < ARRAY_COUNT(more); i++)
            out.fill[out.count++] = more[i];
    }
    return out;
}

static const char *comparative(const struct building *b)
{
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    return better == BETTER_LOWER ? "lower" : better == BETTER_HIGHER ? "higher" : "other";
}

static void answer_claimed(struct building *b, struct node *line, const struct comparison *c)
{
    const struct fills fills = fills_of(b, c);
    bool up = c->change && c->change->value.number && c->change->value.value >= 0;
    enum showing shown = comparison_shows(c);
    if (shown == SHOWN_CHANGE) {
        const char *id = joined(b, "answer", comparative(b));
        say(b, line, joined(b, id, up ? "up" : "down"), fills.fill, fills.count);
    } else if (shown == SHOWN_ONE_RUN) {
        SAY(b, line, "answer.one_run", { "change", .fact = c->change },
            { "low", .fact = c->change_low }, { "high", .fact = c->change_high },
            { "medians", .fact = c->medians.ratio }, { "value", .fact = c->medians.decides },
            { "run", .quote = run_short(b, c->medians.decides->run) },
            { "side", .quote = c->medians.decides->run->machine->system->id });
    } else if (shown == SHOWN_HIGHER || shown == SHOWN_LOWER) {
        const char *id = joined(b, "answer.open", comparative(b));
        say(b, line, joined(b, id, shown == SHOWN_HIGHER ? "up" : "down"), fills.fill, fills.count);
    } else {
        say(b, line, shown == SHOWN_EQUALITY ? "answer.equivalent" : "answer.inconclusive",
            fills.fill, fills.count);
    }
}

static void credit_add(struct building *b, struct node *line, const struct comparison *c)
{
    if (comparison_shows(c) != SHOWN_CHANGE)
        return;
    if (c->credited != LAYER_NONE) {
        const char *id = c->bridge_count > 0 ? "answer.credit.bridge" : "answer.credit";
        struct str silent = silent_layers(b, c);
        SAY(b, line, silent.len > 0 ? joined(b, id, "disclosed") : id,
            { "layer", .quote = layer_title(b, c->credited) }, { "silent", .quote = silent });
    } else {
        say_plain(b, line, "answer.no_credit");
    }
}

/* ---- no ratio ---- */

static bool few_runs(const struct building *b, const struct fact *runs)
{
    const struct fact *least = b->model->case_file->policy.repetitions_fact;
    return runs && least && runs->value.value < least->value.value;
}

/* Fewer than the least number of runs on a side: values, no ratio, no claim, and what one more
 * would mend. */
static void answer_few(struct building *b, struct node *page, struct node *line,
                       const struct comparison *c)
{
    bool a_short =
        c->runs[0] && (!c->runs[1] || c->runs[0]->value.value <= c->runs[1]->value.value);
    const struct system *lacking = a_short ? c->a : c->b;
    const struct fact *runs = c->runs[a_short ? 0 : 1];
    if (!few_runs(b, runs)) { /* enough of them, whose values give no finite ratio */
        say_plain(b, line, told_alone(c) ? "answer.told" : "answer.unrelated");
        return;
    }
    struct fill fill[] = { { "system", .quote = lacking->id },
                           { "runs", .fact = runs },
                           { "least", .fact = b->model->case_file->policy.repetitions_fact } };
    say(b, line, counted(b, "answer.few", runs), fill, ARRAY_COUNT(fill));
    say(b, paragraph_add(b, page, ROLE_NONE), "answer.few.mend", fill, ARRAY_COUNT(fill));
}

/* What a single system delivered: the mean of its runs, or why there is none. */
static void answer_alone(struct building *b, struct node *page, struct node *line,
                         const struct comparison *c)
{
    bool lower = vocabulary_row(b->model->case_file->metric)->better == BETTER_LOWER;
    if (!c->mean[0]) {
        answer_few(b, page, line, c);
        return;
    }
    SAY(b, line, lower ? "answer.single.lower" : "answer.single.higher", { "a", .quote = c->a->id },
        { "metric", .quote = key_title(b, b->model->case_file->metric) },
        { "mean", .fact = c->mean[0] }, { "low", .fact = c->mean_low[0] },
        { "high", .fact = c->mean_high[0] });
}

/* Conditions of the families W, P and M ask whether both sides were measured alike; the others ask
 * whether the runs and their records can carry a comparison at all. */
static const char *refusal_reason(const struct comparison *c)
{
    bool alike = true;
    bool sound = true;
    for (size_t i = 0; i < c->finding_count; i++) {
        if (c->finding[i].cell != VERDICT_NOT)
            continue;
        enum family family = c->finding[i].rule->family;
        bool likeness = family == FAMILY_W || family == FAMILY_P || family == FAMILY_M;
        alike = alike && !likeness;
        sound = sound && likeness;
    }
    return alike ? "answer.not.runs" : sound ? "answer.not.alike" : "answer.not.both";
}

/* "B (offer two)": who has to show it, without what was measured. */
static struct str labelled_short(struct building *b, const struct system *system)
{
    struct fill fill[] = { { "system", .quote = system->id }, { "label", .quote = system->label } };
    return label_short(system) ? said_plain(b, "answer.named", fill, ARRAY_COUNT(fill))
                               : system->id;
}

/* The first few rules that made the verdict, by name; where it is only undecided, what is missing
 * and from whom. */
static void answer_refused(struct building *b, struct node *line, const struct comparison *c)
{
    const struct rule_text *first[3] = { 0 };
    size_t count = 0;
    bool more = false;
    if (letter_fits(c)) { /* too many for any to tell anything */
        say_plain(b, line, "answer.not.yet");
        say_plain(b, line, "answer.untold");
        owes_named(b, line, c);
        text_add(b, line, "sentence.end");
        return;
    }
    if (c->verdict != VERDICT_NOT) {
        const struct str name[] = { labelled_short(b, c->a), labelled_short(b, c->b) };
        say_plain(b, line, "answer.lacks");
        lacks_named(b, line, c, name);
        text_add(b, line, "sentence.end");
        return;
    }
    for (size_t i = 0; i < c->finding_count && !more; i++) {
        bool again = false; /* one rule may fail on several values: its title once */
        for (size_t j = 0; j < count; j++)
            again = again || first[j] == c->finding[i].rule;
        if (c->finding[i].cell != c->verdict || again)
            continue;
        more = count == ARRAY_COUNT(first);
        if (!more)
            first[count++] = c->finding[i].rule;
    }
    say_plain(b, line, "answer.not.no");
    say_plain(b, line, refusal_reason(c));
    for (size_t i = 0; i < count; i++) {
        const char *id = str_c(b->home, str_format(b->home, "wrong.%.*s", STR_ARG(first[i]->id)));
        if (i > 0)
            text_add(b, line, "answer.not.next");
        SAY(b, line, string_has(b, id) ? id : "wrong.other",
            { "title", .quote = worded(b->home, b->skin, first[i]->title) });
    }
    if (more)
        text_add(b, line, "answer.not.more");
    text_add(b, line, "sentence.end");
}

/* ---- by kind of question ---- */

bool objectives_kept(const struct building *b, const struct comparison *c,
                     const struct system *system)
{
    for (size_t i = 0; i < b->model->threshold_count; i++) {
        const struct judged_threshold *one = &b->model->threshold[i];
        if (!one->threshold->requirement && one->system == system &&
            str_eq(one->workload, c->workload) && one->standing != STANDING_MET)
            return false;
    }
    return true;
}

/* Of a single system: its units, and what they cost. */
static bool answer_units_alone(struct building *b, struct node *line, const struct comparison *c)
{
    const struct offer *one = c->offers ? &c->offers->side[0] : NULL;
    if (!one || !one->units)
        return false;
    const struct fact *month = one->month_total ? one->month_total : one->month;
    SAY(b, line,
        !one->sized_load && !objectives_kept(b, c, c->a) ? "answer.single.units.unkept"
        : month                                          ? "answer.single.units.month"
                                                         : "answer.single.units",
        { "a", .quote = c->a->id }, { "units", .fact = one->units }, { "month", .fact = month });
    return true;
}

/* How many units, at what cost. False where the evidence gives no number of units for both. */
static bool answer_units(struct building *b, struct node *line, const struct comparison *c)
{
    const struct offers *o = c->offers;
    if (alone(b))
        return answer_units_alone(b, line, c);
    if (!claimed(c) || !o || !o->side[0].units || !o->side[1].units)
        return false;
    struct fills fills = fills_of(b, c);
    bool kept[] = { o->side[0].sized_load || objectives_kept(b, c, c->a),
                    o->side[1].sized_load || objectives_kept(b, c, c->b) };
    enum showing shown = comparison_shows(c);
    const char *id;
    if (!kept[0] && !kept[1])
        id = "answer.units.none_keeps";
    else if (!kept[0] || !kept[1])
        id = kept[0] ? "answer.units.a_keeps" : "answer.units.b_keeps";
    else if (shown == SHOWN_NEITHER || shown == SHOWN_ONE_RUN)
        id = shown == SHOWN_ONE_RUN ? "answer.units.one_run" : "answer.units.open";
    else if (!o->month_whole[0] || !o->month_whole[1])
        id = "answer.units.count";
    else if (shown == SHOWN_EQUALITY)
        id = "answer.units.equal";
    else if (!o->month_apart)
        id = "answer.units.apart";
    else
        id = o->b_dearer ? "answer.units.more" : "answer.units.less";
    say(b, line, id, fills.fill, fills.count);
    return true;
}

/* Whether all that changed is software: nothing of the machine did. */
static bool software_alone(const struct comparison *c)
{
    bool any = false;
    for (size_t i = 0; i < c->layer_count; i++) {
        enum layer layer = c->layer[i].layer;
        bool machine = layer == LAYER_ACCELERATOR || layer == LAYER_HOST ||
                       layer == LAYER_FIRMWARE || layer == LAYER_NETWORK ||
                       layer == LAYER_STORAGE || layer == LAYER_POWER;
        if (c->layer[i].state == LAYER_CHANGED && machine)
            return false;
        any = any || c->layer[i].state == LAYER_CHANGED;
    }
    return any;
}

static bool answer_bottleneck(struct building *b, struct node *line, const struct comparison *c)
{
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    enum showing shown = comparison_shows(c);
    if (!claimed(c) || !software_alone(c) || better != BETTER_HIGHER ||
        (shown != SHOWN_CHANGE && shown != SHOWN_EQUALITY))
        return false;
    const struct fills fills = fills_of(b, c);
    bool power = c->offers && c->offers->side[0].power_share;
    const char *id = shown == SHOWN_EQUALITY      ? "answer.bottleneck.equal"
                     : c->change->value.value < 0 ? "answer.bottleneck.less"
                     : c->has_baseline && power   ? "answer.bottleneck.power"
                                                  : "answer.bottleneck.yes";
    say(b, line, id, fills.fill, fills.count);
    return true;
}

/* Did it get worse: a word before what the runs show. */
static void regression_word(struct building *b, struct node *line, const struct comparison *c)
{
    enum better better = vocabulary_row(b->model->case_file->metric)->better;
    if (!claimed(c) || better == BETTER_NEITHER)
        return;
    bool more = c->change->value.value > 0;
    bool worse = better == BETTER_HIGHER ? !more : more;
    static const char *const word[SHOWN_COUNT][2] = {
        [SHOWN_CHANGE] = { "answer.regression.better", "answer.regression.worse" },
        [SHOWN_EQUALITY] = { "answer.regression.equal", "answer.regression.equal" },
        [SHOWN_HIGHER] = { "answer.regression.better", "answer.regression.open" },
        [SHOWN_LOWER] = { "answer.regression.better", "answer.regression.open" },
        [SHOWN_NEITHER] = { "answer.regression.unsettled", "answer.regression.unsettled" },
        [SHOWN_ONE_RUN] = { "answer.regression.unsettled", "answer.regression.unsettled" },
    };
    const char *id = word[comparison_shows(c)][worse];
    if (id)
        say_plain(b, line, id);
}

/* Does what was delivered meet the contract: what is held against the baseline, clause by clause.
 */
static bool answer_acceptance(struct building *b, struct node *line, const struct comparison *c)
{
    static const struct {
        enum standing standing;
        const char *string;
    } rows[] = { { STANDING_NOT_MET, "answer.acceptance.unmet" },
                 { STANDING_NOT_SHOWN, "answer.acceptance.unshown" },
                 { STANDING_MET, "answer.acceptance.met" } };
    const struct system *delivered = alone(b) ? c->a : c->b;
    bool any = false;
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        size_t count = standing_count(b, c, delivered, rows[i].standing);
        if (count > 0) {
            SAY(b, line,
                joined(b, rows[i].string,
                       any         ? "next"
                       : count > 1 ? "many"
                                   : "first"),
                { "system", .quote = delivered->id });
            clauses_list(b, line, c, delivered, rows[i].standing, SIZE_MAX);
            any = true;
        }
    }
    if (any)
        text_add(b, line, "sentence.end");
    return any;
}

/* Whether a sentence of the question's own kind was found; if not, what the runs show answers. */
static bool answered_by_kind(struct building *b, struct node *line, const struct comparison *c)
{
    switch (b->model->case_file->decides) {
    case DECIDES_UNITS:
    case DECIDES_CHOICE:
        return answer_units(b, line, c);
    case DECIDES_BOTTLENECK:
        return answer_bottleneck(b, line, c);
    case DECIDES_ACCEPTANCE:
        return !refused(c) && answer_acceptance(b, line, c);
    case DECIDES_REGRESSION:
        regression_word(b, line, c);
        return false;
    case DECIDES_CHANGE:
    case DECIDES_COUNT:
        break;
    }
    return false;
}

/* ---- below it ---- */

/* at_objective: without its load an answer says nothing, so the loads stand below it. */
static void loads_add(struct building *b, struct node *page, const struct comparison *c)
{
    if (!refused(c) && c->load[0] && c->load[1]) {
        SAY(b, paragraph_add(b, page, ROLE_NONE), "answer.loads", { "a", .quote = c->a->id },
            { "b", .quote = c->b->id }, { "load_a", .fact = c->load[0] },
            { "load_b", .fact = c->load[1] }, { "next_a", .fact = c->load_next[0] },
            { "next_b", .fact = c->load_next[1] });
    }
}

/* A sweep of another size never sizes an option; that more load may keep the objective is said. */
const struct saturation *fewer_by(const struct building *b, const struct comparison *c)
{
    for (size_t i = 0; i < b->model->saturation_count; i++) {
        const struct saturation *s = &b->model->saturation[i];
        if ((s->system == c->a || s->system == c->b) && !s->of_runs && s->highest && s->objective &&
            objectives_kept(b, c, s->system) && s->objective->fact)
            return s;
    }
    return NULL;
}

/* False: nothing is known of another load. */
static bool fewer_add(struct building *b, struct node *page, const struct comparison *c)
{
    const struct saturation *s = fewer_by(b, c);
    const struct offers *o = c->offers;
    if (o && o->side[0].sized_load) {
        SAY(b, paragraph_add(b, page, ROLE_NONE), alone(b) ? "answer.sized.single" : "answer.sized",
            { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
            { "load_a", .fact = o->side[0].sized_load },
            { "load_b", .fact = o->side[1].sized_load },
            { "rate_a", .fact = o->side[0].rate.value }, { "low_a", .fact = o->side[0].rate.low },
            { "rate_b", .fact = o->side[1].rate.value }, { "low_b", .fact = o->side[1].rate.low });
    } else if (s) {
        SAY(b, paragraph_add(b, page, ROLE_NONE),
            s->tie == SWEEP_TIED ? "answer.fewer" : "answer.fewer.untied",
            { "system", .quote = s->system->id }, { "highest", .fact = s->highest },
            { "limit", .fact = s->objective->fact });
    }
    return s || (o && o->side[0].sized_load);
}

static void open_add(struct building *b, struct node *page, const struct comparison *c, bool kind)
{
    loads_add(b, page, c);
    if (!kind) {
        if (claimed(c) && comparison_shows(c) == SHOWN_CHANGE)
            credit_add(b, paragraph_add(b, page, ROLE_NONE), c);
        return;
    }
    switch (b->model->case_file->decides) {
    case DECIDES_UNITS:
    case DECIDES_CHOICE:
        if (b->model->case_file->decides == DECIDES_CHOICE || !fewer_add(b, page, c))
            owed_first_add(b, page, c, "answer.still_open");
        break;
    case DECIDES_BOTTLENECK:
        paragraph_plain(b, page, ROLE_NONE, "answer.bottleneck.open");
        break;
    case DECIDES_ACCEPTANCE:
        owed_first_add(b, page, c, "answer.settle");
        break;
    case DECIDES_REGRESSION:
    case DECIDES_CHANGE:
    case DECIDES_COUNT:
        break;
    }
}

/* ---- the door ---- */

static const struct claim *claim_of(struct building *b, const struct comparison *c)
{
    return claim_find(b->model, str_format(b->home, "answer.%.*s%s%.*s%s%.*s", STR_ARG(c->a->id),
                                           alone(b) ? "" : "-", STR_ARG(c->b->id),
                                           c->workload.len > 0 ? "." : "", STR_ARG(c->workload)));
}

/* By what was judged, where the number stands, if it asks less than a purchase needs. */
static void profile_add(struct building *b, struct node *page)
{
    struct str profile = b->model->case_file->profile;
    if (profile.len > 0) {
        SAY(b, paragraph_add(b, page, ROLE_NONE), "answer.profile",
            { "profile", .quote = profile });
    }
}

void answer_add(struct building *b, struct node *page, const struct comparison *c)
{
    struct node *line = paragraph_add(b, page, ROLE_ANSWER);
    line->licence = refused(c) ? NULL : c;
    line->claim = claim_of(b, c);
    bool kind = !refused(c) && answered_by_kind(b, line, c);
    if (refused(c)) {
        answer_refused(b, line, c);
        struct node *mend = paragraph_add(b, page, ROLE_NONE);
        if (c->verdict == VERDICT_NOT || !letter_owed(b, c, mend, letter_fits(c)))
            say_plain(b, mend, "answer.refused.mend");
    } else if (claimed(c) && !kind) {
        answer_claimed(b, line, c);
    } else if (!kind && alone(b)) {
        answer_alone(b, page, line, c);
    } else if (!kind) {
        answer_few(b, page, line, c);
    }
    open_add(b, page, c, kind);
    profile_add(b, page);
}

bool relation_untold(struct building *b, const struct comparison *c)
{
    enum decides decides = b->model->case_file->decides;
    bool elsewhere = decides == DECIDES_UNITS || decides == DECIDES_BOTTLENECK ||
                     decides == DECIDES_ACCEPTANCE || decides == DECIDES_CHOICE;
    struct node *probe = node_add(b, NULL, NODE_PARAGRAPH);
    return elsewhere && claimed(c) && answered_by_kind(b, probe, c);
}

static void answer_short(struct building *b, struct node *line, const struct comparison *c)
{
    static const char *const shows[SHOWN_COUNT] = {
        [SHOWN_NOTHING] = "answers.nothing",   [SHOWN_CHANGE] = "answers.change",
        [SHOWN_EQUALITY] = "answers.equality", [SHOWN_HIGHER] = "answers.open",
        [SHOWN_LOWER] = "answers.open",        [SHOWN_NEITHER] = "answers.neither",
        [SHOWN_ONE_RUN] = "answers.one_run",
    };
    SAY(b, line, c->workload.len > 0 ? "answers.pair.workload" : "answers.pair",
        { "a", .quote = c->a->id }, { "b", .quote = c->b->id },
        { "workload", .quote = c->workload });
    if (alone(b) && c->mean[0]) {
        SAY(b, line, "answers.mean", { "mean", .fact = c->mean[0] },
            { "low", .fact = c->mean_low[0] }, { "high", .fact = c->mean_high[0] });
        return;
    }
    const char *id = refused(c) ? "answers.refused" : shows[comparison_shows(c)];
    if (!refused(c) && comparison_shows(c) == SHOWN_CHANGE)
        id = joined(b, id, c->change->value.value > 0 ? "more" : "less");
    SAY(b, line, id, { "change", .fact = c->change }, { "low", .fact = c->change_low },
        { "high", .fact = c->change_high },
        { "margin", .fact = b->model->case_file->policy.margin_fact });
}

/* "By pair, in tokens per second": of what the percents are. */
static void answers_begin(struct building *b, struct node *line)
{
    for (size_t i = 0; i < b->model->comparison_count && !alone(b); i++) {
        const struct fact *level = b->model->comparison[i].mean[0];
        if (level && level->value.unit != UNIT_NONE) {
            SAY(b, line, "answers.begin.unit",
                { "unit", .quote = unit_title(b, level->value.unit) });
            return;
        }
    }
    say_plain(b, line, "answers.begin");
}

void answers_add(struct building *b, struct node *page)
{
    enum { MOST = 3 };
    struct node *line = paragraph_add(b, page, ROLE_ANSWER);
    size_t said = 0, all = 0;
    for (size_t i = 0; i < b->model->comparison_count; i++) {
        const struct comparison *c = &b->model->comparison[i];
        if (!pictured(b, c) || c->step)
            continue;
        all++;
        if (said < MOST) {
            if (said > 0)
                say_plain(b, line, "answer.list.separator");
            else
                answers_begin(b, line);
            answer_short(b, line, c);
            said++;
        }
    }
    text_add(b, line, all > said ? "answers.more" : "sentence.end");
    profile_add(b, page);
}
