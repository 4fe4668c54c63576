/* The part of MQTT 3.1.1 that the benchmarks need, with one packet per frame. */
#include "load.h"

enum { CONNECT = 0x10, CONNACK = 0x20, PUBLISH_RETAINED = 0x31, PUBLISH = 0x30, SUBSCRIBE = 0x82, SUBACK = 0x90, PACKET_BYTES = 900 };

static size_t put_text(char *to, const char *text)
{
    size_t bytes = strlen(text);
    to[0] = (char)(bytes >> 8);
    to[1] = (char)bytes;
    memcpy(to + 2, text, bytes);
    return bytes + 2;
}

static void send_packet(struct client *client, int kind, const char *body, size_t bytes)
{
    char packet[PACKET_BYTES + 8];
    size_t at = 0, rest = bytes;
    packet[at++] = (char)kind;
    do {
        packet[at++] = (char)(rest % 128 | (rest >= 128 ? 128 : 0));
        rest /= 128;
    } while (rest);
    memcpy(packet + at, body, bytes);
    wire_send_binary(client, packet, at + bytes);
}

void mqtt_connect(struct client *client)
{
    char body[64], name[24];
    snprintf(name, sizeof name, "load%d", client->fd);
    size_t at = put_text(body, "MQTT");
    memcpy(body + at, "\x04\x02\x00\x00", 4); /* version 4, clean session, no keep-alive */
    at += 4;
    at += put_text(body + at, name);
    send_packet(client, CONNECT, body, at);
}

void mqtt_subscribe(struct client *client, const char *room)
{
    char body[64] = {0, 1};
    size_t at = 2 + put_text(body + 2, room);
    body[at++] = 0; /* at most once */
    send_packet(client, SUBSCRIBE, body, at);
}

void mqtt_publish(struct client *client, const char *room, const char *text, size_t bytes)
{
    char body[PACKET_BYTES];
    size_t at = put_text(body, room);
    if (at + bytes > sizeof body) broken("a message of %zu bytes", bytes);
    memcpy(body + at, text, bytes);
    send_packet(client, PUBLISH_RETAINED, body, at + bytes);
}

static void tell(struct client *client, const char *text) { heard(client, text, strlen(text)); }

void mqtt_take(struct client *client, const char *packet, size_t bytes)
{
    size_t at = 1, length = 0;
    for (int shift = 0; at < bytes; shift += 7) {
        unsigned char byte = (unsigned char)packet[at++];
        length |= (size_t)(byte & 127) << shift;
        if (byte < 128) break;
    }
    if (at + length != bytes) broken("a frame that is not one MQTT packet");
    switch ((unsigned char)packet[0] & 0xF0) {
    case CONNACK: tell(client, "{\"type\":\"welcome\",\"participant\":{\"id\":\"m\"}}"); break;
    case SUBACK: tell(client, "{\"type\":\"snapshot\",\"rev\":0}"); break;
    case PUBLISH: {
        size_t topic = (size_t)(unsigned char)packet[at] << 8 | (unsigned char)packet[at + 1];
        heard(client, packet + at + 2 + topic, length - 2 - topic);
        break;
    }
    default: broken("an MQTT packet of kind %02x", (unsigned char)packet[0]);
    }
}
