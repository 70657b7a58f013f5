awk -F'|' '
    /limit: / { match($0, /limit: [0-9.]+/); print "quality.limit||" substr($0, RSTART + 7, RLENGTH - 7) }
    /exact_match/ {
        for (i = 2; i < NF; i++) gsub(/^ +| +$/, "", $i)
        if ($2 != "") { task = $2; print "quality.version|" task "|" $3; print "quality.shots|" task "|" $5 }
        print "quality.score|" task " " $6 "," $4 "|" $8; print "quality.error|" task " " $6 "," $4 "|" $10
    }' scores.log
