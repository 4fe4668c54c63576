// Makes every monotonic clock of a program count its own CPU time: with LD_PRELOAD a match at a fixed time a move is
// fair on a machine that others use too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

typedef int (*clock_function)(clockid_t, struct timespec *);

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static clock_function real;
    if (!real) real = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME)
        clock = CLOCK_PROCESS_CPUTIME_ID;
    return real(clock, time);
}
