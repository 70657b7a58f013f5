/* render.h - nouns to documents, documents to bytes.
 *
 * Reads no clock, locale or environment. */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include "model/model.h"

/* Contents of templates/: "strings.en.json", "words.de.json", "style.css", "sort.js",
 * "fonts/....ttf", "srgb.icc".
 */
struct json;
struct word;
struct tongue;
struct given;
struct skin {
    const struct entries *file;
    /* Font files of one's own, in byte order of name, for characters that the shipped typefaces
     * lack; NULL: none. */
    const struct entries *given;
    /* Left NULL by callers, too: the faces of those files, and those files of which a face was
     * taken. */
    struct given *faces;
    const struct entries *used;
    /* Read from the strings table by skin_open; callers leave these NULL and 0. */
    const struct json *strings;
    struct word *words; /* the same by name */
    size_t mask;
    bool single;               /* of a case of one system: a string "ID.single" stands for ID */
    struct str language;       /* of the report; empty: English */
    const struct tongue *said; /* what else it says, in that language; NULL: English */
};
/* What of a report is made: all of it; page one and the decision, as summary.pdf; annex.pdf. */
enum report_part { REPORT_FULL, REPORT_SUMMARY, REPORT_ANNEX };
/* Everything a report is made of, as names below data/report/: report.html, report.pdf, annex.pdf,
 * pages.txt, data.json, figures/NAME.svg, libraries.txt, which names what drew the PDF,
 * cost-lines.csv where there are options, and, where a given face was needed, FONTS_USED. */
#define FONTS_USED "fonts.txt" /* "digest  name" a line, as sha256sum writes it */
/* What is done beside the drawing, by the thread that has nothing better to do: it may never be. */
struct render_beside {
    /* A file of the report is whole; its bytes stay until this returns. */
    void (*made)(void *self, struct str bytes, struct digest digest);
    bool (*more)(void *self); /* does one piece of other work; false: none is left */
    /* The annex while it is written, by the thread that asked for the report: its first bytes,
     * which will not change but may move; then, `whole`, all of it, as it stays in the report. */
    void (*grows)(void *self, struct str bytes, bool whole);
    void *self;
};
MUST_USE bool render_report(struct arena *home, const struct report_model *model,
                            const struct skin *skin, enum report_part part,
                            const struct render_beside *beside, struct entries *out,
                            struct diags *diags);
/* data.json of it alone. */
MUST_USE bool render_data(struct arena *home, const struct report_model *model, struct str *out,
                          struct diags *diags);
/* Versions of the drawing libraries, for the colophon and `verify --rebuild`: "cairo 1.16.0; pango
 * ...". */
struct str render_libraries(struct arena *home);

/* A plain document of headings, paragraphs and tables: what a verb found, to be kept. Its texts
 * stand as they are given. */
struct statement_column {
    const char *title; /* NULL in the first: no header row, and the first column names the rows */
    uint32_t share;    /* of the width */
    bool mono;
};
struct statement_part {
    const char *heading;
    struct str text; /* a paragraph; empty: none */
    const struct statement_column *column;
    size_t column_count;    /* 0: no table */
    const struct str *cell; /* row after row */
    size_t row_count;
};
struct statement {
    struct str title, kind, program; /* kind: in the running head, "Verification report" */
    struct str day;                  /* YYYY-MM-DD */
    const char *subject_word;        /* in the running foot, before the subject: "file" */
    struct digest subject;
    const struct statement_part *part;
    size_t part_count;
};
/* As pages: a tagged PDF by the same layout as the report. Same statement, skin and libraries give
 * the same bytes. */
MUST_USE bool render_statement(struct arena *home, const struct statement *statement,
                               const struct skin *skin, struct str *pdf, struct diags *diags);

/* A letter that asks one party of the case for what its side leaves open, ready to be sent, in the
 * language of the case. */
enum letter_form { LETTER_PLAIN, LETTER_MARKDOWN, LETTER_HTML };
struct letter_order {
    const struct system *system; /* of the case */
    bool supplier;               /* to whoever supplies it, not to whoever measured it */
    enum letter_form form;
};
struct party_letter {
    struct str to, from; /* names, or words for them where the case names nobody */
    size_t items;        /* that are asked for; 0: nothing is open, and there is nothing to send */
    bool oneself;        /* who asks would write to itself */
    const struct threshold **clause; /* whose words it holds */
    size_t clause_count;
    struct str text;
};
/* Whether two names are one to a reader: case, blanks and characters without ink aside. */
bool letter_same_name(struct str a, struct str b);
MUST_USE bool render_letter(struct arena *home, const struct report_model *model,
                            const struct skin *skin, const struct letter_order *order,
                            struct party_letter *out, struct diags *diags);

/* One panel of a picture of series, for `dossier steady`. */
struct steady_panel {
    struct str name, unit; /* of the run and of the values; unit may be empty */
    const struct series *series;
    const struct steadiness *steady; /* NULL: drawn without a judgement */
};
enum { STEADY_PANELS_MOST = 256 }; /* of one picture; a taller one is no picture */
/* Panels one under another as SVG: samples thinned by least and greatest, the steady stretch
 * shaded, the level of each segment, marks for what lies beyond the axis. `count` is at most
 * STEADY_PANELS_MOST: the caller refuses more. */
void render_steady_svg(struct arena *home, const struct steady_panel *panel, size_t count,
                       struct buf *out);

#endif
