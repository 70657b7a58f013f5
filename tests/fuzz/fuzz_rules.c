/* fuzz_rules.c - a rule set that someone else wrote. */
#include "comparability/comparability.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct evidence file = { .name = STR("rules.json"),
                             .packed = STR("data/rules.json"),
                             .bytes = input };
    const struct rules *rules, *none = NULL;
    (void)!rules_read(home, &file, &fuzz_limits, &rules, diags);
    /* The same as rows of one's own; what they extend may be empty, never NULL. */
    static const char empty[] =
        "{\"format\":\"dossier-rules/1\",\"version\":\"0\",\"parameters\":{},\"rules\":[]}";
    struct evidence base = { .name = STR("base.json"), .bytes = str_from(empty) };
    (void)!rules_read(home, &base, &fuzz_limits, &none, diags_new(home));
    if (none)
        (void)!rules_extend(home, none, &file, &fuzz_limits, &rules, diags);
    FUZZ_END
}
