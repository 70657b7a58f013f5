/* adapter_lscpu_text.c - `lscpu` without options, util-linux 2.23 to 2.40.
 *
 * "Label: value" lines, from 2.37 on indented by what they belong to; long lists go on indented on
 * lines of their own, which are passed over. Several processor types in one machine repeat "Model
 * name": what a type has of its own gets the instance "1" for the second, and so on. Labels of
 * another language are not known and give nothing. Defined by util-linux, sys-utils/lscpu.c. */
#include "captured.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = sniff_line_starts(sniff, STR("CPU(s):")) &&
                str_find(sniff->head, STR("Thread(s) per core:")) != SIZE_MAX &&
                !sniff_line_starts(sniff, STR("PyTorch version"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

static bool is_of_type(enum key key)
{
    return key == KEY_CPU_NAME || key == KEY_CPU_THREADS_PER_CORE || key == KEY_CPU_CORES ||
           key == KEY_CPU_SOCKETS || key == KEY_CPU_STEPPING;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    unsigned types = 0;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str value = line.text;
        struct str label;
        if (!str_cut(&value, ':', &label) || !value.at)
            continue;
        const struct field *field = lscpu_field(str_trim(label));
        value = str_trim(value);
        if (field && value.len > 0) {
            types += field->key == KEY_CPU_NAME ? 1 : 0;
            struct str instance = types > 1 && is_of_type(field->key)
                                      ? str_format(reading->scratch, "%u", types - 1)
                                      : (struct str){ 0 };
            reading_fact(reading, field->key, instance, value, field->unit,
                         line_place(reading, &line, value));
        }
    }
    return true;
}

const struct adapter adapter_lscpu_text = {
    .name = "lscpu-text",
    .title = "Processor, sockets, cores and virtualisation",
    .tool = "lscpu, util-linux 2.23 to 2.40",
    .spec = "util-linux, sys-utils/lscpu.c",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
