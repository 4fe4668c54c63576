// Loads the memory at a pointer into the cache. Swift has no equivalent.
#pragma once
static inline void prefetch(const void *memory)
{
    __builtin_prefetch(memory);
}
