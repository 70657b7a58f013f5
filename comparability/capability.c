/* capability.c - looks up the table of accelerator generations (capability.def). */
#include "capability.h"

#include "values.h"

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
    while (str_cut(&rest, ' ', &head)) {
        if (head.len > 0 && texts_alike(head, word)) {
            return true;
        }
    }
    return false;
}

/* "gfx942:sramecc+:xnack-" and "AMD Instinct (gfx942)" hold the target gfx942. */
static struct str device_word(struct str text)
{
    size_t at = str_find(text, STR("gfx")), end = at;
    if (at == SIZE_MAX) {
        return str_trim(text);
    }
    while (end < text.len && ((text.at[end] >= '0' && text.at[end] <= '9') ||
                              (text.at[end] >= 'a' && text.at[end] <= 'z'))) {
        end++;
    }
    return str_sub(text, at, end);
}

const struct generation *generation_find(struct str device)
{
    struct str word = device_word(device);
    for (size_t i = 0; i < ARRAY_COUNT(generations); i++) {
        if (listed(generations[i].devices, word)) {
            return &generations[i];
        }
    }
    return NULL;
}

enum support generation_supports(const struct generation *generation, struct str format)
{
    const struct format_row *row = format_find(format);
    if (!row) {
        return SUPPORT_UNKNOWN;
    }
    if (listed(generation->native, str_from(row->name))) {
        return SUPPORT_NATIVE;
    }
    /* Block formats of files (q4_0, ...) are unpacked before they are computed with. */
    bool unpacked = row->name[0] == 'q';
    return unpacked || listed(generation->emulated, str_from(row->name)) ? SUPPORT_EMULATED
                                                                         : SUPPORT_ABSENT;
}

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
    for (size_t i = 0; i < ARRAY_COUNT(vendors); i++) {
        if (str_find(name, str_from(vendors[i].word)) != SIZE_MAX) {
            return str_from(vendors[i].vendor);
        }
    }
    return (struct str){ 0 };
}
