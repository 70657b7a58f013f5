/* reader.c - one file of a tree, and the description of a system. */
#include "reader.h"

bool reader_load(struct reader *in, int64_t file, struct str *name, struct str *bytes)
{
    if (file == NO_FILE)
        return false;
    *name = in->tree->file[file].name;
    if (tree_load(in->tree, (size_t)file, &in->buffer, bytes) ||
        tree_unpack(*name, &in->buffer, bytes))
        return false;
    in->bytes += bytes->len;
    return true;
}

struct described *reader_described(struct reader *in, int64_t file)
{
    struct described *out = ARENA_NEW(in->home, struct described);
    struct str bytes;
    struct arena_mark mark = arena_mark(in->scratch);
    if (reader_load(in, file, &out->file, &bytes))
        described_read(in->home, in->scratch, bytes, out);
    arena_rewind(in->scratch, mark);
    return out;
}

void reader_system(struct reader *in, struct round_run *run)
{
    struct system_file *file = layout_system(&in->layout, run->inside->owner, run->system);
    if (!file)
        return;
    if (!file->described)
        file->described = reader_described(in, file->file);
    file->used = true;
    const struct described *system = run->inside->system = file->described;
    run->system_name = described_text(system, "system_name");
    run->status = described_text(system, "status");
    run->system_type = described_text(system, "system_type");
    run->accelerator = described_text(system, "accelerator_model_name");
    run->processor = described_text(system, "host_processor_model_name");
    run->software = described_text(system, "framework");
    run->accelerators_per_node = described_count(system, "accelerators_per_node");
    run->nodes = described_count(system, "number_of_nodes");
    if (run->accelerators_per_node >= 0 && run->nodes >= 0 && run->nodes < 1000000 &&
        run->accelerators_per_node < 1000000)
        run->accelerators = run->accelerators_per_node * run->nodes;
    if (run->division.len == 0)
        run->division = described_text(system, "division");
    if (run->submitter.len == 0)
        run->submitter = described_text(system, "submitter");
    run->mixed = str_find(run->accelerator, STR("(x")) != SIZE_MAX &&
                 str_find(run->accelerator, STR(",")) != SIZE_MAX;
}
