#!/usr/bin/env python3
"""Options that a serving engine printed when it started, by Python's own parser; key, instance and text of each fact.

usage: server-log.py FILE"""
import ast, json, re, sys

MEANT = {  # name of the option: key, instance
    'vllm': {'dtype': 'precision.compute|', 'kv_cache_dtype': 'precision.kv_cache|', 'quantization': 'precision.quantisation|',
             'max_model_len': 'engine.settings|longest context', 'max_seq_len': 'engine.settings|longest context',
             'gpu_memory_utilization': 'engine.settings|share of memory', 'tensor_parallel_size': 'parallel.tensor|',
             'pipeline_parallel_size': 'parallel.pipeline|', 'data_parallel_size': 'parallel.data|', 'enforce_eager': 'compile.option|eager',
             'enable_prefix_caching': 'engine.prefix_cache|', 'chunked_prefill_enabled': 'engine.settings|chunked prefill',
             'speculative_config': 'engine.speculation|', 'enable_lora': 'server.option|enable_lora',
             'max_lora_rank': 'server.option|max_lora_rank'},
    'sglang': {'kv_cache_dtype': 'precision.kv_cache|', 'mem_fraction_static': 'engine.settings|share of memory',
               'max_running_requests': 'engine.settings|sequences at once', 'chunked_prefill_size': 'engine.settings|chunked prefill',
               'page_size': 'engine.settings|tokens a block', 'tp_size': 'parallel.tensor|', 'attention_backend': 'runtime.attention|',
               'enable_dp_attention': 'server.option|enable_dp_attention', 'load_balance_method': 'server.option|load_balance_method',
               'speculative_algorithm': 'engine.speculation|', 'disable_radix_cache': 'engine.prefix_cache|',
               'cuda_graph_max_bs': 'compile.option|longest graph', 'disable_cuda_graph': 'compile.option|eager',
               'enable_torch_compile': 'compile.option|compilation'},
    'trtllm': {'use_cuda_graph': 'compile.option|graphs', 'cuda_graph_padding_enabled': 'server.option|cuda_graph_padding_enabled',
               'attn_backend': 'runtime.attention|', 'moe_backend': 'server.option|moe_backend', 'kv_cache_dtype': 'precision.kv_cache|',
               'tensor_parallel_size': 'parallel.tensor|', 'pipeline_parallel_size': 'parallel.pipeline|',
               'max_batch_size': 'engine.settings|sequences at once', 'max_num_tokens': 'engine.settings|tokens a step',
               'backend': 'server.option|backend'}}


def written(name, value):
    if value is None:
        return 'none'
    if isinstance(value, bool):
        return 'off' if value == name.startswith('disable_radix') else 'on'
    return json.dumps(value, separators=(',', ':')) if isinstance(value, dict) else str(value)


text = open(sys.argv[1]).read()
engine = sys.argv[1].split('.')[0]
said = {}
for found in re.finditer(r'non-default args: (\{.*\})', text):
    said.update(ast.literal_eval(found[1]))
for found in re.finditer(r'(?:with config: |ServerArgs\(|PyTorchConfig\(|LLM Args:\n)(.*)', text):
    for name, value in re.findall(r"(\w+)=('[^']*'|[\w.]+(?!\w*\())(?=[,)\s]|$)", re.sub(r"\w+\([^()]*\)|<[^<>]*>|\[[^\[\]]*\]", '?', found[1])):
        try:
            value = ast.literal_eval(value)
        except ValueError:
            pass
        if name in MEANT[engine] and not (value is None and name not in ('quantization', 'speculative_algorithm')) and value != 'auto':
            said[name] = value
for line in {MEANT[engine][name]: '%s|%s' % (MEANT[engine][name], written(name, value)) for name, value in said.items() if name in MEANT[engine]}.values():
    print(line)
for pattern, key in ((r'vLLM API server version (\S+)', 'engine.version|'), (r'LLM engine \(v([^)]*)', 'engine.version|'),
                     (r'TensorRT-LLM version: (\S+)', 'engine.version|'),
                     (r'Using (\S+) attention backend out', 'runtime.attention|')):
    for found in re.findall(pattern, text):
        print('%s|%s' % (key, found))
