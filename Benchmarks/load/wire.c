#include "load.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 512, RECEIVE_BYTES = 1 << 20, HEADER_BYTES = 14, REQUEST_BYTES = 1024, SOURCE_ADDRESSES = 8 };
static const uint32_t MASK = 0x5A3C96E1;

handler *heard;
static int epoll = -1;
static char received[RECEIVE_BYTES];

void broken(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "load: this run is void: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    exit(1);
}

/* Opens a TCP connection. Clients use several source addresses, so that ports do not run out. */
static int dial(int port)
{
    static unsigned next;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) broken("socket: %s", strerror(errno));
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + next++ % SOURCE_ADDRESSES)};
    struct sockaddr_in server = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (bind(fd, (struct sockaddr *)&own, sizeof own)) broken("bind: %s", strerror(errno));
    if (connect(fd, (struct sockaddr *)&server, sizeof server)) broken("connect: %s", strerror(errno));
    return fd;
}

static void write_all(int fd, const char *bytes, size_t count)
{
    ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL);
    /* Little data is in flight, so a full socket means that the server has stopped reading. */
    if (sent != (ssize_t)count) broken("the server takes no more: %s", sent < 0 ? strerror(errno) : "a part was sent");
}

void wire_dial(struct client *client)
{
    char request[REQUEST_BYTES];
    int bytes = snprintf(
        request, sizeof request,
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: %s\r\n\r\n",
        options.is_mqtt ? "mqtt" : "gomoku.v1");
    client->fd = dial(client->port);
    write_all(client->fd, request, (size_t)bytes);
}

void wire_opened(struct client *client)
{
    char answer[REQUEST_BYTES + 1] = {0};
    size_t got = 0;
    while (!strstr(answer, "\r\n\r\n")) {
        /* Reading past the header is safe, because the server sends nothing before a request. */
        ssize_t count = recv(client->fd, answer + got, REQUEST_BYTES - got, 0);
        if (count <= 0) broken("no answer to the handshake: %s", count < 0 ? strerror(errno) : answer);
        got += (size_t)count;
    }
    if (strncmp(answer, "HTTP/1.1 101", 12)) broken("no WebSocket: %s", answer);
    fcntl(client->fd, F_SETFL, O_NONBLOCK);
    wire_watch(client);
}

void wire_watch(struct client *client)
{
    if (epoll < 0) epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, client->fd, &event)) broken("epoll_ctl: %s", strerror(errno));
}

static void send_frame(struct client *client, unsigned char kind, const char *text, size_t bytes)
{
    static char frame[HEADER_BYTES + REQUEST_BYTES + 8];
    if (bytes > REQUEST_BYTES) broken("a request of %zu bytes", bytes);
    size_t at = 0;
    frame[at++] = (char)(0x80 | kind);
    if (bytes < 126) {
        frame[at++] = (char)(0x80 | bytes);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(bytes >> 8);
        frame[at++] = (char)bytes;
    }
    memcpy(frame + at, &MASK, sizeof MASK);
    at += sizeof MASK;
    for (size_t i = 0; i < bytes; i += sizeof MASK) {
        uint32_t word = 0;
        memcpy(&word, text + i, bytes - i < sizeof word ? bytes - i : sizeof word);
        word ^= MASK;
        memcpy(frame + at + i, &word, sizeof word);
    }
    write_all(client->fd, frame, at + bytes);
}

void wire_send(struct client *client, const char *text, size_t bytes) { send_frame(client, 1, text, bytes); }
void wire_send_binary(struct client *client, const char *bytes, size_t count) { send_frame(client, 2, bytes, count); }

void wire_sendf(struct client *client, const char *format, ...)
{
    char text[REQUEST_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wire_send(client, text, (size_t)bytes);
}

/* Handles the complete frames in `bytes`. Returns their length. */
static size_t take_frames(struct client *client, const char *bytes, size_t count)
{
    size_t at = 0;
    while (count - at >= 2) {
        const unsigned char *head = (const unsigned char *)bytes + at;
        size_t length = head[1] & 0x7F, header = 2;
        if (length == 126) {
            if (count - at < 4) break;
            length = (size_t)head[2] << 8 | head[3];
            header = 4;
        } else if (length == 127) {
            if (count - at < 10) break;
            length = 0;
            for (int i = 2; i < 10; i++) length = length << 8 | head[i];
            header = 10;
        }
        if (length > RECEIVE_BYTES / 2) broken("a frame of %zu bytes", length);
        if (count - at < header + length) break;
        const char *payload = bytes + at + header;
        at += header + length;
        switch (head[0]) {
        case 0x81:
            client->frames++;
            heard(client, payload, length);
            break;
        case 0x82:
            if (!options.is_mqtt) broken("a binary frame");
            client->frames++;
            mqtt_take(client, payload, length);
            break;
        case 0x89: send_frame(client, 0xA, payload, length); break;
        case 0x8A: break;
        case 0x88: broken("the server closed: %.*s", length > 2 ? (int)length - 2 : 0, payload + 2);
        default: broken("a frame that begins with %02x: messages must come in one frame", head[0]);
        }
    }
    return at;
}

static void take(struct client *client)
{
    size_t kept = client->rest_bytes;
    memcpy(received, client->rest, kept);
    ssize_t count = recv(client->fd, received + kept, sizeof received - kept, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) broken("a connection was lost: %s", count < 0 ? strerror(errno) : "closed");
    size_t all = kept + (size_t)count, done = take_frames(client, received, all);
    client->rest_bytes = all - done;
    if (kept || client->rest_bytes) {
        client->rest = realloc(client->rest, client->rest_bytes + 1);
        memcpy(client->rest, received + done, client->rest_bytes);
    }
}

void wire_pump(int64_t nanoseconds)
{
    struct epoll_event events[EVENTS];
    struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int count = epoll_pwait2(epoll, events, EVENTS, nanoseconds > 0 ? &timeout : &(struct timespec){0}, NULL);
    for (int i = 0; i < count; i++) take(events[i].data.ptr);
}

long wire_metric(const char *name)
{
    static const char request[] = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    static char answer[1 << 16];
    char line[128];
    size_t got = 0;
    ssize_t count;
    int fd = dial(options.ports[0]);
    struct timeval patience = {.tv_sec = 2};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    write_all(fd, request, sizeof request - 1);
    snprintf(line, sizeof line, "\n%s ", name);
    const char *value = NULL;
    while (got < sizeof answer - 1 && (count = recv(fd, answer + got, sizeof answer - 1 - got, 0)) > 0) got += (size_t)count;
    answer[got] = 0;
    close(fd);
    value = strstr(answer, line);
    return value ? atol(value + strlen(line)) : -1;
}
