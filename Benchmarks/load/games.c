#include "load.h"

static const int64_t REST = 1500000000;
enum { MOVES = 60 };

static void rest(void)
{
    int64_t until = now_ns() + REST;
    for (int64_t now; (now = now_ns()) < until;) wire_pump(until - now);
}

/* Memory per room of two during a game, without its connections. */
void run_games(void)
{
    int clients = options.rooms * 2;
    struct client *crowd = crowd_open(clients);
    for (int i = 0; i < clients; i++) crowd[i].room = i % options.rooms;
    rest();
    long greeted = server_rss_bytes();
    crowd_join(crowd, clients, "gomoku");
    rest();
    long joined = server_rss_bytes();
    crowd_fill(crowd, options.rooms, 1 + MOVES);
    rest();
    long played = server_rss_bytes();
    printf("{\"rooms\":%d,\"empty_room_bytes\":%.0f,\"room_bytes\":%.0f}\n", options.rooms,
           (double)(joined - greeted) / options.rooms, (double)(played - greeted) / options.rooms);
    crowd_free(crowd, clients);
}
