/* left_in_memory.c - loaded before a program: keeps whatever it frees as it is, and looks at its
 * end whether a secret stands anywhere in its memory. SECRET_FILE: a file, of which line
 * SECRET_LINE (from 1) is the secret; LEFT_FILE gets the number of places. */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char secret[4096];
static size_t from, len;

void free(void *at)
{
    (void)at;
}

int munmap(void *at, size_t size)
{
    (void)at;
    (void)size;
    return 0;
}

/* Reads the secret into a place of its own, which is not looked at. */
static void take(void)
{
    int fd = open(getenv("SECRET_FILE"), O_RDONLY);
    ssize_t got = fd < 0 ? -1 : read(fd, secret, sizeof secret);
    int line = 1;
    int wanted = atoi(getenv("SECRET_LINE"));
    for (ssize_t i = 0; i < got && line <= wanted; i++) {
        if (secret[i] == '\n') {
            line++;
        } else if (line == wanted) {
            from = len == 0 ? (size_t)i : from;
            len++;
        }
    }
}

static unsigned count(const char *begin, const char *end)
{
    unsigned found = 0;
    while (begin < end) {
        const char *hit = memmem(begin, (size_t)(end - begin), secret + from, len);
        if (!hit)
            break;
        found += hit < secret || hit >= secret + sizeof secret;
        begin = hit + 1;
    }
    return found;
}

__attribute__((destructor)) static void look(void)
{
    static char maps[1 << 20];
    if (!getenv("SECRET_FILE") || !getenv("LEFT_FILE"))
        return;
    take();
    int fd = open("/proc/self/maps", O_RDONLY);
    size_t have = 0;
    for (ssize_t got = 1; got > 0 && have < sizeof maps - 1; have += (size_t)got) {
        got = read(fd, maps + have, sizeof maps - 1 - have);
        got = got < 0 ? 0 : got;
    }
    unsigned found = 0;
    for (char *line = maps; line && *line;
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        char *dash = NULL;
        const char *begin = (const char *)strtoul(line, &dash, 16);
        const char *end = (const char *)strtoul(dash + 1, &dash, 16);
        if (dash[1] == 'r' && dash[2] == 'w')
            found += count(begin, end);
    }
    FILE *out = fopen(getenv("LEFT_FILE"), "w");
    fprintf(out, "%u places of %zu bytes\n", found, len);
    fflush(out);
}
