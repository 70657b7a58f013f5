python3 ../expect.py results.json <<'END' | sed -E 's/^accuracy.score\|gsm8k_([a-z_]+)_stderr(,[a-z-]+)/accuracy.error|gsm8k_\1\2/; /_alias/d; s/\|gsm8k_/|gsm8k /'
accuracy.score gsm8k_** /results/gsm8k/**
accuracy.sampling - /config/gen_kwargs
accuracy.limit - /config/limit
accuracy.backend - /config/model
accuracy.arguments - /config/model_args
accuracy.seed - /config/random_seed
accuracy.date - /date
accuracy.tool_version - /lm_eval_version
accuracy.model - /model_name
accuracy.shots ** /n-shot/**
accuracy.digest ** /task_hashes/**
accuracy.time - /total_evaluation_time_seconds
accuracy.package transformers /transformers_version
accuracy.version ** /versions/**
accuracy.samples ** /n-samples/**/effective
accuracy.samples_all ** /n-samples/**/original
accuracy.higher_is_better gsm8k_** /higher_is_better/gsm8k/**
END
