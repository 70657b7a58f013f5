#!/usr/bin/env python3
"""bench_mlperf.py DOSSIER CORPUS FOLDER [BYTES]: a round of BYTES (1 GB), and a tenth of it, made from the inference submissions of the
corpus with distinct submitters and seeds, judged by `check --rules`. Prints seconds, MB/s, runs/s, most memory and the ratio to
`sha256sum` over the same tree, files in the page cache; then the growth from a tenth to the whole. FOLDER is made, used and removed."""
import json, os, re, resource, shutil, subprocess, sys, time

dossier, corpus, folder = sys.argv[1:4]
whole = int(sys.argv[4]) if len(sys.argv) > 4 else 1000000000
TIMES = 3


def bundles():
    """(parts of the path below the division's folder, bytes) of each file of a submission."""
    for base, folders, names in os.walk(os.path.join(corpus, 'mlperf')):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(base, name)
            parts = os.path.relpath(path, os.path.join(corpus, 'mlperf')).split(os.sep)
            if len(parts) > 2 and parts[1] in ('closed', 'open'):
                yield parts[1:], open(path, 'rb').read()


def replicate(tree, want):
    files, done, copy = list(bundles()), 0, 0
    while done < want:
        for parts, data in files:
            parts = list(parts)
            old, new = parts[1].encode(), ('%s%d' % (parts[1], copy)).encode()
            parts[1] = new.decode()
            if parts[-1].startswith('mlperf_log_'):
                data = re.sub(rb'(rng_seed"?(?:, "value": | : ))(\d+)', lambda m: m.group(1) + b'%d' % (int(m.group(2)) - copy), data)
            if 'systems' in parts:
                data = re.sub(rb'("submitter"\s*:\s*")%s"' % re.escape(old), rb'\g<1>' + new + b'"', data)
            path = os.path.join(tree, *parts)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as out:
                out.write(data)
            done += len(data)
            if done >= want:
                break
        copy += 1
    return done


def timed(command):
    """Seconds, peak KiB and seconds of processor of the best of TIMES; its output."""
    best = None
    for _ in range(TIMES):
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        out = process.stdout.read()
        _, _, used = os.wait4(process.pid, 0)
        took = time.perf_counter() - begin
        if best is None or took < best[0]:
            best = took, used.ru_maxrss, used.ru_utime + used.ru_stime, out
    return best


rows = []
for size in (whole // 10, whole):
    tree = os.path.join(folder, str(size))
    shutil.rmtree(tree, ignore_errors=True)
    count = replicate(tree, size)
    took, peak, busy, out = timed([dossier, 'check', '--json', '--rules', 'mlperf-inference-5.1', tree])
    runs = json.loads(out)['counts']['runs']
    digest, _, digesting, _ = timed(['sh', '-c', 'find "$0" -type f -print0 | xargs -0 sha256sum', tree])
    rows.append(took)
    print('%5.2f GB, %5d runs: %6.2f s, %5.0f MB/s, %6.0f runs/s, %4.0f MiB at most; sha256sum %5.2f s, %.2f of it; %.2f s of processor, '
          'sha256sum %.2f s' % (count / 1e9, runs, took, count / 1e6 / took, runs / took, peak / 1024, digest, took / digest, busy, digesting),
          flush=True)
    shutil.rmtree(tree)
print('ten times the bytes take %.1f times as long' % (rows[1] / rows[0]))
