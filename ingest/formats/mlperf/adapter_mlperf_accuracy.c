/* adapter_mlperf_accuracy.c - accuracy.txt of an MLPerf Inference submission: what the benchmark's
 * own script printed, and the digest of the answers before they were cut.
 *
 * Free text: interpreter's warnings, then "accuracy=76.000%, good=380, total=500", a dictionary of
 * Python ({'rouge1': 38.7, 'rouge2': '15.8', ...}) or of JSON ({"exact_match": 82.8, "f1": 90.2}),
 * at last "hash=" and 64 digits. A value is taken behind a known name, wherever it stands; where a
 * name stands again the last counts, which the script prints when it is done. Defined by
 * mlcommons/inference, tools/submission, and the accuracy scripts of its benchmarks. */
#include "reading.h"
#include "sniff.h"

static const struct score_row {
    struct str name;
    enum key key;
    const char *instance; /* NULL: the name */
    const char *line;     /* what its line begins with; NULL: it stands anywhere */
} scores[] = {
    { STR_INIT("AUC"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("BLEU"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("CLIP_SCORE"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("FID_SCORE"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("Word Error Rate"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("accuracy"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("exact_match"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("f1"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("gen_num"), KEY_ACCURACY_SAMPLES, "", NULL },
    { STR_INIT("gsm8k"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("hash"), KEY_ACCURACY_DIGEST, "", NULL },
    { STR_INIT("kidney"), KEY_ACCURACY_SCORE, NULL, "Accuracy: mean" },
    { STR_INIT("mAP"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("mbxp"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("mean"), KEY_ACCURACY_SCORE, NULL, "Accuracy: mean" },
    { STR_INIT("rouge1"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("rouge2"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("rougeL"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("rougeLsum"), KEY_ACCURACY_SCORE, NULL, NULL },
    { STR_INIT("tokens_per_sample"), KEY_OUTPUT_REALISED, "mean", NULL },
    { STR_INIT("total"), KEY_ACCURACY_SAMPLES, "", NULL },
    { STR_INIT("tumor"), KEY_ACCURACY_SCORE, NULL, "Accuracy: mean" },
};
struct found { /* of a name: its last value */
    struct str text;
    struct place place;
};

static int bid(const struct sniff *sniff)
{
    struct str base = sniff_base(sniff);
    bool named = str_eq(base, STR("accuracy.txt")) || str_eq(base, STR("baseline_accuracy.txt")) ||
                 str_eq(base, STR("compliance_accuracy.txt"));
    return named ? BID_SHAPE : BID_NONE;
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* What stands behind a name: past a quote, '=' or ':', blanks and an opening quote, up to a comma,
 * a quote or a bracket. Empty: the name is no name here. */
static struct str value_behind(struct str text)
{
    size_t from = 0;
    if (from < text.len && (text.at[from] == '\'' || text.at[from] == '"'))
        from++;
    while (from < text.len && text.at[from] == ' ')
        from++; /* "mean = 0.86" */
    if (from >= text.len || (text.at[from] != '=' && text.at[from] != ':'))
        return (struct str){ 0 };
    from++;
    while (from < text.len &&
           (text.at[from] == ' ' || text.at[from] == '\'' || text.at[from] == '"'))
        from++;
    size_t to = from;
    while (to < text.len && text.at[to] != ',' && text.at[to] != '\'' && text.at[to] != '"' &&
           text.at[to] != '}' && text.at[to] != ' ')
        to++;
    return str_sub(text, from, to);
}

/* A value up to the end of a file without a line end may have lost characters, and a digest has 64.
 */
static bool is_whole(struct reading *reading, const struct line *line, enum key key,
                     struct str value)
{
    enum { DIGEST = 64 };
    struct str bytes = reading->bytes;
    size_t hex = 0;
    while (hex < value.len && ((value.at[hex] >= '0' && value.at[hex] <= '9') ||
                               (value.at[hex] >= 'a' && value.at[hex] <= 'f')))
        hex++;
    bool digest = key == KEY_ACCURACY_DIGEST;
    bool whole =
        digest ? hex == DIGEST && value.len == DIGEST : value.at + value.len < bytes.at + bytes.len;
    if (!whole) {
        reading_error(reading, DIAG_VALUE_BAD, line_place(reading, line, value),
                      digest ? STR("64 hexadecimal digits") : STR("a whole line"), value);
    }
    return whole;
}

static void name_find(struct reading *reading, const struct line *line, const struct score_row *row,
                      struct found *out)
{
    struct str name = row->name;
    struct str text = line->text;
    if (row->line && !str_starts(str_trim(text), str_from(row->line)))
        return;
    for (size_t at = str_find(text, name); at != SIZE_MAX; at = str_find(text, name)) {
        bool begins =
            at == 0 ? text.at == line->text.at || !is_word(text.at[-1]) : !is_word(text.at[at - 1]);
        struct str value = value_behind(str_sub(text, at + name.len, text.len));
        if (begins && value.len > 0 && is_whole(reading, line, row->key, value)) {
            if (out->text.len > 0 && !str_eq(out->text, value)) {
                reading_error(reading, DIAG_TEXT_BESIDE, out->place, STR("the last counts"),
                              out->text);
            }
            *out = (struct found){ value, line_place(reading, line, value) };
        }
        text = str_sub(text, at + name.len, text.len);
    }
}

static bool read(struct reading *reading)
{
    struct found found[ARRAY_COUNT(scores)] = { 0 };
    struct lines lines;
    struct line line;
    bool any = false;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line))
        for (size_t i = 0; i < ARRAY_COUNT(scores); i++)
            name_find(reading, &line, &scores[i], &found[i]);
    for (size_t i = 0; i < ARRAY_COUNT(scores); i++) {
        struct str instance = scores[i].instance ? str_from(scores[i].instance) : scores[i].name;
        if (found[i].text.len > 0) {
            any = reading_fact(reading, scores[i].key, instance, found[i].text, UNIT_NONE,
                               found[i].place) ||
                  any;
        }
    }
    if (!any)
        reading_missing(reading, "accuracy or hash=");
    return true;
}

const struct adapter adapter_mlperf_accuracy = {
    .name = "mlperf-accuracy",
    .title = "Accuracy of an MLPerf Inference run, and the digest of its answers",
    .tool = "MLPerf Inference 3 to 6, accuracy.txt",
    .spec = "mlcommons/inference, tools/submission and the accuracy scripts of its benchmarks",
    .kind = FACT_MEASURED,
    .bid = bid,
    .read = read,
};
