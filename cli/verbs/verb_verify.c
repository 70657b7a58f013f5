/* verb_verify.c - is the dossier whole, who signed it, and does the same evidence give the same
 * report. */
#include "amending.h"
#include "base/json.h"
#include "base/num.h"
#include "fonts.h"
#include "later.h"
#include "output.h"
#include "pipeline.h"
#include "rebuild.h"
#include "templates/templates.h"
#include "verify_report.h"
#include "withheld.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#define TIME_MOST INT64_C(253402300799) /* 9999-12-31T23:59:59Z, the last that X.509 can say */

static int status_of(enum check_state state)
{
    return state == CHECK_FAILS       ? STATUS_HOLDS_NOT
           : state == CHECK_UNDECIDED ? STATUS_UNDECIDED
                                      : STATUS_HOLDS;
}

/* What is left was derived again; pages that show what hangs on the rest cannot be. */
static struct check rebuilt_in_part(struct arena *home, const struct entries *dossier,
                                    const struct withheld *hangs)
{
    struct str writer = report_writer(home, dossier);
    bool same_program = str_eq(writer, STR("dossier " DOSSIER_VERSION));
    struct check check = { .id = "rebuild",
                           .title = "derived again from the packed evidence",
                           .state =
                               hangs->denied > 0 && same_program ? CHECK_FAILS : CHECK_UNDECIDED,
                           .indication = "" };
    check.detail =
        hangs->denied > 0
            ? str_format(home,
                         "%zu facts come out with another value from evidence that is not "
                         "withheld; the first: %.*s%s%.*s%s",
                         hangs->denied, STR_ARG(hangs->shown_denied), same_program ? "" : "; ",
                         STR_ARG(same_program ? STR("") : writer),
                         same_program ? "" : " wrote it, this is dossier " DOSSIER_VERSION)
        : hangs->derived
            ? str_format(home,
                         "in part, since evidence is withheld: %zu of %zu facts and %zu of %zu "
                         "claims come out as the report says them, the others cannot",
                         hangs->facts - hangs->facts_lost, hangs->facts,
                         hangs->claims - hangs->claims_lost, hangs->claims)
            : STR("not possible: evidence is withheld");
    return check;
}

/* Says what hangs on withheld evidence; true: something is withheld. */
static bool tell_withheld(struct request *request, struct str dossier,
                          const struct verify_request *verify, struct checks *checks)
{
    struct entries entries;
    struct withheld hangs;
    const char *name = request->options.argument[0];
    struct diags *unheard = diags_new(request->home);
    if (!sign_open_below(request->home, str_from(name), dossier, STR("withheld/"), &entries,
                         unheard))
        return false;
    struct entries members = withheld_members(request->home, &entries);
    if (members.count == 0)
        return false;
    if (verify->passed) { /* pages of a file: a whole case is read from a copy, judged anew */
        struct verify_request copied = *verify;
        copied.passed = NULL;
        dossier = str_keep(request->home, dossier);
        if (!sign_verify(request->home, dossier, &copied, checks, unheard) ||
            checks->overall == CHECK_FAILS)
            return false;
    }
    if (!sign_open(request->home, str_from(name), dossier, &entries, unheard))
        return false;
    if (!withheld_derive(request->home, name, dossier, &members, &hangs))
        hangs = (struct withheld){ 0 };
    else
        checks_add(request->home, checks,
                   (struct check){ .id = "withheld-facts",
                                   .title = "what hangs on what is withheld",
                                   .state = CHECK_NOTE,
                                   .indication = "",
                                   .detail = withheld_statement(request->home, &hangs) });
    if (request->options.rebuild) {
        checks_add(request->home, checks, rebuilt_in_part(request->home, &entries, &hangs));
        checks_add(request->home, checks, pages_say(request->home, &entries));
    }
    return true;
}

/* What cannot be opened has no ids. */
static bool is_known(struct digest digest)
{
    static const struct digest none;
    return memcmp(&digest, &none, sizeof digest) != 0;
}

/* "001 CN=First signer, engineer: approved, 2026-11-28T00:00:00Z (claimed)" */
static void put_signer(const struct signer *signer, struct buf *out)
{
    bool claimed = signer->stamped.len == 0;
    buf_putf(out, "%03u ", signer->number);
    buf_put(out, signer->subject.len > 0 ? signer->subject : STR("not readable"));
    if (signer->decision)
        buf_putf(out, ", %.*s: %s", STR_ARG(signer->role), signer->decision);
    if (!claimed || signer->claimed.len > 0)
        buf_putf(out, ", %.*s (%s)", STR_ARG(claimed ? signer->claimed : signer->stamped),
                 claimed ? "claimed" : "stamped");
    buf_put(out, !signer->holds                     ? STR(": does not hold")
                 : signer->trust == CHECK_FAILS     ? STR(": not to be trusted")
                 : signer->trust == CHECK_UNDECIDED ? STR(": trusted by nobody here")
                                                    : STR(""));
}

/* One line, however long: the head is five at most. */
static void head_row(struct buf *out, const char *label, struct str text)
{
    buf_putf(out, "  %-9s %.*s\n", label, STR_ARG(text));
}

/* What deriving again had to leave out, by reason of a version, a library, rules or withheld
 * evidence. */
static void put_not_compared(const struct checks *checks, struct buf *out)
{
    enum { SHOWN = 240 };
    size_t count = 0;
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->item[i];
        if (check->state != CHECK_UNDECIDED || !str_starts(str_from(check->id), STR("rebuild")))
            continue;
        if (count++ == 0) {
            buf_put(out, out->len > 0 ? STR("; not decided by deriving again: ")
                                      : STR("nothing; not decided by deriving again: "));
            buf_put_visible(out, str_sub(check->detail, 0, SHOWN));
            buf_put(out, check->detail.len > SHOWN ? STR("...") : STR(""));
        }
    }
    if (count > 1)
        buf_putf(out, ", and %zu more", count - 1);
}

/* What was asked and found, and what nobody asked for: before all that holds. */
static void put_head(const struct verified *verified, struct buf *out)
{
    const struct checks *checks = verified->checks;
    struct buf missing = buf_new(out->home, 4096);
    buf_putf(out, "%s\n", overall_word(verified->checks->overall));
    struct buf asked = buf_new(out->home, 1 << 17);
    buf_put(&asked, verified->verdict);
    buf_put(&asked, verified->rules);
    if (verified->question.len > 0) {
        buf_put(&asked, verified->verdict.len > 0 ? STR("; asked: ") : STR("asked: "));
        buf_put_visible(&asked, verified->question);
    }
    if (asked.len > 0)
        head_row(out, "verdict", buf_str(&asked));
    struct buf who = buf_new(out->home, (size_t)8 << 20);
    for (size_t i = 0; i < checks->signer_count; i++) {
        buf_put(&who, i > 0 ? STR("; ") : STR(""));
        put_signer(&checks->signer[i], &who);
    }
    if (who.len > 0)
        head_row(out, "signed", buf_str(&who));
    if (is_known(checks->content))
        head_row(out, "content", digest_hex(out->home, checks->content));
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        enum check_state state;
        if (!verify_question_state(verified->checks, (enum verify_question)i, &state))
            buf_putf(&missing, "%s%s", missing.len > 0 ? ", " : "",
                     verify_question_row((enum verify_question)i)->id);
    }
    put_not_compared(checks, &missing);
    if (missing.len > 0)
        head_row(out, "not asked", buf_str(&missing));
    buf_put_char(out, '\n');
}

/* What holds is counted, and listed where --all is asked for. */
static void put_checks(struct arena *home, const struct checks *checks, bool all, struct buf *out)
{
    size_t hold = 0;
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->item[i];
        if (!all && check->state == CHECK_HOLDS) {
            hold++;
            continue;
        }
        struct str line =
            str_format(home, "%s%s%s%s", check->title, check->indication[0] != 0 ? " (" : "",
                       check->indication, check->indication[0] != 0 ? ")" : "");
        if (check->detail.len > 0)
            line = str_format(home, "%.*s: %.*s", STR_ARG(line), STR_ARG(check->detail));
        output_row(out, check_word(check->state), 9, line);
    }
    if (!all)
        output_row(out, check_word(CHECK_HOLDS), 9,
                   str_format(home, "%zu checks, listed by --all", hold));
}

struct verifying {
    const struct request *request;
    const struct verified *verified;
};

static void put_text(const void *answer, struct buf *out)
{
    const struct request *request = ((const struct verifying *)answer)->request;
    const struct verified *verified = ((const struct verifying *)answer)->verified;
    const struct checks *checks = verified->checks;
    put_head(verified, out);
    if (!request->options.all) {
        put_checks(request->home, checks, false, out);
        return;
    }
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        enum check_state state;
        if (verify_question_state(checks, (enum verify_question)i, &state))
            output_row(out, check_word(state), 9,
                       str_from(verify_question_row((enum verify_question)i)->title));
    }
    buf_put_char(out, '\n');
    put_checks(request->home, checks, true, out);
    buf_put_char(out, '\n');
    if (is_known(checks->content))
        buf_putf(out, "content id   %.*s\n", STR_ARG(digest_hex(request->home, checks->content)));
    if (is_known(checks->evidence))
        buf_putf(out, "evidence id  %.*s\n", STR_ARG(digest_hex(request->home, checks->evidence)));
    struct str rest = checks->signers, signer;
    while (str_cut(&rest, '\n', &signer))
        if (signer.len > 0)
            output_row(out, "signer", 11, signer);
}

static void put_summary(struct json_out *json, const struct checks *checks)
{
    json_open(json, STR("summary"), '{');
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        enum check_state state;
        bool asked = verify_question_state(checks, (enum verify_question)i, &state);
        const char *word = state == CHECK_FAILS ? "fails" : check_word(state);
        json_text(json, str_from(verify_question_row((enum verify_question)i)->id),
                  str_from(asked ? word : "not asked"));
    }
    json_close(json);
}

static void put_signer_json(struct arena *home, struct json_out *json, const struct signer *signer)
{
    json_open(json, STR(""), '{');
    json_integer(json, STR("number"), signer->number);
    json_text(json, STR("subject"), signer->subject);
    if (is_known(signer->certificate))
        json_text(json, STR("certificate_sha256"), digest_hex(home, signer->certificate));
    json_text(json, STR("signature"), signer->holds ? STR("holds") : STR("fails"));
    json_text(json, STR("trust"),
              !signer->holds || signer->trust == CHECK_FAILS ? STR("fails")
                                                             : str_from(check_word(signer->trust)));
    if (signer->claimed.len > 0)
        json_text(json, STR("claimed"), signer->claimed);
    if (signer->stamped.len > 0)
        json_text(json, STR("stamped"), signer->stamped);
    if (signer->decision) {
        json_text(json, STR("role"), signer->role);
        json_text(json, STR("decision"), str_from(signer->decision));
        json_text(json, STR("comment"), signer->comment);
    }
    json_close(json);
}

static void put_json(const void *answer, struct json_out *json)
{
    const struct request *request = ((const struct verifying *)answer)->request;
    const struct verified *verified = ((const struct verifying *)answer)->verified;
    const struct checks *checks = verified->checks;
    json_text(json, STR("result"), str_from(overall_word(checks->overall)));
    put_summary(json, checks);
    if (verified->question.len > 0)
        json_text(json, STR("question"), verified->question);
    if (verified->verdict.len > 0)
        json_text(json, STR("verdict"), verified->verdict);
    json_text(json, STR("at"), verify_time(request->home, verified->at));
    json_text(json, STR("file_sha256"), digest_hex(request->home, verified->file));
    if (is_known(checks->content))
        json_text(json, STR("content_id"), digest_hex(request->home, checks->content));
    if (is_known(checks->evidence))
        json_text(json, STR("evidence_id"), digest_hex(request->home, checks->evidence));
    json_open(json, STR("signers"), '[');
    for (size_t i = 0; i < checks->signer_count; i++)
        put_signer_json(request->home, json, &checks->signer[i]);
    json_close(json);
    json_open(json, STR("checks"), '[');
    for (size_t i = 0; i < checks->count; i++) {
        const struct check *check = &checks->item[i];
        json_open(json, STR(""), '{');
        json_text(json, STR("id"), str_from(check->id));
        json_text(json, STR("title"), str_from(check->title));
        json_text(json, STR("state"),
                  str_from(check->state == CHECK_FAILS ? "fails" : check_word(check->state)));
        json_text(json, STR("indication"), str_from(check->indication));
        json_text(json, STR("detail"), check->detail);
        json_close(json);
    }
    json_close(json);
}

/* Seconds, or a date or time of ISO 8601 in UTC where it names no zone. */
static bool time_read(struct str text, int64_t *out)
{
    char copy[64] = "";
    if (num_int(text, out))
        return true;
    if (text.len > 40)
        return false;
    memcpy(copy, text.at, text.len);
    if (text.len == 10)
        memcpy(copy + 10, "T00:00:00Z", 11);
    GTimeZone *utc = g_time_zone_new_utc();
    GDateTime *time = g_date_time_new_from_iso8601(copy, utc);
    g_time_zone_unref(utc);
    if (!time)
        return false;
    *out = g_date_time_to_unix(time);
    g_date_time_unref(time);
    return true;
}

/* Whether what was asked for beside the answer could be written: pages where the name says PDF,
 * else a page of HTML. */
static bool report_written(struct request *request, const struct verified *verified)
{
    const char *path = request->options.report_file;
    struct str bytes;
    if (!path)
        return true;
    if (!str_ends(str_from(path), STR(".pdf"))) {
        bytes = verify_report(request->home, verified);
    } else {
        struct skin skin = { .file = templates_all(request->home) };
        if (!fonts_taken(request, &skin.given) ||
            !render_statement(request->home, verify_statement(request->home, verified), &skin,
                              &bytes, request->diags))
            return false;
    }
    return file_put(request, path, bytes);
}

static bool read_optional(struct request *request, const char *path, struct str *out)
{
    if (!path)
        return true;
    if (!file_read(request->home, path, &limits_default, out, request->diags))
        return false;
    if (out->len == 0) /* not the same as none given */
        diag_add(request->diags, DIAG_REFUSED, (struct place){ .file = str_from(path) },
                 STR("certificates or a policy; name a PEM file of those whom you trust"),
                 "the file is empty");
    return out->len > 0;
}

/* The clock, or --at: an environment in which the dossier was built must not decide what holds. */
static bool read_options(struct request *request, struct verify_request *verify)
{
    const struct options *o = &request->options;
    *verify =
        (struct verify_request){ .allow_withheld = o->allow_withheld, .at = (int64_t)time(NULL) };
    if (o->at &&
        (!time_read(str_from(o->at), &verify->at) || verify->at < 0 || verify->at > TIME_MOST)) {
        diag_add(
            request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
            STR("seconds since 1970-01-01 UTC, or a date such as 2026-11-27, to the year 9999"),
            "--at %s", o->at);
        return false;
    }
    return read_optional(request, o->trust, &verify->trust) &&
           read_optional(request, o->trust_tsa, &verify->trust_tsa) &&
           read_optional(request, o->policy, &verify->policy);
}

static int judge_dossier(struct request *request, struct str dossier,
                         const struct verify_request *verify, struct checks *checks)
{
    const struct options *o = &request->options;
    if (!sign_verify(request->home, dossier, verify, checks, request->diags))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    const struct entries *fonts;
    if (!fonts_taken(request, &fonts))
        return diags_exit(request->diags);
    bool withheld =
        checks->overall != CHECK_FAILS && tell_withheld(request, dossier, verify, checks);
    if (o->rebuild && !withheld && checks->overall != CHECK_FAILS)
        rebuild(request->home, o->argument[0], dossier, fonts, checks);
    if (checks->overall != CHECK_FAILS && !later_add(request, verify->trust, checks))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    return STATUS_HOLDS;
}

/* What became of the dossier that packs a report, in one check. */
static struct check whole_dossier(struct request *request, const struct checks *dossier)
{
    struct check check = { .id = "dossier",
                           .title = "the dossier beside it",
                           .state = dossier->overall,
                           .indication = "",
                           .detail = str_from(overall_word(dossier->overall)) };
    for (size_t i = 0; i < dossier->count; i++) {
        const struct check *one = &dossier->item[i];
        if (dossier->overall != CHECK_HOLDS && one->state == dossier->overall) {
            check.indication = one->indication;
            check.detail =
                str_format(request->home, "%s, first in \"%s\": %.*s",
                           overall_word(dossier->overall), one->title, STR_ARG(one->detail));
            break;
        }
    }
    return check;
}

/* A signed copy of the report, alone or against the dossier that packs it, which is judged too. */
static int judge_pdf(struct request *request, struct str pdf, const struct verify_request *verify,
                     struct checks *checks)
{
    const struct options *o = &request->options;
    struct entry packed = { .name = STR("report.pdf") };
    struct checks dossier = { 0 };
    struct entries entries = { 0 };
    if (o->argument_count > 1) {
        struct limits large = limits_default;
        struct str bytes;
        large.file = UINT32_MAX;
        if (!file_read(request->home, o->argument[1], &large, &bytes, request->diags) ||
            !sign_open(request->home, str_from(o->argument[1]), bytes, &entries, request->diags))
            return STATUS_INPUT;
        if (!sign_verify(request->home, bytes, verify, &dossier, request->diags))
            return STATUS_MACHINE;
        const struct entry *report = entries_find(&entries, STR("data/report/report.pdf"));
        const struct entry *annex = entries_find(&entries, STR("data/report/annex.pdf"));
        /* It begins with the bytes of what was signed: which of the two, they tell. */
        bool of_annex = annex && str_starts(pdf, annex->bytes);
        packed.name = of_annex ? STR("annex.pdf") : packed.name;
        report = of_annex ? annex : report;
        packed.bytes = report ? report->bytes : STR("");
    }
    sign_verify_pdf(request->home, pdf, o->argument_count > 1 ? &packed : NULL, verify, checks);
    if (o->argument_count > 1) {
        struct check pages = pages_say(request->home, &entries);
        pages.id = "pages";
        if (packed.bytes.len > 0)
            checks_add(request->home, checks, pages);
        checks_add(request->home, checks, whole_dossier(request, &dossier));
    }
    return STATUS_HOLDS;
}

/* Of a dossier only what is being read is in memory, unless a whole case is derived from it. */
static bool open_file(struct request *request, struct str *file, struct file_map **map, bool *pdf)
{
    const struct options *o = &request->options;
    struct limits large = limits_default;
    large.file = UINT32_MAX;
    *map = NULL;
    if (!o->rebuild && !file_map(request->home, o->argument[0], &large, file, map, request->diags))
        return false;
    *pdf = *map && str_starts(*file, STR("%PDF-"));
    if (o->rebuild || *pdf) {
        *map = NULL;
        if (!file_read(request->home, o->argument[0], &large, file, request->diags))
            return false;
    }
    *pdf = str_starts(*file, STR("%PDF-"));
    return true;
}

/* Where anchors or lists that the line names cannot be read, it ends with 3; nor does the answer
 * say that all holds, which somebody may read by itself. */
static void unread_tell(struct request *request, struct checks *checks)
{
    if (checks->overall == CHECK_HOLDS && diags_count(request->diags, LEVEL_INPUT) > 0)
        checks_add(request->home, checks,
                   (struct check){ .id = "trust-given",
                                   .title = "what the line names was read",
                                   .state = CHECK_UNDECIDED,
                                   .indication = "",
                                   .detail = STR("not all of it can be read") });
}

static int run(struct request *request)
{
    static const struct printers printers = { '{', "dossier-verify/1", put_json, put_text };
    const struct options *o = &request->options;
    struct str file;
    struct verify_request verify;
    struct checks checks = { 0 };
    struct file_map *map;
    bool pdf;
    if (!read_options(request, &verify) || !open_file(request, &file, &map, &pdf))
        return STATUS_INPUT;
    verify.passed = map ? file_map_passed : NULL;
    if (pdf ? o->with.count > 0 : o->argument_count > 1) {
        diag_add(request->diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("verify FILE [--with FOLDER], or verify REPORT.pdf DOSSIER"), "%s",
                 pdf ? "--with beside a PDF" : o->argument[1]);
        return STATUS_INPUT;
    }
    int status = pdf ? judge_pdf(request, file, &verify, &checks)
                     : judge_dossier(request, file, &verify, &checks);
    if (status != STATUS_HOLDS)
        return status;
    unread_tell(request, &checks);
    struct verified verified = { .checks = &checks,
                                 .name = str_base_name(str_from(o->argument[0])),
                                 .trust = verify.trust,
                                 .policy = verify.policy,
                                 .at = verify.at };
    if (o->json || o->report_file)
        verified.file = file_map_digest(file, map);
    if (!pdf && checks.overall != CHECK_FAILS)
        verified_read(request->home, file, &verified);
    if (!file_map_same(map, request->diags))
        return STATUS_INPUT;
    int printed =
        answer_print(request, &printers, &(struct verifying){ request, &verified }, STATUS_HOLDS);
    if (printed != STATUS_HOLDS)
        return printed;
    return report_written(request, &verified) ? status_of(checks.overall) : STATUS_MACHINE;
}

static const struct option_row rows[] = {
    { 0, "trust", "CA", "PEM certificates you trust; from elsewhere, never from the dossier",
      offsetof(struct options, trust), OPTION_TEXT },
    { 0, "trust-tsa", "CA", "the same for time stamping authorities; default: those of --trust",
      offsetof(struct options, trust_tsa), OPTION_TEXT },
    { 0, "policy", "FILE", "who must have signed, in which role, certified by whom",
      offsetof(struct options, policy), OPTION_TEXT },
    { 0, "allow-withheld", NULL, "withheld evidence, properly signed for, leaves the answer 0",
      offsetof(struct options, allow_withheld), OPTION_FLAG },
    { 0, "rebuild", NULL, "derive the report again and compare bytes",
      offsetof(struct options, rebuild), OPTION_FLAG },
    OPTION_ROW_FONTS("beside --rebuild: a folder with the fonts that the report names"),
    { 0, "with", "FOLDER",
      "whether a later dossier in it takes its place, or a statement in it retracts, waives or "
      "audits",
      offsetof(struct options, with), OPTION_LIST },
    { 0, "report-file", "FILE",
      "write the outcome, to be kept: pages if FILE ends in .pdf, else HTML",
      offsetof(struct options, report_file), OPTION_WRITES },
    { 0, "all", NULL, "as text, what holds too, behind the head and what does not",
      offsetof(struct options, all), OPTION_FLAG },
    { 0, "at", "TIME", "when certificates must be valid: date, time or Unix seconds; default now",
      offsetof(struct options, at), OPTION_TEXT },
    OPTION_ROW_JSON,
    OPTION_ROW_COLOR,
};
const struct verb verb_verify = {
    .name = "verify",
    .summary = "is a dossier whole, and who signed it",
    .usage = "verify FILE [--trust CA] [--policy FILE] [--rebuild] [--json]",
    .more = "Exit status: 0 whole and signed by whom you trust; 1 something does not hold;\n"
            "2 whole, but no trust anchor was given or none fits, or evidence is withheld.\n"
            "FILE may be a PDF that `dossier sign --pdf` wrote; name its dossier behind it.\n\n"
            "Limits: a file under 4 GiB, 65534 members of at most 1 GiB that expand less\n"
            "than 200 times; names of ASCII letters, digits, . _ - and 240 bytes; manifests\n"
            "of 64 MiB; 999 signatures of 1 MiB with one signer and 64 certificates, chains\n"
            "of 10 issuers; 999 time stamps of 1 MiB; policies of 64 rules for 64 persons\n"
            "each; SHA-256, SHA-384, SHA-512; ECDSA on P-256 and P-384, RSA from 2048 bits.\n"
            "No network, no trust store of the system, no configuration file.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 2,
    .run = run,
};
