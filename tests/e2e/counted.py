"""counted.py - what a test expected, counted: those that hold, and those that do not with what was said of them."""
import sys

passed, failed = [0], []


def expect(holds, said):
    if holds:
        passed[0] += 1
    else:
        failed.append(said)


def finish(least):
    """Prints the sum and ends the test: it fails, too, where fewer than `least` were asked."""
    print('%d passed, %d failed' % (passed[0], len(failed)))
    print('\n'.join(failed[:40]))
    sys.exit(1 if failed or passed[0] < least else 0)
