#!/bin/sh
# messages.sh - what a person is told who made a slip: where, what, and what it should have been.
# ctest
. "$SOURCE/tests/e2e/common.sh"

cp -R "$SOURCE/samples/software-bottleneck" "$SCRATCH/case"
cd "$SCRATCH"

says() { # expected standard error, whole; description; command...
    want=$1 said=$2
    shift 2
    "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" || true
    if [ "$(cat "$SCRATCH/err")" = "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $said: expected"
        printf '    %s\n' "$want"
        sed 's/^/    /' "$SCRATCH/err"
    fi
}
lacks() { # regular expression that no line of the last output fits, description
    if grep -qE -- "$1" "$SCRATCH/out"; then
        failed=$((failed + 1))
        echo "FAIL $2:"
        grep -E -- "$1" "$SCRATCH/out" | head -3
    else
        passed=$((passed + 1))
    fi
}
changed() { # name, python statements on the case `c`: writes case/NAME.json
    python3 - "$1" "$2" <<'PYTHON'
import json, sys
with open("case/case.json", encoding="utf-8") as file:
    c = json.load(file)
exec(sys.argv[2])
with open("case/%s.json" % sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(c, file)
PYTHON
}
told() { # regular expression that standard error, one line, must fit; description; command...
    want=$1 said=$2
    shift 2
    "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" || true
    if [ "$(wc -l <"$SCRATCH/err")" = 1 ] && grep -qxE -- "$want" "$SCRATCH/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $said: expected one line, $want"
        sed 's/^/    /' "$SCRATCH/err"
    fi
}

# The file has the name that was typed.
printf '# no JSON\n' >case/notes.md
told 'case/notes\.md:1:1: input: JSON not well-formed: "#"; expected a value; .*' "a file that is no case" \
    "$DOSSIER" check --full case/notes.md
told '\./case/notes\.md:1:1: .*' "the same file by another path" "$DOSSIER" check --full ./case/notes.md

# Hand-written JSON.
printf '{ "format": "dossier-case/1",\n}\n' >case/comma.json
says 'case/comma.json:1:29: input: JSON not well-formed: "," before "}"; let the tool that made the file write it again; a file that you wrote: remove the comma' "a comma too many" \
    "$DOSSIER" check --full case/comma.json

# A case that the program wrote of a command line: the option is the place, of all sides once.
S=$SOURCE/samples/software-bottleneck
schema='see `dossier schema case`'
says '--set A:work.revision=same: input: member not known: "work.revision"; expected one of work.unit, work.per_iteration, work.phase_range; '"$schema" "a fact of one side" \
    "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit7" --set A:work.revision=same
says '--set load.batch=ab: input: value not allowed: "ab"; expected a number with its unit, such as "60 s"; '"$schema" "a fact of all sides" \
    "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit7" --set load.batch=ab
says '--set B:load.batch=ab: input: value not allowed: "ab"; expected a number with its unit, such as "60 s"; '"$schema" "of two the one that is wrong" \
    "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit7" --set A:load.batch=7 --set B:load.batch=ab
told '--layers weights,compile: input: value not allowed: "weights"; expected one of model, engine, .*' "a layer" \
    "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit7" --layers weights,compile
told '--question "Is h100-unit7 faster\?": input: question names a winner: "faster" in "Is h100-unit7 faster\?"; .*' "a question" \
    "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o asked --question "Is h100-unit7 faster?"
told '--id "": input: value not allowed: ""; .*' "an id" "$DOSSIER" new "$S/h100-unit6" "$S/h100-unit7" -o asked --id ""

told "$S/case-options.json: input: refused: --edition C; expected summary, annex, full or the id of a system: A or B; .*" "an edition, of the case as it was named" \
    "$DOSSIER" report "$S/case-options.json" -o no --edition C

# Folders, verbs, names in a report.
mkdir bare
says 'bare: input: is a folder, not a file; expected a case file or a dossier; name a file' "a folder for a case" \
    "$DOSSIER" check --full bare
says 'case/: input: is a folder, not a file; expected case/case.json; name a file' "a folder with its case" "$DOSSIER" check case/
says 'case: input: is a folder, not a file; name a file' "a folder for a series" "$DOSSIER" steady case
says 'dossier: input: command line not understood: chekc; expected "check"; see `dossier --help`, for one verb `dossier help VERB`' "a verb" \
    "$DOSSIER" chekc
says 'dossier: input: command line not understood: xyzzyx; expected a verb; see `dossier --help`, for one verb `dossier help VERB`' "no verb at all" \
    "$DOSSIER" xyzzyx
see='see `dossier --help`, for one verb `dossier help VERB`'
says 'dossier: input: command line not understood: --jsn at check; expected "--json"; '"$see" "an option" \
    "$DOSSIER" check --full --jsn case/case.json
says 'dossier: input: command line not understood: --trst at verify; expected "--trust CA"; '"$see" "one with an argument" \
    "$DOSSIER" verify --trst me.pem
says 'dossier: input: command line not understood: an argument is missing at timestamp; expected timestamp FILE --request OUT.tsq [--signature] or timestamp FILE --response IN.tsr --request OUT.tsq [options]; '"$see" \
    "a usage of several lines" "$DOSSIER" timestamp
told 'dossier: input: .* missing at steady; expected steady SERIES\.\.\. [^‹]*; see .*' "another" "$DOSSIER" steady
says 'dossier: input: command line not understood: -o --name at keygen; expected PREFIX behind it, or --output=--name; see `dossier --help`, for one verb `dossier help VERB`' \
    "an option where a file's name belongs" "$DOSSIER" keygen -o --name X
says 'dossier: input: command line not understood: -o --key at build; expected FILE behind it, or --output=--key; see `dossier --help`, for one verb `dossier help VERB`' \
    "an option where a dossier's name belongs" "$DOSSIER" build case/case.json -o --key
says 'dossier: input: command line not understood: --output -h at build; expected FILE behind it, or --output=-h; see `dossier --help`, for one verb `dossier help VERB`' \
    "a short one" "$DOSSIER" build case/case.json --output -h
makes='open: No such file or directory; expected a signing key and its certificate, which `dossier keygen -o NAME --name "..."` makes; check the path and its permissions'
says "none.key.pem: input: cannot be read: $makes" "a key that is not there" \
    "$DOSSIER" build case/case.json -o none.asice --key none.key.pem --cert none.cert.pem
: >some.key.pem
says "none.cert.pem: input: cannot be read: $makes" "a certificate that is not there" \
    "$DOSSIER" waive none.asice --clause 1 --reason r --until 2027-01-01 -o none.waiver --key some.key.pem --cert none.cert.pem
rm some.key.pem
# What is not there, though something of nearly that name is; what is near nothing; links, pipes and files that the kernel makes up.
missing='input: cannot be read: open: No such file or directory'
says "case/h100-unit8: $missing; expected perhaps \"case/h100-unit6\"; check the path and its permissions" "a folder that is not there" \
    "$DOSSIER" compare case/h100-unit8 case/h100-unit7
says "caes/case.json: $missing; expected perhaps \"case\"; check the path and its permissions" "a folder above it that is not there" \
    "$DOSSIER" check caes/case.json
says "case/else.json: $missing; check the path and its permissions" "a name that is near none" "$DOSSIER" check case/else.json
ln -s case/h100-unit6 link && ln -s nowhere lost && mkfifo pipe
plain='input: refused: not a plain file or folder'
says "link: $plain: a link; expected what it leads to: \"case/h100-unit6\"; give plain files, no links, devices or pipes" "a link" \
    "$DOSSIER" compare link case/h100-unit7
says "./link: $plain: a link; expected what it leads to: \"./case/h100-unit6\"; give plain files, no links, devices or pipes" "as it is named" \
    "$DOSSIER" inspect ./link
says "lost: $plain: a link; give plain files, no links, devices or pipes" "a link to nothing" "$DOSSIER" inspect lost
ln -s pipe to-pipe
says "to-pipe: $plain: a device, pipe or socket; give plain files, no links, devices or pipes" "a link to a pipe" "$DOSSIER" inspect to-pipe
if [ -r /proc/cpuinfo ]; then
    says "/proc/cpuinfo: $plain: it has no size and holds bytes, as files below /proc do; expected a copy of it; give plain files, no links, devices or pipes" \
        "a file that the kernel makes up" "$DOSSIER" compare /proc/cpuinfo case/h100-unit7
fi
rm link lost pipe to-pipe
# What the files do not allow is no line that is not understood.
# What is refused ends with a way out of its own, wherever it is refused.
ok "each refusal tells a way out" python3 - "$SOURCE" <<'PYTHON'
import glob, re, sys
bare = []
for name in sorted(glob.glob(sys.argv[1] + "/*/**/*.c", recursive=True)):
    if "/build/" in name or "/tests/" in name or name.endswith("cli/line/output.c"):
        continue
    text = open(name, encoding="utf-8").read()
    for at in re.finditer(r"line_refused\(|\bDIAG_REFUSED\b|\breturn told\(a,", text):
        # the call to its closing bracket; words that are put together before it are looked for above
        depth, end, quoted = 1, at.end(), False
        while depth and end < len(text):
            c = text[end]
            if quoted:
                end += c == "\\"
                quoted = c != '"'
            elif c == '"':
                quoted = True
            else:
                depth += (c == "(") - (c == ")")
            end += 1
        call = text[at.start():end]
        literal = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', call))
        made = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text[max(0, at.start() - 900):at.start()])) if "buf_str(&" in call or "names" in call else ""
        if "; " not in literal + made and ", expected," not in re.sub(r"\s+", " ", call):
            bare.append((name, re.sub(r"\s+", " ", call)[:200]))
for one in bare:
    print(*one)
sys.exit(bool(bare))
PYTHON
told '[^ ]*: input: refused: nothing stands side by side; expected results of the same work .*' "nothing to compare" \
    "$DOSSIER" new "$SOURCE/tests/golden/ingest/classic/hyperfine.json" "$SOURCE/tests/golden/ingest/vllm/serve.json" -o none
told '[^ ]*: input: refused: the same files stand on both sides; expected files of another system or run; name those .*' "one bundle twice" "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit6"
told 'SOURCE_DATE_EPOCH: input: refused: x; expected whole seconds .*; unset it, or set it by .*' "a variable" env SOURCE_DATE_EPOCH=x "$DOSSIER" due .
exits 3 "an option where a file's name belongs" "$DOSSIER" keygen -o --name X
exits 3 "a misspelt option" "$DOSSIER" keygen --ouput --name
ok "no file is named like an option" test -z "$(find . -name '-*')"
exits 0 "help for a verb" "$DOSSIER" help check
prints "usage: dossier check CASE" "help for a verb"
says '' "a reader that has gone is no news" sh -c "'$DOSSIER' vocabulary | head -1"
told '--layers compilr: .*: "compilr"; expected "compile", or one of model, engine, .*, precision; .*' "the nearest of a fixed set, with all of it" \
    "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit7" --layers compilr
told '--layers foo: .*: "foo"; expected .* one of model, engine, .*, precision; .*' "and where it only seems near" "$DOSSIER" compare "$S/h100-unit6" "$S/h100-unit7" --layers foo
told '.*: --foo at keygen; expected an option of this verb: .*--name.*; .*' "an option that is near none" "$DOSSIER" keygen --foo
told '.*"fio", or one of aiperf, .*vllm.*; .*' "a tool" "$DOSSIER" recipe fioo
told 'case/case\.json: .*: foo; expected the id of a system of the case: A or B; .*' "a system" "$DOSSIER" letter case/case.json --to foo
told '.*; expected summary, annex, full or the id of a system: A or B; .*' "an edition" "$DOSSIER" report case/case.json -o none --edition foo
says 'case/run.json:2:13: input: value not allowed: "dossier-run/1" at /format; expected "dossier-case/1"; see `dossier schema case`' \
    "a declaration for a case: one line" "$DOSSIER" check --full case/run.json
: >case/empty.json
told 'case/empty\.json:1:1: input: JSON not well-formed: the file is empty; expected a value; .*' "an empty file" \
    "$DOSSIER" check --full case/empty.json
rm case/empty.json
claims='one of the claims answer\.A-B, verdict\.A-B, .*a fact from F1 to F[0-9]+, or a pointer into data\.json; .*'
told 'case/case\.json: input: nothing of this name in the report: "answer\.A-C"; expected "answer\.A-B"; .*' "a claim" \
    "$DOSSIER" trace case/case.json answer.A-C
told 'case/case\.json: input: nothing of this name in the report: "F99999"; expected a fact from F1 to F[0-9]+; .*' \
    "a number" "$DOSSIER" trace case/case.json F99999
told 'case/case\.json: input: nothing of this name in the report: "price"; expected '"$claims" "no claim at all" \
    "$DOSSIER" trace case/case.json price
told 'case/case\.json: input: nothing of this name in the report: "/facts/99999/value"; expected '"$claims" "a fact" \
    "$DOSSIER" trace case/case.json /facts/99999/value

# Members, keys, questions, paths, columns.
changed typo 'c["qestion"] = c.pop("question")'
told 'case/typo\.json:1:[0-9]+: input: member not known: "qestion" at /qestion; expected "question"; .*' \
    "a misspelt member is not missing as well" "$DOSSIER" check --full case/typo.json
changed key 'c["metric"]["key"] = "throughput.input_tokens"'
told '.*: "throughput\.input_tokens" at /metric/key; expected one of throughput\.output_tokens, .*throughput\.requests.*' \
    "a key that is another word" "$DOSSIER" check --full case/key.json
changed slip 'c["metric"]["key"] = "throughput.ouput_tokens"'
told '.*: "throughput\.ouput_tokens" at /metric/key; expected "throughput\.output_tokens"; .*' \
    "a key with a slip" "$DOSSIER" check --full case/slip.json
for question in "Why should we choose B?" "Can you prove that B is right?" "Do we prefer B over A?"; do
    changed question "c['question'] = '$question'"
    told '.* question names a winner: .*"How do as it runs today and compiler on differ in output throughput\?"; .*' \
        "$question" "$DOSSIER" check --full case/question.json
done
changed neutral 'c["question"] = "Should we choose A or B?"'
exits 0 "a choice between two is a question" "$DOSSIER" check --full case/neutral.json
changed path 'c["systems"][0]["machines"][0]["captures"] = ["h100-unit6/captres"]'
told 'case/path\.json:1:[0-9]+: .*: "h100-unit6/captres" names nothing at .*; expected "h100-unit6/captures"; .*' \
    "a path, once" "$DOSSIER" check --full case/path.json

mkdir run
printf '{"i":0,"t":0.0,"dur":0.1}\n{"i":1,"t":0.1,"dur":0.1}\n' >run/steps.jsonl
printf '{ "format": "dossier-run/1",\n  "series": [ { "file": "*.jsonl", "start": "t", "duration": "duration" } ] }\n' \
    >run/run.json
says 'run/run.json:2:15: input: series cannot be read: no column "duration" in steps.jsonl at /series/0; expected "dur", or one of i, t, dur; check the declared file and columns in run.json' \
    "a column, once and not at each row" "$DOSSIER" inspect run

# What is printed.
exits 1 "no dossier" "$DOSSIER" verify case/notes.md
prints "TOTAL-FAILED" "no dossier"
lacks '^(content|evidence) id' "what cannot be opened has no ids"
mkdir two two/flash two/cudnn
for side in flash cudnn; do
    printf '{ "format": "dossier-run/1", "method": { "tool": "%s-bench" } }\n' $side >two/$side/run.json
done
printf 'hello\n' >two/notes.txt
cp case/case.json two/case.json
exits 0 "two runs in one folder" "$DOSSIER" inspect two
printf '%s\n' "  the case             case.json" "  dossier-run          cudnn/run.json (1 fact)" \
    "  dossier-run          flash/run.json (1 fact)" "  not read             notes.txt" "" \
    "not read: no known format (\`dossier formats\`); kept as evidence" "" "== cudnn/ ==" >"$SCRATCH/want"
head -8 "$SCRATCH/out" >"$SCRATCH/got"
ok "files by their kind, facts by their folder" diff "$SCRATCH/want" "$SCRATCH/got"
exits 0 "a claim in brief" "$DOSSIER" trace case/case.json answer.A-B --brief
prints "claim answer.A-B (answer.higher.up) rests on" "a claim in brief"
lacks '^ *(by |sha256|packed|place)' "no formulas and digests"
ok "a claim in brief again" "$DOSSIER" trace case/case.json answer.A-B --brief
cp "$SCRATCH/out" brief
ok "one screen or two" test "$(wc -l <"$SCRATCH/out")" -lt 60
exits 0 "a claim" "$DOSSIER" trace case/case.json answer.A-B
cp "$SCRATCH/out" plain
ok "is told in brief, and what tells more" sh -c 'sed "\$d" plain | cmp -s - brief && tail -1 plain | grep -q -e "--full"'
ok "no line stands twice" sh -c 'grep " = " "$1" | sort | uniq -d | wc -l | grep -qx 0' - brief
exits 0 "a claim in full" "$DOSSIER" trace case/case.json answer.A-B --full
lacks 'place +(.*) to \1$' "a stretch of rows is named once"
prints "to row " "rows of different text keep both ends"
finish
