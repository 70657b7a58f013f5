#!/bin/sh
# contradicted_files.sh - statements that cannot all be true are found, and shown by inspect and by the verdict.
# ctest
. "$SOURCE/tests/e2e/common.sh"
cd "$SCRATCH"

shows() { # description, what must stand in the output, command...
    said=$1 want=$2
    shift 2
    "$@" >out 2>err || true
    if tr '\n' ' ' <out | tr -s ' ' | grep -qF -- "$want"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL $said: lacks \"$want\""
        head -40 out err
    fi
}

# Made for the purpose: small inputs of tests/golden.
golden=$SOURCE/tests/golden/ingest
shows "an edited log" 'record.contradiction 2.96622 s, but 20 queries of 0.5 ms make another sum' "$DOSSIER" inspect "$golden/trtexec"
shows "a counter that falls" 'a counter runs backwards energy.counter_begin[0] 416143212.215 J' "$DOSSIER" inspect "$golden/amd"
shows "one bus id for two" 'two accelerators have one identity accelerator.bus_id[0] 0000:05:00.0' "$DOSSIER" inspect "$golden/amd"
shows "more attached than listed" 'accelerator.attached 4' "$DOSSIER" inspect "$golden/smi-text"
shows "an edited SPEC result" '502.gcc_r base: it is not the median of three iterations' "$DOSSIER" inspect "$golden/spec"

# A real case, one capture of it edited: the verdict tells.
cp -R "$SOURCE/samples/software-bottleneck" case
capture=$(grep -rl '<attached_gpus>1<' case | head -1)
"$DOSSIER" check --full case/case.json >honest 2>&1
if grep -q 'numbers of accelerators' honest; then
    failed=$((failed + 1))
    echo "FAIL an honest case has no contradiction"
fi
cp "$capture" whole
sed 's/<attached_gpus>1</<attached_gpus>0</' whole >"$capture"
shows "a verdict over an edited capture" 'do not agree: 0' "$DOSSIER" check --full case/case.json
# One listed of four attached is what `nvidia-smi -q -i 0` writes, and the run's telemetry is of one: no contradiction, but
# another machine than the other side's.
sed 's/<attached_gpus>1</<attached_gpus>4</' whole >"$capture"
shows "one chosen of four, against one of one" 'Accelerators attached to the machine differs: 4 against 1' \
    "$DOSSIER" check --full case/case.json

# The real ones.
if [ -d "${DOSSIER_CORPUS:-}" ]; then
    captures=$DOSSIER_CORPUS/captures
    shows "four attached, one listed" 'the number of accelerators is not one accelerator.attached 4' \
        "$DOSSIER" inspect "$captures/nvidia-smi-xml-v12-driver535-a100-mig"
    shows "four on the host, two in the container" 'the number of accelerators is not one accelerator.name[3] NVIDIA L40S' \
        "$DOSSIER" inspect "$captures/vllm-collect-env-2xl40s"
    shows "an energy counter that runs backwards" 'a counter runs backwards energy.counter_begin[7] 391085543.478 J' \
        "$DOSSIER" inspect "$captures/amd-smi-8xmi355x-serving-run"
    shows "repeated bus ids" 'two accelerators have one identity accelerator.bus_id[3] 00000000:69:00.0' \
        "$DOSSIER" inspect "$captures/nvidia-smi-csv-h100-t4"
    shows "an edited trtexec log" 'record.contradiction 2.96622 s, but 0 queries of 0.5 ms make another sum' \
        "$DOSSIER" inspect "$DOSSIER_CORPUS/trtexec/superbench-a100"
    shows "six samples taken for a hardware address" 'record.contradiction 21, but its 6 samples have another mean' \
        "$DOSSIER" inspect "$DOSSIER_CORPUS/phoronix/pts-10.8.4-142-results"
else
    echo "the real files were skipped: DOSSIER_CORPUS is not set"
fi
finish
