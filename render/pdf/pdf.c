/* pdf.c - pages to a finished PDF: facts of the document, Cairo's drawing, finishing. */
#include "pdf_own.h"

#include "base/progress.h"

static bool day_plain(struct str day)
{
    for (size_t i = 0; i < 10; i++) {
        bool dash = i == 4 || i == 7;
        if (day.len != 10 || (dash ? day.at[i] != '-' : day.at[i] < '0' || day.at[i] > '9'))
            return false;
    }
    return true;
}

/* One line, with hidden characters as escapes: Info, XMP and the title bar say the same. */
static struct str title_line(struct arena *home, struct str text)
{
    struct buf line = buf_new(home, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        bool space = text.at[i] == '\n' || text.at[i] == '\t' || text.at[i] == '\r';
        buf_put(&line, space ? STR(" ") : str_sub(text, i, i + 1));
    }
    struct buf shown = buf_new(home, (size_t)1 << 24);
    buf_put_visible(&shown, buf_str(&line));
    return buf_str(&shown);
}

bool pdf_begin(struct arena *home, const struct pages *pages, const struct report_model *model,
               const struct skin *skin, struct pdf_work *out, struct diags *diags)
{
    const struct case_file *about = model->case_file;
    const struct entry *icc = entries_find(skin->file, STR("srgb.icc"));
    struct place place = { .file = STR("report.pdf") };
    if (!icc) {
        diag_add(diags, DIAG_MACHINE_FAILED, place, STR("srgb.icc"), "colour profile missing");
        return false;
    }
    struct pdf_facts facts = { .title = title_line(home, about->question),
                               .language = about->language,
                               .producer = model->program };
    facts.day = str_sub(about->date, 0, 10);
    if (!day_plain(facts.day)) {
        diag_add(diags, DIAG_MACHINE_FAILED, place, STR("a date as 2026-03-14"), "case date: %.*s",
                 STR_ARG(about->date));
        return false;
    }
    if (facts.title.len == 0)
        facts.title = title_line(home, about->id);
    if (pages->titled)
        facts.title = title_line(home, pages->head);
    if (facts.language.len == 0)
        facts.language = STR("en");
    *out = (struct pdf_work){ .pages = pages, .facts = facts, .icc = icc->bytes };
    return pdf_draw(home, pages, skin, &facts, &out->drawn, diags);
}

bool pdf_end(struct arena *home, const struct pdf_work *work, struct str *out, struct diags *diags)
{
    progress_begin("finishing the PDF", PROGRESS_NOTHING, 0);
    memory_spare(); /* of Cairo's, which has drawn; what comes takes the most of all */
    bool good = pdf_finish(home, work->drawn, work->pages, &work->facts, work->icc, out, diags);
    progress_end();
    return good;
}

bool pdf_write(struct arena *home, const struct pages *pages, const struct report_model *model,
               const struct skin *skin, const struct render_beside *beside, struct str *out,
               struct diags *diags)
{
    struct arena *stage = arena_new((size_t)16 << 30);
    struct pdf_work work;
    bool good = pdf_begin(stage, pages, model, skin, &work, diags);
    work.facts.beside = beside;
    good = good && pdf_end(home, &work, out, diags);
    arena_free(stage);
    return good;
}

struct str pdf_libraries(struct arena *home)
{
    return draw_libraries(home);
}
