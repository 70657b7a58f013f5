sed -nE 's/.*Driver Version: ([0-9.]+).*/driver.version||\1/p
    s/^\|   0  (NVIDIA EXAMPLE) .*/accelerator.name|0|\1/p' nvidia-smi.md
sed -nE 's/.*CUDA Version: ([0-9.]+).*/driver.cuda||\1/p' nvidia-smi.md
awk -F'|' '$3 ~ /Off/ { split($2, w, " "); split($3, b, " "); at = w[1]; print "accelerator.bus_id|" at "|" b[1] }
    $3 ~ /MiB \// { split($3, m, " / +"); print "accelerator.memory_total|" at "|" m[2]
        split($2, p, " / +"); print "power.limit|" at "|" p[2] }
    $2 ~ /VLLM/ { split($2, w, " "); print "process.foreign|" w[1] " " w[4] "|" w[6] }' nvidia-smi.md | sed 's/ *$//'
