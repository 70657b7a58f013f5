/* verb_capture_script.c - a shell script that captures a machine, for a person to read and run. */
#include "captures.h"
#include "output.h"

static int run(struct request *request)
{
    struct buf out = output_new(request->home);
    capture_script_put(request->home, &out);
    return output_end(&out, STATUS_HOLDS);
}

const struct verb verb_capture_script = {
    .name = "capture-script",
    .summary = "a shell script that captures a machine, to read and run",
    .usage = "capture-script > capture.sh",
    .more = "The script is plain POSIX sh. `sh capture.sh FOLDER` on the machine that is measured\n"
            "writes one file for each program found there into FOLDER, and says what it skipped.\n"
            "It needs no root and no network and changes nothing. `dossier inspect FOLDER` then\n"
            "shows what is known, what is not, and what is personal.",
    .run = run,
};
