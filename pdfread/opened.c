/* opened.c - one file behind libqpdf's interface for C. */
#include "opened.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { OBJECTS_MOST = 2000000, SAID_MOST = 400 };

bool opened_fault(struct opened *opened, const char *format, ...)
{
    char said[SAID_MOST];
    if (opened->why.len > 0)
        return false;
    va_list list;
    va_start(list, format);
    int written = vsnprintf(said, sizeof said, format, list);
    va_end(list);
    struct buf shown = buf_new(opened->home, (size_t)SAID_MOST * 16);
    buf_put_visible(&shown, written > 0 ? str_from(said) : STR("it cannot be read"));
    opened->why = buf_str(&shown);
    return false;
}

bool opened_clean(struct opened *opened)
{
    if (qpdf_has_error(opened->q) || qpdf_more_warnings(opened->q)) {
        qpdf_error error =
            qpdf_has_error(opened->q) ? qpdf_get_error(opened->q) : qpdf_next_warning(opened->q);
        return opened_fault(opened, "libqpdf does not read it as it is: %.200s",
                            qpdf_get_error_message_detail(opened->q, error));
    }
    return opened->why.len == 0;
}

bool opened_begin(struct arena *home, struct str pdf, struct opened *out)
{
    *out = (struct opened){ .home = home, .q = qpdf_init() };
    qpdf_silence_errors(out->q);
    qpdf_set_suppress_warnings(out->q, QPDF_TRUE);
    qpdf_set_attempt_recovery(out->q, QPDF_FALSE);
    if (!str_starts(pdf, STR("%PDF-")))
        return opened_fault(out, "it is no PDF");
    (void)qpdf_read_memory(out->q, "report.pdf", pdf.at, pdf.len, NULL);
    if (!opened_clean(out))
        return false;
    long long size =
        qpdf_oh_get_int_value(out->q, opened_key(out, qpdf_get_trailer(out->q), "/Size"));
    if (size < 1 || size > OBJECTS_MOST)
        return opened_fault(out, "%lld objects, where 1 to %d are read", size, OBJECTS_MOST);
    out->objects = (int)size;
    return opened_clean(out);
}

void opened_end(struct opened *opened)
{
    if (qpdf_has_error(opened->q)) /* an error not asked for is printed by qpdf_cleanup */
        (void)qpdf_get_error(opened->q);
    qpdf_cleanup(&opened->q);
}

qpdf_oh opened_key(struct opened *opened, qpdf_oh dictionary, const char *key)
{
    return qpdf_oh_is_dictionary(opened->q, dictionary)
               ? qpdf_oh_get_key(opened->q, dictionary, key)
               : qpdf_oh_new_null(opened->q);
}

struct str opened_name(struct opened *opened, qpdf_oh object)
{
    if (!qpdf_oh_is_name(opened->q, object))
        return (struct str){ 0 };
    struct str name = str_keep(opened->home, str_from(qpdf_oh_get_name(opened->q, object)));
    return str_sub(name, 1, name.len);
}

bool opened_stream(struct opened *opened, qpdf_oh stream, struct str *out)
{
    qpdf_data q = opened->q;
    unsigned char *data = NULL;
    size_t length = 0;
    if (!qpdf_oh_is_stream(q, stream))
        return opened_fault(opened, "a stream is missing");
    qpdf_oh own = qpdf_oh_get_dict(q, stream);
    if (qpdf_oh_has_key(q, own, "/Filter") || qpdf_oh_has_key(q, own, "/F")) {
        return opened_fault(opened,
                            "a stream of object %d is compressed or elsewhere; reports of "
                            "dossier are written plain",
                            qpdf_oh_get_object_id(q, stream));
    }
    if (qpdf_oh_get_stream_data(q, stream, qpdf_dl_none, NULL, &data, &length) != QPDF_SUCCESS) {
        free(data);
        return opened_fault(opened, "the stream of object %d cannot be read",
                            qpdf_oh_get_object_id(q, stream));
    }
    *out = str_keep(opened->home, (struct str){ (const char *)data, length });
    free(data);
    return true;
}
