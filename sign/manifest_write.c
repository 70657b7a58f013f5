/* manifest_write.c - the ASiCManifest (ETSI EN 319 162-1 annex A.4), on one line.
 *
 * One line, without a newline even at its end: `openssl cms -verify` without -binary turns LF into
 * CRLF before it computes a digest, and a text without LF is the same both ways. */
#include "base64.h"
#include "hash.h"
#include "layout.h"

#include <assert.h>

static const struct media {
    const char *suffix, *type;
} media[] = {
    { ".csv", "text/csv" },
    { ".gz", "application/gzip" },
    { ".html", "text/html" },
    { ".json", "application/json" },
    { ".jsonl", "application/jsonl" },
    { ".p7s", "application/pkcs7-signature" },
    { ".pdf", "application/pdf" },
    { ".pem", "application/x-pem-file" },
    { ".svg", "image/svg+xml" },
    { ".txt", "text/plain" },
    { ".xml", "text/xml" },
};

static const char *media_type(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(media); i++) {
        if (str_ends(name, str_from(media[i].suffix))) {
            return media[i].type;
        }
    }
    return "application/octet-stream";
}

static void put_reference(struct arena *home, struct buf *out, const struct entry *entry, bool root)
{
    struct str digest = { (const char *)entry->digest.byte, sizeof(entry->digest.byte) };
    /* Names have no character that XML or RFC 3986 would escape: see name_allowed. */
    buf_putf(out, "<asic:DataObjectReference URI=\"%.*s\" MimeType=\"%s\"%s>", STR_ARG(entry->name),
             media_type(entry->name), root ? " Rootfile=\"true\"" : "");
    buf_putf(out, "<ds:DigestMethod Algorithm=\"%s\"/><ds:DigestValue>",
             hash_row(HASH_SHA256)->uri);
    buf_put(out, base64_text(home, digest));
    buf_put(out, STR("</ds:DigestValue></asic:DataObjectReference>"));
}

struct str manifest_text(struct arena *home, unsigned number, const struct entries *members,
                         struct str root_file)
{
    struct buf out = buf_new(home, 1024 + members->count * 768);
    buf_put(&out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                      "<asic:ASiCManifest xmlns:asic=\"http://uri.etsi.org/02918/v1.2.1#\" "
                      "xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"));
    buf_putf(&out,
             "<asic:SigReference URI=\"META-INF/signature%03u.p7s\" "
             "MimeType=\"application/pkcs7-signature\"/>",
             number);
    for (size_t i = 0; i < members->count; i++) {
        put_reference(home, &out, &members->item[i], str_eq(members->item[i].name, root_file));
    }
    buf_put(&out, STR("</asic:ASiCManifest>"));
    assert(!out.full);
    return buf_str(&out);
}
