// Settings of glibc's allocator, which Swift's module for glibc leaves out.
#pragma once
#include <malloc.h>
