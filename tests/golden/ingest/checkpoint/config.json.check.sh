jq -r '"model.name||\(._name_or_path)", "model.architecture||\(.architectures | join(", "))", "model.dimension||\(.hidden_size)",
  "context.length||\(.max_position_embeddings)", "model.heads||\(.num_attention_heads)", "model.layers||\(.num_hidden_layers)",
  "model.vocabulary||\(.vocab_size)", "precision.compute||\(.torch_dtype)", (.quantization_config | "precision.bits||\(.bits)",
  "precision.group||\(.group_size)", "precision.quantisation||\(.quant_method)")' config.json
