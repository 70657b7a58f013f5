awk -f ../stream.awk stream.txt
