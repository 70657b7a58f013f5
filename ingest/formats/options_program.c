/* options_program.c - which serving engine a command starts. */
#include "options_parts.h"

enum { SHELLS_MOST = 4 };

static const struct program_row programs[] = {
    { "vllm", "serve", ENGINE_VLLM, false },
    { "vllm.entrypoints.openai.api_server", "", ENGINE_VLLM, false },
    { "vllm.entrypoints.api_server", "", ENGINE_VLLM, false },
    { "vllm-openai", "", ENGINE_VLLM, false }, /* image, whose entry point it is */
    { "sglang.launch_server", "", ENGINE_SGLANG, false },
    { "sglang", "serve", ENGINE_SGLANG, false },
    { "sglang.bench_offline_throughput", "", ENGINE_SGLANG, true },
    { "sglang.bench_one_batch", "", ENGINE_SGLANG, true },
    { "sglang.bench_serving", "", ENGINE_SGLANG_BENCH, true },
    { "bench_serving.py", "", ENGINE_SGLANG_BENCH, true },
    { "vllm", "bench", ENGINE_VLLM_BENCH, true },
    { "benchmark_serving.py", "", ENGINE_VLLM_BENCH, true },
    { "genai-perf", "profile", ENGINE_GENAI_PERF, true },
    { "aiperf", "profile", ENGINE_AIPERF, true },
    { "guidellm", "benchmark", ENGINE_GUIDELLM, true },
    { "trtexec", "", ENGINE_TRTEXEC, true },
    { "trtllm-serve", "", ENGINE_TENSORRT, false },
    { "llama-server", "", ENGINE_LLAMA, false },
    { "llama-server.exe", "", ENGINE_LLAMA, false },
    { "text-generation-launcher", "", ENGINE_TGI, false },
    { "text-generation-inference", "", ENGINE_TGI, false },
    { "lmdeploy", "serve", ENGINE_LMDEPLOY, false },
    { "ollama", "", ENGINE_OLLAMA, false },
};

/* "/opt/venv/bin/vllm", "vllm/vllm-openai:v0.9.1", "sglang.launch_server" by their last part. */
static bool is_program(struct str word, const char *name)
{
    struct str wanted = str_from(name);
    size_t base = word.len;
    while (base && word.at[base - 1] != '/' && word.at[base - 1] != '\\')
        base--;
    struct str last = str_sub(word, base, word.len);
    struct str tag = str_sub(last, 0, str_find(last, STR(":")));
    return str_eq(last, wanted) || (base > 0 && str_eq(tag, wanted));
}

/* The first program of the table that the words name, and the word behind its name. */
static const struct program_row *program_find(const struct words *words, size_t *behind)
{
    for (size_t i = 0; i < words->count; i++) {
        for (size_t j = 0; j < ARRAY_COUNT(programs); j++) {
            struct str next = str_from(programs[j].next);
            bool named = is_program(words->item[i], programs[j].word);
            bool followed =
                next.len == 0 || (i + 1 < words->count && str_eq(words->item[i + 1], next));
            if (named && followed) {
                *behind = i + 1 + (next.len > 0);
                return &programs[j];
            }
        }
    }
    *behind = 0;
    return NULL;
}

/* The text that a shell is given to run: the word behind "-c" or "-lc", or, where no program was
 * named beside it, any word with several in it. Empty: none. */
static struct str inner_command(const struct words *words, bool named)
{
    for (size_t i = 1; i < words->count; i++) {
        struct str flag = words->item[i - 1], word = words->item[i];
        bool many = str_find(word, STR(" ")) != SIZE_MAX || str_find(word, STR("\n")) != SIZE_MAX;
        bool shell = flag.len >= 2 && flag.len <= 4 && flag.at[0] == '-' && flag.at[1] != '-' &&
                     flag.at[flag.len - 1] == 'c';
        if (many && word.at[0] != '{' && word.at[0] != '[' && (shell || !named))
            return word;
    }
    return (struct str){ 0 };
}

const struct program_row *words_and_program(struct reading *reading, struct str command,
                                            struct words *words, size_t *behind)
{
    words_of(reading, command, words);
    const struct program_row *program = program_find(words, behind);
    struct words *within = ARENA_NEW(reading->scratch, struct words);
    struct str inner = inner_command(words, program);
    for (int depth = 0; inner.len > 0 && depth < SHELLS_MOST; depth++) {
        size_t at;
        words_of(reading, inner, within);
        const struct program_row *found = program_find(within, &at);
        if (found) {
            program = found;
            *words = *within;
            *behind = at;
        }
        inner = inner_command(within, found);
    }
    return program;
}
