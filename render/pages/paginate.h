/* paginate.h - private to render: what the parts of the page layout share.
 *
 * The tree becomes a list of slabs, each a strip that no page break cuts; then slabs are dealt to
 * pages. Slab marks have y from the slab's top and x from the page's left edge. */
#ifndef RENDER_PAGINATE_H
#define RENDER_PAGINATE_H

#include "pdf_own.h"

#define MM(millimetres) ((mpt)((millimetres)*2834.6457))

enum { /* A4; report.md */
       PAGE_WIDTH = 595276,
       PAGE_HEIGHT = 841890,
       PAGE_LEFT = 56693,
       PAGE_RIGHT = 538583,
       PAGE_TEXT = PAGE_RIGHT - PAGE_LEFT,
       HEAD_BASE = 45050,
       HEAD_RULE = 52200,
       BODY_TOP = 66000,
       FOOT_RULE = 793200,
       FOOT_BASE = 805000,
       BODY_BOTTOM = 782500,
       FIGURE_WIDTH = 328819,
       NOTE_WIDTH = 130394,
       GUTTER = 22677
};

/* A structure element while pages are not yet known; numbered at the end. */
struct tagged {
    const char *tag;
    struct tagged *parent;
    struct str alt, contents, actual, uri;
    const char *scope;
    const struct node *link;   /* Link: target by node */
    const struct fact *fact;   /* Link: row of this fact */
    bool back;                 /* Link: to the first mention of `fact` instead */
    bool leaf, reference, box; /* box: its marks' extent is wanted */
    bool added;                /* Link on a mark of a chart */
    size_t seen_from, seen_to; /* pages of its marks */
    bool seen;
    size_t index; /* in the final list, SIZE_MAX before */
    size_t part;  /* index of the part on the current page, where split */
    size_t part_page;
    struct point from, to;
};
struct placed { /* a mark and whose content it is */
    struct mark mark;
    struct tagged *leaf;   /* NULL: furniture */
    struct point shift;    /* to be added to the mark */
    struct point from, to; /* extent of ink for Link and Figure */
    struct placed *next;
};
struct landing {             /* something that can be led to */
    struct str id;           /* of the node; may be empty */
    const struct fact *fact; /* row of this fact in the table of facts */
    struct str title;        /* bookmark; empty: none */
    int level;
    mpt y; /* in its slab, then on its page */
    size_t page;
    struct landing *next;
};
struct slab {
    mpt height, before;  /* before: white space above, dropped at a page's top */
    bool keep, new_page; /* keep: on one page with the next, */
    bool short_table;    /* for the sake of a short table alone, which a page half empty may cost */
    bool fixed;          /* before is not shrunk */
    struct placed *first, *last;
    struct landing *anchor, *anchor_last;
    struct slab *header; /* drawn again above this one at a page's top */
    struct slab *next;
    int summary; /* belongs to this summary page, counted from 1; 0: to none */
};
struct flow { /* a column of slabs being made */
    struct layout *layout;
    struct slab *first, *last;
    mpt x, width;
    mpt gap;     /* white space wanted above the next slab */
    bool column; /* one of several side by side */
};
enum { LOOKS = 8 };
struct advances { /* of ASCII in one look; 0: not yet asked */
    enum face face;
    mpt size; /* 0: none */
    mpt of[128];
};
struct layout {
    struct arena *home;
    struct arena
        *rough; /* slabs, what lies on them and what it is part of: until pages are dealt */
    const struct report_model *model;
    const struct skin *skin;
    const struct fonts *fonts;
    struct diags *diags;
    struct str head, foot;       /* running head, word of the foot */
    const struct node *in_table; /* ROLE_FACTS table being set */
    struct tagged *root;
    struct landing *pending, *pending_last; /* of nodes whose first slab is yet to come */
    bool summary, new_page;
    int summaries;                   /* summary pages begun */
    int tight;                       /* summaries set closer (1) or closest (2), to fit a page */
    int depth, outline;              /* depth of nodes, of bookmarks */
    struct advances advances[LOOKS]; /* by a hash of face and size, the last that was asked for */
    unsigned above; /* levels of headings that stand in another file: PDF/UA wants H1 first */
};

/* ---- text (linebreak.c) ---- */

struct type { /* how running text is set */
    enum face face;
    mpt size, leading;
    enum colour colour;
};
struct piece { /* inline text of one look */
    struct str text;
    enum face face;
    mpt size, rise, lead; /* lead: white before it */
    enum colour colour;
    bool glue;                    /* no break before it */
    bool hard;                    /* a new line begins before it */
    struct str actual;            /* escape: what it stands for */
    const struct node *link;      /* inside this LINK */
    const struct fact *reference; /* raised number of this fact */
    bool back;                    /* leads to the first mention, not to the row */
    bool raised;
    enum style box; /* STYLE_UNMET: a block behind it, STYLE_UNSHOWN: a frame around it */
};
struct pieces {
    struct piece *item;
    size_t count, room;
};
struct line {
    size_t piece_from, at_from; /* first byte */
    size_t piece_to, at_to;     /* past the last byte, blanks included */
    mpt width;                  /* without the blanks at its end */
};
struct lines {
    struct line *item;
    size_t count;
};
void pieces_put(struct layout *layout, struct pieces *pieces, struct piece piece);
/* Breaks into lines of at most `width`; greedy, then narrowed so that the last line is not one
 * word. */
struct lines lines_break(struct layout *layout, const struct pieces *pieces, mpt width);
/* The widest stretch that offers no break; the whole on one line, the widest where lines are hard.
 */
void pieces_measure(struct layout *layout, const struct pieces *pieces, mpt *least, mpt *natural);
/* Text made fit for `face`: composed (NFC), hidden characters and such as no face covers as
 * escapes. */
struct str text_fit(struct layout *layout, enum face face, struct str text);

/* ---- inlines (paginate_inline.c) ---- */

void inline_pieces(struct layout *layout, const struct node *first, struct type type,
                   struct pieces *out);
struct str plain_text(struct arena *home, const struct skin *skin, const struct node *first);
enum set { SET_LEFT, SET_RIGHT };
/* Sets lines into a slab list entry: marks of line `index` at baseline y. */
struct setting {
    struct tagged *block;   /* P, H1, TD ... */
    bool mixed;             /* block is a container of Span and Link */
    struct tagged *current; /* leaf being filled */
    size_t current_piece;
};
struct setting setting_begin(struct layout *layout, struct tagged *block,
                             const struct pieces *pieces);
void line_set(struct layout *layout, struct setting *setting, struct slab *slab,
              const struct pieces *pieces, const struct line *line, mpt x, mpt baseline);
bool block_node(const struct node *node); /* paragraph, list, table ...: not inline */

/* ---- slabs (paginate_slab.c) ---- */

struct tagged *tagged_new(struct layout *layout, const char *tag, struct tagged *parent);
struct slab *slab_new(struct flow *flow, mpt height);
struct placed *slab_mark(struct layout *layout, struct slab *slab, struct tagged *leaf,
                         struct mark mark);
void slab_rect(struct layout *layout, struct slab *slab, mpt x0, mpt y0, mpt x1, mpt y1,
               enum colour fill);
void slab_line(struct layout *layout, struct slab *slab, mpt x0, mpt y0, mpt x1, mpt y1,
               enum colour colour, mpt width);
void slab_text(struct layout *layout, struct slab *slab, struct tagged *leaf, mpt x, mpt y,
               struct str text, enum face face, mpt size, enum colour colour, enum anchor anchor);
void slab_shift(struct slab *slab, mpt dx, mpt dy);
void slab_join(struct slab *into, struct slab *from, mpt dy); /* moves the marks */
void flow_gap(struct flow *flow, mpt gap); /* at least this much white above the next slab */
mpt flow_height(const struct flow *flow);
/* Leads to the top of the next slab made. */
void anchor_add(struct layout *layout, struct landing anchor);
/* All slabs of several flows side by side as one slab of `flow`. */
struct slab *flow_beside(struct flow *flow, struct flow *const *part, size_t count);
/* Appends the slabs of `from`. */
void flow_append(struct flow *flow, struct flow *from);

/* ---- blocks ---- */

/* Siblings from `first` to before `end` (NULL: all). */
void block_flow(struct flow *flow, const struct node *first, const struct node *end,
                struct tagged *parent, struct type type);
/* "H1" ... of a heading of this level of the document. */
const char *heading_tag(const struct layout *layout, uint8_t level);
/* Lines as slabs; the first and the last two stay together. */
void pieces_flow(struct flow *flow, struct tagged *block, const struct pieces *pieces,
                 struct type type, bool keep);
/* paginate_verdict.c: the column beside the glyph, its heading, and what was set in it as a box. */
struct flow verdict_inner(const struct flow *flow);
void verdict_name(struct flow *flow, const struct node *heading, struct tagged *parent,
                  enum verdict verdict);
void verdict_box(struct flow *flow, const struct node *section, const struct flow *inner);
mpt baseline_of(struct type type); /* from the top of a line */
void table_flow(struct flow *flow, const struct node *table,
                struct tagged *parent); /* paginate_table.c */
void ribbon_flow(struct flow *flow, const struct node *table,
                 struct tagged *parent); /* paginate_ribbon.c */
void chart_flow(struct flow *flow, const struct node *chart,
                struct tagged *parent); /* paginate_chart.c */
struct mark *mark_copy(struct layout *layout, const struct mark *mark, mpt dx, mpt dy, int64_t num,
                       int64_t den);
extern const struct type type_body, type_small, type_note, type_table;

/* ---- pages (paginate_pages.c) ---- */

void pages_deal(struct layout *layout, struct flow *flow, struct pages *out);
/* How many summaries stand on one page each, their white space shrunk as far as it may be. */
int summaries_fitting(const struct flow *flow);
/* `type` as the part being set wants it: closer on a crowded page 1. */
struct type type_fit(const struct layout *layout, struct type type);

/* One string of the table with {name} slots filled. */
struct slot_text {
    const char *name;
    struct str text;
};
struct str string_fill(struct layout *layout, const char *id, const struct slot_text *slot,
                       size_t count);

/* paginate_furniture.c: where raised numbers lead: to a page here, to one of the annex, or nowhere
 * (empty); */
struct str furniture_words(struct layout *layout, const struct pages *out);
/* and the head and the foot of page number `page` (from 0) of `pages`. */
void page_furniture(struct layout *layout, struct slab *slab, size_t page, size_t pages,
                    struct str words);

#endif
