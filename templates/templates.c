/* templates.c - the table of embedded files; embedded_files.def is made by CMakeLists.txt.
 *
 * The bytes enter by the assembler's .incbin, which needs no generated source of megabytes and
 * knows no limit on the length of a literal. */
#include "templates.h"

#define FILE_ROW(id, name, path)                                                                   \
    __asm__(".pushsection .rodata\n"                                                               \
            ".balign 16\n"                                                                         \
            ".globl embedded_" #id "_from\n"                                                       \
            ".hidden embedded_" #id "_from\n"                                                      \
            "embedded_" #id "_from:\n"                                                             \
            ".incbin \"" path "\"\n"                                                               \
            ".globl embedded_" #id "_to\n"                                                         \
            ".hidden embedded_" #id "_to\n"                                                        \
            "embedded_" #id "_to:\n"                                                               \
            ".byte 0\n"                                                                            \
            ".popsection\n");                                                                      \
    extern const char embedded_##id##_from[], embedded_##id##_to[];
#include "embedded_files.def"
#undef FILE_ROW

static const struct row {
    const char *name, *from, *to;
} rows[] = {
#define FILE_ROW(id, name, path) { name, embedded_##id##_from, embedded_##id##_to },
#include "embedded_files.def"
#undef FILE_ROW
};

static struct str row_bytes(const struct row *row)
{
    return (struct str){ row->from, (size_t)((uintptr_t)row->to - (uintptr_t)row->from) };
}

const struct entries *templates_all(struct arena *home)
{
    struct entry *item = ARENA_MANY(home, ARRAY_COUNT(rows), struct entry);
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        item[i].name = str_from(rows[i].name);
        item[i].bytes = row_bytes(&rows[i]);
        item[i].digest = digest_of(item[i].bytes);
    }
    entries_sort(item, ARRAY_COUNT(rows));
    struct entries *all = ARENA_NEW(home, struct entries);
    *all = (struct entries){ item, ARRAY_COUNT(rows) };
    return all;
}

const struct entry *template_find(struct arena *home, struct str name)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (str_eq(str_from(rows[i].name), name)) {
            struct entry *entry = ARENA_NEW(home, struct entry);
            entry->name = str_from(rows[i].name);
            entry->bytes = row_bytes(&rows[i]);
            return entry;
        }
    }
    return NULL;
}
