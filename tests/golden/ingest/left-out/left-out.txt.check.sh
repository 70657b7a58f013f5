sed -n '2,$s/^\(.*\): \([^:]*\)$/record.unread|\1|\2/p' left-out.txt
