awk -F'\t' '$1 ~ /^[0-9]/ && $3 + 0 > 0 { gsub(" *$", "", $1); gsub(" *$", "", $2); print "process.foreign|" $1 "|" $2 }' showpids.txt
