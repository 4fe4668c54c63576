/* The floor: the cost of the same observable work with nothing but libwebsockets on libev.
 *
 * It answers `hello` and `join`, and sends every `delta` with a revision to everyone in its room.
 * It keeps no state, judges nothing, remembers nothing, and trusts its clients. It is a reference,
 * not a server.
 *
 *   floor PORT [SNAPSHOT_BYTES [writeable]]
 *
 * SNAPSHOT_BYTES pads every snapshot, for the join benchmarks. With `writeable`, the program
 * sends one frame for each WRITEABLE callback, as the library's documentation demands. Without
 * it, the program writes at once, and uses WRITEABLE only for the rest that a socket did not
 * accept.
 */
#define _GNU_SOURCE
#include <ev.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MESSAGE_BYTES = 4096, SNAPSHOT_LIMIT = 65536, ROOM_SLOTS = 16384 };

/* A waiting message, shared by all of its receivers. */
struct text {
    int holders;
    size_t bytes;
    unsigned char data[]; /* LWS_PRE bytes, then the message */
};

struct piece {
    struct piece *next;
    struct text *text;
};

struct room {
    char name[65];
    long rev;
    struct session **members;
    int count, capacity;
};

/* Allocated, and zeroed, by libwebsockets. */
struct session {
    struct lws *wsi;
    struct room *room;
    struct piece *first, *last; /* messages that the socket has not accepted yet */
    int blocked;
    long id;
};

static struct room *rooms[ROOM_SLOTS];
static long people;
static size_t snapshot_bytes;
static int is_one_a_callback;
static struct text *shared; /* a copy of `message`, if a socket has to wait for it */

/* The frame is built once, after headroom for libwebsockets' header. */
static unsigned char frame[LWS_PRE + SNAPSHOT_LIMIT + MESSAGE_BYTES];
static unsigned char *const message = frame + LWS_PRE;

static struct room *room_named(const char *name, size_t bytes)
{
    unsigned hash = 5381;
    for (size_t i = 0; i < bytes; i++) hash = hash * 33 + (unsigned char)name[i];
    for (;; hash++) {
        struct room **slot = &rooms[hash % ROOM_SLOTS];
        if (!*slot) {
            *slot = calloc(1, sizeof **slot);
            memcpy((*slot)->name, name, bytes);
            return *slot;
        }
        if (strlen((*slot)->name) == bytes && !memcmp((*slot)->name, name, bytes)) return *slot;
    }
}

/* The text after `"key":"` up to the next quote. */
static const char *text_of(const char *in, size_t bytes, const char *key, size_t *length)
{
    const char *start = memmem(in, bytes, key, strlen(key));
    if (!start) return NULL;
    start += strlen(key);
    const char *end = memchr(start, '"', (size_t)(in + bytes - start));
    *length = end ? (size_t)(end - start) : 0;
    return end ? start : NULL;
}

static void drop(struct text *text)
{
    if (text && !--text->holders) free(text);
}

/* Forgets the copy of the last message. */
static void renew(void)
{
    drop(shared);
    shared = NULL;
}

static void keep(struct session *to, size_t bytes)
{
    if (!shared) {
        shared = malloc(sizeof *shared + LWS_PRE + bytes);
        shared->holders = 1;
        shared->bytes = bytes;
        memcpy(shared->data + LWS_PRE, message, bytes);
    }
    struct piece *piece = malloc(sizeof *piece);
    piece->next = NULL;
    piece->text = shared;
    shared->holders++;
    if (to->last) to->last->next = piece; else to->first = piece;
    to->last = piece;
}

static int write_now(struct session *to, unsigned char *text, size_t bytes)
{
    if (lws_write(to->wsi, text, bytes, LWS_WRITE_TEXT) < 0) return -1;
    if (lws_partial_buffered(to->wsi)) to->blocked = 1; /* the library has asked for WRITEABLE itself */
    return 0;
}

static int send_message(struct session *to, size_t bytes)
{
    if (is_one_a_callback && !to->first) lws_callback_on_writable(to->wsi);
    if (is_one_a_callback || to->blocked) {
        keep(to, bytes);
        return 0;
    }
    return write_now(to, message, bytes);
}

static int writeable(struct session *to)
{
    to->blocked = 0;
    while (to->first && !to->blocked) {
        struct piece *piece = to->first;
        to->first = piece->next;
        if (!to->first) to->last = NULL;
        int failed = write_now(to, piece->text->data + LWS_PRE, piece->text->bytes);
        drop(piece->text);
        free(piece);
        if (failed) return -1;
        if (is_one_a_callback) break;
    }
    if (is_one_a_callback && to->first && !to->blocked) lws_callback_on_writable(to->wsi);
    return 0;
}

static long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * 1000L + t.tv_nsec / 1000000L;
}

static int delta(struct session *from, const char *in, size_t bytes)
{
    size_t id_bytes = 0;
    const char *id = text_of(in, bytes, "\"id\":\"", &id_bytes);
    const char *set = memmem(in, bytes, "\"set\":", 6);
    struct room *room = from->room;
    if (!room || !id || !set) return -1;
    set += 6;
    int length = snprintf(
        (char *)message, MESSAGE_BYTES,
        "{\"type\":\"delta\",\"room\":\"%s\",\"rev\":%ld,\"by\":\"p-%013ld\",\"at\":%ld,\"id\":\"%.*s\",\"set\":",
        room->name, ++room->rev, from->id, now_ms(), (int)id_bytes, id);
    size_t rest = (size_t)(in + bytes - set); /* the set and the closing brace of the request */
    memcpy(message + length, set, rest);
    renew();
    for (int i = 0; i < room->count; i++) send_message(room->members[i], (size_t)length + rest);
    return 0;
}

static int join(struct session *who, const char *in, size_t bytes)
{
    size_t name_bytes = 0;
    const char *name = text_of(in, bytes, "\"room\":\"", &name_bytes);
    if (!name || name_bytes > 64) return -1;
    struct room *room = who->room = room_named(name, name_bytes);
    if (room->count == room->capacity) {
        room->capacity = room->capacity ? 2 * room->capacity : 2;
        room->members = realloc(room->members, sizeof *room->members * (size_t)room->capacity);
    }
    room->members[room->count++] = who;
    int length = snprintf(
        (char *)message, MESSAGE_BYTES,
        "{\"type\":\"snapshot\",\"room\":\"%s\",\"kind\":\"open\",\"epoch\":\"k000000000000\",\"rev\":%ld,\"state\":{\"pad\":\"",
        room->name, room->rev);
    size_t end = (size_t)length;
    if (snapshot_bytes > end + 128) {
        memset(message + end, 'x', snapshot_bytes - end - 128);
        end = snapshot_bytes - 128;
    }
    renew();
    end += (size_t)sprintf((char *)message + end, "\"},\"private\":{},\"privateRev\":0,\"participants\":[],\"chat\":[]}");
    return send_message(who, end);
}

static void leave(struct session *who)
{
    struct room *room = who->room;
    if (!room) return;
    who->room = NULL;
    for (int i = 0; i < room->count; i++) {
        if (room->members[i] != who) continue;
        room->members[i] = room->members[--room->count];
        return;
    }
}

static int request(struct session *from, const char *in, size_t bytes)
{
    size_t type_bytes = 0;
    const char *type = text_of(in, bytes, "\"type\":\"", &type_bytes);
    if (!type) return -1;
    switch (type[0]) {
    case 'd': return delta(from, in, bytes);
    case 'j': return join(from, in, bytes);
    case 'l': leave(from); return 0;
    case 'h':
        from->id = ++people;
        renew();
        return send_message(from, (size_t)sprintf(
            (char *)message,
            "{\"type\":\"welcome\",\"participant\":{\"id\":\"p-%013ld\",\"name\":\"load\",\"bot\":false},\"token\":\"%032ld\"}",
            from->id, from->id));
    default: return -1;
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t bytes)
{
    struct session *session = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED: session->wsi = wsi; return 0;
    case LWS_CALLBACK_RECEIVE: return request(session, in, bytes);
    case LWS_CALLBACK_SERVER_WRITEABLE: return writeable(session);
    case LWS_CALLBACK_CLOSED:
        leave(session);
        while (session->first) {
            struct piece *piece = session->first;
            session->first = piece->next;
            drop(piece->text);
            free(piece);
        }
        return 0;
    default: return 0;
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) return fprintf(stderr, "usage: floor PORT [SNAPSHOT_BYTES [writeable]]\n"), 2;
    if (argc > 2) snapshot_bytes = (size_t)atol(argv[2]);
    is_one_a_callback = argc > 3 && !strcmp(argv[3], "writeable");
    if (snapshot_bytes > SNAPSHOT_LIMIT) return fprintf(stderr, "at most %d bytes\n", SNAPSHOT_LIMIT), 2;
    lws_set_log_level(LLL_ERR, NULL);
    /* tx_packet_size: without it every write is cut to the size of the receive buffer. */
    static const struct lws_protocols protocols[] = {
        {.name = "gomoku.v1", .callback = callback, .per_session_data_size = sizeof(struct session),
         .rx_buffer_size = 512, .tx_packet_size = 1 << 20},
        {0},
    };
    struct ev_loop *loop = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
    void *loops[] = {loop};
    struct lws_context_creation_info info = {
        .port = atoi(argv[1]), .iface = "127.0.0.1", .protocols = protocols, .gid = (gid_t)-1, .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_LIBEV, .foreign_loops = loops,
    };
    if (!loop || !lws_create_context(&info)) return fprintf(stderr, "floor: cannot listen on %s\n", argv[1]), 1;
    ev_run(loop, 0);
    return 0;
}
