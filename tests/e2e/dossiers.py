"""dossiers.py BASE.asice FOLDER COUNT: that many dossiers from one, each with another case number, date, question and speed.

Written by the attack catalogue's own packer and signer (docs/archive.md, without a line of the program). Only report data,
case and the lists differ, so what is in them is known beforehand: number i has the ratio of the base and asks question i."""
import hashlib
import json
import os
import sys
import zipfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "attacks"))
import container  # noqa: E402
import keys  # noqa: E402
import pki  # noqa: E402


def members(path):
    with zipfile.ZipFile(path) as z:
        return {n: z.read(n) for n in z.namelist()}


def variant(data, case, number):
    """Report data and case of dossier `number`, as text that differs from the base in few places."""
    day = "2026-%02d-%02d" % (1 + number % 12, 1 + number % 28)
    name, question = "PF-%04d" % number, "Question %d: what did the change bring?" % number
    for old, new in ((json.loads(case)["id"], name), (json.loads(case)["question"], question), (json.loads(case)["date"], day)):
        data = data.replace(json.dumps(old, ensure_ascii=False).encode(), json.dumps(new).encode())
        case = case.replace(json.dumps(old, ensure_ascii=False).encode(), json.dumps(new).encode())
    return data, case


def write(base, folder, count, signer):
    """Names of the files, in order."""
    files = {n: d for n, d in members(base).items() if n.startswith("data/") and n != container.LISTS[0]}
    evidence = json.loads(files["data/report/data.json"])["evidence_id"].encode()
    digest = hashlib.sha256(files["data/case.json"]).hexdigest().encode()
    os.makedirs(folder, exist_ok=True)
    names = []
    for number in range(count):
        data, case = variant(files["data/report/data.json"], files["data/case.json"], number)
        own = {**files, "data/case.json": case}
        inputs = container.sums({n: d for n, d in own.items() if not n.startswith("data/report/")})
        for old, new in ((evidence, inputs), (digest, case)):
            data = data.replace(old, hashlib.sha256(new).hexdigest().encode())
        own["data/report/data.json"] = data
        whole = container.signed(container.bag(own), signer) if signer else container.bag(own)
        packed = {n for n in whole if n.startswith("data/") and len(whole[n]) > 4096}
        names.append(os.path.join(folder, "%04d.asice" % number))
        with open(names[-1], "wb") as out:
            out.write(container.zip_bytes(container.dossier_members(whole, packed)))
    return names


if __name__ == "__main__":
    person = pki.Person("Portfolio signer", keys.ECKey("portfolio"),
                        extensions=(pki.NOT_AUTHORITY, pki.key_usage(pki.SIGNATURE), pki.extended(pki.EMAIL)))
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]), person)
