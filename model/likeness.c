/* likeness.c - when two facts say the same.
 *
 * The rules are those of docs/rules.md: versions agree at the coarser writing, formats of precision
 * by class and encoding, everything else by the vocabulary's likeness. */
#include "model/likeness.h"

#include "base/num.h"
#include "model/normal.h"

#include <math.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool text_holds(struct str text, const char *word)
{
    for (size_t i = 0; i < text.len; i++)
        if (text_begins(str_sub(text, i, text.len), word))
            return true;
    return false;
}

/* ---- versions ---- */

/* From the first digit to the first blank; the whole text where there is no digit. */
static struct str version_core(struct str text)
{
    text = str_trim(text);
    for (size_t i = 0; i < text.len; i++) {
        if (is_digit(text.at[i])) {
            text = str_sub(text, i, text.len);
            return str_sub(text, 0, str_find(text, STR(" ")));
        }
    }
    return text;
}

static struct str before(struct str text, const char *mark, struct str *after)
{
    size_t at = str_find(text, str_from(mark));
    after->len = 0;
    if (at < text.len)
        *after = str_sub(text, at + 1, text.len);
    return str_sub(text, 0, at);
}

/* One is the other, or begins it up to a separator. */
static bool begins(struct str shorter, struct str longer)
{
    if (shorter.len > longer.len)
        return begins(longer, shorter);
    for (size_t i = 0; i < shorter.len; i++)
        if (lower(shorter.at[i]) != lower(longer.at[i]))
            return false;
    return shorter.len == longer.len ||
           (shorter.len > 0 && (longer.at[shorter.len] == '.' || longer.at[shorter.len] == '-'));
}

bool versions_agree(struct str a, struct str b)
{
    struct str local_a = { 0 }, local_b = { 0 };
    a = before(version_core(a), "+", &local_a);
    b = before(version_core(b), "+", &local_b);
    bool local = local_a.len == 0 || local_b.len == 0 || texts_alike(local_a, local_b);
    return local && begins(a, b);
}

static uint32_t version_number(struct str *rest)
{
    uint32_t value = 0;
    while (rest->len > 0 && is_digit(rest->at[0])) {
        value = value < 100000000U ? value * 10 + (uint32_t)(rest->at[0] - '0') : value;
        *rest = str_sub(*rest, 1, rest->len);
    }
    if (rest->len > 0 && rest->at[0] == '.')
        *rest = str_sub(*rest, 1, rest->len);
    else
        rest->len = 0;
    return value;
}

int versions_order(struct str a, struct str b)
{
    a = version_core(a);
    b = version_core(b);
    while (a.len > 0 || b.len > 0) {
        uint32_t na = version_number(&a), nb = version_number(&b);
        if (na != nb)
            return na < nb ? -1 : 1;
    }
    return 0;
}

/* 13000 as 13.0, as CUDA writes a version in one number; empty: it is none. */
static struct str cuda_unpacked(struct arena *home, enum key key, struct str text)
{
    static const enum key packed[] = { KEY_RUNTIME_CUDA,       KEY_RUNTIME_CUDA_PACKAGE,
                                       KEY_RUNTIME_CUDA_IMAGE, KEY_FRAMEWORK_CUDA,
                                       KEY_DRIVER_CUDA,        KEY_COMPILE_TOOLKIT };
    int64_t value;
    for (size_t i = 0; i < ARRAY_COUNT(packed); i++) {
        if (packed[i] == key && num_int(text, &value) && value >= 1000 && value < 1000000) {
            return str_format(home, "%lld.%lld", (long long)(value / 1000),
                              (long long)(value % 1000 / 10));
        }
    }
    return (struct str){ 0 };
}

struct str version_unpacked(struct arena *home, enum key key, struct str text)
{
    static const enum key packed[] = { KEY_RUNTIME_CUDNN_LOADED, KEY_RUNTIME_CUDNN_INSTALLED,
                                       KEY_RUNTIME_CUDNN_PACKAGE, KEY_RUNTIME_NCCL_LOADED };
    int64_t value;
    for (size_t i = 0; i < ARRAY_COUNT(packed); i++) {
        if (packed[i] == key && num_int(text, &value) && value >= 10000) {
            return str_format(home, "%lld.%lld.%lld", (long long)(value / 10000),
                              (long long)(value / 100 % 100), (long long)(value % 100));
        }
        /* cuDNN 8 and older: 8907 is 8.9.7. */
        if (packed[i] == key && num_int(text, &value) && value >= 1000) {
            return str_format(home, "%lld.%lld.%lld", (long long)(value / 1000),
                              (long long)(value / 100 % 10), (long long)(value % 100));
        }
    }
    struct str cuda = cuda_unpacked(home, key, str_trim(text));
    return cuda.len > 0 ? cuda : text;
}

/* ---- formats of precision ---- */

/* Which accelerator computes which: capability.def. */
static const struct format_row formats[] = {
    { "fp64", "64-bit float", "fp64" },
    { "fp32", "32-bit float", "fp32" },
    { "tf32", "tf32", "tf32" },
    { "bf16", "16-bit float", "bf16" },
    { "fp16", "16-bit float", "fp16" },
    { "fp8", "8-bit float", "" },
    { "fp8_e4m3fn", "8-bit float", "e4m3fn" },
    { "fp8_e4m3fnuz", "8-bit float", "e4m3fnuz" },
    { "fp8_e5m2", "8-bit float", "e5m2" },
    { "int8", "8-bit integer", "int8" },
    { "q8_0", "8-bit integer", "q8_0" },
    { "fp4", "4-bit block float", "" },
    { "nvfp4", "4-bit block float", "nvfp4" },
    { "mxfp4", "4-bit block float", "mxfp4" },
    { "int4", "4-bit integer", "int4" },
    { "q4_0", "4-bit integer", "q4_0" },
    { "q4_k_m", "4-bit integer", "q4_k_m" },
    { "fp8_e5m2fnuz", "8-bit float", "e5m2fnuz" },
    { "mxfp8", "8-bit block float", "mxfp8" },
    { "fp6", "6-bit float", "" },
    { "mxfp6", "6-bit block float", "mxfp6" },
    { "nf4", "4-bit normal float", "nf4" },
    { "q6_k", "6-bit integer", "q6_k" },
    { "q5_k_m", "5-bit integer", "q5_k_m" },
    { "q5_k_s", "5-bit integer", "q5_k_s" },
    { "q5_k", "5-bit integer", "q5_k" },
    { "q5_1", "5-bit integer", "q5_1" },
    { "q5_0", "5-bit integer", "q5_0" },
    { "q4_k_xl", "4-bit integer", "q4_k_xl" },
    { "q4_k_l", "4-bit integer", "q4_k_l" },
    { "q4_k_s", "4-bit integer", "q4_k_s" },
    { "q4_k", "4-bit integer", "q4_k" },
    { "q4_1", "4-bit integer", "q4_1" },
    { "iq4_xs", "4-bit integer", "iq4_xs" },
    { "iq4_nl", "4-bit integer", "iq4_nl" },
    { "q3_k_xl", "3-bit integer", "q3_k_xl" },
    { "q3_k_l", "3-bit integer", "q3_k_l" },
    { "q3_k_m", "3-bit integer", "q3_k_m" },
    { "q3_k_s", "3-bit integer", "q3_k_s" },
    { "q3_k", "3-bit integer", "q3_k" },
    { "iq3_m", "3-bit integer", "iq3_m" },
    { "iq3_s", "3-bit integer", "iq3_s" },
    { "iq3_xs", "3-bit integer", "iq3_xs" },
    { "iq3_xxs", "3-bit integer", "iq3_xxs" },
    { "q2_k_xl", "2-bit integer", "q2_k_xl" },
    { "q2_k_l", "2-bit integer", "q2_k_l" },
    { "q2_k_s", "2-bit integer", "q2_k_s" },
    { "q2_k", "2-bit integer", "q2_k" },
    { "iq2_m", "2-bit integer", "iq2_m" },
    { "iq2_s", "2-bit integer", "iq2_s" },
    { "iq2_xs", "2-bit integer", "iq2_xs" },
    { "iq2_xxs", "2-bit integer", "iq2_xxs" },
};
const struct format_row *format_find(struct str text)
{
    const char *spelt = precision_format(text);
    text = spelt ? str_from(spelt) : str_trim(text);
    for (size_t i = 0; i < ARRAY_COUNT(formats); i++)
        if (texts_alike(text, str_from(formats[i].name)))
            return &formats[i];
    return NULL;
}

/* ---- facts ---- */

bool fact_base(const struct fact *fact, double *out)
{
    if (!fact->value.number)
        return false;
    *out = fact->value.value * unit_row(fact->value.unit)->factor;
    return isfinite(*out);
}

bool fact_is_none(const struct fact *fact)
{
    return fact && (texts_alike(fact->value.text, STR("none")) ||
                    (fact->key == KEY_PRECISION_QUANTISATION && is_unquantised(fact->value.text)));
}

bool fact_left_open(const struct fact *fact)
{
    return fact->placeholder && fact->kind == FACT_CAPTURED &&
           (str_starts(fact->value.text, STR("set in ")) ||
            str_starts(fact->value.text, STR("told otherwise ")));
}

/* Both texts are understood as formats or as names of accelerators: then those are compared. */
static bool normal_alike(const struct fact *a, const struct fact *b, bool *alike)
{
    if (vocabulary_row(a->key)->group == GROUP_PRECISION && a->key != KEY_PRECISION_QUANTISER) {
        struct precision pa, pb;
        bool both = precision_read(a->value.text, &pa) && precision_read(b->value.text, &pb);
        *alike = both && precision_alike(&pa, &pb);
        return both;
    }
    if (a->key == KEY_ACCELERATOR_NAME) {
        struct accelerator aa, ab;
        bool both = accelerator_read(a->value.text, &aa) && accelerator_read(b->value.text, &ab);
        /* "A100" and "A100-SXM4-80GB" may be the same: what tells less is not alike. */
        *alike = both && parts_named(a->key, a->value.text, b->value.text) == NAMED_ALIKE;
        return both;
    }
    return false;
}

/* "inf" and Infinity: both are a rate without a limit. */
static bool is_unlimited(const struct fact *fact)
{
    return fact->key == KEY_LOAD_RATE && !fact->value.number &&
           (texts_alike(fact->value.text, STR("inf")) ||
            texts_alike(fact->value.text, STR("infinity")));
}

bool facts_within(struct arena *home, const struct fact *a, const struct fact *b, double tolerance)
{
    double va, vb;
    if (!fact_base(a, &va) || !fact_base(b, &vb))
        return facts_alike(home, a, b);
    double larger = fabs(va) > fabs(vb) ? fabs(va) : fabs(vb);
    return fabs(va - vb) <= tolerance * larger;
}

/* Half a unit of the last digit of a count that is written with a multiplier or a larger unit, as
 * "6.74 B" is; 0 where each unit is written out. */
static double rounded_by(const struct fact *fact)
{
    struct str text = str_trim(fact->value.text);
    size_t end = 0, decimals = 0;
    bool point = false;
    for (; end < text.len && (is_digit(text.at[end]) || text.at[end] == '.'); end++) {
        decimals += point ? 1 : 0;
        point = point || text.at[end] == '.';
    }
    double written, value;
    if (end == 0 || !num_real(str_sub(text, 0, end), &written) || !(written > 0) ||
        !fact_base(fact, &value))
        return 0;
    double scale = value / written;
    return scale > 999 ? 0.5 * scale * pow(10, -(double)decimals) : 0;
}

/* Counts of one thing, of which one is written rounded. */
static bool counts_alike(const struct fact *a, const struct fact *b, double va, double vb)
{
    double half_a = rounded_by(a), half_b = rounded_by(b);
    bool count = vocabulary_row(a->key)->type == TYPE_COUNT;
    return count && fabs(va - vb) <= (half_a > half_b ? half_a : half_b) * (1 + 1e-9);
}

static enum named accelerators_named(struct str a, struct str b)
{
    struct accelerator left, right;
    if (!accelerator_read(a, &left) || !accelerator_read(b, &right))
        return texts_alike(a, b) ? NAMED_ALIKE : NAMED_OTHER;
    if (!accelerator_alike(&left, &right))
        return NAMED_OTHER;
    bool less = !left.form != !right.form || !left.memory_gb != !right.memory_gb;
    return less ? NAMED_LESS : NAMED_ALIKE;
}

enum named parts_named(enum key key, struct str a, struct str b)
{
    return key == KEY_ACCELERATOR_NAME ? accelerators_named(a, b)
                                       : names_compare(a, b, key == KEY_OS_NAME);
}

/* Texts that mean one thing by what the key is. */
static bool texts_mean_alike(const struct fact *a, const struct fact *b)
{
    struct str left = a->value.text, right = b->value.text;
    switch ((int)a->key) {
    case KEY_MODEL_NAME:
    case KEY_MODEL_BASE:
    case KEY_TOKENIZER_NAME:
        return models_alike(left, right);
    case KEY_MODEL_REVISION:
    case KEY_WORKLOAD_REVISION:
    case KEY_FRAMEWORK_COMMIT:
    case KEY_DATASET_DIGEST:
    case KEY_CONTAINER_DIGEST:
        return commits_alike(left, right);
    case KEY_PRECISION_QUANTISATION:
        return is_unquantised(left) && is_unquantised(right);
    case KEY_DECODING_SAMPLING:
        return (is_greedy(left) && is_greedy(right)) || settings_alike(left, right);
    case KEY_CPU_NAME:
    case KEY_HOST_MODEL:
    case KEY_OS_NAME:
        return parts_named(a->key, left, right) == NAMED_ALIKE || texts_spelt_alike(left, right);
    default:
        return vocabulary_row(a->key)->type == TYPE_TEXT && !a->value.number && !b->value.number &&
               texts_spelt_alike(left, right);
    }
}

bool facts_alike(struct arena *home, const struct fact *a, const struct fact *b)
{
    const struct vocabulary_row *row = vocabulary_row(a->key);
    double va, vb;
    bool alike;
    if (row->likeness == LIKENESS_VERSION) {
        return versions_agree(version_unpacked(home, a->key, a->value.text),
                              version_unpacked(home, b->key, b->value.text));
    }
    if (a->defined && b->defined && !defined_alike(a->defined, b->defined, a->instance))
        return false; /* one word, two things */
    if (normal_alike(a, b, &alike))
        return alike;
    if (is_unlimited(a) && is_unlimited(b))
        return true;
    if (texts_alike(a->value.text, b->value.text) && a->value.unit == b->value.unit)
        return true;
    if (fact_base(a, &va) && fact_base(b, &vb)) {
        double larger = fabs(va) > fabs(vb) ? fabs(va) : fabs(vb);
        return fabs(va - vb) <= vocabulary_tolerance(a->key) * larger || counts_alike(a, b, va, vb);
    }
    return texts_mean_alike(a, b);
}

/* ---- what tells less ---- */

/* How many numbers stand at the beginning of a version: of "550.54.15" three. */
static size_t version_numbers(struct str text)
{
    size_t count = 0, at = 0;
    while (at < text.len && !is_digit(text.at[at]))
        at++;
    while (at < text.len && is_digit(text.at[at])) {
        while (at < text.len && is_digit(text.at[at]))
            at++;
        count++;
        at += at < text.len && (text.at[at] == '.' || text.at[at] == '-') ? 1 : 0;
    }
    return count;
}

bool fact_tells_less(const struct fact *a, const struct fact *b)
{
    enum { NUMBERS_ENOUGH = 3 }; /* of a version: what follows is of its build */
    switch ((int)a->key) {
    case KEY_CPU_NAME:
    case KEY_HOST_MODEL:
    case KEY_OS_NAME:
    case KEY_ACCELERATOR_NAME:
        return parts_named(a->key, a->value.text, b->value.text) == NAMED_LESS;
    default:
        break;
    }
    if (vocabulary_row(a->key)->likeness != LIKENESS_VERSION ||
        !versions_agree(a->value.text, b->value.text))
        return false;
    size_t left = version_numbers(a->value.text), right = version_numbers(b->value.text);
    size_t fewer = left < right ? left : right;
    return left != right && fewer < NUMBERS_ENOUGH;
}

/* ---- times ---- */

static bool digits(struct str text, size_t at, size_t count, int64_t *out)
{
    return text.len >= at + count && num_int(str_sub(text, at, at + count), out) && *out >= 0;
}

/* Days since 1970-01-01 of a civil date (Howard Hinnant, "chrono-compatible low-level date
 * algorithms", days_from_civil). */
static int64_t days_from_civil(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* Seconds that local time is ahead of UTC, written behind a time: ".250+01:00", "-0500", "+09". 0
 * where nothing of the kind stands there. */
static int64_t zone_seconds(struct str text)
{
    size_t at = 0;
    int64_t hours, minutes = 0;
    while (at < text.len && text.at[at] != '+' && text.at[at] != '-') {
        if (!is_digit(text.at[at]) && text.at[at] != '.' && text.at[at] != ',' &&
            text.at[at] != ' ')
            return 0;
        at++;
    }
    if (!digits(text, at + 1, 2, &hours))
        return 0;
    size_t colon = at + 3 < text.len && text.at[at + 3] == ':' ? 1 : 0;
    if (!digits(text, at + 3 + colon, 2, &minutes))
        minutes = 0;
    return (text.at[at] == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

bool fact_seconds(const struct fact *fact, double *out)
{
    struct str text = str_trim(fact->value.text);
    int64_t year, month, day, hour = 0, minute = 0, second = 0;
    if (fact->value.number && unit_row(fact->value.unit)->base == UNIT_SECOND)
        return fact_base(fact, out);
    if (!digits(text, 0, 4, &year) || !digits(text, 5, 2, &month) || !digits(text, 8, 2, &day) ||
        month < 1 || month > 12 || day < 1 || day > 31)
        return fact->value.number && fact_base(fact, out);
    if (text.len >= 19 && (!digits(text, 11, 2, &hour) || !digits(text, 14, 2, &minute) ||
                           !digits(text, 17, 2, &second)))
        return false;
    int64_t zone = text.len >= 19 ? zone_seconds(str_sub(text, 19, text.len)) : 0;
    *out = (double)(days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second -
                    zone);
    return true;
}

/* Whether a time says its offset from UTC: what was read as a number did. */
static bool is_zoned(const struct fact *fact)
{
    struct str text = str_trim(fact->value.text);
    struct str behind = str_sub(text, text.len < 19 ? text.len : 19, text.len);
    return fact->value.number || str_ends(text, STR("Z")) || str_ends(text, STR("UTC")) ||
           str_find(behind, STR("+")) != SIZE_MAX || str_find(behind, STR("-")) != SIZE_MAX;
}

bool moment_is_fine(double unix_s)
{
    const double millisecond = 1e-3, noise = 1.5e-6; /* of a double since 1970, and of rounding */
    double left = fmod(unix_s, millisecond);
    return left > noise && left < millisecond - noise;
}

bool fact_moments(const struct fact *fact, double *from, double *to)
{
    enum { HOUR_S = 3600, EAST = 14, WEST = 12, DAY_S = 24 * HOUR_S };
    double at;
    if (!fact_seconds(fact, &at))
        return false;
    *from = *to = at;
    if (!is_zoned(fact)) {
        *from = at - EAST * HOUR_S;
        *to = at + WEST * HOUR_S + (str_trim(fact->value.text).len < 19 ? DAY_S : 0);
    }
    return true;
}

/* civil_from_days of the same paper, for days since 1970-01-01. */
struct str utc_text(struct arena *home, double unix_s)
{
    if (!(unix_s >= 0 && unix_s < 253402300800.0)) /* 10000-01-01 */
        return (struct str){ 0 };
    int64_t at = (int64_t)unix_s, days = at / 86400 + 719468, second = at % 86400;
    int64_t era = days / 146097, of_era = days % 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t shifted = (5 * of_year + 2) / 153; /* months from March */
    int64_t day = of_year - (153 * shifted + 2) / 5 + 1;
    int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
    year += era * 400 + (month <= 2);
    return str_format(home, "%04d-%02d-%02dT%02d:%02d:%02dZ", (int)year, (int)month, (int)day,
                      (int)(second / 3600), (int)(second / 60 % 60), (int)(second % 60));
}

struct str epoch_text(struct arena *home, const struct fact *fact)
{
    double bare, at;
    bool counted = vocabulary_row(fact->key)->type == TYPE_TIME && fact->value.number &&
                   num_real(fact->value.text, &bare) && fact_seconds(fact, &at);
    return counted ? utc_text(home, at) : (struct str){ 0 };
}
