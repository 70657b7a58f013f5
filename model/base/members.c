/* members.c - entries on their way into a list: limits, refusals, order. */
#include "members.h"
#include "arena_own.h"
#include "decode.h"

#include <stdlib.h>
#include <sys/mman.h>

/* Not by printf, which would stop at a NUL in the name. */
static struct str full_name(struct members *members, struct str name)
{
    struct buf whole = buf_new(members->home, members->container.len + name.len);
    buf_put(&whole, members->container);
    buf_put(&whole, name);
    return buf_str(&whole);
}

void member_refuse(struct members *members, struct str name, const char *fault)
{
    struct place place = { .file = full_name(members, name) };
    diag_add(members->diags, members->refusal, place, STR(""), "%s", fault);
    members->refused++;
}

void member_leave(struct members *members, struct str name, const char *why)
{
    enum { LISTED_MOST = 1000, LIST_SIZE = 1 << 24 };
    struct place place = { .file = full_name(members, name) };
    diag_add(members->diags, DIAG_FILE_LEFT, place, STR(""), "%s", why);
    if (!members->left.at) {
        members->left = buf_new(members->home, LIST_SIZE);
        buf_put(&members->left, STR(LEFT_OUT_HEAD));
    }
    if (++members->left_count <= LISTED_MOST) {
        buf_put_visible(&members->left, name);
        buf_putf(&members->left, ": %s\n", why);
    }
}

/* Adds the list of what was left out, under a name that no entry has. */
static void left_add(struct members *members, struct entries *out)
{
    struct str name = STR(LEFT_OUT);
    for (unsigned number = 2; entries_find(out, name); number++)
        name = str_format(members->home, "left-out.%u.txt", number);
    struct entry *item = ARENA_MANY(members->home, out->count + 1, struct entry);
    for (size_t i = 0; i < out->count; i++)
        item[i] = out->item[i];
    struct str listed = buf_str(&members->left), rest = listed, line;
    uint64_t lines = 0;
    while (str_cut(&rest, '\n', &line))
        lines++;
    if (members->left_count + 1 > lines) {
        buf_putf(&members->left, "(and more): %llu names\n",
                 (unsigned long long)(members->left_count + 1 - lines));
    }
    listed = buf_str(&members->left);
    item[out->count] = (struct entry){ .name = name, .bytes = listed, .digest = digest_of(listed) };
    entries_sort(item, out->count + 1);
    *out = (struct entries){ item, out->count + 1 };
}

void members_break(struct members *members, enum diag_id id, struct str name, const char *fault)
{
    struct str whole = str_sub(members->container, 0, members->container.len - 1);
    struct place place = { .file = name.len ? full_name(members, name) : whole };
    if (!members->broken)
        diag_add(members->diags, id, place, STR(""), "%s", fault);
    members->broken = true;
}

bool members_count(struct members *members)
{
    if (members->seen++ < members->limits.entries)
        return true;
    members_break(members, members->excess, STR(""), "too many names");
    return false;
}

bool members_fit(struct members *members, struct str name, uint64_t size)
{
    if (size > members->limits.file)
        members_break(members, members->excess, name, "too large");
    else if (size > members->limits.bytes - members->bytes)
        members_break(members, members->excess, name, "too many bytes in all");
    else
        members->bytes += size;
    return !members->broken;
}

char *member_room(struct members *members, size_t size)
{
    if (size <= MAP_FROM)
        return ARENA_MANY(members->home, size, char);
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        memory_exhausted();
    arena_own_map(members->home, at, size);
    return at;
}

void member_add(struct members *members, struct str name, struct str bytes)
{
    struct member *member = ARENA_NEW(members->home, struct member);
    member->entry = (struct entry){
        .name = str_keep(members->home, name),
        .bytes = bytes,
    };
    if (!members->limits.unhashed)
        member->entry.digest = file_digest(bytes);
    member->before = members->last;
    members->last = member;
}

/* Whether a folder on the way to `name` is itself a file of the list. */
static bool below_file(const struct entries *entries, struct str name)
{
    for (size_t i = 1; i < name.len; i++)
        if (name.at[i] == '/' && entries_find(entries, str_sub(name, 0, i)))
            return true;
    return false;
}

bool members_finish(struct members *members, struct entries *out)
{
    size_t count = 0, kept = 0;
    *out = (struct entries){ 0 };
    if (members->broken)
        return false;
    for (struct member *member = members->last; member; member = member->before)
        count++;
    if (count == 0) {
        if (members->refused == 0)
            members_break(members, DIAG_FILE_NONE, STR(""), "no file in it");
        return false;
    }
    struct entry *item = ARENA_MANY(members->home, count, struct entry);
    struct member *member = members->last;
    for (size_t i = count; i-- > 0; member = member->before)
        item[i] = member->entry;
    entries_sort(item, count);
    for (size_t i = 0; i < count; i++)
        if (kept && str_eq(item[kept - 1].name, item[i].name))
            member_refuse(members, item[i].name, "a name that stands twice");
        else
            item[kept++] = item[i];
    *out = (struct entries){ item, kept };
    for (size_t i = 0; i < kept; i++)
        if (below_file(out, item[i].name))
            members_break(members, members->refusal, item[i].name, "below a file");
    if (members->broken)
        *out = (struct entries){ 0 };
    else if (members->left.at)
        left_add(members, out);
    return !members->broken;
}

static int order_by_name(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    return str_order(a->name, b->name);
}

/* Merge sort, since stability is promised and qsort does not promise it. */
static void sort_into(struct entry *item, struct entry *spare, size_t count)
{
    if (count < 2)
        return;
    size_t half = count / 2, left = 0, right = half;
    sort_into(item, spare, half);
    sort_into(item + half, spare, count - half);
    for (size_t i = 0; i < count; i++) {
        bool take_left =
            right == count || (left < half && str_order(item[left].name, item[right].name) <= 0);
        spare[i] = item[take_left ? left++ : right++];
    }
    for (size_t i = 0; i < count; i++)
        item[i] = spare[i];
}

void entries_sort(struct entry *item, size_t count)
{
    struct entry *spare = calloc(count ? count : 1, sizeof *spare);
    if (!spare)
        memory_exhausted();
    sort_into(item, spare, count);
    free(spare);
}

const struct entry *entries_find(const struct entries *entries, struct str name)
{
    struct entry wanted = { .name = name };
    return entries->count
               ? bsearch(&wanted, entries->item, entries->count, sizeof wanted, order_by_name)
               : NULL;
}

void entries_hash(struct arena *home, struct entries *entries)
{
    struct entry *item = ARENA_MANY(home, entries->count, struct entry);
    for (size_t i = 0; i < entries->count; i++) {
        item[i] = entries->item[i];
        if (digest_blank(item[i].digest))
            item[i].digest = file_digest(item[i].bytes);
    }
    entries->item = item;
}

bool entries_left(const struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *entry = &entries->item[i];
        if (str_starts(entry->name, STR("left-out.")) &&
            str_starts(entry->bytes, STR(LEFT_OUT_HEAD)))
            return true;
    }
    return false;
}
