awk -v banked=0 -f ../dmidecode.awk quiet.txt
