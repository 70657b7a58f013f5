/* paginate_furniture.c - what stands above and below the text of each page. */
#include "paginate.h"

static struct str shortened(struct layout *layout, struct str text, enum face face, mpt size,
                            mpt width)
{
    struct str fit = text_fit(layout, face, text);
    if (text_width(layout->fonts, face, size, fit) <= width)
        return fit;
    mpt room = width - text_width(layout->fonts, face, size, STR("…"));
    struct str rest = fit;
    size_t used = 0;
    while (rest.len > 0) {
        text_step(&rest);
        if (text_width(layout->fonts, face, size, str_sub(fit, 0, fit.len - rest.len)) > room)
            break;
        used = fit.len - rest.len;
    }
    return str_format(layout->home, "%.*s…", STR_ARG(str_sub(fit, 0, used)));
}

static struct str digest_short(struct layout *layout)
{
    struct str hex = digest_hex(layout->home, layout->model->evidence_id);
    return str_format(layout->home, "%.4s %.4s %.4s %.4s …", hex.at, hex.at + 4, hex.at + 8,
                      hex.at + 12);
}

struct str furniture_words(struct layout *layout, const struct pages *out)
{
    size_t page = out->facts > 0 ? out->facts : out->elsewhere;
    struct slot_text from = { "page", str_format(layout->home, "%zu", page) };
    return page > 0
               ? string_fill(layout, out->facts > 0 ? "pdf.foot.facts" : "pdf.foot.annex", &from, 1)
               : (struct str){ 0 };
}

void page_furniture(struct layout *layout, struct slab *slab, size_t page, size_t pages,
                    struct str words)
{
    const mpt head = MPT(7.6);
    const mpt foot = MPT(7.2);
    struct str day = day_shown(layout->home, layout->skin, layout->model->case_file->date);
    struct str number = str_format(layout->home, "%zu", page + 1);
    struct str count = str_format(layout->home, "%zu", pages);
    slab_text(layout, slab, NULL, PAGE_LEFT, HEAD_BASE,
              shortened(layout, layout->head, FACE_SANS, head, PAGE_TEXT * 3 / 4), FACE_SANS, head,
              COLOUR_SOFT, ANCHOR_START);
    slab_text(layout, slab, NULL, PAGE_RIGHT, HEAD_BASE, day, FACE_SANS, head, COLOUR_SOFT,
              ANCHOR_END);
    slab_line(layout, slab, PAGE_LEFT, HEAD_RULE, PAGE_RIGHT, HEAD_RULE, COLOUR_RULE, MPT(0.5));
    slab_line(layout, slab, PAGE_LEFT, FOOT_RULE, PAGE_RIGHT, FOOT_RULE, COLOUR_RULE, MPT(0.5));

    struct str digest = digest_short(layout);
    mpt x = PAGE_LEFT;
    slab_text(layout, slab, NULL, x, FOOT_BASE, layout->foot, FACE_SANS, foot, COLOUR_SOFT,
              ANCHOR_START);
    x += text_width(layout->fonts, FACE_SANS, foot, layout->foot) + MPT(4);
    slab_text(layout, slab, NULL, x, FOOT_BASE, digest, FACE_MONO, MPT(6.9), COLOUR_SOFT,
              ANCHOR_START);
    x += text_width(layout->fonts, FACE_MONO, MPT(6.9), digest);
    struct slot_text slots[] = { { "page", number }, { "pages", count } };
    struct str place = string_fill(layout, "pdf.page", slots, 2);
    mpt end = PAGE_RIGHT - text_width(layout->fonts, FACE_SANS, foot, place);
    mpt width = text_width(layout->fonts, FACE_SANS, foot, words);
    if (words.len > 0 && end - x > width + MPT(20))
        slab_text(layout, slab, NULL, x + (end - x - width) / 2, FOOT_BASE, words, FACE_SANS, foot,
                  COLOUR_SOFT, ANCHOR_START);
    slab_text(layout, slab, NULL, PAGE_RIGHT, FOOT_BASE, place, FACE_SANS, foot, COLOUR_SOFT,
              ANCHOR_END);
}
