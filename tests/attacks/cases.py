"""cases.py - what a case is, and the people who sign in them."""
from container import bag, dossier, dossier_members, manifest, payload, signed, zip_bytes
from keys import ECKey, RSAKey, P384
from pki import (CERT_SIGN, CHECKED_AT, CRL_SIGN, DAY, DOCUMENT, EMAIL, NON_REPUDIATION, NOT_AUTHORITY, SIGNATURE, SIGNED_AT,
                 STAMPING, Person, authority, extended, key_usage, pem)

CASES = []
REJECT, FAILED, UNDECIDED, PASSED, REFUSE = "REJECT-FORMAT", "FAILED", "INDETERMINATE", "PASSED", "REFUSE-INPUT"


class Case:
    """One file and what is to be said of it.

    check: beginning of the id of a check that must be in the state of the verdict. word: its indication.
    files: further files beside the main one, by suffix. arguments: of the command line, {file} and {folder} filled in.
    awaits: a feature without which the verdict cannot be reached; until then the case must at least not pass.
    environment: variables set for this command. also: ids of checks that must hold all the same.
    make: lays what is no plain file at `place`, in a bundle that is good otherwise, or as the input itself.
    stamp: a token and what it is over, for other verifiers of time stamps."""
    def __init__(self, number, words, data, verdict, check=None, word=None, trust="root", at=CHECKED_AT, arguments=None,
                 files=None, suffix="asice", awaits=None, cms=None, says=None, status=None, also=(), environment=None, make=None,
                 place="", stamp=None):
        self.number, self.words, self.data, self.verdict = number, words, data, verdict
        self.check, self.word, self.trust, self.at, self.arguments = check, word, trust, at, arguments
        self.files, self.suffix, self.awaits, self.cms, self.says = files or {}, suffix, awaits, cms, says
        self.status, self.also, self.environment = status, also, environment or {}
        self.make, self.place, self.stamp = make, place, stamp

    def stem(self):
        words = "".join(c if c.isalnum() else "-" for c in self.words.lower())
        while "--" in words:
            words = words.replace("--", "-")
        return "%03d-%s" % (self.number, words.strip("-")[:60])


def case(number, words, data, verdict, *rest, **more):
    CASES.append(Case(number, words, data, verdict, *rest, **more))
    return CASES[-1]


USAGE = [key_usage(SIGNATURE | NON_REPUDIATION), extended(EMAIL, DOCUMENT), NOT_AUTHORITY]
CA = [authority(), key_usage(CERT_SIGN | CRL_SIGN)]
LONG = {"start": SIGNED_AT - 400 * DAY, "end": SIGNED_AT + 4000 * DAY}

root = Person("Test Root", ECKey("root"), extensions=CA, **LONG)
middle = Person("Test Issuing CA", ECKey("middle"), root, [authority(0), key_usage(CERT_SIGN | CRL_SIGN)], **LONG)
signer = Person("Test Signer", ECKey("signer"), root, USAGE)
below = Person("Signer Below", ECKey("below"), middle, USAGE)
approver = Person("Test Approver", ECKey("approver", P384), root, USAGE)
rsa_signer = Person("RSA Signer", RSAKey("a", 3072), root, USAGE)
stranger_root = Person("Test Root", ECKey("stranger root"), extensions=CA, **LONG)
stamper = Person("Test Time Stamps", ECKey("stamper"), root, [key_usage(SIGNATURE), extended(STAMPING, critical=True)],
                 **LONG)
stamp_root = stamper.issuer

TRUST = {
    "root": pem("CERTIFICATE", root.certificate),
    "stranger": pem("CERTIFICATE", stranger_root.certificate),
    "none": None,
}

FILES = bag(payload())
TEXT = manifest(FILES)
GOOD = signed(FILES, signer)
GOOD_DOSSIER = dossier(GOOD)


def with_signature(der, text=TEXT, files=FILES, number=1):
    """A dossier whose signature is `der`."""
    return dossier({**files, "META-INF/ASiCManifest%03u.xml" % number: text,
                    "META-INF/signature%03u.p7s" % number: der})


def with_manifest(text, files=FILES, who=signer):
    """A dossier whose manifest is `text`, honestly signed."""
    return dossier(signed(files, who, text=text if isinstance(text, bytes) else text.encode()))


def good_members(deflate=()):
    return dossier_members(GOOD, deflate)


def packed(members, **how):
    return zip_bytes(members, **how)
