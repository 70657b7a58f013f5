/* sniff.h - private to ingest: what bids ask of a file's name and first bytes.
 *
 * The head may end anywhere, so nothing here parses: these functions look at what is there. */
#ifndef INGEST_SNIFF_H
#define INGEST_SNIFF_H

#include "ingest/ingest.h"

enum { BID_NONE = 0, BID_NAME = 30, BID_SHAPE = 70, BID_SIGNATURE = 100 };

/* Last segment of the name, without .gz, .xz or .zst behind it. */
struct str sniff_base(const struct sniff *sniff);
/* A tool's console output kept as "*.log": never read, whatever it holds. */
bool sniff_is_log(const struct sniff *sniff);
/* JSON that begins with an object, or with an array of objects. */
bool sniff_is_object(const struct sniff *sniff);
bool sniff_is_array(const struct sniff *sniff);
/* The outermost object (of an array: its first one) has a member of this name within the head. */
bool sniff_member(const struct sniff *sniff, struct str name);
/* Text of that member's value where it is a string without escapes; empty otherwise. */
struct str sniff_member_text(const struct sniff *sniff, struct str name);
/* For formats that allow text before their JSON: the same file from the line on that begins a JSON
 * value (see json_lead); as it is where none does. */
struct sniff sniff_past_lead(const struct sniff *sniff);
/* Offset of the first line that begins a JSON value: with '{', or with '[' and behind it (blanks
 * and line ends apart) '{', '[', '"' or ']'. SIZE_MAX: none. */
size_t json_lead(struct str text);
/* Whether the text begins such a line. */
bool json_opens(struct str text);
/* First line that is not blank, without its line end; empty: none. */
struct str sniff_first_line(const struct sniff *sniff);
/* Some line of the head begins with this text. */
bool sniff_line_starts(const struct sniff *sniff, struct str text);
/* The head goes to the end of the file, as far as one can tell. */
bool sniff_whole(const struct sniff *sniff);

#endif
