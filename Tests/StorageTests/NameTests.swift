import GameState
import TestSupport
import Testing

@testable import Storage

@Suite("Names of people and ids of games")
struct NameTests {
    @Test(
        "Names that look alike share one key",
        arguments: [
            ("Ann", "ann"), ("ANN", "Ann"), ("А" + "nn", "Ann"), ("Ａｎｎ", "Ann"), ("A n-n.", "Ann"), ("★Ann★", "Ann"),
            ("ΡΟΜΑ", "poma"), ("Rоbot", "Robot"), ("𝐑𝐨𝐛𝐨𝐭", "robot"), ("Ann\u{3164}", "Ann"), ("BiII", "Bill"),
            ("rnary", "Mary"),
            ("Вася", "ВАСЯ"), ("вася", "Вася"), ("J0hn", "John"), ("ᎪΝΝ", "ann"), ("Zoë", "ZOË"), ("ﬁn", "fin"),
            ("Ꭱobot", "robot"),
        ])
    func same(_ one: String, _ other: String) { #expect(NameKey(one) == NameKey(other)) }

    @Test(
        "Names that do not look alike have different keys",
        arguments: [
            ("Ann", "Anna"), ("Änn", "Ann"), ("Ann (guest)", "Ann"), ("五", "六"), ("Ann1", "Ann2"), ("Ян", "Ён"),
        ])
    func different(_ one: String, _ other: String) { #expect(NameKey(one) != NameKey(other)) }

    @Test(
        "A proper name can be claimed",
        arguments: [
            "Ann", "Jo", "Ann Lee", "O'Hara", "J-P", "Анна", "五子棋", "Zoë 2", "x_y", "Robota",
            "a23456789012345678901234", "Ελένη", "김철수 Kim", "さくら子 Anna", "王小明", "स्नेहा", "สมชาย", "דוד", "محمد", "Ёж 7",
            "Ian", "Ash Lee", "Oakley",
        ])
    func claimable(_ name: String) { #expect(NameKey.isClaimable(name)) }

    @Test(
        "A malformed, reserved or deceptive name cannot be claimed",
        arguments: [
            "", "A", " Ann", "Ann ", "Ann  Lee", "-Ann", "Ann-", "Ann (guest)", "robot", "Robot 5", "robot5", "SERVER",
            "guest ann", "p-886p9rnx4v020", "P-x9",
            "<b>", "Ann\u{202E}", "A\u{0301}\u{0301}\u{0301}\u{0301}b", "a2345678901234567890123456", "robot:1",
            "Ann\n", "\"Ann\"", "😀😀", "\u{3164}\u{3164}", "Ann\u{3164}", "Rоbot", "𝐑𝐨𝐛𝐨𝐭", "R0b0t 7", "r obot",
            "ROBОT5", "Аnn", "Annа",
            "Ꭺnn", "𝐀𝐧𝐧", "Ａｎｎ", "ᚠᚢᚦ", "Αdmin", "Gоmoku", "A\u{FE0F}nn", "Ann\u{2800}b", "Moderator", "ﬁn ann",
            "Sapling", "sap ling", "Kaya", "ΚAYA", "Oak",
        ])
    func notClaimable(_ name: String) { #expect(!NameKey.isClaimable(name)) }

    @Test("Game ids are parsed from their text, and invalid ids are rejected")
    func gameIDs() {
        for id in [GameID(epoch: "k0d3ze5yajtvb", number: 1), GameID(epoch: "a-b", number: 12)] {
            #expect(GameID(id.description) == id)
        }
        for text in [
            "", "k", "k-", "-1", "k-0", "k-01", "k-x", "k--", "k-1 ", String(repeating: "k", count: 64) + "-1",
        ] { #expect(GameID(text) == nil, "\(text)") }
    }

    @Test("A profile is requested by id or by name")
    func queries() {
        #expect(PersonQuery("p-886p9rnx4v020") == .id(ParticipantID("p-886p9rnx4v020")))
        #expect(PersonQuery("robot:3") == .id(ParticipantID("robot:3")))
        #expect(PersonQuery("ANN") == .name(NameKey("ann")))
    }

    @Test("A robot has the name of its level, also in games that were stored with another name")
    func robotNames() throws {
        #expect(ParticipantID.robotNames.count == ParticipantID.robotLevels.count)
        #expect(ParticipantID("robot:3").robotName == "Sapling" && ParticipantID("robot:10").robotName == "Kaya")
        #expect(ParticipantID("robot:11").robotName == nil && ParticipantID("p-3").robotName == nil)
        let stored =
            #"{"epoch":"k","number":1,"room":"r","rule":"freestyle","x":["p-1","Ann",null,null],"#
            + #""o":["robot:3","Robot 3",null,null],"result":"x","reason":"five","moves":"7,7 8,8","ended":5}"#
        let game = try #require(StoredGame(text: Array(stored.utf8)))
        #expect(game.players.x?.name == "Ann" && game.record.names.o == "Sapling")
    }

    @Test("A finished game becomes a record, unless it was aborted or had only one move")
    func finished() {
        func end(_ moves: [(Int, Int)], _ claim: [(String, JSON?)], by: String = "bob") -> FinishedGame? {
            var room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k9", host: "ann")
            var last: AcceptedDelta?
            func ask(_ by: String, _ set: [(String, JSON?)]) {
                let id = "\(room.rev)"
                let request = DeltaRequest(
                    room: room.name, id: id, delta: Delta(changes: set.map { .init($0.0, $0.1) }))
                guard case .accepted(let accepted) = room.judge(request, by: ParticipantID(by), now: 100 + room.rev)
                else {
                    Issue.record("\(set) was not accepted")
                    return
                }
                last = accepted
            }
            ask("ann", [("game", "1"), ("x", "ann"), ("rule", "renju"), ("size", "19")])
            ask("bob", [("o", "bob")])
            for (index, move) in moves.enumerated() {
                let number = index + 1
                ask(
                    index % 2 == 0 ? "ann" : "bob",
                    [("move", "\(number)"), ("col\(number)", "\(move.0)"), ("row\(number)", "\(move.1)")])
            }
            ask(by, claim)
            return last.flatMap { FinishedGame(endedBy: $0, in: room) }
        }
        let resigned = end([(9, 9), (8, 8), (7, 9)], [("result", "x"), ("reason", "resign")])
        #expect(resigned?.id == GameID(epoch: "k9", number: 1) && resigned?.moves.count == 3 && resigned?.result == "x")
        #expect(resigned?.terms.rule == .renju && resigned?.terms.size.side == 19 && resigned?.players.o == "bob")
        #expect(resigned?.ended == 105 && resigned?.ratingKind == nil)
        #expect(end([(9, 9)], [("result", "x"), ("reason", "resign")]) == nil)
        #expect(end([], [("result", "draw"), ("reason", "aborted")]) == nil)
        let record = StoredGame(game: resigned!, players: .init(x: .init(id: "ann", name: "Ann"), o: nil)).record
        #expect(record.names.x == "Ann" && record.outcome == .x && record.isPlain && record.sgf.contains("PB[Ann]"))
    }
}
