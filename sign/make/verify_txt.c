/* verify_txt.c - the text of VERIFY.txt: how to verify a dossier without this program.
 *
 * docs/archive.md carries the same commands, because instructions inside the thing verified prove
 * nothing. Lines that begin with four spaces, up to the line "Windows", are the commands, those
 * without a blank line between them one; tests run exactly them, on good dossiers and on forged
 * ones. */
#include "layout.h"

#include <assert.h>

static const char head[] =
    "HOW TO VERIFY THIS DOSSIER WITHOUT THE PROGRAM THAT MADE IT\n"
    "\n"
    "Instructions inside the thing that is verified prove nothing: whoever changed\n"
    "the evidence could have changed this text too. Take the commands from the\n"
    "documentation of Dossier (docs/archive.md, the same text) and the root\n"
    "certificate from the signer's organisation, never from this archive.\n"
    "\n";

static const char unix_part[] =
    "\n"
    "Needed: a POSIX shell with unzip and openssl 3.0 or later (older ones and\n"
    "LibreSSL: leave out -cades, and the binding of the certificate is not checked).\n"
    "In an empty folder lay the dossier as dossier.asice and the roots of its signers\n"
    "as root.pem. Each command must end without an error, in this order; only names\n"
    "of signers, withheld files and time stamps are printed.\n"
    "\n"
    "1. Unpack. No name may stand twice.\n"
    "\n"
    "    unzip -q dossier.asice -d unpacked && cd unpacked &&\n"
    "      unzip -Z1 ../dossier.asice >../members &&\n"
    "      ! sort ../members | uniq -d | grep .\n"
    "\n"
    "2. Two helpers: name, algorithm and digest of each file that a manifest names;\n"
    "   and whether the files are those, or missing by a record of withholding.\n"
    "\n"
    "    pairs() {\n"
    "      tr \"<'\\t\\r\\n\" '\\n\"   ' <\"$1\" | sed -nE '\n"
    "        s/^[^/ ]*DataObjectReference (.* )?URI=\"([^\"]*)\".*/\\2/p\n"
    "        s/^[^/ ]*DigestMethod .*#(sha256|sha384|sha512)\".*/\\1/p\n"
    "        s/^[^/ ]*DigestValue>//p' | paste -d ' ' - - -\n"
    "    }\n"
    "    same() {\n"
    "      pairs \"$1\" | while read -r f a d; do\n"
    "        if [ -e \"$f\" ]\n"
    "        then [ \"$(openssl dgst \"-$a\" -binary \"$f\" | openssl base64 -A)\" = \"$d\" ]\n"
    "        else cat withheld/*.json | tr -d ' \\n' | grep -qF \"\\\"path\\\":\\\"$f\\\"\" &&\n"
    "          echo \"withheld: $f\"\n"
    "        fi || { echo \"FAILED: $f\"; exit 1; }\n"
    "      done\n"
    "    }\n"
    "\n"
    "3. Each signature holds for its own manifest and leads to the root; the manifest\n"
    "   names that signature, the files it names are those, and it names all of data/.\n"
    "\n"
    "    ( echo mimetype >../signed\n"
    "    for s in META-INF/signature*.p7s; do\n"
    "      n=${s#META-INF/signature}; m=META-INF/ASiCManifest${n%.p7s}.xml\n"
    "      openssl cms -verify -cades -binary -purpose any -inform DER -in \"$s\" \\\n"
    "        -content \"$m\" -CAfile ../root.pem -no-CApath -no-CAstore \\\n"
    "        -signer ../signer.pem -out /dev/null &&\n"
    "        openssl x509 -in ../signer.pem -noout -subject &&\n"
    "        grep -q \"SigReference [^>]*URI=.$s\" \"$m\" && same \"$m\" || exit 1\n"
    "      pairs \"$m\" | cut -d ' ' -f 1 >../named\n"
    "      ! grep '^data/' ../members | grep -vxFf ../named || exit 1\n"
    "      { echo \"$s\"; echo \"$m\"; cat ../named; } >>../signed\n"
    "    done )\n"
    "\n"
    "   Without -no-CApath -no-CAstore every web authority of your system would count\n"
    "   as a root. If a certificate has expired since, add -attime with the second\n"
    "   (Unix time) at which you know the signature existed.\n"
    "\n"
    "4. Only where there are META-INF/timestamp*.tst: lay the root of their authority\n"
    "   as tsa.pem beside root.pem. Prints the time of each and what existed then.\n"
    "\n"
    "    ( for t in META-INF/timestamp*.tst; do\n"
    "      [ -e \"$t\" ] || exit 0\n"
    "      n=${t#META-INF/timestamp}; m=META-INF/ASiCArchiveManifest${n%.tst}.xml\n"
    "      [ -e \"$m\" ] || m=META-INF/ASiCArchiveManifest.xml\n"
    "      openssl ts -verify -token_in -in \"$t\" -data \"$m\" -CAfile ../tsa.pem &&\n"
    "        grep -q \"SigReference [^>]*URI=.$t\" \"$m\" && same \"$m\" || exit 1\n"
    "      openssl ts -reply -token_in -in \"$t\" -token_out -text | grep 'Time stamp:'\n"
    "      pairs \"$m\" | cut -d ' ' -f 1 | grep '^META-INF/'\n"
    "      { echo \"$t\"; echo \"$m\"; } >>../signed\n"
    "    done )\n"
    "\n"
    "   A certificate that has expired since is good if a stamp over the signature is\n"
    "   older than that: repeat step 3 with -attime and the second of the stamp. A stamp\n"
    "   whose own certificate has expired is good if a newer one names it and its\n"
    "   manifest: give -attime here too.\n"
    "\n"
    "5. No file is there but those; then the content id, to be compared with the one\n"
    "   that you were told.\n"
    "\n"
    "    ! grep -vxFf ../signed ../members\n"
    "\n"
    "    sha256sum manifest-sha256.txt\n"
    "\n"
    "This does not ask what the program asks beside it: whether a certificate was\n"
    "revoked or may sign documents, whether a signature is in the strictest form, what a\n"
    "signer decided (read signoff/NNN.json), whether all have signed who must, whether\n"
    "the report follows from the evidence.\n"
    "\n";

/* Nothing here needs more than Windows 10 has. */
static const char windows_part[] =
    "Windows\n"
    "\n"
    "PowerShell 5.1 or later, in a folder with dossier.asice. Nothing but certificates,\n"
    "for you to compare with what the signers' organisations tell you, and withheld files\n"
    "may be printed. Time stamps are not checked here: take step 4, with openssl.\n"
    "\n"
    "    $ErrorActionPreference = 'Stop'\n"
    "    Copy-Item dossier.asice dossier.zip\n"
    "    Expand-Archive dossier.zip unpacked; Set-Location unpacked\n"
    "    Add-Type -AssemblyName System.Security\n"
    "    $all = Get-ChildItem -Recurse -File | ForEach-Object {\n"
    "      $_.FullName.Substring($PWD.Path.Length + 1).Replace('\\', '/') }\n"
    "    $w = ((Get-Content withheld\\*.json -ErrorAction Ignore) -join '').Replace(' ', '')\n"
    "    $signed = @('mimetype')\n"
    "    foreach ($p in Get-ChildItem META-INF\\signature*.p7s) {\n"
    "      $s = \"META-INF/$($p.Name)\"\n"
    "      $f = 'META-INF/' + $p.BaseName.Replace('signature', 'ASiCManifest') + '.xml'\n"
    "      $m = [IO.File]::ReadAllBytes(\"$PWD/$f\")\n"
    "      $i = New-Object Security.Cryptography.Pkcs.ContentInfo (,$m)\n"
    "      $c = New-Object Security.Cryptography.Pkcs.SignedCms ($i, $true)\n"
    "      $c.Decode([IO.File]::ReadAllBytes($p.FullName))\n"
    "      $c.CheckSignature($true)\n"
    "      $c.SignerInfos[0].Certificate | Format-List Subject, Issuer, NotAfter, Thumbprint\n"
    "      $x = ([xml][Text.Encoding]::UTF8.GetString($m)).ASiCManifest\n"
    "      if ($c.SignerInfos.Count -ne 1 -or $x.SigReference.URI -cne $s) { throw \"FAILED $s\" "
    "}\n"
    "      foreach ($r in $x.DataObjectReference) {\n"
    "        $a = $r.DigestMethod.Algorithm -replace '.*#'\n"
    "        if (Test-Path -LiteralPath $r.URI) {\n"
    "          $b = [IO.File]::OpenRead(\"$PWD/$($r.URI)\")\n"
    "          $h = [Security.Cryptography.HashAlgorithm]::Create($a).ComputeHash($b); $b.Close()\n"
    "          if ([Convert]::ToBase64String($h) -cne $r.DigestValue) { throw \"FAILED $($r.URI)\" "
    "}\n"
    "        } elseif ($w.Contains(\"`\"path`\":`\"$($r.URI)`\"\")) { \"withheld: $($r.URI)\" }\n"
    "        else { throw \"MISSING $($r.URI)\" } }\n"
    "      $n = $x.DataObjectReference.URI\n"
    "      $all | Where-Object { $_ -clike 'data/*' -and $_ -cnotin $n }\n"
    "      $signed += $n + $s + $f }\n"
    "    $all | Where-Object { $_ -cnotin $signed -and $_ -notmatch\n"
    "      '^META-INF/(timestamp\\d{3}[.]tst|ASiCArchiveManifest(\\d{3})?[.]xml)$' }\n"
    "\n"
    "CheckSignature($true) checks the signature alone; whether its certificate is\n"
    "the right one is for you to compare.\n";

struct str verify_text(struct arena *home, struct digest content, struct digest evidence)
{
    struct buf out = buf_new(home, 32768);
    buf_put(&out, str_from(head));
    buf_put(&out, STR("Content id:  "));
    digest_put_hex(content, &out);
    buf_put(&out, STR("\n  SHA-256 of manifest-sha256.txt; later signatures do not change "
                      "it.\nEvidence id: "));
    digest_put_hex(evidence, &out);
    buf_put(&out, STR("\n  SHA-256 of data/inputs-sha256.txt; the report prints this one.\n"));
    buf_put(&out, str_from(unix_part));
    buf_put(&out, str_from(windows_part));
    assert(!out.full);
    return buf_str(&out);
}
