CREATE TABLE IF NOT EXISTS llama_bench (
  build_commit TEXT,
  build_number TEXT,
  cpu_info TEXT,
  gpu_info TEXT,
  backends TEXT,
  model_filename TEXT,
  model_type TEXT,
  model_size TEXT,
  model_n_params TEXT,
  n_batch TEXT,
  type_k TEXT,
  type_v TEXT,
  n_gpu_layers TEXT,
  flash_attn TEXT,
  n_prompt TEXT,
  n_gen TEXT,
  n_depth TEXT,
  test_time TEXT,
  avg_ns TEXT,
  stddev_ns TEXT,
  avg_ts TEXT,
  stddev_ts TEXT
);

INSERT INTO llama_bench (build_commit, build_number, cpu_info, gpu_info, backends, model_filename, model_type, model_size, model_n_params, n_batch, type_k, type_v, n_gpu_layers, flash_attn, n_prompt, n_gen, n_depth, test_time, avg_ns, stddev_ns, avg_ts, stddev_ts) VALUES ('aaaa1111', '7000', 'Example CPU', 'Example GPU', 'CUDA', 'm.gguf', 'llama 7B Q4_0', '3825065984', '6738415616', '2048', 'f16', 'f16', '99', '1', '512', '0', '0', '2026-01-15T10:00:00Z', '500000000', '1000000', '1024.000000', '2.050000');
INSERT INTO llama_bench (build_commit, build_number, cpu_info, gpu_info, backends, model_filename, model_type, model_size, model_n_params, n_batch, type_k, type_v, n_gpu_layers, flash_attn, n_prompt, n_gen, n_depth, test_time, avg_ns, stddev_ns, avg_ts, stddev_ts) VALUES ('aaaa1111', '7000', 'Example CPU', 'Example GPU', 'CUDA', 'm.gguf', 'llama 7B Q4_0', '3825065984', '6738415616', '2048', 'f16', 'f16', '99', '0', '512', '128', '4096', '2026-01-15T10:00:10Z', '1280000000', '10000000', '500.000000', '0.780000');
