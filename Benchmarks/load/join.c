#include "load.h"

static const int64_t PATIENCE = 5000000000, REST = 3000000;
static int is_answered;
static size_t snapshot_bytes;

static void hear_move(struct client *client, const char *text, size_t bytes)
{
    if (is_type(text, bytes, "participants")) return;
    if (!is_type(text, bytes, "delta")) broken("unexpected: %.*s", (int)bytes, text);
    client->rev = number(text, bytes, "\"rev\":");
    is_answered = 1;
}

static void hear_snapshot(struct client *client, const char *text, size_t bytes)
{
    (void)client;
    if (is_type(text, bytes, "participants")) return;
    if (!is_type(text, bytes, "snapshot")) broken("unexpected: %.*s", (int)bytes, text);
    snapshot_bytes = bytes;
    is_answered = 1;
}

static void await(const char *what)
{
    for (int64_t until = now_ns() + PATIENCE; !is_answered;) {
        wire_pump(PATIENCE);
        if (now_ns() > until) broken("no answer to %s", what);
    }
    is_answered = 0;
}

/* Waits until a leave has been broadcast, so that it does not count for the next join. */
static void rest(void)
{
    int64_t until = now_ns() + REST;
    for (int64_t now; (now = now_ns()) < until;) wire_pump(until - now);
}

/* Joins one after the other, into a room with a full board. Each client leaves before the next
 * joins. */
void run_join(void)
{
    char text[512];
    struct sample took = {0};
    struct client *player = crowd_open(1);
    crowd_join(player, 1, "gomoku");
    heard = hear_move;
    for (long k = 0; k < GAME_DELTAS; k++) {
        wire_send(player, text, (size_t)game_delta(text, sizeof text, "r0", k, player->id));
        await("a move");
    }
    struct client *crowd = crowd_open(options.count);
    heard = hear_snapshot;
    long frames = 0;
    int64_t cpu = server_cpu_ns();
    for (int i = 0; i < options.count; i++) {
        struct client *joiner = &crowd[i];
        long before = joiner->frames;
        int64_t start = now_ns();
        wire_sendf(joiner, "{\"type\":\"join\",\"room\":\"r0\",\"kind\":\"gomoku\"}");
        await("a join");
        sample_add(&took, now_ns() - start);
        frames += joiner->frames - before;
        wire_sendf(joiner, "{\"type\":\"leave\",\"room\":\"r0\"}");
        rest();
    }
    cpu = server_cpu_ns() - cpu;
    printf("{\"joins\":%d,\"cpu_us\":%.1f,\"p50_us\":%.1f,\"p99_us\":%.1f,\"frames_per_join\":%.2f,\"snapshot_bytes\":%zu}\n",
           options.count, (double)cpu / 1e3 / options.count, sample_us(&took, .5), sample_us(&took, .99),
           (double)frames / options.count, snapshot_bytes);
    crowd_free(crowd, options.count);
    crowd_free(player, 1);
}
