/* verb_timestamp.c - time stamps across an air gap: a request file out, a response file in. */
#include "amending.h"
#include "base/num.h"
#include "output.h"
#include <stddef.h>

struct stamping {
    struct request *request;
    struct stamp_order order;
    struct str said;
};

static bool make(void *self, struct sink *sink)
{
    struct stamping *s = self;
    return stamp_import(s->request->home, &s->order, sink, &s->said, s->request->diags);
}

static int usage(struct request *request, struct str expected, const char *said)
{
    diag_add(request->diags, DIAG_USAGE,
             (struct place){ .file = STR("dossier"), .path = STR("timestamp") }, expected, "%s",
             said);
    return STATUS_INPUT;
}

static int export(struct stamping *s)
{
    struct request *request = s->request;
    const char *path = request->options.request_file;
    struct str query;
    if (!stamp_export(request->home, &s->order, &query, request->diags) ||
        !file_put(request, path, query))
        return diags_exit(request->diags) != 0 ? diags_exit(request->diags) : STATUS_MACHINE;
    struct buf out = output_new(request->home);
    buf_putf(&out, "request      %s\n\n", path);
    output_wrap(&out,
                STR("Carry it to a time stamping authority (HTTP POST as "
                    "application/timestamp-query) and bring the answer back, before anything else "
                    "is added to the dossier:"),
                0, 0);
    buf_putf(&out, "    dossier timestamp %s%s --request %s --response ANSWER.tsr\n",
             request->options.argument[0], s->order.signature ? " --signature" : "", path);
    return output_end(&out, STATUS_HOLDS);
}

static int import(struct stamping *s)
{
    struct request *request = s->request;
    const struct options *o = &request->options;
    if (!file_read(request->home, o->response_file, &limits_default, &s->order.response,
                   request->diags))
        return STATUS_INPUT;
    if (o->request_file && !file_read(request->home, o->request_file, &limits_default,
                                      &s->order.query, request->diags))
        return STATUS_INPUT;
    if (o->trust_tsa &&
        !file_read(request->home, o->trust_tsa, &limits_default, &s->order.trust, request->diags))
        return STATUS_INPUT;
    int status = dossier_write(request, s->order.dossier, make, s);
    if (status != STATUS_HOLDS)
        return status;
    struct buf out = output_new(request->home);
    buf_putf(&out, "dossier      %s\n", dossier_target(request));
    output_row(&out, "stamped", 11, s->said);
    if (!o->request_file)
        output_wrap(&out,
                    STR("The nonce was not compared, since no --request was given; what is stamped "
                        "was."),
                    0, 0);
    return output_end(&out, STATUS_HOLDS);
}

static int run(struct request *request)
{
    const struct options *o = &request->options;
    struct stamping s = { .request = request };
    int64_t bits = 256;
    if (!o->request_file && !o->response_file)
        return usage(request, STR("--request FILE, then --response FILE"), "neither is given");
    if (o->bits &&
        (!num_int(str_from(o->bits), &bits) || (bits != 256 && bits != 384 && bits != 512)))
        return usage(request, STR("256, 384 or 512"), "--sha");
    s.order = (struct stamp_order){ .name = str_from(o->argument[0]),
                                    .now = request->now,
                                    .bits = (int)bits,
                                    .signature = o->signature };
    if (!dossier_read(request, o->argument[0], &s.order.dossier))
        return STATUS_INPUT;
    return !o->response_file ? export(&s) : import(&s);
}

static const struct option_row rows[] = {
    { 0, "request", "FILE", "query to write; with --response, the one that was sent",
      offsetof(struct options, request_file), OPTION_WRITES },
    { 0, "response", "FILE", "the authority's answer, checked and put into the dossier",
      offsetof(struct options, response_file), OPTION_TEXT },
    { 0, "signature", NULL, "stamp the newest signature alone, inside it (CAdES-T)",
      offsetof(struct options, signature), OPTION_FLAG },
    { 0, "sha", "BITS", "256 (default), 384 or 512, for a renewal that is to last longer",
      offsetof(struct options, bits), OPTION_TEXT },
    { 0, "trust-tsa", "CA", "take only the answer of an authority certified by these",
      offsetof(struct options, trust_tsa), OPTION_TEXT },
    { 'o', "output", "FILE", "dossier to write; default: in place of the old one",
      offsetof(struct options, output), OPTION_REPLACES },
};
const struct verb verb_timestamp = {
    .name = "timestamp",
    .summary = "prove when a dossier existed, by request and response files",
    .usage = "timestamp FILE --request OUT.tsq [--signature]\n"
             "       dossier timestamp FILE --response IN.tsr --request OUT.tsq [options]",
    .more = "Stamps everything in the dossier, earlier stamps included, so that stamping again\n"
            "renews what grows old. No network is used: the two files are carried by hand.",
    .option = rows,
    .option_count = ARRAY_COUNT(rows),
    .least_arguments = 1,
    .most_arguments = 1,
    .dated = true,
    .run = run,
};
