python3 ../checkpoint/make_gguf.py --read random-q8_0.gguf
