/* programs.c - which program reads an accelerator, by vendor: `hl-smi` (docs.habana.ai, System
 * Management Interface Tool), `xpu-smi` (intel.github.io/xpumanager, Discovery), `tpu-info`
 * (docs.cloud.google.com/tpu, tpu-info CLI), `amd-smi` (rocm.docs.amd.com). */
#include "comparability.h"

#define SHOWS(layer) (1U << LAYER_##layer)
#define ALL (SHOWS(ACCELERATOR) | SHOWS(DRIVER) | SHOWS(FIRMWARE) | SHOWS(POWER))

static const struct vendor_program programs[] = {
    { .vendor = "AMD",
      .whose = "AMD",
      .query = "amd-smi static --json",
      .watch = "amd-smi metric --json",
      .file = "amd-smi-static.json",
      .shows = ALL },
    { .vendor = "Google", .whose = "Google", .query = "tpu-info", .shows = SHOWS(ACCELERATOR) },
    { .vendor = "Intel",
      .named = "Gaudi",
      .whose = "Intel Gaudi",
      .query = "hl-smi -q",
      .watch = "hl-smi -q -l",
      .shows = ALL },
    { .vendor = "Intel",
      .whose = "Intel",
      .query = "xpu-smi discovery -d 0 -j",
      .watch = "xpu-smi dump",
      .file = "xpu-smi-discovery.json",
      .shows = SHOWS(ACCELERATOR) | SHOWS(DRIVER) | SHOWS(FIRMWARE) },
};

const struct vendor_program *vendor_program(struct str vendor, struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(programs); i++) {
        const struct vendor_program *program = &programs[i];
        if (str_eq(vendor, str_from(program->vendor)) &&
            (!program->named || str_find(name, str_from(program->named)) != SIZE_MAX))
            return program;
    }
    return NULL;
}
