/* batch.c - runs many command lines of the program in one process, for tests that judge hundreds of
 * files in seconds.
 *
 *   batch <LIST >ANSWERS
 *
 * A line of LIST is a label and the arguments after the program's name, with tabs between. For each
 * the answer is a line "label status length-of-output length-of-errors", then both texts. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS_MOST = 32 };

/* What has been written to `file` so far, which is then empty again. */
static char *taken(FILE *file, size_t *len)
{
    off_t end = lseek(fileno(file), 0, SEEK_END);
    char *text = malloc((size_t)end + 1);
    *len = 0;
    if (text && pread(fileno(file), text, (size_t)end, 0) == end)
        *len = (size_t)end;
    if (ftruncate(fileno(file), 0) != 0 || lseek(fileno(file), 0, SEEK_SET) != 0)
        *len = 0;
    return text;
}

static void answer(FILE *answers, char *line, FILE *out, FILE *err)
{
    char *argument[ARGUMENTS_MOST + 1] = { 0 };
    int count = 0;
    char *rest = line;
    for (char *word = strsep(&rest, "\t"); word && count < ARGUMENTS_MOST;
         word = strsep(&rest, "\t"))
        argument[count++] = word;
    const char *label = argument[0];
    char name[] = "dossier";
    argument[0] = name;
    int status = cli_main(count, argument);
    fflush(stdout);
    fflush(stderr);
    size_t out_len = 0;
    size_t err_len = 0;
    char *out_text = taken(out, &out_len);
    char *err_text = taken(err, &err_len);
    fprintf(answers, "%s %d %zu %zu\n", label, status, out_len, err_len);
    fwrite(out_text, 1, out_len, answers);
    fwrite(err_text, 1, err_len, answers);
    free(out_text);
    free(err_text);
}

int main(void)
{
    int kept = dup(STDOUT_FILENO);
    FILE *answers = kept >= 0 ? fdopen(kept, "w") : NULL;
    FILE *out = tmpfile();
    FILE *err = tmpfile();
    char *line = NULL;
    size_t room = 0;
    if (!answers || !out || !err || dup2(fileno(out), STDOUT_FILENO) < 0 ||
        dup2(fileno(err), STDERR_FILENO) < 0)
        return 4;
    for (ssize_t len = getline(&line, &room, stdin); len > 0; len = getline(&line, &room, stdin)) {
        line[len - 1] = 0; /* the newline */
        answer(answers, line, out, err);
    }
    free(line);
    fclose(out);
    fclose(err);
    return fclose(answers) == 0 ? 0 : 4;
}
