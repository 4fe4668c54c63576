// Debian's hiredis 0.14.1: its connection and its reader of replies. Its asynchronous part is not used: it aborts the
// process at messages that it does not know, and the queue of calls has to outlive a connection here anyway.
#pragma once
#include <hiredis/hiredis.h>
