/* scene.h - drawings as data: what every player can draw exactly, and nothing else.
 *
 * Coordinates are thousandths of a point, x to the right, y down, so that no rounding differs. No
 * gradients, clips, opacity or filters. Charts build scenes; scene_svg.c and scene_cairo.c play
 * them. */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include "model/model.h"

typedef int32_t mpt; /* thousandths of a point */
#define MPT(points) ((mpt)((points)*1000))

/* An enum of one byte: of these structures there are tens of thousands at a time. */
#define SMALL __attribute__((packed))

enum SMALL colour { /* roles of report.md; each player has a table for light, and CSS for dark */
                    COLOUR_NONE,
                    COLOUR_PAPER,
                    COLOUR_INK,
                    COLOUR_SOFT,
                    COLOUR_RULE,
                    COLOUR_HAIRLINE,
                    COLOUR_WASH,
                    COLOUR_TINT,
                    COLOUR_A,
                    COLOUR_B,
                    COLOUR_A_PALE,
                    COLOUR_B_PALE,
                    COLOUR_OBJECTIVE,
                    COLOUR_COMPARABLE,
                    COLOUR_STATED,
                    COLOUR_INCOMPLETE,
                    COLOUR_NOT,
                    COLOUR_COUNT
};
struct colour_row {
    const char *name;         /* CSS custom property without dashes: "ink" */
    const char *light, *dark; /* "#1d1c1a" */
};
const struct colour_row *colour_row(enum colour colour);

enum SMALL face {
    FACE_SERIF,
    FACE_SERIF_BOLD,
    FACE_SERIF_ITALIC,
    FACE_SANS,
    FACE_SANS_BOLD,
    FACE_MONO,
    FACE_COUNT
};
enum SMALL anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

enum SMALL mark_type {
    MARK_GROUP,
    MARK_RECT,
    MARK_LINE,
    MARK_PATH,
    MARK_DOT,
    MARK_TEXT,
    MARK_TYPES
};
struct point {
    mpt x, y;
};
struct paint {
    enum colour fill, stroke;
    bool dashed;
    mpt width; /* of the stroke */
};
struct mark {
    enum mark_type type;
    enum face face;     /* TEXT */
    enum anchor anchor; /* TEXT */
    bool closed;        /* PATH */
    bool scale;         /* TEXT: a tick of an axis, no figure */
    bool quote;         /* TEXT: a name from case or evidence, no figure */
    mpt size;           /* TEXT: font size */
    struct paint paint;
    const struct fact *fact; /* what this mark shows, or NULL for furniture */
    struct point a,
        b; /* RECT corners, LINE ends, DOT centre and radius in b.x, TEXT baseline point in a */
    const struct point *path;
    uint32_t path_count;
    uint32_t element; /* page scenes: the structure leaf it is content of, counted from 1; 0:
                         furniture, not read out */
    struct str text;  /* TEXT; GROUP: its title */
    struct mark *child, *next;
};
struct scene {
    struct str id, title, description; /* title and description say in words what it shows */
    struct point size;
    struct mark *first, *last;
    const struct fact **said; /* facts that title and description speak of */
    size_t said_count;
};

struct scene *scene_new(struct arena *home, struct str id, mpt width, mpt height);
struct mark *scene_rect(struct arena *home, struct scene *scene, mpt x0, mpt y0, mpt x1, mpt y1,
                        struct paint paint);
struct mark *scene_line(struct arena *home, struct scene *scene, mpt x0, mpt y0, mpt x1, mpt y1,
                        struct paint paint);
struct mark *scene_dot(struct arena *home, struct scene *scene, mpt x, mpt y, mpt radius,
                       struct paint paint);
struct mark *scene_path(struct arena *home, struct scene *scene, const struct point *point,
                        size_t count, bool closed, struct paint paint);
struct mark *scene_text(struct arena *home, struct scene *scene, mpt x, mpt y, struct str text,
                        enum face face, mpt size, enum colour colour, enum anchor anchor);

/* Width of a text by the shipped font's own advance widths (no kerning): the same on every machine.
 * What needs a given face is as wide as HarfBuzz sets it. */
struct fonts; /* parsed from the skin's TTF files */
struct skin;
MUST_USE bool fonts_read(struct arena *home, const struct entries *skin, const struct fonts **out,
                         struct diags *diags);
/* The same with the faces that skin->faces holds, for what the shipped ones lack. */
MUST_USE bool fonts_open(struct arena *home, const struct skin *skin, const struct fonts **out,
                         struct diags *diags);
mpt text_width(const struct fonts *fonts, enum face face, mpt size, struct str text);
bool fonts_cover(const struct fonts *fonts, enum face face, uint32_t code_point);

/* A back end: one function a mark type. */
struct player {
    void (*enter[MARK_TYPES])(void *self, const struct mark *mark);
    void (*leave)(void *self, const struct mark *mark); /* groups only */
};
void scene_play(const struct scene *scene, const struct player *player, void *self);

/* The scene as SVG, alone (with style and xml header) or to stand inside HTML (ids prefixed). */
void scene_svg(const struct scene *scene, bool alone, struct buf *out);
/* The palette as CSS: custom properties of one scheme, and the classes f-NAME (fill) and s-NAME
 * (stroke). */
void colours_css(bool dark, struct buf *out);
void colours_classes(struct buf *out);

#endif
