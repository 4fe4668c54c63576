// Lets writes and syncs fail when a file says so. Preloaded into the server by faults.py.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/// The word in the file named by FAULTS: "sync", "write" or nothing.
static int faulty(const char *word) {
    const char *path = getenv("FAULTS");
    if (!path) return 0;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[16] = {0};
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    return length > 0 && strncmp(text, word, strlen(word)) == 0;
}

/// Only files of the database are touched, not logs and sockets.
static int isStore(int descriptor) {
    char name[64], path[4096];
    ssize_t length;
    strcpy(name, "/proc/self/fd/");
    char *digits = name + strlen(name);
    int number = descriptor, count = 0;
    char reversed[16];
    do reversed[count++] = (char)('0' + number % 10); while (number /= 10);
    while (count) *digits++ = reversed[--count];
    *digits = 0;
    length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "gomoku.sqlite") != NULL;
}

int fsync(int descriptor) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    if (isStore(descriptor) && faulty("sync")) { errno = EIO; return -1; }
    return real(descriptor);
}

int fdatasync(int descriptor) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (isStore(descriptor) && faulty("sync")) { errno = EIO; return -1; }
    return real(descriptor);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    if (isStore(descriptor) && faulty("write")) { errno = ENOSPC; return -1; }
    return real(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite64(descriptor, bytes, count, offset);
}
