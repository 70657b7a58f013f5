/* pdf_sign.c - a signed copy of the packed report (PAdES, ETSI EN 319 142-1), as an incremental
 * update whose first bytes are the packed file (ISO 32000-1 sections 7.5.6 and 12.8).
 *
 * Nothing becomes visible. The update is a pure function of the packed file, a date and the
 * signature, so verifying is writing it again and comparing bytes: what else an update may do
 * (other pages, other objects, gaps) is not recognised but simply differs. */
#include "crypto.h"
#include "layout.h"
#include "pdf_active.h"
#include "pdfread/pdfread.h"

#include <glib.h>
#include <string.h>

enum {
    CONTENTS_MOST = 8192, /* bytes of a signature, padded to this many */
    ENTRY_SIZE = 20,      /* of a classic cross-reference table */
    DEPTH_MOST = 8,       /* of the tree of pages, on the way to the first */
    NUMBER_SIZE = 10,
    DATE_SIZE = 15, /* YYYYMMDDHHMMSSZ */
};

struct pdf_parts {
    struct str file;                        /* the packed file */
    size_t xref;                            /* offset of its table */
    uint32_t size, root, page;              /* object numbers */
    struct str catalog, page_text, trailer; /* dictionaries as they stand */
};

/* ---- reading what our own writer wrote ---- */

static bool number_at(struct str text, size_t at, uint64_t *out, size_t *end)
{
    uint64_t value = 0;
    size_t i = at;
    while (i < text.len && text.at[i] >= '0' && text.at[i] <= '9' && i - at < NUMBER_SIZE) {
        value = value * 10 + (uint64_t)(text.at[i] - '0');
        i++;
    }
    *out = value;
    *end = i;
    return i > at;
}

/* The number behind a word that stands exactly once. */
static bool number_after(struct str text, struct str word, uint64_t *out)
{
    size_t at = str_find(text, word);
    size_t end = 0;
    return at != SIZE_MAX && str_find(str_sub(text, at + 1, text.len), word) == SIZE_MAX &&
           number_at(text, at + word.len, out, &end);
}

static size_t find_last(struct str text, struct str word)
{
    for (size_t at = text.len >= word.len ? text.len - word.len + 1 : 0; at > 0; at--)
        if (str_starts(str_sub(text, at - 1, text.len), word))
            return at - 1;
    return SIZE_MAX;
}

/* The dictionary of an object, by the table. */
static bool object_text(const struct pdf_parts *parts, uint64_t number, struct str *out)
{
    uint64_t size = 0;
    uint64_t offset = 0;
    size_t end = 0;
    struct str table = str_sub(parts->file, parts->xref, parts->file.len);
    if (!str_starts(table, STR("xref\n0 ")) || !number_at(table, 7, &size, &end) ||
        number >= size || end >= table.len || table.at[end] != '\n')
        return false;
    size_t entry = end + 1 + (size_t)number * ENTRY_SIZE;
    if (!number_at(table, entry, &offset, &end) || offset >= parts->file.len)
        return false;
    struct str body = str_sub(parts->file, (size_t)offset, parts->file.len);
    uint64_t named = 0;
    if (!number_at(body, 0, &named, &end) || named != number ||
        !str_starts(str_sub(body, end, body.len), STR(" 0 obj\n<< ")))
        return false;
    body = str_sub(body, end + 7, body.len);
    size_t close = str_find(str_sub(body, 0, 1 << 20), STR(" >>\nendobj\n"));
    *out = str_sub(body, 0, close == SIZE_MAX ? 0 : close + 3);
    return close != SIZE_MAX;
}

static bool first_page(struct pdf_parts *parts)
{
    uint64_t number = 0;
    if (!number_after(parts->catalog, STR("/Pages "), &number))
        return false;
    for (int depth = 0; depth < DEPTH_MOST; depth++) {
        if (!object_text(parts, number, &parts->page_text))
            return false;
        parts->page = (uint32_t)number;
        if (str_find(parts->page_text, STR("/Type /Page ")) != SIZE_MAX)
            return true;
        if (!number_after(parts->page_text, STR("/Kids [ "), &number))
            return false;
    }
    return false;
}

static const char *parts_read(struct str file, struct pdf_parts *parts)
{
    uint64_t xref = 0;
    uint64_t root = 0;
    uint64_t size = 0;
    size_t end = 0;
    *parts = (struct pdf_parts){ .file = file };
    size_t start = find_last(file, STR("\nstartxref\n"));
    size_t trailer = find_last(file, STR("\ntrailer << "));
    if (!str_starts(file, STR("%PDF-1.")) || !str_ends(file, STR("\n%%EOF\n")) ||
        start == SIZE_MAX || trailer == SIZE_MAX || trailer > start ||
        !number_at(file, start + 11, &xref, &end) || xref >= trailer)
        return "it is no PDF as dossier writes them";
    parts->xref = (size_t)xref;
    parts->trailer = str_sub(file, trailer + 9, start);
    if (str_find(parts->trailer, STR("/Prev")) != SIZE_MAX ||
        str_find(parts->trailer, STR("/Encrypt")) != SIZE_MAX)
        return "it has been updated or encrypted";
    if (!number_after(parts->trailer, STR("/Root "), &root) ||
        !number_after(parts->trailer, STR("/Size "), &size) || size > UINT32_MAX - 8 ||
        !object_text(parts, root, &parts->catalog))
        return "its catalog is not found";
    parts->root = (uint32_t)root;
    parts->size = (uint32_t)size;
    if (str_find(parts->catalog, STR("/AcroForm")) != SIZE_MAX)
        return "it has form fields already";
    if (!first_page(parts))
        return "its first page is not found";
    return NULL;
}

/* First by the bytes, whose places are to be those of the table; then by libqpdf, which follows the
 * objects wherever they are. */
static struct str refusal(struct arena *home, struct str file, struct pdf_parts *parts)
{
    const char *fault = parts_read(file, parts);
    if (fault)
        return str_from(fault);
    struct str active =
        pdf_active(home, file, parts->xref, find_last(file, STR("\ntrailer << ")) + 1);
    if (active.len > 0) {
        return str_format(home,
                          "it holds active content, or objects in another place than reports have "
                          "them: %.*s",
                          STR_ARG(active));
    }
    struct str key = pdf_keys_fault(home, file);
    return key.len == 0 ? key
                        : str_format(home, "it holds active content, or what no report has: %.*s",
                                     STR_ARG(key));
}

struct str pdf_refusal(struct arena *home, struct str report)
{
    struct pdf_parts parts;
    return refusal(home, report, &parts);
}

/* ---- writing ---- */

struct pdf_update {
    struct arena *home;
    const struct pdf_parts *parts;
    struct buf out;
    size_t offset[5];       /* of catalog, page, signature, field, appearance */
    size_t contents, after; /* places of '<' and behind '>' in the whole file */
    size_t range;           /* place in `out` of the three numbers */
};

static void object_begin(struct pdf_update *update, size_t index, uint32_t number)
{
    update->offset[index] = update->parts->file.len + update->out.len;
    buf_putf(&update->out, "%u 0 obj\n", number);
}

static void put_catalog_and_page(struct pdf_update *update)
{
    const struct pdf_parts *parts = update->parts;
    uint32_t field = parts->size + 1;
    struct str catalog = str_sub(parts->catalog, 0, parts->catalog.len - 2);
    object_begin(update, 0, parts->root);
    buf_put(&update->out, catalog);
    buf_putf(&update->out, "/AcroForm << /Fields [ %u 0 R ] /SigFlags 3 >> >>\nendobj\n", field);

    struct str page = parts->page_text;
    size_t annots = str_find(page, STR("/Annots [ "));
    object_begin(update, 1, parts->page);
    if (annots != SIZE_MAX) {
        buf_put(&update->out, str_sub(page, 0, annots + 10));
        buf_putf(&update->out, "%u 0 R ", field);
        buf_put(&update->out, str_sub(page, annots + 10, page.len));
    } else {
        buf_put(&update->out, str_sub(page, 0, page.len - 2));
        buf_putf(&update->out, "/Annots [ %u 0 R ] >>", field);
    }
    buf_put(&update->out, STR("\nendobj\n"));
}

static void put_signature(struct pdf_update *update, struct str date, struct str der)
{
    static const char digits[] = "0123456789abcdef";
    object_begin(update, 2, update->parts->size);
    buf_putf(&update->out,
             "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:%.*s) "
             "/ByteRange [ 0 ",
             STR_ARG(date));
    update->range = update->out.len;
    buf_put(&update->out, STR("0000000000 0000000000 0000000000 ] /Contents "));
    update->contents = update->parts->file.len + update->out.len;
    buf_put_char(&update->out, '<');
    for (size_t i = 0; i < CONTENTS_MOST; i++) {
        unsigned byte = i < der.len ? (unsigned char)der.at[i] : 0U;
        const char pair[] = { digits[byte >> 4], digits[byte & 15] };
        buf_put(&update->out, (struct str){ pair, sizeof pair });
    }
    buf_put_char(&update->out, '>');
    update->after = update->parts->file.len + update->out.len;
    buf_put(&update->out, STR(" >>\nendobj\n"));
}

static void put_field(struct pdf_update *update)
{
    uint32_t signature = update->parts->size;
    object_begin(update, 3, signature + 1);
    buf_putf(&update->out,
             "<< /Type /Annot /Subtype /Widget /FT /Sig /T (dossier) /F 132 /Rect [ 0 0 0 0 ] "
             "/P %u 0 R /V %u 0 R /AP << /N %u 0 R >> >>\nendobj\n",
             update->parts->page, signature, signature + 2);
    object_begin(update, 4, signature + 2);
    buf_put(&update->out, STR("<< /Type /XObject /Subtype /Form /BBox [ 0 0 0 0 ] /Length 0 >>\n"
                              "stream\n\nendstream\nendobj\n"));
}

static void put_entry(struct pdf_update *update, size_t index)
{
    buf_putf(&update->out, "%010zu 00000 n \n", update->offset[index]);
}

static void put_table(struct pdf_update *update)
{
    const struct pdf_parts *parts = update->parts;
    size_t table = parts->file.len + update->out.len;
    bool root_first = parts->root < parts->page;
    buf_putf(&update->out, "xref\n%u 1\n", root_first ? parts->root : parts->page);
    put_entry(update, root_first ? 0 : 1);
    buf_putf(&update->out, "%u 1\n", root_first ? parts->page : parts->root);
    put_entry(update, root_first ? 1 : 0);
    buf_putf(&update->out, "%u 3\n", parts->size);
    put_entry(update, 2);
    put_entry(update, 3);
    put_entry(update, 4);

    size_t size = str_find(parts->trailer, STR("/Size "));
    uint64_t value = 0;
    size_t end = 0;
    (void)!number_at(parts->trailer, size + 6, &value, &end);
    buf_put(&update->out, STR("trailer "));
    buf_put(&update->out, str_sub(parts->trailer, 0, size));
    buf_putf(&update->out, "/Size %u /Prev %zu", parts->size + 3, parts->xref);
    buf_put(&update->out, str_sub(parts->trailer, end, parts->trailer.len));
    buf_putf(&update->out, "\nstartxref\n%zu\n%%%%EOF\n", table);
}

/* The whole signed file for a signature, which may be empty while its place is measured. */
static struct str signed_file(struct arena *home, const struct pdf_parts *parts, struct str date,
                              struct str der, struct pdf_update *update)
{
    *update = (struct pdf_update){ .home = home, .parts = parts, .out = buf_new(home, 4 << 20) };
    put_catalog_and_page(update);
    put_signature(update, date, der);
    put_field(update);
    put_table(update);
    size_t total = parts->file.len + update->out.len;
    struct str range = str_format(home, "%010zu %010zu %010zu", update->contents, update->after,
                                  total - update->after);
    memcpy(update->out.at + update->range, range.at, range.len);
    struct buf whole = buf_new(home, total + 1);
    buf_put(&whole, parts->file);
    buf_put(&whole, buf_str(&update->out));
    return buf_str(&whole);
}

/* What the signature covers: all but its own place. */
static struct str covered(struct arena *home, struct str file, const struct pdf_update *update)
{
    struct buf out = buf_new(home, file.len + 1);
    buf_put(&out, str_sub(file, 0, update->contents));
    buf_put(&out, str_sub(file, update->after, file.len));
    return buf_str(&out);
}

static struct str date_text(struct arena *home, int64_t seconds)
{
    GDateTime *time = g_date_time_new_from_unix_utc(seconds);
    if (!time)
        return STR("19700101000000Z");
    struct str text = str_format(home, "%04d%02d%02d%02d%02d%02dZ", g_date_time_get_year(time),
                                 g_date_time_get_month(time), g_date_time_get_day_of_month(time),
                                 g_date_time_get_hour(time), g_date_time_get_minute(time),
                                 g_date_time_get_second(time));
    g_date_time_unref(time);
    return text;
}

bool pdf_sign(struct arena *home, const struct sign_request *request, struct str *out,
              struct diags *diags)
{
    struct pdf_parts parts;
    struct pdf_update update;
    struct str fault = refusal(home, request->dossier, &parts);
    struct place place = { .file = request->name };
    if (fault.len > 0) {
        diag_add(diags, DIAG_DOSSIER_FORMAT, place, STR("report.pdf or annex.pdf of a dossier"),
                 "%.*s", STR_ARG(fault));
        return false;
    }
    struct str date = date_text(home, request->signing_time);
    struct str file = signed_file(home, &parts, date, (struct str){ 0 }, &update);
    struct cms_order order = { .content = covered(home, file, &update),
                               .signing_time = request->signing_time,
                               .timeless = true };
    struct str der;
    if (!key_sign_as(home, request->key, &order, &der, diags))
        return false;
    if (der.len > CONTENTS_MOST) {
        diag_add(diags, DIAG_KEY_BAD, place, STR("a shorter chain of certificates"),
                 "the signature takes more than 8192 bytes");
        return false;
    }
    *out = signed_file(home, &parts, date, der, &update);
    return true;
}

/* ---- verifying ---- */

static int hex(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The signature out of its padded place: one DER value, zeros behind it. */
static bool contents_read(struct arena *home, struct str text, struct str *der)
{
    struct buf out = buf_new(home, CONTENTS_MOST + 1);
    for (size_t i = 0; i + 1 < text.len; i += 2) {
        int high = hex(text.at[i]);
        int low = hex(text.at[i + 1]);
        if (high < 0 || low < 0)
            return false;
        buf_put_char(&out, (char)(high * 16 + low));
    }
    struct str bytes = buf_str(&out);
    if (bytes.len != CONTENTS_MOST || (unsigned char)bytes.at[1] != 0x82)
        return false; /* no signature of ours is shorter than 256 bytes */
    size_t len = 4 + ((size_t)(unsigned char)bytes.at[2] << 8) + (size_t)(unsigned char)bytes.at[3];
    *der = str_sub(bytes, 0, len);
    return len <= bytes.len;
}

static bool is_date(struct str text)
{
    for (size_t i = 0; i + 1 < text.len; i++)
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    return text.len == DATE_SIZE && text.at[DATE_SIZE - 1] == 'Z';
}

/* Finds the packed file in front, and writes the update again. */
static bool same_again(struct arena *home, struct str pdf, struct pdf_parts *parts,
                       struct pdf_update *update, struct str *der)
{
    size_t signature = find_last(pdf, STR("/SubFilter /ETSI.CAdES.detached /M (D:"));
    size_t contents = find_last(pdf, STR(" ] /Contents <"));
    if (signature == SIZE_MAX || contents == SIZE_MAX)
        return false;
    size_t end = find_last(str_sub(pdf, 0, signature), STR("\n%%EOF\n"));
    struct str date = str_sub(pdf, signature + 38, signature + 38 + DATE_SIZE);
    struct str text = str_sub(pdf, contents + 14, contents + 14 + (size_t)CONTENTS_MOST * 2);
    return end != SIZE_MAX && is_date(date) &&
           refusal(home, str_sub(pdf, 0, end + 7), parts).len == 0 &&
           contents_read(home, text, der) &&
           str_eq(signed_file(home, parts, date, *der, update), pdf);
}

static void judge(struct arena *home, const struct verify_request *request, struct str content,
                  struct str der, struct check_list *checks, struct signer *signer,
                  struct str *line)
{
    struct cms_parts parts;
    struct cms_fault fault = { 0 };
    struct cms_result result;
    struct cms_path path;
    if (!cms_read(der, &parts, &fault)) {
        check_add(checks, "signature", "signature over the PDF",
                  verdict_fails(fault.indication, str_from(fault.why)));
        return;
    }
    struct cms_request asked = { .der = der,
                                 .content = content,
                                 .parts = &parts,
                                 .trust = request->trust,
                                 .at = request->at,
                                 .now = request->at };
    cms_judge(home, &asked, &result);
    *line = result.signer;
    *signer = (struct signer){ .number = 1,
                               .holds = result.signature.state == CHECK_HOLDS,
                               .trust = CHECK_UNDECIDED,
                               .subject = result.subject,
                               .certificate = digest_of(result.certificate_der) };
    if (result.signature.state == CHECK_HOLDS)
        result.signature.detail = STR("over every byte of the PDF but its own place");
    else if (strcmp(result.signature.indication, "HASH_FAILURE") == 0)
        result.signature.detail = STR("the PDF is not the one that was signed");
    check_add(checks, "signature", "signature over the PDF", result.signature);
    if (result.signature.state == CHECK_HOLDS) {
        check_add(checks, "certificate", "signer's certificate", result.certificate);
        if (parts.has_unsigned) { /* not covered by the signature, so anybody may have added them */
            check_add(checks, "unsigned", "attributes outside the signature",
                      verdict_undecided("", STR("the signature carries unsigned attributes, which "
                                                "dossier does not write into a PDF")));
        }
        struct verdict trust = cms_trust(home, &asked, &path);
        signer->trust = trust.state;
        check_add(checks, "trust", "signer trusted", trust);
    }
}

void sign_verify_pdf(struct arena *home, struct str pdf, const struct entry *packed,
                     const struct verify_request *request, struct checks *out)
{
    struct check_list checks = check_list_new(home);
    struct pdf_parts parts;
    struct pdf_update update;
    struct str der = { 0 };
    struct signer *signer = ARENA_NEW(home, struct signer);
    struct str line = { 0 };
    bool same = same_again(home, pdf, &parts, &update, &der);
    check_add(&checks, "pdf", "a report as packed, and a signature behind it",
              same ? verdict_holds(str_format(home,
                                              "the first %zu bytes are the report, the rest "
                                              "is what dossier writes to sign it",
                                              parts.file.len))
                   : verdict_fails("FORMAT_FAILURE",
                                   STR("not exactly a report with one signature as dossier writes "
                                       "it")));
    if (same) {
        judge(home, request, covered(home, pdf, &update), der, &checks, signer, &line);
        if (packed) {
            check_add(&checks, "packed", "the report of the dossier",
                      str_eq(packed->bytes, parts.file)
                          ? verdict_holds(str_format(home, "the first bytes are the packed %.*s",
                                                     STR_ARG(packed->name)))
                          : verdict_fails("HASH_FAILURE",
                                          str_format(home, "the dossier packs another %.*s",
                                                     STR_ARG(packed->name))));
        } else {
            check_add(&checks, "pdf-only", "what this proves",
                      verdict_note(STR("this is the PDF only: who signed these pages; the evidence "
                                       "is in the dossier, named by the evidence id that they "
                                       "print")));
        }
    }
    *out = (struct checks){ .item = checks.item,
                            .count = checks.count,
                            .overall = check_worst(&checks),
                            .signer = signer,
                            .signer_count = line.len > 0 ? 1 : 0,
                            .signers = line };
}
