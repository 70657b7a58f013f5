/* fuzz.h - what every fuzz target shares: an arena and diagnostics that live for one input. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "base/file.h"
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small limits, so that a hostile input is refused long before memory runs out. */
static const struct limits fuzz_limits = {
    .bytes = 64 << 20, .file = 32 << 20, .entries = 500, .expansion = 200, .depth = 32
};

#define FUZZ_BEGIN                                                                                 \
    struct arena *home = arena_new((size_t)4 << 30);                                               \
    struct diags *diags = diags_new(home);                                                         \
    struct str input = { (const char *)data, size };
#define FUZZ_END                                                                                   \
    struct buf said = buf_new(home, (size_t)64 << 20);                                             \
    diags_put_text(diags, &said);                                                                  \
    diags_put_json(diags, &said);                                                                  \
    arena_free(home);                                                                              \
    return 0;

#endif
