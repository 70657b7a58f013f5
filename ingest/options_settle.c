/* options_settle.c - a command may leave its options to a file; then the file speaks, or nobody. */
#include "options_settle.h"

#include "file_read.h"
#include "options.h"

#include "model/values.h"

enum { COMMANDS_MOST = 8 };

struct settled {
    const struct settling *in;
    const struct fact *command;
    struct str why;     /* of what is not disclosed: "set in FILE, which is not enclosed" */
    struct facts *told; /* by files */
    struct facts *open; /* placeholders */
    bool all_read;
};

static struct str last_part(struct str path)
{
    size_t base = path.len;
    while (base && path.at[base - 1] != '/' && path.at[base - 1] != '!' &&
           path.at[base - 1] != '\\')
        base--;
    return str_sub(path, base, path.len);
}

/* How many characters two paths share at their ends. */
static size_t tail_shared(struct str a, struct str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.at[a.len - 1 - n] == b.at[b.len - 1 - n])
        n++;
    return n;
}

/* The enclosed file of that name: beside the run before its machine's, the path more alike before
 * one less. NULL: there is none, or two that are unlike. */
static struct evidence *enclosed_find(const struct settling *in, struct str name, bool *unlike)
{
    struct str base = last_part(name);
    struct evidence *best = NULL;
    *unlike = false;
    for (size_t i = 0; i < in->count; i++) {
        struct evidence *one = in->enclosed[i];
        if (!str_eq(last_part(one->name), base))
            continue;
        if (best && i >= in->own && best != one && !*unlike) {
            bool of_run = false;
            for (size_t k = 0; k < in->own; k++)
                of_run = of_run || in->enclosed[k] == best;
            if (of_run)
                break;
        }
        size_t now = tail_shared(one->name, name),
               before = best ? tail_shared(best->name, name) : 0;
        if (!best || now > before) {
            best = one;
            *unlike = false;
        } else if (now == before && !str_eq(one->bytes, best->bytes)) {
            *unlike = true;
        }
    }
    return *unlike ? NULL : best;
}

static void open_add(void *context, enum key key, struct str instance)
{
    struct settled *s = context;
    struct fact fact = { .key = key,
                         .instance = instance,
                         .kind = FACT_CAPTURED,
                         .system = s->in->system,
                         .machine = s->in->machine,
                         .run = s->in->run,
                         .value = { .text = s->why },
                         .placeholder = true,
                         .source = s->command->source };
    facts_add(s->open, &fact);
}

static struct reading reading_for(const struct settled *s, const struct evidence *evidence,
                                  struct facts *facts, struct diags *diags)
{
    return (struct reading){ .home = s->in->home,
                             .scratch = s->in->scratch,
                             .evidence = evidence,
                             .adapter = &adapter_engine_options,
                             .name = evidence->name,
                             .limits = s->in->limits,
                             .diags = diags,
                             .facts = facts,
                             .system = s->in->system,
                             .machine = s->in->machine,
                             .run = s->in->run,
                             .kind = FACT_CAPTURED };
}

static void file_settle(struct settled *s, const struct options_file *file)
{
    bool unlike;
    struct evidence *evidence = enclosed_find(s->in, file->name, &unlike);
    struct options_sink sink = { open_add, s };
    const char *why = unlike ? "of which several are enclosed" : "which is not enclosed";
    struct str base = str_sub(last_part(file->name), 0, 200);
    if (evidence) {
        struct facts *told = facts_new(s->in->scratch);
        struct diags *own = diags_new(s->in->scratch);
        struct reading reading = reading_for(s, evidence, told, own);
        s->why =
            str_format(s->in->home, "told otherwise by the command and by %.*s", STR_ARG(base));
        if (file_decode(&reading) && options_of_file(&reading, file, s->command, &sink)) {
            for (size_t i = 0; i < facts_count(told); i++)
                facts_add(s->told, facts_at(told, i));
            evidence->format = evidence->format ? evidence->format : adapter_engine_options.name;
            return;
        }
        why = "which cannot be read";
    }
    s->all_read = false;
    s->why = str_format(s->in->home, "set in %.*s, %s", STR_ARG(base), why);
    struct reading reading = reading_for(s, s->command->source.evidence, s->told, s->in->diags);
    options_open(&reading, file, s->command, &sink);
}

static bool holds(const struct facts *facts, enum key key, struct str instance)
{
    return facts_next(facts, key, instance, NULL) != NULL;
}

/* What a person declares of what stands open counts no more. */
static void facts_settle(const struct settled *s)
{
    struct facts *scope[] = { *s->in->facts, s->in->scope[0], s->in->scope[1] };
    for (size_t i = 0; i < facts_count(s->open); i++) {
        const struct fact *open = facts_at(s->open, i);
        for (size_t k = 0; k < ARRAY_COUNT(scope); k++)
            if (scope[k] && !holds(s->told, open->key, open->instance))
                facts_declared_open(scope[k], open->key, open->instance);
    }
    for (size_t i = 0; i < facts_count(s->told); i++)
        facts_add(*s->in->facts, facts_at(s->told, i));
    for (size_t i = 0; i < facts_count(s->open); i++) {
        const struct fact *open = facts_at(s->open, i);
        if (!holds(s->told, open->key, open->instance))
            facts_add(*s->in->facts, open);
    }
}

static bool of_one_place(const struct fact *fact, const struct fact *command)
{
    return fact->source.evidence == command->source.evidence &&
           str_eq(fact->source.from.path, command->source.from.path) &&
           fact->source.from.offset == command->source.from.offset;
}

static void command_settle(const struct settling *in, const struct fact *command)
{
    struct options_file file[OPTIONS_FILES_MOST];
    struct settled s = { .in = in,
                         .command = command,
                         .told = facts_new(in->scratch),
                         .open = facts_new(in->scratch),
                         .all_read = true };
    struct reading reading = reading_for(&s, command->source.evidence, s.told, in->diags);
    bool server = command->key == KEY_METHOD_SERVER_COMMAND;
    size_t count = options_files(&reading, command->value.text, server, file);
    for (size_t i = 0; i < count; i++)
        file_settle(&s, &file[i]);
    if (count > 0 && s.all_read) {
        struct facts *standards = facts_new(in->scratch);
        reading.facts = standards;
        reading.kind = command->kind;
        options_standards(&reading, command, s.told);
        for (size_t i = 0; i < facts_count(standards); i++)
            facts_add(s.told, facts_at(standards, i));
    }
    if (count > 0)
        facts_settle(&s);
}

/* The commands among the facts and in their scopes; answers how many. */
static size_t commands_of(const struct settling *in, const struct fact **command)
{
    size_t count = 0;
    const struct facts *scope[] = { *in->facts, in->scope[0], in->scope[1] };
    for (size_t k = 0; k < ARRAY_COUNT(scope); k++) {
        for (size_t i = 0; scope[k] && i < facts_count(scope[k]) && count < COMMANDS_MOST; i++) {
            const struct fact *fact = facts_at(scope[k], i);
            if (!fact->placeholder && fact->source.evidence &&
                (fact->key == KEY_METHOD_SERVER_COMMAND || fact->key == KEY_METHOD_COMMAND))
                command[count++] = fact;
        }
    }
    return count;
}

/* ---- variables ---- */

static void variables_add(const struct settling *in, const struct facts *scope, struct facts *told)
{
    for (size_t i = 0; i < facts_count(scope); i++) {
        const struct fact *fact = facts_at(scope, i);
        if (fact->key != KEY_OS_ENVIRONMENT || fact->placeholder || !fact->source.evidence)
            continue;
        struct reading reading = { .home = in->home,
                                   .scratch = in->scratch,
                                   .evidence = fact->source.evidence,
                                   .name = fact->source.from.file,
                                   .limits = in->limits,
                                   .diags = in->diags,
                                   .facts = told,
                                   .system = in->system,
                                   .machine = in->machine,
                                   .run = in->run,
                                   .kind = fact->kind };
        options_of_variable(&reading, fact->instance, fact->value.text, fact->source.from);
    }
}

/* What captured variables set, where no command tells it: a command wins over a variable, and a
 * variable over what the engine does by default. */
static void variables_settle(const struct settling *in, const struct fact *const *command,
                             size_t count)
{
    struct facts *told = facts_new(in->scratch);
    variables_add(in, *in->facts, told);
    for (size_t i = 0; i < ARRAY_COUNT(in->scope); i++)
        if (in->scope[i])
            variables_add(in, in->scope[i], told);
    if (facts_count(told) == 0)
        return;
    struct facts *explicit = facts_new(in->scratch), *kept = facts_new(in->home);
    struct reading reading = { .home = in->scratch,
                               .scratch = in->scratch,
                               .limits = in->limits,
                               .diags = diags_new(in->scratch),
                               .facts = explicit };
    for (size_t i = 0; i < count; i++) {
        reading.evidence = command[i]->source.evidence;
        reading.name = command[i]->source.from.file;
        options_explicit(&reading, command[i]);
    }
    for (size_t i = 0; i < facts_count(*in->facts); i++) {
        const struct fact *fact = facts_at(*in->facts, i);
        bool standard =
            holds(told, fact->key, fact->instance) && !holds(explicit, fact->key, fact->instance);
        bool of_command = false;
        for (size_t k = 0; standard && k < count; k++)
            of_command = of_command || of_one_place(fact, command[k]);
        if (!of_command)
            facts_add(kept, fact);
    }
    for (size_t i = 0; i < facts_count(told); i++) {
        const struct fact *fact = facts_at(told, i);
        if (!holds(explicit, fact->key, fact->instance))
            facts_add(kept, fact);
    }
    *in->facts = kept;
}

static bool variables_kept(const struct facts *facts)
{
    for (size_t i = 0; i < facts_count(facts); i++)
        if (facts_at(facts, i)->key == KEY_OS_ENVIRONMENT)
            return true;
    return false;
}

bool options_named(const struct settling *in)
{
    const struct fact *command[COMMANDS_MOST];
    struct options_file file[OPTIONS_FILES_MOST];
    struct reading reading = { .home = in->scratch, .scratch = in->scratch };
    size_t count = commands_of(in, command);
    for (size_t i = 0; i < count; i++) {
        bool server = command[i]->key == KEY_METHOD_SERVER_COMMAND;
        if (options_files(&reading, command[i]->value.text, server, file) > 0)
            return true;
    }
    bool kept = variables_kept(*in->facts);
    for (size_t i = 0; i < ARRAY_COUNT(in->scope); i++)
        kept = kept || (in->scope[i] && variables_kept(in->scope[i]));
    return kept;
}

void options_settle(const struct settling *in)
{
    const struct fact *command[COMMANDS_MOST];
    size_t count = commands_of(in, command);
    for (size_t i = 0; i < count; i++) {
        struct arena_mark mark = arena_mark(in->scratch);
        command_settle(in, command[i]);
        arena_rewind(in->scratch, mark);
    }
    variables_settle(in, command, count);
}
