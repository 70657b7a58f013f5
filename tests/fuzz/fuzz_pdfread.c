/* fuzz_pdfread.c - a PDF that somebody hands over: its letters, and the keys of its objects. What
 * was read stands where it always stood: a file says and sets what it itself says and sets. */
#include "fuzz.h"
#include "pdfread/pdfread.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    struct letters letters = { 0 };
    struct str why = { 0 };
    struct str fault = pdf_keys_fault(home, input);
    assert(size > 0 || fault.len > 0); /* nothing is no PDF */
    if (letters_read(home, input, &letters, &why)) {
        assert(letters_stand(home, &letters, &letters, &why));
        (void)!letters_say(home, &letters, STR(""), &why);
        (void)!letters_say(home, &letters, input, &why);
    } else {
        assert(why.len > 0);
    }
    FUZZ_END
}
