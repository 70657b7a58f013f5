"""cases_seal.py - seals of bundles inside a dossier (41, 42, 43, 58): the dossier is honestly signed, the bundle in it is not
the one that was sealed."""
from cases import *
from cases_signature import person
from container import sums
from keys import ECKey
from pki import sign

FOLDER = "data/evidence/01-run/"
sealer = person("Measuring Machine", ECKey("sealer"))
RUN = {n: d for n, d in payload().items() if n.startswith(FOLDER)}


def sealed(changed=None, listed=None, names=None, signature=None, by=sealer):
    """A dossier of a sealed run. listed: what the seal's list was made of; changed: what is packed (None takes away)."""
    inner = {n[len(FOLDER):]: d for n, d in (listed or RUN).items()}
    text = sums({(names or {}).get(n, n): d for n, d in inner.items()})
    files = {**payload(), **(listed or {}), FOLDER + "seal-sha256.txt": text, FOLDER + "seal.p7s": sign(text, by) if signature is None else
             signature}
    files.update(changed or {})
    return dossier(signed(bag({n: d for n, d in files.items() if d is not None}), signer))


def seal(number, words, data, expected, word=None, **more):
    case(number, "seal: " + words, data, expected, "seal-001", word, **more)


seal(43, "nothing changed", sealed(), PASSED, says="2 of 2 sealed files are packed")
seal(43, "a sealer nobody knows", sealed(by=Person("Nobody", ECKey("nobody"), None, USAGE)), PASSED, says="whose seal it is is open")
seal(43, "a file changed after sealing", sealed({FOLDER + "log.csv": b"0,tok/s,9999\n"}), FAILED, "HASH_FAILURE", says="changed since it was sealed")
seal(43, "two files exchanged after sealing", sealed({FOLDER + "log.csv": RUN[FOLDER + "empty.txt"], FOLDER + "empty.txt": RUN[
    FOLDER + "log.csv"]}), FAILED, "HASH_FAILURE")
seal(43, "a changed file whose name was made fit for the archive", sealed({FOLDER + "log_1.csv": b"9\n", FOLDER + "log 1.csv": None}, {
    **RUN, FOLDER + "log 1.csv": b"1\n"}), FAILED, "HASH_FAILURE")
seal(43, "such a file as it was", sealed({FOLDER + "log_1.csv": b"1\n", FOLDER + "log 1.csv": None}, {
    **RUN, FOLDER + "log 1.csv": b"1\n"}), PASSED, says="3 of 3")
seal(43, "a changed file whose name got a number", sealed({FOLDER + "Log.csv.2": b"9\n", FOLDER + "Log.csv": None}, {
    **RUN, FOLDER + "Log.csv": b"1\n"}), FAILED, "HASH_FAILURE")
seal(42, "a file left out", sealed({FOLDER + "log.csv": None}), PASSED, says="1 of 2 sealed files are packed")
seal(41, "a file added after sealing", sealed({FOLDER + "more.csv": b"1\n"}), PASSED, says="2 of 2")
seal(42, "the list left out", sealed({FOLDER + "seal-sha256.txt": None}), PASSED, says="not packed")
seal(43, "the list changed", sealed({FOLDER + "seal-sha256.txt": sums({"log.csv": b"x"})}), FAILED, "HASH_FAILURE")
seal(43, "the list made anew for changed files, the old signature", sealed({FOLDER + "log.csv": b"x", FOLDER + "seal-sha256.txt": sums(
    {"log.csv": b"x", "empty.txt": b""})}), FAILED, "HASH_FAILURE")
seal(66, "its signature is garbage", sealed(signature=b"no"), FAILED, "FORMAT_FAILURE")
seal(66, "its signature is empty", sealed(signature=b""), FAILED, "FORMAT_FAILURE")
seal(67, "made with SHA-1", sealed(signature=sign(sums({n[len(FOLDER):]: d for n, d in RUN.items()}), sealer, "sha1")), FAILED,
     "CRYPTO_CONSTRAINTS_FAILURE")
for words, change in (("CRLF", lambda t: t.replace(b"\n", b"\r\n")), ("a comment", lambda t: b"# x\n" + t), ("an escaped name", lambda t:
                      b"\\" + t), ("no digest", lambda t: b"  log.csv\n" + t), ("one blank", lambda t: t.replace(b"  ", b" ")),
                      ("upper case", lambda t: t.upper())):
    text = change(sums({n[len(FOLDER):]: d for n, d in RUN.items()}))
    seal(58, "list with %s, signed so" % words, sealed({FOLDER + "seal-sha256.txt": text, FOLDER + "seal.p7s": sign(text, sealer)}), FAILED,
         "FORMAT_FAILURE")
text = sums({"../../case.json": b"x", "log.csv": RUN[FOLDER + "log.csv"]})
seal(45, "list with a name that goes up", sealed({FOLDER + "seal-sha256.txt": text, FOLDER + "seal.p7s": sign(text, sealer)}), PASSED,
     says="1 of 2")
