/* test_capability.c - the table of accelerator generations against the tables of the documents that
 * its rows name, written here a second time as they stand there; code against devices; drivers
 * against releases. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "capability.h"

#include <cmocka.h>
#include <string.h>

static bool native(const char *device, const char *format)
{
    const struct generation *row = generation_find(str_from(device));
    assert_non_null(row);
    return generation_supports(row, str_from(format)) == SUPPORT_NATIVE;
}

/* CUDA Programming Guide, input data types supported by tensor core acceleration. A type that other
 * units compute as well (fp64) may be native without it, so a blank says something of the others.
 */
static void tensor_cores_of_the_guide(void **state)
{
    static const char *const format[] = { "fp64", "tf32", "bf16", "fp16", "fp8",
                                          "fp6",  "fp4",  "int8", "int4" };
    static const struct {
        const char *device, *supported;
    } rows[] = {
        { "7.5", "...Y...YY" },  { "8.0", "YYYY...YY" },  { "8.6", ".YYY...YY" },
        { "8.7", ".YYY...YY" },  { "8.9", ".YYYY..YY" },  { "9.0", "YYYYY..Y." },
        { "10.0", "YYYYYYYY." }, { "10.3", ".YYYYYYY." }, { "11.0", ".YYYYYYY." },
        { "12.0", ".YYYYYYY." }, { "12.1", ".YYYYYYY." },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t j = 0; j < sizeof format / sizeof *format; j++) {
            bool supported = rows[i].supported[j] == 'Y';
            if (native(rows[i].device, format[j]) != (supported || j == 0))
                fail_msg("%s on %s", format[j], rows[i].device);
        }
    }
}

/* PTX ISA 9.1, section 13, table 59: the release that first names a target. */
static void releases_of_the_history(void **state)
{
    static const struct {
        const char *device, *release;
    } rows[] = { { "6.0", "8.0" },   { "6.1", "8.0" },   { "6.2", "8.0" },   { "7.0", "9.0" },
                 { "7.2", "9.1" },   { "7.5", "10.0" },  { "8.0", "11.0" },  { "8.6", "11.1" },
                 { "8.7", "11.4" },  { "8.9", "11.8" },  { "9.0", "11.8" },  { "10.0", "12.7" },
                 { "10.1", "12.7" }, { "12.0", "12.8" }, { "10.3", "12.9" }, { "12.1", "12.9" },
                 { "11.0", "13.0" } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct generation *row = generation_find(str_from(rows[i].device));
        assert_non_null(row);
        assert_string_equal(row->toolkit_first, rows[i].release);
        bool old = strlen(rows[i].device) == 3 && rows[i].device[0] < '8' &&
                   strcmp(rows[i].device, "7.5") != 0;
        bool renamed = strcmp(rows[i].device, "10.1") == 0;
        assert_string_equal(row->toolkit_left, old || renamed ? "13.0" : "");
    }
}

/* ROCm 7.2, Data types and precision support: HIP types (encodings of 8 bits), then compute units
 * or matrix cores. tf32 of gfx950 is a full tick there, which counts imitation by hardware. */
static void types_of_rocm(void **state)
{
    static const char *const format[] = { "fp8_e4m3fnuz", "fp8_e5m2fnuz", "fp8_e4m3fn", "fp8_e5m2",
                                          "fp6",          "fp4",          "int8",       "fp16",
                                          "bf16",         "fp32",         "fp64",       "tf32" };
    static const struct {
        const char *device, *supported;
    } rows[] = { { "gfx908", "......YYYYY." },  { "gfx90a", "......YYYYY." },
                 { "gfx942", "YY....YYYYYY" },  { "gfx950", "..YYYYYYYYY." },
                 { "gfx1100", "......YYYYY." }, { "gfx1201", "..YY..YYYYY." } };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t j = 0; j < sizeof format / sizeof *format; j++)
            if (native(rows[i].device, format[j]) != (rows[i].supported[j] == 'Y'))
                fail_msg("%s on %s", format[j], rows[i].device);
    }
    assert_true(native("AMD Instinct MI300X (gfx942:sramecc+:xnack-)", "fp8"));
}

static void each_row_names_its_sections(void **state)
{
    (void)state;
    for (size_t i = 0; generation_at(i); i++) {
        const struct generation *row = generation_at(i);
        struct str rest = str_from(row->devices), device;
        assert_true(strchr(row->source, ',') != NULL); /* document, section */
        while (str_cut(&rest, ' ', &device))
            assert_ptr_equal(generation_find(device), row); /* no device stands twice */
        struct str native_list = str_from(row->native), format;
        while (str_cut(&native_list, ' ', &format))
            assert_int_equal(generation_supports(row, format), SUPPORT_NATIVE);
        struct str imitated = str_from(row->emulated);
        while (imitated.len > 0 && str_cut(&imitated, ' ', &format))
            assert_int_equal(generation_supports(row, format), SUPPORT_EMULATED);
    }
    assert_int_equal(generation_supports(generation_find(STR("7.0")), STR("fp8")), SUPPORT_ABSENT);
    assert_null(generation_find(STR("99.0")));
}

static void code_fits_devices(void **state)
{
    static const struct {
        const char *list, *device;
        bool fits;
    } rows[] = {
        { "sm_80 sm_90", "9.0", true },
        { "sm_80", "8.9", true },  /* a later minor number */
        { "sm_89", "8.6", false }, /* an earlier one */
        { "sm_80", "9.0", false }, /* another major number */
        { "sm_90a", "9.0", true }, /* this architecture alone */
        { "sm_100a", "10.3", false },
        { "sm_100f", "10.3", true }, /* the family */
        { "sm_103f", "10.0", false },
        { "sm_100f", "12.0", false },
        { "sm_120f", "12.1", true },
        { "compute_80", "9.0", true }, /* compiled at run time */
        { "compute_90", "8.0", false },
        { "compute_90a", "10.0", false },
        { "sm_75, sm_80, compute_120", "12.0", true },
        { "sm_70 sm_80", "7.5", true },
        { "sm_9", "9.0", false },
        { "gfx90a gfx942", "gfx942:sramecc+:xnack-", true },
        { "gfx942", "gfx950", false },
        { "gfx1100", "gfx110", false },
        { "", "9.0", false },
        { "sm_90", "", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (targets_fit(str_from(rows[i].list), str_from(rows[i].device)) != rows[i].fits)
            fail_msg("%s on %s", rows[i].list, rows[i].device);
}

/* CUDA Compatibility, Minor Version Compatibility, table 1. */
static void drivers_fit_releases(void **state)
{
    static const struct {
        const char *cuda, *driver, *built;
        enum driver_fit fit;
    } rows[] = {
        { "13.0", "580.82.07", "13.0", DRIVER_FITS },
        { "13.0", "580.82.07", "12.8", DRIVER_FITS },
        { "12.4", "550.54.15", "12.8", DRIVER_FITS_IN_PART },
        { "12.4", "", "12.8", DRIVER_FITS_IN_PART },
        { "12.8", "570.124.06", "13.0", DRIVER_TOO_OLD },
        { "", "570.124.06", "13.0", DRIVER_TOO_OLD },
        { "", "580.65.06", "13.1", DRIVER_FITS },
        { "", "520.61.05", "12.0", DRIVER_TOO_OLD },
        { "", "525.60.13", "12.9", DRIVER_FITS },
        { "11.2", "460.27", "11.8", DRIVER_FITS_IN_PART },
        { "", "440.33", "11.0", DRIVER_TOO_OLD },
        { "10.1", "", "10.2", DRIVER_TOO_OLD }, /* before CUDA 11 */
        { "", "", "13.0", DRIVER_FITS },        /* not known is not too old */
        { "13.0", "580.82.07", "", DRIVER_FITS },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (driver_fit(str_from(rows[i].cuda), str_from(rows[i].driver), str_from(rows[i].built)) !=
            rows[i].fit)
            fail_msg("%s %s for %s", rows[i].cuda, rows[i].driver, rows[i].built);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensor_cores_of_the_guide),
        cmocka_unit_test(releases_of_the_history),
        cmocka_unit_test(types_of_rocm),
        cmocka_unit_test(each_row_names_its_sections),
        cmocka_unit_test(code_fits_devices),
        cmocka_unit_test(drivers_fit_releases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
