import GameState
import TestSupport
import Wire

/// A generator of messages with all contents that they may have.
struct RandomMessages {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    // MARK: Messages

    static let requests = 23

    mutating func request(_ index: Int) -> Request {
        switch index {
        case 0: .hello(.init(name: maybe { $0.text() }, token: maybe { $0.text() }, isBot: flag()))
        case 1:
            .join(
                .init(
                    room: room(), kind: pick([.gomoku, .open]), known: maybe { .init(rev: $0.rev(), epoch: $0.word()) },
                    secret: maybe { $0.pick(["a-_", "Z9"]) }.flatMap {
                        RoomSecret($0 + String(repeating: "s", count: 22))
                    })
            )
        case 2: .leave(.init(room: room()))
        case 3: .delta(deltaRequest())
        case 4: .history(.init(room: room(), from: rev(), to: maybe { $0.rev() }, id: maybe { $0.word() }))
        case 5: .say(.init(room: room(), id: word(), text: text()))
        case 6: .hint(.init(room: room(), id: maybe { $0.word() }))
        case 7: .seek(.init(id: maybe { $0.word() }, terms: terms(), range: range()))
        case 8: .unseek(.init())
        case 9: .accept(.init(id: maybe { $0.word() }, number: Int.random(in: 0..<1_000, using: &random)))
        case 10:
            .claim(.init(id: maybe { $0.word() }, name: text(), password: text(), device: maybe { $0.text() }))
        case 11:
            .login(
                .init(
                    id: maybe { $0.word() }, name: text(), password: text(), isBot: flag(), device: maybe { $0.text() })
            )
        case 12: .token(.init(id: maybe { $0.word() }, device: maybe { $0.text() }))
        case 13: .password(.init(id: maybe { $0.word() }, password: text(), new: text()))
        case 14: .sessions(.init(id: maybe { $0.word() }))
        case 15: .signout(.init(id: maybe { $0.word() }, session: pick([.here, .others, .all, .one("k7")])))
        case 16: .rename(.init(id: maybe { $0.word() }, name: text(), password: text()))
        case 17: .delete(.init(id: maybe { $0.word() }, password: text()))
        case 18: .report(.init(room: room(), id: word(), participant: .init(word()), text: text()))
        case 19: .cursor(.init(room: room(), place: place()))
        case 20: .invite(.init(room: room(), id: word(), invitation: invitation()))
        case 21: .analyse(.init(id: maybe { $0.word() }, order: maybe { $0.order() }.flatMap { $0 }))
        default: .ping(.init(at: maybe { $0.value() }, room: maybe { $0.room() }))
        }
    }

    static let notices = 21

    mutating func notice(_ index: Int) -> Notice {
        switch index {
        case 0: .welcome(welcome())
        case 1:
            .snapshot(
                .init(
                    room: room(), kind: pick([.gomoku, .open, .lobby]), epoch: word(), state: state(),
                    own: maybe { $0.state() }, participants: list { $0.participant() },
                    seated: list { $0.participant() }, host: maybe { .init($0.word()) }, chat: list { $0.line() }))
        case 2:
            .deltas(
                .init(
                    room: room(), epoch: maybe { $0.word() }, deltas: list { $0.accepted() },
                    resume: maybe { one in
                        .init(
                            own: one.maybe { $0.state() }, participants: one.list { $0.participant() },
                            seated: one.list { $0.participant() }, chat: one.maybe { $0.list { $0.line() } })
                    }))
        case 3: .delta(room: room(), accepted(), scope: pick([.shared, .own]), again: flag())
        case 4: .reject(room: room(), id: word(), rejection(), rev: rev())
        case 5: .participants(room: room(), joined: list { $0.participant() }, left: list { .init($0.word()) })
        case 6:
            .history(
                .init(
                    room: room(), epoch: maybe { $0.word() }, from: rev(), deltas: list { $0.accepted() }, rev: rev(),
                    next: maybe { $0.rev() }, id: maybe { $0.word() }))
        case 7: .said(room: room(), line())
        case 8: .seeking(.init(id: maybe { $0.word() }, key: maybe { $0.word() }, listedSeek()))
        case 9: .paired(id: maybe { $0.word() }, room: room(), side: pick(Stone.allCases))
        case 10:
            .hint(
                .init(
                    room: room(), id: maybe { $0.word() }, move: rev(), cell: maybe { $0.point() },
                    choice: maybe { $0.pick(OpeningChoice.allCases) },
                    score: Int.random(in: -30_000...30_000, using: &random),
                    line: list { $0.point() }))
        case 11: .account(id: maybe { $0.word() }, participant())
        case 12: .token(id: maybe { $0.word() }, word())
        case 13:
            .sessions(
                id: maybe { $0.word() },
                list {
                    .init(
                        key: $0.word(), device: $0.maybe { $0.text() }, since: $0.rev(), seen: $0.rev(),
                        isHere: $0.flag())
                })
        case 14:
            .pong(
                at: maybe { $0.value() }, time: rev(),
                lag: maybe { ByStone(x: $0.maybe { $0.rev() }, o: $0.maybe { $0.rev() }) })
        case 15: .reported(id: word())
        case 16: .thinking(.init(room: room(), side: pick(Stone.allCases), milliseconds: rev(), usual: rev()))
        case 17:
            .cursors(.init(room: room(), cursors: list { (id: .init($0.word()), place: $0.place()) }))
        case 18: .invited(.init(room: room(), id: word(), by: .init(word()), invitation: invitation()))
        case 19: .analysis(analysis())
        default: .error(code: pick(Code.allCases), message: text(), id: maybe { $0.word() })
        }
    }

    // MARK: Parts

    private mutating func order() -> AnalysisOrder? {
        let size = pick(BoardSize.all)
        var board = Board(size: size)
        for point in list({ $0.point() }) where size.contains(point) { board[point] = pick(Stone.allCases) }
        return AnalysisOrder(
            Proof.Position(rule: pick(Rule.allCases), board: board, turn: pick(Stone.allCases)),
            lines: Int.random(in: AnalysisOrder.lineCounts, using: &random),
            milliseconds: Int.random(in: AnalysisOrder.times, using: &random))
    }

    private mutating func analysis() -> Notice.Analysis {
        .init(
            id: maybe { $0.word() }, depth: rev(), milliseconds: rev(), isDone: flag(), isStored: flag(),
            lines: list {
                .init(
                    cell: $0.point(), score: Int.random(in: -30_000...30_000, using: &$0.random), chance: $0.rev(),
                    line: $0.list { $0.point() }, proof: $0.maybe { $0.word() })
            },
            claims: list {
                .init(
                    $0.pick([.wins, .loses($0.point()), .onlyHold(Set($0.list { $0.point() }))]),
                    means: $0.pick(Proof.Means.allCases), moves: $0.rev(), name: $0.word(),
                    proof: $0.list { UInt8.random(in: 0...255, using: &$0.random) }, line: $0.list { $0.point() })
            })
    }

    private mutating func invitation() -> Invitation {
        .init(analysis: room(), secret: maybe { _ in RoomSecret(String(repeating: "s", count: 22)) }.flatMap { $0 })
    }

    private mutating func place() -> CursorPlace {
        .init(
            node: maybe { .init(chapter: 1 + $0.rev()) }, cell: maybe { $0.point() },
            follows: maybe { .init("p-" + $0.word()) })
    }

    private mutating func welcome() -> Notice.Welcome {
        var limits = Limits()
        for (_, limit) in Notice.Welcome.sent { limits[keyPath: limit] = rev() }
        return .init(
            participant: participant(), token: word(), server: text(), time: maybe { $0.rev() }, limits: limits)
    }

    private mutating func deltaRequest() -> DeltaRequest {
        let guards: DeltaRequest.Guard = pick([.none, .all, .keys(list { $0.text() })])
        return DeltaRequest(
            room: room(), id: word(), base: maybe { $0.rev() }, guards: guards, scope: pick([.shared, .own]),
            delta: delta())
    }

    private mutating func delta() -> Delta {
        Delta(changes: list { .init($0.text(), $0.maybe { $0.value() }) })
    }

    private mutating func accepted() -> AcceptedDelta {
        AcceptedDelta(rev: rev() + 1, by: .init(word()), at: rev(), id: maybe { $0.word() }, delta: delta())
    }

    private mutating func rejection() -> Rejection {
        pick([
            .conflict(keys: list { $0.text() }), .occupied(point: word()), .badValue(key: text(), expected: text()),
            .readOnly(text()), .notClaimed(isRobot: flag()), .tooLarge(what: text(), limit: rev()),
        ])
    }

    private mutating func terms() -> GameTerms {
        let rule = pick(Rule.allCases)
        let clock = maybe { $0.pick(["300+5", "600/5x30"]) }.flatMap { ClockSetting($0) }
        return GameTerms(
            rule: rule, size: pick(BoardSize.all), opening: pick(Opening.allCases.filter { $0.isPlayed(under: rule) }),
            clock: clock, allowsTakebacks: flag(), isRated: clock != nil && flag())
    }

    private mutating func range() -> RatingRange {
        pick([.any, RatingRange("1300-1700") ?? .any, RatingRange("0-0") ?? .any])
    }

    private mutating func listedSeek() -> ListedSeek {
        let members: [JSON.Member] = [
            .init("by", .string(word())), .init("name", .string(text())), .init("rating", JSON(rev())),
        ]
        return ListedSeek(.object(members + terms().members)) ?? { preconditionFailure("a seek") }()
    }

    private mutating func line() -> ChatMessage {
        ChatMessage(
            by: Participant(id: .init(word()), name: text()), at: rev(), id: word(), text: text(),
            isForSpectators: flag())
    }

    private mutating func participant() -> Participant {
        Participant(id: .init(word()), name: text(), isBot: flag(), isClaimed: flag(), place: maybe { $0.rev() })
    }

    private mutating func state() -> SharedState {
        SharedState(list { .init($0.text(), $0.value()) }, rev: rev())
    }

    private mutating func point() -> Point { pick(Array((BoardSize.all.last ?? .standard).points)) }

    private mutating func room() -> RoomName {
        RoomName(pick(["a", "lunch-2", "A_b.c~d", String(repeating: "z", count: 64)])) ?? .lobby
    }

    private mutating func value(depth: Int = 0) -> JSON {
        switch Int.random(in: 0..<(depth > 2 ? 4 : 6), using: &random) {
        case 0: .bool(flag())
        case 1, 2: .string(text())
        case 3: .number(pick(["0", "-1", "1.50", "1e9", "12345678901234567890", "-0.0"]))
        case 4: .array(list { $0.pick([.null, $0.value(depth: depth + 1)]) })
        default: .object(list { .init($0.text(), $0.value(depth: depth + 1)) })
        }
    }

    // MARK: Values

    private mutating func flag() -> Bool { Bool.random(using: &random) }

    private mutating func rev() -> Int { pick([0, 1, 2, 57, 1_000, 1_700_000_000_000]) }

    private mutating func word() -> String { "p-" + String(Int.random(in: 0..<1_000, using: &random)) }

    /// Returns text with characters that need escaping or several bytes.
    private mutating func text() -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "Z", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{301}", "中", "🎲",
            "\u{2028}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<12, using: &random) { text.append(pick(scalars)) }
        return String(text)
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func maybe<Part>(_ part: (inout Self) -> Part) -> Part? { flag() ? part(&self) : nil }

    private mutating func list<Part>(_ part: (inout Self) -> Part) -> [Part] {
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in part(&self) }
    }
}
