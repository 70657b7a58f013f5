/* fuzz_dossier.c - the verifier: whatever comes, never a pass without an anchor, never a crash. */
#include "fuzz.h"
#include "sign/sign.h"
#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct verify_request request = { .at = 1795824000 };
    struct checks checks = { 0 };
    if (sign_verify(home, input, &request, &checks, diags))
        assert(checks.overall == CHECK_FAILS || checks.overall == CHECK_UNDECIDED);
    FUZZ_END
}
