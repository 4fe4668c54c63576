import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

/// Two languages that say the same, on screens that hold both. That none lacks a sentence is the compiler's to see.
@Suite struct WordsTests {
    private static let german = GermanWords()
    private static let long = "Bartholomäus-Maximilian"

    @Test(
        "The environment's first language that is spoken is taken",
        arguments: [
            ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german), (["LANG": "fr_FR.UTF-8"], .english),
            (["LANGUAGE": "fr:de:en", "LANG": "en_US.UTF-8"], .german),
            (["LC_ALL": "C.UTF-8", "LANG": "de_DE"], .english),
            (["LC_ALL": "", "LC_MESSAGES": "de", "LANG": "en"], .german),
            (["LANGUAGE": "", "LC_ALL": "de-CH"], .german),
        ])
    func environment(_ environment: [String: String], _ language: Language) {
        #expect(Language(environment: environment) == language)
    }

    @Test("Sentences of the row of messages fit into a terminal of 80 columns", arguments: Language.allCases)
    func messagesFit(_ language: Language) {
        let words = language.words
        var sentences = [
            words.noGamePressN, words.notNow, words.watching, words.onlyWatching, words.onTheWay, words.gameOver,
            words.forbidden("h10", .overline),
            words.takenBack("h10", words.rejected(.init(Rejection.forbidden(.doubleThree, point: "h10")))),
            words.deadKey("w"), words.hintsAllowed(mine: true), words.hintsAllowed(mine: false),
            words.gameRunning, words.newGameIsForPlayers, words.noSeat, words.bothNotNow, words.nothingToResign,
            words.tooMuchWaiting, words.noHintInRated, words.hintOnYourTurn, words.reportLater, words.noReport,
            words.notAClock, words.ownSeek, words.nobody, words.noSeeks, words.timeIsUp, words.sameFifth("h10"),
            words.notOfferedFifth("h10"), words.outside("h10", words.area(.outside(15))),
            words.noPoint("z99", last: "t20"),
            words.resign("X"), words.abort, words.replayKeys(isPlaying: true), words.replayKeys(isPlaying: false),
            words.retry(words.loss(.broken), seconds: 30), words.retryShort(seconds: 30),
        ]
        sentences += Offer.Kind.allCases.flatMap { [words.offering($0), words.refused($0)] }
        sentences += Offer.Kind.allCases.filter { $0 != .draw }.map { words.cannotOffer($0, takebacksAreOff: false) }
        for sentence in sentences {
            let width = SafeText("! " + sentence).width
            #expect(width <= 78, "\(width) columns: \(sentence)")
        }
    }

    @Test("Dialogs and rows of keys are shown whole at 80 by 24", arguments: Language.allCases)
    func screensFit(_ language: Language) {
        let words = language.words
        for mode in [PlayModel.Mode.play, .watch] {
            var table = Table(mode: mode, words: words)
            table.start("h8 i9")
            table.model.input = .help()
            let picture = table.picture()
            for row in words.help(canPlay: mode == .play) {
                #expect(picture.contains(row.key) && picture.contains(row.words), "\(row)")
            }
        }
        var lobby = LobbyModel(newRoom: RoomName("calm-otter-42")!, words: words)
        lobby.status = .online
        let size = Terminal.Size(width: 80, height: 24)
        for way in words.ways {
            let picture = LobbyScreen.draw(lobby, on: size, isUnicode: true, now: 0).picture
            #expect(picture.contains("\(way.key) \(way.words)"), "\(way)")
        }
        lobby.input = .help()
        let picture = LobbyScreen.draw(lobby, on: size, isUnicode: true, now: 0).picture
        for row in words.lobbyHelp { #expect(picture.contains(row.words), "\(row)") }
    }

    @Test("Every value of a new game's form is shown whole", arguments: Language.allCases)
    func formsFit(_ language: Language) {
        let words = language.words
        for purpose in [NewGameForm.Purpose.table, .seek] {
            var form = NewGameForm(purpose, mayRate: true)
            for _ in form.rows {
                for _ in 0..<12 {
                    var canvas = Canvas(width: 80, height: 24, isUnicode: true)
                    form.dialog(words).draw(on: &canvas)
                    #expect(canvas.picture.contains("< \(form.value(form.row, words)) >"), "\(form.row)")
                    #expect(canvas.picture.contains(form.explanation(words)), "\(form.row)")
                    if case .computer(let level) = form.opponent, form.row == .opponent {
                        #expect(canvas.picture.contains(words.level(level).knows), "level \(level)")
                    }
                    #expect(canvas.picture.contains(words.formKeys(looks: purpose == .seek)))
                    form.press(.right)
                }
                form.press(.down)
            }
        }
    }

    @Test("A table, the lobby and a replay speak German")
    func german() {
        var table = Table(words: Self.german)
        table.start("h8 i9")
        #expect(table.picture().contains("Du bist am Zug und spielst X."))
        #expect(table.picture().contains("Partie 1 · Freistil") && table.picture().contains("Ann (du)"))
        table.change(table.model.game.offering(Offer(.draw, by: .o)), by: Table.bob)
        #expect(table.picture().contains("Bob bietet Remis an."))
        table.model.status = .offline(why: .noAnswer(host: "tea.example:8080"), retryAt: 2_000)
        #expect(table.picture(now: 0).contains("tea.example:8080 antwortet nicht. Neuer Versuch in 2 s"))
        let frames = ReplayFrames([], Self.german)
        #expect(frames.frames[0].caption == "Ein leerer Tisch.")
    }

    @Test("No sentence is the same in both languages")
    func differ() {
        let english = EnglishWords()
        let pairs: [(String, String)] =
            Rule.allCases.map { (english.explanation($0), Self.german.explanation($0)) }
            + Game.Reason.allCases.map { (english.reason($0), Self.german.reason($0)) }
            + Opening.allCases.map { (english.explanation($0), Self.german.explanation($0)) }
            + NewGameForm.Row.all.filter { $0 != .opponent }.map { (english.label($0), Self.german.label($0)) }
            + Offer.Kind.allCases.map { (english.refused($0), Self.german.refused($0)) }
            + [.chat, .people, .quit, .again, .hint, .watch].map { (english.words($0), Self.german.words($0)) }
        for (one, other) in pairs { #expect(one != other) }
    }
}
