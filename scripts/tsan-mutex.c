/* What ThreadSanitizer does not see of Swift's Mutex: where it waits, in a library that is not instrumented. There is a false race
 * for each lock that somebody waited for; with these two in front (LD_PRELOAD) there is none. Compiled by scripts/sanitize. */
#define _GNU_SOURCE
#include <dlfcn.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SELF __attribute__((swift_context)) void *self

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

__attribute__((swiftcall)) void lock_slow(unsigned thread, SELF) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(SELF) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(unsigned thread, SELF) {
    __attribute__((swiftcall)) void (*next)(unsigned, SELF) = dlsym(RTLD_NEXT, LOCK);
    next(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

__attribute__((swiftcall)) void unlock_slow(SELF) {
    __attribute__((swiftcall)) void (*next)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(self);
    next(self);
}
