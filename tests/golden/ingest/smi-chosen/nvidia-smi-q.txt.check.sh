# Two of eight: each is named by its minor number, which awk finds in its block.
awk '/^[A-Z].* : / { key = $0; sub(/ +: .*/, "", key); sub(/^[^:]* : /, ""); whole[key] = $0 }
    /^GPU / { n++ }
    /^ .* : / { key = $0; sub(/^ +/, "", key); sub(/ +: .*/, "", key); sub(/^[^:]* : /, ""); told[n, key] = $0 }
    END {
        print "capture.time||" whole["Timestamp"]; print "driver.version||" whole["Driver Version"]
        print "driver.cuda||" whole["CUDA Version"]; print "accelerator.attached||" whole["Attached GPUs"]
        for (i = 1; i <= n; i++) {
            m = told[i, "Minor Number"]
            print "accelerator.name|" m "|" told[i, "Product Name"]; print "accelerator.serial|" m "|" told[i, "Serial Number"]
            print "accelerator.bus_id|" m "|" told[i, "Bus Id"]; print "capture.utilisation|" m "|" told[i, "GPU"]
        }
    }' nvidia-smi-q.txt
