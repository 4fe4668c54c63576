import Testing

@testable import WebSockets

@Suite("Round-trip times")
struct RoundTripTests {
    @Test("Only the pong to an outstanding ping measures the round trip, and only once")
    func pong() throws {
        var trip = RoundTrip()
        #expect(trip.measured == nil)
        trip.heard(Array("trip 0".utf8), at: 1_000)
        #expect(trip.measured == nil, "no ping was sent yet")
        let may = trip.mayBegin(at: 10_000)
        #expect(may)
        trip.heard(Array("alive?".utf8), at: 10_010)
        #expect(trip.measured == nil)
        trip.heard(trip.payload, at: 10_120)
        #expect(trip.measured == 120)
        trip.heard(trip.payload, at: 19_000)
        #expect(trip.measured == 120, "a pong counts only once")
    }

    @Test("A new ping waits for the last pong or its timeout, and for a minimum interval")
    func pace() {
        var trip = RoundTrip()
        var begun: [Int] = []
        func ask(_ now: Int) { if trip.mayBegin(at: now) { begun.append(now) } }
        ask(10_000)
        ask(10_000 + RoundTrip.patience - 1)
        ask(10_000 + RoundTrip.patience)
        trip.heard(trip.payload, at: 20_001)
        ask(20_000 + RoundTrip.pause - 1)
        ask(20_000 + RoundTrip.pause)
        #expect(begun == [10_000, 20_000, 20_000 + RoundTrip.pause])
    }

    @Test("The round trip measured over a real connection includes the peer's delay")
    func line() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        server.run { $0.handler.sockets.first?.measureRoundTrip() }
        let ping = try #require(client.takeFrame())
        #expect(ping.opcode == 9)
        // The server measures the time between ping and pong itself. The test can only check that
        // it is positive and not longer than the whole test.
        let began = RoundTrip.now()
        while RoundTrip.now() - began < 40 { _ = server.ask { $0.handler.sockets.count } }
        client.sendFrame(10, ping.payload)
        client.sendText("done")
        #expect(client.takeFrame()?.payload == Array("done".utf8), "the echo proves that the pong was read")
        let measured = try #require(server.ask { $0.handler.sockets.first?.roundTripMilliseconds })
        #expect(measured >= 40 && measured <= RoundTrip.now() - began + 1_000)
    }
}
