/* manifest_write.c - the ASiCManifest (ETSI EN 319 162-1 annex A.4), on one line.
 *
 * One line, without a newline even at its end: `openssl cms -verify` without -binary turns LF into
 * CRLF before it computes a digest, and a text without LF is the same both ways. */
#include "base64.h"
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
    { ".tst", "application/vnd.etsi.timestamp-token" },
    { ".txt", "text/plain" },
    { ".xml", "text/xml" },
};

const char *media_type(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(media); i++)
        if (str_ends(name, str_from(media[i].suffix)))
            return media[i].type;
    return "application/octet-stream";
}

static void put_reference(struct buf *out, const struct manifest_order *order,
                          const struct manifest_line *line)
{
    /* Names have no character that XML or RFC 3986 would escape: see name_allowed. */
    buf_putf(out, "<asic:DataObjectReference URI=\"%.*s\" MimeType=\"%s\"%s>", STR_ARG(line->name),
             media_type(line->name),
             str_eq(line->name, order->root_file) ? " Rootfile=\"true\"" : "");
    buf_putf(out, "<ds:DigestMethod Algorithm=\"%s\"/><ds:DigestValue>",
             hash_row(order->hash)->uri);
    buf_put(out, base64_text(out->home, line->digest));
    buf_put(out, STR("</ds:DigestValue></asic:DataObjectReference>"));
}

struct str manifest_lines(struct arena *home, const struct manifest_order *order,
                          const struct manifest_line *line, size_t count)
{
    struct buf out = buf_new(home, 1024 + count * 768);
    buf_put(&out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                      "<asic:ASiCManifest xmlns:asic=\"http://uri.etsi.org/02918/v1.2.1#\" "
                      "xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">"));
    buf_putf(&out, "<asic:SigReference URI=\"%s\" MimeType=\"%s\"/>", order->signature,
             order->media);
    for (size_t i = 0; i < count; i++)
        put_reference(&out, order, &line[i]);
    buf_put(&out, STR("</asic:ASiCManifest>"));
    assert(!out.full);
    return buf_str(&out);
}

struct str manifest_text(struct arena *home, unsigned number, const struct entries *members,
                         struct str root_file)
{
    struct manifest_line *line = ARENA_MANY(home, members->count + 1, struct manifest_line);
    for (size_t i = 0; i < members->count; i++) {
        const struct entry *entry = &members->item[i];
        line[i].name = entry->name;
        line[i].digest =
            (struct str){ (const char *)entry->digest.byte, sizeof(entry->digest.byte) };
    }
    struct manifest_order order = {
        .signature = str_c(home, numbered_name(home, "META-INF/signature", number, ".p7s")),
        .media = "application/pkcs7-signature",
        .hash = HASH_SHA256,
        .root_file = root_file,
    };
    return manifest_lines(home, &order, line, members->count);
}
