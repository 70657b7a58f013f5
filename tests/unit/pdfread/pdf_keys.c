/* pdf_keys.c - prints what is in a PDF that no list names; exits 1 where there is something. */
#include "base/file.h"
#include "pdfread/pdfread.h"

#include <stdio.h>

int main(int count, char **argument)
{
    struct arena *home = arena_new((size_t)1 << 30);
    struct diags *diags = diags_new(home);
    struct str bytes;
    if (count != 2 || !file_read(home, argument[1], &limits_default, &bytes, diags))
        return 2;
    struct str fault = pdf_keys_fault(home, bytes);
    printf("%.*s\n", STR_ARG(fault));
    int status = fault.len > 0;
    arena_free(home);
    return status;
}
