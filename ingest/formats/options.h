/* options.h - private to ingest: what a server was told in its command or environment, as facts. */
#ifndef INGEST_OPTIONS_H
#define INGEST_OPTIONS_H

#include "reading.h"

enum engine {
    ENGINE_UNKNOWN,
    ENGINE_VLLM,
    ENGINE_SGLANG,
    ENGINE_TENSORRT,
    ENGINE_LLAMA,
    ENGINE_TGI,
    ENGINE_LMDEPLOY,
    ENGINE_OLLAMA,
    ENGINE_VLLM_BENCH, /* clients: of their options those of a row alone are facts */
    ENGINE_SGLANG_BENCH,
    ENGINE_GENAI_PERF,
    ENGINE_AIPERF,
    ENGINE_GUIDELLM,
    ENGINE_TRTEXEC
};

enum { OPTIONS_FILES_MOST = 4 };
struct options_file { /* of more options, that a command names */
    struct str name;  /* as the command has it */
    bool variables;   /* "NAME=value" a line; else YAML */
    enum engine engine;
};

/* Adds a fact for each option of a known engine's command (options.def), with the command's place:
 * the last of several counts, as the engines' own parsers have it. An option in no row is a fact
 * under its own name. Of a command whose program is not known the long options alone are read, and
 * nothing is said of what it leaves out, nor where the command names a file of more options: its
 * defaults are told by options_of_files then. `server` false: the command may be a client's; then
 * it is read only where its program runs an engine within itself. */
void options_of_command(struct reading *reading, struct str command, bool server,
                        struct place place);
/* The files of options that a command names; answers how many. */
size_t options_files(struct reading *reading, struct str command, bool server,
                     struct options_file *out);
/* What a file of options says, read from reading->bytes, as facts of the reading; what `command`
 * tells is left to it, since every engine but TensorRT-LLM documents that the command wins. There
 * the releases do not agree, and where the two are unlike neither counts: such keys are given to
 * `unsure`. NULL as command: the file by itself. False: it cannot be read (said so). */
struct options_sink {
    void (*unsure)(void *context, enum key key, struct str instance);
    void *context;
};
MUST_USE bool options_of_file(struct reading *reading, const struct options_file *file,
                              const struct fact *command, const struct options_sink *sink);
/* Where all files that a command names were read: what the engine does by default in what neither
 * command nor `told`, the facts of its files, tells. */
void options_standards(struct reading *reading, const struct fact *command,
                       const struct facts *told);
/* What the command tells by itself, as facts: no defaults. */
void options_explicit(struct reading *reading, const struct fact *command);
/* Each key and instance that such a file could set and that the command does not tell. */
void options_open(struct reading *reading, const struct options_file *file,
                  const struct fact *command, const struct options_sink *sink);
/* One option as a server that starts lists it, in Python's writing: None, True, 'text'. */
struct option_said {
    struct str name, value; /* the value without its quotes */
    bool quoted;
    bool all;      /* the list holds every option, with its default */
    bool resolved; /* the list is what the engine made of them: None says that there is none */
    struct place place;
};
/* The same for the options that a server listed when it started; the last of one name counts. None
 * and "auto" leave a thing to the engine, and say nothing but where they say that there is none. */
void options_of_list(struct reading *reading, enum engine engine, const struct option_said *said,
                     size_t count);
/* Whether an option of such a list becomes a fact. */
bool options_told(enum engine engine, const struct option_said *said);
/* The same for one variable of the environment; names that stand in no row add nothing. */
void options_of_variable(struct reading *reading, struct str name, struct str value,
                         struct place place);
/* Whether a declared fact was read out of a command or variable that a run.json declares: another
 * member that says the same key is no less said. */
bool options_declared(const struct fact *fact);

#endif
