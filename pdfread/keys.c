/* keys.c - the keys of every object against what a printed document needs (ISO 32000-1). An
 * allow-list: what a reader may run, fetch, show instead or lay over a page is refused because
 * nobody put it here, whatever its name is. */
#include "opened.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 64, USED_AS_TABLE = 1, USED_OTHERWISE = 2 };

static const char *const keys[] = {
    "A",
    "AIS",
    "Alt",
    "Ascent",
    "ActualText",
    "Annots",
    "Attached",
    "Author",
    "AvgWidth",
    "BBox",
    "BM",
    "BS",
    "BC",
    "BaseEncoding",
    "BaseFont",
    "Bidi",
    "BitsPerComponent",
    "BitsPerCoordinate",
    "BitsPerFlag",
    "BitsPerSample",
    "BlackIs1",
    "BlockAlign",
    "Border",
    "Bounds",
    "C",
    "C0",
    "C1",
    "CA",
    "CIDSet",
    "CIDSystemInfo",
    "CIDToGIDMap",
    "CMapName",
    "CS",
    "CapHeight",
    "CharProcs",
    "CharSet",
    "ColSpan",
    "ColorSpace",
    "ColorTransform",
    "Colors",
    "Columns",
    "Contents",
    "Coords",
    "Count",
    "CreationDate",
    "Creator",
    "CropBox",
    "ArtBox",
    "D",
    "DW",
    "Decode",
    "DecodeParms",
    "DescendantFonts",
    "Descent",
    "Dest",
    "DestOutputProfile",
    "Dests",
    "Differences",
    "DisplayDocTitle",
    "Domain",
    "EarlyChange",
    "Encode",
    "Encoding",
    "ExtGState",
    "Extend",
    "F",
    "Filter",
    "First",
    "FirstChar",
    "Flags",
    "Font",
    "FontBBox",
    "FontDescriptor",
    "FontFamily",
    "FontFile",
    "FontFile2",
    "FontFile3",
    "FontMatrix",
    "FontName",
    "FontStretch",
    "FontWeight",
    "FormType",
    "Function",
    "FunctionType",
    "Functions",
    "G",
    "Group",
    "H",
    "Headers",
    "Height",
    "I",
    "ID",
    "IDTree",
    "Info",
    "Intent",
    "Interpolate",
    "ItalicAngle",
    "K",
    "Keywords",
    "Kids",
    "L",
    "LC",
    "LJ",
    "LW",
    "Lang",
    "Last",
    "LastChar",
    "Leading",
    "Length",
    "Length1",
    "Length2",
    "Length3",
    "Limits",
    "ListNumbering",
    "MCID",
    "ML",
    "MarkInfo",
    "ParentTree",
    "IDTree",
    "Marked",
    "Matrix",
    "MaxWidth",
    "MediaBox",
    "Metadata",
    "MissingWidth",
    "ModDate",
    "N",
    "Name",
    "Names",
    "Next",
    "Nums",
    "O",
    "Obj",
    "Ordering",
    "Outlines",
    "OutputCondition",
    "OutputConditionIdentifier",
    "OutputIntents",
    "P",
    "PageLabels",
    "PageLayout",
    "PageMode",
    "Pages",
    "PaintType",
    "Parent",
    "ParentTree",
    "ParentTreeNextKey",
    "Pattern",
    "PatternType",
    "Pg",
    "Placement",
    "Predictor",
    "Prev",
    "ProcSet",
    "Producer",
    "R",
    "Range",
    "Rect",
    "Registry",
    "RegistryName",
    "Resources",
    "RoleMap",
    "Root",
    "Rotate",
    "RowSpan",
    "Rows",
    "S",
    "SA",
    "SM",
    "SMask",
    "Scope",
    "Shading",
    "ShadingType",
    "Size",
    "SpaceAfter",
    "SpaceBefore",
    "St",
    "StemH",
    "Stm",
    "StemV",
    "StructParent",
    "StructParents",
    "StructTreeRoot",
    "Subject",
    "Subtype",
    "Summary",
    "Supplement",
    "T",
    "TK",
    "Tabs",
    "TextAlign",
    "TilingType",
    "Title",
    "ToUnicode",
    "Trapped",
    "TrimBox",
    "BleedBox",
    "Type",
    "U",
    "URI",
    "UserUnit",
    "ViewerPreferences",
    "VerticesPerRow",
    "W",
    "Width",
    "Widths",
    "WritingMode",
    "XHeight",
    "XObject",
    "XStep",
    "YStep",
    "ca",
};
/* Keys whose value is a table of names that the document chose itself. */
static const char *const tables[] = {
    "CharProcs", "ColorSpace", "Dests",   "ExtGState", "Font",
    "Info",      "Pattern",    "RoleMap", "Shading",   "XObject"
};
/* What a /Type, /Subtype, /Filter and /PageMode may be; and what an /S must not: the kinds of
 * actions that do more than lead to a place. */
static const char *const types[] = {
    "Action",
    "Annot",
    "CMap",
    "Catalog",
    "Encoding",
    "ExtGState",
    "Font",
    "FontDescriptor",
    "Group",
    "MCR",
    "Mask",
    "Metadata",
    "OBJR",
    "Outlines",
    "OutputIntent",
    "Page",
    "Pages",
    "Pattern",
    "PageLabel",
    "MarkInfo",
    "ParentTree",
    "IDTree",
    "ViewerPreferences",
    "StructElem",
    "StructTreeRoot",
    "XObject",
    "Border",
    "Outline",
};
static const char *const subtypes[] = {
    "CIDFontType0", "CIDFontType0C", "CIDFontType2", "Form",   "Image", "Link", "OpenType",
    "TrueType",     "Type0",         "Type1",        "Type1C", "Type3", "XML",
};
static const char *const filters[] = { "ASCII85Decode", "ASCIIHexDecode", "DCTDecode",
                                       "FlateDecode",   "LZWDecode",      "RunLengthDecode" };
static const char *const page_modes[] = { "UseNone", "UseOutlines", "UseThumbs" };
static const char *const acting[] = {
    "GoTo3DView",       "GoToDp",     "GoToE",     "GoToR",       "Hide",
    "ImportData",       "JavaScript", "Launch",    "Movie",       "Named",
    "RichMediaExecute", "Rendition",  "ResetForm", "SetOCGState", "Sound",
    "SubmitForm",       "Thread",     "Trans",
};
static const char *const schemes[] = { "https://", "http://", "mailto:" };

struct looking {
    struct opened *opened;
    unsigned char *used; /* by object number */
    int object;          /* being looked at; 0: the trailer */
};

#define ONE_OF(list, name) one_of((list), ARRAY_COUNT(list), (name))
static bool one_of(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

static bool refuse(struct looking *l, const char *what, const char *name)
{
    return l->object == 0 ? opened_fault(l->opened, "%s%.60s in the trailer", what, name)
                          : opened_fault(l->opened, "%s%.60s in object %d", what, name, l->object);
}

/* A name, or each of an array of names, on a list. */
static bool named(struct looking *l, qpdf_oh value, const char *const *list, size_t count,
                  const char *what)
{
    qpdf_data q = l->opened->q;
    if (qpdf_oh_is_array(q, value)) {
        int items = qpdf_oh_get_array_n_items(q, value);
        for (int i = 0; i < items; i++) {
            qpdf_oh item = qpdf_oh_get_array_item(q, value, i);
            if (qpdf_oh_is_array(q, item) || !named(l, item, list, count, what))
                return refuse(l, what, "");
            qpdf_oh_release(q, item);
        }
        return true;
    }
    if (!qpdf_oh_is_name(q, value))
        return refuse(l, what, "that is no name");
    const char *name = qpdf_oh_get_name(q, value);
    return one_of(list, count, name + 1) || refuse(l, what, name);
}

static bool address_leads(struct looking *l, qpdf_oh value)
{
    qpdf_data q = l->opened->q;
    struct str address =
        qpdf_oh_is_string(q, value) ? str_from(qpdf_oh_get_string_value(q, value)) : STR("");
    bool known = false;
    for (size_t i = 0; i < ARRAY_COUNT(schemes); i++)
        known = known || str_starts(address, str_from(schemes[i]));
    for (size_t i = 0; i < address.len; i++)
        known = known && address.at[i] > ' ' && (unsigned char)address.at[i] < 0x7F;
    return known || refuse(l, "/URI with another address than https, http or mailto", "");
}

/* What a key may hold, where not anything will do. */
static bool value_allowed(struct looking *l, const char *key, qpdf_oh value)
{
    qpdf_data q = l->opened->q;
    if (strcmp(key, "Type") == 0)
        return named(l, value, types, ARRAY_COUNT(types), "/Type ");
    if (strcmp(key, "Subtype") == 0)
        return named(l, value, subtypes, ARRAY_COUNT(subtypes), "/Subtype ");
    if (strcmp(key, "Filter") == 0)
        return named(l, value, filters, ARRAY_COUNT(filters), "/Filter ");
    if (strcmp(key, "PageMode") == 0)
        return named(l, value, page_modes, ARRAY_COUNT(page_modes), "/PageMode ");
    if (strcmp(key, "S") == 0 && qpdf_oh_is_name(q, value)) {
        const char *name = qpdf_oh_get_name(q, value) + 1;
        return !ONE_OF(acting, name) || refuse(l, "an action /", name);
    }
    if (strcmp(key, "URI") == 0)
        return address_leads(l, value);
    if (strcmp(key, "F") == 0) /* flags of an annotation; else a file elsewhere */
        return qpdf_oh_is_integer(q, value) || refuse(l, "/F that is no number", "");
    if (strcmp(key, "Prev") == 0) /* of bookmarks; else an older table, or a revision */
        return qpdf_oh_is_dictionary(q, value) || refuse(l, "/Prev that is no bookmark", "");
    return true;
}

/* The keys, each with a NUL behind it: libqpdf has one iterator for all, so they are taken before
 * anything else is asked. */
static struct str names_of(struct looking *l, qpdf_oh dictionary)
{
    qpdf_data q = l->opened->q;
    struct buf list = buf_new(l->opened->home, (size_t)1 << 26);
    qpdf_oh_begin_dict_key_iter(q, dictionary);
    while (qpdf_oh_dict_more_keys(q)) {
        buf_put(&list, str_from(qpdf_oh_dict_next_key(q)));
        buf_put_char(&list, 0);
    }
    if (list.full)
        (void)!refuse(l, "more keys than a document needs", "");
    return list.full ? STR("") : buf_str(&list);
}

static bool look(struct looking *l, qpdf_oh object, bool as_table, int depth);

static bool key_allowed(struct looking *l, const char *name, qpdf_oh value, bool as_table,
                        int depth)
{
    qpdf_data q = l->opened->q;
    bool table = !as_table && ONE_OF(tables, name) && qpdf_oh_is_dictionary(q, value);
    if (!as_table && (!ONE_OF(keys, name) || (l->object == 0 && strcmp(name, "Prev") == 0)))
        return refuse(l, "/", name);
    return (as_table || value_allowed(l, name, value)) &&
           (qpdf_oh_is_indirect(q, value) || look(l, value, table, depth + 1));
}

static bool look_dictionary(struct looking *l, qpdf_oh dictionary, bool as_table, int depth)
{
    qpdf_data q = l->opened->q;
    struct str names = names_of(l, dictionary);
    while (names.len > 0) {
        const char *name = names.at;
        size_t len = strlen(name);
        qpdf_oh value = qpdf_oh_get_key(q, dictionary, name);
        bool good = key_allowed(l, name + 1, value, as_table, depth);
        qpdf_oh_release(q, value);
        if (!good)
            return false;
        names = str_sub(names, len + 1, names.len);
    }
    return l->opened->why.len == 0;
}

static bool look(struct looking *l, qpdf_oh object, bool as_table, int depth)
{
    qpdf_data q = l->opened->q;
    if (depth > DEPTH_MOST)
        return refuse(l, "deeper than a document needs", "");
    if (qpdf_oh_is_stream(q, object))
        return look_dictionary(l, qpdf_oh_get_dict(q, object), false, depth);
    if (qpdf_oh_is_dictionary(q, object))
        return look_dictionary(l, object, as_table, depth);
    int count = qpdf_oh_is_array(q, object) ? qpdf_oh_get_array_n_items(q, object) : 0;
    for (int i = 0; i < count; i++) {
        qpdf_oh item = qpdf_oh_get_array_item(q, object, i);
        bool good = qpdf_oh_is_indirect(q, item) || look(l, item, false, depth + 1);
        qpdf_oh_release(q, item);
        if (!good)
            return false;
    }
    return true;
}

/* ---- what serves as a table alone ---- */

static void mark(struct looking *l, qpdf_oh object, bool as_table, int depth);

static void mark_one(struct looking *l, qpdf_oh value, bool as_table, int depth)
{
    int number = qpdf_oh_get_object_id(l->opened->q, value);
    if (!qpdf_oh_is_indirect(l->opened->q, value))
        mark(l, value, as_table, depth + 1);
    else if (number > 0 && number < l->opened->objects)
        l->used[number] |= as_table ? USED_AS_TABLE : USED_OTHERWISE;
}

static void mark(struct looking *l, qpdf_oh object, bool as_table, int depth)
{
    qpdf_data q = l->opened->q;
    if (depth > DEPTH_MOST)
        return; /* refused below */
    int count = qpdf_oh_is_array(q, object) ? qpdf_oh_get_array_n_items(q, object) : 0;
    for (int i = 0; i < count; i++) {
        qpdf_oh item = qpdf_oh_get_array_item(q, object, i);
        mark_one(l, item, false, depth);
        qpdf_oh_release(q, item);
    }
    qpdf_oh dictionary = qpdf_oh_is_stream(q, object) ? qpdf_oh_get_dict(q, object) : object;
    if (!qpdf_oh_is_dictionary(q, dictionary))
        return;
    for (struct str names = names_of(l, dictionary); names.len > 0;) {
        const char *name = names.at;
        qpdf_oh value = qpdf_oh_get_key(q, dictionary, name);
        mark_one(l, value, !as_table && ONE_OF(tables, name + 1), depth);
        qpdf_oh_release(q, value);
        names = str_sub(names, strlen(name) + 1, names.len);
    }
}

static bool look_all(struct looking *l)
{
    qpdf_data q = l->opened->q;
    struct arena *home = l->opened->home;
    l->used = ARENA_MANY(home, (size_t)l->opened->objects, unsigned char);
    mark_one(l, qpdf_get_trailer(q), false, 0);
    for (int i = 1; i < l->opened->objects; i++) {
        struct arena_mark before = arena_mark(home);
        qpdf_oh object = qpdf_get_object_by_id(q, i, 0);
        mark(l, object, false, 0);
        qpdf_oh_release(q, object);
        arena_rewind(home, before);
    }
    for (int i = 1; i < l->opened->objects; i++) { /* what a table names is no table */
        qpdf_oh object = qpdf_get_object_by_id(q, i, 0);
        if (l->used[i] == USED_AS_TABLE)
            mark(l, object, true, 0);
        qpdf_oh_release(q, object);
    }
    if (!look(l, qpdf_get_trailer(q), false, 0))
        return false;
    for (l->object = 1; l->object < l->opened->objects; l->object++) {
        struct arena_mark before = arena_mark(home);
        qpdf_oh object = qpdf_get_object_by_id(q, l->object, 0);
        bool good = look(l, object, l->used[l->object] == USED_AS_TABLE, 0);
        qpdf_oh_release(q, object);
        if (!good)
            return false;
        arena_rewind(home, before);
    }
    return opened_clean(l->opened);
}

bool keys_look(struct opened *opened)
{
    struct looking looking = { .opened = opened };
    return look_all(&looking) || opened_fault(opened, "it cannot be read");
}

struct str pdf_keys_fault(struct arena *home, struct str pdf)
{
    struct opened opened;
    if (opened_begin(home, pdf, &opened))
        (void)!keys_look(&opened);
    opened_end(&opened);
    return opened.why;
}
