// zlib, which libwebsockets links already: one call of it, as a function, since the library has it as a macro.
#pragma once
#include <zlib.h>

static inline int gomoku_deflate_gzip_init(z_stream *stream) {
    // 15 bits of window, 16 more for gzip's own header; without a date, so that equal files stay equal.
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
