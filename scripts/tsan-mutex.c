/* Tells ThreadSanitizer about the slow paths of Swift's Mutex, which are in a library that is
 * not instrumented. Without these two functions (LD_PRELOAD), it reports a false race for each
 * lock that a thread had to wait for. scripts/sanitize compiles this file. */
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
