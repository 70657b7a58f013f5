sed -nE 's/^build: .*\(([0-9a-f]+)\) with.*/engine.version||\1/p; s/^llama_context: (n_seq_max|n_ctx|n_batch|n_ubatch|flash_attn) += (.*)/engine.settings|\1|\2/p
    s,^load_tensors: offloaded ([0-9/]+) .*,engine.settings|layers offloaded|\1,p' llama.log
grep -oE '[KV] \([a-z0-9_]+\)' llama.log | tr -d '()' | sed 's/^K /precision.kv_cache||/; s/^V /precision.kv_cache|values|/'
