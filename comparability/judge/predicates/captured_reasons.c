/* captured_reasons.c - what a capture's reasons for a reduced clock say of its moment: whether the
 * accelerator was idle, or slowed down by its hardware. */
#include "predicates.h"

#include "model/likeness.h"
#include "values.h"

#include "base/num.h"

/* Bits of NVML's mask that a captured reason says are active: a word of its own ("0 hw_slowdown" is
 * "Active"), or the mask of them all ("0 active" is "0x8" or 8). AMD's accelerators tell by name
 * what drives them (PROCHOT: too hot, by hardware). */
static uint64_t bits_told(const struct fact *fact)
{
    static const struct {
        struct str name;
        uint64_t bit;
    } words[] = {
        { STR_INIT(" gpu_idle"), 0x1 },
        { STR_INIT(" hw_slowdown"), 0x8 },
        { STR_INIT(" hw_thermal_slowdown"), 0x40 },
        { STR_INIT(" hw_power_brake_slowdown"), 0x80 },
        { STR_INIT(" prochot"), 0x40 },
    };
    struct str text = fact->value.text;
    double mask = 0;
    uint64_t bits = 0;
    if (fact->placeholder)
        return 0;
    if (str_ends(fact->instance, STR(" active"))) {
        bool number = num_real(text, &mask) && mask >= 0 && mask < 9007199254740992.0; /* 2^53 */
        return num_hex(text, &bits) ? bits : number ? (uint64_t)mask : 0;
    }
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (str_ends(fact->instance, words[i].name) && texts_alike(text, STR("Active")))
            bits |= words[i].bit;
    return bits;
}

bool says_idle(const struct fact *fact)
{
    struct str text = fact->value.text;
    return (bits_told(fact) & 1) != 0 || str_find(text, STR("idle")) != SIZE_MAX ||
           str_find(text, STR("Idle")) != SIZE_MAX;
}

struct fault_seen {
    const struct fact *fact; /* NULL: none */
};

static void fault_visit(void *self, const struct fact *fact)
{
    struct fault_seen *seen = self;
    uint64_t bits = bits_told(fact);
    bool fault = (bits & THROTTLE_FAULTS) != 0 && (bits & 1) == 0;
    seen->fact = seen->fact ? seen->fact : fault ? fact : NULL;
}

const struct fact *fault_fact(const struct judging *judging, const struct member *member)
{
    struct fault_seen seen = { NULL };
    struct str *instance;
    size_t count = instances_seen(judging, KEY_THROTTLE_REASON, &instance);
    for (size_t i = 0; i < count && !seen.fact; i++) {
        run_facts(judging->case_file, member->run, KEY_THROTTLE_REASON, instance[i], fault_visit,
                  &seen);
    }
    return seen.fact;
}

const struct fact *idle_fact(const struct judging *judging, const struct member *member)
{
    struct str *instance;
    size_t count = instances_seen(judging, KEY_THROTTLE_REASON, &instance);
    const struct fact *busy = member_any(judging, member, KEY_CAPTURE_UTILISATION);
    double value;
    if (busy && fact_base(busy, &value))
        return value == 0 ? busy : NULL;
    for (size_t i = 0; i < count; i++) {
        const struct fact *fact = member_fact(judging, member, KEY_THROTTLE_REASON, instance[i]);
        if (fact && says_idle(fact))
            return fact;
    }
    return NULL;
}
