/* case_single.c - a case of one system: what it cannot hold, since nothing is compared. */
#include "case_parts.h"

/* Members that relate systems. */
static const struct related {
    const char *name, *why;
} related[] = {
    { "under_test", "no \"under_test\": of a single system nothing is compared" },
    { "bridge", "no \"bridge\": a bridge ties two systems, and there is one" },
    { "null", "no \"null\": a null pair is two systems, and there is one" },
    { "same", "no \"same\": it joins the words of two sides, and there is one" },
};

/* Kinds of question that two systems answer. */
static bool asks_of_two(struct str decides)
{
    static const struct str kinds[] = { STR_INIT("change"), STR_INIT("bottleneck"),
                                        STR_INIT("choice"), STR_INIT("regression") };
    for (size_t i = 0; i < ARRAY_COUNT(kinds); i++)
        if (str_eq(decides, kinds[i]))
            return true;
    return false;
}

bool single_check(const struct checking *checking, const struct json_item *root)
{
    const struct json_item *systems = json_member(root, STR("systems"));
    const struct json_item *decides = json_member(root, STR("decides"));
    bool good = true;
    if (json_count(systems) != 1)
        return true;
    for (size_t i = 0; i < ARRAY_COUNT(related); i++) {
        const struct json_item *item = json_member(root, str_from(related[i].name));
        if (item) {
            good = members_refuse(checking, checking->bad, item, str_from(related[i].why),
                                  "\"%s\" in a case of one system", related[i].name);
        }
    }
    const struct json_item *baseline = json_member(json_next(systems, NULL), STR("baseline"));
    if (baseline && json_type(baseline) == JSON_TRUE) {
        good = members_refuse(checking, checking->bad, baseline,
                              STR("no baseline: of a single system nothing is compared"),
                              "a baseline in a case of one system");
    }
    if (decides && asks_of_two(json_string(decides))) {
        good = members_refuse(checking, checking->bad, decides,
                              STR("\"acceptance\" or \"units\", which one system can answer"),
                              "\"%.*s\" in a case of one system", STR_ARG(json_string(decides)));
    }
    return good;
}
