/* load BENCHMARK --port N --pid SERVER [--port N --pid SERVER …] [--spread] [--store-pid N]
 *   [--mode open|gomoku] [--protocol mqtt]
 *   [--rooms R] [--per-room N] [--rate D] [--seconds S] [--count N]
 *
 *   rooms     R rooms of N; D deltas a second in total, or with 0 one in flight in each room
 *   idle      R rooms of N that send nothing
 *   join      N joins (--count) into a room with 225 moves
 *   storm     N connections (--count), 200 at once, into R rooms with 225 moves
 *   games     R games of two with 60 moves each: memory per room
 *   moves     N deltas (--count), one at a time and at most D a second, in a room of two: for
 *             counters of instructions and bytes
 *   durable   R rooms of one, each with one delta in flight, while another client pings every 5 ms
 *
 * With several servers, the members of a room connect to the same server, and rooms take turns.
 * With --spread, the members of a room connect to different servers.
 *
 * The program prints one line of JSON. Exit status 1 means that a delivery was lost, repeated or
 * refused, so that nothing was measured.
 */
#include "load.h"
#include <getopt.h>

struct options options = {.rooms = 1, .per_room = 2, .seconds = 3, .count = 200};

int main(int argc, char **argv)
{
    static const struct option known[] = {
        {"port", required_argument, NULL, 'p'},     {"pid", required_argument, NULL, 'i'},
        {"spread", no_argument, NULL, 'a'},         {"store-pid", required_argument, NULL, 't'},
        {"mode", required_argument, NULL, 'm'},     {"rooms", required_argument, NULL, 'r'},
        {"per-room", required_argument, NULL, 'n'}, {"rate", required_argument, NULL, 'd'},
        {"protocol", required_argument, NULL, 'q'}, {"seconds", required_argument, NULL, 's'},  {"count", required_argument, NULL, 'c'},
        {0},
    };
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (option) {
        case 'p': if (options.port_count < SERVERS) options.ports[options.port_count++] = atoi(optarg); break;
        case 'i': if (options.pid_count < SERVERS) options.pids[options.pid_count++] = atoi(optarg); break;
        case 'a': options.is_spread = 1; break;
        case 't': options.store_pid = atoi(optarg); break;
        case 'm': options.is_gomoku = !strcmp(optarg, "gomoku"); break;
        case 'q': options.is_mqtt = !strcmp(optarg, "mqtt"); break;
        case 'r': options.rooms = atoi(optarg); break;
        case 'n': options.per_room = atoi(optarg); break;
        case 'd': options.rate = atof(optarg); break;
        case 's': options.seconds = atof(optarg); break;
        case 'c': options.count = atoi(optarg); break;
        default: return 2;
        }
    }
    const char *which = optind < argc ? argv[optind] : "";
    if (!options.port_count || !options.pid_count || options.rooms < 1 || options.per_room < 1 || options.count < 1)
        return fprintf(stderr, "load: --port and --pid are needed; --rooms, --per-room and --count are 1 or more\n"), 2;
    if (!strcmp(which, "rooms")) run_rooms();
    else if (!strcmp(which, "idle")) run_idle();
    else if (!strcmp(which, "join")) run_join();
    else if (!strcmp(which, "durable")) run_durable();
    else if (!strcmp(which, "storm")) run_storm();
    else if (!strcmp(which, "games")) run_games();
    else if (!strcmp(which, "moves")) run_moves();
    else return fprintf(stderr, "load: say rooms, idle, join, storm, games, moves or durable\n"), 2;
    return 0;
}
