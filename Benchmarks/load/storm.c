#include "load.h"

enum { WAVE = 200, FULL = 226 };

/* All clients arrive at once: hundreds of handshakes, then hellos, then joins of rooms with full
 * boards. */
void run_storm(void)
{
    int waves = (options.count + WAVE - 1) / WAVE, joins = waves * WAVE;
    struct client *players = crowd_open(options.rooms);
    for (int i = 0; i < options.rooms; i++) players[i].room = i;
    crowd_join(players, options.rooms, "gomoku");
    crowd_fill(players, options.rooms, FULL);

    struct client *crowd = calloc((size_t)joins, sizeof *crowd);
    struct sample took = {0};
    int64_t connecting = 0, joining = 0;
    for (int wave = 0; wave < waves; wave++) {
        struct client *first = crowd + wave * WAVE;
        int64_t cpu = server_cpu_ns();
        for (int i = 0; i < WAVE; i++) {
            first[i].port = options.ports[i % options.port_count];
            wire_dial(&first[i]);
        }
        for (int i = 0; i < WAVE; i++) wire_opened(&first[i]);
        crowd_greet(first, WAVE);
        int64_t now = server_cpu_ns(), start = now_ns();
        connecting += now - cpu;
        for (int i = 0; i < WAVE; i++) first[i].room = (wave * WAVE + i) % options.rooms;
        crowd_join(first, WAVE, "gomoku");
        sample_add(&took, now_ns() - start);
        joining += server_cpu_ns() - now;
    }
    printf("{\"joins\":%d,\"connect_us\":%.1f,\"join_us\":%.1f,\"wave_ms\":%.2f,\"snapshot_bytes\":%.0f}\n", joins,
           (double)connecting / 1e3 / joins, (double)joining / 1e3 / joins, sample_us(&took, .5) / 1e3,
           (double)crowd_snapshot_bytes / joins);
    crowd_free(crowd, joins);
    crowd_free(players, options.rooms);
}
