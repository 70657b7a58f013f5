grep -o 'Driver Version: [0-9.]*' nvidia-smi.txt | sed 's/.*: /driver.version||/'
grep -o 'CUDA Version: [0-9.]*' nvidia-smi.txt | sed 's/.*: /driver.cuda||/'
# Cells of the accelerator's two lines, cut at the bars.
awk -F'|' '$3 ~ /:/ && $2 ~ /NVIDIA H100/ { name = $2; sub(/^ *0 +/, "", name); sub(/ +O[nf]+ *$/, "", name); split($3, b, " ")
        print "accelerator.name|0|" name; print "accelerator.bus_id|0|" b[1] }
    $3 ~ /MiB \// { split($2, p, " / +"); split($3, m, " / +"); print "power.limit|0|" p[2]; print "accelerator.memory_total|0|" m[2] }' nvidia-smi.txt | sed 's/ *$//'
grep -q 'No running processes found' nvidia-smi.txt && echo 'process.foreign||No running processes found'
