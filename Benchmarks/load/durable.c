#include "load.h"
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t WARM_UP = 500000000, PING_EVERY = 5000000, PATIENCE = 10000000000;
enum { PINGS = 100000 };

/* The pinger runs in a process of its own, so that it measures the server's loop and not the load
 * generator's queue. */
static struct {
    atomic_int is_measuring, is_over;
    size_t count;
    int64_t nanoseconds[PINGS];
} *pinged;

static struct client *crowd;
static int64_t *sent_at;
static long *next_id;
static int is_sending, is_measuring, outstanding;
static struct sample acks, pings;

static void hear_pong(struct client *client, const char *text, size_t bytes)
{
    (void)client;
    long at = number(text, bytes, "\"at\":");
    if (is_type(text, bytes, "pong") && pinged->is_measuring && pinged->count < PINGS)
        pinged->nanoseconds[pinged->count++] = now_ns() - at;
}

static pid_t start_pinger(void)
{
    pinged = mmap(NULL, sizeof *pinged, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pinged == MAP_FAILED) broken("mmap: no memory");
    pid_t child = fork();
    if (child < 0) broken("fork: no process");
    if (child) return child;
    struct client *pinger = crowd_open(1);
    heard = hear_pong;
    for (int64_t ping = now_ns(); !pinged->is_over;) {
        /* A ping is sent whether or not the last one was answered, so that a stalled loop does
         * not improve its own figure. */
        int64_t now = now_ns();
        for (; ping <= now; ping += PING_EVERY) wire_sendf(pinger, "{\"type\":\"ping\",\"at\":%lld}", (long long)ping);
        wire_pump(ping - now);
    }
    crowd_free(pinger, 1);
    _exit(0);
}

static void send_delta(struct client *client)
{
    char name[16], text[512];
    snprintf(name, sizeof name, "r%d", client->room);
    int bytes = open_delta(text, sizeof text, name, next_id[client->room]);
    sent_at[client->room] = now_ns();
    outstanding++;
    wire_send(client, text, (size_t)bytes);
}

static void hear(struct client *client, const char *text, size_t bytes)
{
    if (!is_type(text, bytes, "delta")) {
        if (is_type(text, bytes, "participants")) return;
        broken("unexpected: %.*s", (int)bytes, text);
    }
    long rev = number(text, bytes, "\"rev\":"), id = number(text, bytes, "\"id\":\"");
    if (rev != client->rev + 1 || id != next_id[client->room])
        broken("revision %ld, id %ld after revision %ld in r%d", rev, id, client->rev, client->room);
    client->rev = rev;
    next_id[client->room]++;
    outstanding--;
    if (is_measuring) sample_add(&acks, now_ns() - sent_at[client->room]);
    if (is_sending) send_delta(client);
}

static void go_on(int64_t until)
{
    for (int64_t now; (now = now_ns()) < until;) wire_pump(until - now);
}

/* Rooms of one client, each with one delta in flight to the disk, while another client pings. */
void run_durable(void)
{
    sent_at = calloc((size_t)options.rooms, sizeof *sent_at);
    next_id = calloc((size_t)options.rooms, sizeof *next_id);
    pid_t pinger = start_pinger();
    crowd = crowd_open(options.rooms);
    for (int i = 0; i < options.rooms; i++) crowd[i].room = i;
    crowd_join(crowd, options.rooms, "open");
    heard = hear;
    is_sending = 1;
    for (int i = 0; i < options.rooms; i++) send_delta(&crowd[i]);
    go_on(now_ns() + WARM_UP);

    long commits = wire_metric("gomoku_commits_total"), stored = wire_metric("gomoku_stored_deltas_total");
    is_measuring = pinged->is_measuring = 1;
    long wrote = server_written("write_bytes"), writes = server_written("syscw");
    int64_t start = now_ns(), cpu = server_cpu_ns();
    go_on(start + (int64_t)(options.seconds * 1e9));
    is_measuring = pinged->is_measuring = 0;
    cpu = server_cpu_ns() - cpu;
    double took = (double)(now_ns() - start) * 1e-9;
    long more_commits = wire_metric("gomoku_commits_total") - commits;
    long more_stored = wire_metric("gomoku_stored_deltas_total") - stored;
    wrote = server_written("write_bytes") - wrote;
    writes = server_written("syscw") - writes;
    is_sending = 0;
    pinged->is_over = 1;
    int status;
    if (waitpid(pinger, &status, 0) != pinger || status) broken("the pinger failed");
    for (size_t i = 0; i < pinged->count; i++) sample_add(&pings, pinged->nanoseconds[i]);
    for (int64_t until = now_ns() + PATIENCE; outstanding;) {
        wire_pump(100000000);
        if (now_ns() > until) broken("%d deltas were never acknowledged", outstanding);
    }
    printf("{\"rooms\":%d,\"acks_per_second\":%.0f,\"ack_p50_us\":%.0f,\"ack_p99_us\":%.0f,\"ping_p50_us\":%.0f,\"ping_p99_us\":%.0f,"
           "\"cpu_us\":%.1f,\"commits_per_second\":%.0f,\"deltas_per_commit\":%.1f,"
           "\"bytes_per_delta\":%.0f,\"writes_per_delta\":%.2f}\n",
           options.rooms, (double)acks.count / took, sample_us(&acks, .5), sample_us(&acks, .99), sample_us(&pings, .5),
           sample_us(&pings, .99), acks.count ? (double)cpu / 1e3 / (double)acks.count : 0, (double)more_commits / took,
           commits >= 0 && more_commits > 0 ? (double)more_stored / (double)more_commits : -1,
           acks.count ? (double)wrote / (double)acks.count : 0, acks.count ? (double)writes / (double)acks.count : 0);
    crowd_free(crowd, options.rooms);
}
