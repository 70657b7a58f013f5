jq -r '"model.architecture||\(.architectures[0])", "model.dimension||\(.text_config.hidden_size)", "model.layers||\(.text_config.num_hidden_layers)",
  "precision.output||\(.text_config.dtype)", "precision.quantisation||\(.quantization_config.quant_method)",
  (.quantization_config.config_groups.group_0 | "precision.bits||\(.weights.num_bits)", "precision.weights||\(.weights.type)\(.weights.num_bits)",
    "precision.activations||\(.input_activations.type)\(.input_activations.num_bits)"),
  (.quantization_config.kv_cache_scheme | "precision.kv_cache||\(.type)\(.num_bits)")' config-compressed.json
