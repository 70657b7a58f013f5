/* document.h - the report as a tree, before it is HTML, text, data or pages.
 *
 * A document has no node that takes a formatted number: VALUE takes a fact, and that is the only
 * way a figure gets in. Words come from the strings table or from evidence; validate.c checks the
 * whole tree once, so that devices hold no checks. */
#ifndef RENDER_DOCUMENT_H
#define RENDER_DOCUMENT_H

#include "render/render.h"
#include "scene.h"

enum SMALL node_type {
    NODE_DOCUMENT,  /* no report: text is the running head, target the word in the foot */
    NODE_SECTION,   /* id, title in text; role */
    NODE_HEADING,   /* children inline; level 1..4 */
    NODE_PARAGRAPH, /* children inline; role */
    NODE_TEXT,      /* words from the strings table: text; style */
    NODE_QUOTE,     /* verbatim evidence or a person's words (case): text, with its fact; style */
    NODE_VALUE,     /* fact; form says how it is shown; style */
    NODE_LIST,      /* children ITEM; ordered */
    NODE_ITEM,      /* children inline or paragraphs */
    NODE_TABLE,     /* children ROW; text: caption; role; columns[] */
    NODE_ROW,       /* children CELL; heading: header row */
    NODE_CELL,      /* children inline; heading: row or column header */
    NODE_CHART,     /* scene; text: its id ("throughput"); children: TABLE of its figures */
    NODE_NOTE,      /* margin note beside what precedes it; children inline paragraphs */
    NODE_LINK,      /* children inline; target */
    NODE_COLUMNS,   /* children SECTION, set side by side where there is room */
    NODE_TYPES
};

enum SMALL role { /* what a block is for; decides layout and style in each device */
                  ROLE_NONE,
                  ROLE_QUESTION,   /* HEADING 1: the question */
                  ROLE_BYLINE,     /* who asked, who measured */
                  ROLE_VERDICT,    /* SECTION: glyph, name, sentence; verdict field set */
                  ROLE_ANSWER,     /* PARAGRAPH in serif */
                  ROLE_FIGURE,     /* SECTION: heading, subtitle, chart, note */
                  ROLE_SUBTITLE,   /* inline TEXT behind a heading, soft */
                  ROLE_RIBBON,     /* TABLE: stack ribbon; rows carry layer state */
                  ROLE_MATRIX,     /* TABLE: disclosure coverage */
                  ROLE_FINDINGS,   /* TABLE of findings */
                  ROLE_LICENCE,    /* SECTION in COLUMNS: what it licenses, what not */
                  ROLE_COMMANDS,   /* PARAGRAPH: commands, mono */
                  ROLE_FACTS,      /* TABLE: the numbered facts */
                  ROLE_EVIDENCE,   /* TABLE: files with size and digest */
                  ROLE_SIGNATURES, /* TABLE: cells to be written into, on paper alone */
                  ROLE_COLOPHON,
                  ROLE_FRAME,   /* SECTION in a frame: a letter, a decision; never cut by a page */
                  ROLE_SMALL,   /* one small line */
                  ROLE_SUMMARY, /* SECTION: page 1, fits one page */
                  ROLE_BODY     /* SECTION: begins a new page */
};

enum SMALL style {
    STYLE_PLAIN,
    STYLE_STRONG,
    STYLE_SOFT,
    STYLE_MONO,
    STYLE_A,
    STYLE_B,
    STYLE_BAD,
    STYLE_MET,    /* how a clause stands: bold */
    STYLE_UNMET,  /* a filled block */
    STYLE_UNSHOWN /* a dashed frame */
};
enum SMALL
    form {               /* how a fact is shown */
           FORM_FULL,    /* text, unit, raised fact number */
           FORM_BARE,    /* text and raised fact number, no unit */
           FORM_UNIT,    /* text and unit, no number mark: where the same fact stands just before */
           FORM_WRITTEN, /* the same, evidence to every letter as it was written */
           FORM_NUMBER,  /* the raised fact number alone */
           FORM_PLAIN,   /* text alone: where unit and number mark stand just after */
           FORM_DAY,     /* the same, of a day or month: "15 January 2027" */
           FORM_SHORT,   /* the same with the month cut short: "15 Jan 2027" */
           FORM_AMOUNT,  /* the same of an amount in whole units, without its currency */
           FORM_LESS,    /* text and unit without the minus sign: where the words say "less" */
           FORM_SIZE,    /* the same without the unit, which stands just after */
           FORM_MOMENT   /* "27 Nov 2026, 23:27:22 UTC" and raised fact number */
    };

struct column {     /* of a table */
    uint32_t share; /* of the width; all shares of a table are summed */
    bool right;     /* set flush right */
    bool mono;
};
enum ribbon_state { RIBBON_NONE, RIBBON_SAME, RIBBON_CHANGED, RIBBON_DIFFERS, RIBBON_UNDISCLOSED };

struct node { /* of a report there are a hundred thousand: no holes */
    enum node_type type;
    enum role role;
    enum style style;
    enum form form;
    uint8_t level; /* HEADING */
    bool heading, ordered;
    bool single;     /* ROLE_VERDICT of one system: no sign of comparability */
    bool under_test; /* ROW of a ribbon */
    bool annex;      /* DOCUMENT that is the annex, or child of the report's that is in annex.pdf */
    bool brief;  /* DOCUMENT that is the summary, or child of the report's that is in summary.pdf */
    bool beyond; /* child of a section: not in summary.pdf, though its section is */
    bool concludes; /* PARAGRAPH that says what the table before it comes to: stays with its last
                       rows */
    bool cited; /* ROW of the facts: some part of the report rests on it; pages print these alone */
    uint16_t letter; /* VALUE with a mark: it is the letter of this number, from 1; 0: the fact's */
    uint32_t column_count;        /* TABLE */
    enum verdict verdict;         /* ROLE_VERDICT */
    enum ribbon_state ribbon;     /* ROW of a ribbon */
    enum coverage_state coverage; /* CELL of a matrix; valid where role is ROLE_MATRIX */
    struct str text, id;
    const struct fact *fact;
    const struct scene *scene; /* CHART; or of a CELL, before its words: what they say as a bar */
    const struct claim *claim;
    const struct comparison *licence; /* CHART or TABLE that sets two systems side by side */
    struct str target;                /* LINK: "#id", or "evidence:" + packed path */
    const struct column *column;      /* TABLE */
    struct node *parent, *child, *last, *next;
};

/* The whole report. Facts must be numbered. */
struct node *document_report(struct arena *home, const struct report_model *model,
                             const struct skin *skin, struct diags *diags);
/* The same with its nodes in an arena of their own. They may go when all is made of them: files and
 * pages hold on to their texts, facts and scenes, to none of them. */
struct node *document_report_apart(struct arena *home, struct arena *nodes,
                                   const struct report_model *model, const struct skin *skin,
                                   struct diags *diags);
/* A document of its own: the sections of the annex, the others, or of those page one and the
 * decision. The nodes below its sections are those of `root`. */
struct node *document_part(struct arena *home, const struct node *root, enum report_part part);
/* String id of a section's short name for navigation; NULL: not a section of the report. */
const char *section_nav(struct arena *home, const struct skin *skin, struct str id);
/* Each value resolves, tables are rectangular, headings nest, each chart has text saying the same,
 * no word outside templates and evidence holds a digit, no cross-system fact without its licence.
 * False with a diagnostic: our own mistake, never the input's. */
MUST_USE bool document_validate(const struct node *root, const struct report_model *model,
                                const struct skin *skin, struct diags *diags);

/* Reads the strings table of the case's language (English where there is none) into skin->strings.
 */
MUST_USE bool skin_open(struct arena *home, struct skin *skin, struct str language,
                        struct diags *diags);
/* "strings.de.json": the file of this kind for the language of the report. */
struct str skin_file(struct arena *home, const struct skin *skin, const char *kind);
/* One string of the strings table; missing ones are our own mistake (assert). */
struct str skin_string(const struct skin *skin, const char *id);
bool skin_has(const struct skin *skin, const char *id);
struct phrase { /* of a sentence: words, or a slot with its form */
    struct str text;
    bool slot, strong;
    enum form form;
};
/* The next phrase of a string, which `rest` loses; false at its end. `out` is zero before the first
 * call; strong words carry over in it. */
bool phrase_next(struct str *rest, struct phrase *out);
/* What the program itself says (a title, a rule's text, a word it made a value), in the language of
 * the report; what words.LANGUAGE.json does not hold, and in English everything, as it is. */
struct str worded(struct arena *home, const struct skin *skin, struct str english);
/* The same of several such texts with commas between them. */
struct str worded_list(struct arena *home, const struct skin *skin, struct str english);
/* Text of a fact as shown: evidence as written, but for seconds since 1970, which are shown as a
 * date, and for prices, demand and limits of the case, which are grouped; derived as rounded;
 * unit's symbol apart. In another language than English numbers, dates and the program's own words
 * follow it; with a skin that is NULL everything stands as it was written, in English. */
struct str fact_shown(struct arena *home, const struct skin *skin, const struct fact *fact);
/* The symbol to set behind it: empty where the evidence wrote a unit itself, or there is none, as
 * of a date. */
struct str fact_symbol(struct arena *home, const struct skin *skin, const struct fact *fact);
/* The same in the form of a node: what a page shows of the fact, but its symbol. */
struct str form_shown(struct arena *home, const struct skin *skin, const struct fact *fact,
                      enum form form);
/* A day "2026-11-30" or a month "2026-11" in the words of the report's language; what is none, as
 * it stands. */
struct str day_shown(struct arena *home, const struct skin *skin, struct str day);
/* Whether what a page shows of a fact is a tool's words, which are English, in a report that is
 * not. */
bool fact_foreign(const struct skin *skin, const struct fact *fact);
/* The skin by which a fact is shown in this form: NULL where it stands as it was written. */
const struct skin *form_skin(const struct skin *skin, const struct fact *fact, enum form form);
bool form_united(enum form form); /* the symbol is shown */
bool form_marked(enum form form); /* the raised number is shown */
/* How what a rule saw is told: a moment in words, anything else in full. */
enum form form_told(const struct fact *fact);
/* What is raised behind a value: "a" to "z", "aa" and so on by the node's letter, which the annex
 * resolves for each section; in the annex itself the fact's number. */
struct str mark_shown(struct arena *home, const struct node *node);
/* "12345.6" as "12,345.6", or as the language writes it, a leading hyphen as a true minus; anything
 * else unchanged. */
struct str number_grouped(struct arena *home, const struct skin *skin, struct str text);

/* Devices: one enter and leave function a node type; see html.c, text.c, data.c, tree.c. */
struct device {
    const char *name, *file, *media_type;
    bool (*emit)(struct arena *home, const struct node *root, const struct report_model *model,
                 const struct skin *skin, struct buf *out, struct diags *diags);
    bool packed; /* part of a report; the others serve tests and terminals */
};
const struct device *device_at(size_t index); /* NULL past the last */

/* Pages: layout into scenes, then pages.txt and the PDF. */
struct page {
    const struct scene *scene; /* CHART; or of a CELL, before its words: what they say as a bar */
};
struct pages {
    const struct page *item;
    size_t count;
    struct str head;  /* that runs over all pages */
    bool titled;      /* its head is its title: annex or summary of a report */
    size_t facts;     /* page of the first numbered fact, from 1; 0: none is in this document */
    size_t elsewhere; /* set by the caller: where it is in the annex instead; 0: not there */
    const struct pdf_element *element; /* the tagged structure in drawing order; see pdf.h */
    size_t element_count;
    const struct pdf_outline *outline; /* bookmarks in reading order */
    size_t outline_count;
};

#endif
