python3 - <<'END'
import csv
rows = list(csv.DictReader(line for line in open('ncu-raw.csv') if not line.startswith('==')))
units = rows[0]
taken = ['gpu__time_duration.sum', 'sm__throughput.avg.pct_of_peak_sustained_elapsed', 'gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed',
         'gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed', 'dram__bytes.sum.per_second']
print('profile.accelerator|%s|%s' % (rows[1]['Device'], rows[1]['device__attribute_display_name']))
for row in rows[1:]:
    print('profile.name|%s|%s' % (row['ID'], row['Kernel Name']))
    for name in taken:
        print('profile.counter|%s %s (%s)|%s' % (row['ID'], name, units[name], row[name]))
END
