set -- $(cat uname.txt)
printf 'os.host_name||%s\nos.kernel||%s\n' "$2" "$3"
sed -E 's/^Linux [^ ]+ [^ ]+ (.*) x86_64 x86_64 x86_64 GNU\/Linux$/os.kernel_build||\1/' uname.txt
printf 'cpu.architecture||%s\n' "$(awk '{ print $(NF - 1) }' uname.txt)"
