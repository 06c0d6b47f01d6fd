/* SPDX-License-Identifier: MIT */
/*
 * A thread that stands still in the middle of a change holds up no lookup, and one that stands still
 * in the middle of a lookup is waited for before a table goes.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <uaccess/uaccess.h>

#include "tests/child.h"
#include "tests/memory.h"
#include "tests/stress/generated.h"

static struct generated block;
static char *closed;

#define MIDDLE (GENERATED_FUNCTIONS / 2) /* functions before it are in table 0, the others in 1 */

static void make_table(void)
{
	size_t i;

	closed = memory_closed();
	generated_make(&block);
	for (i = 0; i < GENERATED_FUNCTIONS; i++)
		generated_entry(&block, i / MIDDLE, i);
}

/* --- a writer that is stopped ------------------------------------------------------------- */

#define STOPS 50

/* Between the process with the two threads and the one that stops one of them. */
struct shared {
	atomic_int writer, order, done;
};

static void *change_for_ever(void *arg)
{
	struct shared *shared = arg;

	atomic_store(&shared->writer, (int)syscall(SYS_gettid));
	for (;;) {
		child_require(!uaccess_extable_register(&block.record[0]));
		child_require(!uaccess_extable_unregister(block.table[0]));
	}
	return NULL;
}

/* Faults a hundred times at each order. */
static void be_traced(struct shared *shared)
{
	pthread_t thread;
	int round, i;

	make_table();
	child_require(!uaccess_extable_register(&block.record[1]));
	child_require(!pthread_create(&thread, NULL, change_for_ever, shared));
	for (round = 1; round <= STOPS; round++) {
		while (atomic_load(&shared->order) < round)
			sched_yield();
		for (i = 0; i < 100; i++)
			child_require(generated_function(&block, MIDDLE)(closed) == 1);
		atomic_store(&shared->done, round);
	}
	_exit(0);
}

static int writer_stopped(void *arg)
{
	struct shared *shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int round, writer, status;
	pid_t pid = fork();

	(void)arg;
	if (!pid)
		be_traced(shared);
	while (!(writer = atomic_load(&shared->writer)))
		sched_yield();
	if (ptrace(PTRACE_SEIZE, writer, NULL, NULL))
		child_cannot("no ptrace");
	for (round = 1; round <= STOPS; round++) {
		child_require(!ptrace(PTRACE_INTERRUPT, writer, NULL, NULL));
		child_require(waitpid(writer, &status, __WALL) == writer && WIFSTOPPED(status));
		atomic_store(&shared->order, round);
		while (atomic_load(&shared->done) < round) /* the limit on this process ends it */
			sched_yield();
		/* The last time it has gone with its process, perhaps. */
		child_require(!ptrace(PTRACE_CONT, writer, NULL, NULL) || round == STOPS);
	}
	while (waitpid(-1, &status, __WALL) != pid) /* the traced thread ends first */
		;
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

/* --- a reader that is stopped --------------------------------------------------------------- */

static unsigned char *contents; /* of table 0, whose pages are missing */
static int faults_fd;
static atomic_bool reader_done, writer_done;

/* The first one who reads table 0 stands still until fill_page(). */
static void take_pages_away(void)
{
	struct uffdio_api api = {.api = UFFD_API};
	struct uffdio_register range = {
		.range = {.start = (uintptr_t)block.table[0], .len = GENERATED_TABLE_SIZE},
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	contents = malloc(GENERATED_TABLE_SIZE);
	memcpy(contents, block.table[0], GENERATED_TABLE_SIZE);
	faults_fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	if (faults_fd < 0 || ioctl(faults_fd, UFFDIO_API, &api) ||
	    ioctl(faults_fd, UFFDIO_REGISTER, &range))
		child_cannot("no userfaultfd");
	child_require(!madvise(block.table[0], GENERATED_TABLE_SIZE, MADV_DONTNEED));
}

/* The page that a reader waits for, or 0. */
static uintptr_t page_waited_for(int milliseconds)
{
	struct pollfd fd = {.fd = faults_fd, .events = POLLIN};
	struct uffd_msg message;

	if (poll(&fd, 1, milliseconds) != 1 ||
	    read(faults_fd, &message, sizeof(message)) != sizeof(message))
		return 0;
	child_require(message.event == UFFD_EVENT_PAGEFAULT);
	return message.arg.pagefault.address & ~(uintptr_t)4095;
}

static void fill_page(uintptr_t page)
{
	struct uffdio_copy copy = {
		.dst = page,
		.src = (uintptr_t)contents + (page - (uintptr_t)block.table[0]),
		.len = 4096,
	};

	child_require(!ioctl(faults_fd, UFFDIO_COPY, &copy));
}

static void *look_up(void *arg)
{
	/* The last one of table 0: the search goes through several pages. */
	int result = generated_function(&block, MIDDLE - 1)(closed);

	atomic_store(&reader_done, true);
	return result == 1 ? arg : NULL;
}

static void *take_back(void *arg)
{
	int error = uaccess_extable_unregister(block.table[0]);

	atomic_store(&writer_done, true);
	return error ? NULL : arg;
}

static uintptr_t stop_a_reader(pthread_t *reader)
{
	make_table();
	child_require(!uaccess_extable_register(&block.record[0]));
	take_pages_away();
	child_require(!pthread_create(reader, NULL, look_up, &block));
	return page_waited_for(-1);
}

static void let_it_go(pthread_t reader, uintptr_t page)
{
	void *result;

	for (; !atomic_load(&reader_done); page = page_waited_for(10))
		if (page)
			fill_page(page);
	child_require(!pthread_join(reader, &result) && result == &block);
}

static int reader_is_waited_for(void *arg)
{
	struct timespec some_time = {0, 100000000};
	pthread_t reader, writer;
	uintptr_t page;
	void *result;
	char byte = 1;

	(void)arg;
	page = stop_a_reader(&reader);
	child_require(!pthread_create(&writer, NULL, take_back, &block));
	/* Long enough for a writer that does not wait; too short for one that gives up. */
	nanosleep(&some_time, NULL);
	child_require(!atomic_load(&writer_done));
	/* Nobody else has to wait. */
	child_require(get_user(byte, closed) == -EFAULT && !byte);
	let_it_go(reader, page);
	child_require(!pthread_join(writer, &result) && result == &block);
	return 0;
}

/* A debugger may have stopped it for good. */
static int reader_never_comes(void *arg)
{
	pthread_t reader;
	uintptr_t page;

	(void)arg;
	page = stop_a_reader(&reader);
	child_require(!uaccess_extable_register(&block.record[1]));
	child_require(generated_function(&block, GENERATED_FUNCTIONS - 1)(closed) == 1);
	let_it_go(reader, page);
	return 0;
}

static const struct child_case cases[] = {
	{"a writer that is stopped holds up no lookup", writer_stopped, 0},
	{"a reader that is stopped is waited for", reader_is_waited_for, 0},
	{"a reader that stays stopped does not hold up a change for good", reader_never_comes, 0},
};

int main(void)
{
	tap_plan(sizeof(cases) / sizeof(cases[0]));
	child_cases(cases, sizeof(cases) / sizeof(cases[0]));
	return tap_done();
}
