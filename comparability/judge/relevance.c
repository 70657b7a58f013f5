/* relevance.c - which variables and packages may change how a run behaves. The others are listed
 * with the facts of each side and judged by no rule: a host's name, a shell's or an editor's
 * settings and a package that only draws, logs or parses make no run faster. */
#include "judging.h"
#include "model/likeness.h"

#include <math.h>

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
    for (size_t i = 0; name.len == wanted.len && i < name.len; i++) {
        if (plain(name.at[i]) != wanted.at[i]) {
            return false;
        }
    }
    return name.len == wanted.len;
}

bool instance_matters(enum key key, struct str instance)
{
    if (key == KEY_OS_ENVIRONMENT) {
        for (size_t i = 0; i < ARRAY_COUNT(variables); i++) {
            struct str row = str_from(variables[i]);
            if (str_ends(row, STR("_")) ? str_starts(instance, row) : str_eq(instance, row)) {
                return true;
            }
        }
        return false;
    }
    for (size_t i = 0; key == KEY_PACKAGE_VERSION && i < ARRAY_COUNT(beside); i++) {
        if (package_is(instance, str_from(beside[i]))) {
            return false;
        }
    }
    return true;
}

bool values_may_be_same(enum key key, struct str a, struct str b)
{
    enum group group = vocabulary_row(key)->group;
    bool described = (group == GROUP_WORKLOAD || group == GROUP_METHODOLOGY) &&
                     key != KEY_MODEL_NAME && key != KEY_TOKENIZER_NAME && key != KEY_METHOD_TOOL;
    return texts_reworded(a, b) || (described && texts_may_be_same(a, b));
}

/* ---- what differs and is not judged ------------------------------------------------------------
 */

static bool beside_differs(const struct judging *judging, enum key key, struct str instance)
{
    struct sides sides = sides_of(judging, key, instance, (double)NAN);
    if (instance_matters(key, instance) || (!sides.a && !sides.b)) {
        return false;
    }
    return sides.a && sides.b
               ? !sides.alike
               : lists_cover(judging, sides.a ? SIDE_B : SIDE_A, sides.a ? sides.a : sides.b);
}

void beside_tell(struct judging *judging, const struct rule *rule)
{
    enum { NAMED_MOST = 8 };
    static const enum key lists[] = { KEY_OS_ENVIRONMENT, KEY_PACKAGE_VERSION };
    struct buf said = buf_new(judging->home, 4096);
    size_t count = 0;
    for (size_t i = 0; i < ARRAY_COUNT(lists); i++) {
        struct str *instance;
        size_t seen = instances_seen(judging, lists[i], &instance);
        for (size_t j = 0; j < seen; j++) {
            if (!beside_differs(judging, lists[i], instance[j])) {
                continue;
            }
            if (count++ < NAMED_MOST) {
                buf_putf(&said, "%s%.*s", count > 1 ? ", " : "",
                         STR_ARG(str_sub(instance[j], 0, 60)));
            }
        }
    }
    if (count == 0) {
        return;
    }
    struct outcome outcome = outcome_of(HOLDS);
    struct str names = buf_str(&said);
    outcome.said =
        str_format(judging->home,
                   "Variables and packages that differ and are not judged, since none is "
                   "known to change how a run behaves: %.*s%s",
                   STR_ARG(names), count > NAMED_MOST ? ", and others" : "");
    find(judging, rule, &outcome);
}
