import GameState
import TestSupport
import Testing

@Suite("Room names and secrets")
struct RoomNameTests {
    private func lock(_ byte: UInt8, last: UInt8 = 0) throws -> RoomLock {
        try #require(RoomLock(digest: [UInt8](repeating: byte, count: RoomLock.length - 1) + [last]))
    }

    @Test("Rooms with one name but different locks, or no lock, are different rooms")
    func others() throws {
        let plain = try #require(RoomName("tea"))
        let names = [
            plain, plain.locked(by: try lock(1)), plain.locked(by: try lock(1, last: 1)), plain.locked(by: try lock(2)),
        ]
        #expect(Set(names).count == 4 && Set(names.map(\.key)).count == 4)
        #expect(names.allSatisfy { $0.text == "tea" && "\($0)" == "tea" })
        #expect(names[1] == plain.locked(by: try lock(1)))
    }

    @Test("A room key is parsed back to its name and lock, and an invalid key is rejected")
    func keys() throws {
        let plain = try #require(RoomName("a-._~Z9"))
        for name in [
            plain, .lobby, .puzzles, RoomName.puzzles.locked(by: try lock(1)),
            plain.locked(by: try lock(0xA5, last: 0xFF)),
        ] {
            #expect(RoomName(key: name.key) == name && RoomName(key: name.key)?.lock == name.lock)
        }
        let digits = String(repeating: "0", count: 64)
        for key in [
            "", "#", "#\(digits)", "tea#", "tea#\(digits)0", "tea#\(digits.dropLast())", "tea#\(digits.dropLast())g",
            "tea#\(digits.dropLast())F", "tea##\(digits)", "t a#\(digits)",
        ] {
            #expect(RoomName(key: key) == nil, "\(key)")
        }
        // A key with a lock is not a valid name.
        #expect(RoomName("tea#\(digits)") == nil && RoomLock(digest: [1]) == nil)
    }

    @Test("A secret has at least 132 bits and only characters that URLs leave unchanged")
    func secrets() {
        for text in [String(repeating: "a", count: 22), "ABCabc019-_ABCabc019-_", String(repeating: "9", count: 128)] {
            #expect(RoomSecret(text)?.text == text)
        }
        for text in [
            "", String(repeating: "a", count: 21), String(repeating: "a", count: 129), "ABCabc019-_ABCabc019-=",
            "ABCabc019-_ABCabc019-é", "ABCabc019-_ABCabc019- ", "ABCabc019-_ABCabc019-@", "ABCabc019-_ABCabc019-[",
            "ABCabc019-_ABCabc019-`", "ABCabc019-_ABCabc019-\u{7F}",
        ] {
            #expect(RoomSecret(text) == nil, "\(text)")
        }
    }

    @Test("A room is listed only if its game says so and it has no lock")
    func listed() throws {
        let plain = try #require(RoomName("tea"))
        for (name, expected) in [(plain, true), (plain.locked(by: try lock(1)), false)] {
            var room = Room(name: name, kind: .gomoku, epoch: "k", host: "ann")
            func ask(_ set: [(String, JSON?)]) -> Bool {
                let request = DeltaRequest(
                    room: name, id: "\(room.rev)", delta: Delta(changes: set.map { .init($0.0, $0.1) }))
                if case .accepted = room.judge(request, by: "ann", now: 1) { return true } else { return false }
            }
            #expect(!room.isListed)
            #expect(ask([("game", "1"), ("x", "ann"), ("listed", "yes")]) && room.isListed == expected)
            #expect(ask([("game", "2"), ("x", "ann")]) && !room.isListed)
            #expect(room.isReserved == !expected)
        }
    }

    @Test("A room knows whether it is listed and has a clock, also once restored", arguments: [RoomKind.gomoku, .open])
    func facts(of kind: RoomKind) throws {
        var room = Room(name: try #require(RoomName("tea")), kind: kind, epoch: "k", host: "ann")
        var ids = 0
        func set(_ changes: [(String, JSON?)]) -> Bool {
            ids += 1
            let request = DeltaRequest(
                room: room.name, id: "\(ids)", delta: Delta(changes: changes.map { .init($0.0, $0.1) }))
            if case .accepted = room.judge(request, by: "ann", now: 1) { return true } else { return false }
        }
        func restored() throws -> Room {
            let header = RoomHeader(name: room.name, kind: kind, epoch: "k", host: "ann", created: 0)
            return try Room(
                StoredRoom(header: header, shared: .init(snapshot: room.state.snapshot, deltas: []), own: []))
        }
        func expect(isListed: Bool, isTimed: Bool) throws {
            for room in [room, try restored()] { #expect((room.isListed, room.isTimed) == (isListed, isTimed)) }
        }
        try expect(isListed: false, isTimed: false)
        if kind == .gomoku {
            #expect(set([("game", "1"), ("x", "ann"), ("listed", "yes"), ("clock", "60+5")]))
            try expect(isListed: true, isTimed: true)
            #expect(set([("game", "2"), ("x", "ann")]))
        } else {
            #expect(set([("listed", "yes")]))
            try expect(isListed: true, isTimed: false)
            #expect(set([("listed", nil)]))
        }
        try expect(isListed: false, isTimed: false)
    }
}
