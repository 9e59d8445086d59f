// Shifts the clock of a program by as many seconds as the file $CLOCK says, at run time.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
	char text[8] = "";
	const char *path = getenv("CLOCK");
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (file >= 0) {
		if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
		close(file);
	}
	return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
	int result = syscall(SYS_clock_gettime, clock, now);
	if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
	return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
	struct timespec t;
	(void)zone;
	clock_gettime(CLOCK_REALTIME, &t);
	now->tv_sec = t.tv_sec;
	now->tv_usec = t.tv_nsec / 1000;
	return 0;
}

time_t time(time_t *out) {
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	if (out) *out = t.tv_sec;
	return t.tv_sec;
}
