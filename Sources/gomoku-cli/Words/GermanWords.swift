import Client
import GameState
import Wire

/// The terminal in German; the words are those of the page.
struct GermanWords: Words {}

extension GermanWords {
    func name(_ rule: Rule) -> String {
        switch rule {
        case .freestyle: "Freistil"
        case .standard: "Standard"
        case .renju: "Renju"
        case .caro: "Caro"
        }
    }

    func explanation(_ rule: Rule) -> String {
        switch rule {
        case .freestyle: "Fünf oder mehr in einer Reihe gewinnen."
        case .standard: "Genau fünf gewinnen; sechs und mehr nicht."
        case .renju: "X darf keine Doppeldrei, Doppelvier und Sechs; O darf es."
        case .caro: "Genau fünf gewinnen, außer an beiden Enden blockiert."
        }
    }

    func reason(_ reason: Game.Reason) -> String {
        switch reason {
        case .five: "fünf in einer Reihe"
        case .forbidden: "ein verbotener Zug"
        case .resign: "Aufgabe"
        case .time: "Zeit"
        case .agreement: "einvernehmlich"
        case .full: "das Brett ist voll"
        case .abandoned: "der Gegner ist gegangen"
        case .aborted: "abgebrochen"
        }
    }

    func computer(level: Int) -> String { "\(self.level(level).name), Computer \(level)" }
    var somebodyWhoLeft: String { "jemand, der gegangen ist" }

    var calledOff: String { "Die Partie wurde abgebrochen." }
    func drawn(_ why: String) -> String { "Remis\(why)." }
    func youWin(_ why: String) -> String { "Du gewinnst\(why)!" }
    func youLose(_ why: String) -> String { "Du verlierst\(why)." }
    func wins(_ side: String, _ why: String) -> String { "\(side) gewinnt\(why)." }

    var noGameYet: String { "Hier gibt es noch keine Partie." }
    var noGamePressN: String { "Noch keine Partie. n beginnt eine." }
    func bothSidesToMove(_ side: String) -> String { "\(side) ist am Zug. Du spielst beide Seiten." }
    func yourTurn(_ side: String) -> String { "Du bist am Zug und spielst \(side)." }
    func yourTurnBrief(_ side: String) -> String { "Dein Zug: \(side)" }
    func seatOpenPressJ(_ side: String) -> String { "Der Platz von \(side) ist frei. j nimmt ihn." }
    func waitingForSomebody(_ side: String) -> String { "Warten, bis jemand \(side) übernimmt." }
    func thinking(_ name: String, _ side: String) -> String { "\(side) ist am Zug: \(name) überlegt." }

    func gameStarted(by name: String, number: Int, terms: String) -> String {
        "\(name) hat Partie \(number) begonnen: \(terms)."
    }
    func plays(_ who: String, point: String) -> String { "\(who) spielt \(point)." }
    func movesTakenBack(_ numbers: ClosedRange<Int>) -> String {
        let (first, last) = (numbers.lowerBound, numbers.upperBound)
        if first == last { return "Zug \(first) wurde zurückgenommen." }
        return "Die Züge \(first) \(numbers.count == 2 ? "und" : "bis") \(last) wurden zurückgenommen."
    }
    func seatIsOpen(_ side: String) -> String { "Der Platz von \(side) ist frei." }
    func sits(_ name: String, _ side: String) -> String { "\(name) spielt \(side)." }
    func isAway(_ name: String, _ side: String) -> String { "\(name) (\(side)) ist weg, kommt aber vielleicht wieder." }
    func isHere(_ name: String) -> String { "\(name) ist da." }
    func hasLeft(_ name: String) -> String { "\(name) ist gegangen." }
    func tookHint(_ name: String) -> String { "\(name) hat einen Tipp genommen." }
    func hintsAllowed(mine: Bool) -> String {
        mine ? "Tipps sind jetzt erlaubt. t gibt dir einen, wenn du am Zug bist." : "X und O dürfen jetzt Tipps nehmen."
    }

    func offered(_ kind: Offer.Kind, by who: String) -> String {
        switch kind {
        case .draw: "\(who) bietet Remis an. y nimmt an, x lehnt ab."
        case .takeback: "\(who) möchte den letzten Zug zurücknehmen. y erlaubt es, x lehnt ab."
        case .rematch: "\(who) möchte Revanche. y spielt sie, x lehnt ab."
        case .hints: "\(who) möchte Tipps für euch beide. y stimmt zu, x lehnt ab."
        }
    }

    func offering(_ kind: Offer.Kind) -> String {
        switch kind {
        case .draw: "Du hast Remis angeboten. x zieht das zurück."
        case .takeback: "Du möchtest deinen Zug zurücknehmen. x zieht das zurück."
        case .rematch: "Du hast um Revanche gebeten. x zieht das zurück."
        case .hints: "Du möchtest Tipps für beide. x zieht das zurück."
        }
    }

    func isOffered(_ kind: Offer.Kind, by who: String) -> String {
        switch kind {
        case .draw: "\(who) hat Remis angeboten."
        case .takeback: "\(who) möchte einen Zug zurücknehmen."
        case .rematch: "\(who) möchte Revanche."
        case .hints: "\(who) möchte Tipps für beide."
        }
    }

    func refused(_ kind: Offer.Kind) -> String {
        switch kind {
        case .draw: "Das Remis wurde abgelehnt."
        case .takeback: "Die Rücknahme wurde abgelehnt."
        case .rematch: "Die Revanche wurde abgelehnt."
        case .hints: "Tipps wurden abgelehnt."
        }
    }

    func cannotOffer(_ kind: Offer.Kind, takebacksAreOff: Bool) -> String {
        switch kind {
        case .draw: "Remis geht in einer laufenden Partie, nach einer Ablehnung wieder nach sechs Zügen."
        case .takeback where takebacksAreOff: "In dieser Partie wird nichts zurückgenommen."
        case .takeback: "Gerade gibt es keinen Zug von dir zurückzunehmen."
        case .rematch: "Revanche gibt es, wenn diese Partie zu Ende ist."
        case .hints: "Tipps könnt ihr zu zweit in einer laufenden Partie vereinbaren."
        }
    }

    func gone(_ who: String, seconds: Int?, mayClaim: Bool) -> String {
        if mayClaim { return "\(who) ist gegangen. v beansprucht die Partie, oder warte." }
        return seconds.map { "\(who) ist gegangen. In \($0) s kannst du die Partie beanspruchen." }
            ?? "\(who) ist gegangen."
    }
    var timeIsUp: String { "Die Zeit deines Gegners ist um. v beansprucht die Partie." }
    var nothingToClaim: String { "Es gibt nichts zu beanspruchen." }

    var notNow: String { "Das braucht die Verbindung. Versuche es, wenn sie wieder steht." }
    var notYourTurn: String { "Du bist nicht am Zug." }
    var watching: String { "Du schaust zu. j nimmt einen freien Platz, n beginnt eine Partie." }
    var onlyWatching: String { "Du schaust zu: mit gomoku-cli play kannst du spielen." }
    var onTheWay: String { "Einen Moment: dein letzter Zug ist noch unterwegs." }
    func deadKey(_ key: Character) -> String { "\(key) tut hier nichts. ? zeigt die Tasten." }
    var gameOver: String { "Die Partie ist zu Ende. n beginnt eine neue." }
    var gameRunning: String { "Eine neue Partie geht erst nach dieser. r gibt sie auf." }
    var newGameIsForPlayers: String { "Eine neue Partie beginnen die zwei, die hier spielen. Du schaust zu." }
    var noSeat: String { "Kein Platz ist frei." }
    var bothNotNow: String { "Beide Seiten gehen, wenn ein Platz frei ist, oder in einer neuen Partie." }
    var nothingToResign: String { "Es gibt nichts aufzugeben." }
    var nothingToAnswer: String { "Nichts ist angeboten." }
    var chooseFirst: String { "Wähle zuerst, mit einer Ziffer." }
    var tooMuchWaiting: String { "Zu viel wartet auf die Verbindung. Versuche es, wenn sie wieder steht." }
    func occupied(_ point: String) -> String { "Auf \(point) liegt schon ein Stein." }
    func noPoint(_ text: String, last: String) -> String { "\(text) ist kein Punkt dieses Bretts: a1 bis \(last)." }
    func takenBack(_ point: String, _ why: String) -> String { "\(point) wurde zurückgenommen. \(why)" }
    func rejected(_ reason: Notice.Reason) -> String {
        switch reason.code {
        case .conflict: "Jemand war schneller. Das Brett zeigt, was geschehen ist."
        case .notYourTurn: notYourTurn
        case .notSeated: "Du schaust zu. Das tun die, die hier spielen."
        case .notJoined: "Du bist nicht in diesem Raum. Betritt ihn zuerst."
        case .seatTaken: "Diesen Platz hat schon jemand genommen."
        case .occupied: "Auf diesem Punkt liegt schon ein Stein."
        case .offBoard: "Dieser Punkt liegt nicht auf dem Brett."
        case .wrongMoveNumber: "Ein anderer Zug war zuerst da."
        case .gameOver: "Die Partie ist zu Ende."
        case .noGame: "Hier wurde noch keine Partie begonnen."
        case .forbiddenMove: "Regel oder Eröffnung verbieten diesen Punkt."
        case .notOffered: "Dieses Angebot gilt nicht mehr."
        case .tooLarge: "Das ist zu lang für den Server."
        case .rateLimited: "Zu viel auf einmal. Warte einen Moment und versuche es noch einmal."
        case .readOnly: "Der Server kann gerade nichts speichern. Versuche es später noch einmal."
        case .gone: "Jemand war schneller."
        case .outOfRange: "Gesucht wird dort eine andere Wertung."
        case .notClaimed: "Eine gewertete Partie braucht einen eigenen Namen."
        case .rated: "In einer gewerteten Partie gibt es das nicht."
        case .busy, .unavailable: "Das kann der Server gerade nicht. Versuche es gleich noch einmal."
        case .banned: "Der Betreiber hat dich von diesem Server ausgeschlossen."
        case .muted: "Der Betreiber hat dir das Wort entzogen."
        case .roomClosed: "Der Betreiber hat diesen Raum geschlossen. Nimm einen anderen."
        case .roomFull: "Dieser Raum ist voll. Versuche es später, oder nimm einen anderen."
        case .serverFull: "Der Server ist voll. Versuche es später noch einmal."
        case .tooManyRooms: "Du bist in zu vielen Räumen. Verlasse zuerst einen."
        case .otherKind: "Dieser Raum ist von anderer Art. Nimm einen anderen."
        case .nameTaken: "Dieser Name gehört schon jemandem. Wähle einen anderen."
        case .badName: "Dieser Name geht nicht. Wähle einen anderen."
        case .weakPassword: "Dieses Passwort ist zu kurz oder zu lang."
        case .alreadyClaimed: "Du hast schon einen Namen."
        case .alreadyRenamed: "Du hast deinen Namen schon einmal geändert; er bleibt, wie er ist."
        case .badLogin: "Name und Passwort gehören nicht zusammen."
        case .badKey, .badValue, .badMessage, nil:
            reason.message.isEmpty ? "Der Server hat das nicht angenommen (\(reason.word))." : reason.message
        }
    }

    func resign(_ side: String) -> String { "Diese Partie als \(side) aufgeben? y / n" }
    var abort: String { "Diese Partie abbrechen? y / n" }

    var hintComes: String { "Der Computer überlegt…" }
    func thinksShorter(milliseconds: Int, usual: Int) -> String {
        "Hier laufen viele Partien: Der Computer überlegt etwa \(milliseconds) ms statt \(usual) ms."
    }
    var noHintInRated: String { "In einer gewerteten Partie gibt es keine Tipps." }
    var hintOnYourTurn: String { "Einen Tipp gibt es, wenn du am Zug bist." }
    var noHint: String { "Hierfür gibt es keinen Tipp." }
    func hint(_ what: String) -> String { "Tipp: \(what)." }
    func hintGoesOn(_ points: String) -> String { "Danach vielleicht \(points)." }
    var reportComes: String { "Die Auswertung wird gemacht…" }
    var reportLater: String { "Die Auswertung kommt, wenn die Partie zu Ende ist." }
    var noReport: String { "Der Server hat keine Auswertung gesendet, die dieses Programm versteht." }
    func turningPoint(_ move: Int) -> String { "gekippt bei Zug \(move)" }
    func moveKind(_ kind: String) -> String {
        [
            "good": "gut", "opening": "Eröffnung", "inaccuracy": "ungenau", "mistake": "Fehler",
            "blunder": "grober Fehler", "missed-win": "Gewinn verpasst", "missed-block": "Gefahr übersehen",
        ][kind] ?? kind
    }
    var won: String { "gew." }
    var lost: String { "verl." }
}

extension GermanWords {
    func name(_ opening: Opening) -> String { opening == .none ? "ohne" : opening.properName }

    func explanation(_ opening: Opening) -> String {
        switch opening {
        case .none: "Vom ersten Stein an wird gespielt."
        case .swap: "Drei Steine von einer Seite; die andere wählt."
        case .swap2: "Drei Steine; der Gegner wählt oder legt zwei dazu."
        case .pro: "Erster Stein in die Mitte, der zweite von X weit weg."
        case .longPro: "Erster Stein in die Mitte, der zweite von X noch weiter."
        case .rif: "Renju: ein Tausch, dann zwei fünfte Züge zur Wahl."
        case .soosorv8: "Renju: zwei Tausche, bis zu acht fünfte Züge."
        case .taraguchi10: "Renju: Tausch nach jedem Stein, oder zehn fünfte Züge."
        }
    }

    func choice(_ choice: OpeningChoice) -> String {
        switch choice {
        case .swap: "Seiten tauschen"
        case .stay: "deine Seite behalten"
        case .black: "X spielen"
        case .white: "O spielen"
        case .more: "zwei Steine mehr, der andere wählt"
        case .ten: "zehn fünfte Züge anbieten"
        case .fifths(1): "ein fünfter Zug"
        case .fifths(let count): "\(count) fünfte Züge"
        }
    }

    func chosen(_ choice: OpeningChoice, by who: String) -> String {
        switch choice {
        case .swap: "\(who) hat die Seiten getauscht."
        case .stay: "\(who) behält die Seite."
        case .black: "\(who) spielt X."
        case .white: "\(who) spielt O."
        case .more: "\(who) legt zwei Steine dazu; dann wählst du."
        case .ten: "\(who) bietet zehn fünfte Züge an."
        case .fifths(let count): "\(who) verlangt \(count == 1 ? "einen fünften Zug" : "\(count) fünfte Züge")."
        }
    }

    func area(_ area: StoneArea) -> String {
        switch area {
        case .centre: "in die Mitte"
        case .within(let side): "in die mittleren \(side)x\(side)"
        case .outside(let side): "außerhalb der mittleren \(side)x\(side)"
        }
    }

    func placeStone(_ number: Int, _ side: String, _ area: String?) -> String {
        "Setze Stein \(number), \(side)\(area.map { ", \($0)" } ?? "")."
    }
    func placesStone(_ who: String, _ number: Int, _ side: String, _ area: String?) -> String {
        "\(who) setzt Stein \(number) (\(side))\(area.map { " \($0)" } ?? "")."
    }
    var chooseWithDigit: String { "Wähle mit einer Ziffer:" }
    func chooses(_ who: String) -> String { "\(who) wählt, wie es weitergeht." }
    private func fifths(_ left: Int?) -> String {
        left.map { $0 == 1 ? "noch einen fünften Zug" : "noch \($0) fünfte Züge" } ?? "fünfte Züge"
    }
    func offerFifths(_ left: Int?) -> String { "Biete \(fifths(left)) an." }
    func offersFifths(_ who: String, _ left: Int?) -> String { "\(who) bietet \(fifths(left)) an." }
    var pickFifth: String { "Wähle einen fünften Zug: spiele einen der gezeigten." }
    func picksFifth(_ who: String) -> String { "\(who) wählt einen der fünften Züge." }
    func sameFifth(_ point: String) -> String {
        "\(point) ist durch Symmetrie derselbe fünfte Zug wie ein angebotener."
    }
    func notOfferedFifth(_ point: String) -> String { "\(point) wurde nicht angeboten. Wähle einen der gezeigten." }
    func outside(_ point: String, _ area: String?) -> String {
        "Die Eröffnung erlaubt \(point) nicht: \(area ?? "wähle einen Punkt, den sie erlaubt")."
    }
}
