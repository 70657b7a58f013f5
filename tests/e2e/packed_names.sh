#!/bin/sh
# ctest
# packed_names.sh - names.json is never believed: packed names are computed again, seals speak of original names, and what lies
# beside a seal is counted.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
"$DOSSIER" keygen -o me --name "Vendor" >/dev/null
"$DOSSIER" keygen -o lab --name "Laboratory" >/dev/null
repack() { # dossier, python over the members m: x.asice, signed
    rm -f x.asice
    python3 "$SOURCE/tests/e2e/repacked.py" "$DOSSIER" "$1" x.asice "$2" || return 1
    "$DOSSIER" sign x.asice --role engineer --key me.key.pem --cert me.cert.pem
}
rebuilt() { # status, description, dossier
    exits "$1" "$2" "$DOSSIER" verify "$3" --at "$SOURCE_DATE_EPOCH" --trust me.cert.pem --rebuild
    tr -s ' \n' ' ' <out >one && mv one out
}
forged() { # description, dossier, change, words
    ok "packed: $1" repack "$2" "$3"
    rebuilt 1 "$1" x.asice
    prints "$4" "why: $1"
}
cp -r "$SOURCE/samples/trap-zeros" s
printf 'measured by hand\n' >"s/h100/captures/a note.txt"
printf 'another\n' >"s/h100/captures/a_note.txt"
build() { "$DOSSIER" build s/case.json -o "$1" --key me.key.pem --cert me.cert.pem >/dev/null 2>&1 || test -s "$1"; }
ok "built" build d.asice
rebuilt 0 "as it is" d.asice
names='b = json.loads(m["data/names.json"]); l = b["bundles"]; c = [x for x in l if x["path"].endswith("captures")]; f = c[0]["files"]
by = lambda name: [x for x in f if x["name"] == name][0]'
put='
m["data/names.json"] = json.dumps(b).encode()'
forged "two files exchange their packed names" d.asice "$names
p, q = f[0]['packed'], f[1]['packed']
for x in c: x['files'][0]['packed'], x['files'][1]['packed'] = q, p$put" "the packed name that"
forged "names that fall together, exchanged" d.asice "$names
for x in c:
    a, o = [next(y for y in x['files'] if y['name'] == n) for n in ('a note.txt', 'a_note.txt')]
    a['packed'], o['packed'] = o['packed'], a['packed']$put" "the packed name that"
forged "names that fall together, in another order" d.asice "$names
for x in c:
    i, k = [next(i for i, y in enumerate(x['files']) if y['name'] == n) for n in ('a note.txt', 'a_note.txt')]
    x['files'][i]['packed'], x['files'][k]['packed'] = x['files'][k]['packed'], x['files'][i]['packed']
    x['files'][i], x['files'][k] = x['files'][k], x['files'][i]$put" "original names in byte order"
forged "a file under another original name" d.asice "$names
for x in c: next(y for y in x['files'] if y['name'] == 'a note.txt')['name'] = 'a  note.txt'$put" "the packed name that"
forged "a folder of another name" d.asice "$names
old = c[0]['packed']; fresh = old[:-8] + 'machines'
for x in c:
    x['packed'] = fresh
    for y in x['files']: y['packed'] = y['packed'].replace(old, fresh)
for n in [n for n in m if n.startswith(old + '/')]: m[n.replace(old, fresh)] = m.pop(n)$put" "the packed folder that its path gives"
forged "a folder of another kind of number" d.asice "$names
old = c[0]['packed']; fresh = old.replace('evidence/', 'evidence/0')
for x in c:
    x['packed'] = fresh
    for y in x['files']: y['packed'] = y['packed'].replace(old, fresh)
for n in [n for n in m if n.startswith(old + '/')]: m[n.replace(old, fresh)] = m.pop(n)$put" "the packed folder that its path gives"
forged "one path in two folders" d.asice "$names
old = c[1]['packed']; fresh = 'data/evidence/77-captures'
for n in [n for n in m if n.startswith(old + '/')]: m[n.replace(old, fresh)] = m[n]
c[1]['packed'] = fresh; c[1]['files'] = [dict(y, packed=y['packed'].replace(old, fresh)) for y in c[1]['files']]$put" "one packed folder for each path"
forged "a file of a sealed name that is no text" d.asice "$names
for x in c: x['files'][0]['name'] = 7$put" "names.json"

# A laboratory's seal.
printf 'sealed\n' >s/h100/captures/b_note.txt
ok "sealed" "$DOSSIER" seal s/h100/captures --key lab.key.pem --cert lab.cert.pem
rm -f d.asice
ok "built" build d.asice
rebuilt 0 "a sealed bundle, all of it sealed" d.asice
forged "a sealed name stands for another file, its own packed beside" d.asice "$names
for x in c: next(y for y in x['files'] if y['name'] == 'a note.txt')['name'] = 'A note.txt'
for x in c: x['files'].sort(key=lambda y: y['name'])$put" "names.json"
printf 'nobody measured this\n' >s/h100/captures/notes.txt
rm -f d.asice
ok "built with a file beside the seal" build d.asice
rebuilt 0 "a file beside a seal on which nothing rests" d.asice
prints "1 lie in a sealed bundle and were sealed by nobody; no fact rests on them" "is counted"
exits 0 "without --rebuild too" "$DOSSIER" verify d.asice --at "$SOURCE_DATE_EPOCH" --trust me.cert.pem
tr -s ' \n' ' ' <out >one && mv one out
prints "; 1 more lie beside them, which nobody sealed" "by its digest"
printf 'sealed by nobody\n' >"s/h100/captures/b note.txt"
rm -f d.asice
ok "built with a file beside the seal that takes a sealed one's packed name" build d.asice
ok "it has taken it" sh -c 'unzip -p d.asice "data/evidence/*/b_note.txt" | grep -q "by nobody"'
rebuilt 0 "the sealed one lies there with a number" d.asice
prints "; 2 more lie beside them, which nobody sealed" "both are counted"
exits 3 "the sealed one with a number changed: not signed" repack d.asice 'n = [n for n in m if n.endswith("b_note.txt.2")][0]; m[n] = b"changed\n"'
tr '\n' ' ' <err >out
prints "changed since it was sealed" "and why"
exits 3 "a sealed file put aside where no other makes its name: not signed" repack d.asice 'n = [n for n in m if n.endswith("captures/uname.txt")][0]
m[n + ".2"] = m[n]; m[n] = b"Linux other 6.1.0\n"'
tr '\n' ' ' <err >out
prints "changed since it was sealed" "and why, too"
rm "s/h100/captures/b note.txt"
printf 'Linux box 6.1.0 #1 SMP x86_64 GNU/Linux\n' >s/h100/captures/uname.txt.new
old=$(find s/h100/captures -name 'uname*' ! -name '*.new' | head -1)
cp "$old" s/h100/captures/uname-2.txt 2>/dev/null || true
rm -f d.asice s/h100/captures/uname.txt.new
ok "built with a capture beside the seal" build d.asice
rebuilt 2 "a file beside a seal on which a fact rests" d.asice
prints "; facts rest on h100/captures/uname-2.txt" "is named"
finish
