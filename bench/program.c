/* SPDX-License-Identifier: MIT */
/* `make bench` in a tree whose `uaccess` command is not built. */
#include "bench/bench.h"

int main(int argc, char **argv)
{
	return bench_main(argc, argv);
}
