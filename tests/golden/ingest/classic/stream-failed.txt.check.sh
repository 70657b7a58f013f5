awk -f ../stream.awk stream-failed.txt
