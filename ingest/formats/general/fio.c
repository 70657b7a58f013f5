/* fio.c - what fio says beside its figures. */
#include "fio.h"

bool fio_is_notice(struct str text)
{
    static const char *const said[] = {
        "this platform does not support process shared mutexes",
        "file hash not empty on exit",
        "os or kernel doesn't support IO scheduler switching",
        "native_fallocate call failed",
        "posix_fallocate fails",
    };
    struct str rest = str_starts(text, STR("fio: ")) ? str_sub(text, 5, text.len) : text;
    bool notice = str_starts(text, STR("note: ")) || str_starts(text, STR("fio: note: "));
    for (size_t i = 0; i < ARRAY_COUNT(said) && !notice; i++)
        notice = str_starts(rest, str_from(said[i]));
    return notice;
}
