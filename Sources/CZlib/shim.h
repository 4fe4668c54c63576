// zlib, which libwebsockets links anyway. Swift cannot import `deflateInit2`, because it is a
// macro.
#pragma once
#include <zlib.h>

static inline int gomoku_deflate_gzip_init(z_stream *stream) {
    // 15 is the window size, and 16 more ask for gzip's header. It has no date, so that equal input
    // gives equal output.
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
