/* predicate_rows.c - the tests that a rules file can name, and what each takes. */
#include "rules.h"

#define ANY 32
#define SAYS(...) __VA_ARGS__
#define ASKS(...)
#define PREDICATE(says, asks) { says },
static const struct predicate predicates[] = {
#include "predicates.def"
};
#undef PREDICATE
#undef ASKS
#undef SAYS

const struct predicate *predicate_at(size_t index)
{
    return index < ARRAY_COUNT(predicates) ? &predicates[index] : NULL;
}

const struct predicate *predicate_find(struct str name)
{
    if (str_eq(name, STR("in-case"))) /* its name in rule sets that are packed in older dossiers */
        name = STR("planned");
    for (size_t i = 0; i < ARRAY_COUNT(predicates); i++)
        if (str_eq(name, str_from(predicates[i].name)))
            return &predicates[i];
    return NULL;
}
