import GameState
import TestSupport
import Testing

/// A slow model of the lobby's rules: a list of seeks in the order of their arrival.
private struct SlowLobby {
    var open: [Seek] = []

    /// Returns the open seek that `seek` must be paired with.
    func partner(of seek: Seek) -> Seek? {
        open.sorted { $0.number < $1.number }.first { other in
            other.terms == seek.terms && other.seeker.participant.id != seek.seeker.participant.id
                && other.range.lowest <= seek.seeker.rating && seek.seeker.rating <= other.range.highest
                && seek.range.lowest <= other.seeker.rating && other.seeker.rating <= seek.range.highest
        }
    }
}

@Suite("Lobby")
struct LobbyLawTests {
    private static func seeker(_ name: String, _ rating: Int = 1_500, isClaimed: Bool = false) -> Seeker {
        Seeker(Participant(id: ParticipantID(name), name: name, isClaimed: isClaimed), rating: rating)
    }

    @Test(
        "Seeks pair once, with the oldest match in range, and the effects describe the list exactly",
        arguments: 0..<40)
    func laws(_ round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var chance = SeededRandom(seed: seed)
        var lobby = Lobby()
        var slow = SlowLobby()
        let rules = Rule.allCases.prefix(round % 2 + 1)
        for step in 0..<400 {
            let connection = Int.random(in: 0..<25, using: &chance)
            // Some participants have two connections.
            let me = Self.seeker(
                "p\(connection / 2)", [1_200, 1_500, 1_800][(connection / 2) % 3], isClaimed: connection % 8 < 6)
            let note = Comment(rawValue: "seed \(seed), step \(step)")
            let effects: [Lobby.Effect]
            var expected: Seek?
            var asked: Seek?
            switch Int.random(in: 0..<10, using: &chance) {
            case 0..<6:
                let terms = GameTerms(
                    rule: rules.randomElement(using: &chance) ?? .freestyle, clock: ClockSetting("60+1"),
                    isRated: Int.random(in: 0..<3, using: &chance) == 0)
                let range =
                    [RatingRange.any, try #require(RatingRange("1400-2000")), try #require(RatingRange("0-1600"))]
                    .randomElement(using: &chance) ?? .any
                guard !terms.isRated || me.participant.isClaimed else {
                    #expect(throws: LobbyRefusal.notClaimed, note) {
                        try lobby.seek(terms, range: range, by: me, on: connection)
                    }
                    #expect(lobby.seeks == slow.open, note)
                    continue
                }
                slow.open.removeAll { $0.connection == connection }
                effects = try lobby.seek(terms, range: range, by: me, on: connection, id: "\(step)")
                // The effects contain the seek.
                for case .listed(let seek) in effects { asked = seek }
                if let asked {
                    #expect(slow.partner(of: asked) == nil, note)
                    #expect((asked.terms, asked.range, asked.seeker) == (terms, range, me), note)
                } else {
                    expected = slow.open.sorted { $0.number < $1.number }.first { other in
                        other.terms == terms && other.seeker.participant.id != me.participant.id
                            && other.range.contains(me.rating) && range.contains(other.seeker.rating)
                    }
                    #expect(expected != nil, note)
                }
            case 6..<8:
                let number = slow.open.randomElement(using: &chance)?.number ?? 0
                expected = slow.open.first { $0.number == number }
                do throws(LobbyRefusal) {
                    effects = try lobby.accept(number, by: me, on: connection, id: "\(step)")
                } catch {
                    switch error {
                    case .gone: #expect(expected == nil, note)
                    case .own: #expect(expected?.seeker.participant.id == me.participant.id, note)
                    case .outOfRange(let range): #expect(expected?.range == range && !range.contains(me.rating), note)
                    case .notClaimed: #expect(expected?.terms.isRated == true && !me.participant.isClaimed, note)
                    case .full: Issue.record(note)
                    }
                    #expect(lobby.seeks == slow.open, note)
                    continue
                }
                slow.open.removeAll { $0.connection == connection }
            case 8: effects = lobby.unseek(connection)
            default:
                let renamed = Participant(id: me.participant.id, name: "n\(step)", isClaimed: me.participant.isClaimed)
                effects = lobby.renamed(connection, renamed)
                for case .listed(let seek) in effects { slow.open.removeAll { $0.number == seek.number } }
            }
            let pairs = effects.compactMap { effect -> Lobby.Pair? in
                if case .paired(let pair) = effect { pair } else { nil }
            }
            #expect(pairs.count == (expected == nil ? 0 : 1), note)
            if let pair = pairs.first, let expected {
                #expect(pair.first.connection == expected.connection && pair.first.id == expected.id, note)
                #expect(pair.second.connection == connection && pair.second.id == "\(step)", note)
                #expect(pair.first.seeker.participant.id != pair.second.seeker.participant.id, note)
                #expect(lobby.seek(of: connection) == nil && lobby.seek(of: expected.connection) == nil, note)
            }
            // The effects suffice to maintain the list.
            for effect in effects {
                switch effect {
                case .listed(let seek): slow.open.append(seek)
                case .unlisted(let seek): slow.open.removeAll { $0.number == seek.number }
                case .paired, .pushedOut: break
                }
            }
            slow.open.sort { $0.number < $1.number }
            #expect(lobby.seeks == slow.open, note)
            #expect(Set(slow.open.map(\.connection)).count == slow.open.count, note)
        }
    }

    @Test("A full lobby makes room by removing the newest seek of a group that has the most seeks")
    func full() throws {
        var bounds = Lobby.Limits()
        bounds.seeks = 12
        bounds.seeksPerGroup = 6
        bounds.seeksPerParticipant = 2
        var lobby = Lobby(bounds: bounds)
        var connection = 0
        func seek(_ who: String, from group: String?) throws -> [Lobby.Effect] {
            connection += 1
            // Each seek has different terms, so that none are paired.
            let terms = GameTerms(clock: ClockSetting("\(connection)+0"))
            return try lobby.seek(terms, by: Self.seeker(who), on: connection, group: group)
        }
        for number in 0..<12 { _ = try seek("m\(number)", from: number < 6 ? "a" : "b") }
        #expect(throws: LobbyRefusal.full(limit: 6)) { try seek("m13", from: "a") }
        let effects = try seek("ann", from: "c")
        let pushed = effects.compactMap { effect -> String? in
            if case .pushedOut(let seek) = effect { seek.seeker.participant.id.text } else { nil }
        }
        #expect(pushed == ["m5"] || pushed == ["m11"], "the newest seek of one of the two groups")
        #expect(lobby.count == 12 && effects.count == 3)
        for number in 0..<4 { _ = try seek("bob\(number)", from: "d\(number)") }
        #expect(lobby.count == 12)
        #expect(try seek("ann", from: "c").count == 3)
        #expect(throws: LobbyRefusal.full(limit: 2)) { try seek("ann", from: "e") }
    }

    @Test("Seeks are limited in total and per group, and replacing one's own seek does not count")
    func limits() throws {
        var bounds = Lobby.Limits()
        bounds.seeks = 3
        bounds.seeksPerGroup = 2
        var lobby = Lobby(bounds: bounds)
        let terms = [Rule.freestyle, .standard, .renju, .caro].map { GameTerms(rule: $0) }
        for number in 0..<2 { _ = try lobby.seek(terms[number], by: Self.seeker("p\(number)"), on: number, group: "a") }
        #expect(throws: LobbyRefusal.full(limit: 2)) {
            try lobby.seek(terms[2], by: Self.seeker("p2"), on: 2, group: "a")
        }
        _ = try lobby.seek(terms[2], by: Self.seeker("p1"), on: 1, group: "a")
        _ = try lobby.seek(terms[1], by: Self.seeker("p2"), on: 2, group: "b")
        #expect(throws: LobbyRefusal.full(limit: 3)) {
            try lobby.seek(terms[3], by: Self.seeker("p3"), on: 3, group: "b")
        }
        _ = lobby.unseek(0)
        _ = try lobby.seek(terms[3], by: Self.seeker("p3"), on: 3, group: "a")
        #expect(lobby.count == 3)
    }

    @Test(
        "A rating range has exactly one spelling",
        arguments: [
            ("1300-1700", true), ("0-9999", true), ("1500-1500", true), ("1700-1300", false), ("0-10000", false),
            ("01-2", false),
            ("-1-2", false), ("1300", false), ("1300-", false), (" 1-2", false), ("1-2-3", false), ("", false),
        ])
    func ranges(_ text: String, _ isOne: Bool) {
        #expect(RatingRange(text)?.description == (isOne ? text : nil))
    }

    @Test("Listed seeks and games survive writing and reading")
    func listed() throws {
        var lobby = Lobby()
        let terms = GameTerms(
            rule: .renju, size: .standard, opening: .soosorv8, clock: ClockSetting("600/5x30"), allowsTakebacks: false,
            isRated: true)
        _ = try lobby.seek(
            terms, range: try #require(RatingRange("1-2")), by: Self.seeker("ann", 1_234, isClaimed: true), on: 7,
            id: "s")
        let seek = try #require(lobby.seeks.first)
        #expect(Seek.number(ofKey: seek.key) == seek.number)
        #expect(ListedSeek(ListedSeek(seek).json) == ListedSeek(seek))
        let game = ListedGame(
            players: ByStone(x: .init(name: "Ann", rating: 1_700), o: .init(name: "Bob", rating: nil)),
            terms: GameTerms(rule: .caro, clock: ClockSetting("60+1"), isRated: true))
        #expect(ListedGame(game.json) == game)
        let size = try #require(BoardSize(19))
        let board = try #require(
            ListedBoard(size: size, moves: [size.point(named: "j10"), size.point(named: "s1")].compactMap(\.self)))
        #expect(board.json["moves"]?.string == "j10 s1")
        #expect(ListedBoard(board.json) == board)
        let ann = ListedGame.Player(id: "p-ann", name: "Ann", rating: 1_700)
        let shown = ListedGame(players: ByStone(x: ann, o: ann), terms: GameTerms(), board: board)
        #expect(ListedGame(shown.jsonWithBoard) == shown)
        #expect(shown.json["board"] == nil, "the board has a key of its own")
        let room = try #require(RoomName("lunch"))
        #expect(ListedGame.room(ofKey: ListedGame.key(room)) == room)
    }

    @Test("Only the server may start a game for two others, only once, and the audit accepts its delta")
    func begins() throws {
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: Room.server)
        let terms = GameTerms(rule: .renju, opening: .rif, clock: ClockSetting("60+1"), isRated: true)
        let game = terms.newGame(ByStone(x: ParticipantID("ann"), o: ParticipantID("bob")))
        let first = room.apply(.newGame(game), now: 5)
        let begun = try #require(first)
        #expect(
            room.game?.terms.isRated == true && room.state.text("clock") == "60+1"
                && room.state.text("takebacks") == nil)
        #expect(begun.by == Room.server && begun.rev == 1)
        #expect(room.state.text("x") == "ann" && room.state.text("listed") == "yes")
        let second = room.apply(.newGame(game), now: 6)
        let posted = room.apply(.posted(Delta(changes: [.init("a", .string("b"))])), now: 6)
        #expect(second == nil && posted == nil)
        var audit = Audit()
        let fault = audit.next(begun, state: room.state)
        #expect(fault == nil)
        #expect(audit.last(room.state) == nil)
        // A participant could not have seated the two.
        let request = DeltaRequest(
            room: room.name, id: "1",
            delta: Delta(changes: [
                .init("game", .string("2")), .init("x", .string("ann")), .init("o", .string("bob")),
            ]))
        guard case .rejected = room.judge(request, by: ParticipantID("eve"), now: 7) else {
            Issue.record("a third participant seated the two")
            return
        }
    }
}
