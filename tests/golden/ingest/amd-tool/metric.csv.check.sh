python3 -c "
import csv
keys = dict(zip('edge gfx_0_clk gfx_0_max_clk gfx_activity mem_0_max_clk socket_power total_correctable_count total_uncorrectable_count width total_energy_consumption'.split(),
    'capture.temperature capture.clock_sm clock.sm_max capture.utilisation clock.memory_max capture.power ecc.corrected ecc.uncorrected link.width energy.counter'.split()))
for row in csv.DictReader(open('metric.csv')):
    for column, key in keys.items():
        print(key, row['gpu'], row[column], sep='|')"
