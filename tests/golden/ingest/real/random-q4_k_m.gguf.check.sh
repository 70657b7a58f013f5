python3 ../checkpoint/make_gguf.py --read random-q4_k_m.gguf
