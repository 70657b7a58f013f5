printf 'record.unread|failed.txt, in part|%s\n' "$(sed -n 3p failed.txt)"
