/* case_members.c - the members of case.json (format "dossier-case/1"). */
#include "members.h"
#include "model/decision.h"

#define WORDS(function, ...)                                                                       \
    static const char *function(size_t index)                                                      \
    {                                                                                              \
        static const char *const words[] = { __VA_ARGS__ };                                        \
        return index < ARRAY_COUNT(words) ? words[index] : NULL;                                   \
    }

WORDS(format_word, "dossier-case/1")
WORDS(language_word, "en", "de")
WORDS(party_word, "buyer", "vendor", "third party")
WORDS(metric_kind_word, "per_run", "at_load", "at_objective", "to_completion", "whole_run")
WORDS(under_test_word, "layers", "executor")
WORDS(profile_word, "purchase", "engineering", "mlperf")
WORDS(terms_word, "as-shipped", "ported", "tuned", "as-operated")
WORDS(category_word, "as-shipped", "ported", "tuned")
WORDS(unit_word, "accelerator", "node", "rack", "instance", "offer")
WORDS(per_word, "purchase", "hour", "month", "year")
WORDS(worth_word, "million tokens", "thousand requests", "thousand matmuls")
WORDS(result_word, "met", "not met", "not shown")
WORDS(line_per_word, "unit", "option")
WORDS(every_word, "once", "month", "year")
WORDS(reference_word, "baseline", "contract", "plan", "supersedes")

/* Layers, then precision, which can be under test like one. */
static const char *layer_word(size_t index)
{
    if (index + LAYER_NONE + 1 < LAYER_COUNT)
        return layer_row((enum layer)(index + LAYER_NONE + 1))->name;
    return index + LAYER_NONE + 1 == LAYER_COUNT ? "precision" : NULL;
}

static const char *owner_word(size_t index)
{
    const char *name = layer_word(index);
    return name && index + LAYER_NONE + 1 < LAYER_COUNT ? name : NULL;
}

WORDS(class_word, "forced", "chosen")

/* A whole layer, or one key of one. */
static const char *difference_word(size_t index)
{
    if (index + LAYER_NONE + 1 < LAYER_COUNT)
        return layer_row((enum layer)(index + LAYER_NONE + 1))->name;
    index -= LAYER_COUNT - LAYER_NONE - 1;
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)i);
        if (row->group == GROUP_EXECUTOR && row->layer != LAYER_NONE && index-- == 0)
            return row->name;
    }
    return NULL;
}

static const char *option_kind_word(size_t index)
{
    return index < OPTION_KIND_COUNT ? option_kind_name((enum option_kind)index) : NULL;
}

static const char *decides_word(size_t index)
{
    return index < DECIDES_COUNT ? decides_name((enum decides)index) : NULL;
}

/* A metric is a result that is better one way. */
static const char *metric_word(size_t index)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        const struct vocabulary_row *row = vocabulary_row((enum key)i);
        if (row->group == GROUP_RESULT && row->better != BETTER_NEITHER && index-- == 0)
            return row->name;
    }
    return NULL;
}

#define MEMBERS(name, text)                                                                        \
    {                                                                                              \
        .means = (text), .item = (name), .count = ARRAY_COUNT(name)                                \
    }

static const struct member party_list[] = {
    { "party", "who measured, seen from the buyer", party_word, .shape = SHAPE_WORD,
      .required = true, .fact = FACT_OF(KEY_PARTY_KIND) },
    { "name", "person or team that measured", .shape = SHAPE_TEXT, .required = true,
      .fact = FACT_OF(KEY_PARTY_MEASURED_BY) },
    { "paid_by", "who paid for the measurement", .shape = SHAPE_TEXT,
      .fact = FACT_OF(KEY_PARTY_PAID_BY) },
    { "hosted_by", "who hosted the machines", .shape = SHAPE_TEXT,
      .fact = FACT_OF(KEY_PARTY_HOSTED_BY) },
    { "configured_by", "who configured the systems", .shape = SHAPE_TEXT,
      .fact = FACT_OF(KEY_PARTY_CONFIGURED_BY) },
};
static const struct members party =
    MEMBERS(party_list, "who measured, paid, hosted and configured");

static const struct member machine_list[] = {
    { "workload", "name of the workload that these runs are, where the case has several",
      .shape = SHAPE_TEXT },
    { "category", "in which these runs were done, where the case judges each category by itself",
      category_word, .shape = SHAPE_WORD },
    { "captures", "paths of what system captures left on this machine", .shape = SHAPE_TEXTS },
    { "runs", "paths of this machine's runs, one folder, archive or file a run",
      .shape = SHAPE_TEXTS, .required = true, .least = 1 },
};
static const struct members machine =
    MEMBERS(machine_list, "a machine: captures belong to it, runs ran on it");

static const struct member system_list[] = {
    { "id", "short name, unique in the case", .shape = SHAPE_ID, .required = true },
    { "label", "what the report calls it", .shape = SHAPE_TEXT, .required = true,
      .fact = FACT_OF(KEY_SYSTEM_LABEL) },
    { "baseline", "the system the others are held against; at most one", .shape = SHAPE_BOOL },
    { "machines", "the machines that ran it", .members = &machine, .shape = SHAPE_OBJECTS,
      .required = true, .least = 1, .instead = "bundles" },
    { "bundles",
      "in the place of machines: systems of earlier dossiers whose runs these are, each "
      "\"OLD.asice#ID\", below the folder of the case",
      .shape = SHAPE_TEXTS, .least = 1 },
    { "measured_by", "where it differs from the case's", .members = &party, .shape = SHAPE_OBJECT },
    { "facts", "declared of all its runs: a declarable key by its dotted name",
      .shape = SHAPE_FACTS },
    { "sweeps", "paths of sweeps over loads; for saturation, not for the comparison",
      .shape = SHAPE_TEXTS },
    { "profiles",
      "paths of profiles of its program, each with what tells of what it is; for where "
      "the time goes, not for the comparison",
      .shape = SHAPE_TEXTS },
};
const struct members case_system_members =
    MEMBERS(system_list, "one executor with its repeated runs");

static const struct member bridge_list[] = {
    { "like", "id of the system whose executor it repeats", .shape = SHAPE_ID, .required = true },
    { "workload", "as of a machine; one that the system has", .shape = SHAPE_TEXT },
    { "category", "as of a machine; one that the system has", category_word, .shape = SHAPE_WORD },
    { "captures", "as of a machine", .shape = SHAPE_TEXTS },
    { "runs", "as of a machine", .shape = SHAPE_TEXTS, .required = true, .least = 1 },
    { "facts", "as of a system: those of the system that it is like do not reach it",
      .shape = SHAPE_FACTS },
};
const struct members case_bridge_members =
    MEMBERS(bridge_list, "runs of one side's executor on the other side's units");

static const struct member metric_list[] = {
    { "key", "a result's name in the vocabulary", metric_word, .shape = SHAPE_WORD,
      .required = true },
    { "kind", "what the metric is taken over", metric_kind_word, .shape = SHAPE_WORD,
      .required = true },
    { "instance", "\"mean\", \"median\" or a percentile such as \"p95\"", .shape = SHAPE_TEXT },
};
static const struct members metric = MEMBERS(metric_list, "what is compared");

static const struct member difference_list[] = {
    { "of", "a layer, or a key of the vocabulary", difference_word, .shape = SHAPE_WORD,
      .required = true },
    { "class", "forced: the other side cannot run this value; chosen: it could", class_word,
      .shape = SHAPE_WORD, .required = true },
    { "reason", "why it was chosen", .shape = SHAPE_TEXT },
    { "document", "support table that shows it to be forced", .shape = SHAPE_TEXT },
};
static const struct members difference =
    MEMBERS(difference_list, "a difference between whole executors, classed");

static const struct member under_test_list[] = {
    { "kind", "named layers, or the whole executor", under_test_word, .shape = SHAPE_WORD,
      .required = true },
    { "layers", "kind layers: what may differ", layer_word, .shape = SHAPE_WORDS, .least = 1,
      .most = 3 },
    { "terms",
      "kind executor: the terms, equal on both sides; none where machines have a \"category\"",
      terms_word, .shape = SHAPE_WORD, .fact = FACT_OF(KEY_CASE_TERMS) },
    { "required",
      "where machines have a \"category\": those of which each system needs one; others are "
      "optional",
      category_word, .shape = SHAPE_WORDS, .least = 1, .most = 3 },
    { "release_rule", "kind executor: which release of each component", .shape = SHAPE_TEXT,
      .fact = FACT_OF(KEY_CASE_RELEASE_RULE) },
    { "unit", "kind executor: the unit compared", unit_word, .shape = SHAPE_WORD,
      .fact = FACT_OF(KEY_CASE_UNIT) },
    { "differences", "kind executor: which differences are forced, and why others were chosen",
      .members = &difference, .shape = SHAPE_OBJECTS },
};
static const struct members under_test =
    MEMBERS(under_test_list, "what may differ between the systems");

/* What a parameter of the steady-state method may be stands in its meaning, so that the schema has
 * it. */
#define SUFFIX_PERCENT " %"
#define SUFFIX_COUNT ""
#define SUFFIX_SECOND " s"
#define PARAMETER_MEANS(unit, least, most, standard, title)                                        \
    title "; from " #least SUFFIX_##unit " to " #most SUFFIX_##unit ", " #standard SUFFIX_##unit   \
        " unless given"
#define STEADY_LIMIT(id, name, unit, type, least, most, standard, weaker, title)                   \
    static const char delta_means[] = PARAMETER_MEANS(unit, least, most, standard, title);
#define STEADY_PARAMETER(id, name, unit, type, least, most, standard, weaker, title)
#include "model/steady_parameters.def"
static const struct member steady_list[] = {
#define STEADY_LIMIT(id, name, unit, type, least, most, standard, weaker, title)
#define STEADY_PARAMETER(id, name, in, type, least, most, standard, weaker, title)                 \
    { #name, PARAMETER_MEANS(in, least, most, standard, title), .shape = SHAPE_LIMIT,              \
      .unit = UNIT_##in },
#include "model/steady_parameters.def"
};
static const struct members steady =
    MEMBERS(steady_list, "numbers of the steady-state method; a change of any is another method");

static const struct member policy_list[] = {
    { "accuracy",
      "largest loss of accuracy against the reference; there is no built-in one, and more than 5 % "
      "needs a reason",
      .shape = SHAPE_LIMIT, .unit = UNIT_PERCENT },
    { "accuracy_task",
      "the task by whose score accuracy is judged, \"TASK\" or \"TASK METRIC,FILTER\"; every one "
      "that both sides show where none is named",
      .shape = SHAPE_TEXT, .fact = FACT_OF(KEY_ACCURACY_TASK) },
    { "delta", delta_means, .shape = SHAPE_LIMIT, .unit = UNIT_PERCENT },
    { "failures", "highest share of failed requests", .shape = SHAPE_LIMIT, .unit = UNIT_PERCENT },
    { "least_batches", "least number of batches inside the window", .shape = SHAPE_LIMIT,
      .unit = UNIT_COUNT },
    { "least_share", "least share of the shortest run inside the window", .shape = SHAPE_LIMIT,
      .unit = UNIT_PERCENT },
    { "least_window", "least common window", .shape = SHAPE_LIMIT, .unit = UNIT_SECOND },
    { "margin", "margin below which a difference does not count", .shape = SHAPE_LIMIT,
      .unit = UNIT_PERCENT },
    { "repetitions", "least number of runs a side", .shape = SHAPE_LIMIT, .unit = UNIT_COUNT },
    { "steady", "numbers of the steady-state method", .members = &steady, .shape = SHAPE_OBJECT },
};
static const struct members policy =
    MEMBERS(policy_list, "limits; one weaker than the built-in needs a reason beside its value");

static const struct member objective_list[] = {
    { "metric", "a result's name in the vocabulary", metric_word, .shape = SHAPE_WORD,
      .required = true },
    { "percentile", "percentile of the metric", .shape = SHAPE_QUANTITY, .unit = UNIT_COUNT },
    { "at_most", "a value with its unit", .shape = SHAPE_TEXT },
    { "at_least", "a value with its unit", .shape = SHAPE_TEXT },
};
static const struct members objective = MEMBERS(objective_list, "a service objective");

static const struct member demand_list[] = {
    { "peak", "highest demand, in the metric's unit", .shape = SHAPE_TEXT },
    { "mean", "mean demand, in the metric's unit", .shape = SHAPE_TEXT },
    { "headroom", "share of each unit kept free", .shape = SHAPE_QUANTITY, .unit = UNIT_PERCENT },
    { "growth", "growth a year", .shape = SHAPE_QUANTITY, .unit = UNIT_PERCENT },
    { "years", "years of growth planned for", .shape = SHAPE_QUANTITY, .unit = UNIT_COUNT },
    { "held", "units of the baseline that stand today, spare ones included",
      .shape = SHAPE_QUANTITY, .unit = UNIT_COUNT, .fact = FACT_OF(KEY_DEMAND_HELD) },
    { "redundancy", "spare units beyond those that carry the demand", .shape = SHAPE_QUANTITY,
      .unit = UNIT_COUNT },
    { "schedule", "hours of a week in which the service runs; the units are off else",
      .shape = SHAPE_QUANTITY, .unit = UNIT_SECOND },
};
static const struct members demand = MEMBERS(demand_list, "the demand to be met");

static const struct member price_list[] = {
    { "system", "id of the system", .shape = SHAPE_ID, .required = true },
    { "amount", "decimal amount as text, of one unit of what a run ran on", .shape = SHAPE_TEXT,
      .required = true },
    { "currency", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "per", "what the amount buys: the unit, or its use for a time", per_word, .shape = SHAPE_WORD,
      .required = true },
    { "as_of", "date of the price", .shape = SHAPE_DATE, .required = true },
    { "valid_until", "last day of validity", .shape = SHAPE_DATE },
    { "document", "the offer it stands in", .shape = SHAPE_TEXT },
    { "sha256", "digest of that document; checked where it is among `documents`",
      .shape = SHAPE_TEXT },
    { "lifetime", "of a purchase: the time it is spread over", .shape = SHAPE_QUANTITY,
      .unit = UNIT_SECOND },
    { "residual", "of a purchase: worth after that time", .shape = SHAPE_TEXT },
    { "energy_included", "whether the amount pays for energy, too", .shape = SHAPE_BOOL },
};
static const struct members price = MEMBERS(price_list, "a price");

static const struct member rate_list[] = {
    { "from", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "to", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "rate", "how many `to` one `from` is, a decimal as text", .shape = SHAPE_TEXT,
      .required = true },
    { "as_of", "date of the rate", .shape = SHAPE_DATE, .required = true },
    { "valid_until", "last day on which it may be used", .shape = SHAPE_DATE },
    { "document", "where it stands", .shape = SHAPE_TEXT },
};
static const struct members rate = MEMBERS(rate_list, "a dated exchange rate");

static const struct member energy_list[] = {
    { "price", "decimal amount by the kilowatt-hour, as text", .shape = SHAPE_TEXT,
      .required = true },
    { "currency", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "as_of", "date of the price", .shape = SHAPE_DATE, .required = true },
    { "document", "where it stands", .shape = SHAPE_TEXT },
    { "cooling", "power of the facility per power of the equipment, a decimal as text",
      .shape = SHAPE_TEXT },
};
static const struct members energy = MEMBERS(energy_list, "what energy costs");

static const struct member worth_list[] = {
    { "amount", "decimal amount as text", .shape = SHAPE_TEXT, .required = true },
    { "currency", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "per", "work that the amount is for", worth_word, .shape = SHAPE_WORD, .required = true },
    { "as_of", "date of the statement", .shape = SHAPE_DATE, .required = true },
    { "document", "where it stands", .shape = SHAPE_TEXT },
};
static const struct members worth = MEMBERS(worth_list, "what the work is worth to who asks");

static const struct member sensitivity_list[] = {
    { "price", "share by which prices are moved", .shape = SHAPE_QUANTITY, .unit = UNIT_PERCENT },
    { "utilisation", "share by which the mean demand or utilisation is moved",
      .shape = SHAPE_QUANTITY, .unit = UNIT_PERCENT },
    { "energy", "share by which the price of energy is moved", .shape = SHAPE_QUANTITY,
      .unit = UNIT_PERCENT },
};
static const struct members sensitivity =
    MEMBERS(sensitivity_list, "how far each input may be off; one is moved at a time");

static const struct member line_list[] = {
    { "what", "what is paid for: hosts, racks, network, licences, staff, migration, exit",
      .shape = SHAPE_TEXT, .required = true },
    { "amount", "decimal amount as text", .shape = SHAPE_TEXT, .required = true },
    { "currency", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "per", "for each unit of the option, or for all of it", line_per_word, .shape = SHAPE_WORD,
      .required = true },
    { "every", "how often it is paid", every_word, .shape = SHAPE_WORD, .required = true },
    { "from", "first month of it, \"2027-01\"", .shape = SHAPE_TEXT },
    { "until", "last month of it", .shape = SHAPE_TEXT },
    { "document", "where it stands", .shape = SHAPE_TEXT },
    { "assumed", "true where no document shows it", .shape = SHAPE_BOOL },
};
static const struct members line = MEMBERS(line_list, "a cost of an option beside its units");

static const struct member token_price_list[] = {
    { "amount", "decimal amount for a million tokens, as text", .shape = SHAPE_TEXT,
      .required = true },
    { "currency", "ISO 4217 code", .shape = SHAPE_TEXT, .required = true },
    { "as_of", "date of the price", .shape = SHAPE_DATE, .required = true },
    { "valid_until", "last day on which it may be used", .shape = SHAPE_DATE },
    { "document", "where it stands", .shape = SHAPE_TEXT },
    { "assumed", "true where no document shows it", .shape = SHAPE_BOOL },
};
static const struct members token_price = MEMBERS(token_price_list, "a price of tokens");

static const struct member tokens_list[] = {
    { "input", "price of what is sent", .members = &token_price, .shape = SHAPE_OBJECT,
      .required = true },
    { "cached_input", "price of what is sent and was kept from before", .members = &token_price,
      .shape = SHAPE_OBJECT },
    { "output", "price of what is answered", .members = &token_price, .shape = SHAPE_OBJECT,
      .required = true },
    { "cached", "share of the input that is paid as cached", .shape = SHAPE_QUANTITY,
      .unit = UNIT_PERCENT },
    { "input_per_output",
      "input tokens for each of output, a decimal as text; counts where the runs do not tell it",
      .shape = SHAPE_TEXT },
};
static const struct members tokens = MEMBERS(tokens_list, "how an interface is paid");

static const struct member option_list[] = {
    { "id", "its name in the case", .shape = SHAPE_ID, .required = true },
    { "label", "what the report calls it", .shape = SHAPE_TEXT },
    { "kind", "what is done", option_kind_word, .shape = SHAPE_WORD, .required = true },
    { "system", "id of the system whose units it takes; the baseline's where nothing is done",
      .shape = SHAPE_ID },
    { "tokens", "of an interface: its prices by the token", .members = &tokens,
      .shape = SHAPE_OBJECT },
    { "from", "month in which it begins, \"2027-01\"", .shape = SHAPE_TEXT },
    { "lines", "what it costs beside its units and their energy", .members = &line,
      .shape = SHAPE_OBJECTS, .most = OPTION_LINES_MOST },
};
static const struct members option = MEMBERS(option_list, "a way to meet the demand");

static const struct member requirement_list[] = {
    { "clause", "clause of the document", .shape = SHAPE_TEXT, .required = true },
    { "document", "document it stands in", .shape = SHAPE_TEXT },
    { "text", "the requirement in its own words", .shape = SHAPE_TEXT },
    { "system", "id of the system it binds; each where none is named", .shape = SHAPE_ID },
    { "metric", "a result's name in the vocabulary", metric_word, .shape = SHAPE_WORD },
    { "percentile", "percentile of the metric", .shape = SHAPE_QUANTITY, .unit = UNIT_COUNT },
    { "at_most", "a value with its unit", .shape = SHAPE_TEXT },
    { "at_least", "a value with its unit", .shape = SHAPE_TEXT },
};
static const struct members requirement = MEMBERS(requirement_list, "a requirement of a document");

static const struct member expected_list[] = {
    { "metric", "a result's name in the vocabulary", metric_word, .shape = SHAPE_WORD,
      .required = true },
    { "system", "id of the system", .shape = SHAPE_ID },
    { "projected_for",
      "what does not exist yet or could not be measured, in place of a system; shown apart",
      .shape = SHAPE_TEXT },
    { "value", "a value with its unit", .shape = SHAPE_TEXT, .required = true },
    { "by", "who expects it", .shape = SHAPE_TEXT },
    { "document", "where it stands", .shape = SHAPE_TEXT },
};
static const struct members expected = MEMBERS(expected_list, "what a party foresaw");

static const struct member remeasure_list[] = {
    { "by", "who measures again", .shape = SHAPE_TEXT, .required = true,
      .fact = FACT_OF(KEY_REMEASURE_BY) },
    { "baseline", "against which system or dossier", .shape = SHAPE_TEXT, .required = true,
      .fact = FACT_OF(KEY_REMEASURE_BASELINE) },
    { "date", "when", .shape = SHAPE_DATE, .fact = FACT_OF(KEY_REMEASURE_DATE) },
    { "every_months", "after how many months again, from then on; `dossier due` counts them",
      .shape = SHAPE_QUANTITY, .unit = UNIT_COUNT },
};
static const struct members remeasure = MEMBERS(remeasure_list, "who measures again");

static const struct member statement_list[] = {
    { "party", "who says it", .shape = SHAPE_TEXT, .required = true },
    { "text", "unedited", .shape = SHAPE_TEXT, .required = true },
    { "date", "when", .shape = SHAPE_DATE },
};
static const struct members statement = MEMBERS(statement_list, "a party's statement, unedited");

static const struct member decision_list[] = {
    { "text", "what was decided", .shape = SHAPE_TEXT, .required = true },
    { "by", "by whom", .shape = SHAPE_TEXT },
    { "role", "in which role", .shape = SHAPE_TEXT },
    { "date", "when", .shape = SHAPE_DATE },
    { "conditions", "conditions on which it was taken", .shape = SHAPE_TEXTS },
    { "result", "how the requirements stand", result_word, .shape = SHAPE_WORD },
    { "holds_while", "conditions it holds under", .shape = SHAPE_TEXTS },
    { "review", "date to look again", .shape = SHAPE_DATE },
    { "claims_until",
      "last day on which a claim may be made of what was decided; `dossier due` tells it",
      .shape = SHAPE_DATE },
};
static const struct members decision =
    MEMBERS(decision_list, "the decision and the conditions it holds under");

static const struct member same_list[] = {
    { "of", "a key of the vocabulary", difference_word, .shape = SHAPE_WORD, .required = true },
    { "values", "the two texts, as they are written", .shape = SHAPE_TEXTS, .required = true,
      .least = 2, .most = 2 },
    { "reason", "why they are the same", .shape = SHAPE_TEXT, .required = true },
};
static const struct members same = MEMBERS(same_list, "two wordings of one thing");

static const struct member reference_list[] = {
    { "dossier", "its file, below the folder of the case", .shape = SHAPE_TEXT, .required = true },
    { "as", "what it is to this case", reference_word, .shape = SHAPE_WORD, .required = true },
    { "embed", "whether it is packed whole; else by content id and digest", .shape = SHAPE_BOOL },
};
static const struct members reference =
    MEMBERS(reference_list, "an earlier dossier, verified before it is used");

static const struct member case_list[] = {
    { "format", "this form and its version", format_word, .shape = SHAPE_WORD, .required = true },
    { "id", "the case's name", .shape = SHAPE_TEXT, .required = true,
      .fact = FACT_OF(KEY_CASE_ID) },
    { "date", "date of the case; the report knows no other", .shape = SHAPE_DATE, .required = true,
      .fact = FACT_OF(KEY_CASE_DATE) },
    { "language", "language of the report", language_word, .shape = SHAPE_WORD },
    { "question", "what is to be decided, without naming a winner", .shape = SHAPE_TEXT,
      .required = true, .fact = FACT_OF(KEY_CASE_QUESTION) },
    { "decides",
      "kind of the question, which gives the answer its sentence; told from the rest of the case "
      "where it is left out",
      decides_word, .shape = SHAPE_WORD, .fact = FACT_OF(KEY_CASE_DECIDES) },
    { "asked_by", "who asks", .shape = SHAPE_TEXT, .fact = FACT_OF(KEY_CASE_ASKED_BY) },
    { "measured_by", "who measured", .members = &party, .shape = SHAPE_OBJECT },
    { "systems", "what is compared", .members = &case_system_members, .shape = SHAPE_OBJECTS,
      .required = true, .least = 1 },
    { "bridge", "bridge runs: judged by every rule, kept out of mean and interval",
      .members = &case_bridge_members, .shape = SHAPE_OBJECTS },
    { "null", "ids of two systems that are one configuration, measured twice", .shape = SHAPE_TEXTS,
      .least = 2, .most = 2 },
    { "metric", "what is compared", .members = &metric, .shape = SHAPE_OBJECT, .required = true },
    { "under_test", "what may differ; of a single system nothing is compared",
      .members = &under_test, .shape = SHAPE_OBJECT, .required = true, .unless_single = true },
    { "same", "texts that the sides word differently and that say the same", .members = &same,
      .shape = SHAPE_OBJECTS },
    { "profile", "how much is asked; purchase, the built-in rules, unless given", profile_word,
      .shape = SHAPE_WORD },
    { "policy", "limits off their built-in values", .members = &policy, .shape = SHAPE_OBJECT },
    { "assumptions", "signed along with the numbers", .shape = SHAPE_TEXTS },
    { "limitations", "signed along with the numbers", .shape = SHAPE_TEXTS },
    { "owners", "team that owns a layer, where it is not the usual one", owner_word,
      .shape = SHAPE_MAP },
    { "plan", "document with the plan fixed before the first run", .shape = SHAPE_TEXT,
      .fact = FACT_OF(KEY_CASE_PLAN) },
    { "ledger", "document that lists planned, present and excluded runs", .shape = SHAPE_TEXT,
      .fact = FACT_OF(KEY_CASE_LEDGER) },
    { "objectives", "service objectives", .members = &objective, .shape = SHAPE_OBJECTS },
    { "demand", "demand to be met", .members = &demand, .shape = SHAPE_OBJECT },
    { "utilisation", "share of the time at work, where no demand tells it", .shape = SHAPE_QUANTITY,
      .unit = UNIT_PERCENT, .fact = FACT_OF(KEY_PRICE_UTILISATION) },
    { "currency", "ISO 4217 code of the report's amounts; the first price's where none is named",
      .shape = SHAPE_TEXT },
    { "prices", "prices by system", .members = &price, .shape = SHAPE_OBJECTS },
    { "rates", "exchange rates", .members = &rate, .shape = SHAPE_OBJECTS },
    { "energy", "what energy costs", .members = &energy, .shape = SHAPE_OBJECT },
    { "worth", "declared worth of the work", .members = &worth, .shape = SHAPE_OBJECT },
    { "interest", "rate a year by which a purchase is spread over its lifetime",
      .shape = SHAPE_QUANTITY, .unit = UNIT_PERCENT },
    { "options", "ways to meet the demand; made from prices and demand where it is left out",
      .members = &option, .shape = SHAPE_OBJECTS, .least = 1, .most = OPTIONS_MOST },
    { "sensitivity", "how far each input may be off", .members = &sensitivity,
      .shape = SHAPE_OBJECT },
    { "requirements", "requirements by clause", .members = &requirement, .shape = SHAPE_OBJECTS },
    { "expected", "figures foreseen; never used as measurements", .members = &expected,
      .shape = SHAPE_OBJECTS },
    { "remeasure", "who measures again, against which baseline", .members = &remeasure,
      .shape = SHAPE_OBJECT },
    { "symptom", "layer in which the trouble shows", layer_word, .shape = SHAPE_WORD,
      .fact = FACT_OF(KEY_SYMPTOM_LAYER) },
    { "documents", "paths of offers and other documents, kept as evidence", .shape = SHAPE_TEXTS },
    { "references", "earlier dossiers that the case refers to, verified first",
      .members = &reference, .shape = SHAPE_OBJECTS, .most = 64 },
    { "statements", "statements of the parties, printed unedited", .members = &statement,
      .shape = SHAPE_OBJECTS },
    { "decision", "the decision taken, printed as it is", .members = &decision,
      .shape = SHAPE_OBJECT },
};
const struct members case_members =
    MEMBERS(case_list, "a case: the question to decide and the runs that may answer it");
