/* server_lines.h - private to ingest: what a serving engine prints of itself when it starts. */
#ifndef INGEST_SERVER_LINES_H
#define INGEST_SERVER_LINES_H

#include "reading.h"

/* Reads options, version and what the engine made of them out of each line of the file in which
 * vLLM, SGLang, TensorRT-LLM or llama-server tells them, whatever stands around. A second start in
 * the same log that says otherwise is a contradiction. */
void server_lines_read(struct reading *reading);
/* Whether a line of the text is one of them. */
bool server_lines_in(struct str text);

#endif
