sed -nE '2s/^/method.tool_version||/p; 4,6{=;p}; s/^fio: io_u/run.error||&/p' fio-notice.txt | sed -E '/^[0-9]+$/{N;s/^([0-9]+)\n/result.remark|line \1|/}'
