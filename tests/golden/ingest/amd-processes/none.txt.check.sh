echo "process.foreign||$(sed -n 5p none.txt)"
