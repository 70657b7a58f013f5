printf 'capture.time||%s\n' "$(cat date.txt)"
