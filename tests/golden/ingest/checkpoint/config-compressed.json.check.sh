jq -r '"model.architecture||\(.architectures[0])", "model.dimension||\(.text_config.hidden_size)", "model.layers||\(.text_config.num_hidden_layers)",
  "precision.compute||\(.text_config.dtype)", "precision.quantisation||\(.quantization_config.quant_method)",
  (.quantization_config.config_groups.group_0 | "precision.bits|group_0|\(.weights.num_bits)", "precision.weights|group_0|\(.weights.type)",
    "precision.activations|group_0|\(.input_activations.type)")' config-compressed.json
