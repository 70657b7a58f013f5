/* checks.c - collecting what verifying found. Words: EN 319 102-1 section 5.1. */
#include "checks.h"

#include <string.h>

struct check_list check_list_new(struct arena *home)
{
    return (struct check_list){ .home = home };
}

void check_add(struct check_list *list, const char *id, const char *title, struct verdict verdict)
{
    ARENA_GROW(list->home, struct check, list->item, list->count, list->room, 32);
    list->item[list->count++] = (struct check){ .id = id,
                                                .title = title,
                                                .state = verdict.state,
                                                .indication = verdict.indication,
                                                .detail = verdict.detail };
}

enum check_state check_worst(const struct check_list *list)
{
    bool fails = false;
    bool undecided = list->count == 0;
    for (size_t i = 0; i < list->count; i++) {
        fails = fails || list->item[i].state == CHECK_FAILS;
        undecided = undecided || list->item[i].state == CHECK_UNDECIDED;
    }
    return fails ? CHECK_FAILS : undecided ? CHECK_UNDECIDED : CHECK_HOLDS;
}

struct verdict verdict_holds(struct str detail)
{
    return (struct verdict){ CHECK_HOLDS, "", detail };
}

struct verdict verdict_fails(const char *indication, struct str detail)
{
    return (struct verdict){ CHECK_FAILS, indication, detail };
}

struct verdict verdict_undecided(const char *indication, struct str detail)
{
    return (struct verdict){ CHECK_UNDECIDED, indication, detail };
}

struct verdict verdict_note(struct str detail)
{
    return (struct verdict){ CHECK_NOTE, "", detail };
}

struct str visible(struct arena *home, struct str text)
{
    struct buf out = buf_new(home, 4096);
    buf_put_visible(&out, str_sub(text, 0, 200));
    if (text.len > 200)
        buf_put(&out, STR("..."));
    return buf_str(&out);
}

const char *check_id(struct arena *home, const char *kind, unsigned number)
{
    return str_c(home, str_format(home, "%s-%03u", kind, number));
}
