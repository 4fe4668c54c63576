#include "load.h"

/* Time for the server's work after the last answer. */
static const int64_t REST = 1000000000;

static void rest(void)
{
    int64_t until = now_ns() + REST;
    for (int64_t now; (now = now_ns()) < until;) wire_pump(until - now);
}

/* Resident memory per connection after hello, and after the connections have joined rooms. */
void run_idle(void)
{
    int clients = options.rooms * options.per_room;
    /* The first connection also pays for tables and caches. */
    struct client *first = crowd_open(1);
    first->room = clients;
    crowd_join(first, 1, "open");
    rest();
    long before = server_rss_bytes();
    struct client *crowd = crowd_open(clients);
    rest();
    long greeted = server_rss_bytes();
    for (int i = 0; i < clients; i++) crowd[i].room = i / options.per_room;
    crowd_join(crowd, clients, "open");
    rest();
    long joined = server_rss_bytes();
    int64_t cpu = server_cpu_ns();
    rest();
    cpu = server_cpu_ns() - cpu;
    printf("{\"connections\":%d,\"bytes_per_connection\":%.0f,\"bytes_per_joined\":%.0f,\"idle_cpu_ms_per_second\":%.2f}\n", clients,
           (double)(greeted - before) / clients, (double)(joined - before) / clients, (double)cpu / 1e6 * 1e9 / (double)REST);
    crowd_free(crowd, clients);
    crowd_free(first, 1);
}
