// Has the memory behind a pointer brought into the cache, for which Swift has no word.
#pragma once
static inline void prefetch(const void *memory)
{
    __builtin_prefetch(memory);
}
