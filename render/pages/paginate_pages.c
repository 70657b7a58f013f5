/* paginate_pages.c - slabs dealt to pages; then structure, links, bookmarks and furniture, which
 * need to know the pages. */
#include "paginate.h"

#include <glib.h>
#include <string.h>

enum { FACTOR_TIGHT = 600, FACTOR_LEAST = 200, FACTOR_SHARED = 400, FACTOR_MOST = 1250 };

struct spot { /* a placed mark on its page */
    struct mark *mark;
    struct tagged *leaf;
    size_t page;
    struct point from, to;
};
struct dealing {
    struct layout *layout;
    GPtrArray *scene;  /* struct scene, one a page */
    GArray *spot;      /* struct spot, in drawing order */
    GPtrArray *anchor; /* struct landing, in page order */
    GArray *element;   /* struct pdf_element */
    mpt y;
    bool top;                      /* nothing on the page yet */
    int64_t *factor;               /* of white space, in thousandths, by summary page */
    bool *joins;                   /* whether it stands below the summary before, on its page */
    bool dry;                      /* nothing is drawn: where pages would break */
    bool tight;                    /* white space is less: from `tight_from` on */
    const struct slab *tight_from; /* NULL: nowhere */
    const struct slab *break_at;   /* begins a page; NULL: where it fits */
    const struct slab *parted;     /* the last of a short table that is parted; NULL: none is */
    const struct slab *from[2];    /* the first slab of this page, and of the page before */
};

/* ---- dealing ---- */

static void page_begin(struct dealing *dealing)
{
    struct layout *layout = dealing->layout;
    struct str id = str_format(layout->home, "page-%u", dealing->scene->len + 1);
    struct scene *scene = ARENA_NEW(layout->home, struct scene);
    scene->id = id;
    scene->size = (struct point){ PAGE_WIDTH, PAGE_HEIGHT };
    g_ptr_array_add(dealing->scene, scene);
    dealing->y = BODY_TOP;
    dealing->top = true;
}

static struct scene *page_now(const struct dealing *dealing)
{
    return g_ptr_array_index(dealing->scene, dealing->scene->len - 1);
}

static void scene_append(struct scene *scene, struct mark *mark)
{
    mark->next = NULL;
    if (scene->last)
        scene->last->next = mark;
    else
        scene->first = mark;
    scene->last = mark;
}

static void slab_draw(struct dealing *dealing, const struct slab *slab, bool again)
{
    struct layout *layout = dealing->layout;
    if (dealing->dry)
        return;
    for (const struct placed *placed = slab->first; placed; placed = placed->next) {
        struct mark *mark =
            mark_copy(layout, &placed->mark, placed->shift.x, placed->shift.y + dealing->y, 1, 1);
        scene_append(page_now(dealing), mark);
        if (!placed->leaf || again)
            continue;
        struct spot spot = { .mark = mark, .leaf = placed->leaf, .page = dealing->scene->len - 1 };
        spot.from = (struct point){ placed->from.x, placed->from.y + dealing->y };
        spot.to = (struct point){ placed->to.x, placed->to.y + dealing->y };
        g_array_append_val(dealing->spot, spot);
        if (!placed->leaf->seen)
            placed->leaf->seen_from = spot.page;
        placed->leaf->seen = true;
        placed->leaf->seen_to = spot.page;
    }
    for (struct landing *anchor = again ? NULL : slab->anchor; anchor; anchor = anchor->next) {
        anchor->page = dealing->scene->len - 1;
        anchor->y += dealing->y;
        g_ptr_array_add(dealing->anchor, anchor);
    }
}

static mpt tightened(const struct dealing *dealing, mpt space)
{
    return dealing->tight ? (mpt)((int64_t)space * FACTOR_TIGHT / 1000) : space;
}

static mpt white(const struct dealing *dealing, const struct slab *slab)
{
    if (!slab->summary)
        return tightened(dealing, slab->before);
    return (mpt)((int64_t)slab->before * dealing->factor[slab->summary - 1] / 1000);
}

/* Height of a slab and of those that must stay with it; `whole`: a short table with all its rows.
 * *last (may be NULL) is the last of them. */
static int64_t kept_height(const struct dealing *dealing, const struct slab *slab, bool whole,
                           const struct slab **last)
{
    int64_t height = slab->height;
    while (slab->keep && (whole || !slab->short_table) && slab->next && !slab->next->new_page) {
        slab = slab->next;
        height += white(dealing, slab) + slab->height;
    }
    if (last)
        *last = slab;
    return height;
}

#define SPARED MM(80) /* which a short table that is parted spares from staying empty */

/* The same for what is to be dealt on this page: a short table that does not fit on it is parted
 * where more of the page than that would stay empty. */
static int64_t group_height(struct dealing *dealing, const struct slab *slab, mpt y)
{
    const struct slab *last;
    int64_t whole = kept_height(dealing, slab, true, &last);
    bool parted = dealing->parted != NULL;
    if (slab == dealing->parted)
        dealing->parted = NULL;
    if (!parted && (y + whole <= BODY_BOTTOM || BODY_BOTTOM - y < SPARED))
        return whole;
    int64_t least = kept_height(dealing, slab, false, NULL);
    if (!parted && least < whole && y + least <= BODY_BOTTOM)
        dealing->parted = last;
    return parted || y + least <= BODY_BOTTOM ? least : whole;
}

/* Height of a part from its first slab on, all of it. */
static int64_t part_height(const struct dealing *dealing, const struct slab *slab)
{
    int64_t height = slab->height;
    for (slab = slab->next; slab && !slab->new_page; slab = slab->next)
        height += white(dealing, slab) + slab->height;
    return height;
}

#define PART_GAP MM(10) /* above a part that goes on on its page */

/* A part of the report begins on a new page, unless a third of the page is left or all of the part
 * fits on the rest of it; of the summaries those that are short share pages. */
static bool part_continues(const struct dealing *dealing, const struct slab *slab)
{
    mpt used = dealing->y - BODY_TOP + tightened(dealing, PART_GAP);
    mpt page = BODY_BOTTOM - BODY_TOP;
    if (slab->summary)
        return dealing->joins[slab->summary - 1];
    if (dealing->scene->len <= 1)
        return false;
    if (used + part_height(dealing, slab) <= page)
        return true;
    int64_t group = kept_height(dealing, slab, false, NULL);
    int64_t more = group < MM(60) ? MM(40) : 0; /* a picture with its heading is enough by itself */
    return dealing->y - BODY_TOP < page * 2 / 3 && used + group + more <= page;
}

static void slab_deal(struct dealing *dealing, const struct slab *slab)
{
    dealing->tight = dealing->tight || slab == dealing->tight_from;
    mpt before = dealing->top ? 0 : white(dealing, slab);
    bool breaks = slab->new_page || slab == dealing->break_at;
    if (breaks && !dealing->top) {
        if (slab->new_page && part_continues(dealing, slab))
            before = tightened(dealing, PART_GAP);
        else
            page_begin(dealing);
        before = dealing->top ? 0 : before;
    }
    int64_t group = group_height(dealing, slab, dealing->y + before);
    if (!dealing->top && dealing->y + before + group > BODY_BOTTOM) {
        /* A group taller than a page is broken where its first slab no longer fits. */
        bool hopeless = group > BODY_BOTTOM - BODY_TOP;
        if (!hopeless || dealing->y + before + slab->height > BODY_BOTTOM) {
            page_begin(dealing);
            before = 0;
        }
    }
    if (dealing->top) {
        dealing->from[1] = dealing->from[0];
        dealing->from[0] = slab;
    }
    if (dealing->top && slab->header) {
        slab_draw(dealing, slab->header, true);
        dealing->y += slab->header->height;
    }
    dealing->y += before;
    slab_draw(dealing, slab, false);
    dealing->y += slab->height;
    dealing->top = false;
}

/* Heights of all that summary page `number` holds, and of the white space between. */
static void summary_measure(const struct slab *first, int number, int64_t *ink, int64_t *blank)
{
    bool top = true;
    for (const struct slab *slab = first; slab; slab = slab->next) {
        if (slab->summary != number)
            continue;
        *ink += slab->height;
        *blank += top ? 0 : slab->before;
        top = false;
    }
}

/* Thousandths by which white space must be multiplied to fill a page with it; 0: there is none. */
static int64_t factor_filling(int64_t ink, int64_t blank)
{
    int64_t room = BODY_BOTTOM - BODY_TOP - ink;
    if (blank == 0)
        return room >= 0 ? 1000 : 0;
    return room * 1000 / blank;
}

static int64_t factor_wanted(const struct slab *first, int number)
{
    int64_t ink = 0, blank = 0;
    summary_measure(first, number, &ink, &blank);
    return factor_filling(ink, blank);
}

int summaries_fitting(const struct flow *flow)
{
    int fitting = 0;
    for (int i = 1; i <= flow->layout->summaries; i++)
        fitting += factor_wanted(flow->first, i) >= FACTOR_LEAST;
    return fitting;
}

/* White space of a summary page: shrunk where it does not fit, spread a little where there is
 * room. What still does not fit goes on to the next page. */
static int64_t factor_of(const struct slab *first, int number)
{
    int64_t factor = factor_wanted(first, number);
    return factor < FACTOR_LEAST ? FACTOR_LEAST : factor > FACTOR_MOST ? FACTOR_MOST : factor;
}

/* Summaries behind page one that fit on one page together share it, and its white space. */
static void summaries_join(struct dealing *dealing, const struct slab *first, int count)
{
    for (int from = 2, to; from <= count; from = to) {
        int64_t ink = 0, blank = 0;
        summary_measure(first, from, &ink, &blank);
        for (to = from + 1; to <= count; to++) {
            int64_t more = ink + PART_GAP, wide = blank;
            summary_measure(first, to, &more, &wide);
            if (factor_filling(more, wide) < FACTOR_SHARED)
                break;
            ink = more;
            blank = wide;
            dealing->joins[to - 1] = true;
        }
        int64_t factor = factor_filling(ink, blank);
        for (int i = from; i < to && to > from + 1; i++)
            dealing->factor[i - 1] = factor > FACTOR_MOST ? FACTOR_MOST : factor;
    }
}

static void slabs_deal(struct dealing *dealing, const struct slab *first)
{
    g_ptr_array_set_size(dealing->scene, 0);
    dealing->tight = false;
    dealing->from[0] = dealing->from[1] = dealing->parted = NULL;
    page_begin(dealing);
    for (const struct slab *slab = first; slab; slab = slab->next)
        slab_deal(dealing, slab);
}

/* The last slab between `from` and `last` with which a page may begin that then holds more than a
 * few lines: no row within a table, nothing that stays with what is above it. NULL: there is none.
 */
static const struct slab *slab_to_break_at(const struct dealing *dealing, const struct slab *from,
                                           const struct slab *last)
{
    const struct slab *found = NULL;
    for (; from && from->next != last; from = from->next) {
        int64_t height = PART_GAP;
        for (const struct slab *slab = from->next; slab; slab = slab->next)
            height += white(dealing, slab) + slab->height;
        if (!from->keep && !from->next->header && height >= MM(60) &&
            height <= BODY_BOTTOM - BODY_TOP)
            found = from->next;
    }
    return found;
}

/* A last page of a few lines is none: the page before gives of its white space, or its end. */
static void last_page_fill(struct dealing *dealing, const struct slab *first)
{
    dealing->dry = true;
    slabs_deal(dealing, first);
    guint pages = dealing->scene->len;
    const struct slab *from = dealing->from[1], *last = dealing->from[0];
    if (pages > 2 && last && !last->summary && dealing->y - BODY_TOP < MM(40)) {
        dealing->tight_from = from;
        slabs_deal(dealing, first);
        if (dealing->scene->len >= pages) {
            dealing->tight_from = NULL;
            dealing->tight = false;
            dealing->break_at = slab_to_break_at(dealing, from, last);
        }
    }
    dealing->dry = false;
}

/* ---- links ---- */

struct spots {                   /* where links lead */
    GHashTable *id;              /* landing by a node's id; looked up only, never walked */
    const struct landing **row;  /* by fact number */
    const struct spot **mention; /* first use, by fact number */
    size_t count;
};

static char *id_key(struct arena *home, struct str id)
{
    char *key = ARENA_MANY(home, id.len + 1, char);
    if (id.len > 0)
        memcpy(key, id.at, id.len);
    return key;
}

static void spots_collect(struct dealing *dealing, struct spots *spots)
{
    struct arena *home = dealing->layout->home;
    spots->count = dealing->layout->model->fact_count + 1;
    spots->row = ARENA_MANY(home, spots->count, const struct landing *);
    spots->mention = ARENA_MANY(home, spots->count, const struct spot *);
    for (guint i = 0; i < dealing->anchor->len; i++) {
        struct landing *anchor = g_ptr_array_index(dealing->anchor, i);
        char *key = id_key(home, anchor->id);
        if (key[0] && !g_hash_table_contains(spots->id, key))
            g_hash_table_insert(spots->id, key, anchor);
        size_t number = anchor->fact ? anchor->fact->number : 0;
        if (number > 0 && number < spots->count && !spots->row[number])
            spots->row[number] = anchor;
    }
    for (guint i = 0; i < dealing->spot->len; i++) {
        const struct spot *spot = &g_array_index(dealing->spot, struct spot, i);
        const struct tagged *leaf = spot->leaf;
        size_t number =
            leaf->fact && !leaf->back && (leaf->reference || leaf->added) ? leaf->fact->number : 0;
        if (number > 0 && number < spots->count && !spots->mention[number])
            spots->mention[number] = spot;
    }
}

static bool link_resolve(struct dealing *dealing, const struct spots *spots,
                         const struct tagged *leaf, struct pdf_element *element)
{
    const struct landing *anchor = NULL;
    size_t number = leaf->fact ? leaf->fact->number : 0;
    if (leaf->back) {
        const struct spot *spot = number < spots->count ? spots->mention[number] : NULL;
        if (!spot)
            return false;
        element->to_page = spot->page;
        element->to_y = spot->from.y;
        return true;
    }
    if (leaf->fact) {
        anchor = number < spots->count ? spots->row[number] : NULL;
    } else if (leaf->link) {
        struct str target = leaf->link->target;
        if (str_starts(target, STR("#")))
            target = str_sub(target, 1, target.len);
        anchor = g_hash_table_lookup(spots->id, id_key(dealing->layout->home, target));
        if (!anchor && str_starts(target, STR("https://"))) {
            element->target = target;
            return true;
        }
    }
    if (!anchor)
        return false;
    element->to_page = anchor->page;
    element->to_y = anchor->y;
    return true;
}

/* ---- structure ---- */

static size_t element_add(struct dealing *dealing, const struct tagged *tagged, const char *tag,
                          size_t parent, size_t page)
{
    struct pdf_element element = { .tag = tag, .parent = parent, .page = page, .alt = tagged->alt };
    element.scope = tagged->scope;
    element.actual = tagged->actual;
    g_array_append_val(dealing->element, element);
    return dealing->element->len - 1;
}

static size_t container_index(struct dealing *dealing, struct tagged *tagged, size_t page,
                              int depth)
{
    if (!tagged || depth > 128)
        return SIZE_MAX;
    if (tagged->index == SIZE_MAX) {
        size_t parent = container_index(dealing, tagged->parent, page, depth + 1);
        tagged->index = element_add(dealing, tagged, tagged->tag, parent, page);
    }
    return tagged->index;
}

static struct pdf_element *element_at(struct dealing *dealing, size_t index)
{
    return &g_array_index(dealing->element, struct pdf_element, index);
}

static void box_grow(struct pdf_element *element, const struct spot *spot, bool first)
{
    struct point *from = &element->box_from;
    struct point *to = &element->box_to;
    from->x = first || spot->from.x < from->x ? spot->from.x : from->x;
    from->y = first || spot->from.y < from->y ? spot->from.y : from->y;
    to->x = first || spot->to.x > to->x ? spot->to.x : to->x;
    to->y = first || spot->to.y > to->y ? spot->to.y : to->y;
}

/* The element that a mark is content of, made when it is first met on its page. A leaf that lies on
 * several pages becomes one Span a page, or one of its own kind where it is inline already. */
static void spot_number(struct dealing *dealing, const struct spots *spots, const struct spot *spot)
{
    struct tagged *leaf = spot->leaf;
    bool split = leaf->seen_from != leaf->seen_to;
    bool is_inline = g_str_equal(leaf->tag, "Span") || g_str_equal(leaf->tag, "Link");
    if (leaf->part == SIZE_MAX || leaf->part_page != spot->page) {
        struct pdf_element link = { 0 };
        const char *tag = leaf->tag;
        if (g_str_equal(tag, "Link") && !link_resolve(dealing, spots, leaf, &link)) {
            if (leaf->added)
                return;
            tag = "Span";
        }
        if (split && !is_inline)
            leaf->part = element_add(dealing, leaf, "Span",
                                     container_index(dealing, leaf, spot->page, 0), spot->page);
        else
            leaf->part =
                element_add(dealing, leaf, tag,
                            container_index(dealing, leaf->parent, spot->page, 0), spot->page);
        leaf->part_page = spot->page;
        leaf->index = split && !is_inline ? leaf->index : leaf->part;
        struct pdf_element *element = element_at(dealing, leaf->part);
        element->leaf = true;
        element->added = leaf->added;
        element->reference = leaf->reference; /* also where its row is in another file */
        if (g_str_equal(tag, "Link")) {
            element->contents = leaf->contents;
            element->target = link.target;
            element->to_page = link.to_page;
            element->to_y = link.to_y;
        }
        if (leaf->box)
            box_grow(element, spot, true);
    }
    if (leaf->box)
        box_grow(element_at(dealing, leaf->part), spot, false);
    spot->mark->element = (uint32_t)(leaf->part + 1);
}

/* ---- furniture ---- */

static size_t facts_first_page(const struct dealing *dealing)
{
    for (guint i = 0; i < dealing->anchor->len; i++) {
        const struct landing *anchor = g_ptr_array_index(dealing->anchor, i);
        if (anchor->fact)
            return anchor->page + 1;
    }
    return 0;
}

static void furniture_add(struct dealing *dealing, struct pages *out)
{
    struct layout *layout = dealing->layout;
    out->facts = facts_first_page(dealing);
    struct str words = furniture_words(layout, out);
    for (guint i = 0; i < dealing->scene->len; i++) {
        struct scene *scene = g_ptr_array_index(dealing->scene, i);
        struct slab slab = { 0 };
        page_furniture(layout, &slab, i, dealing->scene->len, words);
        struct mark *body = scene->first;
        struct mark *body_last = scene->last;
        scene->first = scene->last = NULL;
        for (struct placed *placed = slab.first; placed; placed = placed->next)
            scene_append(scene, mark_copy(layout, &placed->mark, 0, 0, 1, 1));
        if (body) {
            *(scene->last ? &scene->last->next : &scene->first) = body;
            scene->last = body_last;
        }
    }
}

/* ---- all ---- */

static void outline_fill(struct dealing *dealing, struct pages *out)
{
    struct pdf_outline *outline =
        ARENA_MANY(dealing->layout->home, dealing->anchor->len + 1, struct pdf_outline);
    out->outline_count = 0;
    for (guint i = 0; i < dealing->anchor->len; i++) {
        const struct landing *anchor = g_ptr_array_index(dealing->anchor, i);
        if (anchor->title.len > 0)
            outline[out->outline_count++] =
                (struct pdf_outline){ anchor->title, anchor->level, anchor->page, anchor->y };
    }
    out->outline = outline;
}

static void pages_fill(struct dealing *dealing, struct pages *out)
{
    struct arena *home = dealing->layout->home;
    struct page *page = ARENA_MANY(home, dealing->scene->len, struct page);
    for (guint i = 0; i < dealing->scene->len; i++)
        page[i].scene = g_ptr_array_index(dealing->scene, i);
    struct pdf_element *element = ARENA_MANY(home, dealing->element->len + 1, struct pdf_element);
    for (guint i = 0; i < dealing->element->len; i++)
        element[i] = g_array_index(dealing->element, struct pdf_element, i);
    out->item = page;
    out->count = dealing->scene->len;
    out->element = element;
    out->element_count = dealing->element->len;
    outline_fill(dealing, out);
}

void pages_deal(struct layout *layout, struct flow *flow, struct pages *out)
{
    g_autoptr(GPtrArray) scene = g_ptr_array_new();
    g_autoptr(GPtrArray) anchor = g_ptr_array_new();
    g_autoptr(GArray) spot = g_array_new(FALSE, FALSE, sizeof(struct spot));
    g_autoptr(GArray) element = g_array_new(FALSE, FALSE, sizeof(struct pdf_element));
    g_autoptr(GHashTable) id = g_hash_table_new(g_str_hash, g_str_equal);
    struct dealing dealing = {
        .layout = layout, .scene = scene, .anchor = anchor, .spot = spot, .element = element
    };
    dealing.factor = ARENA_MANY(layout->home, (size_t)layout->summaries, int64_t);
    for (int i = 0; i < layout->summaries; i++)
        dealing.factor[i] = factor_of(flow->first, i + 1);
    dealing.joins = ARENA_MANY(layout->home, (size_t)layout->summaries, bool);
    summaries_join(&dealing, flow->first, layout->summaries);
    last_page_fill(&dealing, flow->first);
    slabs_deal(&dealing, flow->first);
    struct spots spots = { .id = id };
    spots_collect(&dealing, &spots);
    for (guint i = 0; i < spot->len; i++)
        spot_number(&dealing, &spots, &g_array_index(spot, struct spot, i));
    furniture_add(&dealing, out);
    pages_fill(&dealing, out);
}
