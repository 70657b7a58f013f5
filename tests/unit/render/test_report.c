/* test_report.c - placeholder list filled below */
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

int main(void)
{
    return 0;
}
