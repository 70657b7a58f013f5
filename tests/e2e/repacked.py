#!/usr/bin/env python3
"""repacked.py DOSSIER OLD NEW CHANGE - a dossier made anew from another by who has the program: CHANGE, Python over the
dictionary m of members, is applied to what lies in data/; the report is derived again from that by `dossier report`, or, where
that refuses, stays as it was; every list, sum and identity is written anew. Signatures are left out."""
import hashlib, json, os, subprocess, sys, tempfile, zipfile

program, old, new, change = sys.argv[1:]


def sums(names, m):
    return "".join("%s  %s\n" % (hashlib.sha256(m[n]).hexdigest(), n) for n in sorted(names)).encode()


def write(path, m):
    with zipfile.ZipFile(path, "w") as z:
        for n in ["mimetype"] + sorted(n for n in m if n != "mimetype"):
            i = zipfile.ZipInfo(n, (1980, 1, 1, 0, 0, 0))
            i.create_system, i.external_attr = 3, 0o100644 << 16
            z.writestr(i, m[n])


with zipfile.ZipFile(old) as z:
    m = {n: z.read(n) for n in z.namelist()}
m = {n: b for n, b in m.items() if not n.startswith("META-INF/") and n != "packed-sha256.txt"}
exec(change)
inputs = [n for n in m if n.startswith("data/") and not n.startswith("data/report/") and n != "data/inputs-sha256.txt"]
m["data/inputs-sha256.txt"] = sums(inputs, m)


def relisted(m):
    payload = [n for n in m if n.startswith("data/")]
    m["manifest-sha256.txt"] = sums(payload, m)
    said = {"Payload-Oxum": "%d.%d" % (sum(len(m[n]) for n in payload), len(payload)),
            "Dossier-Content-Id": hashlib.sha256(m["manifest-sha256.txt"]).hexdigest(),
            "Dossier-Evidence-Id": hashlib.sha256(m["data/inputs-sha256.txt"]).hexdigest()}
    lines = m["bag-info.txt"].decode().splitlines()
    m["bag-info.txt"] = "".join("%s: %s\n" % (k, said.get(k, v)) for k, v in (l.split(": ", 1) for l in lines)).encode()
    m["tagmanifest-sha256.txt"] = sums(["VERIFY.txt", "bag-info.txt", "bagit.txt", "manifest-sha256.txt"], m)
    return m


# The report of before, with the identity that the lists now give: what stays where no other can be derived.
old_id = json.loads(m["data/report/data.json"])["evidence_id"].encode()
new_id = hashlib.sha256(m["data/inputs-sha256.txt"]).hexdigest().encode()
m = relisted({n: b.replace(old_id, new_id) if n.startswith("data/report/") else b for n, b in m.items()})
with tempfile.TemporaryDirectory() as scratch:
    write(scratch + "/x.asice", m)
    done = subprocess.run([program, "report", scratch + "/x.asice", "-o", scratch + "/out"], capture_output=True, text=True)
    if os.path.isdir(scratch + "/out/report"):
        m = {n: b for n, b in m.items() if not n.startswith("data/report/")}
        for top, _, files in os.walk(scratch + "/out/report"):
            for f in files:
                path = os.path.join(top, f)
                m["data/report/" + os.path.relpath(path, scratch + "/out/report")] = open(path, "rb").read()
write(new, relisted(m))
