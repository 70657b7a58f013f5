# A process that stands in several rows is one; "-" is none.
awk '!/^#/ && $2 != "-" && !seen[$2 $NF]++ { print "process.foreign|" $2 "|" $NF }' pmon.txt
