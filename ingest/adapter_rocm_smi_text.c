/* adapter_rocm_smi_text.c - `rocm-smi -a`, `rocm-smi --show...` as they print on a console, ROCm 4
 * to 7: "GPU[0] : LABEL: VALUE" between rules of '=', "Driver version: 6.3.6" above.
 *
 * The labels are those of the JSON form. A value of a card that is said twice (ROCm 5 prints some
 * under two headings) is taken once; where one label says two things that should be one, both are.
 * "(~64GB)" behind a number of bytes is a comment. Of the clocks the one of the shaders is taken,
 * and no list of supported frequencies. Defined by ROCm, rocm_smi_lib,
 * python_smi_tools/rocm_smi.py. */
#include "amd.h"
#include "sniff.h"

enum { TOLD_MOST = 2048 };

struct told {
    struct str gpu, label, value;
    enum key key;
};
struct output {
    struct reading *reading;
    struct line line;
    struct told told[TOLD_MOST];
    size_t count;
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("ROCm System Management Interface")) != SIZE_MAX &&
                sniff_line_starts(sniff, STR("GPU[")) && !sniff_line_starts(sniff, STR("PyTorch"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Of a moment, the first reading is taken and the next is noted. */
static bool told_before(struct output *in, const struct told *now)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct told *told = &in->told[i];
        if (told->key != now->key || !str_eq(told->gpu, now->gpu)) {
            continue;
        }
        bool otherwise = str_eq(told->label, now->label) && !str_eq(told->value, now->value);
        bool of_a_moment = vocabulary_row(now->key)->group == GROUP_HEALTH;
        if (otherwise && of_a_moment) {
            reading_error(in->reading, DIAG_TEXT_BESIDE,
                          line_place(in->reading, &in->line, now->value), STR(""), now->value);
        }
        return !otherwise || of_a_moment;
    }
    if (in->count < TOLD_MOST) {
        in->told[in->count++] = *now;
    }
    return false;
}

/* "sclk clock level: 1: (300Mhz)"; of the other clocks no level is taken. */
static void clock_read(struct output *in, struct str gpu, struct str value)
{
    size_t open = str_find(value, STR("("));
    struct str text = { 0 };
    double clock;
    if (open != SIZE_MAX) {
        text = str_sub(value, open, value.len);
    }
    if (str_ends(text, STR("Mhz)")) && num_real(str_sub(text, 1, text.len - 4), &clock) &&
        !told_before(in, &(struct told){ gpu, STR("sclk"), text, KEY_CAPTURE_CLOCK_SM })) {
        reading_number(in->reading, KEY_CAPTURE_CLOCK_SM, gpu, text, clock, UNIT_MEGAHERTZ,
                       line_place(in->reading, &in->line, text));
    }
}

static void value_read(struct output *in, struct str gpu, struct str label, struct str value)
{
    enum key key;
    enum unit unit;
    if (str_eq(label, STR("sclk clock level"))) {
        clock_read(in, gpu, value);
        return;
    }
    if (!rocm_label(label, &key, &unit) || value.len == 0) {
        return;
    }
    bool id = key == KEY_ACCELERATOR_NAME && str_starts(value, STR("0x")); /* the vendor's number */
    if (id || told_before(in, &(struct told){ gpu, label, value, key })) {
        return;
    }
    if (key == KEY_ACCELERATOR_MEMORY_TOTAL) {
        value = str_trim(str_sub(value, 0, str_find(value, STR(" ("))));
    }
    reading_fact(in->reading, key, gpu, value, unit, line_place(in->reading, &in->line, value));
}

/* "GPU[0]\t\t: GPU use (%): 97" */
static void card_line(struct output *in, struct str text)
{
    struct str gpu = str_sub(text, 4, str_find(text, STR("]")));
    size_t colon = str_find(text, STR(": "));
    struct str rest = str_sub(text, colon == SIZE_MAX ? text.len : colon + 2, text.len);
    size_t end = str_find(rest, STR(":"));
    int64_t index;
    if (end != SIZE_MAX && num_int(gpu, &index)) {
        value_read(in, gpu, str_trim(str_sub(rest, 0, end)),
                   str_trim(str_sub(rest, end + 1, rest.len)));
    }
}

static bool read(struct reading *reading)
{
    struct output *in = ARENA_NEW(reading->scratch, struct output);
    struct str driver = STR("Driver version:");
    struct lines lines;
    in->reading = reading;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &in->line)) {
        struct str text = str_trim(in->line.text);
        if (str_starts(text, STR("GPU["))) {
            card_line(in, text);
        } else if (str_starts(text, driver)) {
            struct str value = str_trim(str_sub(text, driver.len, text.len));
            reading_fact(reading, KEY_DRIVER_VERSION, (struct str){ 0 }, value, UNIT_NONE,
                         line_place(reading, &in->line, value));
        }
    }
    return true;
}

const struct adapter adapter_rocm_smi_text = {
    .name = "rocm-smi-text",
    .title = "AMD accelerators, driver, power and use, as text",
    .tool = "rocm-smi -a, rocm-smi --show..., ROCm 4 to 7",
    .spec = "ROCm/rocm_smi_lib, python_smi_tools/rocm_smi.py",
    .listed = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
