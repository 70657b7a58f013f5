/* derive.c - the only maker of derived facts.
 *
 * A derivation is a row: its name and its formula in words stand beside the number in the report. A
 * row that relates systems takes a comparison as its licence; without a verdict that permits it the
 * program stops here, so that no report can hold such a number, however it is written. */
#include "derive.h"

#include "base/num.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct derivation_row rows[] = {
    /* one run */
    { "steady-verdict", "verdict of the steady-state method on the samples of the metric",
      KEY_STEADY_VERDICT, LICENCE_FREE },
    { "steady-start",
      "latest begin of the steady stretches of metric and core clock, after the load's begin",
      KEY_STEADY_START, LICENCE_FREE },
    { "steady-end", "end of the last sample of the steady stretch, after the load's begin",
      KEY_STEADY_END, LICENCE_FREE },
    { "steady-level", "level of the judged column in the steady stretch", KEY_STEADY_LEVEL,
      LICENCE_FREE },
    { "steady-resolution", "twice the standard error of the level, as a share of it",
      KEY_STEADY_RESOLUTION, LICENCE_FREE },
    { "steady-idle", "time between iterations of the steady stretch, divided by its length",
      KEY_STEADY_IDLE, LICENCE_FREE },
    { "steady-longest-gap", "longest time between two iterations of the steady stretch",
      KEY_STEADY_LONGEST_GAP, LICENCE_FREE },
    { "steady-cycles", "least number of repetitions of a phase", KEY_STEADY_CYCLES, LICENCE_FREE },
    { "work-per-iteration", "work of all samples divided by their number", KEY_WORK_PER_ITERATION,
      LICENCE_FREE },
    { "work-phases", "different phases of the work in the run", KEY_WORK_PHASE_RANGE,
      LICENCE_FREE },
    { "clock-verdict", "verdict of the steady-state method on the core clock, cut to the load",
      KEY_CLOCK_VERDICT, LICENCE_FREE },
    { "clock-median", "median of the core clock in the steady stretch", KEY_CLOCK_MEDIAN,
      LICENCE_FREE },
    { "clock-near",
      "samples of the core clock within 5 % of their median in the judged stretch, divided by all "
      "of them",
      KEY_CLOCK_NEAR, LICENCE_FREE },
    { "run-start-utc", "start of the process as a date and time of UTC", KEY_RUN_START_UTC,
      LICENCE_FREE },
    { "load-begin-utc", "begin of the load as a date and time of UTC", KEY_LOAD_BEGIN_UTC,
      LICENCE_FREE },
    { "telemetry-begin-utc", "time of the first sample as a date and time of UTC",
      KEY_TELEMETRY_BEGIN_UTC, LICENCE_FREE },
    { "telemetry-end-utc", "time of the last sample as a date and time of UTC",
      KEY_TELEMETRY_END_UTC, LICENCE_FREE },
    { "power-verdict",
      "verdict of the steady-state method on the power draw at twice the tolerance, cut to the "
      "load",
      KEY_POWER_VERDICT, LICENCE_FREE },
    { "power-mean", "mean of the samples of the power draw in the steady stretch", KEY_POWER_MEAN,
      LICENCE_FREE },
    { "energy-own-window",
      "trapezoids over the accelerator's power draw, whole cycles of the run's own steady stretch",
      KEY_ENERGY_OWN_WINDOW, LICENCE_FREE },
    { "energy-own-sum", "sum of the energy of the run's accelerators in that stretch",
      KEY_ENERGY_OWN_WINDOW, LICENCE_FREE },
    { "work-per-energy-own", "work of that stretch divided by the energy of the same stretch",
      KEY_WORK_PER_ENERGY_OWN, LICENCE_FREE },
    { "throttle-share", "samples of the steady stretch with this reason, divided by all of them",
      KEY_THROTTLE_SHARE, LICENCE_FREE },
    { "copied-file",
      "file, and rows of it, whose measurement is equal bit for bit to one of another run",
      KEY_COPIED_FILE, LICENCE_FREE },
    { "requests-failed", "requests sent, each once, less those completed", KEY_REQUESTS_FAILED,
      LICENCE_FREE },
    { "nodes-captured", "different host names in the captures of the run", KEY_NODES_SEEN,
      LICENCE_FREE },
    { "accelerators-judged",
      "accelerators of the run's telemetry that worked: as many as the run used, those that drew "
      "most",
      KEY_ACCELERATORS_JUDGED, LICENCE_FREE },
    { "load-over-time",
      "verdict of the steady-state method on the output by second, from start and latency of each "
      "request",
      KEY_LOAD_OVER_TIME, LICENCE_FREE },
    { "load-in-flight-most", "most requests between their start and their end at once",
      KEY_LOAD_IN_FLIGHT_MOST, LICENCE_FREE },
    { "load-full-share",
      "time with at least the declared concurrency in flight (with the most seen, where none is "
      "declared), divided by the time from first start to last end",
      KEY_LOAD_FULL_SHARE, LICENCE_FREE },
    { "load-in-flight", "time of all requests in the judged stretch divided by its length",
      KEY_LOAD_IN_FLIGHT, LICENCE_FREE },
    { "load-completed-rate", "requests that ended in the judged stretch divided by its length",
      KEY_LOAD_COMPLETED_RATE, LICENCE_FREE },
    { "value-own-window",
      "work divided by time, or mean or percentile by nearest rank, over whole cycles of the run's "
      "own steady stretch",
      KEY_VALUE_OWN_WINDOW, LICENCE_FREE },
    { "value-whole-run",
      "work divided by time, or mean or percentile by nearest rank, over all samples of the run",
      KEY_VALUE_WHOLE_RUN, LICENCE_FREE },
    { "value-within-low",
      "lower end of the 95 % t interval over 30 batches of the run's own steady stretch, or of "
      "order statistics for a percentile",
      KEY_VALUE_WITHIN_LOW, LICENCE_FREE },
    { "value-within-high",
      "upper end of the 95 % t interval over 30 batches of the run's own steady stretch, or of "
      "order statistics for a percentile",
      KEY_VALUE_WITHIN_HIGH, LICENCE_FREE },
    /* one system */
    { "runs-counted", "runs of the system, a copy counted once", KEY_RUNS_COUNTED, LICENCE_FREE },
    { "units-counted",
      "different serial numbers or unit identifiers of the system's units; of machines "
      "without any, host names",
      KEY_UNITS_COUNTED, LICENCE_FREE },
    { "coverage-disclosed", "needed facts that the run discloses", KEY_COVERAGE_DISCLOSED,
      LICENCE_FREE },
    { "coverage-needed", "facts that a credible comparison needs of the run", KEY_COVERAGE_NEEDED,
      LICENCE_FREE },
    /* a comparison, counted */
    { "conditions-failed", "blocking conditions that fail", KEY_CONDITIONS_FAILED, LICENCE_COUNT },
    { "conditions-unknown", "blocking conditions that cannot be decided", KEY_CONDITIONS_UNKNOWN,
      LICENCE_COUNT },
    { "differences-stated",
      "conditions that fail or cannot be decided, and are stated beside the number",
      KEY_DIFFERENCES_STATED, LICENCE_COUNT },
    { "layers-changed", "layers of the executor in which a disclosed fact differs",
      KEY_LAYERS_CHANGED, LICENCE_COUNT },
    { "version-distance",
      "difference of the first component in which the versions differ, side A's to side B's",
      KEY_VERSION_DISTANCE, LICENCE_COUNT },
    { "window-found", "time during which all runs are steady, to be held against its least length",
      KEY_WINDOW_LENGTH, LICENCE_COUNT },
    /* a comparison, licensed */
    { "window-begin", "latest begin of the steady stretches of all runs", KEY_WINDOW_BEGIN,
      LICENCE_PERMITTED },
    { "window-end", "earliest end of the steady stretches of all runs", KEY_WINDOW_END,
      LICENCE_PERMITTED },
    { "window-length", "end of the common window less its begin", KEY_WINDOW_LENGTH,
      LICENCE_PERMITTED },
    { "window-value",
      "work divided by time, or mean or percentile by nearest rank, over whole cycles in the "
      "common window",
      KEY_WINDOW_VALUE, LICENCE_PERMITTED },
    { "window-value-all",
      "work divided by time, or mean or percentile by nearest rank, over all of the common window",
      KEY_WINDOW_VALUE_ALL, LICENCE_PERMITTED },
    { "window-within-low",
      "lower end of the 95 % t interval over 30 batches in the common window, or of order "
      "statistics for a percentile",
      KEY_VALUE_WITHIN_LOW, LICENCE_PERMITTED },
    { "window-within-high",
      "upper end of the 95 % t interval over 30 batches in the common window, or of order "
      "statistics for a percentile",
      KEY_VALUE_WITHIN_HIGH, LICENCE_PERMITTED },
    { "window-cycles", "whole cycles of the work in the common window", KEY_WINDOW_CYCLES,
      LICENCE_PERMITTED },
    { "completion-value", "time to the quality target, as the tool wrote it", KEY_COMPLETION_VALUE,
      LICENCE_PERMITTED },
    { "completion-mean", "mean over the system's runs of the time to the quality target",
      KEY_MEAN_VALUE, LICENCE_PERMITTED },
    { "completion-ratio", "mean time of B to the quality target divided by that of A",
      KEY_RATIO_VALUE, LICENCE_PERMITTED },
    { "holm-p",
      "two-sided probability of no difference by Welch's t on the logarithm of the ratio, adjusted "
      "after Holm for all comparisons of the case",
      KEY_HOLM_P, LICENCE_PERMITTED },
    { "mean-value", "mean over the system's runs of the metric in the common window",
      KEY_MEAN_VALUE, LICENCE_PERMITTED },
    { "mean-low", "lower end of the 95 % t interval of the mean, the run being the unit",
      KEY_MEAN_LOW, LICENCE_PERMITTED },
    { "mean-high", "upper end of the 95 % t interval of the mean, the run being the unit",
      KEY_MEAN_HIGH, LICENCE_PERMITTED },
    { "ratio-value", "mean of B divided by mean of A in the common window", KEY_RATIO_VALUE,
      LICENCE_PERMITTED },
    { "ratio-low", "lower end of the 95 % interval by Welch's t on the logarithm of the ratio",
      KEY_RATIO_LOW, LICENCE_PERMITTED },
    { "ratio-high", "upper end of the 95 % interval by Welch's t on the logarithm of the ratio",
      KEY_RATIO_HIGH, LICENCE_PERMITTED },
    { "ratio-df", "degrees of freedom after Welch and Satterthwaite", KEY_RATIO_DF,
      LICENCE_PERMITTED },
    { "change-value", "ratio of the means less one", KEY_CHANGE_VALUE, LICENCE_PERMITTED },
    { "change-low", "lower end of the interval of the ratio less one", KEY_CHANGE_LOW,
      LICENCE_PERMITTED },
    { "change-high", "upper end of the interval of the ratio less one", KEY_CHANGE_HIGH,
      LICENCE_PERMITTED },
    { "ratio-all-window", "mean of B divided by mean of A over all of the common window",
      KEY_RATIO_ALL_WINDOW, LICENCE_PERMITTED },
    { "ratio-own-windows", "mean of B divided by mean of A, each run in its own steady stretch",
      KEY_RATIO_OWN_WINDOWS, LICENCE_PERMITTED },
    { "ratio-whole-runs", "mean of B divided by mean of A over whole runs", KEY_RATIO_WHOLE_RUNS,
      LICENCE_PERMITTED },
    { "window-energy",
      "trapezoids over the accelerator's power draw, whole cycles in the common window",
      KEY_ENERGY_WINDOW, LICENCE_PERMITTED },
    { "window-energy-sum", "sum of the energy of the run's accelerators in those cycles",
      KEY_ENERGY_WINDOW, LICENCE_PERMITTED },
    { "window-work-per-energy", "work of those cycles divided by their energy, run by run",
      KEY_WORK_PER_ENERGY, LICENCE_PERMITTED },
    { "energy-ratio", "mean over B's runs of work per energy divided by that over A's",
      KEY_ENERGY_RATIO, LICENCE_PERMITTED },
    { "energy-ratio-low",
      "lower end of the 95 % interval by Welch's t on the logarithm of that ratio, the run being "
      "the unit",
      KEY_ENERGY_RATIO_LOW, LICENCE_PERMITTED },
    { "energy-ratio-high",
      "upper end of the 95 % interval by Welch's t on the logarithm of that ratio, the run being "
      "the unit",
      KEY_ENERGY_RATIO_HIGH, LICENCE_PERMITTED },
    { "accuracy-loss",
      "A's score less B's, divided by A's score, in percent; turned round where a lower score is "
      "better",
      KEY_ACCURACY_LOSS, LICENCE_PERMITTED },
    { "accuracy-loss-low",
      "that loss less 1.96 times the root of the sum of both squared standard errors, divided by "
      "A's score, in percent",
      KEY_ACCURACY_LOSS_LOW, LICENCE_PERMITTED },
    { "accuracy-loss-high",
      "that loss and 1.96 times the root of the sum of both squared standard errors, divided by "
      "A's score, in percent",
      KEY_ACCURACY_LOSS_HIGH, LICENCE_PERMITTED },
    { "bridge-ratio",
      "bridge run divided by the mean of the system it is like, in the common window",
      KEY_BRIDGE_RATIO, LICENCE_PERMITTED },
    { "window-outliers",
      "samples in the common window further from their median than 10 x 1.4826 times the median "
      "distance from it; they stay in every number",
      KEY_OUTLIERS_COUNTED, LICENCE_PERMITTED },
    { "ratio-without-outliers", "mean of B divided by mean of A with those samples left out",
      KEY_RATIO_WITHOUT_OUTLIERS, LICENCE_PERMITTED },
    { "cliffs-delta",
      "share of pairs of runs in which B's value is above A's, less the share in which it is below",
      KEY_CLIFFS_DELTA, LICENCE_PERMITTED },
    { "rank-p",
      "two-sided p of the Brunner-Munzel test on the runs' values, midranks for ties; where the "
      "sides separate, the smallest that a permutation of the runs can give",
      KEY_RANK_P, LICENCE_PERMITTED },
    /* money: measured figures enter as printed, amounts as stated; rounded once, where printed */
    { "money-hourly",
      "stated amount by the hour: of a month over 730, of a year over 8,760, of a purchase less "
      "its "
      "residual worth over the hours of its lifetime; in the report's currency at the stated rate",
      KEY_MONEY_HOURLY, LICENCE_PERMITTED },
    { "energy-per-work", "energy of the whole cycles in the common window over their work",
      KEY_ENERGY_PER_WORK, LICENCE_PERMITTED },
    { "energy-per-work-mean", "mean over the system's runs of energy per work",
      KEY_ENERGY_PER_WORK_MEAN, LICENCE_PERMITTED },
    { "energy-per-work-low",
      "lower end of the 95 % t interval of that mean, the run being the unit",
      KEY_ENERGY_PER_WORK_LOW, LICENCE_PERMITTED },
    { "energy-per-work-high",
      "upper end of the 95 % t interval of that mean, the run being the unit",
      KEY_ENERGY_PER_WORK_HIGH, LICENCE_PERMITTED },
    { "cost-run",
      "price by the hour over 3,600 times the run's throughput, and energy per work times the "
      "facility's factor times the price of energy over 3,600,000; times the quantity",
      KEY_COST_RUN, LICENCE_PERMITTED },
    { "cost-mean", "mean of the runs' costs at full load", KEY_COST_MEAN, LICENCE_PERMITTED },
    { "cost-low", "mean less t times the root of the variance of the runs' costs over their number",
      KEY_COST_LOW, LICENCE_PERMITTED },
    { "cost-high",
      "mean plus t times the root of the variance of the runs' costs over their number",
      KEY_COST_HIGH, LICENCE_PERMITTED },
    { "cost-change", "mean cost of B at full load over that of A, less one", KEY_COST_CHANGE,
      LICENCE_PERMITTED },
    { "cost-change-low",
      "lower end of the 95 % interval by Welch's t on the logarithm of the ratio of costs, less "
      "one",
      KEY_COST_CHANGE_LOW, LICENCE_PERMITTED },
    { "cost-change-high",
      "upper end of the 95 % interval by Welch's t on the logarithm of the ratio of costs, less "
      "one",
      KEY_COST_CHANGE_HIGH, LICENCE_PERMITTED },
    { "per-money",
      "3,600 times the mean throughput over the price by the hour, where every objective is met",
      KEY_PER_MONEY, LICENCE_PERMITTED },
    { "per-money-low", "the same with the lower end of the mean throughput", KEY_PER_MONEY_LOW,
      LICENCE_PERMITTED },
    { "per-money-high", "the same with the upper end of the mean throughput", KEY_PER_MONEY_HIGH,
      LICENCE_PERMITTED },
    { "capacity-planned", "stated peak, grown by the stated share for the stated years",
      KEY_CAPACITY_PLANNED, LICENCE_PERMITTED },
    { "capacity-usable", "lower end of the mean throughput, less the share kept free",
      KEY_CAPACITY_USABLE, LICENCE_PERMITTED },
    { "capacity-carrying", "demand planned for over what one unit is counted on for, rounded up",
      KEY_CAPACITY_CARRYING, LICENCE_PERMITTED },
    { "capacity-units", "units that carry the demand, and the spare units", KEY_CAPACITY_UNITS,
      LICENCE_PERMITTED },
    { "capacity-utilisation", "stated mean demand over the units' mean throughput",
      KEY_CAPACITY_UTILISATION, LICENCE_PERMITTED },
    { "cost-at-demand",
      "units times price by the hour over 3,600 times the stated mean demand, and the energy per "
      "work as at full load; times the quantity",
      KEY_COST_AT_DEMAND, LICENCE_PERMITTED },
    { "cost-at-demand-low", "the same with the lower end of the energy per work",
      KEY_COST_AT_DEMAND_LOW, LICENCE_PERMITTED },
    { "cost-at-demand-high", "the same with the upper end of the energy per work",
      KEY_COST_AT_DEMAND_HIGH, LICENCE_PERMITTED },
    { "cost-at-utilisation",
      "price by the hour over 3,600 times the mean throughput and the stated utilisation, and the "
      "energy per work as at full load; times the quantity",
      KEY_COST_AT_DEMAND, LICENCE_PERMITTED },
    { "cost-at-utilisation-low",
      "the same with the upper end of the throughput and the lower end of the energy per work",
      KEY_COST_AT_DEMAND_LOW, LICENCE_PERMITTED },
    { "cost-at-utilisation-high",
      "the same with the lower end of the throughput and the upper end of the energy per work",
      KEY_COST_AT_DEMAND_HIGH, LICENCE_PERMITTED },
    { "month-units", "units times price by the hour times 730", KEY_MONTH_UNITS,
      LICENCE_PERMITTED },
    { "month-energy",
      "stated mean demand times 3,600 times 730 times the energy per work times the facility's "
      "factor times the price of energy over 3,600,000",
      KEY_MONTH_ENERGY, LICENCE_PERMITTED },
    { "month-total", "price of the units and of the energy by the month, as printed",
      KEY_MONTH_TOTAL, LICENCE_PERMITTED },
    { "month-worth",
      "stated mean demand times 3,600 times 730 times the declared worth over its quantity",
      KEY_MONTH_WORTH, LICENCE_PERMITTED },
    { "break-even",
      "price by the hour of the unit held over that of the unit rented by the hour, the latter "
      "less "
      "the energy that the former would pay for at full load",
      KEY_BREAK_EVEN, LICENCE_PERMITTED },
    { "swing-low", "cost with this input lowered by its range and all others left", KEY_SWING_LOW,
      LICENCE_PERMITTED },
    { "swing-high", "cost with this input raised by its range and all others left", KEY_SWING_HIGH,
      LICENCE_PERMITTED },
    { "band-to", "units of one side times what one of them is counted on for", KEY_BAND_TO,
      LICENCE_PERMITTED },
    { "band-units",
      "upper end of the band over what one unit is counted on for, rounded up, and the spare units",
      KEY_BAND_UNITS, LICENCE_PERMITTED },
    { "band-month", "units of the band times price by the hour times 730", KEY_BAND_MONTH,
      LICENCE_PERMITTED },
    { "band-tip", "upper end of the last band before the side with the lower price changes",
      KEY_BAND_TIP, LICENCE_PERMITTED },
    { "bound-value", "mean over the system's runs, or the one run's value", KEY_BOUND_VALUE,
      LICENCE_PERMITTED },
    { "bound-low", "lower end of the 95 % t interval of that mean, the run being the unit",
      KEY_BOUND_LOW, LICENCE_PERMITTED },
    { "bound-high", "upper end of the 95 % t interval of that mean, the run being the unit",
      KEY_BOUND_HIGH, LICENCE_PERMITTED },
    { "bound-result",
      "met where the whole interval keeps the limit, not met where all of it misses it, else not "
      "shown",
      KEY_BOUND_RESULT, LICENCE_PERMITTED },
    /* a sweep, one system's alone */
    { "saturation-knee",
      "load at which two straight lines through the logarithms of load and throughput meet, split "
      "where the squares are least",
      KEY_KNEE, LICENCE_FREE },
    { "saturation-knee-low",
      "least knee when each load is left out in turn, or the load before the knee if less",
      KEY_KNEE_LOW, LICENCE_FREE },
    { "saturation-knee-high",
      "greatest knee when each load is left out in turn, or the load behind the knee if more",
      KEY_KNEE_HIGH, LICENCE_FREE },
    { "saturation-gain",
      "logarithm of the last step's throughputs' ratio over that of its loads' ratio",
      KEY_SWEEP_GAIN, LICENCE_FREE },
    { "saturation-highest",
      "highest load that keeps each limit, where every lower load keeps those that load makes "
      "worse",
      KEY_LOAD_HIGHEST, LICENCE_FREE },
    { "saturation-failing", "next load, which misses a limit; the nearest where every load does",
      KEY_LOAD_FAILING, LICENCE_FREE },
    { "saturation-highest-runs",
      "highest load that keeps every objective, where every lower load keeps those that load makes "
      "worse, by the interval over its runs, or by every run where there are too few",
      KEY_LOAD_HIGHEST, LICENCE_FREE },
    { "saturation-failing-runs",
      "next load, which is not shown to keep every objective; the nearest where no load is",
      KEY_LOAD_FAILING, LICENCE_FREE },
    { "time-share-kernels",
      "time in which a kernel ran on the accelerator, divided by the time from the first event on "
      "it "
      "to the last, in percent",
      KEY_TIME_SHARE, LICENCE_FREE },
    { "time-share-transfers",
      "time of transfers between host and accelerator in which no kernel ran, divided by the same "
      "time, in percent",
      KEY_TIME_SHARE, LICENCE_FREE },
    { "time-share-idle",
      "time in which neither was under way, while host, framework and launches kept the "
      "accelerator "
      "waiting, divided by the same time, in percent",
      KEY_TIME_SHARE, LICENCE_FREE },
    { "time-share-query",
      "mean time of this part of a query, divided by the sum of its three parts, in percent",
      KEY_TIME_SHARE, LICENCE_FREE },
    { "run-bound",
      "percentile by nearest rank, or mean, of the run's samples: of the metric's own column in "
      "the "
      "steady stretch, of another over all samples",
      KEY_RUN_BOUND, LICENCE_FREE },
    { "point-rate", "mean over the runs at this load of the metric, each in its own steady stretch",
      KEY_POINT_RATE, LICENCE_FREE },
    { "point-bound", "mean over the runs at this load of the value held against the objective",
      KEY_POINT_BOUND, LICENCE_FREE },
    { "point-bound-low", "lower end of the 95 % t interval of that mean, the run being the unit",
      KEY_POINT_BOUND_LOW, LICENCE_FREE },
    { "point-bound-high", "upper end of the 95 % t interval of that mean, the run being the unit",
      KEY_POINT_BOUND_HIGH, LICENCE_FREE },
    { "saturation-highest-rate", "throughput measured at that load", KEY_LOAD_HIGHEST_RATE,
      LICENCE_FREE },
    { "runs-needed",
      "smallest number of runs a side at which sides that do not differ are called equivalent with "
      "80 % power at the scatter seen: (t(.975) + t(.9)) s at most ln(1 + margin)",
      KEY_RUNS_NEEDED, LICENCE_PERMITTED },
    { "runs-to-show",
      "smallest number of runs a side that call the named change faster with 80 % power at the "
      "scatter seen",
      KEY_RUNS_TO_SHOW, LICENCE_PERMITTED },
    { "named-change", "twice the margin", KEY_NAMED_CHANGE, LICENCE_PERMITTED },
    { "detectable-change",
      "smallest true change that as many runs call faster with 80 % power at the scatter seen: "
      "(1 + margin) exp((t(.975) + t(.8)) s) - 1, of what is better low "
      "1 - (1 - margin) exp(-(t(.975) + t(.8)) s)",
      KEY_DETECTABLE_CHANGE, LICENCE_PERMITTED },
};

const struct derivation_row *derivation_at(size_t index)
{
    return index < ARRAY_COUNT(rows) ? &rows[index] : NULL;
}

static const struct derivation_row *row_find(const char *name)
{
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (strcmp(rows[i].name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

/* ---- digits -------------------------------------------------------------------------------------
 */

int decimals_of(double half_width)
{
    int decimals = 0;
    if (!isfinite(half_width) || half_width <= 0) {
        return 2;
    }
    /* Ten or more has its two digits before the point. */
    while (decimals < 9 && half_width < 9.95) {
        half_width *= 10;
        decimals++;
    }
    return decimals;
}

/* Decimals that show at least `digits` significant digits of `value`. */
static int decimals_for(double value, int digits)
{
    double size = fabs(value), least = 1;
    int decimals = 0;
    for (int i = 1; i < digits; i++) {
        least *= 10;
    }
    while (size > 0 && size < least && decimals < 9) {
        size *= 10;
        decimals++;
    }
    return decimals;
}

static int print_decimals(const struct derived *want)
{
    const struct printing *printing = &want->printing;
    int decimals = 0;
    switch (printing->rule) {
    case PRINT_COUNT:
        return 0;
    case PRINT_BY_HALF_WIDTH:
        return decimals_of(printing->half_width);
    case PRINT_PERCENT:
        decimals = decimals_of(printing->half_width);
        decimals = decimals > 2 ? 2 : decimals;
        /* Without decimals from ten on, unless both ends of the interval would then read the same.
         */
        return fabs(printing->estimate) >= 9.95 && printing->half_width >= 0.5 ? 0 : decimals;
    case PRINT_DECIMALS:
        return printing->digits;
    case PRINT_DIGITS:
        return decimals_for(want->value, printing->digits);
    }
    return 0;
}

/* ---- making -------------------------------------------------------------------------------------
 */

static void deriving_put(struct deriving *deriving, struct fact *fact)
{
    if (deriving->count == deriving->room) {
        size_t room = deriving->room ? deriving->room * 2 : 64;
        struct fact **item = ARENA_MANY(deriving->home, room, struct fact *);
        if (deriving->count) {
            memcpy(item, deriving->item, deriving->count * sizeof(struct fact *));
        }
        deriving->item = item;
        deriving->room = room;
    }
    deriving->item[deriving->count++] = fact;
}

static const struct system *system_of(const struct fact *fact)
{
    const struct machine *machine = fact->run ? fact->run->machine : fact->machine;
    return machine ? machine->system : fact->system;
}

/* Free rows stay inside one system. */
static bool inputs_inside(const struct derived *want)
{
    const struct system *system = NULL;
    for (size_t i = 0; i < want->input_count; i++) {
        const struct system *of = system_of(want->input[i]);
        if (of && system && of != system) {
            return false;
        }
        system = of ? of : system;
    }
    return true;
}

/* Ends the program where a number would stand without its licence. */
static void licence_check(const struct derivation_row *row, const struct derived *want)
{
    bool permitted = want->licence && comparison_licenses(want->licence);
    if (row->licence == LICENCE_PERMITTED && !permitted) {
        abort();
    }
    if (row->licence == LICENCE_FREE && !inputs_inside(want)) {
        abort();
    }
}

static const struct derivation *derivation_new(const struct deriving *deriving,
                                               const struct derivation_row *row,
                                               const struct derived *want)
{
    struct derivation *derivation = ARENA_NEW(deriving->home, struct derivation);
    const struct fact **input =
        ARENA_MANY(deriving->home, want->input_count + 1, const struct fact *);
    for (size_t i = 0; i < want->input_count; i++) {
        assert(want->input[i]);
        input[i] = want->input[i];
    }
    *derivation = (struct derivation){
        .name = row->name,
        .formula = row->formula,
        .input = input,
        .count = want->input_count,
        .series = want->series,
        .relates = row->licence == LICENCE_PERMITTED,
        .licence = row->licence == LICENCE_PERMITTED ? want->licence : NULL,
    };
    return derivation;
}

static struct str instance_of(const struct deriving *deriving, const struct derivation_row *row,
                              struct str instance)
{
    if (row->licence == LICENCE_FREE || deriving->pair.len == 0) {
        return instance;
    }
    if (instance.len == 0) {
        return deriving->pair;
    }
    return str_format(deriving->home, "%.*s, %.*s", STR_ARG(deriving->pair), STR_ARG(instance));
}

const struct fact *derive(struct deriving *deriving, const struct derived *want)
{
    const struct derivation_row *row = row_find(want->name);
    assert(row);
    assert(want->input_count > 0 || want->series);
    licence_check(row, want);
    struct fact *fact = ARENA_NEW(deriving->home, struct fact);
    *fact = (struct fact){
        .key = row->out,
        .instance = instance_of(deriving, row, want->instance),
        .kind = FACT_DERIVED,
        .system = want->system,
        .run = want->run,
        .machine = want->run ? want->run->machine : NULL,
        .derivation = derivation_new(deriving, row, want),
    };
    fact->system = fact->machine ? fact->machine->system : want->system;
    if (want->text.len > 0) {
        fact->value.text = want->text;
    } else if (want->amount.len > 0) {
        assert(isfinite(want->value));
        fact->value = (struct quantity){ want->amount, want->value, want->unit, true };
    } else {
        assert(isfinite(want->value));
        struct buf text = buf_new(deriving->home, 64);
        buf_put_real(&text, want->value, print_decimals(want));
        fact->value = (struct quantity){ buf_str(&text), want->value, want->unit, true };
    }
    deriving_put(deriving, fact);
    return fact;
}
