/* fuzz_archive.c - bundles as archives and compressed files. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct entries entries;
    struct str plain;
    if (archive_is(STR("f.tar"), input))
        (void)!entries_unpack(home, STR("f.tar"), input, &fuzz_limits, &entries, diags);
    else if (compressed_is(input))
        (void)!decompress(home, STR("f.gz"), input, &fuzz_limits, &plain, diags);
    FUZZ_END
}
