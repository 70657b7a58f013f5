/* tree_fixture.c - see tree_fixture.h. Names and numbers are invented. */
#include "tree_fixture.h"

#include <assert.h>
#include <string.h>

struct node *fix_node(struct tree_fixture *fixture, struct node *parent, enum node_type type,
                      enum role role)
{
    struct node *node = ARENA_NEW(fixture->home, struct node);
    node->type = type;
    node->role = role;
    node->parent = parent;
    if (!parent)
        return node;
    if (parent->last)
        parent->last->next = node;
    else
        parent->child = node;
    parent->last = node;
    return node;
}

struct node *fix_text(struct tree_fixture *fixture, struct node *parent, const char *text,
                      enum style style)
{
    struct node *node = fix_node(fixture, parent, NODE_TEXT, ROLE_NONE);
    node->text = str_keep(fixture->home, str_from(text));
    node->style = style;
    return node;
}

static struct node *value(struct tree_fixture *fixture, struct node *parent, size_t fact,
                          enum form form)
{
    struct node *node = fix_node(fixture, parent, NODE_VALUE, ROLE_NONE);
    node->fact = &fixture->fact[fact % fixture->fact_count];
    node->form = form;
    return node;
}

static struct node *heading(struct tree_fixture *fixture, struct node *parent, uint8_t level,
                            const char *text)
{
    struct node *node =
        fix_node(fixture, parent, NODE_HEADING, level == 1 ? ROLE_QUESTION : ROLE_NONE);
    node->level = level;
    fix_text(fixture, node, text, STYLE_PLAIN);
    return node;
}

static struct node *paragraph(struct tree_fixture *fixture, struct node *parent, enum role role,
                              const char *text)
{
    struct node *node = fix_node(fixture, parent, NODE_PARAGRAPH, role);
    fix_text(fixture, node, text, STYLE_PLAIN);
    return node;
}

static struct node *section(struct tree_fixture *fixture, struct node *parent, enum role role,
                            const char *id)
{
    struct node *node = fix_node(fixture, parent, NODE_SECTION, role);
    node->id = str_from(id);
    return node;
}

static void facts_make(struct tree_fixture *fixture, size_t count)
{
    static const struct {
        enum key key;
        enum unit unit;
        const char *text;
    } sample[] = {
        { KEY_CASE_QUESTION, UNIT_NONE, "3" },
        { KEY_CASE_QUESTION, UNIT_PERCENT, "23" },
        { KEY_CASE_QUESTION, UNIT_TOKEN_PER_SECOND, "9840" },
        { KEY_CASE_QUESTION, UNIT_TOKEN_PER_SECOND, "13610" },
        { KEY_CASE_QUESTION, UNIT_SECOND, "61.0" },
        { KEY_CASE_QUESTION, UNIT_NONE, "560.35" },
        { KEY_CASE_QUESTION, UNIT_NONE, "570.86" },
        { KEY_CASE_QUESTION, UNIT_MEGAHERTZ, "1980" },
    };
    static struct evidence evidence[2] = {
        { .name = { "a/run-1/bench.json", 18 },
          .packed = { "data/evidence/00-a/run-1/bench.json", 35 } },
        { .name = { "captures/nvidia-smi-q-x.xml", 27 },
          .packed = { "data/evidence/01-captures/nvidia-smi-q-x.xml", 44 } },
    };
    fixture->fact = ARENA_MANY(fixture->home, count, struct fact);
    fixture->fact_count = count;
    const struct fact **list = ARENA_MANY(fixture->home, count, const struct fact *);
    for (size_t i = 0; i < count; i++) {
        struct fact *fact = &fixture->fact[i];
        fact->key = sample[i % ARRAY_COUNT(sample)].key;
        fact->kind = (enum fact_kind)(i % 4);
        fact->value.text = str_from(sample[i % ARRAY_COUNT(sample)].text);
        fact->value.unit = sample[i % ARRAY_COUNT(sample)].unit;
        fact->number = (uint32_t)i + 1;
        fact->source.evidence = &evidence[i % 2];
        list[i] = fact;
    }
    fixture->model.fact = list;
    fixture->model.fact_count = count;
    fixture->model.evidence = evidence;
    fixture->model.evidence_count = 2;
}

static struct scene *chart_scene(struct tree_fixture *fixture, mpt width, mpt height)
{
    struct arena *home = fixture->home;
    struct scene *scene = scene_new(home, STR("values"), width, height);
    scene->title = STR("Throughput, A and B");
    scene->description = STR("Dot plot with intervals. Ticks below each dot are the runs.");
    struct paint hair = { .stroke = COLOUR_HAIRLINE, .width = MPT(0.5) };
    for (int i = 0; i < 5; i++) {
        mpt x = MPT(64) + i * (width - MPT(84)) / 4;
        scene_line(home, scene, x, MPT(8), x, height - MPT(15), hair);
        scene_text(home, scene, x, height - MPT(4), str_format(home, "%d,000", i * 4), FACE_SANS,
                   MPT(7), COLOUR_SOFT, ANCHOR_MIDDLE);
    }
    for (int i = 0; i < 2; i++) {
        mpt y = MPT(20) + i * MPT(28);
        mpt x = MPT(180) + i * MPT(50);
        enum colour colour = i ? COLOUR_B : COLOUR_A;
        scene_text(home, scene, 0, y + MPT(3), i ? STR("B") : STR("A"), FACE_SANS_BOLD, MPT(9),
                   colour, ANCHOR_START);
        scene_line(home, scene, MPT(64), y, x, y,
                   (struct paint){ .stroke = colour, .width = MPT(0.7) });
        scene_rect(home, scene, x - MPT(3), y - MPT(3.5), x + MPT(3), y + MPT(3.5),
                   (struct paint){ .fill = i ? COLOUR_B_PALE : COLOUR_A_PALE });
        struct mark *dot = scene_dot(home, scene, x, y, MPT(2.3),
                                     (struct paint){ .fill = i ? COLOUR_B : COLOUR_PAPER,
                                                     .stroke = colour,
                                                     .width = MPT(1.2) });
        dot->fact = &fixture->fact[2 + i];
        struct mark *label =
            scene_text(home, scene, x - MPT(8), y - MPT(5), i ? STR("13,610") : STR("9,840"),
                       FACE_SANS_BOLD, MPT(8.6), colour, ANCHOR_END);
        label->fact = &fixture->fact[2 + i];
        struct point *tick = ARENA_MANY(home, 3, struct point);
        tick[0] = (struct point){ x - MPT(2), y + MPT(9) };
        tick[1] = (struct point){ x, y + MPT(13) };
        tick[2] = (struct point){ x + MPT(2), y + MPT(9) };
        scene_path(home, scene, tick, 3, true, (struct paint){ .fill = COLOUR_OBJECTIVE });
    }
    return scene;
}

static void verdict_make(struct tree_fixture *fixture, struct node *page, enum verdict verdict)
{
    struct node *box = section(fixture, page, ROLE_VERDICT, "verdict");
    box->verdict = verdict;
    heading(fixture, box, 2, "Comparable, with stated differences");
    struct node *line = paragraph(fixture, box, ROLE_NONE, "No condition fails. ");
    value(fixture, line, 0, FORM_FULL);
    fix_text(fixture, line,
             " layers differ; each is named below, and the method permits them. The two may be set "
             "side by side.",
             STYLE_PLAIN);
    struct node *answer = paragraph(fixture, page, ROLE_ANSWER, "Within the window B delivers ");
    value(fixture, answer, 1, FORM_FULL)->style = STYLE_STRONG;
    fix_text(fixture, answer, " more tokens per second than A. At the stated demand that does ",
             STYLE_PLAIN);
    fix_text(fixture, answer, "not lower the bill", STYLE_STRONG);
    fix_text(fixture, answer, ": five nodes of A cost less than four of B, whose price is higher.",
             STYLE_PLAIN);
}

static void figure_make(struct tree_fixture *fixture, struct node *page)
{
    struct node *figure = section(fixture, page, ROLE_FIGURE, "values");
    heading(fixture, figure, 2, "Throughput that meets the objective");
    paragraph(fixture, figure, ROLE_SUBTITLE, "output tokens per second, one node");
    struct node *chart = fix_node(fixture, figure, NODE_CHART, ROLE_NONE);
    chart->scene = chart_scene(fixture, MPT(328), MPT(77));
    chart->text = STR("values");
    struct node *note = fix_node(fixture, figure, NODE_NOTE, ROLE_NONE);
    struct node *line = fix_node(fixture, note, NODE_PARAGRAPH, ROLE_NONE);
    fix_text(fixture, line, "How sure.", STYLE_STRONG);
    fix_text(fixture, line, " Three runs each, ticks under the dots. Bars are intervals over runs.",
             STYLE_PLAIN);
    value(fixture, line, 4, FORM_NUMBER);
    line = paragraph(fixture, note, ROLE_NONE, "Window: ");
    value(fixture, line, 4, FORM_FULL);
    fix_text(fixture, line, ", the same for all runs.", STYLE_PLAIN);
}

static struct node *cell(struct tree_fixture *fixture, struct node *row, const char *text,
                         enum style style)
{
    struct node *node = fix_node(fixture, row, NODE_CELL, ROLE_NONE);
    node->heading = row->heading;
    if (text[0])
        fix_text(fixture, node, text, style);
    return node;
}

static void ribbon_make(struct tree_fixture *fixture, struct node *page)
{
    static const struct {
        const char *layer, *a, *b, *note, *owner;
        enum ribbon_state state;
        bool tested;
    } rows[] = {
        { "Application and model", "summariser 3.2, 70B", "same", "", "ML", RIBBON_SAME, false },
        { "Serving engine", "4.1.0", "4.2.1", "also changed", "ML platform", RIBBON_CHANGED,
          false },
        { "Inference runtime, kernels", "9.8.0", "same", "", "ML platform", RIBBON_SAME, false },
        { "Framework", "2.6.1", "same", "", "Platform", RIBBON_SAME, false },
        { "Compile settings", "as shipped", "not disclosed", "not disclosed", "ML platform",
          RIBBON_UNDISCLOSED, false },
        { "Operating system", "Linux 6.1.0-31", "same", "", "Infrastructure", RIBBON_SAME, false },
        { "Driver", "560.35", "570.86", "also changed", "Infrastructure", RIBBON_CHANGED, false },
        { "Accelerator", "8 × AX-80, 80 GB", "8 × BX-141, 141 GB", "under test", "Hardware",
          RIBBON_CHANGED, true },
        { "Host and topology", "2 × 48 cores, 1 TB", "same", "", "Hardware", RIBBON_SAME, false },
        { "Power and cooling", "no cap, air", "same", "", "Facilities", RIBBON_SAME, false },
    };
    static const char *const sign[] = { [RIBBON_NONE] = "",
                                        [RIBBON_SAME] = "=",
                                        [RIBBON_CHANGED] = "→",
                                        [RIBBON_DIFFERS] = "≠",
                                        [RIBBON_UNDISCLOSED] = "?" };
    struct node *figure = section(fixture, page, ROLE_FIGURE, "stack");
    heading(fixture, figure, 2, "What changed in the stack");
    paragraph(fixture, figure, ROLE_SUBTITLE,
              "any gain is the whole executor’s, not the accelerator’s");
    struct node *table = fix_node(fixture, figure, NODE_TABLE, ROLE_RIBBON);
    table->text = STR("The executors layer by layer");
    struct node *head = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
    head->heading = true;
    cell(fixture, head, "layer", STYLE_PLAIN);
    cell(fixture, head, "A", STYLE_A);
    cell(fixture, head, "between them", STYLE_PLAIN);
    cell(fixture, head, "B", STYLE_B);
    cell(fixture, head, "note", STYLE_PLAIN);
    cell(fixture, head, "owner", STYLE_PLAIN);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct node *row = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
        row->ribbon = rows[i].state;
        row->under_test = rows[i].tested;
        bool same = rows[i].state == RIBBON_SAME;
        cell(fixture, row, rows[i].layer, STYLE_PLAIN)->heading = true;
        cell(fixture, row, rows[i].a, same ? STYLE_SOFT : STYLE_PLAIN);
        value(fixture, row->last, 5 + i, FORM_NUMBER);
        cell(fixture, row, sign[rows[i].state], STYLE_PLAIN);
        cell(fixture, row, rows[i].b, same ? STYLE_SOFT : STYLE_STRONG);
        if (!same)
            value(fixture, row->last, 6 + i, FORM_NUMBER);
        cell(fixture, row, rows[i].note, STYLE_B);
        cell(fixture, row, rows[i].owner, STYLE_SOFT);
    }
}

static void columns_make(struct tree_fixture *fixture, struct node *page, size_t items)
{
    static const char *const head[] = { "What this licenses", "What it does not" };
    struct node *columns = fix_node(fixture, page, NODE_COLUMNS, ROLE_NONE);
    for (size_t i = 0; i < 2; i++) {
        struct node *part = section(fixture, columns, ROLE_LICENCE, i ? "not" : "does");
        heading(fixture, part, 2, head[i]);
        struct node *list = fix_node(fixture, part, NODE_LIST, ROLE_NONE);
        list->ordered = i == 1;
        for (size_t k = 0; k < items; k++) {
            struct node *item = fix_node(fixture, list, NODE_ITEM, ROLE_NONE);
            fix_text(fixture, item,
                     "A comparison of these two executors on this workload, within the window of ",
                     STYLE_PLAIN);
            value(fixture, item, 4 + k, FORM_FULL);
            fix_text(fixture, item, ".", STYLE_PLAIN);
        }
    }
}

static void summary_make(struct tree_fixture *fixture, struct fixture_options options)
{
    struct node *page = section(fixture, fixture->root, ROLE_SUMMARY, "summary");
    heading(fixture, page, 1,
            "Should the contract-summary service move from executor A to executor B?");
    struct node *by = paragraph(fixture, page, ROLE_BYLINE, "Case ");
    struct node *quote = fix_node(fixture, by, NODE_QUOTE, ROLE_NONE);
    quote->text = STR("PR-2026-0142");
    fix_text(fixture, by,
             ", asked by Procurement. Measured by the buyer’s platform team, on the buyer’s own "
             "workload.",
             STYLE_PLAIN);
    verdict_make(fixture, page, options.verdict);
    figure_make(fixture, page);
    ribbon_make(fixture, page);
    columns_make(fixture, page, options.crowded ? 19 : 2);
    paragraph(fixture, page, ROLE_SMALL,
              "The method was not planned beforehand. The date is the signer’s word.");
}

static void matrix_make(struct tree_fixture *fixture, struct node *body)
{
    static const char *const word[] = { "not disclosed", "declared", "measured", "captured",
                                        "sources disagree" };
    static const struct column column[] = { { .share = 30 }, { .share = 5 }, { .share = 5 },
                                            { .share = 5 },  { .share = 5 }, { .share = 5 },
                                            { .share = 40 } };
    struct node *figure = section(fixture, body, ROLE_FIGURE, "coverage");
    heading(fixture, figure, 3, "What is known of each layer");
    paragraph(
        fixture, figure, ROLE_SUBTITLE,
        "needed facts, run by run: full where all are captured or measured, half where one rests "
        "on a person’s "
        "word, empty where one is not disclosed, a cross where sources contradict each other");
    struct node *table = fix_node(fixture, figure, NODE_TABLE, ROLE_MATRIX);
    table->column = column;
    table->column_count = ARRAY_COUNT(column);
    struct node *head = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
    head->heading = true;
    static const char *const top[] = { "layer", "A r1",   "A r2",         "B r1",
                                       "B r2",  "bridge", "not disclosed" };
    for (size_t i = 0; i < ARRAY_COUNT(top); i++)
        cell(fixture, head, top[i], STYLE_PLAIN);
    for (size_t i = 0; i < 5; i++) {
        struct node *row = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
        cell(fixture, row, i % 2 ? "Driver" : "Inference runtime, kernels", STYLE_PLAIN)->heading =
            true;
        for (size_t k = 0; k < 5; k++) {
            struct node *square = cell(fixture, row, word[(i + k) % 5], STYLE_PLAIN);
            square->role = ROLE_MATRIX;
            square->coverage = (enum coverage_state)((i + k) % 5);
        }
        cell(fixture, row, i == 2 ? "driver version, firmware" : "", STYLE_SOFT);
    }
}

static void findings_make(struct tree_fixture *fixture, struct node *body, bool hostile)
{
    static const struct column column[] = { { .share = 9, .mono = true },
                                            { .share = 22 },
                                            { .share = 20 },
                                            { .share = 20 },
                                            { .share = 40 } };
    static const char *const top[] = { "rule", "condition", "A", "B", "why the method permits it" };
    heading(fixture, body, 3, "The stated differences");
    struct node *table = fix_node(fixture, body, NODE_TABLE, ROLE_FINDINGS);
    table->column = column;
    table->column_count = ARRAY_COUNT(column);
    struct node *head = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
    head->heading = true;
    for (size_t i = 0; i < ARRAY_COUNT(top); i++)
        cell(fixture, head, top[i], STYLE_PLAIN);
    for (size_t i = 0; i < 6; i++) {
        struct node *row = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
        row->id = str_format(fixture->home, "rule-%zu", i);
        cell(fixture, row, "D1", STYLE_PLAIN);
        cell(fixture, row, "same driver version", STYLE_PLAIN);
        value(fixture, cell(fixture, row, "", STYLE_PLAIN), 5, FORM_FULL);
        if (i == 3)
            cell(fixture, row, "not disclosed", STYLE_BAD);
        else
            value(fixture, cell(fixture, row, "", STYLE_PLAIN), 6, FORM_FULL);
        cell(fixture, row,
             "the accelerator of B needs a driver from this release on; disclosed by both captures",
             STYLE_PLAIN);
    }
    if (!hostile)
        return;
    struct node *row = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
    cell(fixture, row, "X9", STYLE_PLAIN);
    cell(fixture, row,
         "漢字 in a name, \u202Eevil\u202C and \x01, "
         "Wortungetümzusammensetzungsbeispielswortungetüm",
         STYLE_PLAIN);
    cell(fixture, row, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
         STYLE_MONO);
    cell(fixture, row,
         "a/very/long/path/of/segments/that/goes/on/and/on/to-the-end_of.the.line.json",
         STYLE_MONO);
    cell(fixture, row,
         "emoji \xF0\x9F\x9A\x80 and bad \xFF byte, ✗ ● from another face, e\u0301 composed",
         STYLE_PLAIN);
}

static void body_make(struct tree_fixture *fixture, struct fixture_options options)
{
    struct node *body = section(fixture, fixture->root, ROLE_BODY, "pictures");
    heading(fixture, body, 2, "The evidence behind the first page");
    struct node *columns = fix_node(fixture, body, NODE_COLUMNS, ROLE_NONE);
    for (size_t i = 0; i < 4; i++) {
        struct node *figure = section(fixture, columns, ROLE_FIGURE, i ? "" : "series");
        heading(fixture, figure, 3, "Both settled before the window");
        struct node *chart = fix_node(fixture, figure, NODE_CHART, ROLE_NONE);
        chart->scene = chart_scene(fixture, MPT(230), MPT(110));
        struct node *under = paragraph(fixture, figure, ROLE_SMALL,
                                       "Output tokens per second. Settled by the declared test.");
        value(fixture, under, i, FORM_NUMBER);
    }
    matrix_make(fixture, body);
    findings_make(fixture, body, options.hostile);
    body = section(fixture, fixture->root, ROLE_BODY, "method");
    heading(fixture, body, 2, "Scope and method");
    for (size_t i = 0; i < 30; i++) {
        if (i % 5 == 0) {
            heading(fixture, body, 3, "How the window was found");
            heading(fixture, body, 4, "Steady state");
        }
        struct node *line = paragraph(
            fixture, body, ROLE_NONE,
            "Each run was judged by the whole method: segments, drift, edge and rounds. What is "
            "left is one window for all runs, so that no side has the better stretch. See ");
        struct node *link = fix_node(fixture, line, NODE_LINK, ROLE_NONE);
        link->target = STR("#rule-2");
        fix_text(fixture, link, "the difference in the driver", STYLE_PLAIN);
        fix_text(fixture, line, " and the length of it, ", STYLE_PLAIN);
        value(fixture, line, 4, FORM_FULL);
        fix_text(fixture, line, ".", STYLE_PLAIN);
    }
    paragraph(fixture, body, ROLE_COMMANDS, "unzip case.asice\nsha256sum -c manifest-sha256.txt");
    paragraph(fixture, body, ROLE_COLOPHON, "Set in three faces of one family.");
}

static void facts_page_make(struct tree_fixture *fixture)
{
    static const struct column column[] = { { .share = 5, .right = true },
                                            { .share = 24 },
                                            { .share = 20 },
                                            { .share = 10 },
                                            { .share = 20 },
                                            { .share = 12 },
                                            { .share = 9, .mono = true } };
    static const char *const top[] = { "fact",   "what",           "value, as written",
                                       "kind",   "file or inputs", "place",
                                       "SHA-256" };
    struct node *body = section(fixture, fixture->root, ROLE_BODY, "facts");
    heading(fixture, body, 2, "Facts and where they come from");
    paragraph(fixture, body, ROLE_NONE, "Each raised number in this report leads to a row here.");
    struct node *table = fix_node(fixture, body, NODE_TABLE, ROLE_FACTS);
    table->text = STR("Facts");
    table->column = column;
    table->column_count = ARRAY_COUNT(column);
    struct node *head = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
    head->heading = true;
    for (size_t i = 0; i < ARRAY_COUNT(top); i++)
        cell(fixture, head, top[i], STYLE_PLAIN);
    for (size_t i = 0; i < fixture->fact_count; i++) {
        const struct fact *fact = &fixture->fact[i];
        struct node *row = fix_node(fixture, table, NODE_ROW, ROLE_NONE);
        row->fact = fact;
        row->id = str_format(fixture->home, "f%u", (unsigned)fact->number);
        row->cited = true;
        value(fixture, cell(fixture, row, "", STYLE_PLAIN), i, FORM_NUMBER);
        row->last->heading = true;
        cell(fixture, row,
             i % 3 ? "Throughput in the window, A"
                   : "Throughput of the candidate in the common window, all of it",
             STYLE_PLAIN);
        value(fixture, cell(fixture, row, "", STYLE_PLAIN), i, FORM_UNIT)->style = STYLE_STRONG;
        cell(fixture, row, fact_kind_name(fact->kind), STYLE_PLAIN);
        struct node *file = cell(fixture, row, "", STYLE_PLAIN);
        if (fact->kind == FACT_DERIVED) {
            for (size_t k = 0; k < 3; k++)
                value(fixture, file, k, FORM_NUMBER);
            cell(fixture, row, "mean of runs", STYLE_PLAIN);
            cell(fixture, row, "", STYLE_PLAIN);
            continue;
        }
        struct node *link = fix_node(fixture, file, NODE_LINK, ROLE_NONE);
        link->target =
            str_format(fixture->home, "evidence:%.*s", STR_ARG(fact->source.evidence->packed));
        fix_text(fixture, link, fact->source.evidence->name.at, STYLE_MONO);
        cell(fixture, row, "line 19 /output_throughput", STYLE_MONO);
        cell(fixture, row, "91cd04e7a1b2", STYLE_MONO);
    }
    struct node *files = fix_node(fixture, body, NODE_TABLE, ROLE_EVIDENCE);
    files->text = STR("Evidence files");
    struct node *names = fix_node(fixture, files, NODE_ROW, ROLE_NONE);
    names->heading = true;
    cell(fixture, names, "file", STYLE_PLAIN);
    cell(fixture, names, "SHA-256", STYLE_PLAIN);
    for (size_t i = 0; i < 2; i++) {
        struct node *row = fix_node(fixture, files, NODE_ROW, ROLE_NONE);
        struct node *link =
            fix_node(fixture, cell(fixture, row, "", STYLE_PLAIN), NODE_LINK, ROLE_NONE);
        link->target =
            str_format(fixture->home, "evidence:%.*s", STR_ARG(fixture->model.evidence[i].packed));
        fix_text(fixture, link, fixture->model.evidence[i].name.at, STYLE_MONO);
        cell(fixture, row, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
             STYLE_MONO);
    }
}

void fixture_make(struct tree_fixture *fixture, struct fixture_options options)
{
    memset(fixture, 0, sizeof *fixture);
    fixture->home = arena_new((size_t)1 << 30);
    fixture->diags = diags_new(fixture->home);
    struct entries *skin = ARENA_NEW(fixture->home, struct entries);
    bool read = entries_read(fixture->home, TESTS_DIR "/../templates", &limits_default, skin,
                             fixture->diags);
    assert(read);
    fixture->skin.file = skin;
    read = skin_open(fixture->home, &fixture->skin, STR("en"), fixture->diags);
    assert(read);
    read = fonts_read(fixture->home, skin, &fixture->fonts, fixture->diags);
    assert(read);
    fixture->about.id = STR("PR-2026-0142");
    fixture->about.date = STR("2026-03-14");
    fixture->about.language = STR("en");
    fixture->about.question =
        STR("Should the contract-summary service move from executor A to executor B?");
    fixture->model.case_file = &fixture->about;
    fixture->model.program = STR("dossier 0.1.0");
    fixture->model.evidence_id = digest_of(STR("evidence"));
    facts_make(fixture, options.fact_count < 12 ? 12 : options.fact_count);
    fixture->root = fix_node(fixture, NULL, NODE_DOCUMENT, ROLE_NONE);
    summary_make(fixture, options);
    body_make(fixture, options);
    facts_page_make(fixture);
}
