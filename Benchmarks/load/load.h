/* A load generator that costs less than what it measures: one thread, epoll, its own masked frames, no library. */
#pragma once
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERVERS = 8 };

struct options {
    int ports[SERVERS], pids[SERVERS]; /* of servers over one store: one of each where there is one */
    int port_count, pid_count, store_pid;
    int rooms, per_room, count;
    double rate, seconds;
    int is_gomoku, is_mqtt, is_spread;
};
extern struct options options;

/* One WebSocket. */
struct client {
    int fd, port;
    int is_player;   /* moves in crowd_fill */
    int room, place; /* its room's number, and which member of it this is */
    long rev;        /* of the newest delta that it has seen */
    long seen;       /* deltas that it has seen */
    long frames;     /* data frames received */
    char id[32];     /* its participant's */
    char *rest;      /* the beginning of a frame whose end has not come yet */
    size_t rest_bytes;
};

typedef void handler(struct client *client, const char *text, size_t bytes);

/* wire.c: sockets and frames. Whatever is not as it should be ends the program with status 1. */
extern handler *heard; /* is given every text message */
void wire_dial(struct client *client); /* connects and asks for a WebSocket */
void wire_opened(struct client *client); /* waits for the answer to that */
void wire_watch(struct client *client);
void wire_send(struct client *client, const char *text, size_t bytes);
void wire_send_binary(struct client *client, const char *bytes, size_t count);
void wire_sendf(struct client *client, const char *format, ...) __attribute__((format(printf, 2, 3)));
void wire_pump(int64_t nanoseconds); /* handles what comes; returns at the latest after so long without anything */
long wire_metric(const char *name);  /* from the server's /metrics; -1 if it has none such */
_Noreturn void broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* crowd.c: clients that have said hello and joined. */
extern long crowd_snapshot_bytes; /* of all snapshots since the program began */
struct client *crowd_open(int clients);                  /* connects and says hello */
void crowd_greet(struct client *crowd, int clients);     /* says hello */
void crowd_join(struct client *crowd, int clients, const char *kind);
void crowd_send(struct client *client, const char *room, const char *text, size_t bytes);
void crowd_fill(struct client *players, int rooms, int deltas); /* each plays so many deltas in a room of its own */
void crowd_free(struct client *crowd, int clients);
const char *find(const char *text, size_t bytes, const char *what); /* what follows it, or NULL */
long number(const char *text, size_t bytes, const char *what);      /* the number after it, or -1 */
int is_type(const char *text, size_t bytes, const char *type);
int game_delta(char *text, size_t limit, const char *room, long k, const char *me); /* k: 0 is New Game, then moves */
int open_delta(char *text, size_t limit, const char *room, long k);
enum { GAME_DELTAS = 226 };

/* mqtt.c: the same work for a broker (MQTT 3.1.1 over WebSocket): a room is a topic, a delta a retained message. */
void mqtt_connect(struct client *client);
void mqtt_subscribe(struct client *client, const char *room);
void mqtt_publish(struct client *client, const char *room, const char *text, size_t bytes);
void mqtt_take(struct client *client, const char *packet, size_t bytes); /* what comes is told to `heard` as ours is */

/* figures.c: clocks and distributions. */
struct sample {
    uint32_t *values; /* nanoseconds */
    size_t count, capacity;
};
int64_t now_ns(void);
int64_t server_cpu_ns(void); /* of all its threads; of all servers */
int64_t store_cpu_ns(void);  /* of the process in which they store, if that is another one */
int64_t own_cpu_ns(void);
long server_rss_bytes(void); /* of the first server, as what follows */
long server_written(const char *what); /* a line of /proc/PID/io, such as write_bytes; -1: it cannot be read */
void sample_add(struct sample *sample, int64_t nanoseconds);
double sample_us(struct sample *sample, double quantile);

/* One benchmark each; they print one line of JSON. */
void run_rooms(void);
void run_idle(void);
void run_join(void);
void run_durable(void);
void run_storm(void);
void run_games(void);
void run_moves(void);
