#include "load.h"
#include <unistd.h>

enum { PATIENCE_SECONDS = 60, SIDE = 15, DIALLED = 64 };

const char *find(const char *text, size_t bytes, const char *what)
{
    const char *at = memmem(text, bytes, what, strlen(what));
    return at ? at + strlen(what) : NULL;
}

long number(const char *text, size_t bytes, const char *what)
{
    const char *at = find(text, bytes, what), *end = text + bytes;
    if (!at || at == end || *at < '0' || *at > '9') return -1;
    long value = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++) value = value * 10 + (*at - '0');
    return value;
}

int is_type(const char *text, size_t bytes, const char *type)
{
    static const char start[] = "{\"type\":\"";
    size_t length = strlen(type), before = sizeof start - 1;
    return bytes > before + length && !memcmp(text, start, before) && !memcmp(text + before, type, length)
        && text[before + length] == '"';
}

static int answers;
long crowd_snapshot_bytes;

static void greet(struct client *client, const char *text, size_t bytes)
{
    if (is_type(text, bytes, "welcome")) {
        const char *id = find(text, bytes, "\"participant\":{\"id\":\"");
        if (!id) broken("a welcome without an id: %.*s", (int)bytes, text);
        size_t length = strcspn(id, "\"");
        if (length >= sizeof client->id) broken("a long id: %.*s", (int)bytes, text);
        memcpy(client->id, id, length);
        answers++;
    } else if (is_type(text, bytes, "snapshot")) {
        client->rev = number(text, bytes, "\"rev\":");
        crowd_snapshot_bytes += (long)bytes;
        answers++;
    } else if (!is_type(text, bytes, "participants")) {
        broken("unexpected: %.*s", (int)bytes, text);
    }
}

static void await(int wanted, const char *what)
{
    int64_t until = now_ns() + PATIENCE_SECONDS * (int64_t)1000000000;
    while (answers < wanted) {
        wire_pump(100000000);
        if (now_ns() > until) broken("%d of %d clients got no %s", wanted - answers, wanted, what);
    }
}

static void hello(struct client *client, int number)
{
    if (options.is_mqtt) return mqtt_connect(client);
    wire_sendf(client, "{\"type\":\"hello\",\"name\":\"load%d\"}", number);
}

/* Clients with neighboring numbers join the same room. */
static int port(int number)
{
    return options.ports[(options.is_spread ? number : number / options.per_room) % options.port_count];
}

struct client *crowd_open(int clients)
{
    struct client *crowd = calloc((size_t)clients, sizeof *crowd);
    for (int i = 0; i < clients; i++) crowd[i].port = port(i);
    heard = greet;
    answers = 0;
    /* At most DIALLED connections wait in a server's accept queue. Mosquitto accepts ten times a
     * second. */
    for (int first = 0; first < clients; first += DIALLED) {
        int end = first + DIALLED < clients ? first + DIALLED : clients;
        for (int i = first; i < end; i++) wire_dial(&crowd[i]);
        for (int i = first; i < end; i++) {
            wire_opened(&crowd[i]);
            hello(&crowd[i], i);
            wire_pump(0);
        }
    }
    await(clients, "welcome");
    return crowd;
}

void crowd_greet(struct client *crowd, int clients)
{
    heard = greet;
    answers = 0;
    for (int i = 0; i < clients; i++) hello(&crowd[i], i);
    await(clients, "welcome");
}

void crowd_join(struct client *crowd, int clients, const char *kind)
{
    heard = greet;
    answers = 0;
    for (int i = 0; i < clients; i++) {
        char name[16];
        snprintf(name, sizeof name, "r%d", crowd[i].room);
        if (options.is_mqtt) mqtt_subscribe(&crowd[i], name);
        else wire_sendf(&crowd[i], "{\"type\":\"join\",\"room\":\"%s\",\"kind\":\"%s\"}", name, kind);
        wire_pump(0);
    }
    await(clients, "snapshot");
}

void crowd_send(struct client *client, const char *room, const char *text, size_t bytes)
{
    if (options.is_mqtt) mqtt_publish(client, room, text, bytes);
    else wire_send(client, text, bytes);
}

static long acknowledged;

static void hear_own(struct client *client, const char *text, size_t bytes)
{
    if (is_type(text, bytes, "participants")) return;
    if (!is_type(text, bytes, "delta")) broken("unexpected: %.*s", (int)bytes, text);
    client->rev = number(text, bytes, "\"rev\":");
    if (client->is_player) acknowledged++;
}

void crowd_fill(struct client *players, int rooms, int deltas)
{
    char name[16], text[512];
    heard = hear_own;
    for (int i = 0; i < rooms; i++) players[i].is_player = 1;
    for (long k = 0; k < deltas; k++) {
        acknowledged = 0;
        int64_t until = now_ns() + PATIENCE_SECONDS * (int64_t)1000000000;
        for (int i = 0; i < rooms; i++) {
            snprintf(name, sizeof name, "r%d", players[i].room);
            wire_send(&players[i], text, (size_t)game_delta(text, sizeof text, name, k, players[i].id));
        }
        while (acknowledged < rooms) {
            wire_pump(100000000);
            if (now_ns() > until) broken("%ld of %d rooms have not moved", rooms - acknowledged, rooms);
        }
    }
}

void crowd_free(struct client *crowd, int clients)
{
    for (int i = 0; i < clients; i++) {
        close(crowd[i].fd);
        free(crowd[i].rest);
    }
    free(crowd);
}

/* An order of points that fills the board without five in a row: X plays the points at which
 * (column + 2 row) mod 4 < 2, and O plays the others. */
static void point_of(int move, int *column, int *row)
{
    static int points[SIDE * SIDE], prepared;
    if (!prepared) {
        int x = 0, o = 1;
        for (int point = 0; point < SIDE * SIDE; point++) {
            int *next = (point % SIDE + 2 * (point / SIDE)) % 4 < 2 ? &x : &o;
            points[*next] = point;
            *next += 2;
        }
        prepared = 1;
    }
    *column = points[move - 1] % SIDE;
    *row = points[move - 1] / SIDE;
}

static int move_delta(char *text, size_t limit, const char *room, long id, int move)
{
    int column, row;
    point_of(move, &column, &row);
    return snprintf(
        text, limit, "{\"type\":\"delta\",\"room\":\"%s\",\"id\":\"%ld\",\"set\":{\"move\":\"%d\",\"col%d\":\"%d\",\"row%d\":\"%d\"}}",
        room, id, move, move, column, move, row);
}

int open_delta(char *text, size_t limit, const char *room, long k)
{
    return move_delta(text, limit, room, k, 1 + (int)(k % (SIDE * SIDE)));
}

int game_delta(char *text, size_t limit, const char *room, long k, const char *me)
{
    if (k % GAME_DELTAS) return move_delta(text, limit, room, k, (int)(k % GAME_DELTAS));
    return snprintf(
        text, limit,
        "{\"type\":\"delta\",\"room\":\"%s\",\"id\":\"%ld\",\"set\":{\"game\":\"%ld\",\"rule\":\"standard\",\"x\":\"%s\",\"o\":\"%s\"}}",
        room, k, k / GAME_DELTAS + 1, me, me);
}
