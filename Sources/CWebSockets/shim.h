// The parts of libwebsockets and libev that Swift cannot import, each with the reason. This file
// has no logic of its own.
#pragma once
// libwebsockets-dev depends on libev-dev. The server runs its own loop (a "foreign loop" to
// libwebsockets), because the library's libev loop takes over SIGINT and aborts when a process has
// two loops.
#include <ev.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/// LWS_PRE is a computed macro. Swift imports only literal macros.
static inline int gomoku_lws_pre(void) { return LWS_PRE; }

/// Swift does not import LWS_SERVER_OPTION_*, because the header defines them as expressions (1ull
/// << n).
static inline uint64_t gomoku_lws_option_libev(void) { return LWS_SERVER_OPTION_LIBEV; }
static inline uint64_t gomoku_lws_option_validate_utf8(void) { return LWS_SERVER_OPTION_VALIDATE_UTF8; }
static inline uint64_t gomoku_lws_option_global_init(void) { return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT; }
static inline uint64_t gomoku_lws_option_explicit_vhosts(void) { return LWS_SERVER_OPTION_EXPLICIT_VHOSTS; }

/// SSL_OP_* are computed macros. These options permit only TLS 1.2 and 1.3.
static inline long gomoku_ssl_without_old_versions(void)
{ return (long)(SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION); }

/// EVFLAG_*, EVBACKEND_* and EVBREAK_* are members of anonymous enums, whose C types differ from
/// the parameter types of the functions that take them.
static inline unsigned int gomoku_ev_flags(void) { return EVFLAG_NOENV | EVFLAG_NOSIGMASK | EVBACKEND_EPOLL; }
static inline void gomoku_ev_break(struct ev_loop *loop) { ev_break(loop, EVBREAK_ALL); }

/// ev_*_init are statement macros.
static inline void gomoku_ev_timer_init(ev_timer *watcher, void (*fired)(struct ev_loop *, ev_timer *, int), void *data)
{ ev_timer_init(watcher, fired, 0., 0.); watcher->data = data; }
static inline void gomoku_ev_timer_after(ev_timer *watcher, double after, double every)
{ ev_timer_set(watcher, after, every); }
static inline void gomoku_ev_io_init(ev_io *watcher, void (*ready)(struct ev_loop *, ev_io *, int), int descriptor, void *data)
{ ev_io_init(watcher, ready, descriptor, EV_READ); watcher->data = data; }
static inline int gomoku_ev_read(void) { return EV_READ; }
static inline int gomoku_ev_write(void) { return EV_WRITE; }
/// Changes the events of a stopped watcher.
static inline void gomoku_ev_io_modify(ev_io *watcher, int events) { ev_io_set(watcher, watcher->fd, events); }
static inline void gomoku_ev_async_init(ev_async *watcher, void (*woken)(struct ev_loop *, ev_async *, int), void *data)
{ ev_async_init(watcher, woken); watcher->data = data; }
static inline void gomoku_ev_prepare_init(ev_prepare *watcher, void (*turned)(struct ev_loop *, ev_prepare *, int), void *data)
{ ev_prepare_init(watcher, turned); watcher->data = data; }
/// Sets the highest priority, so that a turn of the loop calls this watcher first.
static inline void gomoku_ev_check_init(ev_check *watcher, void (*woken)(struct ev_loop *, ev_check *, int), void *data)
{ ev_check_init(watcher, woken); ev_set_priority(watcher, EV_MAXPRI); watcher->data = data; }

/// Returns the bytes not yet sent or acknowledged. ioctl is variadic, and Swift does not import
/// variadic functions.
static inline int gomoku_unacknowledged(int descriptor)
{ int bytes = 0; return ioctl(descriptor, TIOCOUTQ, &bytes) == 0 ? bytes : 0; }

/// Returns the bytes that this process has read from a TCP connection; 0 for other sockets. Reads
/// option TCP_INFO (11), member tcpi_bytes_received of linux/tcp.h, and subtracts the bytes that
/// wait in the kernel. That header cannot be included beside glibc's older netinet/tcp.h.
static inline uint64_t gomoku_bytes_read(int descriptor)
{
    enum { option = 11, offset = 128 };
    unsigned char info[offset + sizeof(uint64_t)];
    socklen_t size = sizeof info;
    uint64_t received = 0;
    int waiting = 0;
    if (getsockopt(descriptor, IPPROTO_TCP, option, info, &size) != 0 || size != sizeof info) return 0;
    if (ioctl(descriptor, FIONREAD, &waiting) != 0) return 0;
    memcpy(&received, info + offset, sizeof received);
    return received < (uint64_t)waiting ? 0 : received - (uint64_t)waiting;
}

/// accept4 is a GNU extension. Its declaration needs _GNU_SOURCE, which an imported header cannot
/// set.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
static inline int gomoku_accept(int descriptor, struct sockaddr *address, socklen_t *length)
{ return accept4(descriptor, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC); }
