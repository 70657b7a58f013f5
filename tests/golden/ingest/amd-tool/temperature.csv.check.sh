awk -F, '/^[0-9]/ { print "capture.temperature|" $1 "|" $2 }' temperature.csv
