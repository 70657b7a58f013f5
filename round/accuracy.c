/* accuracy.c - accuracy.txt: what the scripts that judge quality print, among whatever else an
 * interpreter prints before it. */
#include "base/num.h"
#include "described.h"

#include <glib.h>

static const struct form {
    const char *metric, *before; /* the number follows, perhaps in quotes */
    bool first;                  /* only where the line begins with it */
} forms[] = {
    { "accuracy", "accuracy=", true },
    { "accuracy", "{\"accuracy\": ", true },
    { "wer_accuracy", "%, accuracy=", false },
    { "mAP", "mAP=", false },
    { "mAP", "'Total': ", false },
    { "AUC", "AUC=", true },
    { "F1", "\"f1\": ", false },
    { "F1", "'f1': ", false },
    { "f1_hierarchical", "\"f1\": ", false },
    { "mean", "Accuracy: mean = ", false },
    { "rouge1", "'rouge1': ", false },
    { "rouge2", "'rouge2': ", false },
    { "rougeL", "'rougeL': ", false },
    { "rougeLsum", "'rougeLsum': ", false },
    { "gen_len", "'gen_len': ", false },
    { "gen_num", "'gen_num': ", false },
    { "tokens_per_sample", "'tokens_per_sample': ", false },
    { "gsm8k", "'gsm8k': ", false },
    { "mbxp", "'mbxp': ", false },
    { "exact_match", "'exact_match': ", false },
    { "CLIP_SCORE", "'CLIP_SCORE': ", false },
    { "FID_SCORE", "'FID_SCORE': ", false },
    { "vbench_score", "'vbench_score': ", false },
    { "lifetime_ne", "metric/lifetime_ne/rating: ", false },
    { "lifetime_accuracy", "metric/lifetime_accuracy/rating: ", false },
    { "lifetime_gauc", "metric/lifetime_gauc/rating: ", false },
};

size_t accuracy_find(const struct accuracy_text *from, struct str metric)
{
    for (size_t i = 0; i < from->count; i++)
        if (str_eq(from->found[i].metric, metric))
            return i;
    return SIZE_MAX;
}

static bool number_at(struct str text, double *out)
{
    size_t len = 0;
    while (text.len > 0 && (*text.at == '\'' || *text.at == '"' || *text.at == ' '))
        text = str_sub(text, 1, text.len);
    while (len < text.len && (g_ascii_isdigit(text.at[len]) || text.at[len] == '.' ||
                              text.at[len] == '-' || text.at[len] == 'e'))
        len++;
    return num_real(str_sub(text, 0, len), out);
}

static void line_note(struct accuracy_text *out, struct str line)
{
    enum { HASH = 5, HEX = 64, SHORTEST = 6 };
    double value;
    if (line.len < SHORTEST)
        return;
    if (str_starts(line, STR("hash=")) && line.len == HASH + HEX)
        out->hash_line = out->lines;
    for (size_t i = 0; i < ARRAY_COUNT(forms); i++) {
        struct str before = str_from(forms[i].before);
        size_t at = str_find(line, before);
        bool there = at != SIZE_MAX && (!forms[i].first || at == 0) && out->count < ACCURACY_MOST &&
                     accuracy_find(out, str_from(forms[i].metric)) == SIZE_MAX &&
                     number_at(str_sub(line, at + before.len, line.len), &value);
        if (there) {
            out->found[out->count].metric = str_from(forms[i].metric);
            out->found[out->count].value = value;
            out->found[out->count++].line = out->lines;
        }
    }
}

void accuracy_read(struct str bytes, struct accuracy_text *out)
{
    struct str rest = bytes, line;
    out->read = true;
    while (str_cut(&rest, '\n', &line)) {
        out->lines++;
        line_note(out, str_trim(line));
    }
}
