/* manifest_read.c - reading an ASiCManifest (ETSI EN 319 162-1 annex A.4). The one user of libxml2
 * here.
 *
 * A push parser hands over elements and text; nothing is built as a tree and nothing is looked up
 * outside the bytes. The schema is walked as a small machine: direct children in their order, no
 * stray text, no DOCTYPE, no processing instruction, no entity beyond XML's own five. A comment may
 * stand between elements, never in a digest: readers differ in what `AB<!-- -->CD` says. */
#include "manifest_read.h"

#include "base/markup.h"
#include "checks.h"

#include <glib.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <string.h>

#define ASIC "http://uri.etsi.org/02918/v1.2.1#"
#define DSIG "http://www.w3.org/2000/09/xmldsig#"

enum {
    MANIFEST_MOST = 64 << 20,
    REFERENCES_MOST = 65535,
    DEPTH_MOST = 16,
    DIGEST_TEXT_MOST = 88, /* SHA-512 in base64 */
    PIECE = 65536,
};

static const char FORMAT[] = "FORMAT_FAILURE";

enum state {
    AT_START,  /* before the root */
    IN_ROOT,   /* SigReference is next */
    AFTER_SIG, /* references, or the closing extensions */
    IN_SIG,
    IN_REFERENCE, /* DigestMethod is next */
    IN_METHOD,
    AFTER_METHOD, /* DigestValue is next */
    IN_VALUE,
    AFTER_VALUE,   /* extensions of the reference may follow */
    IN_EXTENSIONS, /* of a reference or of the manifest */
    AFTER_ALL,     /* the manifest's extensions have closed */
    AT_END,        /* the root has closed */
};

struct reading {
    struct arena *home;
    struct manifest *out;
    struct manifest_fault *fault;
    xmlParserCtxtPtr parser;
    bool refused;
    enum state state, back; /* back: where extensions return to */
    int below;              /* depth inside extensions, whose contents are passed over */
    struct reference *item;
    size_t count, room;
    struct reference now;
    char digest[DIGEST_TEXT_MOST];
    size_t digest_len;
    bool rooted;
};

static void refuse(struct reading *reading, const char *indication, struct str why)
{
    if (!reading->refused) {
        reading->refused = true;
        *reading->fault = (struct manifest_fault){ indication, why };
        xmlStopParser(reading->parser);
    }
}

static void refuse_text(struct reading *reading, const char *why)
{
    refuse(reading, FORMAT, str_from(why));
}

/* ---- attributes ---- */

struct attributes { /* as libxml2's SAX2 hands them over: five pointers each */
    const xmlChar **at;
    int count;
};

static bool is_name(const xmlChar *got, const char *wanted)
{
    return strcmp((const char *)got, wanted) == 0;
}

/* The value of an attribute without namespace. False: absent. */
static bool attribute_find(const struct attributes *attributes, const char *name, struct str *out)
{
    for (int i = 0; i < attributes->count; i++) {
        const xmlChar **at = attributes->at + (ptrdiff_t)5 * i;
        if (!at[2] && is_name(at[0], name)) {
            *out = (struct str){ (const char *)at[3], (size_t)(at[4] - at[3]) };
            return true;
        }
    }
    return false;
}

/* Whether there are no attributes but those named. */
static bool attributes_only(const struct attributes *attributes, const char *a, const char *b,
                            const char *c)
{
    for (int i = 0; i < attributes->count; i++) {
        const xmlChar **at = attributes->at + (ptrdiff_t)5 * i;
        if (at[2] || !(is_name(at[0], a) || is_name(at[0], b) || is_name(at[0], c)))
            return false;
    }
    return true;
}

/* ---- elements ---- */

static void open_signature(struct reading *reading, const struct attributes *attributes)
{
    struct str uri = { 0 };
    struct str media = { 0 };
    if (!attributes_only(attributes, "URI", "MimeType", "") ||
        !attribute_find(attributes, "URI", &uri) || uri.len == 0) {
        refuse_text(reading, "SigReference has no URI, or attributes not known");
        return;
    }
    (void)attribute_find(attributes, "MimeType", &media);
    reading->out->signature = str_keep(reading->home, uri);
    reading->out->signature_media = str_keep(reading->home, media);
    reading->state = IN_SIG;
}

static void open_reference(struct reading *reading, const struct attributes *attributes)
{
    struct str uri = { 0 };
    struct str media = { 0 };
    struct str root = STR("false");
    if (!attributes_only(attributes, "URI", "MimeType", "Rootfile") ||
        !attribute_find(attributes, "URI", &uri)) {
        refuse_text(reading, "DataObjectReference has no URI, or attributes not known");
        return;
    }
    if (!name_allowed(uri)) {
        refuse(reading, FORMAT,
               str_format(reading->home, "a URI that is no member's name as it is spelled: %.*s",
                          STR_ARG(visible(reading->home, uri))));
        return;
    }
    (void)attribute_find(attributes, "MimeType", &media);
    (void)attribute_find(attributes, "Rootfile", &root);
    bool is_root = str_eq(root, STR("true")) || str_eq(root, STR("1"));
    if (!is_root && !str_eq(root, STR("false")) && !str_eq(root, STR("0"))) {
        refuse_text(reading, "Rootfile is neither true nor false");
        return;
    }
    if (is_root && reading->rooted) {
        refuse_text(reading, "two references are marked Rootfile");
        return;
    }
    reading->rooted = reading->rooted || is_root;
    reading->now = (struct reference){ .name = str_keep(reading->home, uri),
                                       .media = str_keep(reading->home, media),
                                       .root = is_root };
    reading->state = IN_REFERENCE;
}

static void open_method(struct reading *reading, const struct attributes *attributes)
{
    struct str uri = { 0 };
    if (!attributes_only(attributes, "Algorithm", "", "") ||
        !attribute_find(attributes, "Algorithm", &uri)) {
        refuse_text(reading, "DigestMethod has no Algorithm, or attributes not known");
        return;
    }
    if (!hash_find_uri(uri, &reading->now.hash)) {
        refuse(reading, "CRYPTO_CONSTRAINTS_FAILURE",
               str_format(reading->home, "a digest that is not SHA-256, SHA-384 or SHA-512: %.*s",
                          STR_ARG(visible(reading->home, uri))));
        return;
    }
    reading->state = IN_METHOD;
}

/* An Extension whose Critical is not false must be understood, and none is known here. */
static void open_extension(struct reading *reading, const xmlChar *name, const xmlChar *uri,
                           const struct attributes *attributes)
{
    struct str critical = { 0 };
    if (!uri || !is_name(uri, ASIC) || !is_name(name, "Extension") ||
        !attribute_find(attributes, "Critical", &critical)) {
        refuse_text(reading, "something other than an Extension with Critical among extensions");
        return;
    }
    if (!str_eq(critical, STR("false")) && !str_eq(critical, STR("0"))) {
        refuse_text(reading, "a critical extension that is not known here");
        return;
    }
    reading->out->extensions++;
    reading->below = 1;
}

static void open_extensions(struct reading *reading, const struct attributes *attributes,
                            enum state back)
{
    if (attributes->count != 0) {
        refuse_text(reading, "attributes not known");
        return;
    }
    reading->back = back;
    reading->state = IN_EXTENSIONS;
}

/* One step of the schema. False: this element cannot stand here. */
static bool step(struct reading *reading, const char *space, const xmlChar *name,
                 const struct attributes *attributes)
{
    bool asic = strcmp(space, ASIC) == 0;
    bool dsig = strcmp(space, DSIG) == 0;
    if (reading->state == AT_START && asic && is_name(name, "ASiCManifest")) {
        reading->state = IN_ROOT;
        return attributes->count == 0;
    }
    if (reading->state == IN_ROOT && asic && is_name(name, "SigReference")) {
        open_signature(reading, attributes);
    } else if (reading->state == AFTER_SIG && asic && is_name(name, "DataObjectReference")) {
        open_reference(reading, attributes);
    } else if (reading->state == AFTER_SIG && asic && is_name(name, "ASiCManifestExtensions")) {
        open_extensions(reading, attributes, AFTER_ALL);
    } else if (reading->state == IN_REFERENCE && dsig && is_name(name, "DigestMethod")) {
        open_method(reading, attributes);
    } else if (reading->state == AFTER_METHOD && dsig && is_name(name, "DigestValue")) {
        reading->state = IN_VALUE;
        reading->digest_len = 0;
        return attributes->count == 0;
    } else if (reading->state == AFTER_VALUE && asic &&
               is_name(name, "DataObjectReferenceExtensions")) {
        open_extensions(reading, attributes, AFTER_VALUE);
    } else {
        return false;
    }
    return true;
}

static void on_open(void *self, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                    int namespace_count, const xmlChar **namespaces, int attribute_count,
                    int defaulted, const xmlChar **attribute)
{
    struct reading *reading = self;
    struct attributes attributes = { attribute, attribute_count };
    (void)prefix;
    (void)namespace_count;
    (void)namespaces;
    (void)defaulted;
    if (reading->refused)
        return;
    if (reading->below > 0) {
        if (++reading->below > DEPTH_MOST)
            refuse_text(reading, "an extension nested too deep");
        return;
    }
    if (reading->state == IN_EXTENSIONS) {
        open_extension(reading, name, uri, &attributes);
        return;
    }
    if (!step(reading, uri ? (const char *)uri : "", name, &attributes)) {
        refuse(reading, FORMAT,
               str_format(reading->home, "an element that cannot stand here: %.*s",
                          STR_ARG(visible(reading->home, str_from((const char *)name)))));
    }
}

static void close_reference(struct reading *reading)
{
    if (reading->count == REFERENCES_MOST) {
        refuse_text(reading, "too many references");
        return;
    }
    ARENA_GROW(reading->home, struct reference, reading->item, reading->count, reading->room, 64);
    reading->item[reading->count++] = reading->now;
    reading->state = AFTER_SIG;
}

static void on_close(void *self, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    struct reading *reading = self;
    (void)name; /* the parser has matched it with the opening one */
    (void)prefix;
    (void)uri;
    if (reading->refused)
        return;
    if (reading->below > 0) {
        reading->below--;
        return;
    }
    switch (reading->state) {
    case IN_SIG:
        reading->state = AFTER_SIG;
        break;
    case IN_METHOD:
        reading->state = AFTER_METHOD;
        break;
    case IN_VALUE:
        reading->now.digest =
            str_keep(reading->home, (struct str){ reading->digest, reading->digest_len });
        reading->state = AFTER_VALUE;
        break;
    case AFTER_VALUE:
        close_reference(reading);
        break;
    case IN_EXTENSIONS:
        reading->state = reading->back;
        break;
    case AFTER_SIG:
    case AFTER_ALL:
        reading->state = AT_END;
        break;
    case AT_START:
    case IN_ROOT:
    case IN_REFERENCE:
    case AFTER_METHOD:
    case AT_END:
        refuse_text(reading, "an element is missing");
        break;
    }
}

static void on_text(void *self, const xmlChar *text, int len)
{
    struct reading *reading = self;
    if (reading->refused || reading->below > 0)
        return;
    struct str got = { (const char *)text, len > 0 ? (size_t)len : 0 };
    if (reading->state == IN_VALUE) {
        if (got.len > DIGEST_TEXT_MOST - reading->digest_len) {
            refuse_text(reading, "a digest longer than any that is allowed");
            return;
        }
        memcpy(reading->digest + reading->digest_len, got.at, got.len);
        reading->digest_len += got.len;
    } else if (str_trim(got).len > 0) {
        refuse_text(reading, "text where none can stand");
    }
}

static void on_comment(void *self, const xmlChar *text)
{
    struct reading *reading = self;
    (void)text;
    if (reading->state == IN_VALUE)
        refuse_text(reading, "a comment inside a digest");
}

static void on_cdata(void *self, const xmlChar *text, int len)
{
    (void)text;
    (void)len;
    refuse_text(self, "a CDATA section");
}

static void on_instruction(void *self, const xmlChar *target, const xmlChar *data)
{
    (void)target;
    (void)data;
    refuse_text(self, "a processing instruction");
}

static void on_doctype(void *self, const xmlChar *name, const xmlChar *external,
                       const xmlChar *system)
{
    (void)name;
    (void)external;
    (void)system;
    refuse_text(self, "a document type declaration");
}

static void on_entity(void *self, const xmlChar *name)
{
    (void)name;
    refuse_text(self, "an entity");
}

static void on_error(void *self, xmlErrorPtr error)
{
    struct reading *reading = self;
    if (error->level >= XML_ERR_ERROR)
        refuse_text(reading, "not well-formed XML");
}

/* ---- the whole ---- */

/* Takes `name`, an equals sign and a quoted value off the front, with the blank before it. */
static bool take_pseudo(struct str *rest, struct str name, struct str *value)
{
    struct str text = str_trim(*rest);
    if (text.len == rest->len || !str_starts(text, name))
        return false;
    text = str_trim(str_sub(text, name.len, text.len));
    if (text.len < 2 || text.at[0] != '=')
        return false;
    text = str_trim(str_sub(text, 1, text.len));
    if (text.len < 2 || (text.at[0] != '"' && text.at[0] != '\''))
        return false;
    const char *end = memchr(text.at + 1, text.at[0], text.len - 1);
    if (!end)
        return false;
    size_t at = (size_t)(end - text.at);
    *value = str_sub(text, 1, at);
    *rest = str_sub(text, at + 1, text.len);
    return true;
}

static bool is_ascii(struct str bytes)
{
    for (size_t i = 0; i < bytes.len; i++)
        if ((unsigned char)bytes.at[i] > 0x7f)
            return false;
    return true;
}

static bool same_word(struct str text, const char *word)
{
    return text.len == strlen(word) && g_ascii_strncasecmp(text.at, word, text.len) == 0;
}

/* What stands between "<?xml" and "?>" (XML 1.0 section 2.8). NULL: version 1.0, and UTF-8 or the
 * part of it that is ASCII, in any letters and quotes. */
static const char *declaration_fault(struct str declaration, struct str bytes)
{
    struct str value;
    if (!take_pseudo(&declaration, STR("version"), &value) || !str_eq(value, STR("1.0")))
        return "its XML declaration does not say version 1.0";
    if (take_pseudo(&declaration, STR("encoding"), &value)) {
        bool ascii = same_word(value, "us-ascii");
        if (!same_word(value, "utf-8") && !(ascii && is_ascii(bytes)))
            return "its XML declaration names another encoding than UTF-8, or than it has";
    }
    if (take_pseudo(&declaration, STR("standalone"), &value) && !str_eq(value, STR("yes")) &&
        !str_eq(value, STR("no")))
        return "its XML declaration is not one of XML 1.0";
    return str_trim(declaration).len == 0 ? NULL : "its XML declaration is not one of XML 1.0";
}

/* UTF-8 without byte order mark, XML 1.0, no reference to an entity or a character: what the
 * signer's reader and ours could decode differently is refused before the parser looks. Names and
 * digests have no character that would need one. NULL: plain. */
static const char *encoding_fault(struct str bytes)
{
    if (bytes.len == 0 || bytes.at[0] != '<') {
        return "it does not begin with '<' (a byte order mark or a blank is none of XML's own "
               "here)";
    }
    if (!str_is_utf8(bytes))
        return "it is not UTF-8";
    if (memchr(bytes.at, '&', bytes.len))
        return "it holds '&', a reference to an entity or a character";
    if (!str_starts(bytes, STR("<?xml")))
        return NULL;
    size_t end = str_find(str_sub(bytes, 0, 256), STR("?>"));
    return end == SIZE_MAX ? "its XML declaration does not end"
                           : declaration_fault(str_sub(bytes, 5, end), bytes);
}

static int reference_order(const void *a, const void *b)
{
    const struct reference *left = a;
    const struct reference *right = b;
    return str_order(left->name, right->name);
}

static bool finish(struct reading *reading)
{
    if (reading->refused)
        return false;
    if (reading->state != AT_END) {
        refuse_text(reading, "the manifest ends early");
        return false;
    }
    if (reading->count == 0) {
        refuse_text(reading, "the manifest names nothing");
        return false;
    }
    qsort(reading->item, reading->count, sizeof(*reading->item), reference_order);
    for (size_t i = 1; i < reading->count; i++) {
        if (str_eq(reading->item[i - 1].name, reading->item[i].name)) {
            refuse(reading, FORMAT,
                   str_format(reading->home, "named twice: %.*s", STR_ARG(reading->item[i].name)));
            return false;
        }
    }
    reading->out->item = reading->item;
    reading->out->count = reading->count;
    return true;
}

/* Feeds in pieces, so that no limit on one buffer of the parser's is met by a large manifest. */
static void feed(struct reading *reading, struct str bytes)
{
    for (size_t at = 0; at < bytes.len && !reading->refused; at += PIECE) {
        struct str piece = str_sub(bytes, at, at + PIECE);
        if (xmlParseChunk(reading->parser, piece.at, (int)piece.len, 0) != 0)
            refuse_text(reading, "not well-formed XML");
    }
    if (!reading->refused &&
        (xmlParseChunk(reading->parser, NULL, 0, 1) != 0 || !reading->parser->wellFormed))
        refuse_text(reading, "not well-formed XML");
}

bool manifest_read(struct arena *home, struct str bytes, struct manifest *out,
                   struct manifest_fault *fault)
{
    *out = (struct manifest){ 0 };
    if (bytes.len > MANIFEST_MOST) {
        *fault = (struct manifest_fault){ FORMAT, STR("larger than a manifest can be") };
        return false;
    }
    const char *encoding = encoding_fault(bytes);
    if (encoding) {
        *fault = (struct manifest_fault){ FORMAT, str_from(encoding) };
        return false;
    }
    size_t at = 0;
    const char *tag = NULL;
    if (!markup_tags_fit(bytes, &at, &tag)) {
        *fault = (struct manifest_fault){ FORMAT, str_format(home, "at byte %zu: %s", at,
                                                             tag ? tag : "not well-formed XML") };
        return false;
    }
    xmlSAXHandler handler = { .initialized = XML_SAX2_MAGIC,
                              .startElementNs = on_open,
                              .endElementNs = on_close,
                              .characters = on_text,
                              .ignorableWhitespace = on_text,
                              .cdataBlock = on_cdata,
                              .comment = on_comment,
                              .processingInstruction = on_instruction,
                              .internalSubset = on_doctype,
                              .reference = on_entity,
                              .serror = on_error };
    struct reading reading = { .home = home, .out = out, .fault = fault };
    static gsize begun; /* several dossiers may be verified at once */
    if (g_once_init_enter(&begun)) {
        xmlInitParser();
        g_once_init_leave(&begun, 1);
    }
    reading.parser = xmlCreatePushParserCtxt(&handler, &reading, NULL, 0, NULL);
    if (!reading.parser) {
        *fault = (struct manifest_fault){ FORMAT, STR("no memory to read it") };
        return false;
    }
    /* None of NOENT, DTDLOAD, DTDATTR, XINCLUDE, HUGE, RECOVER: see the attack catalogue, F. */
    xmlCtxtUseOptions(reading.parser, XML_PARSE_NONET);
    feed(&reading, bytes);
    bool good = finish(&reading);
    xmlFreeParserCtxt(reading.parser);
    return good;
}
