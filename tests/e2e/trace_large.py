"""trace_large.py PROGRAM FOLDER: a trace of 90 MB is inspected, and judged as a profile of a case, in less memory than it is long; one
that is written to meanwhile is told, and one that is cut short ends the program with status 4."""
import os, resource, shutil, subprocess, sys, time

program, folder = sys.argv[1:]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../bench"))
import inputs

inputs.trace(folder, 90 * inputs.MEGABYTE)
path = os.path.realpath(folder + "/trace.json")
size, bad = os.path.getsize(path), 0


def inspect(meanwhile=None, verb=("inspect", folder)):
    process = subprocess.Popen([program, *verb], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while meanwhile and process.poll() is None:
        with open("/proc/%d/maps" % process.pid) as maps:
            if path in maps.read():
                meanwhile()
                break
        time.sleep(0.001)
    out, err = process.communicate()
    return process.returncode, out, err


def expect(what, holds, seen):
    global bad
    if not holds:
        bad = 1
        print("FAIL %s: %s" % (what, seen))


def append():
    with open(path, "a") as out: out.write("\n")


code, out, err = inspect()
held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
expect("a large trace", code == 0 and "torch-trace-json" in out, (code, err[:300]))
expect("memory", held < size * 0.9, "%d of %d bytes" % (held, size))
case = folder + "-case"
shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../samples/launch-modes"), case)
os.link(path, case + "/profile-eager/large.json")
check = ("check", case + "/case.json", "--json")
code, out, err = inspect(verb=check)
held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
expect("judged", code in (0, 1, 2) and '"verdict"' in out, (code, err[:300]))
expect("memory of a judgement", held < size * 0.9, "%d of %d bytes" % (held, size))
path = os.path.realpath(case + "/profile-eager/large.json")
code, out, err = inspect(append, check)
expect("written to while it is judged", code == 3 and "it was written to" in err and not out, (code, err[:300]))
path = os.path.realpath(folder + "/trace.json")
code, out, err = inspect(append)
expect("written to meanwhile", code != 0 and "it was written to" in err and not out, (code, err[:300]))
code, out, err = inspect(lambda: os.truncate(path, 1000))
expect("cut short meanwhile", code == 4 and "cut short while it was read" in err, (code, err[:300]))
sys.exit(bad)
