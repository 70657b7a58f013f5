/* relevance.c - which keys, variables and packages matter to a comparison: what is under test, and
 * what may change how a run behaves. The others are listed
 * with the facts of each side and judged by no rule: a host's name, a shell's or an editor's
 * settings and a package that only draws, logs or parses make no run faster. */
#include "judging.h"
#include "model/likeness.h"

/* ---- under test ---- */

static bool layer_under_test(const struct under_test *under_test, enum layer layer)
{
    for (size_t i = 0; i < under_test->layer_count; i++)
        if (under_test->layer[i] == layer)
            return true;
    return false;
}

enum effect under_test_effect(const struct under_test *under_test, enum key key)
{
    const struct vocabulary_row *row = vocabulary_row(key);
    if (row->group == GROUP_PRECISION)
        return under_test->precision ? EFFECT_UNDER_TEST : EFFECT_JUDGED;
    if (row->layer == LAYER_NONE)
        return EFFECT_JUDGED;
    if (layer_under_test(under_test, row->layer))
        return EFFECT_UNDER_TEST;
    if (under_test->kind == UNDER_TEST_EXECUTOR && row->group == GROUP_EXECUTOR)
        return EFFECT_UNDER_TEST;
    bool tied_to_accelerator = row->bound == BOUND_TIED &&
                               (row->layer == LAYER_FIRMWARE || row->layer == LAYER_ACCELERATOR);
    if (tied_to_accelerator && layer_under_test(under_test, LAYER_ACCELERATOR))
        return EFFECT_FOLLOWS;
    return EFFECT_JUDGED;
}

/* ---- variables and packages ---- */

static const char *const variables[] = {
#define VARIABLE(name) name,
#include "model/variables.def"
#undef VARIABLE
};

/* What draws, logs, tests, formats or describes; in lower case with hyphens. Any other package is
 * judged: what is not known may matter. */
static const char *const beside[] = {
    "absl-py",
    "anyio",
    "argon2-cffi",
    "asttokens",
    "attrs",
    "backcall",
    "beautifulsoup4",
    "black",
    "bleach",
    "build",
    "certifi",
    "cfgv",
    "chardet",
    "charset-normalizer",
    "click",
    "colorama",
    "coverage",
    "cycler",
    "debugpy",
    "decorator",
    "defusedxml",
    "distlib",
    "docutils",
    "exceptiongroup",
    "executing",
    "fastjsonschema",
    "flake8",
    "fonttools",
    "gitdb",
    "gitpython",
    "identify",
    "idna",
    "iniconfig",
    "ipykernel",
    "ipython",
    "isort",
    "jedi",
    "jsonschema",
    "jupyter",
    "jupyter-client",
    "jupyter-core",
    "jupyterlab",
    "kiwisolver",
    "markdown",
    "markdown-it-py",
    "markupsafe",
    "matplotlib",
    "matplotlib-inline",
    "mccabe",
    "mdurl",
    "mistune",
    "mypy",
    "mypy-extensions",
    "nbclient",
    "nbconvert",
    "nbformat",
    "nodeenv",
    "notebook",
    "parso",
    "pathspec",
    "pexpect",
    "pickleshare",
    "pip",
    "pipdeptree",
    "platformdirs",
    "pluggy",
    "pre-commit",
    "prometheus-client",
    "prompt-toolkit",
    "ptyprocess",
    "pure-eval",
    "pycodestyle",
    "pyflakes",
    "pygments",
    "pylint",
    "pyparsing",
    "pytest",
    "pytest-cov",
    "python-dateutil",
    "pytz",
    "rich",
    "ruff",
    "seaborn",
    "sentry-sdk",
    "setuptools",
    "six",
    "smmap",
    "soupsieve",
    "sphinx",
    "stack-data",
    "tabulate",
    "tensorboard",
    "tensorboard-data-server",
    "tensorboardx",
    "termcolor",
    "tinycss2",
    "toml",
    "tomli",
    "tomlkit",
    "tqdm",
    "traitlets",
    "typeguard",
    "types-requests",
    "typing-extensions",
    "tzdata",
    "urllib3",
    "virtualenv",
    "wandb",
    "wcwidth",
    "webencodings",
    "werkzeug",
    "wheel",
    "zipp",
};

static char plain(char c)
{
    return (char)(c == '_' || c == '.' ? '-' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Names of packages are one whatever their case, hyphens, underlines and points (PEP 503). */
static bool package_is(struct str name, struct str wanted)
{
    for (size_t i = 0; name.len == wanted.len && i < name.len; i++)
        if (plain(name.at[i]) != wanted.at[i])
            return false;
    return name.len == wanted.len;
}

bool instance_matters(enum key key, struct str instance)
{
    if (key == KEY_OS_ENVIRONMENT) {
        for (size_t i = 0; i < ARRAY_COUNT(variables); i++) {
            struct str row = str_from(variables[i]);
            if (str_ends(row, STR("_")) ? str_starts(instance, row) : str_eq(instance, row))
                return true;
        }
        return false;
    }
    for (size_t i = 0; key == KEY_PACKAGE_VERSION && i < ARRAY_COUNT(beside); i++)
        if (package_is(instance, str_from(beside[i])))
            return false;
    return true;
}

bool values_may_be_same(enum key key, struct str a, struct str b)
{
    enum group group = vocabulary_row(key)->group;
    bool described = (group == GROUP_WORKLOAD || group == GROUP_METHODOLOGY) &&
                     key != KEY_MODEL_NAME && key != KEY_TOKENIZER_NAME && key != KEY_METHOD_TOOL;
    bool named = key == KEY_CPU_NAME || key == KEY_HOST_MODEL || key == KEY_OS_NAME;
    if (key == KEY_ACCELERATOR_NAME) /* another form or memory is another product */
        return parts_named(key, a, b) == NAMED_LESS;
    return texts_reworded(a, b) || (named && parts_named(key, a, b) == NAMED_LESS) ||
           (described && texts_may_be_same(a, b));
}
