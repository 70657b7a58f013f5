/* short_changes.c - lines of the short answers: what would change a verdict that permits no number.
 */
#include "captures.h"
#include "inspect_put.h"
#include "output.h"
#include "short_text.h"
#include "verdict_text.h"
#include <string.h>

enum effort { EFFORT_SAY, EFFORT_CAPTURE, EFFORT_MEASURE, EFFORT_COUNT };

/* What a person would say: whether an accelerator worked comes before what it is. */
static enum key said_key(const struct finding *finding)
{
    const char *count = vocabulary_row(KEY_ACCELERATOR_COUNT)->name;
    bool first = str_find(finding->mend, str_from(count)) != SIZE_MAX &&
                 str_find(finding->mend, STR("processors alone")) != SIZE_MAX;
    return first ? KEY_ACCELERATOR_COUNT : finding->key;
}

static enum effort effort_of(const struct finding *finding)
{
    enum family family = finding->rule->family;
    if (said_key(finding) == KEY_ACCELERATOR_COUNT && finding->key != KEY_ACCELERATOR_COUNT)
        return EFFORT_SAY;
    /* samples lie there: what their rows are is for a person to say, and first, since what else is
     * open may follow from them */
    if (finding->judgement == UNKNOWN &&
        str_find(finding->mend, STR("under `series` in run.json")) != SIZE_MAX)
        return EFFORT_SAY;
    if (finding->key == KEY_COUNT && str_starts(finding->mend, STR("Measure again")))
        return EFFORT_MEASURE;
    if (family == FAMILY_S || family == FAMILY_V || str_eq(finding->rule->id, STR("M6")) ||
        finding->judgement == FAILS)
        return EFFORT_MEASURE;
    bool declared = str_find(finding->mend, STR("run.json")) != SIZE_MAX ||
                    str_find(finding->mend, STR("case.json")) != SIZE_MAX;
    bool captured = str_find(finding->mend, STR("capture")) != SIZE_MAX ||
                    str_find(finding->mend, STR("Capture the")) != SIZE_MAX ||
                    str_find(finding->mend, STR("keep ")) != SIZE_MAX;
    /* files that do not agree with themselves or each other: no statement makes them */
    if (family == FAMILY_X && finding->key == KEY_COUNT && !declared && !captured)
        return EFFORT_MEASURE;
    return captured ? EFFORT_CAPTURE : EFFORT_SAY;
}

/* The key of a finding, once: several rules may ask for it. */
static bool key_before(const struct comparison *c, const struct finding *finding)
{
    for (const struct finding *at = c->finding; at < finding; at++)
        if (short_counts(at, VERDICT_INCOMPLETE) && said_key(at) == said_key(finding) &&
            said_key(finding) != KEY_COUNT && str_eq(at->silent, finding->silent))
            return true;
    return false;
}

static void put_wanted(struct buf *line, const struct comparison *c, const struct finding *finding,
                       enum effort effort)
{
    bool one = finding->silent.len == 1;
    if (effort == EFFORT_SAY && said_key(finding) != KEY_COUNT) {
        buf_put(line, STR("--set "));
        if (one)
            buf_putf(line, "%.*s:", STR_ARG(finding->silent));
        buf_putf(line, "%s=...", vocabulary_row(said_key(finding))->name);
    } else if (said_key(finding) != KEY_COUNT) {
        buf_putf(line, "%s%s%.*s", vocabulary_row(said_key(finding))->title, one ? " of " : "",
                 STR_ARG(one ? finding->silent : STR("")));
    } else {
        buf_put(line, finding->rule->title);
    }
    (void)c;
}

/* Whether a run.json asks for it already: what stands there is filled in, and not said again. */
static bool is_marked(const struct comparison *c, enum key key)
{
    for (size_t i = 0; i < c->run_count; i++) {
        const struct facts *facts = c->run[i].run->facts;
        for (size_t k = 0; facts && k < facts_count(facts); k++)
            if (facts_at(facts, k)->placeholder && facts_at(facts, k)->key == key)
                return true;
    }
    return false;
}

/* Whether a finding is one of what a person would do with that effort, each thing once. */
static bool is_wanted(const struct comparison *c, const struct finding *finding, size_t effort)
{
    return short_counts(finding, c->verdict) && effort_of(finding) == (enum effort)effort &&
           !key_before(c, finding) &&
           (said_key(finding) != KEY_COUNT || short_first_of_rule(c, finding)) &&
           (said_key(finding) == KEY_COUNT || !is_marked(c, said_key(finding)));
}

/* The file in which a fact is still asked for; NULL: it is none, or one of `file`. */
static const struct evidence *marked_in(const struct fact *fact, const struct evidence **file,
                                        size_t files)
{
    const struct evidence *of = fact->source.evidence;
    if (!fact->placeholder || !of)
        return NULL;
    for (size_t n = 0; n < files; n++)
        if (file[n] == of)
            return NULL;
    return of;
}

enum { FILES_MOST = 64, NAMED = 2 };
struct marked { /* files with statements that are still to be filled in */
    const struct evidence *file[FILES_MOST];
    size_t files, marks; /* marks: in all of them */
};

static void marked_add(struct marked *marked, const struct facts *facts)
{
    for (size_t k = 0; facts && k < facts_count(facts) && marked->files < FILES_MOST; k++) {
        const struct evidence *of = marked_in(facts_at(facts, k), marked->file, marked->files);
        size_t marks = of ? run_json_marks(of->bytes) : 0;
        if (marks == 0)
            continue;
        marked->file[marked->files++] = of;
        marked->marks += marks;
    }
}

/* "fill in (3)  the statements marked FIXME in case/run.json": as many as `new` counts there.
 * `below` stands before the name of a file, which is of the case's folder. */
static size_t marked_put(const struct comparison *c, struct str below, struct buf *out)
{
    struct marked marked = { .files = 0 };
    for (size_t i = 0; i < c->run_count; i++)
        marked_add(&marked, c->run[i].run->facts);
    for (size_t n = 0; n < marked.files && n < NAMED; n++)
        buf_putf(out, "%s%.*s%.*s", n > 0 ? ", " : "the statements marked FIXME in ",
                 STR_ARG(below), STR_ARG(marked.file[n]->name));
    if (marked.files > NAMED)
        buf_putf(out, " and %zu files more", marked.files - NAMED);
    return marked.marks;
}

/* One group of the list. */
static void put_effort(struct buf *out, const char *title, size_t all, struct str said)
{
    struct buf row = buf_new(out->home, (size_t)1 << 20);
    buf_putf(&row, "  %-17s (%zu)  ", title, all);
    buf_put(&row, output_visible(out->home, said));
    struct str text = buf_str(&row);
    if (output_columns(text) > 2 * SHORT_WIDTH - 30)
        text = str_format(out->home, "%.*s...",
                          STR_ARG(str_sub(text, 0, short_bytes(text, 2 * SHORT_WIDTH - 33))));
    short_wrap(out, text, 25);
}

void short_changes(struct buf *out, const struct comparison *c, struct str below)
{
    static const char *const title[] = { "you can say it", "one more capture", "measure again" };
    static const struct str head = STR_INIT("What would change it, cheapest first:");
    struct buf marked = buf_new(out->home, (size_t)1 << 20);
    size_t marks = marked_put(c, below, &marked);
    bool headed = marks > 0;
    if (short_without_result(c)) {
        short_mends(out, c, 1);
        return;
    }
    if (headed) {
        short_line(out, head);
        put_effort(out, "fill in", marks, buf_str(&marked));
    }
    for (size_t effort = 0; effort < EFFORT_COUNT; effort++) {
        struct buf line = buf_new(out->home, (size_t)1 << 20);
        size_t all = 0;
        for (size_t i = 0; i < c->finding_count; i++) {
            const struct finding *finding = &c->finding[i];
            if (is_wanted(c, finding, effort) && all++ < 3) {
                buf_put(&line, all > 1 ? STR(", ") : STR(""));
                put_wanted(&line, c, finding, (enum effort)effort);
            }
        }
        if (all == 0)
            continue;
        if (!headed)
            short_line(out, head);
        headed = true;
        if (all > 3)
            buf_putf(&line, " and %zu more", all - 3);
        if (effort == EFFORT_CAPTURE)
            buf_put(&line, STR(" (dossier capture-script > capture.sh; run it there)"));
        put_effort(out, title[effort], all, buf_str(&line));
    }
}

void short_mends(struct buf *out, const struct comparison *c, size_t most)
{
    const struct finding *bare = short_without_result(c);
    size_t shown = 0;
    for (size_t i = 0; i < c->finding_count && shown < most; i++) {
        const struct finding *finding = &c->finding[i];
        if ((bare && finding != bare) || !short_counts(finding, c->verdict) ||
            !short_first_of_rule(c, finding) || finding->mend.len == 0)
            continue;
        if (shown++ == 0)
            short_line(out, STR("What would change it:"));
        struct str mend = output_visible(out->home, finding->mend);
        if (output_columns(mend) > 170)
            mend =
                str_format(out->home, "%.*s...", STR_ARG(str_sub(mend, 0, short_bytes(mend, 167))));
        short_wrap(out, str_format(out->home, "  %.*s", STR_ARG(mend)), 4);
    }
}

/* ---- what lies there and does not count ---- */

static bool has_unused(const struct judged_run *run)
{
    for (size_t i = 0; !run->clock && i < run->run->series_count; i++)
        if (run->run->series[i].key == KEY_TELEMETRY_CLOCK_SM && run->run->series[i].count > 0)
            return true;
    return false;
}

bool short_telemetry(struct buf *out, const struct comparison *c)
{
    bool unused = false;
    for (size_t i = 0; c->verdict != VERDICT_NOT && i < c->run_count; i++)
        unused = unused || has_unused(&c->run[i]);
    for (size_t i = 0; unused && i < c->finding_count; i++) {
        const struct finding *finding = &c->finding[i];
        if (finding->key != KEY_TELEMETRY_CLOCK_SM || finding->judgement != UNKNOWN ||
            finding->mend.len == 0 || /* beside a run without samples no statement would help */
            str_find(finding->mend, STR("once the run has samples")) != SIZE_MAX)
            continue;
        short_wrap(out,
                   str_format(out->home, "Telemetry that counts for nothing yet: %.*s",
                              STR_ARG(output_visible(out->home, finding->mend))),
                   2);
        return true;
    }
    return false;
}

/* ---- the first of it ---- */

static const struct finding *first_wanted(const struct comparison *c, enum effort *effort)
{
    for (size_t e = 0; e < EFFORT_COUNT; e++)
        for (size_t i = 0; i < c->finding_count; i++)
            if (is_wanted(c, &c->finding[i], e)) {
                *effort = (enum effort)e;
                return &c->finding[i];
            }
    return NULL;
}

static const struct finding *first_mended(const struct comparison *c)
{
    for (size_t i = 0; c->finding && i < c->finding_count; i++) {
        const struct finding *at = &c->finding[i];
        if (short_counts(at, c->verdict) && at->mend.len > 0)
            return at;
    }
    return NULL;
}

/* "say --set load.batch=... (such as 32)" */
static struct str first_said(struct arena *home, const struct comparison *c,
                             const struct finding *finding)
{
    struct buf out = buf_new(home, (size_t)1 << 16);
    const char *such = capture_example(said_key(finding));
    buf_put(&out, STR("say "));
    put_wanted(&out, c, finding, EFFORT_SAY);
    if (such)
        buf_putf(&out, " (such as %s)", such);
    return buf_str(&out);
}

static struct str first_captured(struct arena *home, const struct finding *finding)
{
    bool one = finding->silent.len == 1;
    return str_format(home,
                      "capture the machine%s%.*s, beside the runs: dossier capture-script > "
                      "capture.sh; sh capture.sh captures",
                      one ? " of " : "", STR_ARG(one ? finding->silent : STR("")));
}

/* Cut where it is longer than two lines. */
static struct str mend_said(struct arena *home, const struct finding *finding)
{
    struct str mend = finding ? output_visible(home, finding->mend) : (struct str){ 0 };
    return output_columns(mend) > 170
               ? str_format(home, "%.*s...", STR_ARG(str_sub(mend, 0, short_bytes(mend, 167))))
               : mend;
}

struct str short_first(struct arena *home, const struct comparison *c, struct str below)
{
    struct buf marked = buf_new(home, (size_t)1 << 20);
    enum effort effort = EFFORT_COUNT;
    if (c->verdict != VERDICT_INCOMPLETE)
        return mend_said(home, first_mended(c));
    if (short_without_result(c))
        return mend_said(home, short_without_result(c));
    size_t marks = marked_put(c, below, &marked);
    if (marks > 0)
        return str_format(home, "fill in (%zu) %.*s", marks,
                          STR_ARG(output_visible(home, buf_str(&marked))));
    const struct finding *finding = first_wanted(c, &effort);
    bool key = finding && said_key(finding) != KEY_COUNT;
    if (key && effort == EFFORT_SAY)
        return first_said(home, c, finding);
    if (key && effort == EFFORT_CAPTURE)
        return first_captured(home, finding);
    return mend_said(home, finding && finding->mend.len > 0 ? finding : first_mended(c));
}

void short_no_ratio(struct buf *out, const struct comparison *c, struct str below)
{
    struct str first =
        c->verdict == VERDICT_INCOMPLETE ? short_first(out->home, c, below) : (struct str){ 0 };
    if (first.len == 0)
        short_line(out, STR("No ratio is given: these two may not be set against each other."));
    else
        short_wrap(out, str_format(out->home, "No ratio is given yet; first: %.*s", STR_ARG(first)),
                   2);
}

/* ---- the same over several ---- */

static bool is_open(const struct comparison *c)
{
    return !comparison_licenses(c);
}

static struct str reason_of(struct arena *home, const struct comparison *c)
{
    struct buf line = buf_new(home, (size_t)1 << 20);
    short_reason_line(&line, c);
    struct str text = buf_str(&line);
    return output_columns(text) > 170
               ? str_format(home, "%.*s...", STR_ARG(str_sub(text, 0, short_bytes(text, 167))))
               : text;
}

struct open_one { /* of several that permit no number */
    struct str reason, first;
    size_t alike; /* others that read the same */
    bool before;  /* it is one of those */
};

static void open_find(struct arena *home, const struct short_named *item, size_t count,
                      struct str below, struct open_one *out)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_open(item[i].c))
            continue;
        out[i].reason = reason_of(home, item[i].c);
        out[i].first = short_first(home, item[i].c, below);
        for (size_t k = 0; k < i && !out[i].before; k++) {
            bool same = is_open(item[k].c) && !out[k].before &&
                        str_eq(out[k].reason, out[i].reason) && str_eq(out[k].first, out[i].first);
            out[i].before = same;
            out[k].alike += same;
        }
    }
}

static void put_open(struct buf *out, struct str given, const struct open_one *one)
{
    struct buf line = buf_new(out->home, (size_t)1 << 20);
    struct str name = output_visible(out->home, str_sub(given, 0, 400));
    buf_putf(&line, "  %.*s", STR_ARG(str_sub(name, 0, short_bytes(name, 40))));
    if (one->alike > 0)
        buf_putf(&line, " and %zu more", one->alike);
    buf_putf(&line, ": %.*s", STR_ARG(one->reason));
    short_wrap(out, buf_str(&line), 4);
    short_wrap(out, str_format(out->home, "    first: %.*s", STR_ARG(one->first)), 6);
}

void short_changes_many(struct buf *out, const struct short_named *item, size_t count,
                        struct str below, size_t most)
{
    struct open_one *one = ARENA_MANY(out->home, count + 1, struct open_one);
    size_t groups = 0;
    memset(one, 0, (count + 1) * sizeof *one);
    open_find(out->home, item, count, below, one);
    for (size_t i = 0; i < count; i++) {
        if (one[i].before || one[i].first.len == 0 || groups++ >= most)
            continue;
        if (groups == 1)
            short_line(out, STR("What would change it:"));
        put_open(out, item[i].name, &one[i]);
    }
    if (groups > most)
        short_line(out, str_format(out->home, "  and %zu more (--full)", groups - most));
}
