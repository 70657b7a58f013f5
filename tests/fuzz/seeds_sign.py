"""seeds_sign.py FOLDER - seeds for fuzz_sign: signatures, tokens, manifests, records and signed PDFs of the attack catalogue, each
behind the byte that chooses its reader; at most one of a number and verdict."""
import argparse
import os
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder")
folder = parser.parse_args().folder
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../attacks"))
sys.dont_write_bytecode = True
import cases_pdf  # noqa: E402, F401
import cases_signers  # noqa: E402
import cases_time  # noqa: E402, F401
from cases import CASES, FILES, TEXT  # noqa: E402

CMS, DER, STAMP, MANIFEST, RECORDS, PDF, SEAL = range(7)
seen = set()


def seed(kind, name, data):
    if data and len(data) < 100000:
        with open(os.path.join(folder, "%d-%s" % (kind, name)), "wb") as f:
            f.write(bytes([kind]) + data)


for one in CASES:
    key = (one.number, one.verdict)
    if key in seen:
        continue
    if one.cms is not None:
        seed(CMS, one.stem(), one.cms)
        seed(DER, one.stem(), one.cms)
        seen.add(key)
    if one.stamp:
        seed(STAMP, one.stem(), one.stamp[0])
        seen.add(key)
    if one.suffix == "pdf":
        seed(PDF, one.stem(), one.data)
        seen.add(key)
    for suffix, data in one.files.items():
        if suffix.endswith(".json"):
            seed(RECORDS, one.stem() + suffix, data)
seed(MANIFEST, "good", TEXT)
seed(RECORDS, "signoff", cases_signers.signoff(2, "engineer"))
seed(RECORDS, "withheld", b'{ "format": "dossier-withheld/1", "members": [ { "path": "data/evidence/01-run/log.csv", "sha256": "%s", '
     b'"size": 3, "reason": "x" } ] }' % (b"0" * 64))
seed(SEAL, "list", FILES["manifest-sha256.txt"])
