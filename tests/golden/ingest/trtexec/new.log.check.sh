# 6000 * 0.4995 ms = 2.997 s and 6000 / 3.00125 s = 1999.17: nothing contradicts.
cat <<END
model.file||models/small.onnx
precision.compute||FP32+FP16
engine.settings|CUDA Graph|Enabled
method.tool_version||8.6.1
accelerator.name|0|EXAMPLE-40GB
requests.completed||6000
throughput.requests||1999.17
wall.time||3.00125 s
compute.total||2.997 s
result.remark|0|GPU compute time is unstable, with coefficient of variance = 4.2%.
run.valid||PASSED
method.tool_version|packed|8601
method.command||trtexec --onnx=models/small.onnx --fp16 --useCudaGraph
END
for row in latency.request=Latency latency.enqueue='Enqueue Time' latency.to_device='H2D Latency' \
    latency.compute='GPU Compute Time' latency.from_device='D2H Latency'; do
    sed -nE "s/^\[[^]]*\] \[I\] ${row#*=}: //p" new.log | sed 's/, /\n/g' |
        sed -E "s/^percentile\(([0-9]+)%\)/p\1/; s/^median/p50/; s/^(.*) = (.*)$/${row%%=*}|\1|\2/"
done
