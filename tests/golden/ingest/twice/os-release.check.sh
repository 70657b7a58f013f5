# Both versions stand, and the second of them is a contradiction; a name said twice alike is none.
awk -F= '{ gsub(/["\x27]/, "", $2) }
    $1 == "NAME" { print "os.name||" $2 }
    $1 == "VERSION_ID" { print "os.version||" $2
        if (first && $2 != first) print "record.contradiction|os.version is " first " on line " line "|" $2
        if (!first) { first = $2; line = NR } }' os-release
