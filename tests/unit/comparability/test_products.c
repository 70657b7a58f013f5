/* test_products.c - which accelerator products a person's words name, and which they speak of
 * aside; the names are those that the makers' tools print. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "products.h"

#include <cmocka.h>
#include <string.h>

/* Names of products, apart by commas, in the order of the text. */
static void names(const char *text, bool name, const char *wanted)
{
    struct products found = products_in(str_from(text), name);
    char said[256] = "";
    for (size_t i = 0; i < found.count; i++) {
        strcat(said, i > 0 ? "," : "");
        strcat(said, found.name[i]);
    }
    if (strcmp(said, wanted) != 0)
        fail_msg("\"%s\" names \"%s\", expected \"%s\"", text, said, wanted);
}

static void names_of_tools(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "NVIDIA H100 80GB HBM3", "H100" },
        { "NVIDIA A100-SXM4-80GB", "A100" },
        { "NVIDIA L4", "L4" },
        { "Tesla T4", "T4" },
        { "NVIDIA A10G", "A10G" },
        { "NVIDIA L40S", "L40S" },
        { "NVIDIA GH200 480GB", "GH200" },
        { "NVIDIA GB200", "GB200" },
        { "AMD Instinct MI300X", "MI300X" },
        { "AMD INSTINCT MI250 (MCM) OAM AC MBA", "MI250" },
        { "NVIDIA GeForce RTX 4090", "RTX 4090" },
        { "HL-325L", "HL 325L" },
        { "NVIDIA H200 NVL", "H200" },
        { "made processor", "" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        names(rows[i][0], true, rows[i][1]);
}

static void words_of_people(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "NVIDIA H200, proposed", "H200" },
        { "Nvidia Hopper H-200", "H200" },
        { "NVIDIA H 200", "H200" },
        { "row H 200, hall H-200", "" },
        { "MI-300X and GB\u2011200", "MI300X,GB200" },
        { "\uff28\uff12\uff10\uff10 SXM", "H200" },
        { "\u041d200, \u0391100", "H200,A100" },
        { "H\u200b200 and A\u00ad100", "H200,A100" },
        { "H2OO, Al00", "H200,A100" },
        { "AIO GPU, BIO card", "" },
        { "H200NVL, A100SXM4", "H200,A100" },
        { "RTX PRO 6000 Server", "RTX PRO 6000" },
        { "H2000, A100000, XH100", "" },
        { "8xH100 node", "H100" },
        { "8\u00d7 h100s", "H100" },
        { "H100x8", "H100" },
        { "dgx-a100-07", "A100" },
        { "L4 GPUs", "L4" },
        { "NVIDIA T4", "T4" },
        { "A100 node upgraded to H100", "A100,H100" },
        { "H100 to H200 replacement", "H100" }, /* what replaces H200, or what it is replaced by */
        { "H100 and H200", "H100,H200" },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        names(rows[i][0], false, rows[i][1]);
}

static void other_things(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "MI300X-class",          "rack L4, room A2",
        "level T4 support",      "replacement for A100",
        "faster than an A100",   "not the A100",
        "successor of the V100", "A100 replacement",
        "instead of A100",       "HALL4 ML40S",
        "case PR-2026-A100B",    "compiler on",
        "as it runs today",      "H2000 Ltd",
        "like the H100",         "A10 motorway",
        "formerly A100",         "compared to the H100",
        "H100-equivalent",       "MI300",
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++)
        names(rows[i], false, "");
}

static void one_chip_in_two_products(void **state)
{
    (void)state;
    struct products label = products_in(STR("B200"), false);
    struct products measured = products_in(STR("NVIDIA GB200"), true);
    assert_true(products_meet(&label, &measured));
    measured = products_in(STR("NVIDIA B300 SXM6 AC"), true);
    assert_false(products_meet(&label, &measured));
}

static void generations_of_labels(void **state)
{
    (void)state;
    static const struct {
        const char *label, *measured;
        bool untrue;
    } rows[] = {
        { "Hopper", "NVIDIA A100-SXM4-80GB", true },
        { "8x Blackwell, proposed", "NVIDIA H100 80GB HBM3", true },
        { "Our Blackwell nodes", "NVIDIA H200", true },
        { "Ada", "NVIDIA A100-SXM4-80GB", true },
        { "NVIDIA Ada, 2 cards", "NVIDIA A100-SXM4-80GB", true },
        { "RTX Ada generation", "NVIDIA H100 80GB HBM3", true },
        { "Ada Lovelace", "NVIDIA H100 80GB HBM3", true },
        { "AMD MI300 series", "AMD Instinct MI250X", true },
        { "Instinct MI350", "AMD Instinct MI300X", true },
        { "CDNA 3", "AMD Instinct MI250X", true },
        { "CDNA3 in two nodes", "AMD Instinct MI355X", true },
        { "H100 (Blackwell)", "NVIDIA H100 80GB HBM3", true },
        { "Turing GPUs", "NVIDIA L4", true },
        { "Volta", "Tesla T4", true },
        { "BLACKWELL", "NVIDIA H200", true },
        { "Hopper", "NVIDIA H100 80GB HBM3", false },
        { "Grace Hopper", "NVIDIA GH200 480GB", false },
        { "Blackwell", "NVIDIA GB200", false },
        { "AMD MI300 series", "AMD Instinct MI325X", false },
        { "MI350 series", "AMD Instinct MI355X", false },
        { "Ada", "NVIDIA L40S", false },
        { "Ada Lovelace", "NVIDIA GeForce RTX 4090", false },
        { "NVIDIA RTX 6000 Ada Generation", "NVIDIA RTX 6000 Ada Generation", false },
        { "Ampere Altra host, H100", "NVIDIA H100 80GB HBM3", false },
        { "AmpereOne with an L4 GPU", "NVIDIA L4", false },
        { "Hopper 2, a server of ours", "NVIDIA A100-SXM4-80GB", false },
        { "Turing Institute, hall 3", "NVIDIA H100 80GB HBM3", false },
        { "Ada's workstation", "NVIDIA A100-SXM4-80GB", false },
        { "cluster of Ada", "NVIDIA H100 80GB HBM3", false },
        { "Before Blackwell", "NVIDIA H100 80GB HBM3", false },
        { "replacement for Ampere", "NVIDIA H100 80GB HBM3", false },
        { "a Hopper-class card", "AMD Instinct MI300X", false },
        { "from Ampere to Hopper", "NVIDIA H100 80GB HBM3", false },
        { "Hopper", "made processor", false },
        { "Gaudi 3", "HL-325L", false },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        struct products measured = products_in(str_from(rows[i].measured), true);
        if (generation_untrue(str_from(rows[i].label), &measured) != rows[i].untrue) {
            fail_msg("\"%s\" of %s: expected %s", rows[i].label, rows[i].measured,
                     rows[i].untrue ? "untrue" : "nothing");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_tools),           cmocka_unit_test(generations_of_labels),
        cmocka_unit_test(words_of_people),          cmocka_unit_test(other_things),
        cmocka_unit_test(one_chip_in_two_products),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
