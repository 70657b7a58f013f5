/* fuzz_rules.c - a rule set that someone else wrote. */
#include "comparability/comparability.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct evidence file = { .name = STR("rules.json"),
                             .packed = STR("data/rules.json"),
                             .bytes = input };
    const struct rules *rules;
    (void)!rules_read(home, &file, &fuzz_limits, &rules, diags);
    FUZZ_END
}
