// What Swift cannot import from libwebsockets, each with its reason. No logic here.
#pragma once
#include <libwebsockets.h>

/// LWS_PRE is a computed macro; Swift imports only literal ones.
static inline int gomoku_lws_pre(void) { return LWS_PRE; }

/// LWS_SERVER_OPTION_* are 1ull << n expressions in the header; Swift does not import them.
static inline uint64_t gomoku_lws_option_libev(void) { return LWS_SERVER_OPTION_LIBEV; }
static inline uint64_t gomoku_lws_option_validate_utf8(void) { return LWS_SERVER_OPTION_VALIDATE_UTF8; }
static inline uint64_t gomoku_lws_option_global_init(void) { return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT; }
static inline uint64_t gomoku_lws_option_explicit_vhosts(void) { return LWS_SERVER_OPTION_EXPLICIT_VHOSTS; }
static inline uint64_t gomoku_lws_option_no_lws_system(void) { return LWS_SERVER_OPTION_NO_LWS_SYSTEM_STATES; }

/// A timer that knows its owner: lws_sul hands back only its own address.
typedef struct {
    lws_sorted_usec_list_t sul;
    void *owner;
} gomoku_lws_timer;
