awk -f ../stream.awk stream-edited.txt
printf 'record.contradiction|the arrays and the least time give another rate|5564.4\n'
