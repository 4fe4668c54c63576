// Debian's hiredis 0.14.1, of which its connections and reply reader are used. Its asynchronous API
// is not used. That API aborts the process when it receives an unknown message, and the server's
// queue of calls must outlive a connection.
#pragma once
#include <hiredis/hiredis.h>
