#include "load.h"
#include <limits.h>

/* The number of a room's deltas that are timed at the same time. Older deltas in flight are not
 * timed. */
enum { SLOTS = 16, PATIENCE_SECONDS = 5 };
static const int64_t WARM_UP = 500000000;

struct slot {
    long k;
    int64_t sent;
    int missing; /* outstanding deliveries */
    int sender;
};

static struct room {
    long next; /* number of the next delta */
    struct slot slots[SLOTS];
} *rooms;

static struct client *crowd;
static int is_closed_loop, is_sending, is_measuring;
static long deliveries, deltas;
static int64_t last_heard;
static struct sample own, last;

static void send_delta(int index)
{
    char name[16], text[512];
    struct room *room = &rooms[index];
    long k = room->next++;
    /* One participant has both seats and plays all moves of a game. */
    int sender = options.is_gomoku ? 0 : (int)(k % options.per_room);
    struct client *client = &crowd[(long)index * options.per_room + sender];
    snprintf(name, sizeof name, "r%d", index);
    int bytes = options.is_gomoku ? game_delta(text, sizeof text, name, k, client->id) : open_delta(text, sizeof text, name, k);
    room->slots[k % SLOTS] = (struct slot){.k = k, .missing = options.per_room, .sender = sender, .sent = now_ns()};
    crowd_send(client, name, text, (size_t)bytes);
}

static void hear(struct client *client, const char *text, size_t bytes)
{
    if (!is_type(text, bytes, "delta")) {
        if (is_type(text, bytes, "participants")) return;
        broken("unexpected: %.*s", (int)bytes, text);
    }
    long k = number(text, bytes, "\"id\":\""), rev = options.is_mqtt ? k + 1 : number(text, bytes, "\"rev\":");
    if (rev != client->rev + 1)
        broken("revision %ld after %ld in r%d, member %d", rev, client->rev, client->room, client->place);
    client->rev = rev;
    client->seen++;
    if (is_measuring) deliveries++;
    struct room *room = &rooms[client->room];
    struct slot *slot = &room->slots[k % SLOTS];
    if (k < 0 || slot->k != k) return;
    int64_t now = last_heard = now_ns();
    if (is_measuring && slot->sender == client->place) sample_add(&own, now - slot->sent);
    if (--slot->missing) return;
    if (is_measuring) {
        sample_add(&last, now - slot->sent);
        deltas++;
    }
    if (is_closed_loop && is_sending) send_delta(client->room);
}

/* Sends and receives until the given time. */
static void go_on(int64_t until)
{
    static int turn;
    int64_t pause = is_closed_loop ? LONG_MAX : (int64_t)(1e9 / options.rate), due = now_ns() + pause, now;
    while ((now = now_ns()) < until) {
        while (!is_closed_loop && now >= due) {
            send_delta(turn++ % options.rooms);
            due += pause;
        }
        int64_t wait = (is_closed_loop || due > until ? until : due) - now;
        wire_pump(wait);
    }
}

/* Waits until every client has seen every delta of its room. A lost delta makes the run void. */
static void settle(int clients)
{
    is_sending = 0;
    is_closed_loop = 1;
    last_heard = now_ns();
    for (int i = 0; i < clients; i++) {
        while (crowd[i].seen < rooms[crowd[i].room].next) {
            if (now_ns() - last_heard > PATIENCE_SECONDS * (int64_t)1000000000)
                broken("r%d, member %d saw %ld of %ld deltas", crowd[i].room, crowd[i].place, crowd[i].seen, rooms[crowd[i].room].next);
            wire_pump(100000000);
        }
    }
}

void run_rooms(void)
{
    int clients = options.rooms * options.per_room;
    rooms = calloc((size_t)options.rooms, sizeof *rooms);
    long before = server_rss_bytes();
    crowd = crowd_open(clients);
    for (int i = 0; i < clients; i++) {
        crowd[i].room = i / options.per_room;
        crowd[i].place = i % options.per_room;
    }
    crowd_join(crowd, clients, options.is_gomoku ? "gomoku" : "open");
    heard = hear;
    is_closed_loop = options.rate <= 0;
    is_sending = 1;
    for (int i = 0; is_closed_loop && i < options.rooms; i++) send_delta(i);
    go_on(now_ns() + WARM_UP);

    is_measuring = 1;
    int64_t cpu = server_cpu_ns(), store = store_cpu_ns(), self = own_cpu_ns(), start = now_ns();
    go_on(start + (int64_t)(options.seconds * 1e9));
    cpu = server_cpu_ns() - cpu;
    store = store_cpu_ns() - store;
    self = own_cpu_ns() - self;
    double took = (double)(now_ns() - start) * 1e-9, each = deliveries ? 1e-3 / (double)deliveries : 0;
    is_measuring = 0;
    settle(clients);
    printf("{\"cpu_us\":%.3f,\"store_us\":%.3f,\"load_us\":%.3f,\"deliveries\":%ld,\"deliveries_per_second\":%.0f,\"deltas_per_second\":%.0f,"
           "\"own_p50_us\":%.1f,\"own_p99_us\":%.1f,\"last_p50_us\":%.1f,\"last_p99_us\":%.1f,"
           "\"room_bytes\":%.0f}\n",
           (double)cpu * each, (double)store * each, (double)self * each, deliveries, (double)deliveries / took, (double)deltas / took,
           sample_us(&own, .5), sample_us(&own, .99), sample_us(&last, .5), sample_us(&last, .99),
           (double)(server_rss_bytes() - before) / options.rooms);
    crowd_free(crowd, clients);
}
