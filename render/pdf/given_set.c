/* given_set.c - a text of several faces on one line: its stretches, their order and widths.
 *
 * Each text is set by itself, as HTML sets what it isolates, so that a name written from right to
 * left moves nothing beside it. */
#include "given_own.h"
#include "pdf_own.h"

enum { OF_GIVEN = 3, RIGHT_TO_LEFT = 0x590 }; /* no character before is of such a script */

static struct rune_at *rune(const struct given *given, size_t index)
{
    return &g_array_index(given->runes, struct rune_at, index);
}

/* ---- order ---- */

bool text_backward(struct str text)
{
    bool backward = false;
    while (text.len > 0 && !backward) {
        uint32_t code = text_step(&text);
        FriBidiCharType type =
            code < RIGHT_TO_LEFT ? FRIBIDI_TYPE_LTR : fribidi_get_bidi_type(code);
        backward = FRIBIDI_IS_STRONG(type) && FRIBIDI_IS_RTL(type);
    }
    return backward;
}

/* What FriBidi asks and says of each character. */
struct ordering {
    FriBidiChar *code;
    FriBidiCharType *type;
    FriBidiBracketType *bracket;
    FriBidiLevel *level;
};

static void levels_take(struct given *given, struct ordering *all)
{
    FriBidiStrIndex count = (FriBidiStrIndex)given->runes->len;
    FriBidiParType base = FRIBIDI_PAR_WLTR; /* as its first letter of either kind: P2, P3 */
    for (guint i = 0; i < given->runes->len; i++)
        all->code[i] = rune(given, i)->code;
    fribidi_get_bidi_types(all->code, count, all->type);
    fribidi_get_bracket_types(all->code, count, all->type, all->bracket);
    bool good =
        fribidi_get_par_embedding_levels_ex(all->type, all->bracket, count, &base, all->level) != 0;
    for (guint i = 0; good && i < given->runes->len; i++)
        rune(given, i)->level = all->level[i];
}

/* Levels of embedding into given->runes; they stay 0 where all runs from left to right. */
static void levels_find(struct given *given, struct str text)
{
    guint count = given->runes->len;
    if (!text_backward(text))
        return;
    struct ordering all = { .code = g_new0(FriBidiChar, count),
                            .type = g_new0(FriBidiCharType, count),
                            .bracket = g_new0(FriBidiBracketType, count),
                            .level = g_new0(FriBidiLevel, count) };
    levels_take(given, &all);
    g_free(all.code);
    g_free(all.type);
    g_free(all.bracket);
    g_free(all.level);
}

/* ---- stretches ---- */

static bool goes_on(const struct rune_at *before, const struct rune_at *one, bool shaped)
{
    return before->face == one->face && before->level == one->level &&
           (!shaped || before->script == one->script);
}

static void stretches_cut(struct given *given, enum face wanted)
{
    g_array_set_size(given->stretches, 0);
    for (size_t i = 0, end; i < given->runes->len; i = end) {
        const struct rune_at *one = rune(given, i);
        bool backward = one->level % 2 == 1;
        /* What no face has was escaped before; of a text that was not, the wanted face's gap. */
        size_t face = one->face < 0 ? (size_t)wanted : (size_t)one->face;
        struct stretch stretch = { .from = one->at,
                                   .face = face,
                                   .shaped = face >= FACE_COUNT || backward,
                                   .backward = backward,
                                   .script = (uint32_t)one->script,
                                   .level = (uint8_t)one->level };
        for (end = i + 1; end < given->runes->len &&
                          goes_on(rune(given, end - 1), rune(given, end), stretch.shaped);)
            end++;
        stretch.to = rune(given, end - 1)->next;
        g_array_append_val(given->stretches, stretch);
    }
}

void stretch_shape(struct given *given, struct str text, const struct stretch *stretch)
{
    /* As text_pango.c asks of Pango for the shipped faces. Of given ones ligatures that the script
     * does not demand and kerning are off, as there: a letter that is seen is a letter that is read
     * back, and readers of the file take a wide gap for a blank. */
    static const hb_feature_t plain[] = {
        { HB_TAG('l', 'i', 'g', 'a'), 0, 0, (unsigned)-1 },
        { HB_TAG('c', 'l', 'i', 'g'), 0, 0, (unsigned)-1 },
        { HB_TAG('k', 'e', 'r', 'n'), 0, 0, (unsigned)-1 },
        { HB_TAG('c', 'a', 'l', 't'), 0, 0, (unsigned)-1 },
        { HB_TAG('t', 'n', 'u', 'm'), 1, 0, (unsigned)-1 },
        { HB_TAG('l', 'n', 'u', 'm'), 1, 0, (unsigned)-1 },
    };
    hb_buffer_t *buffer = given->buffer;
    hb_buffer_reset(buffer);
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
    hb_buffer_add_utf8(buffer, text.at, (int)text.len, (unsigned)stretch->from,
                       (int)(stretch->to - stretch->from));
    hb_buffer_set_direction(buffer, stretch->backward ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_buffer_set_script(buffer, (hb_script_t)stretch->script);
    hb_buffer_set_language(buffer, hb_language_from_string("und", -1));
    bool shipped = stretch->face < FACE_COUNT;
    hb_shape(given->face[stretch->face].font, buffer, plain,
             shipped ? ARRAY_COUNT(plain) : OF_GIVEN);
}

static mpt shaped_width(struct given *given, struct str text, const struct stretch *stretch,
                        mpt size)
{
    unsigned count;
    int64_t sum = 0;
    stretch_shape(given, text, stretch);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(given->buffer, &count);
    for (unsigned i = 0; i < count; i++)
        sum += place[i].x_advance;
    return units_as_mpt(sum, given->face[stretch->face].units, size);
}

/* From left to right: UAX #9, rule L2, by runs of which none is cut. */
static mpt stretches_place(struct given *given)
{
    guint count = given->stretches->len;
    struct stretch *stretch = (struct stretch *)(void *)given->stretches->data;
    guint *order = g_new0(guint, count);
    int most = 0;
    int64_t x = 0;
    for (guint i = 0; i < count; i++) {
        order[i] = i;
        most = stretch[i].level > most ? stretch[i].level : most;
    }
    for (int level = most; level > 0; level--) {
        for (guint from = 0, to; from < count; from = to + 1) {
            for (to = from; to < count && stretch[order[to]].level >= level;)
                to++;
            for (guint a = from, b = to; a + 1 < b; a++, b--) {
                guint one = order[a];
                order[a] = order[b - 1];
                order[b - 1] = one;
            }
        }
    }
    for (guint i = 0; i < count; i++) {
        stretch[order[i]].x = x > INT32_MAX ? INT32_MAX : (mpt)x;
        x += stretch[order[i]].width;
    }
    g_free(order);
    return x > INT32_MAX ? INT32_MAX : x < 0 ? 0 : (mpt)x;
}

bool text_setting(const struct fonts *fonts, enum face face, mpt size, struct str text,
                  struct setting_of_text *out)
{
    struct given *given = fonts_given(fonts);
    if (!given || !runes_find(fonts, face, text))
        return false;
    levels_find(given, text);
    stretches_cut(given, face);
    for (guint i = 0; i < given->stretches->len; i++) {
        struct stretch *stretch = &g_array_index(given->stretches, struct stretch, i);
        stretch->width = stretch->shaped ? shaped_width(given, text, stretch, size)
                                         : shipped_width(fonts, (enum face)stretch->face, size,
                                                         str_sub(text, stretch->from, stretch->to));
    }
    out->width = stretches_place(given);
    out->stretch = (const struct stretch *)(const void *)given->stretches->data;
    out->count = given->stretches->len;
    return true;
}

mpt text_width(const struct fonts *fonts, enum face face, mpt size, struct str text)
{
    struct setting_of_text set;
    return text_setting(fonts, face, size, text, &set) ? set.width
                                                       : shipped_width(fonts, face, size, text);
}

/* ---- letters and glyphs ---- */

size_t stretch_glyphs(const struct fonts *fonts, struct str text, const struct stretch *stretch,
                      const struct set_glyph **out)
{
    struct given *given = fonts_given(fonts);
    unsigned count;
    stretch_shape(given, text, stretch);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(given->buffer, &count);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(given->buffer, &count);
    double units = given->face[stretch->face].units;
    int64_t x = 0;
    g_array_set_size(given->glyphs, count);
    struct set_glyph *glyph = (struct set_glyph *)(void *)given->glyphs->data;
    for (unsigned i = 0; i < count; i++) {
        unsigned read = stretch->backward ? count - 1 - i : i; /* its place in reading order */
        glyph[read] = (struct set_glyph){ .glyph = info[i].codepoint,
                                          .from = info[i].cluster,
                                          .x = (double)(x + place[i].x_offset) / units,
                                          .y = place[i].y_offset / units };
        x += place[i].x_advance;
    }
    for (unsigned i = count; i > 0; i--) {
        bool last = i == count;
        bool same = !last && glyph[i - 1].from == glyph[i].from;
        glyph[i - 1].to = last ? stretch->to : same ? glyph[i].to : glyph[i].from;
    }
    *out = glyph;
    return count;
}

/* Of one shaped stretch, whose first character is number `at`: a letter's advance stands with its
 * first character. Number of the first character behind the stretch. */
static size_t shaped_advances(struct given *given, struct str text, const struct stretch *stretch,
                              mpt size, size_t at, mpt *advance)
{
    unsigned count;
    int64_t sum = 0;
    stretch_shape(given, text, stretch);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(given->buffer, &count);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(given->buffer, &count);
    for (unsigned i = 0; at < given->runes->len && rune(given, at)->at < stretch->to; at++) {
        for (sum = 0; i < count; i++) {
            unsigned read = stretch->backward ? count - 1 - i : i;
            if (info[read].cluster > rune(given, at)->at)
                break;
            sum += place[read].x_advance;
        }
        advance[at] = units_as_mpt(sum, given->face[stretch->face].units, size);
    }
    return at;
}

bool text_advances(const struct fonts *fonts, enum face face, mpt size, struct str text,
                   mpt *advance, size_t count)
{
    struct given *given = fonts_given(fonts);
    struct setting_of_text set;
    size_t at = 0;
    if (!text_setting(fonts, face, size, text, &set) || count != given->runes->len)
        return false;
    for (size_t i = 0; i < set.count; i++) {
        const struct stretch *stretch = &set.stretch[i];
        if (stretch->shaped) {
            at = shaped_advances(given, text, stretch, size, at, advance);
            continue;
        }
        for (; at < count && rune(given, at)->at < stretch->to; at++) {
            advance[at] = shipped_width(fonts, (enum face)stretch->face, size,
                                        str_sub(text, rune(given, at)->at, rune(given, at)->next));
        }
    }
    return true;
}
