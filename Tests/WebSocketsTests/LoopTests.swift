import Foundation
import Testing

@testable import WebSockets

@Suite("Event loop") struct LoopTests {
    @Test("Messages posted by one thread arrive in order while other threads post")
    func mailbox() throws {
        struct Note { let thread: Int, number: Int }
        let loop = try EventLoop()
        let mailbox = Mailbox<Note>()
        let (threads, each) = (4, 5000)
        var last = [Int](repeating: -1, count: threads)
        var (count, inOrder) = (0, true)
        loop.attach(mailbox) { note in
            inOrder = inOrder && last[note.thread] + 1 == note.number
            last[note.thread] = note.number
            count += 1
            if count == threads * each { loop.stop() }
        }
        for thread in 0..<threads {
            Thread.detachNewThread { for number in 0..<each { mailbox.post(Note(thread: thread, number: number)) } }
        }
        try loop.run()
        #expect(count == threads * each && inOrder)
        mailbox.post(Note(thread: 0, number: 0))  // dropped, because the loop has ended
    }

    @Test("Timers fire in order, and can be moved, cancelled and rescheduled from their own callback")
    func timers() throws {
        /// The earliest and latest time at which a timer can be due. Two readings of the clock
        /// bound it, however slow the machine is.
        struct Due { var (name, earliest, latest) = ("", 0, 0) }
        let loop = try EventLoop()
        var (fired, timers): ([String], [LoopTimer]) = ([], [])
        var dues: [Due] = []
        var (rounds, isEarly) = (0, false)
        let holder = LoopTimerHolder()
        func stopAtTheEnd() { if fired.count == 3, rounds == 3 { loop.stop() } }
        func schedule(_ timer: LoopTimer, _ delay: Int, _ name: String) {
            let before = loop.now()
            timer.schedule(afterMilliseconds: delay)
            dues.append(Due(name: name, earliest: before + delay, latest: loop.now() + delay))
        }
        func timer(_ name: String) -> LoopTimer {
            let timer = loop.timer {
                fired.append(name)
                isEarly = isEarly || !dues.contains { $0.name == name && $0.earliest <= loop.now() + 1 }
                stopAtTheEnd()
            }
            timers.append(timer)
            return timer
        }
        schedule(timer("c"), 60, "c")
        schedule(timer("a"), 20, "a")
        let cancelled = timer("cancelled")
        cancelled.schedule(afterMilliseconds: 10)
        cancelled.cancel()
        let moved = timer("b")
        moved.schedule(afterMilliseconds: 60_000)
        schedule(moved, 40, "b")
        timer("forgotten").schedule(afterMilliseconds: 15)
        timers.removeLast()
        holder.timer = loop.timer {
            rounds += 1
            if rounds < 3 { holder.timer?.schedule(afterMilliseconds: 5) }
            stopAtTheEnd()
        }
        holder.timer?.schedule(afterMilliseconds: 0)
        let giveUp = loop.timer { loop.stop() }
        giveUp.schedule(afterMilliseconds: 30_000)
        try loop.run()
        #expect(fired.sorted() == ["a", "b", "c"] && rounds == 3 && !isEarly)
        let order = fired.compactMap { name in dues.first { $0.name == name } }
        for (first, next) in zip(order, order.dropFirst()) {
            #expect(first.earliest <= next.latest, "\(first.name) fired before \(next.name)")
        }
        holder.timer = nil
    }

    @Test("A timer that is due in the same turn but has not fired yet still counts as scheduled")
    func dueTogether() throws {
        let loop = try EventLoop()
        let (first, second) = (LoopTimerHolder(), LoopTimerHolder())
        var seen: [Bool] = []
        first.timer = loop.timer { seen.append(second.timer?.isScheduled ?? false) }
        second.timer = loop.timer { seen.append(first.timer?.isScheduled ?? false) }
        for holder in [first, second] { holder.timer?.schedule(afterMilliseconds: 2) }
        let end = loop.timer { loop.stop() }
        end.schedule(afterMilliseconds: 20)
        // Wait until all timers are due.
        let began = loop.now()
        while loop.now() < began + 25 {}
        try loop.run()
        #expect(seen == [true, false])
        (first.timer, second.timer) = (nil, nil)
    }

    @Test("One frame is delivered to many sockets")
    func fanOut() throws {
        let server = try TestServer { _ in
        } handler: { handler in
            handler.onText = { text, _ in
                let frame = Frame(text)
                for socket in handler.sockets { socket.send(frame) }
            }
        }
        defer { server.stop() }
        let clients = try (0..<200).map { _ in try RawClient(port: server.port) }
        for client in clients { #expect(client.openWebSocket().hasPrefix("HTTP/1.1 101")) }
        for round in 0..<5 {
            clients[round].sendText("to all \(round)")
            for client in clients { #expect(client.takeFrame()?.text == "to all \(round)") }
        }
    }

    @Test("Frames sent in one turn arrive whole and in order")
    func backlog() throws {
        let server = try TestServer {
            $0.outboxBytes = 4_000_000
        } handler: { handler in
            handler.onText = { _, socket in
                for number in 0..<2000 { socket.send("\(number):" + String(repeating: "y", count: number)) }
            }
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port, receiveBuffer: 8192)
        client.openWebSocket()
        client.sendText("go")
        for number in 0..<2000 {
            #expect(client.takeFrame()?.text == "\(number):" + String(repeating: "y", count: number))
        }
    }

    @Test("Stopping refuses new connections, sends queued messages, then closes open ones with 1001")
    func stop() throws {
        let server = try TestServer()
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        #expect(server.events.wait("opened"))
        let (stopped, port) = (DispatchSemaphore(value: 0), server.port)
        server.run { $0.handler.sockets[0].send("last words") }
        Thread.detachNewThread {
            server.stop()
            stopped.signal()
        }
        #expect(client.takeFrame()?.text == "last words")
        #expect(client.takeFrame()?.closeCode == 1001)
        #expect(throws: Failed.self) { try RawClient(port: port) }
        client.sendFrame(8, [0x03, 0xe9])
        stopped.wait()
        #expect(server.events.all == ["opened", "closed 1001"])
    }

    @Test("A loop that stops listening keeps its open connections")
    func stopListening() throws {
        let server = try TestServer()
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        client.openWebSocket()
        server.ask { $0.loop.stopListening() }
        let port = server.port
        #expect(throws: Failed.self) { try RawClient(port: port) }
        client.sendText("still")
        #expect(client.takeFrame()?.text == "still")
    }

    @Test("Connections lost during a fan-out are reported once, and only after it")
    func vanishing() throws {
        let server = try TestServer { _ in
        } handler: { handler in
            handler.onText = { _, _ in
                let frame = Frame(String(repeating: "z", count: 2000))
                handler.events.add("begin")
                for _ in 0..<50 { for socket in handler.sockets { socket.send(frame) } }
                handler.events.add("end")
            }
        }
        defer { server.stop() }
        let talker = try RawClient(port: server.port)
        talker.openWebSocket()
        for _ in 0..<20 {
            let gone = try RawClient(port: server.port)
            gone.openWebSocket()
            var linger = linger(l_onoff: 1, l_linger: 0)  // closes with RST
            setsockopt(gone.descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
        talker.sendText("go")
        for _ in 0..<50 { #expect(talker.takeFrame()?.payload.count == 2000) }
        var closed = 0
        while closed < 20 {
            closed = server.events.all.filter { $0 == "closed -" }.count
            talker.sendText("go")
            for _ in 0..<50 { _ = talker.takeFrame() }
        }
        var inside = false
        for line in server.events.all {
            if line == "begin" { inside = true }
            if line == "end" { inside = false }
            #expect(!(inside && line.hasPrefix("closed")))
        }
        #expect(server.events.all.filter { $0.hasPrefix("closed") }.count == 20)
    }
}

private final class LoopTimerHolder { var timer: LoopTimer? }
