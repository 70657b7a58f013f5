# by_hand.sh - sourced: the commands of a VERIFY.txt as a person would type them, with nothing on the PATH but what it names.
# A command is lines indented by four spaces without a blank line between them, before the line "Windows".
hand_commands() { # text, folder: writes the commands to folder/1, folder/2, ..., and a folder of programs
    mkdir -p "$2/bin"
    sed '/^Windows$/q' "$1" | awk -v to="$2" '
        /^    / { if (!open) { n++; open = 1 } print substr($0, 5) >(to "/" n); next }
        { open = 0 }'
    for program in unzip openssl sha256sum grep sed tr paste cut cat sort uniq find; do
        ln -sf "$(command -v $program)" "$2/bin/$program"
    done
}
hand_count() { find "$1" -maxdepth 1 -type f | wc -l; }
# In one shell, one after the other, until one fails. Output goes to FOLDER/output.
by_hand() { # folder with dossier.asice, root.pem and perhaps tsa.pem; folder of commands: prints the number that fails, or 0
    : >"$1/output"
    (
        count=$(hand_count "$2")
        cd "$1"
        exec 3>&1 >>output 2>&1 </dev/null
        number=1
        while [ "$number" -le "$count" ]; do
            command=$(cat "$2/$number")
            old=$PATH PATH=$2/bin
            if ! eval "$command"; then
                echo "$number" >&3
                exit 0
            fi
            PATH=$old number=$((number + 1))
        done
        echo 0 >&3
    )
}
