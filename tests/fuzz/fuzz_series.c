/* fuzz_series.c - one series from any bytes, judged and drawn, as `dossier steady` does. The first
 * byte chooses what is asked for. */
#include "comparability/comparability.h"
#include "fuzz.h"
#include "ingest/ingest.h"
#include "render/render.h"

#include <assert.h>

static void requests_look(struct arena *home, const struct requests *requests)
{
    struct load_over_time load = load_over_time(home, requests);
    for (size_t i = 0; !load.reason && i < load.seconds; i++)
        assert(load.active[i] >= 0);
}

static void series_look(struct arena *home, const struct picked *picked)
{
    const struct steady_parameters parameters = steady_parameters_standard();
    struct steadiness steady = steady_judge(home, &picked->series, &parameters);
    struct steady_value value = steady_value(&picked->series, &steady);
    assert(steady.verdict != STEADY || steady.start < steady.end);
    assert(!value.found || value.end <= picked->series.count);
    struct steady_panel panel = { picked->name, picked->unit, &picked->series, &steady };
    struct buf svg = buf_new(home, (size_t)16 << 20);
    render_steady_svg(home, &panel, 1, &svg);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FUZZ_BEGIN
    if (size > 0) {
        struct entry entry = { .name = STR("series.csv"), .bytes = str_sub(input, 1, size) };
        unsigned asked = data[0];
        struct pick pick = { .kind = (enum series_kind)(asked % 3),
                             .counter = (asked & 4) != 0,
                             .time = (asked & 8) != 0 ? STR("none") : STR(""),
                             .work = (asked & 16) != 0 ? STR("tokens") : STR(""),
                             .phase_count = (asked & 32) != 0 ? 1 : 0,
                             .phase = { STR("ctx") } };
        struct picked *picked = NULL;
        size_t count = 0;
        if (ingest_series(home, &entry, &fuzz_limits, &pick, &picked, &count, diags)) {
            for (size_t i = 0; i < count; i++)
                if (picked[i].requests)
                    requests_look(home, picked[i].requests);
                else
                    series_look(home, &picked[i]);
        }
    }
    FUZZ_END
}
