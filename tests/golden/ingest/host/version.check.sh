python3 -c '
words = open("version").read().strip()
print("os.kernel||" + words.split()[2])
print("os.kernel_build||" + words[words.index("#"):])'
