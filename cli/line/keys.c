/* keys.c - reading key, certificate and passphrase, from where the options say. A passphrase never
 * stands on the command line, where other users of the machine could read it. */
#include "keys.h"
#include "base/num.h"
#include "progress_line.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PASSPHRASE_MOST = 1024, INTERRUPT = 3, END = 4, BACKSPACE = 8, DELETE = 127 };

/* The passphrase is the first line, without its end; what stands behind it is cleared at once. */
static struct str first_line(struct str text)
{
    struct str rest = text, line;
    if (!str_cut(&rest, '\n', &line))
        return (struct str){ 0 };
    if (line.len > 0 && line.at[line.len - 1] == '\r')
        line.len--;
    secret_clear(str_sub(text, line.len, text.len));
    return line;
}

bool passphrase_read(struct arena *home, const char *path, struct str *out, struct diags *diags)
{
    struct str text;
    *out = (struct str){ 0 };
    if (!path)
        return true;
    if (!file_read(home, path, &limits_default, &text, diags))
        return false;
    *out = first_line(text);
    return true;
}

/* The first line of a descriptor that the caller left open, such as 3 in `3<file`. */
static bool passphrase_from(struct arena *home, const char *number, struct str *out,
                            struct diags *diags)
{
    int64_t fd;
    char *line = arena_take(home, PASSPHRASE_MOST, 1);
    size_t len = 0;
    if (!num_int(str_from(number), &fd) || fd < 0 || fd > 1024) {
        diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                 STR("the number of an open descriptor"), "--passphrase-fd %s", number);
        return false;
    }
    while (len < PASSPHRASE_MOST && !memchr(line, '\n', len)) {
        ssize_t got = read((int)fd, line + len, PASSPHRASE_MOST - len);
        if (got < 0) {
            diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") },
                     STR("a descriptor open for reading"), "--passphrase-fd %s", number);
            return false;
        }
        if (got == 0)
            break;
        len += (size_t)got;
    }
    *out = first_line((struct str){ line, len });
    return true;
}

/* ---- prompt ---- */

struct prompt {
    const char *of;
    char line[PASSPHRASE_MOST];
};

/* Reads a line without showing it; Control-C gives up, since signals are off meanwhile. */
static bool line_take(int terminal, struct prompt *prompt, size_t *len)
{
    char c;
    *len = 0;
    while (read(terminal, &c, 1) == 1) {
        if (c == '\n' || c == '\r' || c == END)
            return true;
        if (c == INTERRUPT)
            return false;
        if (c == BACKSPACE || c == DELETE)
            *len -= *len > 0;
        else if (*len < PASSPHRASE_MOST - 1)
            prompt->line[(*len)++] = c;
    }
    return false;
}

static bool passphrase_ask(void *self, struct str *passphrase)
{
    struct prompt *prompt = self;
    struct termios before, silent;
    size_t len = 0;
    progress_line_clear();
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0)
        return false;
    bool good = tcgetattr(terminal, &before) == 0;
    if (good) {
        silent = before;
        silent.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG);
        silent.c_cc[VMIN] = 1;
        silent.c_cc[VTIME] = 0;
        /* Silent before the question: what is typed earlier would be thrown away. */
        good = tcsetattr(terminal, TCSAFLUSH, &silent) == 0 &&
               dprintf(terminal, "passphrase of %s: ", prompt->of) > 0;
        good = good && line_take(terminal, prompt, &len);
        (void)tcsetattr(terminal, TCSAFLUSH, &before);
        (void)dprintf(terminal, "\n");
    }
    (void)close(terminal);
    *passphrase = (struct str){ prompt->line, len };
    return good;
}

/* ---- options ---- */

static bool usage(struct diags *diags, struct str expected, const char *said)
{
    diag_add(diags, DIAG_USAGE, (struct place){ .file = STR("dossier") }, expected, "%s", said);
    return false;
}

/* Who has no key yet asks for one that is not there; what else keeps a file from being read,
 * file_read says. */
static bool pem_read(struct arena *home, const char *path, struct str *out, struct diags *diags)
{
    if (access(path, F_OK) == 0 || errno != ENOENT)
        return file_read(home, path, &limits_default, out, diags);
    diag_add(diags, DIAG_FILE_READ, (struct place){ .file = str_from(path) },
             STR("a signing key and its certificate, which `dossier keygen -o NAME --name "
                 "\"...\"` makes"),
             "open: No such file or directory");
    return false;
}

static bool files_read(struct arena *home, const struct options *o, struct key_source *source,
                       struct diags *diags)
{
    bool token = strncmp(o->key, "pkcs11:", 7) == 0;
    if (token != (o->module != NULL))
        return usage(diags, STR("--key pkcs11:token=..;object=.. and --module PATH together"),
                     "one of them is missing");
    if (token) {
        source->key = str_from(o->key);
        source->module = str_from(o->module);
    } else if (!pem_read(home, o->key, &source->key, diags)) {
        return false;
    }
    bool pkcs12 = source->key.len > 0 && source->key.at[0] == 0x30;
    if (!o->cert && !pkcs12)
        return usage(diags, STR("--key and --cert together"), "--cert is missing");
    if (o->cert && !pem_read(home, o->cert, &source->chain, diags))
        return false;
    if (o->passphrase_fd)
        return passphrase_from(home, o->passphrase_fd, &source->passphrase, diags);
    return passphrase_read(home, o->passphrase_file, &source->passphrase, diags);
}

bool keys_open(struct arena *home, const struct options *options, struct key_file **out,
               struct diags *diags)
{
    *out = NULL;
    if (!options->key && !options->cert)
        return true;
    if (!options->key)
        return usage(diags, STR("--key and --cert together"), "--key is missing");
    struct prompt prompt = { .of = options->key };
    struct key_source source = { .ask = passphrase_ask, .self = &prompt };
    bool good = files_read(home, options, &source, diags) &&
                key_read(str_from(options->key), &source, out, diags);
    secret_clear(source.passphrase);
    secret_clear((struct str){ prompt.line, sizeof prompt.line });
    if (source.module.len == 0)
        secret_clear(source.key);
    return good;
}

int keys_run(struct request *request,
             int (*work)(struct request *request, const struct key_file *key))
{
    struct key_file *key = NULL;
    if (!keys_open(request->home, &request->options, &key, request->diags))
        return STATUS_INPUT;
    int status = work(request, key);
    key_free(key);
    return status;
}
