/* Measures the disk by itself: appends and syncs 200 bytes at a time for two seconds.
 *
 *   fdatasync DIRECTORY     prints {"syncs_per_second":…,"p50_us":…,"p99_us":…}
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { RECORD_BYTES = 200, LIMIT = 1 << 20 };
static const double SECONDS = 2;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    if (argc != 2) return fprintf(stderr, "usage: fdatasync DIRECTORY\n"), 2;
    char path[4096], record[RECORD_BYTES] = {0};
    snprintf(path, sizeof path, "%s/fdatasync.%d", argv[1], (int)getpid());
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND, 0600);
    if (file < 0) return perror(path), 1;
    unlink(path);
    static double took[LIMIT];
    int count = 0;
    double start = now(), before = start;
    while (before - start < SECONDS && count < LIMIT) {
        if (write(file, record, sizeof record) != RECORD_BYTES || fdatasync(file)) return perror(path), 1;
        double after = now();
        took[count++] = after - before;
        before = after;
    }
    qsort(took, (size_t)count, sizeof *took, ascending);
    printf("{\"syncs_per_second\":%.0f,\"p50_us\":%.0f,\"p99_us\":%.0f}\n", count / (before - start),
           took[count / 2] * 1e6, took[count * 99 / 100] * 1e6);
    return 0;
}
