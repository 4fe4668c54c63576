// What glibc's allocator can be told, which Swift's own module of glibc leaves out.
#pragma once
#include <malloc.h>
