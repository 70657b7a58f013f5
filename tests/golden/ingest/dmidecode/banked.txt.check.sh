awk -v banked=1 -f ../dmidecode.awk banked.txt
