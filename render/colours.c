/* colours.c - the palette of docs/report.md: light for paper and print, dark by preference.
 *
 * Tints are solid, never opacity, since the strictest archival PDF forbids it. A test recomputes
 * the contrast (WCAG 2.2, 1.4.3 and 1.4.11). */
#include "scene.h"

#include <assert.h>

static const struct colour_row rows[COLOUR_COUNT] = {
    [COLOUR_NONE] = { "none", "none", "none" },
    [COLOUR_PAPER] = { "paper", "#ffffff", "#161614" },
    [COLOUR_INK] = { "ink", "#1d1c1a", "#eceae4" },
    [COLOUR_SOFT] = { "soft", "#66635c", "#a5a198" },
    [COLOUR_RULE] = { "rule", "#a9a59b", "#6a675f" },
    [COLOUR_HAIRLINE] = { "hair", "#dedbd3", "#383631" },
    [COLOUR_WASH] = { "wash", "#f3f1eb", "#22211e" },
    [COLOUR_TINT] = { "tint", "#e6eef6", "#17293a" },
    [COLOUR_A] = { "a", "#77726a", "#b3aea4" },
    [COLOUR_B] = { "b", "#0a4d8c", "#7fb4e6" },
    [COLOUR_A_PALE] = { "a-pale", "#d6d4d1", "#4a4844" },
    [COLOUR_B_PALE] = { "b-pale", "#b5cae0", "#2c4863" },
    [COLOUR_OBJECTIVE] = { "objective", "#b23c17", "#ef8a62" },
    [COLOUR_COMPARABLE] = { "comparable", "#1b6b4a", "#6cc79b" },
    [COLOUR_STATED] = { "stated", "#8a5a00", "#e0b062" },
    [COLOUR_INCOMPLETE] = { "incomplete", "#5f5c56", "#b5b1a8" },
    [COLOUR_NOT] = { "not", "#9b1c31", "#f08a96" },
};

const struct colour_row *colour_row(enum colour colour)
{
    assert((unsigned)colour < COLOUR_COUNT);
    return &rows[colour];
}
