/* adapter_nvidia_smi_c2c.c - `nvidia-smi c2c -s`: links between a processor and an accelerator in
 * one package (GH200, GB200).
 *
 * "GPU 0: NVIDIA GH200 480GB (UUID: GPU-...)", then "C2C Link 0: 44.712 GB/s" for each link. The
 * instance of a link is "0 C2C 3". Defined by nvidia-smi(1), c2c. */
#include "reading.h"
#include "sniff.h"

static int bid(const struct sniff *sniff)
{
    bool mine = str_starts(sniff_first_line(sniff), STR("GPU ")) &&
                str_find(sniff->head, STR(" C2C Link ")) != SIZE_MAX;
    return mine ? BID_SIGNATURE : BID_NONE;
}

static struct str gpu_facts(struct reading *reading, const struct line *line, struct str text)
{
    struct str name = str_sub(text, 4, text.len);
    struct str index;
    if (!str_cut(&name, ':', &index) || !name.at)
        return (struct str){ 0 };
    size_t open = str_find(name, STR(" (UUID: "));
    struct str uuid = { 0 };
    if (open != SIZE_MAX)
        uuid = str_sub(name, open + 8, name.len - 1);
    name = str_trim(str_sub(name, 0, open));
    reading_fact(reading, KEY_ACCELERATOR_NAME, index, name, UNIT_NONE,
                 line_place(reading, line, name));
    if (uuid.len > 0) {
        reading_fact(reading, KEY_ACCELERATOR_UUID, index, uuid, UNIT_NONE,
                     line_place(reading, line, uuid));
    }
    return index;
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    struct str gpu = { 0 };
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str value = str_trim(line.text);
        struct str label;
        if (str_starts(value, STR("GPU "))) {
            gpu = gpu_facts(reading, &line, value);
        } else if (gpu.len > 0 && str_starts(value, STR("C2C Link ")) &&
                   str_cut(&value, ':', &label) && value.at) {
            struct str link = str_sub(label, 9, label.len);
            value = str_trim(value);
            reading_fact(reading, KEY_TOPOLOGY_LINK,
                         str_format(reading->scratch, "%.*s C2C %.*s", STR_ARG(gpu), STR_ARG(link)),
                         value, UNIT_NONE, line_place(reading, &line, value));
        }
    }
    return true;
}

const struct adapter adapter_nvidia_smi_c2c = {
    .name = "nvidia-smi-c2c",
    .title = "Links between processor and accelerator",
    .tool = "nvidia-smi c2c -s",
    .spec = "nvidia-smi(1), c2c",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
