/* rebuild.c - the report derived again from what a dossier packs, and held against the packed one.
 */
#include "rebuild.h"
#include "base/json.h"
#include "pdfread/pdfread.h"
#include "pipeline.h"
#include "templates/templates.h"
#include "withheld.h"
#include <string.h>

enum { BESIDE_SHOWN = 3 };

void checks_add(struct arena *home, struct checks *checks, struct check check)
{
    struct check *item = ARENA_MANY(home, checks->count + 1, struct check);
    if (checks->count > 0)
        memcpy(item, checks->item, checks->count * sizeof *item);
    item[checks->count++] = check;
    checks->item = item;
    if (check.state == CHECK_FAILS)
        checks->overall = CHECK_FAILS;
    else if (check.state == CHECK_UNDECIDED && checks->overall == CHECK_HOLDS)
        checks->overall = CHECK_UNDECIDED;
}

/* A report derived again, and who packed the one beside it. */
struct rebuilding {
    struct pipeline p;
    struct checks *checks;
    struct str writer;   /* the program that the packed report names */
    bool other_writer;   /* not this one: other bytes are then no sign of forgery, nor of truth */
    bool pages_read;     /* and held against pages.txt */
    bool same_libraries; /* that drew the packed PDF, as the dossier says */
};

static void rebuild_add(struct rebuilding *r, const char *id, enum check_state state,
                        struct str detail)
{
    checks_add(r->p.home, r->checks,
               (struct check){ .id = id,
                               .title = "derived again from the packed evidence",
                               .state = state,
                               .indication = "",
                               .detail = detail });
}

/* The letters of report and annex, whose text pages.txt holds in one; a dossier of old has no
 * annex.
 */
static bool pages_read(struct arena *home, const struct entries *members, struct letters *out,
                       struct str *why)
{
    static const char *const files[] = { "report.pdf", "annex.pdf" };
    *out = (struct letters){ 0 };
    for (size_t i = 0; i < ARRAY_COUNT(files); i++) {
        const struct entry *pdf =
            entries_find(members, str_format(home, "data/report/%s", files[i]));
        struct letters letters;
        if (!pdf)
            continue;
        if (!letters_read(home, pdf->bytes, &letters, why)) {
            *why = str_format(home, "%s is none of dossier: %.*s", files[i], STR_ARG(*why));
            return false;
        }
        *out = letters_join(home, out, &letters);
    }
    return true;
}

struct check pages_say(struct arena *home, const struct entries *members)
{
    struct check check = { .id = "rebuild-pages",
                           .title = "the pages say what pages.txt says",
                           .state = CHECK_FAILS,
                           .indication = "" };
    const struct entry *pdf = entries_find(members, STR("data/report/report.pdf"));
    const struct entry *text = entries_find(members, STR("data/report/pages.txt"));
    struct letters letters;
    struct str why = { 0 };
    if (!pdf) {
        check.state = CHECK_UNDECIDED;
        check.detail = STR("report.pdf is not in the dossier");
    } else if (!text) {
        check.detail = STR("pages.txt is not in the dossier");
    } else if (!pages_read(home, members, &letters, &why)) {
        check.detail = why;
    } else if (!letters_say(home, &letters, text->bytes, &why)) {
        check.detail = str_format(home, "%s: %.*s",
                                  entries_find(members, STR("data/report/annex.pdf"))
                                      ? "report.pdf and annex.pdf"
                                      : "report.pdf",
                                  STR_ARG(why));
    } else {
        check.state = CHECK_HOLDS;
        check.detail = str_format(home, "%zu letters on %u pages", letters.count, letters.pages);
    }
    return check;
}

/* Pages that other libraries drew have other bytes; their letters are the same, at the same places.
 * What else is drawn there, and the shapes of letters, nobody compares: undecided at best. */
static void compare_pages(struct rebuilding *r, struct str name, struct str packed, struct str made)
{
    struct arena *home = r->p.home;
    struct letters theirs, ours;
    struct str why;
    bool same = letters_read(home, packed, &theirs, &why) &&
                letters_read(home, made, &ours, &why) && letters_stand(home, &theirs, &ours, &why);
    rebuild_add(
        r, "rebuild", same ? CHECK_UNDECIDED : CHECK_FAILS,
        same ? str_format(home,
                          "%.*s: other bytes, by other drawing libraries as the "
                          "dossier says; its %zu letters are those that this program sets, at the "
                          "same places; lines, areas and the shapes of letters were not compared",
                          STR_ARG(name), theirs.count)
             : str_format(home, "%.*s: %.*s", STR_ARG(name), STR_ARG(why)));
}

/* What shows names, or says in which faces they stand. */
static bool hangs_on_fonts(struct str name)
{
    static const char *const files[] = { "report.html", "report.pdf",    "annex.pdf",
                                         "pages.txt",   "libraries.txt", FONTS_USED };
    for (size_t i = 0; i < ARRAY_COUNT(files); i++)
        if (str_eq(name, str_from(files[i])))
            return true;
    return str_starts(name, STR("figures/"));
}

/* Said first, and once: what is missing here, and what to do. */
static void fonts_said(struct rebuilding *r)
{
    struct arena *home = r->p.home;
    if (r->p.fonts_lacking.len > 0)
        checks_add(
            home, r->checks,
            (struct check){ .id = "rebuild-fonts",
                            .title = "the fonts that the report was set in",
                            .state = CHECK_UNDECIDED,
                            .indication = "",
                            .detail = str_format(
                                home, "not here: %.*s; give a folder that holds them, --fonts DIR",
                                STR_ARG(r->p.fonts_lacking)) });
}

/* What differs for a reason that the dossier itself states is not compared, and therefore
 * undecided: whoever forged the rest could have written the reason, too. `packed`: of other bytes,
 * or NULL. */
static void other_bytes(struct rebuilding *r, const struct entry *made, const struct entry *packed,
                        struct str name)
{
    struct arena *home = r->p.home;
    if (r->other_writer)
        rebuild_add(r, "rebuild", CHECK_UNDECIDED,
                    str_format(home, "%.*s: %s; %.*s wrote it, this is dossier " DOSSIER_VERSION,
                               STR_ARG(name), packed ? "other bytes" : "not in the dossier",
                               STR_ARG(r->writer)));
    else if (!packed)
        rebuild_add(r, "rebuild", CHECK_FAILS,
                    str_format(home, "%.*s is not in the dossier", STR_ARG(name)));
    else if (r->p.fonts_lacking.len > 0 && hangs_on_fonts(made->name))
        rebuild_add(r, "rebuild", CHECK_UNDECIDED,
                    str_format(home, "%.*s: other bytes without the fonts that it was set in",
                               STR_ARG(name)));
    else if (str_ends(made->name, STR(".pdf")) && !r->same_libraries)
        compare_pages(r, name, packed->bytes, made->bytes);
    else if (str_eq(made->name, STR("libraries.txt")))
        rebuild_add(
            r, "rebuild", CHECK_UNDECIDED,
            str_format(home, "%.*s: names other drawing libraries than these", STR_ARG(name)));
    else
        rebuild_add(r, "rebuild", CHECK_FAILS,
                    str_format(home, "%.*s: other bytes", STR_ARG(name)));
}

static void compare_file(struct rebuilding *r, const struct entry *made)
{
    struct arena *home = r->p.home;
    struct str name = str_format(home, "data/report/%.*s", STR_ARG(made->name));
    const struct entry *packed = entries_find(r->p.dossier, name);
    bool same = packed && str_eq(packed->bytes, made->bytes);
    if (str_ends(made->name, STR(".pdf")) && !same &&
        !r->pages_read) { /* both files at once, whatever versions the dossier names */
        r->pages_read = true;
        checks_add(home, r->checks, pages_say(home, r->p.dossier));
    }
    if (same)
        rebuild_add(r, "rebuild", CHECK_HOLDS, str_format(home, "%.*s: same bytes", STR_ARG(name)));
    else
        other_bytes(r, made, packed, name);
}

bool rules_shipped(const struct pipeline *p)
{
    if (!p->own_rules || p->profile.len == 0)
        return false;
    const struct entry *known =
        template_find(p->home, str_format(p->home, "profiles/%.*s.json", STR_ARG(p->profile)));
    return known && digest_eq(digest_of(known->bytes), digest_of(p->own_rules->bytes));
}

static bool reason_before(const struct report_model *model, size_t rule)
{
    for (size_t i = 0; i < rule; i++)
        if (str_eq(model->loosened[i]->loosened, model->loosened[rule]->loosened))
            return true;
    return false;
}

void loosened_put(const struct report_model *model, struct buf *out)
{
    bool any = false;
    for (size_t i = 0; i < model->loosened_count; i++) {
        if (reason_before(model, i))
            continue;
        struct str reason = model->loosened[i]->loosened;
        for (size_t k = i; k < model->loosened_count; k++) {
            if (!str_eq(model->loosened[k]->loosened, reason))
                continue;
            buf_putf(out, "%s%.*s", any ? ", " : "", STR_ARG(model->loosened[k]->id));
            any = true;
        }
        buf_put(out, STR(" (\""));
        buf_put_visible(out, str_sub(reason, 0, 400));
        buf_put(out, STR("\")"));
    }
}

/* What lies over the built-in rules goes behind what is said of those. A profile sets limits and
 * formats, too, which rules of one's own may not; as this program ships it, it is a rule set of the
 * program and none of the case. */
static void own_rules_said(const struct pipeline *p, struct check *check)
{
    bool shipped = rules_shipped(p), forged = p->profile.len > 0 && !shipped;
    struct buf said = buf_new(p->home, 1 << 16);
    buf_put(&said, check->detail);
    if (shipped) {
        buf_putf(&said, "; this program's profile %.*s lies over it", STR_ARG(p->profile));
    } else {
        buf_put(&said, STR("; own rules lie over it"));
        if (p->model.loosened_count > 0)
            buf_put(&said, STR(" and loosen "));
        loosened_put(&p->model, &said);
    }
    if (forged)
        buf_putf(&said,
                 "; they are called the profile %.*s and are not this program's of that name",
                 STR_ARG(p->profile));
    else if (!shipped && p->model.loosened_count == 0)
        buf_put(&said, STR(", nowhere looser"));
    check->detail = buf_str(&said);
    if (forged || (!shipped && p->model.loosened_count > 0))
        check->state = CHECK_UNDECIDED;
    else if (check->state == CHECK_HOLDS)
        check->state = CHECK_NOTE;
}

/* The report follows from the rules that lie in the dossier. Whether those are the rules that this
 * program judges by is another question: whoever built it may have packed looser ones, or own ones
 * beside them that loosen. */
static void compare_rules(struct rebuilding *r)
{
    struct pipeline *p = &r->p;
    struct evidence built_in = *p->rules_evidence;
    struct str how = { 0 };
    bool read = true;
    built_in.bytes = template_find(p->home, STR("rules.json"))->bytes;
    bool other = !str_eq(built_in.bytes, p->rules_evidence->bytes);
    if (other)
        read = rules_looser(p->home, &built_in, p->rules_evidence, &p->limits, &how, p->diags);
    struct check check = {
        .id = "rebuild-rules",
        .title = "judged by this program's rules",
        .state = !read || how.len > 0 ? CHECK_UNDECIDED
                 : other              ? CHECK_NOTE
                                      : CHECK_HOLDS,
        .indication = "",
        .detail =
            how.len > 0
                ? str_format(p->home, "the packed rule set is looser than the built-in one: %.*s",
                             STR_ARG(how))
            : other ? STR("the packed rule set is another one, and nowhere looser")
                    : STR("the packed rule set is the built-in one")
    };
    if (p->own_rules)
        own_rules_said(p, &check);
    checks_add(p->home, r->checks, check);
}

/* Another version writes other bytes, but facts and claims of the same evidence are there to be
 * held against each other, whoever wrote them. */
static void compare_facts(struct rebuilding *r, const char *name, struct str dossier)
{
    static const struct entries none;
    struct arena *home = r->p.home;
    struct withheld said;
    if (!withheld_derive(home, name, dossier, &none, &said) || !said.derived)
        return;
    bool same = said.facts_lost == 0 && said.claims_lost == 0;
    struct str detail = str_format(
        home, "%zu of %zu facts and %zu of %zu claims come out as the report says them",
        said.facts - said.facts_lost, said.facts, said.claims - said.claims_lost, said.claims);
    if (said.denied > 0)
        detail = str_format(home, "%.*s; %zu with another value, the first: %.*s", STR_ARG(detail),
                            said.denied, STR_ARG(said.shown_denied));
    checks_add(home, r->checks,
               (struct check){ .id = "rebuild-facts",
                               .title = "what the report says, derived by another version",
                               .state = same ? CHECK_HOLDS : CHECK_UNDECIDED,
                               .indication = "",
                               .detail = detail });
}

static bool rests_on(const struct report_model *model, struct str file)
{
    for (size_t i = 0; i < model->fact_count; i++) {
        const struct fact *fact = model->fact[i];
        const struct evidence *from = !fact->derivation ? fact->source.evidence : NULL;
        if (from && str_eq(from->name, file))
            return true;
    }
    return false;
}

/* One bundle may serve several systems. */
static bool told_before(const struct diags *diags, const struct diag *one)
{
    const struct diag *diag = diags_first(diags);
    while (diag != one && (diag->id != one->id || !str_eq(diag->place.file, one->place.file)))
        diag = diag->next;
    return diag != one;
}

/* A file beside a seal came from nobody knows whom: where a fact rests on it, the seal says nothing
 * of that fact. */
static void compare_seals(struct rebuilding *r)
{
    struct pipeline *p = &r->p;
    size_t beside = 0, used = 0;
    struct buf said = buf_new(p->home, 1 << 16);
    for (const struct diag *diag = diags_first(p->diags); diag; diag = diag->next) {
        if (diag->id != DIAG_SEAL_BESIDE || told_before(p->diags, diag))
            continue;
        beside++;
        if (rests_on(&p->model, diag->place.file) && used++ < BESIDE_SHOWN) {
            buf_put(&said, used > 1 ? STR(", ") : STR("; facts rest on "));
            buf_put_visible(&said, diag->place.file);
        }
    }
    if (beside == 0)
        return;
    struct str files = buf_str(&said);
    checks_add(
        p->home, r->checks,
        (struct check){ .id = "rebuild-seals",
                        .title = "files beside a seal",
                        .state = used > 0 ? CHECK_UNDECIDED : CHECK_NOTE,
                        .indication = "",
                        .detail = str_format(
                            p->home, "%zu lie in a sealed bundle and were sealed by nobody%.*s%s",
                            beside, STR_ARG(files),
                            used > BESIDE_SHOWN ? ", ..."
                            : used == 0         ? "; no fact rests on them"
                                                : "") });
}

/* The program that packed it, as bag-info.txt names it once; empty: it does not. */
static struct str packed_by(const struct entries *members)
{
    const struct entry *info = entries_find(members, STR("bag-info.txt"));
    struct str rest = info ? info->bytes : (struct str){ 0 }, line, by = { 0 };
    const struct str label = STR("Bag-Software-Agent: ");
    while (info && str_cut(&rest, '\n', &line)) {
        if (str_starts(line, label) && by.len > 0)
            return (struct str){ 0 };
        by = str_starts(line, label) ? str_sub(line, label.len, line.len) : by;
    }
    return by;
}

struct str report_writer(struct arena *home, const struct entries *members)
{
    const struct entry *data = entries_find(members, STR("data/report/data.json"));
    struct json *json;
    if (!data || !json_read(home, data->name, data->bytes, &limits_default, &json, diags_new(home)))
        return STR("nobody named");
    const struct json_item *program = json_member(json_root(json), STR("program"));
    struct buf shown = buf_new(home, 4096);
    buf_put_visible(&shown, program && json_type(program) == JSON_STRING
                                ? str_sub(json_string(program), 0, 100)
                                : STR("nobody named"));
    struct str by = packed_by(members);
    if (str_eq(buf_str(&shown), STR("dossier " DOSSIER_VERSION)) && by.len > 0 &&
        !str_eq(by, sign_agent()))
        buf_put(&shown, STR(", of another revision,"));
    return buf_str(&shown);
}

/* What the dossier packs as its report and the evidence does not give. */
static void compare_members(struct rebuilding *r)
{
    const struct pipeline *p = &r->p;
    for (size_t i = 0; i < p->dossier->count; i++) {
        struct str member = p->dossier->item[i].name;
        if (str_starts(member, STR("data/report/")) &&
            !entries_find(&p->report, str_sub(member, STR("data/report/").len, member.len)))
            rebuild_add(
                r, "rebuild",
                r->other_writer ||
                        (p->fonts_lacking.len > 0 && str_ends(member, STR("/" FONTS_USED)))
                    ? CHECK_UNDECIDED
                    : CHECK_FAILS,
                str_format(p->home, "%.*s: the evidence gives no such file", STR_ARG(member)));
    }
}

void rebuild(struct arena *home, const char *name, struct str dossier, const struct entries *fonts,
             struct checks *checks)
{
    struct rebuilding r = { .p = { .home = home,
                                   .diags = diags_new(home),
                                   .verified = dossier,
                                   .fonts = fonts,
                                   .fonts_as_packed = true },
                            .checks = checks };
    struct pipeline *p = &r.p;
    bool derived = pipeline_run(p, name, NULL, STAGE_REPORT);
    if (p->dossier)
        r.writer = report_writer(home, p->dossier);
    r.other_writer = !str_eq(r.writer, STR("dossier " DOSSIER_VERSION));
    if (!derived || !p->dossier) {
        struct buf said = buf_new(home, (size_t)1 << 20);
        if (r.other_writer)
            buf_putf(&said, "%.*s wrote it, and this is dossier " DOSSIER_VERSION ": ",
                     STR_ARG(r.writer));
        diags_put_text(p->diags, &said);
        rebuild_add(&r, "rebuild", r.other_writer ? CHECK_UNDECIDED : CHECK_FAILS,
                    str_trim(buf_str(&said)));
        if (p->dossier)
            checks_add(home, checks, pages_say(home, p->dossier));
        return;
    }
    const struct entry *libraries = entries_find(p->dossier, STR("data/report/libraries.txt"));
    const struct entry *ours = entries_find(&p->report, STR("libraries.txt"));
    r.same_libraries =
        libraries && ours && str_eq(str_trim(libraries->bytes), str_trim(ours->bytes));
    fonts_said(&r);
    compare_rules(&r);
    compare_seals(&r);
    if (r.other_writer)
        compare_facts(&r, name, dossier);
    for (size_t i = 0; i < p->report.count; i++)
        compare_file(&r, &p->report.item[i]);
    compare_members(&r);
}
