/* own_process.c - whether a process that a capture lists is the benchmark's own.
 *
 * A capture under load, which X5 asks for, lists the process that is measured. It is known by its
 * number where the run kept it, else by its name and by the capture's time: one process of a name
 * that the command gives on an accelerator, while a run of that command was going on. A second one
 * there is nobody's own. */
#include "model/likeness.h"
#include "predicates.h"

#include <string.h>

enum { COMMAND_WORDS_MOST = 64 }; /* in which a command names its program */

/* Programs that are scripts of an interpreter: the process bears the interpreter's name. */
static const struct str scripts[] = {
    STR_INIT("vllm"),      STR_INIT("sglang"),
    STR_INIT("trtllm"),    STR_INIT("tensorrt-llm"),
    STR_INIT("lmdeploy"),  STR_INIT("mlc_llm"),
    STR_INIT("torchrun"),  STR_INIT("accelerate"),
    STR_INIT("deepspeed"), STR_INIT("text-generation"),
};

static bool letter(char at)
{
    return (at >= 'a' && at <= 'z') || (at >= 'A' && at <= 'Z') || (at >= '0' && at <= '9');
}

static char lower(char at)
{
    return (char)(at >= 'A' && at <= 'Z' ? at + 32 : at);
}

/* "python3.12" and "python" are one program. */
static struct str unversioned(struct str name)
{
    while (name.len > 0 && ((name.at[name.len - 1] >= '0' && name.at[name.len - 1] <= '9') ||
                            name.at[name.len - 1] == '.'))
        name.len--;
    return name;
}

/* The word that begins at `from`, without quotes; `next` is where the one after it does. */
static struct str word_at(struct str text, size_t from, size_t *next)
{
    static const struct str apart = STR_INIT(" \t\n\"'\\;");
    while (from < text.len && str_find(apart, str_sub(text, from, from + 1)) != SIZE_MAX)
        from++;
    size_t end = from;
    while (end < text.len && str_find(apart, str_sub(text, end, end + 1)) == SIZE_MAX)
        end++;
    *next = end;
    return str_sub(text, from, end);
}

/* Whether the word has `part` in it as one of its own: "vllm/vllm-openai:v0.11.2" has "vllm", and
 * so has "vllm.entrypoints". Capitals are none. */
static bool word_has(struct str word, struct str part)
{
    for (size_t at = 0; part.len > 0 && at + part.len <= word.len; at++) {
        size_t same = 0;
        while (same < part.len && lower(word.at[at + same]) == lower(part.at[same]))
            same++;
        if (same == part.len && (at == 0 || !letter(word.at[at - 1])) &&
            (at + same == word.len || !letter(word.at[at + same])))
            return true;
    }
    return false;
}

static bool is_script(struct str word)
{
    bool is = str_ends(word, STR(".py"));
    for (size_t i = 0; i < ARRAY_COUNT(scripts) && !is; i++)
        is = word_has(word, scripts[i]);
    return is;
}

/* The process's name as nvidia-smi writes it: a path, its begin cut off by "...", or a title that
 * the program gave itself ("VLLM::Worker_TP0"). It may be any of the words of the command that are
 * no options, as `env`, `numactl`, `docker run`, a shell and `python -m` stand before what runs; a
 * title may be part of one, as of an image; an interpreter is that of the script that is named. */
static bool named_by(struct str process, struct str command)
{
    size_t next = 0, at = str_find(process, STR("::"));
    struct str program = unversioned(str_base_name(word_at(process, 0, &next)));
    struct str title = at != SIZE_MAX ? str_sub(process, 0, at) : (struct str){ 0 };
    bool interpreter = str_eq(program, STR("python"));
    for (size_t i = 0, from = 0; i < COMMAND_WORDS_MOST && from < command.len; i++, from = next) {
        struct str whole = word_at(command, from, &next);
        struct str word = unversioned(str_base_name(whole));
        if (word.len == 0 || str_starts(whole, STR("-")))
            continue;
        if (title.len > 0 ? word_has(whole, title)
                          : str_eq(word, program) || (interpreter && is_script(whole)))
            return true;
    }
    return false;
}

/* ---- when ---- */

struct capture_when {
    struct str folder;
    double start, end; /* of the run */
    bool told, within;
};

static struct str folder_of(const struct evidence *evidence)
{
    return str_folder(evidence ? evidence->name : (struct str){ 0 });
}

static void when_visit(void *self, const struct fact *fact)
{
    struct capture_when *when = (struct capture_when *)self;
    double from, to;
    if (fact->placeholder || !fact->source.evidence ||
        !str_eq(folder_of(fact->source.evidence), when->folder) || !fact_moments(fact, &from, &to))
        return;
    when->told = true;
    when->within = when->within || (from <= when->end && to >= when->start);
}

/* Whether the capture that lists the process was taken while that run was going on. */
static bool taken_within(const struct judging *judging, const struct member *seer,
                         const struct fact *process, const struct member *run)
{
    struct capture_when when = { .folder = folder_of(process->source.evidence) };
    return member_moment(judging, run, KEY_RUN_START, &when.start) &&
           member_moment(judging, run, KEY_RUN_END, &when.end) &&
           (run_facts(judging->case_file, seer->run, KEY_CAPTURE_TIME, (struct str){ 0 },
                      when_visit, &when),
            when.within);
}

/* ---- which ---- */

/* "0 892": accelerator and process; "892" where the accelerator is not told. */
static struct str pid_of(struct str instance)
{
    size_t at = str_find(instance, STR(" "));
    return at == SIZE_MAX ? instance : str_sub(instance, at + 1, instance.len);
}

static struct str device_of(struct str instance)
{
    size_t at = str_find(instance, STR(" "));
    return at != SIZE_MAX ? str_sub(instance, 0, at) : (struct str){ 0 };
}

static bool command_names(const struct judging *judging, const struct member *run,
                          const struct fact *process)
{
    static const enum key keys[] = { KEY_METHOD_COMMAND, KEY_METHOD_SERVER_COMMAND };
    for (size_t i = 0; i < ARRAY_COUNT(keys); i++) {
        const struct fact *command = member_fact(judging, run, keys[i], (struct str){ 0 });
        if (command && named_by(process->value.text, command->value.text))
            return true;
    }
    return false;
}

/* Lists the same file another process on that accelerator that the command may as well name? Of two
 * nobody knows which is the run's. */
static bool has_namesake(const struct judging *judging, const struct member *seer,
                         const struct member *run, const struct fact *process)
{
    const struct facts *scope[] = { seer->run->machine->facts, seer->run->facts };
    for (size_t s = 0; s < ARRAY_COUNT(scope); s++) {
        for (size_t i = 0; i < facts_count(scope[s]); i++) {
            const struct fact *fact = facts_at(scope[s], i);
            if (fact->key == process->key && fact->source.evidence == process->source.evidence &&
                !str_eq(fact->instance, process->instance) &&
                str_eq(device_of(fact->instance), device_of(process->instance)) &&
                command_names(judging, run, fact))
                return true;
        }
    }
    return false;
}

/* Whether these facts hold the very capture, too: a run on another machine is no reason for a
 * process here, whenever it was. */
static bool same_capture(const struct facts *facts, const struct fact *process)
{
    for (size_t i = 0; i < facts_count(facts); i++) {
        const struct fact *fact = facts_at(facts, i);
        if (fact->key == process->key && fact->source.evidence && process->source.evidence &&
            str_eq(fact->source.evidence->name, process->source.evidence->name) &&
            str_eq(fact->instance, process->instance))
            return true;
    }
    return false;
}

static bool is_of_run(const struct judging *judging, const struct member *seer,
                      const struct fact *process, const struct run *run)
{
    const struct member other = { .run = run };
    if (!taken_within(judging, seer, process, &other))
        return false;
    const struct fact *pid = member_fact(judging, &other, KEY_RUN_PID, (struct str){ 0 });
    return (pid && str_eq(pid->value.text, pid_of(process->instance))) ||
           (command_names(judging, &other, process) &&
            !has_namesake(judging, seer, &other, process));
}

static bool is_of_machine(const struct judging *judging, const struct member *seer,
                          const struct fact *process, const struct machine *machine)
{
    bool here = same_capture(machine->facts, process);
    for (size_t r = 0; r < machine->run_count; r++) {
        const struct run *run = &machine->run[r];
        if ((here || same_capture(run->facts, process)) && is_of_run(judging, seer, process, run))
            return true;
    }
    return false;
}

/* Runs of every system of the case are looked at, not of the two compared alone: where several take
 * turns on one machine, its one capture under load was taken while any of them ran. */
bool process_is_own(const struct judging *judging, const struct member *seer,
                    const struct fact *process)
{
    const struct case_file *case_file = judging->case_file;
    const struct system *list[] = { case_file->system, case_file->bridge };
    const size_t count[] = { case_file->system_count, case_file->bridge_count };
    for (size_t l = 0; l < ARRAY_COUNT(list); l++) {
        for (size_t i = 0; i < count[l]; i++) {
            for (size_t m = 0; m < list[l][i].machine_count; m++)
                if (is_of_machine(judging, seer, process, &list[l][i].machine[m]))
                    return true;
        }
    }
    return false;
}
