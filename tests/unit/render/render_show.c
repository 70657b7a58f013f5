/* render_show.c - writes the fixture reports below the folder given. */
#include "fixture.h"

#include <stdio.h>

static const char *const names[] = {
    [FIXTURE_CLAIM] = "claim", [FIXTURE_REFUSAL] = "refusal", [FIXTURE_FEW] = "few"
};

static size_t charts_gather(struct arena *home, const struct node *node, struct entry *item,
                            size_t count)
{
    if (node->type == NODE_CHART && node->scene) {
        struct buf svg = buf_new(home, 1 << 24);
        scene_svg(node->scene, true, &svg);
        item[count].name = str_format(home, "report/figures/%.*s.svg", STR_ARG(node->text));
        item[count++].bytes = buf_str(&svg);
    }
    for (const struct node *child = node->child; child; child = child->next)
        count = charts_gather(home, child, item, count);
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "usage: render_show FOLDER\n");
        return 3;
    }
    struct arena *home = arena_new((size_t)1 << 32);
    struct diags *diags = diags_new(home);
    const struct skin *skin = fixture_skin(home);
    bool good = skin != NULL;
    for (size_t i = 0; good && i < ARRAY_COUNT(names); i++) {
        const struct report_model *model = fixture_model(home, (enum fixture)i);
        const struct node *root = document_report(home, model, skin, diags);
        good = root && document_validate(root, model, skin, diags);
        struct entry item[32] = { 0 };
        size_t count = 0;
        for (size_t d = 0; good && device_at(d); d++) {
            struct buf out = buf_new(home, 1 << 26);
            good = device_at(d)->emit(home, root, model, skin, &out, diags);
            item[count].name = str_format(home, "report/%s", device_at(d)->file);
            item[count++].bytes = buf_str(&out);
        }
        count = good ? charts_gather(home, root, item, count) : count;
        struct entries entries = { item, count };
        good =
            good && entries_write(home, str_c(home, str_format(home, "%s/%s", argv[1], names[i])),
                                  &entries, diags);
    }
    struct buf said = buf_new(home, 1 << 20);
    diags_put_text(diags, &said);
    (void)fwrite(said.at ? said.at : "", 1, said.len, stderr);
    arena_free(home);
    return good ? 0 : 1;
}
