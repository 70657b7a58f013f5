/* given.h - private to render: typefaces that a person gave (`--fonts DIR`) for characters that the
 * shipped ones lack, and how a text that needs them is set.
 *
 * HarfBuzz shapes, FriBidi orders, FreeType opens the files. No font of the system is looked at:
 * only what was given, and the shipped faces. */
#ifndef RENDER_GIVEN_H
#define RENDER_GIVEN_H

#include "render/render.h"
#include "scene.h"

struct FT_FaceRec_; /* FreeType's */
struct FT_LibraryRec_;
struct given;

/* The faces of skin->given, beside the shipped ones. A file that is no scalable font, or that its
 * licence bits forbid to embed, is left out with a warning. *out is NULL where no face is left;
 * else given_close must be called. False: the machine failed. */
MUST_USE bool given_open(struct arena *home, const struct skin *skin, struct given **out,
                         struct diags *diags);
void given_close(struct given *given);
/* The files of which any face was chosen so far, in byte order of name, with digests. */
struct entries given_used(struct arena *home, const struct given *given);

/* Whether each character of `text`, counted by text_step, can be set where the shipped face is
 * `wanted` or a given one: with the marks upon it, since no two faces share a letter. The array is
 * valid until the next call; `count` is the number of characters. */
const bool *given_shows(const struct fonts *fonts, enum face wanted, struct str text,
                        size_t *count);

/* Characters of one face, one direction and one script, side by side. */
struct stretch {
    size_t from, to; /* bytes of the text */
    size_t face;     /* below FACE_COUNT: a shipped one; else a given one */
    bool shaped;     /* by HarfBuzz; else by the advances of a shipped face, from left to right */
    bool backward;   /* from right to left */
    uint32_t script; /* ISO 15924 tag, where shaped */
    uint8_t level;   /* of embedding, UAX #9 */
    mpt x, width;    /* from the text's left edge */
};
struct setting_of_text {
    const struct stretch *stretch; /* in the order in which the text is read */
    size_t count;
    mpt width;
};
/* How a text is set on one line. False: shipped faces alone, from left to right, as text_width says
 * without all this. Valid until the next call. Source of the order: UAX #9. */
bool text_setting(const struct fonts *fonts, enum face face, mpt size, struct str text,
                  struct setting_of_text *out);
/* The advance of each character into `advance`, 0 for one that stands in the letter before it (a
 * mark, a part of a ligature); false as above. */
bool text_advances(const struct fonts *fonts, enum face face, mpt size, struct str text,
                   mpt *advance, size_t count);

/* Whether a letter of it runs from right to left (UAX #9, classes R and AL). */
bool text_backward(struct str text);

/* Glyphs of a shaped stretch in the order in which it is read. */
struct set_glyph {
    uint32_t glyph;
    size_t from, to; /* bytes of the text that its cluster stands for */
    double x, y;     /* in em, from the stretch's left edge, y up */
};
size_t stretch_glyphs(const struct fonts *fonts, struct str text, const struct stretch *stretch,
                      const struct set_glyph **out);
/* The face opened once more, in a library of the caller, who closes both. Its bytes are those of
 * the file that was given. NULL: FreeType would not. */
struct FT_FaceRec_ *given_ft_face(const struct fonts *fonts, size_t face,
                                  struct FT_LibraryRec_ *library);
/* "harfbuzz 6.0.0; fribidi 1.0.8; freetype 2.12.1" */
struct str given_libraries(struct arena *home);

#endif
