/* SPDX-License-Identifier: MIT */
/* Rows B: files that become shorter, file systems that are full, mappings that go away. */
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <uaccess/nosig.h>
#include <uaccess/routine.h>

#include "tests/neighbours/neighbours.h"

#define PAGE  4096ul
#define PAGES 16ul

/* --- B1, B5: truncated by a thread, by another process -------------------------------- */

static int file;
static atomic_bool stop;

static char *map_file(void)
{
	char *map;

	file = memfd_create("shared", 0);
	child_require(file >= 0 && !ftruncate(file, PAGES * PAGE));
	map = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	child_require(map != MAP_FAILED);
	return map;
}

/* Between one page and all of them. */
static void change_length(unsigned long i)
{
	child_require(!ftruncate(file, (off_t)((1 + i * 7 % PAGES) * PAGE)));
}

static void *truncate_on(void *arg)
{
	unsigned long i;

	for (i = 0; !atomic_load(&stop); i++)
		change_length(i);
	return arg;
}

/*
 * Never dies, and the first page is always there. (Behind it a call may end anywhere: what it had
 * moved may be gone by the time it moves the last bytes before the fault again.)
 */
static bool copies_go_on(char *map, unsigned long rounds)
{
	static char copy[PAGES * PAGE];
	unsigned long i, left, partial = 0;

	for (i = 0; i < rounds || (!partial && i < 1000 * rounds); i++) {
		left = i % 3 == 0   ? clear_user(map, sizeof(copy))
		       : i % 3 == 1 ? copy_to_user(map, copy, sizeof(copy))
				    : copy_from_user(copy, map, sizeof(copy));
		if (left > sizeof(copy) - PAGE)
			return false;
		partial += left > 0;
	}
	return partial > 0;
}

static int b1_truncated(void *arg)
{
	char *map = map_file();
	pthread_t thread;
	bool good;

	(void)arg;
	child_require(!pthread_create(&thread, NULL, truncate_on, NULL));
	good = copies_go_on(map, 3000);
	atomic_store(&stop, true);
	child_require(!pthread_join(thread, NULL));
	return !good;
}

static int b5_client(void *arg)
{
	char *map = map_file();
	pid_t client = fork();
	int status;
	bool good;

	(void)arg;
	child_require(client >= 0);
	if (!client) {
		unsigned long i;

		alarm(30);
		for (i = 0;; i++)
			change_length(i);
	}
	good = copies_go_on(map, 3000);
	kill(client, SIGKILL);
	child_require(waitpid(client, &status, 0) == client);
	return !good;
}

/* --- B2: no room left --------------------------------------------------------------------- */

static int b2_full(void *arg)
{
	static char from[4 * PAGE];
	char folder[] = "/tmp/uaccess-full.XXXXXX", path[64], *map;
	int fd;

	(void)arg;
	if (!mkdtemp(folder))
		child_cannot("no temporary folder");
	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", folder, "tmpfs", 0, "size=8k")) {
		rmdir(folder);
		child_cannot("may not mount a small file system");
	}
	snprintf(path, sizeof(path), "%s/file", folder);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	child_require(fd >= 0 && !ftruncate(fd, sizeof(from)));
	map = mmap(NULL, sizeof(from), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	child_require(map != MAP_FAILED);
	memset(from, 'x', sizeof(from));
	child_require(copy_to_user(map + 100, from, sizeof(from) - 100) == 2 * PAGE);
	child_require(clear_user(map, sizeof(from)) == 2 * PAGE);
	child_require(put_user('x', map + 3 * PAGE) == -EFAULT);
	umount2(folder, MNT_DETACH);
	rmdir(folder);
	return 0;
}

/* --- B3: every routine and size -------------------------------------------------------------- */

static int b3_routines(void *arg)
{
	static char other[2 * PAGE];
	const struct uaccess_routine *table;
	char *map, *edge;
	size_t count, i;
	unsigned long n;

	(void)arg;
	map = map_file();
	child_require(!ftruncate(file, PAGE * 2));
	edge = map + 2 * PAGE;
	table = uaccess_routine_table(&count);
	for (i = 0; i < count; i++) {
		int error = uaccess_routine_select(table[i].kind, table[i].name);

		if (error == -ENOTSUP)
			continue;
		child_require(!error);
		for (n = 1; n <= PAGE; n += n < 300 ? 1 : 37) {
			unsigned long good = (n * 7 + 3) % n, start = n * 13 % 64;

			if (table[i].kind == UACCESS_ROUTINE_CLEAR) {
				child_require(clear_user(edge - good, n) == n - good);
				continue;
			}
			child_require(copy_to_user(edge - good, other + start, n) == n - good);
			child_require(copy_from_user(other + start, edge - good, n) == n - good);
		}
	}
	return 0;
}

/* --- B4: the signals are blocked --------------------------------------------------------------- */

static void block_all(void)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, NULL);
}

static int blocked_and_unprepared(void *arg)
{
	char *beyond = memory_past_end(), byte;

	(void)arg;
	block_all();
	return get_user(byte, beyond) + byte;
}

static void *blocked_and_prepared(void *arg)
{
	block_all();
	child_require(!uaccess_thread_init());
	child_require(recovers(SIGBUS) && recovers(SIGSEGV) && copies_are_exact());
	return arg;
}

static void *blocked_without_signals(void *arg)
{
	char *beyond = memory_past_end(), buffer[64];
	volatile unsigned long n = sizeof(buffer);

	block_all();
	child_require(!uaccess_nosig_thread(true));
	child_require(copy_from_user(buffer, beyond, n) == n && clear_user(beyond, n) == n);
	child_require(uaccess_nosig_copy(buffer, beyond, n) == n);
	return arg;
}

static int b4_blocked(void *arg)
{
	(void)arg;
	child_require(row_in_thread(blocked_and_prepared, &file));
	child_require(row_in_thread(blocked_without_signals, &file));
	return !row_ends(blocked_and_unprepared, SIGBUS, 0);
}

/* --- B6: unmapped ------------------------------------------------------------------------------- */

static void *unmap_on(void *map)
{
	while (!atomic_load(&stop)) {
		child_require(!munmap((char *)map + PAGE, (PAGES - 1) * PAGE));
		child_require(mmap((char *)map + PAGE, (PAGES - 1) * PAGE, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
				   0) == (char *)map + PAGE);
	}
	return map;
}

static int b6_unmapped(void *arg)
{
	char *map = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);
	pthread_t thread;
	bool good;

	(void)arg;
	if (CHILD_SANITIZED)
		child_cannot("the sanitizer may map its own memory in the hole");
	child_require(map != MAP_FAILED);
	child_require(!pthread_create(&thread, NULL, unmap_on, map));
	good = copies_go_on(map, 3000);
	atomic_store(&stop, true);
	child_require(!pthread_join(thread, NULL));
	return !good;
}

/* --- B7: whose frames lie between ---------------------------------------------------------------- */

static char *closed;
static volatile unsigned int answered;

static void fault_once(void)
{
	char byte = 1;

	answered += get_user(byte, closed) == -EFAULT && !byte;
}

static int compare(const void *a, const void *b)
{
	fault_once();
	return *(const char *)a - *(const char *)b;
}

static void in_handler(int signo)
{
	(void)signo;
	fault_once();
}

static void in_try(void *arg)
{
	fault_once();
	*(int *)arg = 1; /* an entry answers, and the try goes on */
}

static int b7_foreign_frames(void *arg)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char letters[] = "ba";
	int went_on = 0;

	(void)arg;
	closed = memory_closed();
	qsort(letters, 2, 1, compare);
	child_require(answered && letters[0] == 'a');
	answered = 1; /* a sanitizer's qsort() compares more often */
	pthread_once(&once, fault_once);
	child_require(answered == 2);
	signal(SIGUSR1, in_handler);
	if (CHILD_SANITIZED) /* ThreadSanitizer runs handlers with all signals blocked */
		fault_once();
	else
		raise(SIGUSR1);
	child_require(answered == 3);
	child_require(!uaccess_try(in_try, &went_on, NULL));
	child_require(answered == 4 && went_on);
	return 0;
}

static const struct child_case cases[] = {
	{"B1 a thread truncates the file during copies", b1_truncated, 0},
	{"B2 writes to a mapped file on a full file system", b2_full, 0},
	{"B3 every routine before the end of a file", b3_routines, 0},
	{"B4 signals blocked in one thread", b4_blocked, 0},
	{"B5 another process truncates the file during copies", b5_client, 0},
	{"B6 a thread unmaps the pages during copies", b6_unmapped, 0},
	{"B7 faults below frames of others", b7_foreign_frames, 0},
};

ROWS(cases)
