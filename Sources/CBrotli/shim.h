// Brotli's encoder, as it is.
#pragma once
#include <brotli/encode.h>
