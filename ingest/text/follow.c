/* follow.c - a fact, and what its text says of itself: options of a command, a model's revision in
 * a hub's path. What follows so is a fact alone, of which nothing follows in turn. */
#include "options.h"
#include "reading.h"

/* A hub's cache names the revision of what lies in it: ".../models--a--b/snapshots/HASH". */
static void snapshot_fact(struct reading *reading, struct str instance, struct str path,
                          struct place place)
{
    static const struct str kept = STR_INIT("/snapshots/");
    size_t at = str_find(path, STR("models--")), from = str_find(path, kept);
    if (at == SIZE_MAX || from == SIZE_MAX || from < at)
        return;
    struct str hash = str_sub(path, from + kept.len, path.len);
    hash = str_sub(hash, 0, str_find(hash, STR("/")));
    (void)reading_fact_alone(reading, KEY_MODEL_REVISION, instance, hash, UNIT_NONE, place);
}

bool reading_fact(struct reading *reading, enum key key, struct str instance, struct str text,
                  enum unit unit, struct place place)
{
    if (!reading_fact_alone(reading, key, instance, text, unit, place))
        return false;
    text = str_trim(text);
    place.file = reading->name;
    if (value_is_placeholder(key, text))
        return true;
    if (key == KEY_METHOD_SERVER_COMMAND || key == KEY_METHOD_COMMAND)
        options_of_command(reading, text, key == KEY_METHOD_SERVER_COMMAND, place);
    else if (key == KEY_MODEL_NAME)
        snapshot_fact(reading, instance, text, place);
    else if (key == KEY_OS_ENVIRONMENT && !reading->system) /* else options_settle.c */
        options_of_variable(reading, instance, text, place);
    return true;
}
