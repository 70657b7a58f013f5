/* verb_sign.c - one more signature over a dossier, with what the signer decided. */
#include "amending.h"
#include "fonts.h"
#include "ingest/ingest.h"
#include "keys.h"
#include "output.h"
#include "rebuild.h"
#include <glib.h>
#include <stddef.h>
#include <string.h>

struct signing {
    struct request *request;
    struct sign_request sign;
    struct str import; /* empty: signed here */
    struct digest content;
    unsigned number;
};

static bool make(void *self, struct sink *sink)
{
    struct signing *s = self;
    struct arena *home = s->request->home;
    struct diags *diags = s->request->diags;
    return s->import.len > 0 ? sign_import(home, &s->sign, s->import, sink, &s->number, diags)
                             : sign_add(home, &s->sign, sink, &s->number, diags);
}

static int usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("sign") }, expected, "%s", said);
    return STATUS_INPUT;
}

static int export(struct signing *s)
{
    struct request *request = s->request;
    const struct options *o = &request->options;
    struct str manifest;
    if (!sign_export(request->home, &s->sign, &manifest, request->diags) ||
        !file_put(request, o->export_to, manifest))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "to be signed  %s\n", o->export_to);
    buf_putf(&out, "content id    %.*s\n\n", STR_ARG(digest_hex(request->home, s->content)));
    output_wrap(
        &out,
        STR("Sign exactly these bytes, detached, in DER, with the certificate's chain; then "
            "give the signature back with --import and the same --role, --decision and "
            "--comment. With openssl:"),
        0, 0);
    buf_putf(&out,
             "    openssl cms -sign -cades -binary -md sha256 -nosmimecap -in %s \\\n"
             "      -signer CERT.pem -inkey KEY.pem -outform DER -out signature.p7s\n",
             o->export_to);
    return output_end(&out, STATUS_HOLDS);
}

static int sign(struct signing *s)
{
    struct request *request = s->request;
    int status = dossier_write(request, s->sign.dossier, make, s);
    if (status != STATUS_HOLDS)
        return status;
    struct buf out = output_new(request->home);
    buf_putf(&out, "dossier      %s\n", dossier_target(request));
    buf_putf(&out, "content id   %.*s\n", STR_ARG(digest_hex(request->home, s->content)));
    buf_putf(&out, "signed       signature %03u", s->number);
    if (s->sign.role.len > 0) {
        buf_put(&out, STR(", as "));
        buf_put_visible(&out, s->sign.role);
        buf_putf(&out, ": %.*s", STR_ARG(s->sign.decision));
    }
    buf_put_char(&out, '\n');
    return output_end(&out, STATUS_HOLDS);
}

static bool refuse(struct signing *s, enum diag_id id, const struct check *check)
{
    diag_add(s->request->diags, id, (struct place){ .file = s->sign.name },
             STR("pages that follow from the dossier's evidence; ask dossier verify --rebuild"),
             "%s: %.*s", check->title, STR_ARG(check->detail));
    return false;
}

/* Nobody signs pages that the dossier beside them does not bear out: its lists and signatures hold,
 * the pages say what pages.txt says, and the evidence gives the same report. `open` receives what
 * could not be decided. */
static bool pages_follow(struct signing *s, struct str *open)
{
    struct arena *home = s->request->home;
    const struct verify_request asked = { .allow_withheld = true, .at = s->sign.signing_time };
    struct checks checks = { 0 };
    if (!sign_verify(home, s->sign.dossier, &asked, &checks, s->request->diags))
        return false;
    size_t before = checks.count;
    const struct entries *fonts;
    if (!fonts_taken(s->request, &fonts))
        return false;
    if (checks.overall != CHECK_FAILS)
        rebuild(home, s->request->options.argument[0], s->sign.dossier, fonts, &checks);
    for (size_t i = 0; i < checks.count; i++) {
        const struct check *check = &checks.item[i];
        if (check->state == CHECK_FAILS)
            return refuse(s, i < before ? DIAG_DOSSIER_BROKEN : DIAG_DOSSIER_FORMAT, check);
        if (i >= before && check->state == CHECK_UNDECIDED && open->len == 0)
            *open = check->detail;
    }
    return true;
}

/* The signed copy beside the dossier. It has a signature of its own; the dossier is not changed. */
static int sign_pdf(struct signing *s)
{
    struct request *request = s->request;
    const char *path = request->options.pdf;
    struct entries entries;
    struct str out;
    if (!sign_open(request->home, s->sign.name, s->sign.dossier, &entries, request->diags))
        return STATUS_INPUT;
    struct str wanted = str_format(request->home, "data/report/%s.pdf",
                                   request->options.annex ? "annex" : "report");
    const struct entry *report = entries_find(&entries, wanted);
    if (!report) {
        diag_add(request->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = s->sign.name },
                 wanted, "the dossier packs no %s", request->options.annex ? "annex" : "report");
        return STATUS_INPUT;
    }
    struct sign_request sign = s->sign;
    sign.dossier = report->bytes;
    struct str open = { 0 };
    struct str never = pdf_refusal(request->home, report->bytes);
    if (never.len > 0) {
        diag_add(request->diags, DIAG_DOSSIER_FORMAT, (struct place){ .file = s->sign.name },
                 str_format(request->home, "the %s.pdf of a dossier",
                            request->options.annex ? "annex" : "report"),
                 "%.*s", STR_ARG(never));
        return STATUS_INPUT;
    }
    if (!pages_follow(s, &open))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    if (!pdf_sign(request->home, &sign, &out, request->diags) || !file_put(request, path, out))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf said = output_new(request->home);
    buf_putf(&said, "signed copy  %s\n", path);
    buf_putf(&said, "content id   %.*s\n\n", STR_ARG(digest_hex(request->home, s->content)));
    if (open.len > 0) {
        output_row(&said, "undecided", 11,
                   str_format(request->home, "whether these pages follow from the evidence: %.*s",
                              STR_ARG(open)));
        buf_put_char(&said, '\n');
    }
    output_wrap(&said,
                STR("It shows who signed these pages. The evidence is in the dossier: `dossier "
                    "verify` takes both."),
                0, 0);
    return output_end(&said, STATUS_HOLDS);
}

/* Roles that answer for a purchase, by a word in them. */
static bool role_buys(struct str role)
{
    static const char *const words[] = { "procure", "purchas", "buyer",      "buying",
                                         "financ",  "budget",  "controlling" };
    char *low = g_ascii_strdown(role.at, (gssize)role.len);
    bool buys = false;
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        buys = buys || strstr(low, words[i]);
    g_free(low);
    return buys;
}

/* A verdict under a profile that asks less than a purchase needs is none to buy by. */
static bool profile_serves(struct request *request, struct str dossier, struct str role)
{
    struct entries members;
    struct str name = str_from(request->options.argument[0]);
    if (role.len == 0 || !role_buys(role))
        return true;
    if (!sign_open(request->home, name, dossier, &members, request->diags))
        return false;
    const struct entry *file = entries_find(&members, STR("data/case.json"));
    struct evidence evidence = { .name = STR("case.json"),
                                 .bytes = file ? file->bytes : (struct str){ 0 } };
    struct str profile = case_profile(request->home, &evidence, &limits_default);
    if (profile.len == 0)
        return true;
    diag_add(request->diags, DIAG_REFUSED, (struct place){ .file = name },
             STR("a dossier judged by the built-in rules, for a role that answers for a purchase; "
                 "sign without --role, or build the case anew by the profile purchase"),
             "judged by the profile %.*s, which asks less than a purchase needs", STR_ARG(profile));
    return false;
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct signing s = { .request = request };
    struct key_file *key = NULL;
    s.sign = (struct sign_request){
        .name = str_from(o->argument[0]),
        .signing_time = request->now,
        .role = str_from(o->role),
        .decision = o->decision || !o->role ? str_from(o->decision) : STR("approved"),
        .comment = str_from(o->comment),
        .root_file = STR("data/report/report.html"),
    };
    bool elsewhere = o->export_to || o->import_from;
    if (elsewhere == (o->key != NULL) || (o->export_to && o->import_from))
        return usage(request, STR("--key (with --cert), --export FILE or --import FILE"),
                     "exactly one of them says who signs");
    if (o->annex && !o->pdf)
        return usage(request, STR("--annex beside --pdf FILE"), "--annex without --pdf");
    /* A remark that nobody would find in the copy must not be taken in silence. */
    if (o->pdf && (o->role || o->decision || o->comment || o->output || elsewhere))
        return usage(request,
                     STR("--pdf with --key (and --cert) alone: a copy of the report carries "
                         "no role; sign the dossier for that, without --pdf"),
                     "--pdf beside --role, --decision, --comment, --output, --export or --import");
    if (!dossier_read(request, o->argument[0], &s.sign.dossier) ||
        !dossier_pinned(request, s.sign.dossier, &s.content) ||
        !profile_serves(request, s.sign.dossier, s.sign.role) ||
        !keys_open(request->home, o, &key, request->diags))
        return STATUS_INPUT;
    s.sign.key = key;
    int status = STATUS_INPUT;
    if (o->pdf)
        status = sign_pdf(&s);
    else if (o->export_to)
        status = export(&s);
    else if (!o->import_from ||
             file_read(request->home, o->import_from, &limits_default, &s.import, request->diags))
        status = sign(&s);
    key_free(key);
    return status;
}

static const struct option_row rows[] = {
    { 0, "role", "ROLE", "who signs: engineer, procurement, ...; makes a sign-off",
      offsetof(struct options, role), OPTION_TEXT },
    { 0, "decision", "WORD", "approved (default), rejected, noted or made",
      offsetof(struct options, decision), OPTION_TEXT },
    { 0, "comment", "TEXT", "the signer's remark, signed with the rest",
      offsetof(struct options, comment), OPTION_TEXT },
    OPTION_ROWS_KEY,
    { 'o', "output", "FILE", "dossier to write; default: in place of the old one",
      offsetof(struct options, output), OPTION_REPLACES },
    OPTION_ROW_CONTENT_ID,
    { 0, "pdf", "FILE",
      "instead, write a signed copy of the packed report.pdf (PAdES); it takes no role",
      offsetof(struct options, pdf), OPTION_WRITES },
    { 0, "annex", NULL, "beside --pdf: of annex.pdf in place of report.pdf",
      offsetof(struct options, annex), OPTION_FLAG },
    OPTION_ROW_FONTS("beside --pdf: a folder with the fonts that the report names"),
    { 0, "export", "FILE", "write what is to be signed, for a key that is elsewhere",
      offsetof(struct options, export_to), OPTION_WRITES },
    { 0, "import", "FILE", "take the signature (DER) that was made elsewhere",
      offsetof(struct options, import_from), OPTION_TEXT },
};
const struct verb verb_sign = {
    .name = "sign",
    .summary = "add a signature, with role, decision and comment",
    .usage = "sign FILE --role ROLE --key KEY [--cert CERT] [--decision WORD] [options]\n"
             "       dossier sign FILE --pdf OUT [--annex] --key KEY [--cert CERT]",
    .more = "The signature covers all that is in the dossier, earlier signatures included; no\n"
            "byte of what is there changes, nor does the content id, which is printed. A dossier\n"
            "that does not hold is refused, and one that another program wrote meanwhile.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
