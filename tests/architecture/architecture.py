#!/usr/bin/env python3
"""architecture.py SOURCE BUILD: the house still stands as docs/architecture.md draws it.

Checks that no compiler makes: which third-party library stands in how many files, that a folder cannot see another's
door, that pure folders call nothing impure, that forbidden names are absent, that doors stand alone."""
import json, os, re, shlex, subprocess, sys, tempfile

source, build = sys.argv[1], sys.argv[2]
FOLDERS = {  # folder: (path, uses, {third-party header prefix: most files})
    "base": ("model/base", [], {"openssl/": 1, "archive": 2, "zlib.h": 1, "cjson/": 1}),
    "model": ("model", ["base"], {}),
    "ingest": ("ingest", ["base", "model"], {"libxml/": 1, "sqlite3.h": 1, "yaml.h": 1}),
    "comparability": ("comparability", ["base", "model"], {}),
    "portfolio": ("portfolio", ["base", "model"], {"sqlite3.h": 1}),
    "round": ("round", ["base"], {}),
    "pdfread": ("pdfread", ["base"], {"qpdf/": 1}),
    "render": ("render", ["base", "model"], {"cairo": 2, "pango": 1, "zlib.h": 1, "fontconfig/": 1, "ft2build": 1, "hb": 2, "fribidi": 1}),
    "sign": ("sign", ["base", "pdfread"], {"openssl/": 8, "zlib.h": 2, "libxml/": 1}),
    "templates": ("templates", ["base"], {}),
    "cli": ("cli", ["base", "model", "ingest", "comparability", "round", "pdfread", "portfolio", "render", "sign", "templates"], {}),
}
THIRD = ["openssl/", "archive", "cjson/", "libxml/", "cairo", "pango", "qpdf/", "fontconfig/", "yaml.h", "sqlite3.h", "zlib.h", "ft2build", "hb", "fribidi"]
FORBIDDEN = ["atoi", "atol", "atof", "strtod", "strtol", "strtoul", "sscanf", "strtok", "sprintf", "vsprintf", "strcpy", "strcat",
             "localtime", "localtime_r", "mktime", "setlocale", "gets", "system", "popen", "execve", "execvp", "fork", "rand", "srand",
             "tmpnam", "mktemp", "alloca", "socket", "connect", "getaddrinfo"]
IMPURE = ["time", "clock_gettime", "gettimeofday", "getenv", "secure_getenv", "open", "open64", "openat", "fopen", "fopen64", "setlocale",
          "rand", "random", "getpid", "getcwd", "gethostname", "g_get_real_time", "g_get_monotonic_time", "g_getenv", "g_file_get_contents",
          "g_date_time_new_now", "g_date_time_new_now_local", "g_random_int", "getpwuid"]
PURE = ["comparability", "render", "model", "pdfread", "portfolio"]
failures, checks = [], 0


def check(holds, said):
    global checks
    checks += 1
    if not holds:
        failures.append(said)


def files(path, suffixes):
    """Those of a folder and of its rooms; a folder below that is one of its own (model/base) keeps its own."""
    top, found = os.path.join(source, path), []
    for room, below, names in os.walk(top):
        below[:] = sorted(b for b in below if os.path.relpath(os.path.join(room, b), source) not in [p for p, _, _ in FOLDERS.values()])
        found += [os.path.join(room, f) for f in sorted(names) if f.endswith(suffixes)]
    return found


def code(path):
    text = open(path, encoding="utf-8").read()
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text) if not path.endswith(".def") else text
    return re.sub(r"//[^\n]*", " ", text)


for name, (path, uses, third) in FOLDERS.items():
    for prefix in THIRD:
        having = [f for f in files(path, (".c", ".h")) if re.search(r"#include <%s" % re.escape(prefix), open(f, encoding="utf-8").read())]
        check(len(having) <= third.get(prefix, 0), "%s: <%s...> in %d files, allowed %d: %s" % (name, prefix, len(having), third.get(prefix, 0), having))
    for f in files(path, (".c", ".h")):
        text = open(f, encoding="utf-8").read()
        check('#include "../' not in text, "%s includes a parent folder" % f)
        for door in re.findall(r'#include "(\w+)/', text):
            check(door == name or door in uses, "%s includes a door of %s" % (f, door))
        body = code(f)
        # Secrets: whoever opens a key frees it, which clears it; whoever reads or makes one as text clears the text.
        calls = lambda word: len(re.findall(r"(?<![\w*]\s)(?<!bool )(?<![\w.>])%s\s*\(" % word, body))
        if f.endswith(".c") and name in ("sign", "cli"):
            check(not calls("keys_open") or calls("key_free"), "%s opens a key and never frees it" % f)
            check(not calls("passphrase_read") or calls("secret_clear"), "%s reads a passphrase and never clears it" % f)
            check(not calls("key_make") or calls("secret_clear"), "%s makes a key and never clears its text" % f)
            for array in re.findall(r"char (\w*(?:passphrase|secret|pin))\[", body):
                check("OPENSSL_cleanse(%s" % array in body, "%s never clears %s" % (f, array))
        for word in FORBIDDEN:
            check(not re.search(r"(?<![\w>.])%s\s*\(" % word, body), "%s calls %s" % (f, word))
        # A pointer is asked as it stands; what it becomes a value of may say != NULL.
        asked = re.search(r"== NULL\b|!= NULL\s*(?:&&|\|\||\?)|(?:&&|\|\|)\s*[\w.>\[\]*-]+(?:\([^()]*\))? != NULL|\b(?:if|while) \([^()&|]* != NULL\)", body)
        check(not asked, "%s asks a pointer by NULL: write `p` or `!p`, not `%s`" % (f, asked and asked[0]))
        check(not re.search(r"^/\* -{2,}.*-{3,}$", text, re.M), "%s has a banner that runs over its line: /* ---- words ---- */" % f)
        check(len(text.splitlines()) <= 600 or f.endswith(".def"), "%s has over 600 lines: split by noun" % f)

# Tests are read as often as what they hold: cut by subject, as code is.
for root, below, names in os.walk(os.path.join(source, "tests")):
    below[:] = sorted(b for b in below if b != "node_modules")
    for f in (os.path.join(root, n) for n in sorted(names) if n.endswith((".c", ".h", ".py", ".sh", ".mjs", ".java"))):
        check(sum(1 for _ in open(f, encoding="utf-8")) <= 600, "%s has over 600 lines: cut by subject" % f)

# Doors: each compiles by itself with nothing but the doors of folders it may use, and names no third party.
for name, (path, uses, _) in FOLDERS.items():
    exported = os.path.join(build, "doors", name, name)
    for door in sorted(os.listdir(exported)):
        if not door.endswith(".h"):
            continue
        if not os.path.exists(os.path.join(exported, door)):
            check(False, "door %s/%s is gone, and its link is left in %s: remove that folder and configure anew" % (name, door, exported))
            continue
        text = open(os.path.join(exported, door), encoding="utf-8").read()
        check(not re.search(r"#include <(glib|%s)" % "|".join(re.escape(t) for t in THIRD), text), "door %s/%s names a third party" % (name, door))
        flags = ["-I" + os.path.join(build, "doors", u) for u in [name] + uses]
        run = subprocess.run(["gcc", "-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-xc", "-"] + flags,
                             input='#include "%s/%s"\n' % (name, door), capture_output=True, text=True)
        check(run.returncode == 0, "door %s/%s does not stand alone:\n%s" % (name, door, run.stderr))

# With the very flags of each folder: its own doors are found, doors it may not use are not, nor private headers.
commands = {}
for row in json.load(open(os.path.join(build, "compile_commands.json"))):
    for name, (path, _, _) in FOLDERS.items():
        if row["file"] in files(path, ".c"):
            commands.setdefault(name, [a for a in shlex.split(row["command"]) if a.startswith(("-I", "-D", "-isystem", "-std"))])
with tempfile.TemporaryDirectory() as scratch:
    def compiles(name, header):
        probe = os.path.join(scratch, "probe.c")
        open(probe, "w").write('#include "%s"\nint probe;\n' % header)
        return subprocess.run(["gcc", "-fsyntax-only", probe] + commands[name], capture_output=True).returncode == 0
    for name, (path, uses, _) in FOLDERS.items():
        check(name in commands, "no compile command for folder %s" % name)
        for other, (other_path, _, _) in FOLDERS.items():
            door = sorted(d for d in os.listdir(os.path.join(build, "doors", other, other)) if d.endswith(".h"))[0]
            allowed = other == name or other in uses
            check(compiles(name, "%s/%s" % (other, door)) == allowed, "%s %s include %s/%s" % (name, "cannot" if allowed else "can", other, door))
        private = [os.path.basename(f) for f in files(path, ".h") if not os.path.exists(os.path.join(build, "doors", name, name, os.path.basename(f)))]
        for header in private[:1]:
            outside = [n for n in FOLDERS if n != name][0]
            check(not compiles(outside, header) and not compiles(outside, "%s/%s" % (name, header)), "%s reaches private %s" % (outside, header))

for name in PURE:
    path = FOLDERS[name][0]
    library = os.path.join(build, path, "lib%s.a" % name)
    run = subprocess.run(["nm", "-u", library], capture_output=True, text=True)
    check(run.returncode == 0, "nm cannot read %s" % library)
    symbols = set(re.findall(r"\bU (\w+)", run.stdout))
    check(len(symbols) > 0, "nm lists nothing for %s" % library)
    for word in IMPURE:
        check(word not in symbols, "%s is pure but calls %s" % (name, word))

# Two folders that define one name link all the same where the archives differ in order: the first wins, silently.
defined = {}
for name, (path, _, _) in FOLDERS.items():
    run = subprocess.run(["nm", "-g", "--defined-only", os.path.join(build, path, "lib%s.a" % name)], capture_output=True, text=True)
    for word in set(re.findall(r"^[0-9a-f]+ [A-Z] (\w+)$", run.stdout, flags=re.M)):
        check(word not in defined, "%s and %s both define %s" % (defined.get(word), name, word))
        defined[word] = name

for said in failures:
    print("FAIL " + said)
print("%d passed, %d failed" % (checks - len(failures), len(failures)))
sys.exit(1 if failures else 0)
