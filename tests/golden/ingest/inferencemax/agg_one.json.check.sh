python3 ../expect.py agg_one.json <<'END'
load.concurrency - /conc
engine.name - /framework
accelerator.name - /hw
container.image - /image
throughput.input_per_accelerator - /input_tput_per_gpu
input.length - /isl
model.name - /model
output.length - /osl
throughput.output_per_accelerator - /output_tput_per_gpu
precision.weights - /precision
throughput.total_per_accelerator - /tput_per_gpu
engine.settings disagg /disagg
engine.settings dp_attention /dp_attention
engine.settings spec_decoding /spec_decoding
engine.settings tp /tp
latency.request * /*_e2el
gap.chunk * /*_itl
tpot.request * /*_tpot
ttft.client * /*_ttft
END
