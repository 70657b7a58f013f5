/* pdf.c - pages to a finished PDF: facts of the document, Cairo's drawing, qpdf's finishing. */
#include "pdf_own.h"

static bool day_plain(struct str day)
{
    for (size_t i = 0; i < 10; i++) {
        bool dash = i == 4 || i == 7;
        if (day.len != 10 || (dash ? day.at[i] != '-' : day.at[i] < '0' || day.at[i] > '9'))
            return false;
    }
    return true;
}

bool pdf_write(struct arena *home, const struct pages *pages, const struct report_model *model,
               const struct skin *skin, struct str *out, struct diags *diags)
{
    const struct case_file *about = model->case_file;
    const struct entry *icc = entries_find(skin->file, STR("srgb.icc"));
    struct place place = { .file = STR("report.pdf") };
    if (!icc) {
        diag_add(diags, DIAG_MACHINE_FAILED, place, STR("srgb.icc"), "colour profile missing");
        return false;
    }
    struct pdf_facts facts = { .title = about->question,
                               .language = about->language,
                               .producer = model->program };
    facts.day = str_sub(about->date, 0, 10);
    if (!day_plain(facts.day)) {
        diag_add(diags, DIAG_MACHINE_FAILED, place, STR("a date as 2026-03-14"), "case date: %.*s",
                 STR_ARG(about->date));
        return false;
    }
    if (facts.title.len == 0)
        facts.title = about->id;
    if (facts.language.len == 0)
        facts.language = STR("en");
    struct str drawn = { 0 };
    return pdf_draw(home, pages, skin, &facts, &drawn, diags) &&
           pdf_finish(home, drawn, pages, &facts, icc->bytes, out, diags);
}

struct str pdf_libraries(struct arena *home)
{
    struct str draw = draw_libraries(home);
    struct str finish = qpdf_library(home);
    return str_format(home, "%.*s; %.*s", STR_ARG(draw), STR_ARG(finish));
}
