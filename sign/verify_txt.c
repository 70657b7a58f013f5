/* verify_txt.c - the text of VERIFY.txt: how to verify a dossier without this program.
 *
 * docs/archive.md carries the same commands, because instructions inside the thing verified prove
 * nothing. Lines that begin with four spaces, up to the line "Windows", are the commands; a test
 * runs exactly them. */
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
    "Needed: unzip, openssl (1.1.1 or later), sha256sum, base64, grep. In an empty\n"
    "folder lay the dossier as dossier.asice and the root certificate as root.pem.\n"
    "Each command must end without an error, in this order.\n"
    "\n"
    "1. Unpack.\n"
    "\n"
    "    unzip -q dossier.asice -d unpacked && cd unpacked\n"
    "\n"
    "2. Each signature holds for its manifest, and its signer is certified by the\n"
    "   root. Prints \"CAdES Verification successful\" for each.\n"
    "\n"
    "    ( for s in META-INF/signature*.p7s; do m=${s%.p7s}.xml;"
    " m=META-INF/ASiCManifest${m#META-INF/signature};"
    " openssl cms -verify -cades -binary -purpose any -inform DER -in \"$s\" -content \"$m\""
    " -CAfile ../root.pem -no-CApath -no-CAstore -out /dev/null || exit 1; done )\n"
    "\n"
    "   Without -no-CApath -no-CAstore every web authority of your system would count\n"
    "   as a root. If a certificate has expired since, add -attime with the second\n"
    "   (Unix time) at which you know the signature existed. With LibreSSL (macOS)\n"
    "   leave out -cades. Who signed:\n"
    "\n"
    "    ( for s in META-INF/signature*.p7s; do openssl pkcs7 -inform DER -in \"$s\""
    " -print_certs -noout || exit 1; done )\n"
    "\n"
    "3. Each signed manifest holds the digest of manifest-sha256.txt. Prints a line\n"
    "   ending in 1 for each manifest; 0 means that the list of files is not the one\n"
    "   that was signed.\n"
    "\n"
    "    ( for m in META-INF/ASiCManifest*.xml; do grep -cF"
    " \"$(openssl dgst -sha256 -binary manifest-sha256.txt | base64)\" \"$m\" || exit 1; done )\n"
    "\n"
    "4. Every file of data/ is the one in that list, and whatever is missing is named\n"
    "   with its digest in a record of withholding (withheld/*.json says why). Both\n"
    "   print nothing.\n"
    "\n"
    "    sha256sum -c --strict --quiet --ignore-missing manifest-sha256.txt\n"
    "    ( r=0; while read -r h f; do [ -e \"$f\" ] || { grep -qsF \"\\\"$f\\\"\" withheld/*.json"
    " && grep -qsF \"\\\"$h\\\"\" withheld/*.json; } || { echo \"missing: $f\"; r=1; }; done"
    " <manifest-sha256.txt; exit $r )\n"
    "\n"
    "5. No member of the archive is named by no manifest. Prints nothing.\n"
    "\n"
    "    unzip -Z1 ../dossier.asice"
    " | grep -vxE 'mimetype|META-INF/(ASiCManifest[0-9]{3}[.]xml|signature[0-9]{3}[.]p7s"
    "|ASiCArchiveManifest([0-9]{3})?[.]xml|timestamp[0-9]{3}[.]tst)'"
    " | ( r=0; while read -r f; do grep -qF \"URI=\\\"$f\\\"\" META-INF/ASiCManifest*.xml"
    " || { echo \"not signed: $f\"; r=1; }; done; exit $r )\n"
    "\n"
    "6. Where there are time stamps (META-INF/timestamp*.tst), lay the root of their\n"
    "   authority as tsa.pem beside root.pem. Each stamp holds for its manifest; then\n"
    "   the time of each, and the signatures that it shows to have existed.\n"
    "\n"
    "    ( for t in META-INF/timestamp*.tst; do [ -e \"$t\" ] || exit 0;"
    " n=${t#META-INF/timestamp}; m=META-INF/ASiCArchiveManifest${n%.tst}.xml;"
    " [ -e \"$m\" ] || m=META-INF/ASiCArchiveManifest.xml;"
    " openssl ts -verify -token_in -in \"$t\" -data \"$m\" -CAfile ../tsa.pem || exit 1; done )\n"
    "    ( for t in META-INF/timestamp*.tst; do [ -e \"$t\" ] || exit 0; echo \"$t\";"
    " openssl ts -reply -token_in -in \"$t\" -token_out -text | grep 'Time stamp:' || exit 1;"
    " done )\n"
    "    ( for m in META-INF/ASiCArchiveManifest*.xml; do [ -e \"$m\" ] || exit 0;"
    " for s in META-INF/signature*.p7s; do for d in sha256 sha384 sha512; do grep -qF"
    " \">$(openssl dgst -$d -binary \"$s\" | base64 -w0)<\" \"$m\" && echo \"$s is in $m\";"
    " done; done; done; true )\n"
    "\n"
    "   A certificate that has expired since is good if a stamp shows the signature to\n"
    "   be older: repeat step 2 with -attime and the second of the stamp. An older\n"
    "   stamp whose own certificate has expired is good if a newer one covers it: give\n"
    "   -attime here too.\n"
    "\n"
    "Steps 2 to 5 belong together: a file changed along with its line in\n"
    "manifest-sha256.txt passes steps 2 and 4, and fails step 3.\n"
    "\n";

/* Nothing here needs more than Windows 10 has. */
static const char windows_part[] =
    "Windows\n"
    "\n"
    "PowerShell 5.1 or later, in a folder with dossier.asice. Every line must print\n"
    "nothing, or True; certificates are printed for you to compare with what the\n"
    "signers' organisations tell you.\n"
    "\n"
    "    Copy-Item dossier.asice dossier.zip\n"
    "    Expand-Archive dossier.zip unpacked; Set-Location unpacked\n"
    "    Add-Type -AssemblyName System.Security\n"
    "    $h = [Security.Cryptography.SHA256]::Create()\n"
    "    $d = [IO.File]::ReadAllBytes(\"$PWD\\manifest-sha256.txt\")\n"
    "    $d = [Convert]::ToBase64String($h.ComputeHash($d))\n"
    "    $n = @()\n"
    "    foreach ($p in Get-ChildItem META-INF\\signature*.p7s) {\n"
    "      $b = $p.BaseName.Replace('signature', 'ASiCManifest')\n"
    "      $m = [IO.File]::ReadAllBytes(\"$PWD\\META-INF\\$b.xml\")\n"
    "      $i = New-Object Security.Cryptography.Pkcs.ContentInfo (,$m)\n"
    "      $c = New-Object Security.Cryptography.Pkcs.SignedCms ($i, $true)\n"
    "      $c.Decode([IO.File]::ReadAllBytes($p.FullName))\n"
    "      $c.CheckSignature($true)\n"
    "      $c.SignerInfos[0].Certificate | Format-List Subject, Issuer, NotAfter, Thumbprint\n"
    "      [Text.Encoding]::ASCII.GetString($m).Contains($d)\n"
    "      $x = [xml][Text.Encoding]::UTF8.GetString($m)\n"
    "      $n += $x.ASiCManifest.DataObjectReference.URI }\n"
    "    $w = (Get-Content withheld\\*.json -ErrorAction SilentlyContinue) -join ' '\n"
    "    Get-Content manifest-sha256.txt | ForEach-Object { $s, $f = $_ -split '  ', 2;\n"
    "      if (!(Test-Path -LiteralPath $f)) {\n"
    "        if (!($w.Contains(\"`\"$f`\"\") -and $w.Contains(\"`\"$s`\"\"))) { \"MISSING $f\" } "
    "}\n"
    "      elseif ((Get-FileHash -Algorithm SHA256 -LiteralPath $f).Hash -ne $s) { \"FAILED $f\" } "
    "}\n"
    "    Get-ChildItem -Recurse -File | ForEach-Object {\n"
    "      $_.FullName.Substring($PWD.Path.Length + 1).Replace('\\', '/') } |\n"
    "      Where-Object { $_ -notin $n -and $_ -notmatch '^(mimetype|META-INF/)' }\n"
    "\n"
    "Time stamps are not checked by this part: take step 6 above, with openssl. One\n"
    "file's digest without PowerShell: certutil -hashfile FILE SHA256.\n"
    "\n"
    "CheckSignature($true) checks the signature alone; whether its certificate is\n"
    "the right one is for you to compare.\n"
    "\n";

static const char python_part[] =
    "Python\n"
    "\n"
    "With Python 3 the digests of all members, not only of data/, can be compared\n"
    "with a signed manifest (prints the members that differ):\n"
    "\n"
    "    import zipfile, hashlib, base64, xml.etree.ElementTree as E\n"
    "    z = zipfile.ZipFile('dossier.asice')\n"
    "    D = '{http://www.w3.org/2000/09/xmldsig#}DigestValue'\n"
    "    for r in E.fromstring(z.read('META-INF/ASiCManifest001.xml'))[1:]:\n"
    "        d = base64.b64encode(hashlib.sha256(z.read(r.get('URI'))).digest()).decode()\n"
    "        if d != r.find(D).text: print('FAILED', r.get('URI'))\n";

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
    buf_put(&out, str_from(python_part));
    assert(!out.full);
    return buf_str(&out);
}
