import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite struct LinesTests {
    private let room = RoomName("lunch")!

    /// Returns the lines for the last of these messages.
    private func lines(_ form: StatePrinter.Form, after texts: String...) throws -> [String] {
        var mirror = RoomMirror(room: room)
        let messages = try texts.map { try Notice(Array($0.utf8)) }
        let changes = messages.map { mirror.apply($0) }
        return StateLines.of(try #require(changes.last), by: try #require(messages.last), mirror: mirror, form: form)
    }

    private static let snapshot = """
        {"type":"snapshot","room":"lunch","kind":"gomoku","epoch":"k1","rev":3,"state":{"game":"1","rule":"freestyle","move":"1",\
        "col1":"7","row1":"7","x":"p-1","col10":"1"},"participants":[{"id":"p-1","name":"Ann","bot":false}],"host":"p-1","chat":[]}
        """
    private static let delta =
        #"{"type":"delta","room":"lunch","rev":4,"by":"p-1","at":5,"set":{"note":"\u001b[2J\u202e","n":1.50,"x":null}}"#

    @Test("State printed as text sorts numbered keys by number") func stateAsTextSortsKeysAsPeopleCount() throws {
        #expect(
            try lines(.text, after: Self.snapshot) == [
                "# lunch, gomoku, revision 3", "# here: Ann", "col1\t7", "col10\t1", "game\t1", "move\t1", "row1\t7",
                "rule\tfreestyle", "x\tp-1",
            ])
    }

    @Test("Printed deltas contain nothing that could control a terminal")
    func deltasAsTextAndJSONHoldNothingATerminalObeys()
        throws
    {
        #expect(try lines(.text, after: Self.snapshot, Self.delta) == ["4\tAnn\tnote=?[2J\tn=1.50\tx="])
        #expect(
            try lines(.json, after: Self.snapshot, Self.delta) == [
                #"{"type":"delta","room":"lunch","rev":4,"by":"p-1","at":5,"set":{"note":"\u001b[2J\u202e","n":1.50,"x":null}}"#
            ])
    }

    @Test("A backlog is printed with one line per delta") func aBacklogIsOneLineForEachDelta() throws {
        let backlog =
            #"{"type":"deltas","room":"lunch","epoch":"k1","deltas":[{"rev":3,"by":"p-1","at":1,"set":{"a":"0"}},{"rev":4,"by":"p-1","at":1,"set":{"a":"1"}},{"rev":5,"by":"p-2","at":1,"set":{"a":"2"}}],"participants":[]}"#
        #expect(try lines(.text, after: Self.snapshot, backlog) == ["4\tAnn\ta=1", "5\tp-2\ta=2"])
    }

    @Test("A snapshot printed as JSON equals the server's message")
    func snapshotAsJSON() throws {
        let message = """
            {"type":"snapshot","room":"lunch","kind":"gomoku","epoch":"k1","rev":3,"state":{"a10":"2","a2":"1","x":"p-1"},\
            "private":{"hand":"aces"},"privateRev":1,"participants":[{"id":"p-1","name":"Ann","bot":false,"place":1}],\
            "seated":[{"id":"p-2","name":"Bob","bot":false}],"host":"p-1",\
            "chat":[{"by":"p-2","name":"Bob","at":5,"id":"s","text":"hi"}]}
            """
        #expect(try lines(.json, after: message) == [message])
        let hostile = message.replacing("\"hi\"", with: #""\u001b[2J\u202e""#)
        #expect(try lines(.json, after: hostile) == [hostile])
    }

    @Test("Watching prints the course of the game in sentences") func watchingTellsTheGame() throws {
        var lines = WatchLines(EnglishWords())
        let messages = [
            Self.snapshot, #"{"type":"participants","room":"lunch","joined":[{"id":"p-2","name":"Bob"}],"left":[]}"#,
            #"{"type":"delta","room":"lunch","rev":4,"by":"p-2","at":5,"set":{"o":"p-2"}}"#,
            #"{"type":"delta","room":"lunch","rev":5,"by":"p-2","at":5,"set":{"move":"2","col2":"8","row2":"6"}}"#,
            #"{"type":"said","room":"lunch","by":"p-2","name":"Bob","at":5,"id":"s","text":"hi"}"#,
            #"{"type":"delta","room":"lunch","rev":6,"by":"p-1","at":5,"set":{"result":"o","reason":"resign"}}"#,
            #"{"type":"participants","room":"lunch","joined":[],"left":["p-2"]}"#,
        ]
        var mirror = RoomMirror(room: room)
        let told = try messages.flatMap { text in
            let change = mirror.apply(try Notice(Array(text.utf8)))
            return lines.lines(for: change, mirror: mirror)
        }
        #expect(
            told == [
                "In lunch: Ann.", "Game 1, freestyle: X Ann, O open.", "Moves: h8", "Bob is here.", "Bob plays O.",
                "2. O i9 (Bob)",
                "Bob: hi", "O wins: resignation.", "Bob has left.",
            ])
    }

    @Test("The connect command recognises when every request is answered")
    func connectKnowsWhenEverythingIsAnswered() throws {
        var lines = ConnectLines()
        let first = lines.feed(Array("{\"type\":\"join\",\"room\":\"a\"}\r\n\n{\"type\":".utf8))
        #expect(first == [#"{"type":"join","room":"a"}"#])
        let second = lines.feed(Array("\"delta\",\"id\":\"1\"}\nlast".utf8))
        #expect(second == [#"{"type":"delta","id":"1"}"#])
        let last = lines.finish()
        #expect(last == ["last"])
        for line in first + second + last { lines.sent(line) }
        let answers = [
            #"{"type":"error","code":"bad-message","message":"?"}"#, Self.snapshot,
            #"{"type":"reject","room":"a","id":"2","code":"x"}"#, #"{"type":"reject","room":"a","id":"1","code":"x"}"#,
        ]
        let done = try answers.map { lines.answered(by: try Notice(Array($0.utf8))) }
        #expect(done == [false, false, false, true])
    }

    @Test(
        "The terminal's type decides whether a full screen is possible",
        arguments: [("xterm-256color", true), ("screen", true), ("dumb", false), ("", false)])
    func fullScreen(type: String, isPossible: Bool) {
        #expect(FullScreen.isPossible(on: type) == isPossible)
    }

    @Test("The locale decides whether the terminal takes UTF-8") func theLocaleSaysWhatCanBeShown() {
        #expect(TerminalLocale.takesUTF8([nil, "", "de_DE.UTF-8"]))
        #expect(TerminalLocale.takesUTF8([nil, "C.utf8", "C"]))
        #expect(!TerminalLocale.takesUTF8(["C", nil, "de_DE.UTF-8"]))
        #expect(!TerminalLocale.takesUTF8([nil, nil, nil]))
    }
}
