. ./os-release.txt && printf 'os.name||%s\nos.version||%s\n' "$NAME" "$VERSION_ID"
