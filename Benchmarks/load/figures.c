#include "load.h"
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static int64_t read_clock(clockid_t clock)
{
    struct timespec t;
    if (clock_gettime(clock, &t)) return -1;
    return t.tv_sec * (int64_t)1000000000 + t.tv_nsec;
}

int64_t now_ns(void) { return read_clock(CLOCK_MONOTONIC); }
int64_t own_cpu_ns(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

/* CPU time of all threads: utime + stime of /proc/PID/stat, in nanoseconds instead of ticks of
 * 10 ms. */
static int64_t cpu_ns(int pid)
{
    clockid_t clock;
    int64_t used = clock_getcpuclockid(pid, &clock) ? -1 : read_clock(clock);
    if (used < 0) broken("no server with the process id %d", pid);
    return used;
}

int64_t server_cpu_ns(void)
{
    int64_t sum = 0;
    for (int i = 0; i < options.pid_count; i++) sum += cpu_ns(options.pids[i]);
    return sum;
}

int64_t store_cpu_ns(void) { return options.store_pid ? cpu_ns(options.store_pid) : 0; }

long server_rss_bytes(void)
{
    char path[64];
    long size = 0, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", options.pids[0]);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2) broken("no server with the process id %d", options.pids[0]);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

long server_written(const char *what)
{
    char path[64], line[128];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%d/io", options.pids[0]);
    FILE *file = fopen(path, "r");
    if (!file) return -1;
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, what, strlen(what)) && line[strlen(what)] == ':') value = atol(line + strlen(what) + 1);
    fclose(file);
    return value;
}

void sample_add(struct sample *sample, int64_t nanoseconds)
{
    if (sample->count == sample->capacity) {
        sample->capacity = sample->capacity ? 2 * sample->capacity : 1 << 16;
        sample->values = realloc(sample->values, sample->capacity * sizeof *sample->values);
    }
    sample->values[sample->count++] = nanoseconds > UINT32_MAX ? UINT32_MAX : (uint32_t)nanoseconds;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

double sample_us(struct sample *sample, double quantile)
{
    if (!sample->count) return 0;
    qsort(sample->values, sample->count, sizeof *sample->values, ascending);
    return sample->values[(size_t)((double)(sample->count - 1) * quantile)] / 1000.0;
}
