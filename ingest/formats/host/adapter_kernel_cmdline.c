/* adapter_kernel_cmdline.c - /proc/cmdline (Linux): the parameters that the kernel was started
 * with, one line.
 *
 * A word is a parameter, "name" or "name=value"; a value in double quotes may hold blanks. Each is
 * a fact of its own, so that "mitigations=off" on one side is seen. What only says where the kernel
 * and its disks are ("BOOT_IMAGE", "root", ...) or what a console shows makes no difference to a
 * run and is not taken; the first tells the machine's identity besides. Defined by the kernel's
 * admin-guide, kernel-parameters. */
#include "reading.h"
#include "sniff.h"

static const struct str passed_over[] = {
    STR_INIT("ro"),         STR_INIT("rw"),           STR_INIT("quiet"),  STR_INIT("splash"),
    STR_INIT("BOOT_IMAGE"), STR_INIT("BOOTIF"),       STR_INIT("initrd"), STR_INIT("ip"),
    STR_INIT("rd.lvm.lv"),  STR_INIT("rd.luks.uuid"), STR_INIT("resume"), STR_INIT("root"),
    STR_INIT("rootflags"),  STR_INIT("rootfstype"),
};

static bool is_passed_over(struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(passed_over); i++)
        if (str_eq(name, passed_over[i]))
            return true;
    return false;
}

/* Takes the next word off the front, quotes kept. */
static bool word_take(struct str *rest, struct str *word)
{
    size_t at = 0;
    bool quoted = false;
    *rest = str_trim(*rest);
    while (at < rest->len && (quoted || rest->at[at] != ' ')) {
        quoted = rest->at[at] == '"' ? !quoted : quoted;
        at++;
    }
    *word = str_sub(*rest, 0, at);
    *rest = str_sub(*rest, at, rest->len);
    return word->len > 0;
}

static bool is_parameter(struct str word)
{
    struct str name = str_sub(word, 0, str_find(word, STR("=")));
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '_' || c == '-' || c == '.' || c == ':' || c == '/' || c == ',';
        if (!good)
            return false;
    }
    return name.len > 0;
}

static int bid(const struct sniff *sniff)
{
    struct str base = sniff_base(sniff);
    struct str line = str_trim(sniff_first_line(sniff)), rest = line, word;
    bool known = str_starts(line, STR("BOOT_IMAGE=")) || str_starts(line, STR("root=")) ||
                 str_find(line, STR(" root=")) != SIZE_MAX || str_starts(line, STR("initrd="));
    bool named = str_eq(base, STR("cmdline")) || str_eq(base, STR("cmdline.txt")) ||
                 str_eq(base, STR("proc-cmdline.txt")) || str_eq(base, STR("kernel-cmdline.txt"));
    /* the kernel holds at most some kibibytes: what fills the head is none of its lines */
    if (line.len == 0 || !sniff_whole(sniff) || str_trim(sniff->head).len != line.len ||
        (!known && !named))
        return BID_NONE;
    while (word_take(&rest, &word))
        if (!is_parameter(word))
            return BID_NONE;
    return known ? BID_SIGNATURE : BID_SHAPE;
}

static void word_fact(struct reading *reading, const struct line *line, struct str word)
{
    struct str value = word, name;
    bool stated = str_cut(&value, '=', &name) && value.at && value.len > 0;
    if (!is_passed_over(name)) {
        struct str text = stated ? value : name;
        reading_fact(reading, KEY_OS_KERNEL_PARAMETER, name, text, UNIT_NONE,
                     line_place(reading, line, text));
    }
}

static bool read(struct reading *reading)
{
    struct lines lines;
    struct line line;
    lines_begin(&lines, reading->bytes);
    while (lines_next(&lines, &line)) {
        struct str rest = line.text, word;
        while (word_take(&rest, &word))
            word_fact(reading, &line, word);
    }
    return true;
}

const struct adapter adapter_kernel_cmdline = {
    .name = "kernel-cmdline",
    .title = "Parameters that the kernel was started with",
    .tool = "/proc/cmdline (Linux)",
    .spec = "Linux, admin-guide/kernel-parameters",
    .kind = FACT_CAPTURED,
    .bid = bid,
    .read = read,
};
