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
        { "FP8 E4M3", "fp8_e4m3fn", NULL, true },
        { "FP8 (E5M2)", "fp8_e5m2", NULL, true },
        { "FP8‐E4M3", "fp8_e4m3fn", NULL, true },
        { "fp8e4m3fn", "fp8_e4m3fn", NULL, true },
        { "torch.float8_e5m2fnuz", "fp8_e5m2fnuz", NULL, true },
        { "float8_e4m3fnuz", "fp8_e4m3fnuz", NULL, true },
        { "E4M3 weights, E5M2", "fp8_e4m3fn fp8_e5m2", NULL, true },
        { "FP-16", "fp16", NULL, true },
        { "BF 16", "bf16", NULL, true },
        { "INT-8", "int8", NULL, true },
        { "TF-32", "tf32", NULL, true },
        { "half precision", "fp16", NULL, true },
        { "double precision", "fp64", NULL, true },
        { "bf16-mixed", "bf16", NULL, false },
        { "mixed precision fp16", "fp16", NULL, false },
        { "bf16-true", "bf16", NULL, false },
        { "TF32 enabled", "tf32", NULL, false },
        { "BF16, TF32 disabled", "bf16", NULL, false },
        { "bf16 without fp8", "bf16", NULL, false },
        { "fp16 (no int8)", "fp16", NULL, false },
        { "fp16, allow_tf32=False", "fp16", NULL, false },
        { "bf16 (unquantized)", "bf16", NULL, true },
        { "AWQ int4 g128", "int4", "awq", false },
        { "W4A16_AWQ", "w4a16", "awq", true },
        { "INT4_AWQ", "int4", "awq", true },
        { "awq_marlin", "", "awq", true },
        { "gptq_marlin", "", "gptq", true },
        { "GPTQ-Int4", "int4", "gptq", true },
        { "W4A8KV4", "w4a8kv4", NULL, true },
        { "W8A8 INT8", "int8 w8a8", NULL, true },
        { "FP8 W8A8", "fp8 w8a8", NULL, true },
        { "compressed_tensors", "", "compressed-tensors", true },
        { "nvfp4", "nvfp4", NULL, true },
        { "NV-FP4", "nvfp4", NULL, true },
        { "FP4 (NVFP4)", "nvfp4", NULL, true },
        { "mxfp4", "mxfp4", NULL, true },
        { "MXFP4 MoE", "mxfp4", NULL, false },
        { "MXFP8", "mxfp8", NULL, true },
        { "OCP MXFP6", "mxfp6", NULL, true },
        { "float4_e2m1fn_x2", "fp4", NULL, true },
        { "modelopt_fp4", "fp4", "modelopt", true },
        { "TensorRT Model Optimizer FP8", "fp8", "modelopt", true },
        { "nf4", "nf4", NULL, true },
        { "bnb NF4", "nf4", "bitsandbytes", true },
        { "Q4_K_M", "q4_k_m", NULL, true },
        { "Q4_K_XL", "q4_k_xl", NULL, true },
        { "Meta-Llama-3-8B-Instruct.Q4_K_M.gguf", "q4_k_m", "llama.cpp", false },
        { "Q2_K_S", "q2_k_s", NULL, true },
        { "Q2_K - Small", "q2_k_s", NULL, true },
        { "IQ2_XXS - 2.0625 bpw", "iq2_xxs", NULL, true },
        { "IQ3_XXS", "iq3_xxs", NULL, true },
        { "IQ3_S mix - 3.66 bpw", "iq3_m", NULL, true },
        { "TQ1_0 - 1.69 bpw ternary", "tq1_0", NULL, true },
        { "Q6_K", "q6_k", NULL, true },
        { "Q4_0_4_4", "q4_0", NULL, false },
        { "FP32+TF32", "fp32 tf32", NULL, true },
        { "bf16/fp16", "bf16 fp16", NULL, true },
        { "Intel Neural Compressor INT8", "int8", "neural-compressor", true },
        { "BF16 weights, FP8 KV cache", "bf16 fp8", NULL, false },
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
    static const char *const not_read[] = {
        "true",  "",         "a floating point", "xfp8",     "fp80", "yes",   "auto",
        "4-bit", "16-mixed", "no tf32",          "fp16fp32", "8",    "MIXED", "TF32: off"
    };
    for (size_t i = 0; i < ARRAY_COUNT(not_read); i++)
        assert_false(precision_read(str_from(not_read[i]), &none));
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
        { "fp8_e4m3fn", "FP8 E4M3", true },
        { "fp8_e4m3fn", "fp8_e4m3fnuz", false }, /* AMD's CDNA 3 counts its exponent otherwise */
        { "fp8 e4m3", "fp8 e5m2", false },
        { "bf16", "bf16-mixed", false },
        { "bf16-mixed", "BF16-Mixed", true },
        { "bf16", "bf16 (unquantized)", true },
        { "fp16", "fp16 without tf32", false },
        { "nvfp4", "mxfp4", false },
        { "fp4", "nvfp4", false },
        { "nf4", "int4", false },
        { "W4A16 AWQ", "W4A16 GPTQ", false },
        { "int4_awq", "AWQ int4", true },
        { "AWQ int4 g128", "AWQ int4 g64", false },
        { "q4_k_m", "q4_k_xl", false },
        { "q4_k_m", "q4_k_s", false },
        { "not quantized", "none", true },
        { "q4_k_m", "Q4_K - Medium", true },
        { "q4_k_m", "q4_0", false },
        { "fp8 quantized weights", "fp8", true },
        { "fp8 block 128", "fp8", false }, /* words not understood: only equal texts */
        { "fp8 block 128", "FP8 block 128", true },
        { "{'unet': 'fp8', 'vae': 'int8'}", "{'unet': 'int8', 'vae': 'fp8'}", false },
        /* More formats than a set holds: what falls out of it still counts. */
        { "fp64 fp32 tf32 bf16 fp16 w16a16 int32 uint8 w8a16 mxfp8 int8 q8_0",
          "fp64 fp32 tf32 bf16 fp16 w16a16 int32 uint8 w8a16 mxfp8 int8 q8_0 int4", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct precision a, b;
        assert_true(precision_read(str_from(rows[i].a), &a));
        assert_true(precision_read(str_from(rows[i].b), &b));
        if (precision_alike(&a, &b) != rows[i].alike || precision_alike(&b, &a) != rows[i].alike)
            fail_msg("%s, %s", rows[i].a, rows[i].b);
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
        { "NVIDIA-H100-80GB-HBM3", "NVIDIA H100", "SXM", 80, "", true },
        { "h100 80gb sxm5", "NVIDIA H100", "SXM", 80, "", true },
        { "H100 80GB HBM2e", "NVIDIA H100", "PCIe", 80, "", true },
        { "NVIDIA H100 NVL 94GB HBM3", "NVIDIA H100", "NVL", 94, "", true },
        { "NVIDIA GH200 480GB", "NVIDIA GH200", NULL, 96, "", true },
        { "NVIDIA GH200 144G HBM3e", "NVIDIA GH200", NULL, 144, "", true },
        { "NVIDIA H20", "NVIDIA H20", "SXM", 0, "", true },
        { "NVIDIA H20-3e", "NVIDIA H20", "SXM", 0, "", false },
        { "NVIDIA H800 PCIe", "NVIDIA H800", "PCIe", 80, "", true },
        { "NVIDIA A800-SXM4-80GB", "NVIDIA A800", "SXM", 80, "", true },
        { "A100 80GB PCIe", "NVIDIA A100", "PCIe", 80, "", true },
        { "NVIDIA A100-PCIE-40GB", "NVIDIA A100", "PCIe", 40, "", true },
        { "NVIDIA A100-SXM-64GB", "NVIDIA A100", "SXM", 64, "", true },
        { "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "NVIDIA A100", "SXM", 40, "1g.5gb", true },
        { "NVIDIA H100 80GB HBM3 MIG 1g.10gb+me", "NVIDIA H100", "SXM", 80, "1g.10gb+me", true },
        { "GRID A100-10C", "NVIDIA A100", NULL, 0, "", false },
        { "NVIDIA A10-24Q", "NVIDIA A10", "PCIe", 24, "", false },
        { "Tesla V100S-PCIE-32GB", "NVIDIA V100S", "PCIe", 32, "", true },
        { "Tesla V100-DGXS-32GB", "NVIDIA V100", NULL, 32, "", false },
        { "Tesla P40", "NVIDIA P40", "PCIe", 24, "", true },
        { "Tesla T4", "NVIDIA T4", "PCIe", 16, "", true },
        { "NVIDIA GeForce RTX 4090 Laptop GPU", "NVIDIA GeForce RTX 4090", "laptop", 0, "", true },
        { "NVIDIA GeForce RTX 4090 D", "NVIDIA GeForce RTX 4090 D", NULL, 24, "", true },
        { "NVIDIA GeForce RTX 3090 Ti", "NVIDIA GeForce RTX 3090 Ti", NULL, 24, "", true },
        { "NVIDIA GeForce RTX 4080 SUPER", "NVIDIA GeForce RTX 4080 SUPER", NULL, 16, "", true },
        { "NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA RTX PRO 6000 Blackwell", NULL, 96,
          "", false },
        { "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
          "NVIDIA RTX PRO 6000 Blackwell", "Max-Q", 96, "", false },
        { "NVIDIA RTX 6000 Ada Generation", "NVIDIA RTX 6000 Ada", "PCIe", 48, "", true },
        { "A6000", "NVIDIA RTX A6000", "PCIe", 48, "", true },
        { "NVIDIA B300 SXM6 AC", "NVIDIA B300", "SXM", 0, "", false },
        { "NVIDIA GB200 NVL72", "NVIDIA GB200", NULL, 0, "", false },
        { "GB300", "NVIDIA GB300", NULL, 0, "", true },
        { "L40S-48GB", "NVIDIA L40S", "PCIe", 48, "", true },
        { "NVIDIA L20", "NVIDIA L20", "PCIe", 48, "", true },
        { "AMD Instinct MI300X (gfx942)", "AMD Instinct MI300X", "OAM", 192, "", true },
        { "AMD Instinct MI300X OAM", "AMD Instinct MI300X", "OAM", 192, "", true },
        { "AMD Instinct MI300X VF", "AMD Instinct MI300X", "OAM", 192, "", false },
        { "MI300A", "AMD Instinct MI300A", NULL, 128, "", true },
        { "AMD Radeon RX7900XTX", "AMD Radeon RX 7900 XTX", "PCIe", 24, "", true },
        { "Habana Gaudi2", "Intel Gaudi 2", "OAM", 96, "", true },
        { "Intel Gaudi 3 HL-325L", "Intel Gaudi 3", "OAM", 128, "", true },
        { "Intel(R) Data Center GPU Flex 170", "Intel Data Center GPU Flex 170", "PCIe", 16, "",
          true },
        { "TPU v5litepod", "Google TPU v5e", NULL, 16, "", true },
        { "AWS Trainium2", "AWS Trainium2", NULL, 96, "", true },
        { "NVIDIA HGX H100 80GB", "NVIDIA H100", NULL, 80, "", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct accelerator found;
        if (!accelerator_read(str_from(rows[i].text), &found))
            fail_msg("%s is not known", rows[i].text);
        if (strcmp(found.model, rows[i].model) != 0 || found.memory_gb != rows[i].memory_gb ||
            strcmp(found.form ? found.form : "", rows[i].form ? rows[i].form : "") != 0 ||
            !str_eq(found.partition, str_from(rows[i].partition)) || found.whole != rows[i].whole) {
            fail_msg("%s: %s, %s, %u GB, %.*s%s", rows[i].text, found.model,
                     found.form ? found.form : "no form", found.memory_gb, STR_ARG(found.partition),
                     found.whole ? "" : ", not all understood");
        }
    }
    struct accelerator none;
    static const char *const not_read[] = { "",
                                            "NVIDIA",
                                            "H1000",
                                            "AH100",
                                            "H100 (x4), H200 (x4)",
                                            "Radeon",
                                            "8xH100",
                                            "AMD Instinct MI250X / MI250",
                                            "RTX 6000",
                                            "L40G",
                                            "A100X",
                                            "Apple M3 Max",
                                            "gfx942" };
    for (size_t i = 0; i < ARRAY_COUNT(not_read); i++)
        assert_false(accelerator_read(str_from(not_read[i]), &none));
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
        { "NVIDIA GH200 480GB", "GH200 96GB HBM3", true },
        { "NVIDIA GH200 480GB", "NVIDIA GH200 144G HBM3e", false },
        { "NVIDIA GH200 480GB", "NVIDIA H100 80GB HBM3", false },
        { "NVIDIA H100 80GB HBM3", "H100 80GB HBM2e", false },
        { "H100 80GB HBM2e", "NVIDIA H100 PCIe", true },
        { "NVIDIA H20", "NVIDIA H200", false },
        { "NVIDIA H20", "NVIDIA H20-3e", false },
        { "A100-SXM4-80GB", "A100 80GB PCIe", false },
        { "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "NVIDIA A100-SXM4-40GB MIG 1g.5gb", true },
        { "NVIDIA A100-SXM4-80GB MIG 3g.40gb", "NVIDIA A100-SXM4-80GB MIG 1g.10gb", false },
        { "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090 Laptop GPU", false },
        { "NVIDIA GeForce RTX 4090 Laptop GPU", "RTX 4090 Laptop", true },
        { "NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090 D", false },
        { "NVIDIA A100 40GB", "GRID A100-40C", false },
        { "AMD Instinct MI300X", "AMD Instinct MI300X (gfx942)", true },
        { "AMD Instinct MI300X", "AMD Instinct MI300A", false },
        { "AMD Instinct MI300X", "AMD Instinct MI300X VF", false },
        { "NVIDIA RTX PRO 6000 Blackwell Server Edition",
          "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", false },
        { "AMD Instinct MI300X", "MI300X OAM", true },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct accelerator a, b;
        assert_true(accelerator_read(str_from(rows[i].a), &a));
        assert_true(accelerator_read(str_from(rows[i].b), &b));
        if (accelerator_alike(&a, &b) != rows[i].alike ||
            accelerator_alike(&b, &a) != rows[i].alike)
            fail_msg("%s, %s", rows[i].a, rows[i].b);
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
