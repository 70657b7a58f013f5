awk -F'|' '
    /, limit: / { print "accuracy.backend||" substr($0, 1, index($0, " (") - 1)
        print "accuracy.arguments||" substr($0, index($0, " (") + 2, index($0, "), gen_kwargs") - index($0, " (") - 2) }
    /limit: / { match($0, /limit: [0-9.]+/); print "accuracy.limit||" substr($0, RSTART + 7, RLENGTH - 7) }
    /exact_match/ {
        for (i = 2; i < NF; i++) gsub(/^ +| +$/, "", $i)
        if ($2 != "") { task = $2; print "accuracy.version|" task "|" $3; print "accuracy.shots|" task "|" $5 }
        print "accuracy.higher_is_better|" task " " $6 "|" $7; print "accuracy.score|" task " " $6 "," $4 "|" $8; print "accuracy.error|" task " " $6 "," $4 "|" $10
    }' scores.log
