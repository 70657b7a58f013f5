/* test_pdf.c - artifacts, metadata, same bytes, and refusal of what does not fit together. */
#include "pdf_own.h"
#include "tree_fixture.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* ---- artifacts ---- */

static const struct {
    const char *name, *content, *marked; /* NULL: refused */
} rows[] = {
    { "empty", "", "" },
    { "nothing painted", "q 1 0 0 -1 0 842 cm\nQ\n", "q 1 0 0 -1 0 842 cm\nQ\n" },
    { "furniture, then layout",
      "0 g 1 1 2 2 re f\n/P << /MCID 0 >> BDC BT (a) Tj ET EMC\n0 0 m 1 1 l S\n",
      "/Artifact << /Type /Pagination >> BDC\n0 g 1 1 2 2 re f\nEMC\n/P << /MCID 0 >> BDC BT (a) "
      "Tj ET EMC\n"
      "/Artifact << /Type /Layout >> BDC\n\n0 0 m 1 1 l S\nEMC\n" },
    { "state between content is no artifact",
      "/P << /MCID 0 >> BDC f EMC 1 w /P << /MCID 1 >> BDC f EMC",
      "/P << /MCID 0 >> BDC f EMC\n 1 w /P << /MCID 1 >> BDC f EMC\n" },
    { "operators inside strings, names, comments, arrays",
      "% f\n(f \\) (S) ) <66> /f [(Tj) 1] << /S (f) >> n",
      "% f\n(f \\) (S) ) <66> /f [(Tj) 1] << /S (f) >> n" },
    { "nested ActualText", "/P << /MCID 3 >> BDC /Span << /ActualText (x) >> BDC (y) Tj EMC EMC",
      "/P << /MCID 3 >> BDC /Span << /ActualText (x) >> BDC (y) Tj EMC EMC\n" },
    { "plain marks in furniture", "/Span << /ActualText (x) >> BDC (y) Tj EMC",
      "/Artifact << /Type /Pagination >> BDC\n/Span << /ActualText (x) >> BDC (y) Tj EMC\nEMC\n" },
    { "apostrophe paints", "(a) '", "/Artifact << /Type /Pagination >> BDC\n(a) '\nEMC\n" },
    { "true is a value", "true f", "/Artifact << /Type /Pagination >> BDC\ntrue f\nEMC\n" },
    { "owner inside owner", "/P << /MCID 0 >> BDC /P << /MCID 1 >> BDC EMC EMC", NULL },
    { "owner inside plain", "/X BMC /P << /MCID 1 >> BDC EMC EMC", NULL },
    { "tag inside text", "BT /P << /MCID 0 >> BDC EMC ET", NULL },
    { "end inside text", "/P << /MCID 0 >> BDC BT EMC ET", NULL },
    { "end without begin", "EMC", NULL },
    { "begin without end", "/P << /MCID 0 >> BDC f", NULL },
    { "text without end", "BT", NULL },
    { "text twice", "BT BT ET ET", NULL },
    { "inline image", "BI ID EI", NULL },
    { "open string", "(abc f", NULL },
    { "open array", "[1 2 f", NULL },
    { "open dictionary", "<< /MCID 1", NULL },
    { "stray bracket", "] f", NULL },
};

static void artifacts_are_marked(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct buf out = buf_new(home, 100000);
        bool marked = artifacts_mark(str_from(rows[i].content), &out);
        if (marked != (rows[i].marked != NULL))
            fail_msg("%s: %s", rows[i].name, marked ? "taken" : "refused");
        if (marked && !str_eq(buf_str(&out), str_from(rows[i].marked)))
            fail_msg("%s:\n%.*s", rows[i].name, STR_ARG(buf_str(&out)));
    }
    arena_free(home);
}

/* Any bytes are taken or refused; the sanitizer build watches the bounds. */
static void artifacts_survive_noise(void **state)
{
    (void)state;
    static const char alphabet[] = "()<>[]/% BDCEMTqf1\\\n";
    struct arena *home = arena_new((size_t)1 << 28);
    uint32_t seed = 12345;
    for (size_t i = 0; i < 4000; i++) {
        struct arena_mark mark = arena_mark(home);
        char *noise = ARENA_MANY(home, 40, char);
        for (size_t k = 0; k < 40; k++) {
            seed = seed * 1664525 + 1013904223;
            noise[k] = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
        }
        struct buf out = buf_new(home, 100000);
        bool marked = artifacts_mark((struct str){ noise, 40 }, &out);
        assert_true(!marked || out.len >= 40);
        arena_rewind(home, mark);
    }
    arena_free(home);
}

static void metadata_is_escaped(void **state)
{
    (void)state;
    struct arena *home = arena_new((size_t)1 << 24);
    struct pdf_facts facts = { .title = STR("A < B & \"C\" \x01?"),
                               .language = STR("en"),
                               .producer = STR("dossier 0.1.0"),
                               .day = STR("2026-03-14") };
    struct buf out = buf_new(home, 100000);
    xmp_put(&facts, &out);
    struct str xmp = buf_str(&out);
    assert_true(str_find(xmp, STR("A &lt; B &amp; ")) != SIZE_MAX);
    assert_true(str_find(xmp, STR("\x01")) == SIZE_MAX);
    assert_true(str_find(xmp, STR("<xmp:CreateDate>2026-03-14T00:00:00Z</xmp:CreateDate>")) !=
                SIZE_MAX);
    arena_free(home);
}

/* ---- the file ---- */

struct made {
    struct tree_fixture fixture;
    struct pages pages;
};

static struct made make(void)
{
    struct made made = { 0 };
    fixture_make(&made.fixture,
                 (struct fixture_options){ .verdict = VERDICT_STATED, .hostile = true });
    struct tree_fixture *fixture = &made.fixture;
    /* the copy in `made` moves, so the model must point into it again after returning */
    assert_true(paginate(fixture->home, fixture->root, &fixture->model, &fixture->skin,
                         fixture->fonts, &made.pages, fixture->diags));
    return made;
}

static bool written(struct made *made, struct str *out)
{
    made->fixture.model.case_file = &made->fixture.about;
    return pdf_write(made->fixture.home, &made->pages, &made->fixture.model, &made->fixture.skin,
                     NULL, out, made->fixture.diags);
}

static void same_pages_same_bytes(void **state)
{
    (void)state;
    struct made made = make();
    struct made again = make();
    struct str first = { 0 };
    struct str second = { 0 };
    assert_true(written(&made, &first));
    assert_true(written(&again, &second));
    assert_true(first.len > 100000 && str_eq(first, second));
    assert_true(str_starts(first, STR("%PDF-1.7\n")));
    assert_true(str_find(first, STR("/CreationDate (D:20260314000000Z)")) != SIZE_MAX);
    arena_free(made.fixture.home);
    arena_free(again.fixture.home);
}

struct told { /* of a file while it is written */
    size_t len[256];
    struct digest digest[256];
    size_t count;
    struct str whole;
};

static void told_grows(void *self, struct str bytes, bool whole)
{
    struct told *told = self;
    assert_true(told->count < ARRAY_COUNT(told->len));
    assert_null(told->whole.at);
    told->len[told->count] = bytes.len;
    told->digest[told->count++] = digest_of(bytes);
    if (whole)
        told->whole = bytes;
}

/* What is told of a file while it is written is its beginning, ever more of it, and in the end the
 * very bytes that are answered. */
static void told_as_it_grows(void **state)
{
    (void)state;
    struct made made = make();
    struct told told = { 0 };
    const struct render_beside beside = { .grows = told_grows, .self = &told };
    struct str out = { 0 };
    made.fixture.model.case_file = &made.fixture.about;
    assert_true(pdf_write(made.fixture.home, &made.pages, &made.fixture.model, &made.fixture.skin,
                          &beside, &out, made.fixture.diags));
    assert_true(told.count > 1 && told.whole.at == out.at && told.whole.len == out.len);
    for (size_t i = 0; i < told.count; i++) {
        assert_true(i == 0 || told.len[i] > told.len[i - 1]);
        assert_true(digest_eq(told.digest[i], digest_of(str_sub(out, 0, told.len[i]))));
    }
    arena_free(made.fixture.home);
}

struct beside {
    struct made *made;
    struct arena *home;
    struct str pdf;
    bool good;
};

static gpointer beside_write(gpointer self)
{
    struct beside *one = self;
    one->good = pdf_write(one->home, &one->made->pages, &one->made->fixture.model,
                          &one->made->fixture.skin, NULL, &one->pdf, diags_new(one->home));
    return NULL;
}

/* Several at once, in the same faces: each is what it is alone. */
static void drawn_beside_one_another(void **state)
{
    enum { COUNT = 4 };
    (void)state;
    struct made made = make();
    struct str alone = { 0 };
    struct beside beside[COUNT];
    GThread *thread[COUNT];
    assert_true(written(&made, &alone));
    for (int i = 0; i < COUNT; i++) {
        beside[i] = (struct beside){ .made = &made, .home = arena_new((size_t)1 << 30) };
        thread[i] = g_thread_new("beside", beside_write, &beside[i]);
    }
    for (int i = 0; i < COUNT; i++) {
        (void)g_thread_join(thread[i]);
        assert_true(beside[i].good && alone.len > 100000 && str_eq(alone, beside[i].pdf));
        arena_free(beside[i].home);
    }
    arena_free(made.fixture.home);
}

/* The title bar and bookmarks show no character that turns what follows around; Info and XMP say
 * the same. */
static void hidden_characters_are_shown(void **state)
{
    (void)state;
    struct made made = make();
    struct pdf_outline *outline =
        ARENA_MANY(made.fixture.home, made.pages.outline_count, struct pdf_outline);
    memcpy(outline, made.pages.outline, made.pages.outline_count * sizeof *outline);
    outline[0].title = STR("part \u202Eeno");
    made.pages.outline = outline;
    made.fixture.about.question = STR("Buy\n\u202Enow?");
    struct str out = { 0 };
    assert_true(written(&made, &out));
    assert_true(str_find(out, STR("Buy \u2039U+202E\u203Anow?</rdf:li>")) != SIZE_MAX);
    assert_true(str_find(out, STR("\u202E")) == SIZE_MAX);
    /* what PDFDocEncoding holds is written in it, else as UTF-16BE in hexadecimal */
    assert_true(str_find(out, STR("/Title (Buy \\210U+202E\\211now?)")) != SIZE_MAX);
    assert_true(str_find(out, STR("/Title (part \\210U+202E\\211eno)")) != SIZE_MAX);
    assert_true(str_find(out, STR("202e006e006f0077")) == SIZE_MAX);
    assert_true(str_find(out, STR("202e0065006e006f")) == SIZE_MAX);
    arena_free(made.fixture.home);
}

static void wrong_structure_is_refused(void **state)
{
    (void)state;
    enum { TAG, NEVER, ORDER, FEWER, PARENT, BREAKS };
    for (int i = 0; i < BREAKS; i++) {
        struct made made = make();
        struct pdf_element *element =
            ARENA_MANY(made.fixture.home, made.pages.element_count, struct pdf_element);
        memcpy(element, made.pages.element, made.pages.element_count * sizeof *element);
        made.pages.element = element;
        struct mark *leaf = made.pages.item[0].scene->first;
        while (leaf->element == 0)
            leaf = leaf->next;
        if (i == TAG) /* drawn as one thing, named another: Cairo knows no such tag */
            element[5].tag = "Strong";
        if (i == NEVER)
            element[leaf->element - 1].tag = "Artifact";
        if (i == ORDER)
            leaf->element = (uint32_t)made.pages.element_count;
        if (i == FEWER)
            leaf->element = 1; /* the root is drawn into, then once more */
        if (i == PARENT)
            element[0].parent = 3;
        struct str out = { 0 };
        size_t before = diags_count(made.fixture.diags, LEVEL_MACHINE);
        if (written(&made, &out))
            fail_msg("break %d not refused", i);
        assert_int_equal(diags_count(made.fixture.diags, LEVEL_MACHINE), before + 1);
        arena_free(made.fixture.home);
    }
}

static void finishing_compares_structure(void **state)
{
    (void)state;
    struct made made = make();
    struct tree_fixture *fixture = &made.fixture;
    struct pdf_facts facts = { STR("t"), STR("en"), STR("p"), STR("2026-03-14"), NULL };
    struct str drawn = { 0 };
    struct str out = { 0 };
    const struct entry *icc = entries_find(fixture->skin.file, STR("srgb.icc"));
    assert_non_null(icc);
    assert_true(
        pdf_draw(fixture->home, &made.pages, &fixture->skin, &facts, &drawn, fixture->diags));
    assert_true(
        pdf_finish(fixture->home, drawn, &made.pages, &facts, icc->bytes, &out, fixture->diags));
    struct pages other = made.pages;
    other.element_count -= 3;
    assert_false(
        pdf_finish(fixture->home, drawn, &other, &facts, icc->bytes, &out, fixture->diags));
    struct pdf_element *element =
        ARENA_MANY(fixture->home, other.element_count + 8, struct pdf_element);
    memcpy(element, made.pages.element, made.pages.element_count * sizeof *element);
    other = made.pages;
    other.element = element;
    element[2].tag = "H4";
    assert_false(
        pdf_finish(fixture->home, drawn, &other, &facts, icc->bytes, &out, fixture->diags));
    other = made.pages;
    other.count--;
    assert_false(
        pdf_finish(fixture->home, drawn, &other, &facts, icc->bytes, &out, fixture->diags));
    /* a drawn file that is cut off is not repaired in silence */
    for (size_t cut = 0; cut < drawn.len; cut += drawn.len / 9 + 1)
        assert_false(pdf_finish(fixture->home, str_sub(drawn, 0, cut), &made.pages, &facts,
                                icc->bytes, &out, fixture->diags));
    arena_free(fixture->home);
}

/* What is not as Cairo writes it is refused, never mended: each of these changed in one place. */
static void drawn_files_are_not_mended(void **state)
{
    (void)state;
    static const char *const change[][2] = {
        { "endobj", "endobk" },
        { "endstream", "endstreak" },
        { " 0 obj", " 0 obk" },
        { "/Length ", "/Lengte " },
        { "\nxref", "\nxreg" },
        { "trailer", "trailed" },
        { "startxref", "startxreg" },
        { "/FlateDecode", "/FlateDecodd" },
        { "/Type /Page %", "/Type <Page %" },
        { "/MediaBox [", "/MediaBox (" },
        { "/Root ", "/Roof " },
        { "/Info ", "/Infa " },
        { "/Type /Page ", "/Type /Pane " },
        { "/ParentTree ", "/ParentTred " },
        { "00000 n ", "00000 f " },
        { "/S /Span", "/S /Spam" },
        { "/Pages 1 0 R", "/Pages 9 9 R" },
    };
    struct made made = make();
    struct tree_fixture *fixture = &made.fixture;
    struct pdf_facts facts = { STR("t"), STR("en"), STR("p"), STR("2026-03-14"), NULL };
    struct str drawn = { 0 };
    struct str out = { 0 };
    const struct entry *icc = entries_find(fixture->skin.file, STR("srgb.icc"));
    assert_non_null(icc);
    assert_true(
        pdf_draw(fixture->home, &made.pages, &fixture->skin, &facts, &drawn, fixture->diags));
    for (size_t i = 0; i < ARRAY_COUNT(change); i++) {
        char *copy = ARENA_MANY(fixture->home, drawn.len, char);
        memcpy(copy, drawn.at, drawn.len);
        size_t at = str_find(drawn, str_from(change[i][0]));
        assert_int_not_equal(at, SIZE_MAX);
        memcpy(copy + at, change[i][1], strlen(change[i][1]));
        if (pdf_finish(fixture->home, (struct str){ copy, drawn.len }, &made.pages, &facts,
                       icc->bytes, &out, fixture->diags))
            fail_msg("\"%s\" taken", change[i][1]);
    }
    arena_free(fixture->home);
}

static void uncovered_text_is_refused(void **state)
{
    (void)state;
    struct made made = make();
    for (struct mark *mark = made.pages.item[0].scene->first; mark; mark = mark->next)
        if (mark->type == MARK_TEXT)
            mark->text = STR("漢");
    struct str out = { 0 };
    assert_false(written(&made, &out));
    arena_free(made.fixture.home);
}

static void bad_facts_are_refused(void **state)
{
    (void)state;
    static const char *const dates[] = { "", "2026-3-14", "14 March 2026", "2026/03/14",
                                         "2026-03-1x" };
    struct made made = make();
    struct str out = { 0 };
    for (size_t i = 0; i < ARRAY_COUNT(dates); i++) {
        made.fixture.about.date = str_from(dates[i]);
        assert_false(written(&made, &out));
    }
    made.fixture.about.date = STR("2026-03-14");
    struct entries none = { 0 };
    made.fixture.skin.file = &none;
    assert_false(written(&made, &out));
    arena_free(made.fixture.home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(artifacts_are_marked),
        cmocka_unit_test(artifacts_survive_noise),
        cmocka_unit_test(metadata_is_escaped),
        cmocka_unit_test(same_pages_same_bytes),
        cmocka_unit_test(told_as_it_grows),
        cmocka_unit_test(drawn_beside_one_another),
        cmocka_unit_test(hidden_characters_are_shown),
        cmocka_unit_test(wrong_structure_is_refused),
        cmocka_unit_test(finishing_compares_structure),
        cmocka_unit_test(drawn_files_are_not_mended),
        cmocka_unit_test(uncovered_text_is_refused),
        cmocka_unit_test(bad_facts_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
