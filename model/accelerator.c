/* accelerator.c - names of accelerators as drivers, tools and people write them.
 *
 * The same board is "NVIDIA H100 80GB HBM3" to its driver and "NVIDIA H100-SXM-80GB" in an MLPerf
 * submission. Memory sizes and form factors of the table are those of the makers' data sheets,
 * where a model is sold in one only; `bare`: NVIDIA's driver writes "H100 80GB HBM3" for SXM, and
 * "H100 PCIe" (whose memory is HBM2e) or "H100 NVL" for the others. */
#include "model/normal.h"

#include "base/arena.h"
#include "base/num.h"

#include <string.h>

static const struct model_row {
    const char *text, *name;
    uint32_t memory_gb; /* 0: sold in several sizes */
    const char *form;   /* NULL: sold in several */
    const char *bare;   /* what the driver's name with "HBM3" and no form means; NULL: no rule */
} models[] = {
    { "a10", "NVIDIA A10", 24, "PCIe", NULL },
    { "a100", "NVIDIA A100", 0, NULL, NULL },
    { "a10g", "NVIDIA A10G", 24, "PCIe", NULL },
    { "a16", "NVIDIA A16", 0, "PCIe", NULL },
    { "a2", "NVIDIA A2", 16, "PCIe", NULL },
    { "a30", "NVIDIA A30", 24, "PCIe", NULL },
    { "a40", "NVIDIA A40", 48, "PCIe", NULL },
    { "a6000", "NVIDIA RTX A6000", 48, "PCIe", NULL },
    { "a800", "NVIDIA A800", 0, NULL, NULL },
    { "arc a770", "Intel Arc A770", 0, "PCIe", NULL },
    { "arc b580", "Intel Arc B580", 12, "PCIe", NULL },
    { "arc pro b60", "Intel Arc Pro B60", 0, "PCIe", NULL },
    { "ascend 910b", "Huawei Ascend 910B", 0, NULL, NULL },
    { "b100", "NVIDIA B100", 0, "SXM", NULL },
    { "b200", "NVIDIA B200", 0, "SXM", NULL },
    { "b300", "NVIDIA B300", 0, "SXM", NULL },
    { "cloud ai 100", "Qualcomm Cloud AI 100", 0, NULL, NULL },
    { "flex 170", "Intel Data Center GPU Flex 170", 16, "PCIe", NULL },
    { "gaudi 2", "Intel Gaudi 2", 96, "OAM", NULL },
    { "gaudi 3", "Intel Gaudi 3", 128, NULL, NULL },
    { "gaudi2", "Intel Gaudi 2", 96, "OAM", NULL },
    { "gaudi3", "Intel Gaudi 3", 128, NULL, NULL },
    { "gb10", "NVIDIA GB10", 128, NULL, NULL },
    { "gb200", "NVIDIA GB200", 0, NULL, NULL },
    { "gb300", "NVIDIA GB300", 0, NULL, NULL },
    { "gh200", "NVIDIA GH200", 0, NULL, NULL },
    { "gtx 1080 ti", "NVIDIA GeForce GTX 1080 Ti", 11, "PCIe", NULL },
    { "h100", "NVIDIA H100", 0, NULL, "SXM" },
    { "h20", "NVIDIA H20", 0, "SXM", NULL },
    { "h200", "NVIDIA H200", 141, NULL, NULL },
    { "h800", "NVIDIA H800", 80, NULL, "SXM" },
    { "hl-225", "Intel Gaudi 2", 96, "OAM", NULL },
    { "hl-325l", "Intel Gaudi 3", 128, "OAM", NULL },
    { "inferentia2", "AWS Inferentia2", 32, NULL, NULL },
    { "k80", "NVIDIA K80", 0, "PCIe", NULL },
    { "l20", "NVIDIA L20", 48, "PCIe", NULL },
    { "l4", "NVIDIA L4", 24, "PCIe", NULL },
    { "l40", "NVIDIA L40", 48, "PCIe", NULL },
    { "l40s", "NVIDIA L40S", 48, "PCIe", NULL },
    { "max 1100", "Intel Data Center GPU Max 1100", 48, "PCIe", NULL },
    { "max 1550", "Intel Data Center GPU Max 1550", 128, "OAM", NULL },
    { "mi100", "AMD Instinct MI100", 32, "PCIe", NULL },
    { "mi210", "AMD Instinct MI210", 64, "PCIe", NULL },
    { "mi250", "AMD Instinct MI250", 128, "OAM", NULL },
    { "mi250x", "AMD Instinct MI250X", 128, "OAM", NULL },
    { "mi300a", "AMD Instinct MI300A", 128, NULL, NULL },
    { "mi300x", "AMD Instinct MI300X", 192, "OAM", NULL },
    { "mi308x", "AMD Instinct MI308X", 192, "OAM", NULL },
    { "mi325x", "AMD Instinct MI325X", 256, "OAM", NULL },
    { "mi350x", "AMD Instinct MI350X", 288, "OAM", NULL },
    { "mi355x", "AMD Instinct MI355X", 288, "OAM", NULL },
    { "mi50", "AMD Instinct MI50", 0, "PCIe", NULL },
    { "mi60", "AMD Instinct MI60", 32, "PCIe", NULL },
    { "p100", "NVIDIA P100", 0, NULL, NULL },
    { "p4", "NVIDIA P4", 8, "PCIe", NULL },
    { "p40", "NVIDIA P40", 24, "PCIe", NULL },
    { "quadro p400", "NVIDIA Quadro P400", 2, "PCIe", NULL },
    { "r9700", "AMD Radeon AI PRO R9700", 32, "PCIe", NULL },
    { "rtx 2080", "NVIDIA GeForce RTX 2080", 8, NULL, NULL },
    { "rtx 2080 ti", "NVIDIA GeForce RTX 2080 Ti", 11, "PCIe", NULL },
    { "rtx 3060", "NVIDIA GeForce RTX 3060", 0, NULL, NULL },
    { "rtx 3070", "NVIDIA GeForce RTX 3070", 8, NULL, NULL },
    { "rtx 3080", "NVIDIA GeForce RTX 3080", 0, NULL, NULL },
    { "rtx 3080 ti", "NVIDIA GeForce RTX 3080 Ti", 12, NULL, NULL },
    { "rtx 3090", "NVIDIA GeForce RTX 3090", 24, "PCIe", NULL },
    { "rtx 3090 ti", "NVIDIA GeForce RTX 3090 Ti", 24, NULL, NULL },
    { "rtx 4000 ada", "NVIDIA RTX 4000 Ada", 20, NULL, NULL },
    { "rtx 4000 sff ada", "NVIDIA RTX 4000 SFF Ada", 20, "SFF", NULL },
    { "rtx 4070", "NVIDIA GeForce RTX 4070", 12, NULL, NULL },
    { "rtx 4070 ti", "NVIDIA GeForce RTX 4070 Ti", 12, NULL, NULL },
    { "rtx 4080", "NVIDIA GeForce RTX 4080", 16, NULL, NULL },
    { "rtx 4080 super", "NVIDIA GeForce RTX 4080 SUPER", 16, NULL, NULL },
    { "rtx 4090", "NVIDIA GeForce RTX 4090", 24, NULL, NULL },
    { "rtx 4090 d", "NVIDIA GeForce RTX 4090 D", 24, NULL, NULL },
    { "rtx 5070 ti", "NVIDIA GeForce RTX 5070 Ti", 16, NULL, NULL },
    { "rtx 5080", "NVIDIA GeForce RTX 5080", 16, NULL, NULL },
    { "rtx 5090", "NVIDIA GeForce RTX 5090", 32, NULL, NULL },
    { "rtx 6000 ada", "NVIDIA RTX 6000 Ada", 48, "PCIe", NULL },
    { "rtx a4000", "NVIDIA RTX A4000", 16, NULL, NULL },
    { "rtx a5000", "NVIDIA RTX A5000", 24, NULL, NULL },
    { "rtx a6000", "NVIDIA RTX A6000", 48, "PCIe", NULL },
    { "rtx pro 6000 blackwell", "NVIDIA RTX PRO 6000 Blackwell", 96, NULL, NULL },
    { "rx 6700 xt", "AMD Radeon RX 6700 XT", 12, "PCIe", NULL },
    { "rx 7900 xt", "AMD Radeon RX 7900 XT", 20, "PCIe", NULL },
    { "rx 7900 xtx", "AMD Radeon RX 7900 XTX", 24, "PCIe", NULL },
    { "rx 7900xtx", "AMD Radeon RX 7900 XTX", 24, "PCIe", NULL },
    { "rx 9070 xt", "AMD Radeon RX 9070 XT", 16, "PCIe", NULL },
    { "speedai240 slim", "UntetherAI speedAI240 Slim", 0, "PCIe", NULL },
    { "t4", "NVIDIA T4", 16, "PCIe", NULL },
    { "titan rtx", "NVIDIA TITAN RTX", 24, "PCIe", NULL },
    { "titan v", "NVIDIA TITAN V", 12, "PCIe", NULL },
    { "tpu v4", "Google TPU v4", 32, NULL, NULL },
    { "tpu v5 lite", "Google TPU v5e", 16, NULL, NULL },
    { "tpu v5e", "Google TPU v5e", 16, NULL, NULL },
    { "tpu v5litepod", "Google TPU v5e", 16, NULL, NULL },
    { "tpu v5p", "Google TPU v5p", 95, NULL, NULL },
    { "tpu v6e", "Google TPU v6e", 32, NULL, NULL },
    { "trainium", "AWS Trainium", 32, NULL, NULL },
    { "trainium2", "AWS Trainium2", 96, NULL, NULL },
    { "v100", "NVIDIA V100", 0, NULL, NULL },
    { "v100s", "NVIDIA V100S", 32, "PCIe", NULL },
    { "w7900", "AMD Radeon PRO W7900", 48, "PCIe", NULL },
};

static const struct {
    const char *text, *name;
} forms[] = {
    { "laptop", "laptop" }, { "max-q", "Max-Q" }, { "nvl", "NVL" },  { "oam", "OAM" },
    { "pcie", "PCIe" },     { "sff", "SFF" },     { "sxm", "SXM" },  { "sxm2", "SXM" },
    { "sxm3", "SXM" },      { "sxm4", "SXM" },    { "sxm5", "SXM" }, { "sxm6", "SXM" },
};

/* Words that say nothing the model does not say. */
static const char *const fillers[] = {
    "accelerator", "amd",     "aws",    "center", "core",   "data",     "gddr6",  "geforce",
    "generation",  "gfx908",  "gfx90a", "gfx942", "gfx950", "google",   "gpu",    "grace",
    "habana",      "hbm2",    "hbm2e",  "hbm3",   "hbm3e",  "hopper",   "huawei", "instinct",
    "intel",       "lpddr5x", "nvidia", "pro",    "quadro", "qualcomm", "r",      "radeon",
    "superchip",   "tensor",  "tesla",  "tm",
};

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_word(char c)
{
    c = lower(c);
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Length of `spelling` where it stands at `at` between characters that are no letters and digits;
 * its blanks are matched by any one of blank, '-' and '_', or by nothing before a digit
 * ("RTX4090"). 0: it does not stand there. */
static size_t stands_at(struct str text, size_t at, const char *spelling)
{
    size_t from = at;
    if (at > 0 && is_word(text.at[at - 1]))
        return 0;
    for (const char *c = spelling; *c; c++) {
        char have = (char)(at < text.len ? lower(text.at[at]) : 0);
        bool gap = have == ' ' || have == '-' || have == '_';
        if (*c == ' ' && !gap && c[1] >= '0' && c[1] <= '9')
            continue;
        if (have != *c && !(*c == ' ' && gap))
            return 0;
        at++;
    }
    return at == text.len || !is_word(text.at[at]) ? at - from : 0;
}

/* The longest model at `at`. */
static const struct model_row *model_at(struct str text, size_t at, size_t *len)
{
    const struct model_row *found = NULL;
    *len = 0;
    for (size_t i = 0; i < ARRAY_COUNT(models); i++) {
        size_t own = stands_at(text, at, models[i].text);
        if (own > *len) {
            found = &models[i];
            *len = own;
        }
    }
    return found;
}

/* The form factor at `at`; NULL: none. */
static const char *form_at(struct str text, size_t at, size_t *len)
{
    for (size_t i = 0; i < ARRAY_COUNT(forms); i++) {
        *len = stands_at(text, at, forms[i].text);
        if (*len)
            return forms[i].name;
    }
    return NULL;
}

/* Length of digits at `at` with G, GB or GiB behind them, a blank between allowed. 0: none. */
static size_t memory_at(struct str text, size_t at, uint32_t *out)
{
    static const char *const units[] = { "g", "gb", "gib" };
    int64_t value;
    size_t end = at;
    while (end < text.len && text.at[end] >= '0' && text.at[end] <= '9')
        end++;
    if (end == at || end - at > 4 || !num_int(str_sub(text, at, end), &value))
        return 0;
    size_t digits = end;
    end += end < text.len && text.at[end] == ' ' ? 1 : 0;
    struct str rest = str_sub(text, end, text.len);
    for (size_t i = 0; i < ARRAY_COUNT(units); i++) {
        size_t len = stands_at(rest, 0, units[i]);
        if (len && (i > 0 || end == digits)) {
            *out = (uint32_t)value;
            return end + len - at;
        }
    }
    return 0;
}

/* "MIG 1g.10gb" behind a name; "-MIG-1g.10gb" in labels of Kubernetes. */
static struct str partition_take(struct str *text)
{
    for (size_t at = 0; at < text->len; at++) {
        if (stands_at(*text, at, "mig")) {
            struct str partition = str_trim(str_sub(*text, at + 3, text->len));
            *text = str_sub(*text, 0, at);
            if (str_starts(partition, STR("-")))
                partition = str_sub(partition, 1, partition.len);
            return partition;
        }
    }
    return (struct str){ 0 };
}

static size_t word_end(struct str text, size_t at)
{
    while (at < text.len && is_word(text.at[at]))
        at++;
    return at;
}

static bool is_filler(struct str text, size_t at, size_t end)
{
    for (size_t i = 0; i < ARRAY_COUNT(fillers); i++)
        if (stands_at(text, at, fillers[i]) == end - at)
            return true;
    return false;
}

struct naming {
    const struct model_row *model;
    bool several; /* more than one model, or two of them differ */
    bool stacked; /* HBM3 is named */
    bool older;   /* HBM2 or HBM2e is */
};

/* The word at `at`; answers where it ends. */
static size_t word_take(struct accelerator *out, struct naming *naming, struct str text, size_t at)
{
    size_t len;
    const struct model_row *model = model_at(text, at, &len);
    if (model) {
        naming->several =
            naming->several || (naming->model && strcmp(naming->model->name, model->name) != 0);
        naming->model = model;
        return at + len;
    }
    const char *form = form_at(text, at, &len);
    if (form) {
        out->form = form;
        return at + len;
    }
    len = memory_at(text, at, &out->memory_gb);
    if (len)
        return at + len;
    size_t end = word_end(text, at);
    naming->stacked = naming->stacked || stands_at(text, at, "hbm3") > 0;
    naming->older =
        naming->older || stands_at(text, at, "hbm2") > 0 || stands_at(text, at, "hbm2e") > 0;
    out->whole = out->whole && is_filler(text, at, end);
    return end;
}

/* "GH200 480GB" is its driver's name, after the memory of the processor beside it: the accelerator
 * has 96 GB of HBM3 (NVIDIA GH200 data sheet). */
static void processor_memory(struct accelerator *out)
{
    enum { PROCESSOR_GB = 480, OWN_GB = 96 };
    if (strcmp(out->model, "NVIDIA GH200") == 0 && out->memory_gb == PROCESSOR_GB)
        out->memory_gb = OWN_GB;
}

bool accelerator_read(struct str text, struct accelerator *out)
{
    struct naming naming = { 0 };
    text = str_trim(text);
    *out = (struct accelerator){ .text = text, .whole = true };
    out->partition = partition_take(&text);
    for (size_t at = 0; at < text.len;)
        at = is_word(text.at[at]) ? word_take(out, &naming, text, at) : at + 1;
    if (!naming.model || naming.several)
        return false;
    out->model = naming.model->name;
    if (!out->form)
        out->form = naming.model->form;
    if (!out->form && naming.stacked)
        out->form = naming.model->bare;
    if (!out->form && naming.older && naming.model->bare)
        out->form = "PCIe"; /* the one form of these that has no HBM3 */
    bool laptop = out->form && strcmp(out->form, "laptop") == 0; /* less memory, same name */
    if (out->memory_gb == 0 && !laptop)
        out->memory_gb = naming.model->memory_gb;
    processor_memory(out);
    return true;
}

static bool texts_equal(struct str a, struct str b)
{
    bool equal = a.len == b.len;
    for (size_t i = 0; equal && i < a.len; i++)
        equal = lower(a.at[i]) == lower(b.at[i]);
    return equal;
}

/* Unknown is like anything but a part for laptops, which shares only the name. */
static bool forms_alike(const char *a, const char *b)
{
    if (a && b)
        return strcmp(a, b) == 0;
    const char *known = a ? a : b;
    return !known || (strcmp(known, "laptop") != 0 && strcmp(known, "Max-Q") != 0);
}

bool accelerator_alike(const struct accelerator *a, const struct accelerator *b)
{
    if (!a->whole || !b->whole)
        return texts_equal(a->text, b->text);
    bool memory = a->memory_gb == b->memory_gb || !a->memory_gb || !b->memory_gb;
    return strcmp(a->model, b->model) == 0 && str_eq(a->partition, b->partition) && memory &&
           forms_alike(a->form, b->form);
}
