/* SPDX-License-Identifier: MIT */
/*
 * Reads a mapped file that somebody may truncate meanwhile: counts its bytes and
 * adds them up, as far as they are there.
 *
 *	checksum_file FILE
 *
 * A mapping spares the copy into the program's memory, but memory that belongs to
 * a file can go away at any time. Only the copy of a block is looked at, since
 * what was there when it was copied may be gone when it is read again.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uaccess/uaccess.h>

#define BLOCK 65536ul

/* Returns how many of the n bytes could be read; their sum in *sum. */
static unsigned long checksum(const unsigned char *map, unsigned long n, unsigned long *sum)
{
	static unsigned char block[BLOCK];
	unsigned long done = 0;

	*sum = 0;
	while (done < n) {
		unsigned long i, size = n - done < BLOCK ? n - done : BLOCK;
		unsigned long left = copy_from_user(block, map + done, size);

		for (i = 0; i < size - left; i++)
			*sum += block[i];
		done += size - left;
		if (left)
			break;
	}
	return done;
}

int main(int argc, char **argv)
{
	unsigned long n, done, sum;
	struct stat status;
	void *map;
	int fd;

	if (argc != 2) {
		fprintf(stderr, "usage: checksum_file FILE\n");
		return 2;
	}
	fd = open(argv[1], O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &status)) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	n = (unsigned long)status.st_size;
	map = n ? mmap(NULL, n, PROT_READ, MAP_SHARED, fd, 0) : NULL;
	if (map == MAP_FAILED) {
		fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
		return 1;
	}
	/* Time to truncate the file from somewhere else. */
	printf("mapped %lu bytes; Return goes on\n", n);
	fflush(stdout);
	(void)getchar();
	done = checksum(map, n, &sum);
	printf("%lu bytes, sum %lu\n", done, sum);
	if (done < n)
		printf("%lu bytes are gone\n", n - done);
	return 0;
}
