/* method_page.h - docs/method.md, in which each row that a simulation prints stands. */
#ifndef TESTS_METHOD_PAGE_H
#define TESTS_METHOD_PAGE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *method_page;

static inline int method_page_read(void)
{
    FILE *file = fopen(TESTS_DIR "/../docs/method.md", "rb");
    if (!file)
        return -1;
    method_page = (char *)calloc(1, (size_t)1 << 20);
    size_t got = method_page ? fread(method_page, 1, ((size_t)1 << 20) - 1, file) : 0;
    (void)fclose(file);
    return got > 0 ? 0 : -1;
}

static inline void method_page_free(void)
{
    free(method_page);
}

/* Prints the row; fails where the page lacks it. */
static inline void row_stands(const char *row)
{
    print_message("%s\n", row);
    if (!strstr(method_page, row)) {
        print_error("docs/method.md has no such row\n");
        fail();
    }
}

#endif
