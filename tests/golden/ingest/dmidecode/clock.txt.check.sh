awk -v banked=0 -f ../dmidecode.awk clock.txt
