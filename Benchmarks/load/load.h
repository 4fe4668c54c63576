/* A load generator that is cheaper than the servers it measures: one thread, epoll, its own masked
 * frames, and no library. */
#pragma once
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERVERS = 8 };

struct options {
    int ports[SERVERS], pids[SERVERS]; /* of one server, or of several over one store */
    int port_count, pid_count, store_pid;
    int rooms, per_room, count;
    double rate, seconds;
    int is_gomoku, is_mqtt, is_spread;
};
extern struct options options;

/* A WebSocket. */
struct client {
    int fd, port;
    int is_player;   /* moves in crowd_fill */
    int room, place; /* the number of its room, and its number in the room */
    long rev;        /* the revision of the newest delta it has seen */
    long seen;       /* the number of deltas it has seen */
    long frames;     /* data frames received */
    char id[32];     /* the participant's ID */
    char *rest;      /* the beginning of an incomplete frame */
    size_t rest_bytes;
};

typedef void handler(struct client *client, const char *text, size_t bytes);

/* wire.c: sockets and frames. Every error ends the program with status 1. */
extern handler *heard; /* receives every text message */
void wire_dial(struct client *client); /* connects and requests a WebSocket */
void wire_opened(struct client *client); /* waits for the response */
void wire_watch(struct client *client);
void wire_send(struct client *client, const char *text, size_t bytes);
void wire_send_binary(struct client *client, const char *bytes, size_t count);
void wire_sendf(struct client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
void wire_pump(int64_t nanoseconds); /* handles input; returns at the latest after this time without input */
long wire_metric(const char *name);  /* a value of the server's /metrics; -1 if it is missing */
_Noreturn void broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* crowd.c: clients that have said hello and joined. */
extern long crowd_snapshot_bytes; /* the bytes of all snapshots since the start */
struct client *crowd_open(int clients);                  /* connects and says hello */
void crowd_greet(struct client *crowd, int clients);     /* says hello */
void crowd_join(struct client *crowd, int clients, const char *kind);
void crowd_send(struct client *client, const char *room, const char *text, size_t bytes);
void crowd_fill(struct client *players, int rooms, int deltas); /* each plays `deltas` deltas in its own room */
void crowd_free(struct client *crowd, int clients);
const char *find(const char *text, size_t bytes, const char *what); /* the text after `what`, or NULL */
long number(const char *text, size_t bytes, const char *what);      /* the number after `what`, or -1 */
int is_type(const char *text, size_t bytes, const char *type);
int game_delta(char *text, size_t limit, const char *room, long k, const char *me); /* k = 0: New Game, then moves */
int open_delta(char *text, size_t limit, const char *room, long k);
enum { GAME_DELTAS = 226 };

/* mqtt.c: the same work for a broker (MQTT 3.1.1 over WebSocket). A room is a topic, and a delta
 * is a retained message. */
void mqtt_connect(struct client *client);
void mqtt_subscribe(struct client *client, const char *room);
void mqtt_publish(struct client *client, const char *room, const char *text, size_t bytes);
void mqtt_take(struct client *client, const char *packet, size_t bytes); /* calls `heard` as for this server */

/* figures.c: clocks and distributions. */
struct sample {
    uint32_t *values; /* nanoseconds */
    size_t count, capacity;
};
int64_t now_ns(void);
int64_t server_cpu_ns(void); /* all threads of all servers */
int64_t store_cpu_ns(void);  /* the store's process, if it is a separate one */
int64_t own_cpu_ns(void);
long server_rss_bytes(void); /* the first server, as for server_written */
long server_written(const char *what); /* a line of /proc/PID/io, such as write_bytes; -1 on failure */
void sample_add(struct sample *sample, int64_t nanoseconds);
double sample_us(struct sample *sample, double quantile);

/* The benchmarks. Each prints one line of JSON. */
void run_rooms(void);
void run_idle(void);
void run_join(void);
void run_durable(void);
void run_storm(void);
void run_games(void);
void run_moves(void);
