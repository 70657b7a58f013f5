"""YAML as walk_yaml.c reads it, scalar by scalar, against PyYAML's composer: check_yaml.py TOOL TESTS [CORPUS]

PyYAML is written in Python and shares no code with libyaml where its C extension is not asked for. Paths, values and
places of every scalar are compared: of the golden files, of texts made here, and of every YAML file of the corpus.
What must be refused is refused at its line."""
import json, os, subprocess, sys, tempfile
import yaml

GOOD = {
    "block sequence": "a:\n- 1\n-   b: x\n    c: y\n-\n  - deep\n",
    "sequence of sequences": "- - 1\n  - 2\n- - 3\n",
    "flow": "a: [1, [2, {b: 3, c: [4]}], 'x, y', \"]\"]\nd: {e: {f: g}, h: , 'i j': k}\n",
    "flow over lines": "a: [1,\n  2,  # two\n\n  3]\nb: {c: d,\n e: f}\n",
    "single quotes": "a: 'it''s'\nb: ''\nc: 'over\n  two lines'\n",
    "double quotes": 'a: "\\u00e4 \\x41 \\t \\" \\\\ \\/"\nb: "folded\n  line"\nc: "joined\\\n  line"\n',
    "literal": "a: |\n  one\n    two\n\n  three\nb: |-\n  x\nc: |+\n  y\n\nd: |2\n    z\n",
    "folded": "a: >\n  one\n  two\n\n  three\nb: >-\n  x\n  y\nlast: 1\n",
    "plain over lines": "a: one\n  two\n  three\nb: x # no part\nc: x#part\nd: a:b\n",
    "names": "'a b': 1\n\"c\\x64\": 2\na/b: 3\n~x: 4\n? long\n: 5\n1: 6\n",
    "characters": "ä: ö\n日本: [語, ü]  # ß\n😀: 😀😀 x\n  \nz: 1\n",
    "line ends": "a: 1\r\nb:\r\n  - 2\r\n  - 3\r\n",
    "no line end": "a: 1",
    "nothing": "", "a comment": "# only\n", "a scalar": "words\n", "null": "a:\nb: ~\nc: null\nd: 'null'\n",
    "start and end": "---\na: 1\n...\n",
    "colons and dashes": "a: -1\nb: - \nc: '-'\nurl: http://h:1/p?q=a&b=c\ntime: 12:30\n".replace("b: - \n", ""),
}
BAD = {  # text: line of the refusal
    "a: &x 1\n": 1, "a: 1\nb: *x\n": 2, "a: !!str 1\n": 1, "a: !own {b: 1}\n": 1, "a: &x [1]\n": 1, "a: 1\n<<: {b: 1}\n": 2,
    "a: 1\nb: 2\na: 3\n": 3, "{a: 1, b: 2,\n \"a\": 3}\n": 2, "x:\n- a: 1\n  a: 2\n": 3, "a: 1\n---\nb: 2\n": 2, "%YAML 1.1\n---\na: 1\n": 1,
    "a: 1\n[x]: 2\n": 2, "a: 1\n{x: 1}: 2\n": 2, "a: [1\nb: 2\n": 2, "a: 1\n\tb: 2\n": 2, "a: \"x\\0\"\n": 1, "a: 'x\n": 2,
    "a: 1\n  b: 2\n": 2, "a: x\n" + "b: " + "[" * 17 + "]" * 17 + "\n": 2, "a:\n" + "".join(" " * n + "b:\n" for n in range(1, 20)): 17,
    "a: @x\n": 1, "a: 1\nb: \x07\n": 2, "x: 1\n" + "y" * 1100 + ": 1\n": 2,
}


def lines_of(text):
    """Places count lines by LF alone, PyYAML's by every line end of Unicode: from its index."""
    starts = [0] + [i + 1 for i, c in enumerate(text) if c == "\n"]
    return lambda index: (lambda n: (n + 1, index - starts[n] + 1))(sum(s <= index for s in starts) - 1)


def scalars(node, path, place):
    if isinstance(node, yaml.ScalarNode):
        if not (node.style is None and node.value in ("", "~", "null")):
            yield [path, *place(node.start_mark.index), node.value]
    elif isinstance(node, yaml.SequenceNode):
        for i, inner in enumerate(node.value):
            yield from scalars(inner, "%s/%d" % (path, i), place)
    elif node is not None:
        for name, inner in node.value:
            yield from scalars(inner, path + "/" + name.value.replace("~", "~0").replace("/", "~1"), place)


def expected(text):
    return list(scalars(yaml.compose(text, yaml.SafeLoader), "", lines_of(text))) if text.strip() else []


def ours(tool, path):
    lines = subprocess.run([tool, path], check=True, capture_output=True, text=True).stdout.split("\n")[:-1]
    return [json.loads(line) for line in lines[:-1]], lines[-1]


def main():
    tool, tests = sys.argv[1:3]
    corpus = sys.argv[3] if len(sys.argv) > 3 else os.environ.get("DOSSIER_CORPUS", "")
    wrong = count = 0
    files = []
    for top in (os.path.join(tests, "golden"), corpus):
        for folder, _, names in os.walk(top) if top else []:
            files += [os.path.join(folder, n) for n in names if n.endswith((".yaml", ".yml"))]
    with tempfile.TemporaryDirectory() as scratch:
        def made(text):
            path = os.path.join(scratch, "x.yaml")
            with open(path, "w", encoding="utf-8", newline="") as out:
                out.write(text)
            return path
        for what, text in GOOD.items():
            got, end = ours(tool, made(text))
            if (got, end) != (expected(text), "read"):
                wrong += 1
                print(what, end, "\n  ours", got, "\n  PyYAML", expected(text))
            count += len(got)
        for text, line in BAD.items():
            got, end = ours(tool, made(text))
            if end != "refused %d" % line:
                wrong += 1
                print(repr(text[:60]), end, "expected a refusal at line", line)
        for path in sorted(files):
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
            try:
                wanted = expected(text)
            except yaml.YAMLError:  # several documents, or no YAML
                wanted = None
            got, end = ours(tool, path)
            if (wanted is None) != end.startswith("refused") or (wanted is not None and got != wanted):
                wrong += 1
                print(path, end, [pair for pair in zip(got, wanted or []) if pair[0] != pair[1]][:3])
            count += len(got)
    print(len(GOOD), "texts,", len(BAD), "refusals,", len(files), "files,", count, "scalars,", wrong, "wrong")
    sys.exit(wrong > 0 or count < 60)


main()
