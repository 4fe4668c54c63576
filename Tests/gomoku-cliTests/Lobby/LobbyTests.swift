import ArgumentParser
import Client
import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

/// Tests of the lobby's list, keys and pictures, with a list in the server's format.
@Suite struct LobbyTests {
    private static let ann = Participant(id: ParticipantID("p-ann"), name: "Ann")
    private static let newRoom = RoomName("calm-otter-42")!

    private func lobby(_ entries: [(String, String)] = LobbyTests.entries) throws -> LobbyModel {
        var model = LobbyModel(newRoom: Self.newRoom, words: EnglishWords())
        model.me = Self.ann
        model.status = .online
        model.show(try mirror(entries))
        return model
    }

    private func mirror(_ entries: [(String, String)]) throws -> RoomMirror {
        var mirror = RoomMirror(room: .lobby)
        let state = entries.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        let text =
            #"{"type":"snapshot","room":"~lobby","kind":"lobby","epoch":"k1","rev":3,"state":{\#(state)},"participants":[]}"#
        _ = mirror.apply(try Notice(Array(text.utf8)))
        return mirror
    }

    private static let entries = [
        (
            "seek.12",
            #"{"by":"p-bob","name":"Bob","bot":true,"rating":1623,"rule":"renju","opening":"rif","size":"15","clock":"600/5x30","takebacks":"no","rated":false}"#
        ),
        (
            "seek.7",
            #"{"by":"p-eve","name":"Eve","bot":false,"rating":1500,"rule":"freestyle","opening":"none","size":"15","takebacks":"yes","rated":false}"#
        ),
        (
            "play.red-fox-10",
            #"{"x":{"name":"Kim","rating":1720},"o":{"name":"Lee"},"rule":"freestyle","clock":"300+5","rated":true}"#
        ),
        ("seek.x", #"{"by":"p-bad"}"#), ("note", "1"), ("play.a/b", "{}"),
    ]

    @Test("The lobby's list is drawn without invalid entries") func theListIsDrawnAndNonsenseIsNot() throws {
        let model = try lobby()
        let picture = LobbyScreen.draw(model, on: .init(width: 80, height: 24), isUnicode: true, now: 0).picture
        #expect(picture.contains("Players waiting: 2") && picture.contains("Games in progress: 1"))
        #expect(picture.contains(" > Eve                     1500  freestyle · no clock"))
        #expect(picture.contains("   Bob (bot)               1623  renju · RIF · 10 min + 5 × 30 s · no takebacks"))
        #expect(picture.contains("   Kim 1720 – Lee                      freestyle · 5 min + 5 s · rated"))
        #expect(!picture.contains("p-bad"))
        let ascii = LobbyScreen.draw(model, on: .init(width: 80, height: 24), isUnicode: false, now: 0).picture
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
        for (width, height) in [(34, 19), (10, 5), (1, 1), (200, 60)] {
            _ = LobbyScreen.draw(model, on: .init(width: width, height: height), isUnicode: true, now: 0)
        }
    }

    @Test(
        "From 150 columns on the lobby shows its two lists side by side",
        arguments: [(80, 24), (149, 40), (150, 40), (200, 60)])
    func lists(width: Int, height: Int) throws {
        let (model, words) = (try lobby(), EnglishWords())
        let canvas = LobbyScreen.draw(model, on: .init(width: width, height: height), isUnicode: true, now: 0)
        let waiting = try #require(canvas.place(of: words.whoWantsToPlay))
        let running = try #require(canvas.place(of: words.beingPlayed))
        if width < 150 {
            #expect(waiting.column == running.column && waiting.row < running.row)
        } else {
            #expect(waiting.row == running.row && running.column == width / 2 + 1)
        }
    }

    @Test("All ways to play are on the screen from 60 columns on, and react to clicks", arguments: Language.allCases)
    func ways(language: Language) throws {
        let words = language.words
        var model = LobbyModel(newRoom: RoomName("calm-otter-42")!, words: words)
        model.status = .online
        for width in [60, 80, 200] {
            let canvas = LobbyScreen.draw(model, on: .init(width: width, height: 20), isUnicode: true, now: 0)
            for way in words.ways {
                #expect(try canvas.click("\(way.key) \(way.words)") == [.character(Character(way.key))])
            }
        }
    }

    @Test("A seek shows its rating range, also one's own")
    func ratingsOfASeek() throws {
        let text =
            #"{"by":"p-eve","name":"Eve","rating":1500,"rule":"renju","opening":"rif","clock":"600/5x30","takebacks":"no","range":"1300-1700"}"#
        var model = try lobby([("seek.7", text)])
        model.seeks(SeekTerms(range: try #require(RatingRange("1400-1600"))), now: 0)
        for width in [80, 50] {
            let picture = LobbyScreen.draw(model, on: .init(width: width, height: 24), isUnicode: true, now: 0).picture
            #expect(picture.contains("1500  only 1300-1700 · renju") || picture.contains("1500 only 1300-1700 · renju"))
            #expect(picture.contains("Looking for an opponent, 0:00. only 1400-1600"))
        }
    }

    @Test("Enter accepts the selected seek or watches the selected game") func theChosenOneIsTakenOrWatched() throws {
        var model = try lobby()
        same(model.press(.enter, now: 0), [.accept("seek.7")])
        same(model.press(.down, now: 0) + model.press(.enter, now: 0), [.accept("seek.12")])
        same(
            model.press(.end, now: 0) + model.press(.enter, now: 0),
            [.enter(RoomName("red-fox-10")!, .watch, opens: nil)]
        )
        same(model.press(.home, now: 0) + model.press(.character("w"), now: 0), [])
        #expect(model.place == 2)
    }

    /// The selected entry stays selected while others appear and disappear. Enter never takes a
    /// different entry.
    @Test("The selection stays on the same entry while the list changes") func whatIsChosenStaysChosen() throws {
        var model = try lobby()
        _ = model.press(.down, now: 0)
        let more = ("seek.3", Self.entries[1].1)
        model.show(try mirror([more] + Self.entries))
        same(model.press(.enter, now: 0), [.accept("seek.12")])
        model.show(try mirror([]))
        same(model.press(.enter, now: 0), [])
        #expect(model.news?.text == EnglishWords().nobodyListed)
    }

    @Test("A seek is started with the chosen terms, and can be cancelled")
    func anOpponentIsLookedForAndNotAnyMore() throws {
        var model = try lobby()
        _ = model.press(.character("a"), now: 0)
        for key: Key in [.right, .down, .down, .down, .character("5"), .character("+"), .character("1"), .down, .right]
        { _ = model.press(key, now: 0) }
        var terms = GameTerms()
        terms.rule = .standard
        terms.clock = .fischer(main: 5, increment: 1)
        terms.allowsTakebacks = false
        same(model.press(.enter, now: 5_000), [.seek(SeekTerms(terms: terms))])
        let picture = LobbyScreen.draw(model, on: .init(width: 80, height: 24), isUnicode: true, now: 70_500).picture
        #expect(picture.contains("Looking for an opponent, 1:05. standard · 5 s + 1 s · no takebacks"))
        same(model.press(.character("x"), now: 0), [.unseek])
        #expect(model.wish == nil)
        same(model.press(.character("x"), now: 0), [])
    }

    @Test("One's own seek, and a rated one without a claimed name, cannot be accepted")
    func onesOwnSeekAndARatedOneAreNotTaken() throws {
        var model = try lobby([("seek.1", #"{"by":"p-ann","name":"Ann","rule":"freestyle"}"#)])
        same(model.press(.enter, now: 0), [])
        #expect(model.news?.text == EnglishWords().ownSeek)
        model = try lobby([("seek.1", #"{"by":"p-bob","name":"Bob","rule":"freestyle","clock":"300+5","rated":true}"#)])
        same(model.press(.enter, now: 0), [])
        #expect(model.news?.text == EnglishWords().claimNameFirst)
    }

    @Test("A room is opened by name or address") func aRoomIsOpenedByNameOrAddress() throws {
        for (text, room) in [("lunch", "lunch"), ("http://host:8080/?room=tea", "tea")] {
            var model = try lobby()
            _ = model.press(.character("o"), now: 0)
            _ = model.press(.paste(text), now: 0)
            same(model.press(.enter, now: 0), [.enter(RoomName(room)!, .play, opens: nil)])
        }
        var model = try lobby()
        for key: Key in [.character("o"), .paste("~lobby"), .enter] { same(model.press(key, now: 0), []) }
        #expect(model.news?.isWarning == true)
    }

    @Test("A link to an analysis opens the analysis, with its secret") func analysis() throws {
        let secret = try #require(RoomNames.secret())
        var model = try lobby()
        _ = model.press(.character("o"), now: 0)
        _ = model.press(.paste("http://host:8080/?analysis=tea#secret=\(secret.text)"), now: 0)
        same(model.press(.enter, now: 0), [.study(RoomName("tea")!, secret: secret)])
    }

    @Test("An error in the name of a room is shown beside the name", arguments: Language.allCases)
    func wrongNameOfARoom(language: Language) throws {
        var model = LobbyModel(newRoom: Self.newRoom, words: language.words)
        // Chinese and Japanese lines are broken without a blank.
        func compact(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        func words(of model: LobbyModel, _ width: Int) -> String {
            compact(LobbyScreen.draw(model, on: .init(width: width, height: 24), isUnicode: true, now: 0).picture)
        }
        for key: Key in [.character("o"), .paste("a/b"), .enter] { same(model.press(key, now: 0), []) }
        for width in [80, 34] {
            #expect(words(of: model, width).contains(compact("! " + language.words.noRoomName("a/b"))))
            #expect(words(of: model, width).contains(compact(language.words.roomPrompt + "a/b")))
        }
        _ = model.press(.backspace, now: 0)
        #expect(model.news == nil, "the next key clears the error")
        for key: Key in [.control("u"), .enter] { same(model.press(key, now: 0), []) }
        #expect(model.news?.text == language.words.noRoomName(""))
        _ = model.press(.paste(String(repeating: "/", count: 400)), now: 0)
        _ = model.press(.enter, now: 0)
        #expect((model.news?.text.count ?? 0) < 156, "a long name is shortened")
        _ = model.press(.escape, now: 0)
        #expect(model.input == .list && model.news == nil)
    }

    @Test("A room for a friend has a secret that is part of its link") func aFriendsRoomHasASecretThatItsLinkGivesAway()
        throws
    {
        let secret = try #require(RoomSecret("abcdefghijklmnopqrst-_"))
        var model = LobbyModel(newRoom: Self.newRoom, newSecret: secret, words: EnglishWords())
        guard case .enter(Self.newRoom, .play, let form?, secret, nil)? = model.press(.character("f"), now: 0).first
        else {
            return #expect(Bool(false), "the room has no secret")
        }
        #expect(!form.rows.contains(.term(.listed)) && !form.terms.isListed)
        guard case .enter(Self.newRoom, .play, .some, nil, nil)? = model.press(.character("k"), now: 0).first else {
            return #expect(Bool(false), "a game against the computer needs no secret")
        }
        _ = model.press(.character("o"), now: 0)
        _ = model.press(.paste("http://host:8080/?room=tea#secret=\(secret.text)"), now: 0)
        same(model.press(.enter, now: 0), [.enter(RoomName("tea")!, .play, opens: nil, secret: secret)])
    }

    @Test("An address with a game's terms is followed, and a wrong one is refused")
    func addressWithTerms() {
        var model = LobbyModel(newRoom: Self.newRoom, words: EnglishWords())
        _ = model.press(.character("o"), now: 0)
        _ = model.press(.paste("http://host:8080/?room=tea&rule=chess"), now: 0)
        same(model.press(.enter, now: 0), [])
        #expect(model.news?.isWarning == true)
        _ = model.press(.control("u"), now: 0)
        _ = model.press(.paste("http://host:8080/?room=tea&rule=renju"), now: 0)
        let invitation = Invitation(terms: GameTerms(rule: .renju))
        same(
            model.press(.enter, now: 0), [.enter(RoomName("tea")!, .play, opens: nil, invitation: invitation)])
    }

    @Test("Games against a friend or the computer start in a new room")
    func aFriendAndTheComputerPlayInANewRoom() throws {
        var model = try lobby()
        guard case .enter(Self.newRoom, .play, let friend?, nil, nil)? = model.press(.character("f"), now: 0).first,
            case .enter(Self.newRoom, .play, let computer?, nil, nil)? = model.press(.character("k"), now: 0).first
        else { return #expect(Bool(false), "no form was opened") }
        #expect(friend.seats(of: Self.ann.id) == ByStone(x: Self.ann.id, o: nil))
        #expect(
            computer.seats(of: Self.ann.id) == ByStone(x: Self.ann.id, o: ParticipantID("robot:\(RobotLevel.first)")))
    }

    @Test("Hostile names in the lobby cannot control the terminal") func hostileNamesStayWhereTheyBelong() throws {
        let model = try lobby([
            ("seek.1", #"{"by":"p-bob","name":"\u001b[2J\u0007\u202eBob\n\u009b31m","rule":"freestyle"}"#)
        ])
        let canvas = LobbyScreen.draw(model, on: .init(width: 80, height: 24), isUnicode: true, now: 0)
        for scalar in canvas.picture.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
        }
    }

    @Test(
        "An invalid combination of seek options is refused",
        arguments: [
            ["--seek", "--rule", "chess"], ["--seek", "--clock", "5"], ["--seek", "--opening", "rif"], ["--rated"],
            ["--seek", "--rated"], ["--seek", "lunch"], ["--seek", "--rating", "1700-1300"],
            ["--seek", "--size", "14"], ["--friend", "--seek"], ["--friend", "--secret"],
        ])
    func whatCannotBeLookedForIsRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try PlayCommand.parse(arguments) }
    }

    @Test("The command line's options start a seek with its terms and rating range") func theCommandLineLooks() throws {
        let command = try PlayCommand.parse(
            [
                "http://127.0.0.1:8080", "--seek", "--rule", "renju", "--opening", "rif", "--clock", "300+5", "--rated",
                "--rating", "1300-1700",
            ])
        var terms = GameTerms()
        (terms.rule, terms.opening, terms.clock, terms.isRated) = (
            .renju, .rif, .fischer(main: 300, increment: 5), true
        )
        #expect(command.seek.wish == SeekTerms(terms: terms, range: try #require(RatingRange("1300-1700"))))
        #expect(try PlayCommand.parse([]).seek.wish == nil)
    }

    private func same(
        _ found: [LobbyModel.Effect], _ expected: [LobbyModel.Effect], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}
