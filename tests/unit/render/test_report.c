/* test_report.c - trees, their one check, and what devices make of them. */
#include "fixture.h"

#include "base/json.h"
#include "base/num.h"
#include "build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct made {
    struct arena *home;
    const struct report_model *model;
    const struct skin *skin;
    struct node *root;
    struct diags *diags;
};

static struct made make(enum fixture kind)
{
    struct made m = { .home = arena_new((size_t)1 << 31) };
    m.diags = diags_new(m.home);
    m.skin = fixture_skin(m.home);
    assert_non_null(m.skin);
    m.model = fixture_model(m.home, kind);
    m.root = document_report(m.home, m.model, m.skin, m.diags);
    assert_non_null(m.root);
    return m;
}

static bool valid(struct made *m)
{
    return document_validate(m->root, m->model, m->skin, m->diags);
}

static struct node *find(struct node *node, enum node_type type)
{
    if (node->type == type)
        return node;
    for (struct node *child = node->child; child; child = child->next) {
        struct node *found = find(child, type);
        if (found)
            return found;
    }
    return NULL;
}

__attribute__((returns_nonnull)) static struct node *first(struct node *node, enum node_type type)
{
    struct node *found = find(node, type);
    if (!found) {
        fail_msg("no node of type %d", (int)type);
        abort();
    }
    return found;
}

static void test_sound(void **state)
{
    (void)state;
    for (int kind = FIXTURE_CLAIM; kind <= FIXTURE_FEW; kind++) {
        struct made m = make((enum fixture)kind);
        assert_true(valid(&m));
        assert_int_equal(diags_count(m.diags, LEVEL_NOTE), 0);
        arena_free(m.home);
    }
}

/* Each break of the tree is found, alone. */
static void break_value(struct made *m)
{
    struct fact *fact = ARENA_NEW(m->home, struct fact);
    *fact = *m->model->fact[0];
    fact->number = 0;
    first(m->root, NODE_VALUE)->fact = fact;
}

static void break_other_fact(struct made *m) /* right number, another fact */
{
    struct fact *fact = ARENA_NEW(m->home, struct fact);
    *fact = *m->model->fact[0];
    first(m->root, NODE_VALUE)->fact = fact;
}

static void break_words(struct made *m)
{
    first(m->root, NODE_TEXT)->text = STR("38 times faster");
}

static void break_digit(struct made *m) /* a digit that templates hold too, but not alone */
{
    first(m->root, NODE_TEXT)->text = STR("1");
}

static void break_table(struct made *m)
{
    struct node *row = first(first(m->root, NODE_TABLE), NODE_ROW);
    row->child = row->child->next;
}

static void break_heading(struct made *m)
{
    first(m->root, NODE_HEADING)->level = 2;
}

static void break_chart(struct made *m)
{
    struct node *chart = first(m->root, NODE_CHART);
    struct scene *scene = ARENA_NEW(m->home, struct scene);
    *scene = *chart->scene;
    scene->description = (struct str){ 0 };
    chart->scene = scene;
}

static void break_figures(struct made *m)
{
    first(m->root, NODE_CHART)->child = NULL;
}

static void break_licence(struct made *m) /* the chart of both sides, its licence lost */
{
    first(m->root, NODE_CHART)->licence = NULL;
}

/* The index-th number that relates systems, under a verdict that permits none; false past the
 * last. */
static bool break_verdict(struct made *m, size_t index)
{
    struct comparison *unlicensed = ARENA_NEW(m->home, struct comparison);
    *unlicensed = m->model->comparison[0];
    unlicensed->verdict = VERDICT_NOT;
    for (size_t i = 0; i < m->model->fact_count; i++) {
        union {
            const struct fact *in;
            struct fact *out;
        } fact = { m->model->fact[i] };
        if (fact.in->derivation && fact.in->derivation->relates && index-- == 0) {
            struct derivation *derivation = ARENA_NEW(m->home, struct derivation);
            *derivation = *fact.in->derivation;
            derivation->licence = unlicensed;
            fact.out->derivation = derivation;
            return true;
        }
    }
    return false;
}

static void test_licences(void **state)
{
    (void)state;
    size_t count = 0;
    bool more = true;
    for (; more; count++) {
        struct made m = make(FIXTURE_CLAIM);
        more = break_verdict(&m, count);
        if (more && valid(&m))
            fail_msg("number %zu stands without a verdict", count);
        arena_free(m.home);
    }
    assert_true(count > 20);
}

static void test_broken(void **state)
{
    (void)state;
    static void (*const breaks[])(struct made *) = { break_value, break_other_fact, break_words,
                                                     break_digit, break_table,      break_heading,
                                                     break_chart, break_figures,    break_licence };
    for (size_t i = 0; i < ARRAY_COUNT(breaks); i++) {
        struct made m = make(FIXTURE_CLAIM);
        breaks[i](&m);
        if (valid(&m))
            fail_msg("break %zu was not found", i);
        arena_free(m.home);
    }
}

/* ---- no ratio without a verdict ---- */

static void no_relation(const struct node *node)
{
    if (node->fact && node->fact->kind == FACT_DERIVED)
        assert_false(node->fact->derivation && node->fact->derivation->relates);
    if (node->type == NODE_CHART) {
        assert_null(node->licence);
        const struct system *system = NULL;
        for (const struct mark *mark = node->scene->first; mark; mark = mark->next) {
            const struct system *of = mark->fact ? mark->fact->system : NULL;
            assert_true(!of || !system || of == system);
            system = of ? of : system;
        }
    }
    for (const struct node *child = node->child; child; child = child->next)
        no_relation(child);
}

static void test_refusal(void **state)
{
    (void)state;
    struct made m = make(FIXTURE_REFUSAL);
    no_relation(m.root);
    arena_free(m.home);
}

/* ---- the number audit over the finished HTML ---- */

struct audit {
    struct made *m;
    struct str rest;
    int open, cited; /* depth of elements, and depth at which a cited one began; 0: none */
    size_t figures;
};

static bool is_void_element(struct str name)
{
    static const char *const names[] = { "meta", "col", "br", "hr", "img" };
    for (size_t i = 0; i < ARRAY_COUNT(names); i++)
        if (str_eq(name, str_from(names[i])))
            return true;
    return false;
}

static bool template_words(const struct skin *skin, struct str text)
{
    const struct json_item *root = json_root(skin->strings);
    for (const struct json_item *item = json_next(root, NULL); item; item = json_next(root, item))
        if (str_find(json_string(item), str_trim(text)) != SIZE_MAX)
            return true;
    return false;
}

static void audit_text(struct audit *a, struct str text)
{
    bool digit = false;
    for (size_t i = 0; i < text.len; i++)
        digit = digit || (text.at[i] >= '0' && text.at[i] <= '9');
    if (!digit)
        return;
    a->figures++;
    struct buf plain = buf_new(a->m->home, 1 << 20); /* entities back to characters */
    struct str rest = text, head;
    while (rest.len > 0) {
        size_t at = str_find(rest, STR("&"));
        head = str_sub(rest, 0, at);
        buf_put(&plain, head);
        rest = str_sub(rest, at == SIZE_MAX ? rest.len : at, rest.len);
        if (str_starts(rest, STR("&amp;"))) {
            buf_put(&plain, STR("&"));
            rest = str_sub(rest, 5, rest.len);
        } else if (rest.len > 0) {
            buf_put(&plain, str_sub(rest, 0, 1));
            rest = str_sub(rest, 1, rest.len);
        }
    }
    if (a->cited == 0 && !template_words(a->m->skin, buf_str(&plain)))
        fail_msg("figure without a source: %.*s", STR_ARG(text));
}

static void audit_run(struct audit *a)
{
    while (a->rest.len > 0) {
        size_t tag = str_find(a->rest, STR("<"));
        audit_text(a, str_sub(a->rest, 0, tag));
        if (tag == SIZE_MAX)
            return;
        a->rest = str_sub(a->rest, tag + 1, a->rest.len);
        size_t end = str_find(a->rest, STR(">"));
        struct str inside = str_sub(a->rest, 0, end), name = inside;
        a->rest = str_sub(a->rest, end + 1, a->rest.len);
        size_t blank = str_find(inside, STR(" "));
        name = str_sub(inside, 0, blank);
        if (str_starts(name, STR("/"))) {
            if (a->cited == a->open)
                a->cited = 0;
            a->open--;
        } else if (!is_void_element(name) && !str_ends(inside, STR("/")) &&
                   !str_starts(name, STR("!"))) {
            a->open++;
            bool cited = str_find(inside, STR(" data-fact=\"")) != SIZE_MAX ||
                         str_find(inside, STR(" data-quote=\"")) != SIZE_MAX;
            bool tick = str_eq(name, STR("text")) && str_find(inside, STR(" tick\"")) != SIZE_MAX;
            bool named = str_eq(name, STR("title")) &&
                         a->open == 3; /* the document's, which quotes the case */
            if (a->cited == 0 && (cited || tick || named))
                a->cited = a->open;
            if (str_eq(name, STR("style")) || str_eq(name, STR("script"))) {
                size_t close = str_find(a->rest, str_eq(name, STR("style")) ? STR("</style>")
                                                                            : STR("</script>"));
                a->rest = str_sub(a->rest, close, a->rest.len);
            }
        }
    }
}

static struct str emitted(struct made *m, const char *name)
{
    for (size_t i = 0; device_at(i); i++) {
        if (strcmp(device_at(i)->name, name) == 0) {
            struct buf out = buf_new(m->home, 1 << 27);
            assert_true(device_at(i)->emit(m->home, m->root, m->model, m->skin, &out, m->diags));
            return buf_str(&out);
        }
    }
    fail_msg("no device %s", name);
    return (struct str){ 0 };
}

static void test_number_audit(void **state)
{
    (void)state;
    for (int kind = FIXTURE_CLAIM; kind <= FIXTURE_FEW; kind++) {
        struct made m = make((enum fixture)kind);
        struct audit audit = { .m = &m, .rest = emitted(&m, "html") };
        audit_run(&audit);
        assert_int_equal(audit.open, 0); /* well nested */
        assert_true(audit.figures > 200);
        arena_free(m.home);
    }
}

static void test_html_frame(void **state)
{
    (void)state;
    struct made m = make(FIXTURE_CLAIM);
    struct str html = emitted(&m, "html");
    assert_true(str_starts(html, STR("<!DOCTYPE html>\n")));
    assert_true(str_find(html, STR(" style=\"")) == SIZE_MAX);
    assert_true(str_find(html, STR("http://")) == SIZE_MAX &&
                str_find(html, STR("https://")) == SIZE_MAX);
    assert_true(str_find(html, STR("url(fonts/")) == SIZE_MAX);
    assert_true(str_find(html, STR("href=\"../evidence/00-captures/nvidia-smi-q.xml\"")) !=
                SIZE_MAX);
    /* hostile text stays text */
    assert_true(str_find(html, STR("notes <&>.txt")) == SIZE_MAX);
    assert_true(str_find(html, STR("notes &lt;&amp;&gt;.txt")) != SIZE_MAX);
    arena_free(m.home);
}

/* ---- data.json ---- */

static void test_data(void **state)
{
    (void)state;
    for (int kind = FIXTURE_CLAIM; kind <= FIXTURE_FEW; kind++) {
        struct made m = make((enum fixture)kind);
        struct json *json;
        assert_true(json_read(m.home, STR("data.json"), emitted(&m, "data"), NULL, &json, m.diags));
        for (size_t i = 0; i < m.model->fact_count; i++) {
            const struct json_item *number =
                json_find(json, str_format(m.home, "/facts/%zu/number", i));
            int64_t value = 0;
            assert_true(number && json_int(json, number, &value));
            assert_int_equal(value, i + 1);
        }
        assert_true(str_eq(json_string(json_find(json, STR("/evidence_id"))),
                           digest_hex(m.home, m.model->evidence_id)));
        assert_true((!json_find(json, STR("/comparisons/0/numbers"))) == (kind == FIXTURE_REFUSAL));
        assert_true((json_find(json, STR("/comparisons/0/numbers/ratio")) != NULL) ==
                    (kind == FIXTURE_CLAIM));
        arena_free(m.home);
    }
}

/* ---- golden first pages, as text ---- */

static void test_golden(void **state)
{
    (void)state;
    static const char *const names[] = { "claim", "refusal", "few" };
    enum { LINES = 40 };
    for (int kind = FIXTURE_CLAIM; kind <= FIXTURE_FEW; kind++) {
        struct made m = make((enum fixture)kind);
        struct str rest = emitted(&m, "text"), line;
        struct buf head = buf_new(m.home, 1 << 16);
        for (int i = 0; i < LINES && str_cut(&rest, '\n', &line); i++) {
            buf_put(&head, line);
            buf_put_char(&head, '\n');
        }
        struct str golden;
        const char *path =
            str_c(m.home, str_format(m.home, TESTS_DIR "/golden/render/%s.text", names[kind]));
        assert_true(file_read(m.home, path, NULL, &golden, m.diags));
        if (!str_eq(golden, buf_str(&head))) {
            (void)fprintf(stderr, "%.*s", STR_ARG(buf_str(&head)));
            fail_msg("%s differs", path);
        }
        arena_free(m.home);
    }
}

static void test_text_width(void **state)
{
    (void)state;
    struct made m = make(FIXTURE_CLAIM);
    struct str rest = emitted(&m, "text"), line;
    while (str_cut(&rest, '\n', &line)) {
        size_t columns = 0;
        for (size_t i = 0; i < line.len; i++)
            columns += ((unsigned char)line.at[i] & 0xC0) != 0x80;
        struct str words = str_trim(line); /* one word longer than a line cannot be broken */
        if (columns > 80 && str_find(words, STR(" ")) != SIZE_MAX)
            fail_msg("line too long: %.*s", STR_ARG(line));
    }
    arena_free(m.home);
}

/* ---- words ---- */

static void test_slots(void **state)
{
    (void)state;
    struct made m = make(FIXTURE_CLAIM);
    struct building b = { .home = m.home, .model = m.model, .skin = m.skin, .diags = m.diags };
    struct node *line = paragraph_add(&b, m.root, ROLE_NONE);
    SAY(&b, line, "answer.list.separator", { "unused", .quote = STR("x") });
    assert_int_equal(line->child->type, NODE_TEXT);
    /* an absent fact is said to be so */
    struct node *absent = value_add(&b, line, NULL, FORM_FULL);
    assert_int_equal(absent->type, NODE_TEXT);
    assert_true(str_eq(absent->text, STR("not disclosed")));
    assert_int_equal(absent->style, STYLE_BAD);
    arena_free(m.home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_licences),     cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_number_audit), cmocka_unit_test(test_html_frame),
        cmocka_unit_test(test_data),         cmocka_unit_test(test_golden),
        cmocka_unit_test(test_text_width),   cmocka_unit_test(test_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
