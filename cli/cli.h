/* cli.h - the verbs of the command line: the one place that knows the order, opens files, asks the
 * clock, prints and exits. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

/* Runs one command line; answers the exit status: 0 it holds, 1 it does not, 2 undecided, 3 bad
 * usage or input, 4 the machine failed. */
int cli_main(int argc, char **argv);

#endif
