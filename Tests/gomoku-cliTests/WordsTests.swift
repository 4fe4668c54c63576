import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

/// Tests of every language on screens with enough room. `scripts/words --check` finds missing
/// sentences.
@Suite struct WordsTests {
    private static let german = GermanWords()
    private static let long = "Bartholomäus-Maximilian"

    @Test(
        "The environment's first available language is used",
        arguments: [
            ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german), (["LANG": "fr_FR.UTF-8"], .french),
            (["LANGUAGE": "nl:de:en", "LANG": "en_US.UTF-8"], .german), (["LANG": "nl_NL"], .english),
            (["LC_ALL": "C.UTF-8", "LANG": "de_DE"], .english),
            (["LC_ALL": "", "LC_MESSAGES": "de", "LANG": "en"], .german),
            (["LANGUAGE": "", "LC_ALL": "de-Latn-CH"], .german), (["LANG": "den_CA"], .english),
            (["LANG": "ja_JP.UTF-8"], .japanese), (["LANG": "zh.UTF-8"], .simplifiedChinese),
            (["LANG": "zh_CN.UTF-8"], .simplifiedChinese), (["LANG": "zh_TW.utf8"], .traditionalChinese),
            (["LANG": "zh_Hant_HK.UTF-8"], .traditionalChinese), (["LANG": "zh_HK.UTF-8"], .traditionalChinese),
            // Locales that cannot show the language's letters.
            (["LANG": "ja_JP.eucJP"], .english), (["LANGUAGE": "ja:de", "LANG": "de_DE@euro"], .german),
        ])
    func environment(_ environment: [String: String], _ language: Language) {
        #expect(Language(environment: environment) == language)
    }

    @Test("The server and the clients have the same names for the robot's levels")
    func robotNames() {
        let words = Language.english.words
        #expect(ParticipantID.robotLevels.map { words.level($0).name } == ParticipantID.robotNames)
    }

    @Test("Messages fit into one row of a terminal with 80 columns", arguments: Language.allCases)
    func messagesFit(_ language: Language) {
        let words = language.words
        var sentences = [
            words.noGamePressN, words.notNow, words.watchingPressJ, words.onlyWatching, words.busy,
            words.gameOverPressN,
            words.forbidden("h10", .overline),
            words.pointTakenBack(
                point: "h10", why: words.rejected(.init(Rejection.forbidden(.doubleThree, point: "h10")))),
            words.deadKey("w"), words.linkCopied, words.linkNotCopied, words.abuseSent,
            words.hintsAllowed, words.hintsAllowedToOthers,
            words.gameRunning, words.newGameIsForPlayers, words.noSeat, words.bothNotNow, words.nothingToResign,
            words.outboxFull, words.hintErrorsRated, words.hintErrorsNotYourTurn, words.reportErrorsNotOver,
            words.noReport, words.drawsOff,
            words.notAClock, words.ownSeek, words.nobodyListed, words.noSeeks, words.timeIsUp,
            words.objectionsSame("h10"),
            words.objectionsNotOffered("h10"), words.outside("h10", .outside(15)),
            words.noPoint(corner: "t20", text: "z99"),
            words.resignPrompt("X"), words.abortPrompt, words.notFromEarlier,
            words.moveOf(count: 225, number: 224, point: "h10", side: "O") + " " + words.gameGoesOn,
            words.retry(words.loss(.broken), seconds: 30), words.retryShort(30),
        ]
        sentences += Offer.Kind.allCases.flatMap { [words.offersByYou($0), words.offersRefused($0)] }
        sentences += Offer.Kind.allCases.filter { $0 != .draw }.map { words.offersImpossible($0) }
        for sentence in sentences {
            let width = SafeText("! " + sentence).width
            #expect(width <= 78, "\(width) columns: \(sentence)")
        }
    }

    @Test("Help and rows of keys are shown in full at 80 by 24", arguments: Language.allCases)
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

    @Test("A yes-or-no option has words for both values, and for their meaning", arguments: Language.allCases)
    func options(_ language: Language) {
        for option in GameTerms.Field.allCases where option.form == .flag {
            for isSet in [true, false] {
                #expect(!language.words.value(option, isSet).isEmpty, "\(option)")
                #expect(!language.words.help(option, isSet).isEmpty, "\(option)")
            }
        }
    }

    @Test("Every value of the New Game form is shown in full", arguments: Language.allCases)
    func formsFit(_ language: Language) {
        let words = language.words
        for purpose in [NewGameForm.Purpose.table, .seek] {
            var form = NewGameForm(purpose, mayRate: true)
            for _ in form.rows {
                var shown: [NewGameForm] = []
                while !shown.contains(form) {
                    shown.append(form)
                    var canvas = Canvas(width: 80, height: 24, isUnicode: true)
                    form.dialog(words).draw(on: &canvas)
                    let picture = canvas.picture
                    #expect(picture.contains("< \(form.value(form.row, words)) >"), "\(form.row)")
                    #expect(picture.contains(form.explanation(words)), "\(form.row)")
                    if case .computer(let level) = form.opponent, form.row == .opponent {
                        #expect(picture.contains(words.level(level).knows), "level \(level)")
                    }
                    #expect(picture.contains(words.formKeys(looks: purpose == .seek)))
                    form.press(.right)
                }
                form.press(.down)
            }
        }
    }

    @Test("A table and a replay are shown in German")
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
        #expect(frames.frames[0].caption == "Leerer Tisch.")
    }

    @Test("A table and its messages are shown in French")
    func french() {
        var table = Table(words: FrenchWords())
        table.start("h8 i9")
        #expect(table.picture().contains("À vous de jouer X."))
        #expect(table.picture().contains("Partie 1 · libre") && table.picture().contains("Ann (vous)"))
        #expect(FrenchWords().outcome(table.model.game, mine: []).hasPrefix("Partie nulle"))
        #expect(FrenchWords().movesTakenBack(3...4) == "Les coups 3 et 4 ont été annulés.")
        #expect(FrenchWords().choices(.fifths(1)) == "1 cinquième coup")
        table.change(table.model.game.resigning(.x), by: Table.ann)
        #expect(FrenchWords().outcome(table.model.game, mine: [.x]) == "Vous perdez : abandon.")
        #expect(table.picture().contains("Vous perdez : abandon."))
        #expect(Self.german.outcome(table.model.game, mine: [.o]) == "Du gewinnst: Aufgabe!")
    }

    @Test("A refusal is the server's own sentence in English, and its code's sentence in other languages")
    func refusals() {
        let reason = Notice.Reason(Rejection.forbidden(.doubleThree, point: "h10"))
        #expect(EnglishWords().rejected(reason) == reason.message)
        #expect(Self.german.rejected(reason) == "Regel oder Eröffnung verbietet diesen Punkt.")
        for code in Code.allCases where ![.badKey, .badValue, .badMessage].contains(code) {
            for words in [Self.german, FrenchWords()] as [any Words] {
                #expect(words.rejected(Notice.Reason(code, "In English.")) != "In English.", "\(code)")
            }
        }
    }

    @Test("Sentences differ between English and German")
    func differ() {
        let english = EnglishWords()
        let pairs: [(String, String)] =
            Rule.allCases.map { (english.ruleSentences($0), Self.german.ruleSentences($0)) }
            + Game.Reason.allCases.map { (english.reasons($0), Self.german.reasons($0)) }
            + Opening.allCases.map { (english.openingSentences($0), Self.german.openingSentences($0)) }
            + NewGameForm.Row.all.filter { $0 != .opponent }.map { (english.label($0), Self.german.label($0)) }
            + Offer.Kind.allCases.map { (english.offersRefused($0), Self.german.offersRefused($0)) }
            + [.chat, .people, .quit, .again, .hint, .watch].map { (english.keys($0), Self.german.keys($0)) }
        for (one, other) in pairs { #expect(one != other) }
    }
}
