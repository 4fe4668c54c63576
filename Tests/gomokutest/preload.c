// Replaces library functions in the programs under test: scrypt becomes cheap, a test can move the
// clocks, and host names appear when a test says so. See preload.py.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

typedef int Derivation(const char *, size_t, const unsigned char *, size_t, uint64_t, uint64_t, uint64_t, uint64_t, unsigned char *, size_t);

/// Reads a byte from the pipe that GOMOKU_TEST_HASH_GATE names. Returns immediately if it names
/// none.
static void waitAtGate(void) {
    static int gate = -2;
    if (gate == -2) {
        const char *path = getenv("GOMOKU_TEST_HASH_GATE");
        gate = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    }
    char byte;
    while (gate >= 0 && read(gate, &byte, 1) < 0 && errno == EINTR) {}
}

/// Runs OpenSSL's scrypt at the lowest cost that it accepts. Invalid parameters still fail.
int EVP_PBE_scrypt(const char *password, size_t passwordCount, const unsigned char *salt, size_t saltCount, uint64_t rounds,
                   uint64_t blockSize, uint64_t parallelism, uint64_t memoryLimit, unsigned char *key, size_t keyCount) {
    static Derivation *real;
    if (!real) real = (Derivation *)dlsym(RTLD_NEXT, "EVP_PBE_scrypt");
    if (!real) return 0;
    waitAtGate();
    if (getenv("GOMOKU_TEST_HASHES") && rounds > 2 && (rounds & (rounds - 1)) == 0) rounds = 2;
    return real(password, passwordCount, salt, saltCount, rounds, blockSize, parallelism, memoryLimit, key, keyCount);
}

/// The mapped file that GOMOKU_TEST_CLOCK names; another process writes it. The first number is the
/// offset of all clocks in nanoseconds. The second is an additional offset of the calendar clock.
static const volatile int64_t *offsets;

__attribute__((constructor)) static void openClock(void) {
    const char *path = getenv("GOMOKU_TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, 2 * sizeof *offsets, PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) offsets = found;
    close(file);
}

int clock_gettime(clockid_t which, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, time);
    if (result || !offsets || which == CLOCK_PROCESS_CPUTIME_ID || which == CLOCK_THREAD_CPUTIME_ID) return result;
    int64_t ahead = offsets[0] + (which == CLOCK_REALTIME ? offsets[1] : 0);
    int64_t nanoseconds = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec + ahead;
    time->tv_sec = nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
    return result;
}

/// Resolves every host that ends in ".later" to the first line of the file that GOMOKU_TEST_NAMES
/// names. Until that file exists, these hosts are unknown.
int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    if (!real) real = (int (*)(const char *, const char *, const struct addrinfo *, struct addrinfo **))dlsym(RTLD_NEXT, "getaddrinfo");
    const char *path = getenv("GOMOKU_TEST_NAMES");
    size_t length = host ? strlen(host) : 0;
    if (!path || length < 6 || strcmp(host + length - 6, ".later")) return real(host, service, hints, found);
    char address[64] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return EAI_NONAME;
    ssize_t count = read(file, address, sizeof address - 1);
    close(file);
    if (count <= 0) return EAI_NONAME;
    address[strcspn(address, "\n")] = 0;
    return real(address, service, hints, found);
}
