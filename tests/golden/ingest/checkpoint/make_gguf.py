"""Writes small.gguf by the layout of ggml-org/ggml, docs/gguf.md; with --read FILE prints its facts, key|instance|text."""
import argparse, struct


def text(value):
    data = value.encode()
    return struct.pack('<Q', len(data)) + data


def pair(key, kind, data):
    return text(key) + struct.pack('<I', kind) + data


PAIRS = [
    pair('general.architecture', 8, text('llama')),
    pair('general.name', 8, text('Example 1M')),
    pair('general.file_type', 4, struct.pack('<I', 15)),
    pair('general.quantized_by', 8, text('someone')),
    pair('llama.block_count', 4, struct.pack('<I', 2)),
    pair('llama.context_length', 10, struct.pack('<Q', 4096)),
    pair('llama.embedding_length', 4, struct.pack('<I', 64)),
    pair('llama.attention.head_count', 4, struct.pack('<I', 8)),
    pair('llama.rope.freq_base', 6, struct.pack('<f', 10000.0)),
    pair('tokenizer.ggml.tokens', 9, struct.pack('<IQ', 8, 2) + text('a') + text('bc')),
    pair('tokenizer.ggml.scores', 9, struct.pack('<IQ', 6, 2) + struct.pack('<2f', 0, 1)),
]
TENSORS = [('token_embd.weight', (64, 1000), 12), ('blk.0.attn_q.weight', (64, 64), 12), ('output_norm.weight', (64,), 0)]


def write():
    out = b'GGUF' + struct.pack('<IQQ', 3, len(TENSORS), len(PAIRS)) + b''.join(PAIRS)
    for name, shape, kind in TENSORS:
        out += text(name) + struct.pack('<I', len(shape)) + b''.join(struct.pack('<Q', n) for n in shape) + struct.pack('<IQ', kind, 0)
    return out


def scan(data):
    """The pairs of a file: key, value, byte of the value; then the sum of elements and the byte where tensors begin."""
    at = 24
    version, tensors, pairs = struct.unpack_from('<IQQ', data, 4)
    sizes = {0: 'B', 1: 'b', 2: 'H', 3: 'h', 4: 'I', 5: 'i', 6: 'f', 7: '?', 10: 'Q', 11: 'q', 12: 'd'}

    def string():
        nonlocal at
        length = struct.unpack_from('<Q', data, at)[0]
        at += 8 + length
        return data[at - length:at].decode()

    def value(kind):
        nonlocal at
        if kind == 8:
            return string()
        if kind == 9:
            of, count = struct.unpack_from('<IQ', data, at)
            at += 12
            return [value(of) for _ in range(count)]
        got = struct.unpack_from('<' + sizes[kind], data, at)[0]
        at += struct.calcsize('<' + sizes[kind])
        return got

    held = {}
    for _ in range(pairs):
        key = string()
        kind = struct.unpack_from('<I', data, at)[0]
        at += 4
        begin = at
        held[key] = (value(kind), begin)
    begin, total = at, 0
    for _ in range(tensors):
        string()
        dimensions = struct.unpack_from('<I', data, at)[0]
        at += 4
        elements = 1
        for n in struct.unpack_from('<%dQ' % dimensions, data, at):
            elements *= n
        at += 8 * dimensions + 12
        total += elements
    held['tensors'] = (total, begin)
    return held


KEYS = {'general.architecture': 'model.architecture', 'general.name': 'model.name', 'general.file_type': 'precision.weights',
        'general.quantized_by': 'precision.quantiser', 'llama.block_count': 'model.layers', 'llama.context_length': 'context.length',
        'llama.embedding_length': 'model.dimension', 'llama.vocab_size': 'model.vocabulary', 'llama.attention.head_count': 'model.heads', 'tensors': 'model.parameters'}
FILE_TYPES = {7: 'Q8_0', 15: 'Q4_K_M'}  # as docs/gguf.md numbers them

if __name__ == '__main__':
    parser = argparse.ArgumentParser(description='writes the small GGUF file, or prints what one says')
    parser.add_argument('--read', action='store_true')
    parser.add_argument('file')
    given = parser.parse_args()
    if not given.read:
        open(given.file, 'wb').write(write())
    for key, (got, _) in scan(open(given.file, 'rb').read()).items() if given.read else ():
        if key in KEYS:
            print('%s||%s' % (KEYS[key], FILE_TYPES[got] if key == 'general.file_type' else got))
