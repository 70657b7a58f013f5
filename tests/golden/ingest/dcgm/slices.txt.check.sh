printf 'record.unread|slices.txt, rows of slices (MIG)|%s\n' "$(sed -n 4p slices.txt)" # series: places.py
