#!/bin/sh
# other_producers.sh - plain PDFs of Chromium and qpdf pass the list of keys; what they can make act does not.
set -eu
keys=$1
command -v chromium >/dev/null && command -v qpdf >/dev/null || { echo "skipped: no chromium or qpdf"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >page.html <<'H'
<!doctype html><html lang="en"><title>Plain</title><h1>Title</h1><p>Text <a href="https://example.org/x">link</a>
<a href="#s">inside</a> <b>bold</b> &eacute;lan &#937;<table><tr><th>a<th>b<tr><td>1<td>2</table>
<div style="background:linear-gradient(red,blue);height:50px;opacity:.5;box-shadow:2px 2px 5px">x</div><ul><li>one</ul>
<h2 id="s">End</h2><svg width="50" height="50"><circle cx="20" cy="20" r="10" fill="url(#g)"/><defs><radialGradient id="g">
<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient></defs></svg>
H
HOME=$scratch timeout 120 chromium --headless --no-sandbox --disable-gpu --print-to-pdf=web.pdf page.html >/dev/null 2>&1 ||
    { echo "skipped: chromium prints nothing here"; exit 77; }
status=0
passes() { "$keys" "$1" >out || { echo "FAIL $1: $(cat out)"; status=1; }; }
refuses() { ! "$keys" "$1" >out || { echo "FAIL $1 passes"; status=1; }; grep -q "$2" out || { echo "FAIL $1: $(cat out)"; status=1; }; }
passes web.pdf
qpdf --object-streams=disable web.pdf again.pdf && passes again.pdf
qpdf --qdf --object-streams=disable web.pdf laid-out.pdf && passes laid-out.pdf
qpdf --empty --pages web.pdf again.pdf -- both.pdf && passes both.pdf
qpdf --object-streams=generate web.pdf packed.pdf && refuses packed.pdf XRef
qpdf --linearize web.pdf linear.pdf && refuses linear.pdf Prev
qpdf --encrypt "" x 256 -- web.pdf closed.pdf && refuses closed.pdf .
echo evil >evil.txt
qpdf --add-attachment evil.txt -- again.pdf attached.pdf && refuses attached.pdf "Names\|EmbeddedFile\|AF\|EF"
[ $status = 0 ] && echo "8 files as they should be"
exit $status
