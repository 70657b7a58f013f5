/* capability.c - looks up the table of accelerator generations (capability.def). */
#include "capability.h"
#include "comparability.h"

#include "base/num.h"
#include "model/likeness.h"

static const struct generation generations[] = {
#define GENERATION(id, vendor, title, devices, native, emulated, first, left, source)              \
    { vendor, title, devices, native, emulated, first, left, source },
#include "capability.def"
#undef GENERATION
};

const struct generation *generation_at(size_t index)
{
    return index < ARRAY_COUNT(generations) ? &generations[index] : NULL;
}

static bool listed(const char *list, struct str word)
{
    struct str rest = str_from(list), head;
    while (str_cut(&rest, ' ', &head))
        if (head.len > 0 && texts_alike(head, word))
            return true;
    return false;
}

/* "gfx942:sramecc+:xnack-" and "AMD Instinct (gfx942)" hold the target gfx942. */
static struct str device_word(struct str text)
{
    size_t at = str_find(text, STR("gfx")), end = at;
    if (at == SIZE_MAX)
        return str_trim(text);
    while (end < text.len && ((text.at[end] >= '0' && text.at[end] <= '9') ||
                              (text.at[end] >= 'a' && text.at[end] <= 'z')))
        end++;
    return str_sub(text, at, end);
}

const struct generation *generation_find(struct str device)
{
    struct str word = device_word(device);
    for (size_t i = 0; i < ARRAY_COUNT(generations); i++)
        if (listed(generations[i].devices, word))
            return &generations[i];
    return NULL;
}

enum support generation_supports(const struct generation *generation, struct str format)
{
    const struct format_row *row = format_find(format);
    if (!row)
        return SUPPORT_UNKNOWN;
    if (listed(generation->native, str_from(row->name)))
        return SUPPORT_NATIVE;
    /* Block formats of files (q4_0, ...) are unpacked before they are computed with. */
    bool unpacked = row->name[0] == 'q';
    return unpacked || listed(generation->emulated, str_from(row->name)) ? SUPPORT_EMULATED
                                                                         : SUPPORT_ABSENT;
}

/* ---- code and devices ---- */

struct target { /* "sm_90a", "compute_100f" */
    bool virtual_form;
    int64_t major, minor;
    char suffix; /* 'a', 'f' or 0 */
};

/* The number of "90a" is 9.0, of "100f" 10.0: the last digit is the minor number. */
static bool target_read(struct str word, struct target *out)
{
    size_t head = str_starts(word, STR("sm_")) ? 3 : str_starts(word, STR("compute_")) ? 8 : 0;
    int64_t number = 0;
    size_t at = head;
    while (at < word.len && word.at[at] >= '0' && word.at[at] <= '9' && number < 10000)
        number = number * 10 + (word.at[at++] - '0');
    if (head == 0 || at == head)
        return false;
    *out = (struct target){ .virtual_form = head == 8, .major = number / 10, .minor = number % 10 };
    if (at < word.len && (word.at[at] == 'a' || word.at[at] == 'f'))
        out->suffix = word.at[at];
    return true;
}

static bool target_fits(const struct target *target, int64_t major, int64_t minor)
{
    bool same = target->major == major && target->minor == minor;
    bool family = target->major == major && target->minor <= minor;
    if (target->suffix == 'a')
        return same;
    if (target->virtual_form && target->suffix != 'f')
        return family || target->major < major;
    return family;
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_';
}

bool targets_fit(struct str list, struct str device)
{
    struct str rest = device, head, gfx = device_word(device);
    int64_t major = 0, minor = 0;
    bool by_name = str_starts(gfx, STR("gfx"));
    bool numbered =
        !by_name && str_cut(&rest, '.', &head) && num_int(head, &major) && num_int(rest, &minor);
    for (size_t at = 0; at < list.len; at++) {
        size_t end = at;
        struct target target;
        while (end < list.len && is_word(list.at[end]))
            end++;
        struct str word = str_sub(list, at, end);
        bool fits =
            by_name ? str_eq(word, gfx)
                    : numbered && target_read(word, &target) && target_fits(&target, major, minor);
        if (fits)
            return true;
        at = end > at ? end : at;
    }
    return false;
}

/* ---- drivers ---- */

static bool major_of(struct str version, int64_t *out)
{
    struct str rest = str_trim(version), head;
    return str_cut(&rest, '.', &head) && num_int(head, out);
}

enum driver_fit driver_fit(struct str driver_cuda, struct str driver, struct str built_for)
{
    static const struct {
        int64_t cuda, driver;
    } least[] = { { 11, 450 }, { 12, 525 }, { 13, 580 } };
    int64_t built, has, branch;
    if (!major_of(built_for, &built))
        return DRIVER_FITS;
    for (size_t i = 0; i < ARRAY_COUNT(least); i++)
        if (least[i].cuda == built && major_of(driver, &branch) && branch < least[i].driver)
            return DRIVER_TOO_OLD;
    if (!major_of(driver_cuda, &has) || versions_order(driver_cuda, built_for) >= 0 ||
        versions_agree(driver_cuda, built_for))
        return DRIVER_FITS;
    return has == built && built >= 11 ? DRIVER_FITS_IN_PART : DRIVER_TOO_OLD;
}

/* ---- vendors ---- */

static const struct {
    const char *word, *vendor;
} vendors[] = {
    { "NVIDIA", "NVIDIA" }, { "Tesla", "NVIDIA" }, { "GeForce", "NVIDIA" }, { "RTX", "NVIDIA" },
    { "H100", "NVIDIA" },   { "H200", "NVIDIA" },  { "A100", "NVIDIA" },    { "B200", "NVIDIA" },
    { "AMD", "AMD" },       { "Instinct", "AMD" }, { "Radeon", "AMD" },     { "MI300", "AMD" },
    { "MI325", "AMD" },     { "MI355", "AMD" },    { "Intel", "Intel" },    { "Gaudi", "Intel" },
    { "TPU", "Google" },
};

struct str vendor_of(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(vendors); i++)
        if (str_find(name, str_from(vendors[i].word)) != SIZE_MAX)
            return str_from(vendors[i].vendor);
    return (struct str){ 0 };
}
