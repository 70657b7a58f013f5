awk -v banked=0 -f ../dmidecode.awk dmidecode.txt
