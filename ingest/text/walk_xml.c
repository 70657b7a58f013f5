/* walk_xml.c - XML as a small tree of elements that know their bytes, and field tables over it.
 *
 * libxml2's SAX2 interface builds the tree, since its own tree counts lines only up to 65535. No
 * entity is ever expanded beyond the five of XML itself and no DTD is fetched: a declaration inside
 * the document's DTD stops the reading. */
#include "base/markup.h"
#include "reading.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 64, ELEMENTS_MOST = 1 << 20, PATH_MOST = 4096 };

struct building {
    struct reading *reading;
    xmlParserCtxtPtr parser;
    size_t from, to;
    struct xml_element *open[DEPTH_MOST], *last[DEPTH_MOST]; /* last: newest child of open[i] */
    size_t children[DEPTH_MOST];                             /* of open[i] */
    struct buf text[DEPTH_MOST];
    struct xml_element *root;
    size_t depth, elements;
    const char *refused; /* what was found that is not allowed */
    uint64_t refused_at;
};

static struct str str_of(const xmlChar *text)
{
    return str_from((const char *)text);
}

static uint64_t building_offset(const struct building *building)
{
    long consumed = xmlByteConsumed(building->parser);
    uint64_t at = building->from + (consumed > 0 ? (uint64_t)consumed : 0);
    return at < building->to ? at : building->to;
}

static void building_refuse(struct building *building, const char *what)
{
    if (!building->refused) {
        building->refused = what;
        building->refused_at = building_offset(building);
    }
    xmlStopParser(building->parser);
}

/* Position of the '<' that began the tag being read: none can stand inside a tag. */
static uint64_t tag_offset(const struct building *building)
{
    uint64_t at = building_offset(building);
    while (at > building->from && building->reading->bytes.at[at - 1] != '<')
        at--;
    return at > building->from ? at - 1 : at;
}

static void attributes_keep(struct building *building, struct xml_element *element, size_t count,
                            const xmlChar **attribute)
{
    struct arena *home = building->reading->scratch;
    struct xml_attribute *kept = ARENA_MANY(home, count, struct xml_attribute);
    for (size_t i = 0; i < count; i++, attribute += 5) { /* name, prefix, URI, value, end */
        size_t len = (size_t)(attribute[4] - attribute[3]);
        kept[i].name = str_keep(home, str_of(attribute[0]));
        kept[i].value = str_keep(home, (struct str){ (const char *)attribute[3], len });
    }
    element->attribute = kept;
    element->attribute_count = count;
}

static void on_start(void *self, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                     int namespace_count, const xmlChar **namespaces, int attribute_count,
                     int defaulted_count, const xmlChar **attribute)
{
    struct building *building = self;
    (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)defaulted_count;
    if (building->depth == DEPTH_MOST || building->elements == ELEMENTS_MOST) {
        building_refuse(building, building->depth == DEPTH_MOST ? "elements nested too deep"
                                                                : "too many elements");
        return;
    }
    struct arena *home = building->reading->scratch;
    struct xml_element *element = ARENA_NEW(home, struct xml_element);
    element->name = str_keep(home, str_of(name));
    element->offset = tag_offset(building);
    if (attribute_count > 0)
        attributes_keep(building, element, (size_t)attribute_count, attribute);
    if (building->depth == 0) {
        building->root = element;
    } else {
        size_t above = building->depth - 1;
        element->parent = building->open[above];
        if (building->last[above])
            building->last[above]->next = element;
        else
            building->open[above]->child = element;
        building->last[above] = element;
        building->children[above]++;
    }
    building->open[building->depth] = element;
    building->last[building->depth] = NULL;
    building->children[building->depth] = 0;
    building->text[building->depth] = buf_new(home, building->to - building->from + 1);
    building->depth++;
    building->elements++;
}

static int by_name(const void *left, const void *right)
{
    const struct xml_element *a = *(const struct xml_element *const *)left;
    const struct xml_element *b = *(const struct xml_element *const *)right;
    int order = str_order(a->name, b->name);
    return order ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

/* Counted once a parent: counting for each place would take time with the square of the brothers.
 * Sorting, not hashing: no choice of names makes it slow. */
static void positions_note(struct building *building, const struct xml_element *parent,
                           size_t count)
{
    struct arena *home = building->reading->scratch;
    struct arena_mark mark = arena_mark(home);
    struct xml_element **item = ARENA_MANY(home, count, struct xml_element *);
    size_t at = 0;
    for (struct xml_element *child = parent->child; child; child = child->next)
        item[at++] = child;
    qsort(item, at, sizeof(struct xml_element *), by_name);
    for (size_t i = 1; i < at; i++) {
        if (str_eq(item[i - 1]->name, item[i]->name)) {
            item[i - 1]->position = item[i - 1]->position ? item[i - 1]->position : 1;
            item[i]->position = item[i - 1]->position + 1;
        }
    }
    arena_rewind(home, mark);
}

static void on_end(void *self, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    struct building *building = self;
    (void)name, (void)prefix, (void)uri;
    if (building->depth == 0)
        return;
    building->depth--;
    building->open[building->depth]->text = str_trim(buf_str(&building->text[building->depth]));
    if (building->children[building->depth] > 1) {
        positions_note(building, building->open[building->depth],
                       building->children[building->depth]);
    }
}

static void on_text(void *self, const xmlChar *text, int len)
{
    struct building *building = self;
    if (building->depth && len > 0) {
        buf_put(&building->text[building->depth - 1],
                (struct str){ (const char *)text, (size_t)len });
    }
}

static void on_entity_declaration(void *self, const xmlChar *name, int type,
                                  const xmlChar *public_id, const xmlChar *system_id,
                                  xmlChar *content)
{
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    building_refuse(self, "entity declaration");
}

static void on_element_declaration(void *self, const xmlChar *name, int type,
                                   xmlElementContentPtr content)
{
    (void)name, (void)type, (void)content;
    building_refuse(self, "element declaration");
}

static void on_attribute_declaration(void *self, const xmlChar *element, const xmlChar *name,
                                     int type, int standard, const xmlChar *value,
                                     xmlEnumerationPtr tree)
{
    (void)element, (void)name, (void)type, (void)standard, (void)value;
    xmlFreeEnumeration(tree);
    building_refuse(self, "attribute declaration");
}

static void on_notation_declaration(void *self, const xmlChar *name, const xmlChar *public_id,
                                    const xmlChar *system_id)
{
    (void)name, (void)public_id, (void)system_id;
    building_refuse(self, "notation declaration");
}

static void on_unparsed_entity(void *self, const xmlChar *name, const xmlChar *public_id,
                               const xmlChar *system_id, const xmlChar *notation)
{
    (void)name, (void)public_id, (void)system_id, (void)notation;
    building_refuse(self, "unparsed entity");
}

static void on_reference(void *self, const xmlChar *name)
{
    (void)name;
    building_refuse(self, "entity reference");
}

/* A name such as nvsmi_device_v12.dtd, which nvidia-smi writes and nobody fetches, says nothing;
 * any other document type asks for what is not in the file. */
static void on_doctype(void *self, const xmlChar *name, const xmlChar *public_id,
                       const xmlChar *system_id)
{
    struct str system = system_id ? str_of(system_id) : STR("");
    (void)name;
    if (public_id || !str_ends(system, STR(".dtd")) || strpbrk(system.at, "/\\:%"))
        building_refuse(self, "document type declaration");
}

static xmlEntityPtr no_entity(void *self, const xmlChar *name)
{
    (void)name;
    building_refuse(self, "entity reference");
    return NULL;
}

static xmlParserInputPtr no_external(void *self, const xmlChar *public_id, const xmlChar *system_id)
{
    (void)self, (void)public_id, (void)system_id;
    return NULL;
}

/* Errors are taken from the parser's context afterwards. */
static void on_error(void *self, xmlErrorPtr error)
{
    (void)self, (void)error;
}

static const xmlSAXHandler handler = {
    .initialized = XML_SAX2_MAGIC,
    .startElementNs = on_start,
    .endElementNs = on_end,
    .characters = on_text,
    .cdataBlock = on_text,
    .entityDecl = on_entity_declaration,
    .elementDecl = on_element_declaration,
    .attributeDecl = on_attribute_declaration,
    .notationDecl = on_notation_declaration,
    .unparsedEntityDecl = on_unparsed_entity,
    .reference = on_reference,
    .getEntity = no_entity,
    .getParameterEntity = no_entity,
    .resolveEntity = no_external,
    .internalSubset = on_doctype,
    .serror = on_error,
};

static void parser_free(xmlParserCtxtPtr *parser)
{
    if (*parser) {
        if ((*parser)->myDoc)
            xmlFreeDoc((*parser)->myDoc);
        xmlFreeParserCtxt(*parser);
    }
}

/* Whether the declaration in front names no encoding, or UTF-8. libxml2 passes over a name that it
 * does not know, and other readers of the file may not. */
static bool encoding_is_utf8(struct str bytes)
{
    size_t end = str_starts(bytes, STR("<?xml")) ? str_find(bytes, STR("?>")) : SIZE_MAX;
    if (end == SIZE_MAX)
        return true;
    struct str declaration = str_sub(bytes, 0, end);
    size_t at = str_find(declaration, STR("encoding"));
    if (at == SIZE_MAX)
        return true;
    struct str value = str_trim(str_sub(declaration, at + STR("encoding").len, end));
    value = str_starts(value, STR("=")) ? str_trim(str_sub(value, 1, value.len)) : value;
    return value.len > 6 &&
           xmlStrncasecmp((const xmlChar *)value.at + 1, (const xmlChar *)"UTF-8", 5) == 0 &&
           value.at[6] == value.at[0];
}

static bool building_failed(struct building *building, const char *what, struct str expected,
                            enum diag_id id, uint64_t offset)
{
    diag_add(building->reading->diags, id, place_at(building->reading, offset), expected, "%s",
             what);
    return false;
}

void xml_ready(void)
{
    xmlInitParser();
}

size_t xml_lead(struct reading *reading)
{
    struct str bytes = reading->bytes;
    size_t at = 0;
    while (at < bytes.len && bytes.at[at] != '<') {
        size_t line = str_find(str_sub(bytes, at, bytes.len), STR("\n"));
        at = line == SIZE_MAX ? bytes.len : at + line + 1;
    }
    if (at == bytes.len)
        return 0;
    reading_beside(reading, 0, at);
    return at;
}

bool xml_read(struct reading *reading, size_t from, size_t to, const struct xml_element **root)
{
    struct building building = { .reading = reading, .from = from, .to = to };
    struct str bytes = str_sub(reading->bytes, from, to);
    if (bytes.len > INT32_MAX || !str_is_utf8(bytes))
        return building_failed(&building, "", STR("UTF-8 text"), DIAG_XML_BAD, from);
    if (bytes.len == 0)
        return building_failed(&building, "empty", STR("an element"), DIAG_XML_BAD, from);
    if (!encoding_is_utf8(bytes)) {
        return building_failed(&building, "another encoding declared", STR("UTF-8"),
                               DIAG_XML_REFUSED, from);
    }
    size_t at = 0;
    const char *tag = NULL;
    if (!markup_tags_fit(bytes, &at, &tag)) {
        return tag ? building_failed(&building, tag, STR(""), DIAG_XML_REFUSED, from + at)
                   : building_failed(&building, "a start tag that is not well-formed", STR(""),
                                     DIAG_XML_BAD, from + at);
    }
    __attribute__((cleanup(parser_free))) xmlParserCtxtPtr parser =
        xmlCreateMemoryParserCtxt(bytes.at, (int)bytes.len);
    if (!parser) {
        return building_failed(&building, "no memory for a parser", STR(""), DIAG_MACHINE_FAILED,
                               from);
    }
    (void)xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOWARNING | XML_PARSE_NOERROR);
    *parser->sax = handler;
    parser->userData = &building;
    building.parser = parser;
    int status = xmlParseDocument(parser);
    if (building.refused) {
        return building_failed(&building, building.refused, STR(""), DIAG_XML_REFUSED,
                               building.refused_at);
    }
    if (status != 0 || !parser->wellFormed || !building.root) {
        const xmlError *error = xmlCtxtGetLastError(parser);
        struct str said = str_trim(str_from(error ? error->message : "no element"));
        return building_failed(&building, str_c(reading->scratch, said), STR(""), DIAG_XML_BAD,
                               building_offset(&building));
    }
    *root = building.root;
    return true;
}

/* ---- walking ---- */

static const struct xml_element *child_named(const struct xml_element *parent, struct str name)
{
    for (const struct xml_element *child = parent->child; child; child = child->next)
        if (str_eq(child->name, name))
            return child;
    return NULL;
}

const struct xml_element *xml_find(const struct xml_element *from, struct str path)
{
    struct str step;
    while (from && path.len && str_cut(&path, '/', &step))
        from = child_named(from, step);
    return from;
}

enum { MATCHES_MOST = 8 };
struct matches {
    const struct xml_element *item[MATCHES_MOST];
    size_t count;
};

static void matches_find(const struct xml_element *from, struct str path, struct matches *out)
{
    struct str step;
    if (path.len == 0 || !str_cut(&path, '/', &step)) {
        out->item[out->count++] = from;
        return;
    }
    const struct xml_element *child = from ? from->child : NULL;
    for (; child && out->count < MATCHES_MOST; child = child->next)
        if (str_eq(child->name, step))
            matches_find(child, path, out);
}

const struct xml_element *xml_one(struct reading *reading, const struct xml_element *from,
                                  struct str path)
{
    struct matches matches = { .count = 0 };
    matches_find(from, path, &matches);
    for (size_t i = 1; i < matches.count; i++) {
        const struct xml_element *first = matches.item[0], *other = matches.item[i];
        if (!str_eq(first->text, other->text)) {
            const struct statement told = { first->name, first->text, xml_place(reading, first) };
            reading_otherwise(reading, &told, other->text, xml_place(reading, other));
        }
    }
    return matches.count > 0 ? matches.item[0] : NULL;
}

const struct xml_element *xml_again(const struct xml_element *element)
{
    for (const struct xml_element *next = element->next; next; next = next->next)
        if (str_eq(next->name, element->name))
            return next;
    return NULL;
}

struct str xml_attribute(const struct xml_element *element, struct str name)
{
    for (size_t i = 0; i < element->attribute_count; i++)
        if (str_eq(element->attribute[i].name, name))
            return element->attribute[i].value;
    return (struct str){ 0 };
}

struct place xml_place(struct reading *reading, const struct xml_element *element)
{
    const struct xml_element *chain[DEPTH_MOST];
    size_t depth = 0;
    struct place place = place_at(reading, element->offset);
    for (const struct xml_element *e = element; e && depth < DEPTH_MOST; e = e->parent)
        chain[depth++] = e;
    struct buf path = buf_new(reading->scratch, PATH_MOST);
    while (depth) {
        const struct xml_element *step = chain[--depth];
        buf_put_char(&path, '/');
        buf_put(&path, step->name);
        if (step->position)
            buf_putf(&path, "[%u]", step->position);
    }
    place.path = buf_str(&path);
    return place;
}

void xml_fields(struct reading *reading, const struct xml_element *element, struct str instance,
                const struct field *field, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct str path = str_from(field[i].path);
        size_t mark = str_find(path, STR("@"));
        struct str steps = str_sub(path, 0, mark), attribute = { 0 };
        if (mark != SIZE_MAX) {
            attribute = str_sub(path, mark + 1, path.len);
            steps = str_sub(steps, 0, steps.len ? steps.len - 1 : 0);
        }
        const struct xml_element *found = xml_one(reading, element, steps);
        if (!found || (attribute.len && !xml_attribute(found, attribute).len)) {
            if (field[i].required)
                reading_missing(reading, field[i].path);
            continue;
        }
        struct place place = xml_place(reading, found);
        if (attribute.len) {
            place.path =
                str_format(reading->scratch, "%.*s/@%.*s", STR_ARG(place.path), STR_ARG(attribute));
        }
        (void)reading_fact(reading, field[i].key, instance,
                           attribute.len ? xml_attribute(found, attribute) : found->text,
                           field[i].unit, place);
    }
}
