file=${1:-storage_report.json} # or one beside it
python3 ../expect.py "$file" <<'END'
method.arguments accelerator /overall/accelerator
method.arguments num_benchmark_runs /overall/num_benchmark_runs
method.arguments num_files_train /overall/num_files_train
method.arguments num_samples_per_file /overall/num_samples_per_file
method.arguments train_num_accelerators /overall/train_num_accelerators
method.arguments model /overall/model
throughput.samples ** /runs/**/train_throughput_samples_per_second
throughput.bytes ** /runs/**/train_throughput_MB_per_second
END
python3 - "$file" <<'END'
import json, sys
def of(name):
    return json.load(open(sys.argv[1]), parse_float=str)[name]
overall, runs = of('overall'), of('runs')
for key, unit in (('samples', 'samples_per_second'), ('bytes', 'MB_per_second')):
    mean = overall['train_throughput_mean_' + unit]
    print('throughput.%s|mean of runs|%s' % (key, mean))
    print('throughput.%s|std of runs|%s' % (key, overall['train_throughput_stdev_' + unit]))
    told = [float(run['train_throughput_' + unit]) for run in runs.values()]
    if abs(sum(told) / len(told) - float(mean)) > 1e-9 * float(mean):
        print('record.contradiction|the runs have another mean|%s' % mean)
END
