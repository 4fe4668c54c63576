// The encoder of Brotli, unchanged.
#pragma once
#include <brotli/encode.h>
