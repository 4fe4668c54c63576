import Foundation
import Testing

@testable import WebSockets

@Suite("Limits on peers") struct LimitTests {
    /// Expects that the peer receives the close frame, and that the handler is told of the end.
    private func expectClose(
        _ code: Int, maximumMessageBytes: Int? = nil, _ act: (RawClient) -> Void
    ) throws {
        let server = try TestServer { if let maximumMessageBytes { $0.maximumMessageBytes = maximumMessageBytes } }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        act(client)
        let frame = try #require(client.takeFrame())
        #expect(frame.closeCode == code, "\(frame)")
        client.sendFrame(8, [UInt8(code >> 8), UInt8(code & 0xff)])
        #expect(client.isAtEnd())
        #expect(server.events.wait { $0.hasPrefix("closed") } != nil)
    }

    @Test("A message over the size limit closes the connection with 1009", arguments: [1001, 5000, 100_000])
    func tooBig(count: Int) throws {
        try expectClose(1009, maximumMessageBytes: 1000) { $0.sendText(String(repeating: "x", count: count)) }
    }

    @Test("A fragmented message over the size limit closes with 1009 before its last fragment")
    func tooBigInFragments() throws {
        try expectClose(1009, maximumMessageBytes: 1000) { client in
            client.sendFrame(1, [UInt8](repeating: 97, count: 600), isFinal: false)
            client.sendFrame(0, [UInt8](repeating: 97, count: 600), isFinal: false)
        }
    }

    @Test("A binary message closes with 1003")
    func binary() throws { try expectClose(1003) { $0.sendFrame(2, [1, 2, 3]) } }

    @Test(
        "Text that is not UTF-8 closes the connection with 1007",
        arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [97, 0xf4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func notText(payload: [UInt8]) throws { try expectClose(1007) { $0.sendFrame(1, payload) } }

    @Test("Text cut off inside a UTF-8 character before an empty last fragment closes with 1007")
    func cutOffText() throws {
        try expectClose(1007) { client in
            client.sendFrame(1, [0xc3], isFinal: false)
            client.sendFrame(0, [], isFinal: true)
        }
    }

    @Test(
        "An unknown opcode or a fragmented control frame closes the connection with 1002",
        arguments: [[0x83, 0x80, 0, 0, 0, 0], [0x09, 0x80, 0, 0, 0, 0]] as [[UInt8]])
    func nonsense(bytes: [UInt8]) throws { try expectClose(1002) { $0.send(bytes) } }

    @Test("A ping between the fragments of a message is answered before the message is complete")
    func fragments() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        client.sendFrame(1, Array("zwölf ".utf8.prefix(3)), isFinal: false)
        client.sendFrame(9, Array("still there?".utf8))
        client.sendFrame(0, Array("zwölf ".utf8.dropFirst(3)), isFinal: false)
        client.sendFrame(0, Array("Boxkämpfer".utf8), isFinal: true)
        var frames: [RawFrame] = []
        while frames.count < 2, let frame = client.takeFrame() { frames.append(frame) }
        // The ping was sent before the message was complete, so its pong comes first.
        #expect(frames.map(\.text) == ["still there?", "zwölf Boxkämpfer"])
        #expect(frames.map(\.opcode) == [10, 1])
    }

    @Test(
        "Pings between fragments sent byte by byte get pongs before the message (Autobahn 5.8, 5.19, 5.20)"
    )
    func octets() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        let frames: [(UInt8, String, Bool)] = [
            (1, "f1", false), (0, "f2", false), (9, "pongme 1!", true), (0, "f3", false), (0, "f4", false),
            (9, "pongme 2!", true), (0, "f5", true),
        ]
        for (opcode, text, isFinal) in frames {
            for octet in RawClient.frame(opcode, Array(text.utf8), isFinal: isFinal) { client.send([octet]) }
            // Send the next ping after the answer to the first. The library may answer only one of
            // several that arrive in one piece.
            if text == "pongme 1!" { #expect(client.takeFrame()?.text == text) }
        }
        #expect([client.takeFrame()?.text, client.takeFrame()?.text] == ["pongme 2!", "f1f2f3f4f5"])
    }

    @Test("Sequential pings are each answered, and a burst of pings gets at least one pong")
    func pings() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        for number in 0..<50 {
            client.sendFrame(9, Array("\(number)".utf8))
            #expect(client.takeFrame() == RawFrame(opcode: 10, isFinal: true, payload: Array("\(number)".utf8)))
        }
        // Of several pings in one piece, the library answers at least one. The socket stays usable.
        for number in 0..<10 { client.sendFrame(9, Array("\(number)".utf8)) }
        client.sendText("and")
        var (pongs, texts) = (0, 0)
        while pongs < 1 || texts < 1, let frame = client.takeFrame() {
            if frame.opcode == 10 { pongs += 1 } else { texts += 1 }
        }
        #expect(pongs >= 1 && texts == 1)
    }

    @Test("A slow reader loses frames while its outbox is full, and receives new ones after it drains")
    func slowReader() throws {
        let server = try TestServer {
            $0.outboxBytes = 64 * 1024
        } handler: {
            $0.onText = { _, _ in }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        let sent = server.ask { context -> Int in
            let socket = context.handler.sockets[0]
            for number in 0..<10_000 {
                socket.send(String(repeating: "x", count: 1000) + "\(number)")
                if socket.unsentBytes > 64 * 1024 { return -1 }
            }
            return 10_000
        }
        #expect(sent == 10_000)
        #expect(server.events.wait("overflowed"))
        server.run { $0.handler.events.add("unsent \($0.handler.sockets[0].unsentBytes > 0)") }
        #expect(server.events.wait("unsent true"))
        var got = 0
        while server.events.all.contains("drained") == false, let frame = client.takeFrame() {
            #expect(frame.text.hasSuffix("x\(got)"))
            got += 1
        }
        #expect(got > 0 && got < 10_000)
        #expect(server.events.wait("drained"))
        server.run { $0.handler.sockets[0].send("snapshot") }
        while let frame = client.takeFrame() {
            if frame.text == "snapshot" { break }
            #expect(frame.text.hasSuffix("x\(got)"))
            got += 1
        }
        #expect(server.events.all.filter { $0 == "overflowed" }.count == 1)
    }

    @Test("Between an overflow and the drained handler's message, a slow reader receives nothing new")
    func nothingBeforeDrained() throws {
        let server = try TestServer {
            $0.outboxBytes = 64 * 1024
        } handler: { handler in
            handler.onDrained = { $0.send("everything anew") }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port, receiveBuffer: 4096)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        server.run { context in
            let socket = context.handler.sockets[0]
            for number in 0..<10_000 { socket.send(String(repeating: "x", count: 1000) + "\(number)") }
            // Send something in each turn, such as an event of another room, even in the turn in
            // which the socket drains.
            context.loop.atEndOfTurn { socket.send("news") }
        }
        #expect(server.events.wait("overflowed"))
        var got = 0
        var next = client.takeFrame()
        while let text = next?.text, text.hasSuffix("x\(got)") {
            got += 1
            next = client.takeFrame()
        }
        #expect(got > 0 && got < 10_000)
        #expect(next?.text == "everything anew")
    }

    @Test("A handler that queued much in one turn is notified when all of it has been sent")
    func drainedAfterMuch() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        let unsent = server.ask { context -> [Bool] in
            let socket = context.handler.sockets[0]
            let before = socket.hasUnsent(over: 1_000)
            socket.send(String(repeating: "x", count: 2_000))
            return [before, socket.hasUnsent(over: 1_000)]
        }
        #expect(unsent == [false, true])
        #expect(client.takeFrame()?.text.count == 2_000)
        #expect(server.events.wait("drained"), "even though the peer was reading")
    }

    @Test("A socket that stops reading delays only its own messages, and loses none")
    func stopsReading() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        let isStopped = server.ask { context -> Bool in
            let events = context.handler.events
            context.handler.onText = { text, _ in events.add(String(decoding: text, as: UTF8.self)) }
            context.handler.sockets[0].stopReading()
            return true
        }
        #expect(isStopped)
        let other = try RawClient(port: server.port)
        other.openWebSocket()
        for number in 0..<100 { client.sendText("\(number)") }
        other.sendText("other")
        #expect(server.events.wait("other"))
        #expect(!server.events.all.contains("0"))
        server.run { $0.handler.sockets[0].resumeReading() }
        #expect(server.events.wait("99"))
        let numbers = server.events.all.compactMap { Int($0) }
        #expect(numbers == Array(0..<100))
    }

    @Test("Pings count once as non-message bytes, and messages never do, even while they wait to be read")
    func otherBytes() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        func other() -> Int { server.ask { $0.handler.sockets[0].otherBytes() } }
        let isStopped = server.ask { context -> Bool in
            let events = context.handler.events
            context.handler.onText = { text, _ in events.add("\(text.count)") }
            context.handler.sockets[0].stopReading()
            return true
        }
        #expect(isStopped && other() == 0)
        for _ in 0..<50 { client.sendText(String(repeating: "x", count: 1_000)) }
        #expect(other() == 0, "while the messages wait in the kernel")
        client.sendText("end")
        server.run { $0.handler.sockets[0].resumeReading() }
        #expect(server.events.wait("3"))
        #expect(other() == 0, "after the messages were read")
        for _ in 0..<100 {
            client.sendFrame(9, [UInt8](repeating: 97, count: 100))
            #expect(client.takeFrame()?.opcode == 10)
        }
        let pings = other()
        #expect((100 * 100...100 * 110).contains(pings), "\(pings) bytes")
        #expect(other() == 0, "bytes are counted only once")
    }

    @Test("A pause in reading ends by itself after the longest requested time, and no message is lost")
    func pausesReading() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        server.run { context in
            let events = context.handler.events
            context.handler.onText = { text, socket in
                let text = String(decoding: text, as: UTF8.self)
                events.add(text)
                guard text.hasSuffix("first") else { return }
                socket.pauseReading(forMilliseconds: 400)
                socket.pauseReading(forMilliseconds: 20)
            }
        }
        let other = try RawClient(port: server.port)
        other.openWebSocket()
        let began = ContinuousClock.now
        client.sendText("first")
        #expect(server.events.wait("first"))
        client.sendText("second")
        other.sendText("other")
        #expect(server.events.wait("other"))
        #expect(server.events.wait("second"))
        #expect(ContinuousClock.now - began >= .milliseconds(400))
        // A client that disconnects during its pause takes the pause with it.
        client.sendText("again first")
        #expect(server.events.wait("again first"))
        shutdown(client.descriptor, Int32(SHUT_RDWR))
        #expect(server.events.wait { $0.hasPrefix("closed") } != nil)
        other.sendText("still here")
        #expect(server.events.wait("still here"))
    }

    @Test(
        "A connection that sends nothing, or only half a request, is dropped", arguments: ["", "GET / HTTP/1.1\r\nHo"])
    func halfOpen(start: String) throws {
        let server = try TestServer { $0.requestWithinSeconds = 1 }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.send(start)
        let began = Date()
        #expect(client.isAtEnd())
        #expect(Date().timeIntervalSince(began) < 6)
    }

    @Test("A peer that does not answer pings is dropped, and one that answers is kept")
    func silent() throws {
        let server = try TestServer {
            $0.pingAfterSeconds = 1
            // Give the other client enough time to answer, however slow the machine is.
            $0.pongWithinSeconds = 5
        }
        defer { server.stop() }
        let silent = try RawClient(port: server.port)
        silent.openWebSocket()
        let alive = try RawClient(port: server.port)
        alive.openWebSocket()
        for _ in 0..<2 {
            let ping = try #require(alive.takeFrame())
            #expect(ping.opcode == 9)
            alive.sendFrame(10, ping.payload)
        }
        #expect(server.events.wait("closed -"))
        alive.sendText("here")
        while let frame = alive.takeFrame(), frame.opcode == 9 { alive.sendFrame(10, frame.payload) }
        #expect(server.events.all.filter { $0.hasPrefix("closed") }.count == 1)
    }

    @Test("An address over its connection limit gets HTTP 429 until one of its connections closes")
    func perAddress() throws {
        let server = try TestServer { $0.maximumConnectionsPerAddress = 2 }
        defer { server.stop() }
        let first = try RawClient(port: server.port)
        first.openWebSocket()
        do {
            let second = try RawClient(port: server.port)
            second.openWebSocket()
            let third = try RawClient(port: server.port)
            #expect(third.takeHead()?.hasPrefix("HTTP/1.1 429 ") == true)
        }
        #expect(server.events.wait { $0.hasPrefix("closed") } != nil)
        let fourth = try RawClient(port: server.port)
        #expect(fourth.openWebSocket().hasPrefix("HTTP/1.1 101"))
    }

    @Test("A connection over the total limit gets HTTP 503")
    func all() throws {
        let server = try TestServer { $0.maximumConnections = 1 }
        defer { server.stop() }
        let first = try RawClient(port: server.port)
        first.openWebSocket()
        let second = try RawClient(port: server.port)
        #expect(second.takeHead()?.hasPrefix("HTTP/1.1 503 ") == true)
    }
}
