/* fuzz_case.c - the case file. */
#include "fuzz.h"
#include "ingest/ingest.h"

static const char rules_text[] = "{ \"format\": \"dossier-rules/1\", \"version\": \"1\", "
                                 "\"parameters\": { \"delta\": \"1 %\", \"margin\": \"1 %\", "
                                 "\"failures\": \"0.1 %\", \"least_share\": \"25 %\", "
                                 "\"least_window\": \"60 s\", \"least_batches\": 30, "
                                 "\"repetitions\": 3 }, \"rules\": [] }";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct evidence file = { .name = STR("case.json"),
                             .packed = STR("data/case.json"),
                             .bytes = input };
    struct evidence rules = { .name = STR("rules.json"),
                              .packed = STR("data/rules.json"),
                              .bytes = { rules_text, sizeof rules_text - 1 } };
    struct case_file case_file = { 0 };
    (void)!case_read(home, &file, &rules, &fuzz_limits, &case_file, diags);
    FUZZ_END
}
