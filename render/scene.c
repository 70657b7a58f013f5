/* scene.c - putting marks into a scene, and playing it. */
#include "scene.h"

struct scene *scene_new(struct arena *home, struct str id, mpt width, mpt height)
{
    struct scene *scene = ARENA_NEW(home, struct scene);
    scene->id = id;
    scene->size = (struct point){ width, height };
    return scene;
}

static struct mark *mark_add(struct arena *home, struct scene *scene, enum mark_type type,
                             struct paint paint)
{
    struct mark *mark = ARENA_NEW(home, struct mark);
    mark->type = type;
    mark->paint = paint;
    if (scene->last)
        scene->last->next = mark;
    else
        scene->first = mark;
    scene->last = mark;
    return mark;
}

struct mark *scene_rect(struct arena *home, struct scene *scene, mpt x0, mpt y0, mpt x1, mpt y1,
                        struct paint paint)
{
    struct mark *mark = mark_add(home, scene, MARK_RECT, paint);
    mark->a = (struct point){ x0, y0 };
    mark->b = (struct point){ x1, y1 };
    return mark;
}

struct mark *scene_line(struct arena *home, struct scene *scene, mpt x0, mpt y0, mpt x1, mpt y1,
                        struct paint paint)
{
    struct mark *mark = mark_add(home, scene, MARK_LINE, paint);
    mark->a = (struct point){ x0, y0 };
    mark->b = (struct point){ x1, y1 };
    return mark;
}

struct mark *scene_dot(struct arena *home, struct scene *scene, mpt x, mpt y, mpt radius,
                       struct paint paint)
{
    struct mark *mark = mark_add(home, scene, MARK_DOT, paint);
    mark->a = (struct point){ x, y };
    mark->b = (struct point){ radius, radius };
    return mark;
}

struct mark *scene_path(struct arena *home, struct scene *scene, const struct point *point,
                        size_t count, bool closed, struct paint paint)
{
    struct mark *mark = mark_add(home, scene, MARK_PATH, paint);
    mark->path = point;
    mark->path_count = (uint32_t)count; /* of points on a page */
    mark->closed = closed;
    return mark;
}

struct mark *scene_text(struct arena *home, struct scene *scene, mpt x, mpt y, struct str text,
                        enum face face, mpt size, enum colour colour, enum anchor anchor)
{
    struct mark *mark = mark_add(home, scene, MARK_TEXT, (struct paint){ .fill = colour });
    mark->a = (struct point){ x, y };
    mark->text = text;
    mark->face = face;
    mark->size = size;
    mark->anchor = anchor;
    return mark;
}

static void marks_play(const struct mark *mark, const struct player *player, void *self)
{
    for (; mark; mark = mark->next) {
        if (player->enter[mark->type])
            player->enter[mark->type](self, mark);
        if (mark->type == MARK_GROUP) {
            marks_play(mark->child, player, self); /* groups are made by us, one or two deep */
            if (player->leave)
                player->leave(self, mark);
        }
    }
}

void scene_play(const struct scene *scene, const struct player *player, void *self)
{
    marks_play(scene->first, player, self);
}
