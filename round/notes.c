/* notes.c - findings of a round: what each says, and where those of one run go. */
#include "run.h"

#include "base/num.h"

#include <string.h>

static const struct round_code_row rows[] = {
#define ROUND_FINDING(id, about, weight, name, title, mend)                                        \
    [ROUND_##id] = { ABOUT_##about, WEIGHT_##weight, name, title, mend },
#include "findings.def"
#undef ROUND_FINDING
};

const struct round_code_row *round_code_row(enum round_code code)
{
    return &rows[code];
}

const char *round_about_name(enum round_about about)
{
    static const char *const names[] = { "valid", "compliant", "consistent" };
    return names[about];
}

const char *round_weight_name(enum round_weight weight)
{
    static const char *const names[] = { "note", "warns", "fails" };
    return names[weight];
}

enum { FINDINGS_MOST = 200 }; /* of one run */
void note(struct noting *in, enum round_code code, struct str file, uint32_t line, struct str found,
          struct str expected)
{
    struct run_inside *inside = in->run->inside;
    if (inside->finding_count == FINDINGS_MOST)
        return;
    ARENA_GROW(in->home, struct round_finding, inside->finding, inside->finding_count,
               inside->finding_room, 4);
    inside->finding[inside->finding_count++] = (struct round_finding){ code,
                                                                       str_keep(in->home, file),
                                                                       line,
                                                                       str_keep(in->home, found),
                                                                       str_keep(in->home, expected),
                                                                       0 };
}

struct str number_text(struct arena *home, double value)
{
    struct buf buf = buf_new(home, 64);
    buf_put_shortest(&buf, value);
    return buf_str(&buf);
}

const struct log *run_log(const struct run_inside *run)
{
    return !run->detail.read && run->summary.read ? &run->summary : &run->detail;
}
