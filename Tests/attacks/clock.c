// Loaded into the server by LD_PRELOAD: the machine's clock shows so many seconds more as the file $CLOCK says.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t which, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, time);
    const char *path = getenv("CLOCK");
    FILE *file;
    if (result == 0 && which == CLOCK_REALTIME && path && (file = fopen(path, "r"))) {
        long seconds = 0;
        if (fscanf(file, "%ld", &seconds) == 1) time->tv_sec += seconds;
        fclose(file);
    }
    return result;
}
