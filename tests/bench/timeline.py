"""Samples of `perf script -F tid,time,ip,sym` as stretches of each thread: from when to when it did what. See timeline.sh.

A sample is of the first of STEPS that stands anywhere in its stack, the innermost before what calls it."""
import sys

STEPS = ("deflate_block", "hashing_put", "replace_commit", "sign_pack", "id_put", "pdf_objects_write", "structure_finish", "pdf_objects_read",
         "pages_draw", "pdf_draw", "output_add", "text_make", "pages_deal", "row_flow", "extent_of", "part_paginate", "html_emit", "data_emit", "figures_put", "document_validate",
         "document_of", "shared_rows_find", "steady_judge_all", "judge_some", "runs_judge", "workload_assess", "assess", "make_inputs",
         "job_read", "read_bundles", "keys_open", "pipeline_run", "arena_free", "_dl_start")
GAP_MS, LEAST_MS = 15, 2  # a pause that is still the same stretch; a stretch worth a line


def samples(lines):
    """(thread, milliseconds, functions of the stack), as they came."""
    head, stack = None, set()
    for line in lines:
        word = line.split()
        if not word:
            if head:
                yield head + (stack,)
            head, stack = None, set()
        elif not head:
            head = (word[0], float(word[1].rstrip(":")) * 1000)
        else:
            stack.add(word[1])


def main():
    threads, begin = {}, None
    for thread, at, stack in samples(sys.stdin):
        begin = at if begin is None else begin
        step = next((s for s in STEPS if s in stack), "other")
        rows = threads.setdefault(thread, [])
        if rows and rows[-1][0] == step and at - rows[-1][2] < GAP_MS:
            rows[-1][2] = at
        else:
            rows.append([step, at, at])
    for number, rows in enumerate(threads.values(), 1):
        print("thread %d" % number)
        for step, first, last in rows:
            if last - first >= LEAST_MS:
                print("  %6.0f to %6.0f ms  %s" % (first - begin, last - begin, step))


if __name__ == "__main__":
    main()
