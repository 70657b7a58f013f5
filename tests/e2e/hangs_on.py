"""hangs_on.py WHOLE REST: facts and claims of one data.json that another lacks.

Counted another way than the program does: each fact written out with all that it rests on, no digests; evidence by its own
name, since a file less may give the folders of a dossier other numbers."""
import json
import sys
from collections import Counter


def said(data):
    facts = {f["number"]: f for f in data["facts"]}
    memo = {}

    def fact(number):
        if number not in memo:
            memo[number] = json.dumps(plain(facts[number]), sort_keys=True)
        return memo[number]

    def plain(value, numbers=False):
        if isinstance(value, dict):
            return {k: plain(v, numbers or k in ("inputs", "facts")) for k, v in value.items() if k not in ("number", "evidence")}
        if isinstance(value, list):
            return [plain(v, numbers) for v in value]
        return hash(fact(value)) if numbers and isinstance(value, int) else value
    return Counter(fact(n) for n in facts), Counter(json.dumps(plain(c), sort_keys=True) for c in data["claims"])


def main():
    whole, rest = (said(json.load(open(name, encoding="utf-8"))) for name in sys.argv[1:3])
    print("%d of %d facts and %d of %d claims" % tuple(n for w, r in zip(whole, rest) for n in ((w - r).total(), w.total())))


if __name__ == "__main__":
    main()
