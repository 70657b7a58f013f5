"""The published schemas: well-formed, true to the readers.

A file is changed in one place at a time. Whatever the reader accepts the schema must accept; a change of
form (a member unknown, missing or of another type) both must refuse. The validator below knows the subset of
JSON Schema 2020-12 that the schemas use, and stops at any other keyword."""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

KNOWN = {"$schema", "$comment", "title", "description", "type", "properties", "required", "additionalProperties", "patternProperties",
         "enum", "pattern", "items", "minItems", "maxItems", "uniqueItems", "anyOf", "propertyNames", "if", "then", "else", "not"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}


def is_type(value, name):
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def valid(schema, value):
    unknown = set(schema) - KNOWN
    assert not unknown, unknown
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(is_type(value, name) for name in names):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        return False
    if "anyOf" in schema and not any(valid(one, value) for one in schema["anyOf"]):
        return False
    if "if" in schema and not valid(schema["then" if valid(schema["if"], value) else "else"], value):
        return False
    if "not" in schema and valid(schema["not"], value):
        return False
    if isinstance(value, list):
        if len(value) < schema.get("minItems", 0) or len(value) > schema.get("maxItems", len(value)):
            return False
        if schema.get("uniqueItems") and len({json.dumps(v) for v in value}) < len(value):
            return False
        if "items" in schema and not all(valid(schema["items"], v) for v in value):
            return False
    if isinstance(value, dict):
        if any(name not in value for name in schema.get("required", [])):
            return False
        for name, inner in value.items():
            if "propertyNames" in schema and not valid(schema["propertyNames"], name):
                return False
            if name in schema.get("properties", {}):
                if not valid(schema["properties"][name], inner):
                    return False
                continue
            patterns = [one for pattern, one in schema.get("patternProperties", {}).items() if re.search(pattern, name)]
            if patterns:
                if not all(valid(one, inner) for one in patterns):
                    return False
            elif schema.get("additionalProperties") is False:
                return False
            elif isinstance(schema.get("additionalProperties"), dict) and not valid(
                    schema["additionalProperties"], inner):
                return False
    return True


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], path + (name,))
    if isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places(inner, path + (i,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def changes(whole):
    """(what, changed copy, must be refused by both)"""
    for path in places(whole):
        here = at(whole, path)
        if isinstance(here, dict):
            new = copy.deepcopy(whole)
            at(new, path)["no_such_member"] = 1
            instances = len(path) == 2 and path[0] == "facts"  # any name is an instance there
            yield f"unknown member at {path}", new, not instances
        for other in (None, {"a": {"b": 1}}, [[1]], "", 7, True, "text"):
            if path:
                new = copy.deepcopy(whole)
                at(new, path[:-1])[path[-1]] = other
                yield f"{other!r} at {path}", new, other is None
        if path and isinstance(path[-1], str):
            new = copy.deepcopy(whole)
            del at(new, path[:-1])[path[-1]]
            yield f"without {path}", new, False


def answers(tool, kind, rules, values):
    """What the reader says of each value."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, value in enumerate(values):
            paths.append(os.path.join(folder, f"{i}.json"))
            with open(paths[-1], "w", encoding="utf-8") as out:
                json.dump(value, out)
        done = subprocess.run([tool, kind, rules] + paths, check=True, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert len(lines) == len(values) and set(lines) <= {"accepted", "refused"}, set(lines)
    return [line == "accepted" for line in lines]


def check(tool, kind, whole, rules):
    schema = json.loads(subprocess.run([tool, "schema", kind], check=True, capture_output=True).stdout)
    table = [("the sample itself", whole, False)] + list(changes(whole))
    accepted = answers(tool, kind, rules, [value for _, value, _ in table])
    assert accepted[0] and valid(schema, whole), "the sample itself"
    for (what, value, must_refuse), by_reader in zip(table, accepted):
        by_schema = valid(schema, value)
        assert by_schema or not by_reader, f"{kind}: reader accepts, schema refuses: {what}"
        if must_refuse:
            assert not by_reader and not by_schema, f"{kind}: accepted: {what}"
    assert sum(accepted) > 10 and len(accepted) - sum(accepted) > 100, len(accepted)
    print(kind, sum(accepted), "of", len(accepted), "accepted")


def names_of(schema, inside):
    """Names of all members, those of named objects only where `inside`."""
    for name, inner in schema.get("properties", {}).items():
        yield name
        if inside(name):
            yield from names_of(inner, inside)
            yield from names_of(inner.get("items", {}), inside)


def check_manual(tool, kind, manual, inside):
    schema = json.loads(subprocess.run([tool, "schema", kind], check=True, capture_output=True).stdout)
    with open(manual, encoding="utf-8") as file:
        text = file.read()
    # Keys of the vocabulary have a dot in them; `dossier vocabulary` lists those.
    missing = [name for name in names_of(schema, inside) if "." not in name and f"`{name}`" not in text]
    assert not missing, f"{manual} does not name {missing}"
    examples = re.findall(r"^    \{\n(?:    .*\n)+?    \}$", text, re.M)
    assert len(examples) == 1, manual
    return json.loads(re.sub(r"^    ", "", examples[0], flags=re.M))


def main():
    tool, tests = sys.argv[1:]
    minimal = os.path.join(tests, "golden", "ingest", "minimal")
    rules = os.path.join(minimal, "rules.json")
    with open(os.path.join(minimal, "case.json"), encoding="utf-8") as file:
        case = json.load(file)
    case.update({
        "objectives": [{"metric": "ttft.client", "percentile": 95, "at_most": "500 ms"}],
        "demand": {"peak": "9 tokens/s", "mean": "3 tokens/s", "headroom": "25 %"},
        "prices": [{"system": "A", "amount": "41200.00", "currency": "EUR", "per": "month", "as_of": "2026-11-01",
                    "valid_until": "2026-12-31", "document": "quote.pdf"}],
        "energy": {"price": "0.21", "currency": "EUR", "as_of": "2026-11-01"},
        "requirements": [], "expected": [], "statements": []})
    check(tool, "case", case, rules)
    # One system alone: nothing is under test.
    one = {name: value for name, value in case.items() if name not in ("under_test", "bridge")}
    one["systems"] = [{name: value for name, value in case["systems"][0].items() if name != "baseline"}]
    check(tool, "case", one, rules)
    schema = json.loads(subprocess.run([tool, "schema", "case"], check=True, capture_output=True).stdout)
    for wrong in ({**one, "under_test": case["under_test"]}, {name: value for name, value in case.items() if name != "under_test"}):
        assert answers(tool, "case", rules, [wrong]) == [False] and not valid(schema, wrong), "under_test with one system, or without it with two"
    with open(os.path.join(minimal, "run.json"), encoding="utf-8") as file:
        run = json.load(file)
    run["time_zone"] = {"telemetry.csv": "UTC"}
    run["framework"] = {"architectures": ["sm_90", "sm_100"]}
    run["load"] = {"batch": 32, "rate": "10 requests/s"}
    check(tool, "run", run, rules)
    docs = os.path.join(tests, "..", "docs")
    example = check_manual(tool, "case", os.path.join(docs, "case.md"), lambda name: True)
    assert answers(tool, "case", rules, [example]) == [True], "example in case.md"
    # Sections and their members come from the vocabulary and are listed by `dossier vocabulary`.
    schema = json.loads(subprocess.run([tool, "schema", "run"], check=True, capture_output=True).stdout)
    sections = {name for name, inner in schema["properties"].items() if inner.get("type") == "object"}
    schema["properties"] = {n: s for n, s in schema["properties"].items() if n not in sections}
    assert {"format", "series"} == set(schema["properties"]), schema["properties"].keys()
    with open(os.path.join(docs, "run.md"), encoding="utf-8") as file:
        text = file.read()
    missing = [n for n in list(names_of(schema, lambda name: True)) + ["facts", "time_zone"] if f"`{n}`" not in text]
    assert not missing, f"run.md does not name {missing}"
    example = re.findall(r"^    \{\n(?:    .*\n)+?    \}$", text, re.M)
    example = json.loads(re.sub(r"^    ", "", example[0], flags=re.M))
    assert answers(tool, "run", rules, [example]) == [True], "example in run.md"


main()
