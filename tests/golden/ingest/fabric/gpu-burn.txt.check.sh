python3 - <<'END'
import re
text = open("gpu-burn.txt", newline="").read()
for n, name, uuid in re.findall(r"^GPU (\d+): (.*) \(UUID: (.*)\)", text, re.M):
    print("accelerator.name|%s|%s\naccelerator.uuid|%s|%s" % (n, name, n, uuid))
last = [line for line in re.split("[\r\n]", text) if "proc'd" in line][-1]
for n, rate in enumerate(re.findall(r"\((\d+) Gflop/s\)", last)):
    print("throughput.flops|GPU %d|%s" % (n, rate))
for n, errors in enumerate(re.search(r"errors: (.*?) +temps", last)[1].split(" - ")):
    if errors.split()[0] != "0": print("run.error|errors of GPU %d|%s" % (n, errors.split()[0]))
for n, said in re.findall(r"^\tGPU (\d+): (OK|FAULTY)", text, re.M):
    print("health.check|gpu-burn / GPU %s|%s" % (n, said))
    if said == "FAULTY": print("run.error|gpu-burn / GPU %s|FAULTY" % n)
END
