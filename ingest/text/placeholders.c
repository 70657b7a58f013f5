/* placeholders.c - texts that tools write where they know nothing. Such a text is no value; the
 * fact keeps it as the reason why nothing is disclosed.
 *
 * Sources: nvidia-smi and collect_env outputs, DMI strings of board makers, MLPerf system
 * descriptions, SPEC result files, Python's null values. */
#include "reading.h"

#include <glib.h>
#include <limits.h>
#include <string.h>

/* No value of any key. In lower case. */
static const char *const anywhere[] = {
    "-",
    "-nan",
    "--",
    "...",
    "<none>",
    "<unknown>",
    "?",
    "??",
    "???",
    "[function not found]",
    "[gpu is lost]",
    "[gpu requires reset]",
    "[insufficient permissions]",
    "[n/a]",
    "[not found]",
    "[not supported]",
    "[removed]",
    "[requested functionality has been deprecated]",
    "[unknown error]",
    "as above",
    "confidential",
    "could not collect",
    "could not determine",
    "default string",
    "err!",
    "fixme",
    "gpu is lost",
    "gpu requires reset",
    "insufficient permissions",
    "n.a.",
    "n/a",
    "n/d",
    "na",
    "nan",
    "no cuda",
    "not applicable",
    "not available",
    "not collected",
    "not disclosed",
    "not found",
    "not known",
    "not measured",
    "not provided",
    "not set",
    "not specified",
    "not stated",
    "not supported",
    "null",
    "o.e.m.",
    "probably one of the following:",
    "proprietary",
    "redacted",
    "requested functionality has been deprecated",
    "see above",
    "system manufacturer",
    "system product name",
    "system serial number",
    "system version",
    "tba",
    "tbd",
    "to be announced",
    "to be determined",
    "to be filled by o.e.m.",
    "todo",
    "undefined",
    "undisclosed",
    "unknown",
    "unknown error",
    "unset",
    "unspecified",
    "xxx",
    "…",
};

/* No value wherever a text begins so: a form whose blank nobody filled in. */
static const char *const beginnings[] = { "fixme:", "nnn (", "to be filled" };

/* No value wherever one of them stands in the description of a thing: lines of a form (of SPEC's
 * result files, of a run.json) that nobody filled in or finished. In lower case. */
static const char *const unfinished[] = {
    "(add definition here)",
    "add more disk info here",
    "changeme",
    "fixme",
    "my corporation",
    "n gb (n x n gb nrxn pc4-nnnn",
    "your spec license number",
};

/* Names that move: each names another thing tomorrow, and two that are equal today need not have
 * been on the days of two runs. No version, revision or digest. In lower case. */
static const char *const moving[] = {
    "auto",   "current", "default", "dev",     "edge",   "head",
    "latest", "main",    "master",  "nightly", "stable", "trunk"
};

/* What names one unit or board is no name where it says none; elsewhere "none" is a statement
 * ("quantisation: none"). */
static const char *const identities[] = { "0123456789", "chassis serial number", "none",
                                          "not present" };

/* Nothing of the sort can be zero where it exists: a tool that writes 0 could not read it. */
static const enum key never_zero[] = {
    KEY_ACCELERATOR_CACHE,
    KEY_ACCELERATOR_MEMORY_TOTAL,
    KEY_ACCELERATOR_MEMORY_VISIBLE,
    KEY_ACCELERATOR_MULTIPROCESSORS,
    KEY_CLOCK_MEMORY_APPLICATION,
    KEY_CLOCK_MEMORY_APPLICATION_DEFAULT,
    KEY_CLOCK_MEMORY_MAX,
    KEY_CLOCK_SM_APPLICATION,
    KEY_CLOCK_SM_APPLICATION_DEFAULT,
    KEY_CLOCK_SM_MAX,
    KEY_CPU_CORES,
    KEY_CPU_NUMA_NODES,
    KEY_CPU_SOCKETS,
    KEY_CPU_THREADS,
    KEY_CPU_THREADS_PER_CORE,
    KEY_HOST_MEMORY,
    KEY_LINK_GENERATION_MAX,
    KEY_LINK_WIDTH_MAX,
    KEY_MODEL_PARAMETERS,
    KEY_MODEL_SIZE,
    KEY_POWER_LIMIT,
    KEY_POWER_LIMIT_DEFAULT,
    KEY_POWER_LIMIT_MAX,
};

static char lower(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c;
}

/* Whether the text begins with the word; `whole`: whether it is the word. Each value read is asked
 * for each word, so most end at the first letter. */
static bool says_folded(struct str text, const char *folded, bool whole)
{
    size_t i = 0;
    for (; folded[i]; i++)
        if (i == text.len || lower(text.at[i]) != folded[i])
            return false;
    return !whole || i == text.len;
}

static bool among(struct str text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (says_folded(text, list[i], true))
            return true;
    return false;
}

static void first_add(unsigned char *first, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char c = list[i][0];
        first[(unsigned char)c] = 1;
        first[(unsigned char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c)] = 1;
    }
}

/* Whether a placeholder can begin with the character. Asked of each cell of a table, most of which
 * are numbers. */
static bool may_begin(char c)
{
    static unsigned char first[UCHAR_MAX + 1];
    static gsize ready;
    if (g_once_init_enter(&ready)) {
        first_add(first, anywhere, ARRAY_COUNT(anywhere));
        first_add(first, beginnings, ARRAY_COUNT(beginnings));
        g_once_init_leave(&ready, 1);
    }
    return first[(unsigned char)c];
}

bool text_is_placeholder(struct str text)
{
    if (text.len > 0 && text.at[0] > ' ' && !may_begin(text.at[0]))
        return false;
    text = str_trim(text);
    if (text.len == 0 || among(text, anywhere, ARRAY_COUNT(anywhere)))
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(beginnings); i++)
        if (says_folded(text, beginnings[i], false))
            return true;
    return false;
}

/* A serial number or identifier of zeros or of F alone: "0000000000000", "GPU-00000000-0000-...",
 * "FFFFFFFF-FFFF-...", as boards without one report it. */
static bool is_blank_identity(struct str text)
{
    if (str_starts(text, STR("GPU-")))
        text = str_sub(text, 4, text.len);
    char filler = (char)(text.len ? lower(text.at[0]) : '0');
    for (size_t i = 0; i < text.len; i++)
        if (lower(text.at[i]) != filler && text.at[i] != '-')
            return false;
    return filler == '0' || (filler == 'f' && text.len >= 8);
}

/* Whether a name that moves says nothing of the key: it wants one thing for good. A format left to
 * the tool ("auto") is what the tool chose, and is not written down. */
static bool is_moving(enum key key, struct str text)
{
    static const enum key fixed[] = { KEY_WORKLOAD_REVISION, KEY_MODEL_REVISION, KEY_DATASET_DIGEST,
                                      KEY_CONTAINER_DIGEST, KEY_FRAMEWORK_COMMIT };
    const struct vocabulary_row *row = vocabulary_row(key);
    bool wants = row->type == TYPE_VERSION;
    for (size_t i = 0; i < ARRAY_COUNT(fixed); i++)
        wants = wants || key == fixed[i];
    return (wants && among(text, moving, ARRAY_COUNT(moving))) ||
           (row->group == GROUP_PRECISION && among(text, moving, 1));
}

static bool says_anywhere(struct str text, const char *folded)
{
    for (size_t at = 0; at < text.len; at++)
        if (says_folded(str_sub(text, at, text.len), folded, false))
            return true;
    return false;
}

/* What a person writes of a thing; a command or a tool's message may hold the words as its own. */
static bool is_unfinished(enum key key, struct str text)
{
    enum { LONGEST = 256 };
    static const enum key quoted[] = { KEY_RESULT_REMARK, KEY_RUN_ERROR,   KEY_CONTRADICTION,
                                       KEY_UNREAD,        KEY_MODEL_FILE,  KEY_OS_ENVIRONMENT,
                                       KEY_WORKLOAD_NAME, KEY_PROFILE_NAME };
    if (vocabulary_row(key)->type != TYPE_TEXT || text.len > LONGEST)
        return false;
    for (size_t i = 0; i < ARRAY_COUNT(quoted); i++)
        if (key == quoted[i])
            return false;
    for (size_t i = 0; i < ARRAY_COUNT(unfinished); i++)
        if (says_anywhere(text, unfinished[i]))
            return true;
    return false;
}

bool value_is_placeholder(enum key key, struct str text)
{
    text = str_trim(text);
    if (text_is_placeholder(text) || is_moving(key, text) || is_unfinished(key, text))
        return true;
    if (vocabulary_row(key)->likeness == LIKENESS_IDENTITY && key != KEY_ACCELERATOR_MODULE)
        return is_blank_identity(text) || among(text, identities, ARRAY_COUNT(identities));
    for (size_t i = 0; i < ARRAY_COUNT(never_zero); i++) {
        double value;
        enum unit unit = UNIT_NONE;
        if (key == never_zero[i] && number_read(text, &value, &unit))
            return value <= 0; /* -1: xpu-smi, of a device behind no link */
    }
    return false;
}
