/* given_own.h - private to given.c and given_set.c: faces at hand, and what was last set. */
#ifndef RENDER_GIVEN_OWN_H
#define RENDER_GIVEN_OWN_H

#include "given.h"

#include <fribidi.h>
#include <glib.h>
#include <hb.h>

struct given_face {
    const struct entry *file; /* of a shipped face: of the skin */
    unsigned number;          /* in its file */
    int weight, width;        /* of OpenType's OS/2; 400 and 5 where nothing is said */
    bool slanted;
    uint32_t units; /* per em */
    hb_font_t *font;
    bool used;
};
struct rune_at { /* a character of a text */
    uint32_t code;
    size_t at, next; /* bytes */
    int face;        /* the wanted one or a given one; -1: neither has it */
    bool needs;      /* no shipped face has it, or a mark upon it */
    bool begins;     /* no mark upon the one before */
    hb_script_t script;
    FriBidiLevel level;
};
struct given {
    struct FT_LibraryRec_ *library;
    const struct skin *skin;
    struct given_face *face; /* FACE_COUNT shipped ones, then the given ones */
    size_t count;
    size_t *rank[2]; /* given faces, best first: for regular, for bold text */
    /* What was last set. */
    GArray *runes, *shown, *stretches, *glyphs;
    hb_buffer_t *buffer;
};

/* The characters of `text` with their faces, into given->runes; true: some need a given face. */
bool runes_find(const struct fonts *fonts, enum face wanted, struct str text);
/* Fills given->buffer with the stretch shaped, in the order from left to right. */
void stretch_shape(struct given *given, struct str text, const struct stretch *stretch);

#endif
