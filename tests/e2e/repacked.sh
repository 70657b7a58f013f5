#!/bin/sh
# ctest
# repacked.sh - a dossier packed anew, whole and well signed, by who left something out or judged by rules of his own: the
# lists agree and the signature holds, so only deriving the report again can tell.
. "$(dirname "$0")/common.sh"
cd "$SCRATCH"
"$DOSSIER" keygen -o me --name "Vendor" >/dev/null
"$DOSSIER" build "$SOURCE/samples/made/driver-regression/case.json" -o d.asice >/dev/null 2>&1 || true
"$DOSSIER" build "$SOURCE/samples/trap-zeros/case.json" -o zeros.asice >/dev/null 2>&1 || true
repack() { # dossier, python over the members m: x.asice, signed
    rm -f x.asice
    python3 "$SOURCE/tests/e2e/repacked.py" "$DOSSIER" "$1" x.asice "$2" || return 1
    "$DOSSIER" sign x.asice --role engineer --key me.key.pem --cert me.cert.pem
}
# status of --rebuild, description, dossier, change, words of the check
forged() {
    ok "packed: $2" repack "$3" "$4"
    exits "$1" "derived again: $2" "$DOSSIER" verify x.asice --at "$SOURCE_DATE_EPOCH" --trust me.cert.pem --rebuild --all
    tr -s ' \n' ' ' <"$SCRATCH/out" >one && mv one "$SCRATCH/out" # wherever lines break
    prints "holds files unchanged since they were signed" "whole: $2"
    prints "holds signed by whom you trust" "well signed: $2"
    prints "$5" "why: $2"
}
forged 0 "nothing changed" d.asice 'pass' "the packed rule set is the built-in one"

# What names.json leaves out, nobody judges.
names='b = json.loads(m["data/names.json"]); l = b["bundles"]; run = [x for x in l if x["role"] == "runs"]'
put='; m["data/names.json"] = json.dumps(b).encode()'
forged 1 "a run that the case names is left out" d.asice "$names; l.remove(run[0])$put" "a bundle that names the packed data/evidence/"
forged 1 "a path of the case serves nothing" d.asice "$names; of = [x for x in l if x.get('selector') == run[0]['selector']]
for x in of: l.remove(x)
for f in [f['packed'] for x in of for f in x['files']]: m.pop(f, None)
m['data/names.json'] = json.dumps(b).encode()" "a bundle for the case"
forged 1 "a run is called a document" d.asice "$names; run[0]['role'] = 'documents'$put" "the role that the case gives"
forged 1 "a declaration is left out" zeros.asice "$names; l[:] = [x for x in l if x['role'] != 'declaration']$put" "a bundle that names the packed data/evidence/"
forged 1 "another run's file as one of this run" d.asice "$names; run[0]['files'][0]['packed'] = run[1]['files'][0]['packed']$put" "the packed name that"

# Rules in the dossier that are not this program's.
rules='r = json.loads(m["data/rules.json"]); row = {x["id"]: x for x in r["rules"]}'
put='; m["data/rules.json"] = json.dumps(r).encode()'
forged 2 "a rule made milder" zeros.asice "$rules; row['W3']['severity'] = [{'always': 'informs'}]$put" "rule W3 (a milder severity)"
forged 2 "a rule taken out, a wider tolerance" d.asice "$rules; r['rules'].remove(row['W3']); row['W4']['tolerance'] = '50 %'$put" "rule W3 (missing), rule W4 (a wider tolerance)"
forged 2 "limits of one's own" d.asice "$rules; r['parameters']['least_window'] = '1 s'; r['not_applicable']['serving'] = ['precision.weights']$put" "other parameters, other not_applicable"
forged 2 "what nobody need disclose" d.asice "$rules; r['not_of_processors'].append('driver.version')$put" "other not_of_processors"
forged 0 "keys by place, as the format before had them" d.asice "by_place = lambda o: '\"keys\": ' + json.dumps(sum([k if isinstance(k, list) else [k] for k in json.loads(o[1]).values()], []))
m['data/rules.json'] = __import__('re').sub(r'\"keys\": ([{].*[}])', by_place, m['data/rules.json'].decode().replace('dossier-rules/2', 'dossier-rules/1')).encode()" "the packed rule set is another one, and nowhere looser"
forged 2 "a list that no rule set has had" d.asice "$rules; r.pop('executions', None)$put" "other executions"
forged 2 "a reason why in other words" zeros.asice "$rules; row['W3']['why'] = 'This never matters.'$put" "rule W3 (other words)"
forged 2 "a finding in other words" zeros.asice "$rules; row['W3']['says']['fails'] = 'Both sides were fed the same data: {0}, {1}'$put" "rule W3 (other words)"

# A profile that is not this program's of that name sets limits, too.
cp -r "$SOURCE/samples/trap-zeros" profiled && chmod -R u+w profiled
jq '.profile = "engineering"' profiled/case.json >c && mv c profiled/case.json
"$DOSSIER" build profiled/case.json -o profile.asice >/dev/null 2>&1 || true
profile='r = json.loads(m["data/own-rules.json"])'
put='; m["data/own-rules.json"] = json.dumps(r).encode()'
forged 0 "a profile as it is" profile.asice "pass" "note judged by this program's rules: the packed rule set is the built-in one; this program's profile engineering lies over it"
lacks "own rules lie over it" "a profile that the program ships is no rule of the case"
prints "by this program's profile engineering; asked:" "the head names the profile"
lacks "loosen" "in place of a reason a rule"
forged 2 "a profile with limits of one's own" profile.asice "$profile; r['policy']['repetitions']['value'] = 1$put" "called the profile engineering and are not this program's"
forged 2 "a profile without rows that loosen" profile.asice "$profile; r['rules'] = [{'id': 'M13', 'like': 'built-in', 'first': [{'always': 'blocks'}]}]; r['policy']['repetitions']['value'] = 1$put" "called the profile engineering and are not this program's"
finish
