# load_in_4bit: true is the statement of four bits; its text is "true"
jq -r '"model.architecture||\(.architectures[0])", "precision.output||\(.torch_dtype)", (.quantization_config
  | "precision.quantisation||\(.quant_method)", "precision.weights||\(.bnb_4bit_quant_type)", "precision.compute||\(.bnb_4bit_compute_dtype)",
    "precision.bits||\(.load_in_4bit)")' config-4bit.json
