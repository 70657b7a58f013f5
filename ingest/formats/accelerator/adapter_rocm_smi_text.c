/* adapter_rocm_smi_text.c - `rocm-smi -a`, `rocm-smi --show...` as they print on a console, ROCm 4
 * to 7: "GPU[0] : LABEL: VALUE" between rules of '=', "Driver version: 6.3.6" above. Without
 * options a table, "Concise Info", in which a column begins below its name.
 *
 * The labels are those of the JSON form. A value of a card that is said twice (ROCm 5 prints some
 * under two headings) is taken once; where one label says two things that should be one, both are.
 * Processes stand in a table of their own, or a sentence says that there are none; one that holds
 * no accelerator is on none. "(~64GB)" behind a number of bytes is a comment. Of the clocks the one
 * of the shaders is taken, and no list of supported frequencies. Defined by ROCm, rocm_smi_lib,
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
    bool concise;    /* below its heading, up to the next rule with words */
    bool processes;  /* below theirs */
    struct str head; /* the line that names its columns; empty: not yet */
};

/* Of the table that `rocm-smi` prints without options; a column begins below its name. */
static const struct {
    struct str name;
    enum key key;
    enum unit unit;
} columns[] = {
    { STR_INIT("AvgPwr"), KEY_CAPTURE_POWER, UNIT_WATT },
    { STR_INIT("GPU%"), KEY_CAPTURE_UTILISATION, UNIT_PERCENT },
    { STR_INIT("Power"), KEY_CAPTURE_POWER, UNIT_WATT },
    { STR_INIT("PwrCap"), KEY_POWER_LIMIT, UNIT_WATT },
    { STR_INIT("SCLK"), KEY_CAPTURE_CLOCK_SM, UNIT_MEGAHERTZ },
    { STR_INIT("Temp"), KEY_CAPTURE_TEMPERATURE, UNIT_CELSIUS },
};

static int bid(const struct sniff *sniff)
{
    bool mine = str_find(sniff->head, STR("ROCm System Management Interface")) != SIZE_MAX &&
                (sniff_line_starts(sniff, STR("GPU[")) ||
                 str_find(sniff->head, STR(" KFD Processes ")) != SIZE_MAX ||
                 str_find(sniff->head, STR(" Concise Info ")) != SIZE_MAX) &&
                !sniff_line_starts(sniff, STR("PyTorch"));
    return mine ? BID_SIGNATURE : BID_NONE;
}

/* Of a moment, the first reading is taken and the next is noted. */
static bool told_before(struct output *in, const struct told *now)
{
    for (size_t i = 0; i < in->count; i++) {
        const struct told *told = &in->told[i];
        if (told->key != now->key || !str_eq(told->gpu, now->gpu))
            continue;
        bool otherwise = str_eq(told->label, now->label) && !str_eq(told->value, now->value);
        bool of_a_moment = vocabulary_row(now->key)->group == GROUP_HEALTH;
        if (otherwise && of_a_moment) {
            reading_error(in->reading, DIAG_TEXT_BESIDE,
                          line_place(in->reading, &in->line, now->value), STR(""), now->value);
        }
        return !otherwise || of_a_moment;
    }
    if (in->count < TOLD_MOST)
        in->told[in->count++] = *now;
    return false;
}

/* "sclk clock level: 1: (300Mhz)"; of the other clocks no level is taken. */
static void clock_read(struct output *in, struct str gpu, struct str value)
{
    size_t open = str_find(value, STR("("));
    struct str text = { 0 };
    double clock;
    if (open != SIZE_MAX)
        text = str_sub(value, open, value.len);
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
    if (!rocm_label(label, &key, &unit) || value.len == 0)
        return;
    bool id = key == KEY_ACCELERATOR_NAME && str_starts(value, STR("0x")); /* the vendor's number */
    if (id || told_before(in, &(struct told){ gpu, label, value, key }))
        return;
    if (key == KEY_ACCELERATOR_MEMORY_TOTAL)
        value = str_trim(str_sub(value, 0, str_find(value, STR(" ("))));
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

/* Bytes of the first `characters` of a line. */
static size_t bytes_of(struct str line, size_t characters)
{
    size_t at = 0;
    for (size_t seen = 0; at < line.len; at++) {
        bool begins = ((unsigned char)line.at[at] & 0xC0U) != 0x80U;
        if (begins && seen++ == characters)
            break;
    }
    return at;
}

/* "2100Mhz", "71.0\xc2\xb0" "C", "35.0c": a number, and a unit that the column's name implies. */
static void concise_value(struct output *in, struct str gpu, size_t column)
{
    size_t name = str_find(in->head, columns[column].name);
    bool begins = name != SIZE_MAX && (name == 0 || in->head.at[name - 1] == ' ');
    if (!begins)
        return;
    size_t characters = column_of(str_sub(in->head, 0, name)) - 1;
    struct str text = in->line.text;
    text = str_sub(text, bytes_of(text, characters), text.len);
    text = str_sub(text, 0, str_find(text, STR(" ")));
    size_t digits = 0;
    double value;
    while (digits < text.len && is_number_char(text.at[digits]))
        digits++;
    if (num_real(str_sub(text, 0, digits), &value)) {
        reading_number(in->reading, columns[column].key, gpu, text, value, columns[column].unit,
                       line_place(in->reading, &in->line, text));
    } else if (text_is_placeholder(text)) {
        reading_fact(in->reading, columns[column].key, gpu, text, UNIT_NONE,
                     line_place(in->reading, &in->line, text));
    } else if (!str_eq(text, STR("None"))) { /* of a clock that it could not read */
        reading_error(in->reading, DIAG_VALUE_BAD, line_place(in->reading, &in->line, text),
                      STR("a number below the column's name"), text);
    }
}

static void concise_line(struct output *in, struct str text)
{
    struct str first = str_sub(text, 0, str_find(text, STR(" ")));
    int64_t index;
    if (str_eq(first, STR("Device")) || str_eq(first, STR("GPU"))) {
        in->head = in->line.text;
        return;
    }
    for (size_t i = 0; in->head.len && num_int(first, &index) && i < ARRAY_COUNT(columns); i++)
        concise_value(in, first, i);
}

/* The cell at the begin of `rest`, up to a tab; where tabs were lost, up to a word that is a number
 * or "UNKNOWN", of which the columns behind the name are made. */
static struct str process_name(struct str rest, struct str *behind)
{
    size_t tab = str_find(rest, STR("\t")), end = 0;
    if (tab != SIZE_MAX) {
        *behind = str_sub(rest, tab + 1, rest.len);
        return str_trim(str_sub(rest, 0, tab));
    }
    struct str left = rest, word;
    int64_t number;
    *behind = rest;
    while (str_word(&left, &word)) {
        if (end > 0 && (num_int(word, &number) || str_eq(word, STR("UNKNOWN"))))
            break;
        end = (size_t)(word.at + word.len - rest.at);
        *behind = left;
    }
    return str_trim(str_sub(rest, 0, end));
}

/* "2728  \tllama-server\t1     \t302239744": process, name, accelerators that it holds. */
static void process_line(struct output *in, struct str text)
{
    struct str none = STR("No KFD PIDs currently running"), rest = text, pid, behind, held;
    int64_t number;
    if (str_eq(text, none)) {
        reading_fact(in->reading, KEY_FOREIGN_PROCESS, (struct str){ 0 }, text, UNIT_NONE,
                     line_place(in->reading, &in->line, text));
        return;
    }
    if (!str_word(&rest, &pid) || !num_int(pid, &number)) {
        if (str_starts(text, STR("No "))) {
            reading_error(in->reading, DIAG_LINE_BAD, line_place(in->reading, &in->line, text),
                          none, text);
        }
        return; /* names of the columns */
    }
    struct str name = process_name(str_trim(rest), &behind);
    if (str_word(&behind, &held) && !str_eq(held, STR("0")) && name.len > 0) {
        reading_fact(in->reading, KEY_FOREIGN_PROCESS, pid, name, UNIT_NONE,
                     line_place(in->reading, &in->line, name));
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
        if (str_starts(text, STR("===")) && str_find(text, STR(" ")) != SIZE_MAX) {
            in->concise = str_find(text, STR(" Concise Info ")) != SIZE_MAX;
            in->processes = str_find(text, STR(" KFD Processes ")) != SIZE_MAX;
        } else if (in->processes) {
            process_line(in, text);
        } else if (in->concise) {
            concise_line(in, text);
        } else if (str_starts(text, STR("GPU["))) {
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
    .tool = "rocm-smi, rocm-smi -a, rocm-smi --show..., ROCm 4 to 7",
    .spec = "ROCm/rocm_smi_lib, python_smi_tools/rocm_smi.py",
    .listed = true,
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
