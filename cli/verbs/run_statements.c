/* run_statements.c - a run.json on the disk that asks a person for what no file tells. */
#include "run_statements.h"
#include "inspect_put.h"
#include "output.h"
#include "sign/sign.h"
#include <unistd.h>

bool statements_write(struct request *request, struct str path, const bool *wanted,
                      const struct str *said, bool sentences, size_t *open)
{
    struct arena *home = request->home;
    struct buf text = output_new(home);
    struct json_out json;
    struct str held = { 0 };
    bool there = access(str_c(home, path), F_OK) == 0;
    if (there && !file_read(home, str_c(home, path), &limits_default, &held, request->diags))
        return false;
    if (str_trim(held).len == 0) {
        json_begin(&json, &text);
        run_json_put(home, wanted, said, sentences, &json);
    } else if (run_json_merge(home, path, held, wanted, said, sentences, &text, request->diags) ==
               SIZE_MAX) {
        return false;
    }
    *open = run_json_marks(buf_str(&text));
    return str_eq(held, buf_str(&text)) || file_put(request, str_c(home, path), buf_str(&text));
}
