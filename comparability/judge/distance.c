/* distance.c - how far two versions lie apart, by the first component in which they differ. */
#include "distance.h"
#include "capability.h"
#include "comparability.h"
#include "model/likeness.h"

#include "base/num.h"

enum { COMPONENTS_MOST = 8, DIGITS_MOST = 9, HASH_LEAST = 7 };

struct version { /* "gcc 12.2.0-3": name "gcc", numbers 12 2 0, rest "-3" */
    struct str name;
    uint32_t number[COMPONENTS_MOST];
    size_t count;
    struct str rest;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static struct str name_before(struct str text, size_t end)
{
    struct str name = str_trim(str_sub(text, 0, end));
    bool mark = name.len > 0 && (name.at[name.len - 1] == 'v' || name.at[name.len - 1] == 'V');
    bool alone = name.len == 1 || (name.len > 1 && !is_letter(name.at[name.len - 2]));
    return mark && alone ? str_trim(str_sub(name, 0, name.len - 1)) : name;
}

/* One more number, which ends at `*at`; false: there is none, or it is too long to be one. */
static bool number_read(struct str text, size_t *at, struct version *out)
{
    size_t from = *at;
    uint32_t value = 0;
    while (*at < text.len && is_digit(text.at[*at])) {
        if (*at - from == DIGITS_MOST)
            return false;
        value = value * 10 + (uint32_t)(text.at[*at] - '0');
        (*at)++;
    }
    if (*at == from)
        return false;
    out->number[out->count++] = value;
    return true;
}

/* A digest or a revision is no version, though it begins with digits. */
static bool is_ordered(const struct version *v, size_t digits_of_first)
{
    if (v->count == 1)
        return digits_of_first < HASH_LEAST && (v->rest.len == 0 || v->rest.at[0] == '+');
    return v->rest.len == 0 || is_letter(v->rest.at[0]) ||
           str_find(STR("-+._~ ,("), str_sub(v->rest, 0, 1)) < 8;
}

static bool version_read(struct str text, struct version *out)
{
    size_t at = 0;
    text = str_trim(text);
    while (at < text.len && !is_digit(text.at[at]))
        at++;
    *out = (struct version){ .name = name_before(text, at) };
    size_t first = at;
    if (!number_read(text, &at, out))
        return false;
    size_t digits_of_first = at - first;
    while (out->count < COMPONENTS_MOST && at + 1 < text.len && text.at[at] == '.' &&
           is_digit(text.at[at + 1])) {
        at++;
        if (!number_read(text, &at, out))
            return false;
    }
    out->rest = str_sub(text, at, text.len);
    return is_ordered(out, digits_of_first);
}

static const char *component(size_t index)
{
    static const char *const names[] = { "major", "minor", "patch" };
    return index < ARRAY_COUNT(names) ? names[index] : "build";
}

struct str version_distance(struct arena *home, struct str a, struct str b)
{
    struct version va, vb;
    if (texts_alike(a, b))
        return (struct str){ 0 };
    if (!version_read(a, &va) || !version_read(b, &vb) || !texts_alike(va.name, vb.name))
        return STR("not comparable as versions");
    size_t most = va.count > vb.count ? va.count : vb.count;
    for (size_t i = 0; i < most; i++) {
        if (i >= va.count || i >= vb.count)
            return str_from(component(i)); /* one side does not write it */
        if (va.number[i] != vb.number[i]) {
            bool later = vb.number[i] > va.number[i];
            uint32_t apart = later ? vb.number[i] - va.number[i] : va.number[i] - vb.number[i];
            return str_format(home, "%s %s%lu", component(i), later ? "+" : "−",
                              (unsigned long)apart);
        }
    }
    return STR("build");
}

/* ---- of two facts ---- */

enum key version_of_what(enum key key)
{
    static const struct {
        enum key version, name;
    } named[] = {
        { KEY_ENGINE_VERSION, KEY_ENGINE_NAME },
        { KEY_FRAMEWORK_VERSION, KEY_FRAMEWORK_NAME },
        { KEY_OS_VERSION, KEY_OS_NAME },
        { KEY_FIRMWARE_HOST, KEY_HOST_MODEL },
    };
    for (size_t i = 0; i < ARRAY_COUNT(named); i++)
        if (named[i].version == key)
            return named[i].name;
    return vocabulary_row(key)->bound == BOUND_PORTABLE ? KEY_COUNT : KEY_ACCELERATOR_NAME;
}

bool has_distance(enum key key)
{
    /* A compute capability is a property of a chip, not a release of anything. */
    return vocabulary_row(key)->type == TYPE_VERSION && key != KEY_ACCELERATOR_CAPABILITY;
}

struct str facts_distance(struct arena *home, const struct fact *a, const struct fact *b,
                          const struct fact *of_a, const struct fact *of_b)
{
    bool other = false;
    if (of_a && of_b && vocabulary_row(a->key)->bound == BOUND_VENDOR) {
        struct str va = vendor_of(of_a->value.text), vb = vendor_of(of_b->value.text);
        other = va.len > 0 && vb.len > 0 && !str_eq(va, vb);
    } else if (of_a && of_b) {
        other = !facts_alike(home, of_a, of_b);
    }
    if (other)
        return STR("not comparable as versions");
    struct str distance = version_distance(home, version_unpacked(home, a->key, a->value.text),
                                           version_unpacked(home, b->key, b->value.text));
    /* Its numbers are hexadecimal: which one differs can be told, by how much not. */
    if (a->key == KEY_FIRMWARE_VBIOS && !str_starts(distance, STR("not ")))
        distance = str_sub(distance, 0, str_find(distance, STR(" ")));
    return distance;
}
