import Client
import GameState
import WebSockets

extension GermanWords {
    var connecting: String { "Verbinden…" }
    var connectingAgain: String { "Wieder verbinden…" }
    func online(_ latency: Int?) -> String { latency.map { "verbunden, \($0) ms" } ?? "verbunden" }

    func loss(_ loss: LineLoss) -> String {
        switch loss {
        case .noAnswer(let host): "\(host) antwortet nicht."
        case .notOpened(let failure): notOpened(failure)
        case .broken: "Die Verbindung ist abgerissen."
        case .restarting: "Der Server startet neu."
        case .tooMuchSent: "Der Server hat getrennt, weil zu viel gesendet wurde."
        case .unreadable: "Der Server hat Unlesbares gesendet."
        case .turnedAway(let reason): rejected(reason)
        }
    }

    private func notOpened(_ failure: ConnectFailure) -> String {
        switch failure.reason {
        case .unknownName: "Den Namen „\(failure.host)“ gibt es nicht. Prüfe ihn und dein Netz."
        case .refused: "\(failure.host) lehnt die Verbindung ab. Läuft der Server, und stimmt der Port?"
        case .noAnswer: "\(failure.host) antwortet nicht."
        case .notSecure: "Keine sichere Verbindung zu \(failure.host)."
        case .status(let status): "\(failure.host) antwortet mit HTTP-Status \(status) statt mit einem WebSocket."
        case .closed: "Der Server hat die Verbindung gleich wieder geschlossen."
        case .other(let words): "Kein WebSocket zu \(failure.host) (\(words))."
        }
    }

    func failure(_ failure: SessionFailure) -> String {
        switch failure {
        case .unavailable(.noAnswer(let host)): "\(host) antwortet nicht. Stimmt die Adresse, und läuft der Server?"
        case .unavailable(let why): loss(why)
        case .interrupted: "Die Verbindung riss ab, bevor die Antwort da war. Versuche es noch einmal."
        case .otherServer(let failure): notOpened(failure)
        case .notUnderstood: "Die Antwort ist keine eines gomoku-Servers. Stimmt die Adresse?"
        case .refused(let reason): rejected(reason)
        case .noGame(let room):
            "Der Raum \(room) gehört einem Gadget, er ist keine Partie. Was dort geschieht: gomoku-cli state \(room) --follow"
        }
    }

    func retry(_ why: String, seconds: Int) -> String {
        "\(why) Neuer Versuch \(seconds > 0 ? "in \(seconds) s" : "jetzt") — R versucht es gleich."
    }
    func tryingAgain(_ why: String) -> String { "\(why) Neuer Versuch." }
    func retryShort(seconds: Int) -> String { "Keine Verbindung. R: neu (\(seconds) s)" }
    var back: String { "Die Verbindung steht wieder." }
    func identityNotKept(_ path: String) -> String {
        "Wer du bist, ließ sich nicht in \(path) merken. Nenne eine Datei mit --token-file, oder spiele mit --guest."
    }
    func noRoomName(_ text: String) -> String {
        text.isEmpty
            ? "Tippe den Namen eines Raums, oder seine Adresse."
            : "„\(text)“ ist kein Name eines Raums: 1 bis \(RoomName.lengthLimit) Buchstaben, Ziffern, „-“, „_“, „.“ oder „~“."
    }
    func fetchFailed(_ failure: WebFetch.Failure) -> String {
        switch failure {
        case .address(let text): "„\(text)“ ist keine Adresse."
        case .notReached(let host, .noAnswer): "\(host) hat nicht rechtzeitig geantwortet. Läuft der Server?"
        case .notReached(let host, .refused): "Bei \(host) antwortet niemand. Läuft der Server?"
        case .notReached(let host, .unknownName): "Es gibt keinen Rechner \(host). Prüfe die Adresse."
        case .notReached(let host, .broken): "Die Verbindung zu \(host) ist abgerissen. Versuche es noch einmal."
        case .notReached(let host, .notSecure): "Mit \(host) gibt es keine sichere Verbindung. Prüfe sein Zertifikat."
        case .notReached(let host, .other(let number)):
            "\(host) wurde nicht erreicht (Fehler \(number)). Versuche es noch einmal."
        case .notUnderstood(let status): "Die Antwort (Status \(status)) versteht dieses Programm nicht."
        }
    }
    func noFullScreen(_ type: String) -> String {
        "play braucht ein Terminal, auf dem es zeichnen kann, und TERM ist \(type.isEmpty ? "leer" : type). "
            + "Hier gehen gomoku-cli watch, state und connect. Oder setze TERM auf die Art deines Terminals, etwa xterm."
    }
}

extension GermanWords {
    func lobbyTitle(_ me: String?) -> String { "Fünf in einer Reihe · Lobby\(me.map { " · du bist \($0)" } ?? "")" }
    var play: String { "Spielen" }
    var ways: [KeyHint] {
        [("a", "irgendwen"), ("f", "per Link"), ("k", "Computer"), ("o", "Raum öffnen"), ("w", "zuschauen")]
    }
    var entering: String { "Die Lobby wird betreten…" }
    var whoWantsToPlay: String { "Wer spielen möchte" }
    var beingPlayed: String { "Zum Zuschauen" }
    var noSeeks: String { "Gerade wartet niemand. a, und du stehst hier." }
    var noGames: String { "Gerade kann man keiner Partie zuschauen." }
    var ownSeek: String { "Das ist deine eigene Suche. x beendet sie." }
    var notClaimed: String { "Eine gewertete Partie braucht einen eigenen Namen: gomoku-cli account claim <name>." }
    func only(_ range: RatingRange) -> String { "nur \(range)" }
    var nobody: String { "Niemand steht auf der Liste. a, und du stehst da." }
    var roomPrompt: String { "Raum: " }
    func looking(_ time: String, _ terms: String) -> String { "Gegner gesucht, \(time). \(terms)" }
    var lobbyHelp: [KeyHint] {
        [
            ("Pfeile", "wählen; Enter spielt oder schaut zu"), ("a", "irgendwen suchen; du stehst auf der Liste"),
            ("x", "nicht mehr suchen"), ("f", "ein neuer Raum und ein Link dorthin"), ("k", "gegen den Computer"),
            ("o", "einen Raum öffnen: Name oder Adresse"), ("w", "zu den laufenden Partien"),
            ("R  Ctrl-L", "neu verbinden; neu zeichnen"), ("q", "beenden"),
        ]
    }
}

extension GermanWords {
    func replayTitle(_ what: String) -> String { "Nachspielen · \(what)" }
    func place(_ place: Int, of count: Int) -> String { "\(place) von \(count)" }
    var windowTooSmall: String { "Dieses Fenster ist zu klein für das Brett." }
    func replayKeys(isPlaying: Bool) -> String {
        "links rechts   Leertaste \(isPlaying ? "hält an" : "spielt ab")   Pos1 Ende   Bild: zehn   q beendet"
    }
    var emptyTable: String { "Ein leerer Tisch." }
    var emptyBoard: String { "Das leere Brett." }
    func gameBegins(_ number: Int, _ rule: String) -> String { "Partie \(number), \(rule), beginnt." }
    func stone(_ side: String, _ point: String, move: Int) -> String { "\(side) \(point), Zug \(move)." }
    func backTo(move: Int) -> String { "Zurück zu Zug \(move)." }
    func changes(_ keys: String) -> String { "Geändert: \(keys)." }
    func passes(_ side: String) -> String { "\(side) passt" }
    var draw: String { "Remis." }
    func hasWon(_ side: String) -> String { "\(side) hat gewonnen." }
    func noSuchRoom(_ room: String, _ server: String) -> String {
        "Auf \(server) gibt es keinen Raum \(room). Stimmt der Name?"
    }
    func unreadable(_ path: String) -> String { "\(path) lässt sich nicht lesen. Stimmt der Name?" }
    func badRecord(_ path: String, _ error: RecordError) -> String {
        switch error {
        case .notThisFormat:
            "\(path) beginnt nicht wie eine Aufzeichnung. Sichere sie noch einmal als .sgf oder .psq."
        case .syntax(let offset):
            "\(path) ist ab Byte \(offset) nicht lesbar. Sichere oder lade die Datei noch einmal, oder bessere sie dort aus."
        case .line(let line):
            "\(path) ist ab Zeile \(line) nicht lesbar. Bessere sie dort aus, oder sichere sie noch einmal."
        case .unfinished: "\(path) endet zu früh. Kopiere oder lade die ganze Datei noch einmal."
        case .otherGame(let number):
            "\(path) gehört zu einem anderen Spiel (GM[\(number)]); Gomoku und Renju sind GM[4]."
        case .size(let size): "\(path): auf Brettern der Größe \(size.prefix(16)) wird hier nicht gespielt."
        case .badPoint(_, let move), .offBoard(let move):
            "\(path): Zug \(move) liegt nicht auf dem Brett. Bessere ihn aus, oder sichere die Aufzeichnung noch einmal."
        case .occupied(_, let move):
            "\(path): Zug \(move) liegt auf einem Stein. Bessere ihn aus, oder sichere die Aufzeichnung noch einmal."
        case .tooLarge, .tooManyMoves: "\(path) ist zu groß für die Aufzeichnung einer Partie."
        case .setup, .unwritable: "\(path) ändert Steine während der Partie. Entferne das."
        }
    }
}

extension GermanWords {
    func tableTitle(_ room: String, watching: Bool) -> String {
        watching ? "Fünf in einer Reihe · Zuschauer bei \(room)" : "Fünf in einer Reihe · \(room)"
    }
    func game(_ number: Int) -> String { "Partie \(number)" }
    var anEmptyTable: String { "Ein leerer Tisch" }
    var enteringRoom: String { "Der Raum wird betreten…" }
    var openSeat: String { "freier Platz" }
    var you: String { "du" }
    var away: String { "weg" }
    var bot: String { "Bot" }
    var muted: String { "stumm" }
    var sendLink: String { "Schick diesen Link an jemanden:" }
    var moves: String { "Züge" }
    func here(_ count: Int) -> String { "Hier: \(count)" }
    var chat: String { "Gespräch" }
    var toSpectators: String { "unter Zuschauern" }
    var sayPrompt: String { "Sagen: " }
    var movePrompt: String { "Zug: " }
    var enterPlays: String { "   Enter spielt ihn" }
    func tooSmall(width: Int, height: Int, neededWidth: Int, neededHeight: Int) -> String {
        "Dieses Fenster hat \(width)×\(height); das Brett braucht \(neededWidth)×\(neededHeight). "
            + "Mach es größer, oder die Schrift kleiner. q beendet."
    }
    var help: String { "Hilfe" }
    func report(_ game: Int) -> String { "Auswertung von Partie \(game)" }
    func inRoom(_ room: String, _ names: String) -> String { "In \(room): \(names)." }
    func watchedGame(_ number: Int, _ rule: String, _ seats: String) -> String {
        "Partie \(number), \(rule): \(seats)."
    }
    func watchedMoves(_ moves: String) -> String { "Züge: \(moves)" }
    var openSeatShort: String { "frei" }
}

extension GermanWords {
    func words(_ action: KeyAction) -> String {
        switch action {
        case .saysIt: "sagt es"
        case .leaves: "verlässt"
        case .resign: "aufgeben"
        case .goOn: "weiterspielen"
        case .abortIt, .abort: "abbrechen"
        case .starts: "beginnt"
        case .looks: "sucht"
        case .mutes: "stumm oder wieder hören"
        case .scroll: "blättern"
        case .goesBack: "geht zurück"
        case .opensIt: "öffnet ihn"
        case .chat: "reden"
        case .people: "Leute"
        case .help: "Hilfe"
        case .quit: "beenden"
        case .report: "Auswertung"
        case .lobby: "Lobby"
        case .choose: "wählen"
        case .move: "ziehen"
        case .offer: "anbieten"
        case .accept: "annehmen"
        case .refuse: "ablehnen"
        case .withdraw: "zurückziehen"
        case .again: "noch eine"
        case .newGame: "neue Partie"
        case .bothSides: "beide Seiten"
        case .undo: "zurück"
        case .draw: "Remis"
        case .hint: "Tipp"
        case .sit(let side): "\(side) nehmen"
        case .play: "spielen"
        case .watch: "zuschauen"
        case .stopLooking: "nicht mehr suchen"
        }
    }

    func key(_ key: NamedKey) -> String {
        switch key {
        case .anyKey: "jede Taste"
        case .arrowsEnter: "Pfeile Enter"
        case .upDown: "auf ab"
        }
    }

    func help(canPlay: Bool) -> [KeyHint] {
        let common = [
            ("c  p", "reden; Leute, und wer stumm ist"), ("a  l", "nach der Partie: Auswertung; Lobby"),
            ("R  Ctrl-L", "neu verbinden; neu zeichnen"), ("q", "beenden"),
            ("( ) * *", "der letzte Zug; die Gewinnreihe"),
        ]
        guard canPlay else { return common }
        return [
            ("Pfeile", "bewegen; Enter oder Leertaste spielt"), ("h8 Enter", "einen Punkt spielen; ein Klick auch"),
            ("1 2 3", "in einer Eröffnung wählen"), ("n  j  b", "neue Partie; Platz nehmen; beide Seiten"),
            ("u  d  g", "zurück; Remis; noch eine (fragt)"), ("y  x", "annehmen; ablehnen oder zurückziehen"),
            ("r", "aufgeben oder abbrechen (fragt erst)"), ("v", "beanspruchen: Zeit, oder sie sind weg"),
            ("t", "Tipp; zu zweit müsst ihr beide es wollen"),
        ] + common + [("[ ]  ?", "der Zeiger; ein unbestätigter Zug"), ("╳", "X verboten (Renju)")]
    }
    var anyKeyGoesBack: String { "Jede Taste geht zurück" }
    var helpKeys: String { "Auf und ab blättern, jede andere Taste geht zurück" }
    var peopleKeys: String { "Enter: stumm oder wieder hören, Esc verlässt" }
    var reportKeys: String { "Pfeile blättern, q oder Esc schließt, l Lobby" }
}
