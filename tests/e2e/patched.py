"""patched.py DIFF.json OLD.json NEW.json: whether the patch in what `dossier diff --json` printed turns one case into the other; RFC 6902
by this script alone."""
import json
import sys


def steps(pointer):
    return [s.replace("~1", "/").replace("~0", "~") for s in pointer.split("/")[1:]]


def at(value, path):
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def apply(value, operation):
    path = steps(operation["path"])
    if not path:
        assert operation["op"] == "replace"
        return operation["value"]
    where, last = at(value, path[:-1]), path[-1]
    if isinstance(where, list):
        index = int(last)
        assert index <= len(where) - (operation["op"] != "add")
        if operation["op"] == "add":
            where.insert(index, operation["value"])
        elif operation["op"] == "remove":
            del where[index]
        else:
            where[index] = operation["value"]
    else:
        assert (last in where) == (operation["op"] != "add")
        if operation["op"] == "remove":
            del where[last]
        else:
            where[last] = operation["value"]
    return value


diff, old, new = (json.load(open(name)) for name in sys.argv[1:4])
assert diff["case_patch"], "no patch"
for operation in diff["case_patch"]:
    old = apply(old, operation)
assert old == new, (old, new)
