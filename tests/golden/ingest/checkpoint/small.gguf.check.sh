python3 make_gguf.py --read small.gguf
