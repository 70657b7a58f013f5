/* test_normal.c - precision and accelerators in free text. Expected forms are worked out by hand
 * from the makers' data sheets and the tools' documentation. */
#include "model/normal.h"

#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void formats_are_found_in_free_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *formats; /* one after another, blanks between */
        const char *tool;
        bool whole;
    } rows[] = {
        { "fp8", "fp8", NULL, true },
        { "torch.bfloat16", "bf16", NULL, true },
        { "float8_e4m3fn", "fp8_e4m3fn", NULL, true },
        { "FP32", "fp32", NULL, true },
        { "UINT4", "uint4", NULL, true },
        { "fp8,fp16,int8", "fp16 fp8 int8", NULL, true },
        { "{'clip1': 'fp16', 'clip2': 'fp16', 'unet': 'fp8', 'vae': 'int8'}", "fp16 fp8 int8", NULL,
          false },
        { "llama ?B Q4_K - Medium", "q4_k_m", NULL, false },
        { "llama ?B Q3_K - Large", "q3_k_l", NULL, false },
        { "Q8_0", "q8_0", NULL, true },
        { "w4a16 (AWQ)", "w4a16", "awq", true },
        { "NVFP4, NVIDIA Model Optimizer", "nvfp4", "modelopt", true },
        { "OCP MXFP4 by AMD Quark", "mxfp4", "quark", true },
        { "Weight quantization from BF16 to INT8 using AutoRoundMLLM.", "bf16 int8", "autoround",
          false },
        { "Meta-Llama-3.1-70B-Instruct-FP8-dynamic", "fp8", NULL, false },
        { "awq", "", "awq", true },
        { "float", "fp32", NULL, true },
        { "half", "fp16", NULL, true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct precision precision;
        assert_true(precision_read(str_from(rows[i].text), &precision));
        char said[128] = "";
        for (size_t k = 0; k < precision.count; k++) {
            strncat(said, k ? " " : "", sizeof said - strlen(said) - 1);
            strncat(said, precision.format[k], sizeof said - strlen(said) - 1);
        }
        if (strcmp(said, rows[i].formats) != 0 || precision.whole != rows[i].whole ||
            strcmp(precision.tool ? precision.tool : "", rows[i].tool ? rows[i].tool : "") != 0) {
            fail_msg("%s: \"%s\" by %s, %s", rows[i].text, said,
                     precision.tool ? precision.tool : "nobody",
                     precision.whole ? "all understood" : "not all understood");
        }
    }
    struct precision none;
    assert_true(precision_read(STR("No change."), &none) && none.none && none.count == 0);
    /* no words of precision, or a format inside another word */
    static const char *const not_read[] = { "true", "", "a floating point", "xfp8", "fp80", "yes" };
    for (size_t i = 0; i < ARRAY_COUNT(not_read); i++) {
        assert_false(precision_read(str_from(not_read[i]), &none));
    }
    assert_string_equal(precision_format(STR(" Float16 ")), "fp16");
    assert_null(precision_format(STR("fp8 and int8")));
    assert_null(precision_format(STR("")));
}

static void precisions_are_alike_by_what_they_mean(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool alike;
    } rows[] = {
        { "bfloat16", "BF16", true },
        { "fp16, int8", "int8+fp16", true },
        { "fp8", "fp8_e4m3fn", false }, /* the first does not say which */
        { "fp8", "fp8 (modelopt)", true },
        { "fp8 (quark)", "fp8 (modelopt)", false },
        { "none", "No change", true },
        { "none", "int8", false },
        { "q4_k_m", "Q4_K - Medium", true },
        { "q4_k_m", "q4_0", false },
        { "fp8 quantized weights", "fp8", true },
        { "fp8 block 128", "fp8", false }, /* words not understood: only equal texts */
        { "fp8 block 128", "FP8 block 128", true },
        { "{'unet': 'fp8', 'vae': 'int8'}", "{'unet': 'int8', 'vae': 'fp8'}", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct precision a, b;
        assert_true(precision_read(str_from(rows[i].a), &a));
        assert_true(precision_read(str_from(rows[i].b), &b));
        if (precision_alike(&a, &b) != rows[i].alike || precision_alike(&b, &a) != rows[i].alike) {
            fail_msg("%s, %s", rows[i].a, rows[i].b);
        }
    }
}

static void accelerators_are_found_by_their_names(void **state)
{
    (void)state;
    static const struct {
        const char *text, *model, *form;
        uint32_t memory_gb;
        const char *partition;
        bool whole;
    } rows[] = {
        { "NVIDIA H100 80GB HBM3", "NVIDIA H100", "SXM", 80, "", true },
        { "NVIDIA H100-SXM-80GB", "NVIDIA H100", "SXM", 80, "", true },
        { "NVIDIA H100 PCIe", "NVIDIA H100", "PCIe", 0, "", true },
        { "NVIDIA H100 NVL", "NVIDIA H100", "NVL", 0, "", true },
        { "H100", "NVIDIA H100", NULL, 0, "", true },
        { "NVIDIA H200", "NVIDIA H200", NULL, 141, "", true },
        { "NVIDIA H200 NVL", "NVIDIA H200", "NVL", 141, "", true },
        { "NVIDIA A100-SXM4-80GB", "NVIDIA A100", "SXM", 80, "", true },
        { "NVIDIA A100-SXM4-40GB MIG 1g.5gb", "NVIDIA A100", "SXM", 40, "1g.5gb", true },
        { "Tesla V100-SXM2-16GB", "NVIDIA V100", "SXM", 16, "", true },
        { "NVIDIA B200-SXM-180GB", "NVIDIA B200", "SXM", 180, "", true },
        { "NVIDIA GH200 Grace Hopper Superchip 96GB", "NVIDIA GH200", NULL, 96, "", true },
        { "NVIDIA GB200", "NVIDIA GB200", NULL, 0, "", true },
        { "NVIDIA A10G", "NVIDIA A10G", "PCIe", 24, "", true },
        { "NVIDIA L40S", "NVIDIA L40S", "PCIe", 48, "", true },
        { "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090", NULL, 24, "", true },
        { "RTX4090", "NVIDIA GeForce RTX 4090", NULL, 24, "", true },
        { "NVIDIA RTX 4000 SFF Ada Generation", "NVIDIA RTX 4000 SFF Ada", "SFF", 20, "", true },
        { "NVIDIA RTX 4000 Ada-PCIe-20GB", "NVIDIA RTX 4000 Ada", "PCIe", 20, "", true },
        { "Quadro P400", "NVIDIA Quadro P400", "PCIe", 2, "", true },
        { "AMD Instinct MI300X 192GB HBM3", "AMD Instinct MI300X", "OAM", 192, "", true },
        { "AMD Instinct MI355X", "AMD Instinct MI355X", "OAM", 288, "", true },
        { "Intel(R) Data Center GPU Max 1550", "Intel Data Center GPU Max 1550", "OAM", 128, "",
          true },
        { "[MAXSUN] MS-Intel Arc Pro B60 Dual 48G Turbo", "Intel Arc Pro B60", "PCIe", 48, "",
          false },
        { "TPU v5e", "Google TPU v5e", NULL, 16, "", true },
        { "8x NVIDIA H100 80 GiB", "NVIDIA H100", NULL, 80, "", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct accelerator found;
        if (!accelerator_read(str_from(rows[i].text), &found)) {
            fail_msg("%s is not known", rows[i].text);
        }
        if (strcmp(found.model, rows[i].model) != 0 || found.memory_gb != rows[i].memory_gb ||
            strcmp(found.form ? found.form : "", rows[i].form ? rows[i].form : "") != 0 ||
            !str_eq(found.partition, str_from(rows[i].partition)) || found.whole != rows[i].whole) {
            fail_msg("%s: %s, %s, %u GB, %.*s%s", rows[i].text, found.model,
                     found.form ? found.form : "no form", found.memory_gb, STR_ARG(found.partition),
                     found.whole ? "" : ", not all understood");
        }
    }
    struct accelerator none;
    static const char *const not_read[] = {
        "", "NVIDIA", "H1000", "AH100", "H100 (x4), H200 (x4)", "Radeon"
    };
    for (size_t i = 0; i < ARRAY_COUNT(not_read); i++) {
        assert_false(accelerator_read(str_from(not_read[i]), &none));
    }
}

static void accelerators_are_alike_by_what_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool alike;
    } rows[] = {
        { "NVIDIA H100 80GB HBM3", "NVIDIA H100-SXM-80GB", true },
        { "NVIDIA H100 80GB HBM3", "H100", true },
        { "NVIDIA H100 80GB HBM3", "NVIDIA H100 PCIe", false },
        { "NVIDIA H100 PCIe", "NVIDIA H100 NVL", false },
        { "NVIDIA H100 80GB HBM3", "NVIDIA H200", false },
        { "NVIDIA A100-SXM4-80GB", "NVIDIA A100-SXM4-40GB", false },
        { "NVIDIA A100-SXM4-80GB", "NVIDIA A100-SXM4-80GB MIG 1g.10gb", false },
        { "Arc Pro B60", "Arc Pro B60 Dual", false },
        { "NVIDIA L40", "NVIDIA L40S", false },
        { "AMD Instinct MI300X", "MI300X OAM", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct accelerator a, b;
        assert_true(accelerator_read(str_from(rows[i].a), &a));
        assert_true(accelerator_read(str_from(rows[i].b), &b));
        if (accelerator_alike(&a, &b) != rows[i].alike ||
            accelerator_alike(&b, &a) != rows[i].alike) {
            fail_msg("%s, %s", rows[i].a, rows[i].b);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_found_in_free_text),
        cmocka_unit_test(precisions_are_alike_by_what_they_mean),
        cmocka_unit_test(accelerators_are_found_by_their_names),
        cmocka_unit_test(accelerators_are_alike_by_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
