#include "load.h"

static long seen;

static void hear(struct client *client, const char *text, size_t bytes)
{
    if (is_type(text, bytes, "participants")) return;
    if (!is_type(text, bytes, "delta")) broken("unexpected: %.*s", (int)bytes, text);
    long rev = number(text, bytes, "\"rev\":");
    if (rev != client->rev + 1) broken("revision %ld after %ld, member %d", rev, client->rev, client->place);
    client->rev = rev;
    seen++;
}

/* Plays a fixed number of deltas in a room of two, one at a time, so that nothing else affects the
 * server's work.
 *
 * With a rate, a delta waits for its time, because some stores write less for two deltas in the
 * same millisecond. */
void run_moves(void)
{
    enum { MEMBERS = 2 };
    static const int64_t PATIENCE = 60000000000;
    char text[512];
    struct client *crowd = crowd_open(MEMBERS);
    for (int i = 0; i < MEMBERS; i++) crowd[i].place = i;
    crowd_join(crowd, MEMBERS, options.is_gomoku ? "gomoku" : "open");
    heard = hear;
    int64_t pause = options.rate > 0 ? (int64_t)(1e9 / options.rate) : 0, sent = now_ns();
    for (long k = 0; k < options.count; k++) {
        int bytes = options.is_gomoku ? game_delta(text, sizeof text, "r0", k, crowd[0].id) : open_delta(text, sizeof text, "r0", k);
        for (int64_t now; (now = now_ns()) < sent + pause;) wire_pump(sent + pause - now);
        sent = now_ns();
        seen = 0;
        crowd_send(&crowd[0], "r0", text, (size_t)bytes);
        for (int64_t until = now_ns() + PATIENCE; seen < MEMBERS;) {
            wire_pump(100000000);
            if (now_ns() > until) broken("delta %ld was not delivered", k);
        }
    }
    printf("{\"deltas\":%d}\n", options.count);
    crowd_free(crowd, MEMBERS);
}
