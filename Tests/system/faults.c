// Makes writes and syncs fail on request, and records the data that a power cut would restore.
// Preloaded into the server by test_disk_faults.py.
//
// FAULTS       a file with the name of the fault: "sync", "write", "read-only" or nothing
// FAULTS_UNDO  a directory with a file for each store file: the contents that its unsynced
//              writes have replaced
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/// Returns whether the file named by FAULTS contains this word.
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

/// Returns the file's name, or NULL unless it belongs to the database. Logs and sockets must not
/// fail.
static const char *storeFile(int descriptor, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return NULL;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    return name && strncmp(name, "/gomoku.sqlite", 14) == 0 ? name + 1 : NULL;
}

static int isStore(int descriptor) {
    char path[4096];
    return storeFile(descriptor, path, sizeof path) != NULL;
}

static pthread_mutex_t undoing = PTHREAD_MUTEX_INITIALIZER;

/// Opens the undo file for the unsynced writes of a file. Returns -1 for a file that has none. The
/// shared memory of SQLite has none, because SQLite rebuilds it after a power cut.
static int openUndo(int descriptor, int flags) {
    const char *directory = getenv("FAULTS_UNDO");
    char path[4096], undo[8192];
    const char *name = directory ? storeFile(descriptor, path, sizeof path) : NULL;
    if (!name || strstr(name, "-shm")) return -1;
    snprintf(undo, sizeof undo, "%s/%s", directory, name);
    return open(undo, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
}

static void check(int holds) {
    if (!holds) abort();
}

/// The size of a disk sector in bytes. A power cut loses whole sectors.
enum { sector = 512 };

/// Records the contents that a write is about to replace: offset and size of the sectors, the
/// number of bytes that exist there, the size of the file, and the bytes.
static void note(int descriptor, off64_t from, size_t size) {
    off64_t offset = from / sector * sector;
    size_t count = (from + size + sector - 1) / sector * sector - offset;
    int undo = openUndo(descriptor, O_APPEND);
    if (undo < 0) return;
    struct stat64 status;
    check(fstat64(descriptor, &status) == 0);
    char *bytes = malloc(count);
    // The descriptor may be write-only.
    char path[4096];
    check(storeFile(descriptor, path, sizeof path) != NULL);
    int reader = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = pread64(reader, bytes, count, offset);
    check(length >= 0);
    close(reader);
    int64_t head[4] = {offset, (int64_t)count, length, status.st_size};
    check(write(undo, head, sizeof head) == sizeof head && write(undo, bytes, length) == length);
    free(bytes);
    close(undo);
}

/// Marks a file as synced. Its earlier writes can no longer be undone.
static void forget(int descriptor) {
    int undo = openUndo(descriptor, O_TRUNC);
    if (undo >= 0) close(undo);
}

static int sync_(const char *name, int descriptor) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    if (isStore(descriptor) && faulty("sync")) { errno = EIO; return -1; }
    pthread_mutex_lock(&undoing);
    int done = real(descriptor);
    if (done == 0) forget(descriptor);
    pthread_mutex_unlock(&undoing);
    return done;
}

int fsync(int descriptor) { return sync_("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_("fdatasync", descriptor); }

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
    if (!isStore(descriptor)) return real(descriptor, bytes, count, offset);
    if (faulty("write")) { errno = ENOSPC; return -1; }
    if (faulty("read-only")) { errno = EROFS; return -1; }
    pthread_mutex_lock(&undoing);
    note(descriptor, offset, count);
    ssize_t done = real(descriptor, bytes, count, offset);
    pthread_mutex_unlock(&undoing);
    return done;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite64(descriptor, bytes, count, offset);
}

int ftruncate64(int descriptor, off64_t size) {
    static int (*real)(int, off64_t);
    if (!real) real = (int (*)(int, off64_t))dlsym(RTLD_NEXT, "ftruncate64");
    if (!isStore(descriptor)) return real(descriptor, size);
    if (faulty("read-only")) { errno = EROFS; return -1; }
    pthread_mutex_lock(&undoing);
    struct stat64 status;
    check(fstat64(descriptor, &status) == 0);
    if (size < status.st_size) note(descriptor, size, status.st_size - size);
    else note(descriptor, size, 0);
    int done = real(descriptor, size);
    pthread_mutex_unlock(&undoing);
    return done;
}

int ftruncate(int descriptor, off_t size) { return ftruncate64(descriptor, size); }
