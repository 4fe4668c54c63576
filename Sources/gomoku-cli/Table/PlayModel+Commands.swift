import Client
import GameState

/// The actions of letters: seats, offers, claims, hints and new games.
extension PlayModel {
    mutating func command(_ letter: Character, now: Int) -> [Effect] {
        switch letter {
        case "q": return [.quit]
        case "?": input = .help()
        case "c": input = .chat(TextField(limit: Self.chatLimit))
        case "p": input = .people(PeopleList())
        case "l": return [.lobby]
        case "w":
            isLinkShown = true
            return [.copyLink]
        case "a" where game.isOver && !game.moves.isEmpty:
            guard let number = game.number else { break }
            news = Message(text: words.reportComes)
            return [.report(game: number)]
        case "a":
            let why = game.isOver ? words.reportErrorsNotFound : words.reportErrorsNotOver
            news = Message(text: why, isWarning: true)
        case _ where mode == .watch: news = Message(text: words.onlyWatching, isWarning: true)
        case "n": askForNewGame()
        case "j": return takeSeat()
        case "b": return playBoth()
        case "r": giveUp()
        case "d": return offer(.draw)
        case "u": return offer(.takeback)
        case "g": return offer(.rematch)
        case "y", "x": return answer(letter == "y")
        case "v":
            guard let now = serverTime(now), let reason = game.mayClaim(player, now: now),
                let delta = game.claiming(reason, by: player)
            else {
                news = Message(text: words.nothingToClaim, isWarning: true)
                break
            }
            return [.send(delta)]
        case "t" where game.mayOffer(.hints, player) != nil || game.mayAnswer(player)?.kind == .hints:
            // Between two people, hints need both players' consent.
            return offer(.hints)
        case "t":
            if let why = whyNoHint {
                news = Message(text: why, isWarning: true)
                break
            }
            news = Message(text: words.hintComes)
            return [.hint]
        default: break
        }
        return []
    }

    private mutating func giveUp() {
        if game.mayAbort(player) {
            input = .abort
        } else if let stone = rights.resign {
            input = .resign(stone)
        } else {
            news = Message(text: words.nothingToResign, isWarning: true)
        }
    }

    private mutating func offer(_ kind: Offer.Kind) -> [Effect] {
        if kind == .takeback, let delta = game.takingBackAlone(player) { return [.send(delta)] }
        if kind == .rematch, let delta = game.rematchAtOnce(player) { return [.send(delta)] }
        // If the opponent has already made the same offer, this accepts it.
        if let standing = game.mayAnswer(player), standing.kind == kind { return answer(true) }
        if game.mayWithdraw(player)?.kind == kind {
            news = Message(text: words.offersByYou(kind))
            return []
        }
        guard let side = game.mayOffer(kind, player) else {
            news = Message(text: words.cannotOffer(kind, in: game, player), isWarning: true)
            return []
        }
        return [.send(game.offering(Offer(kind, by: side)))]
    }

    private mutating func answer(_ accepts: Bool) -> [Effect] {
        if let offer = game.mayAnswer(player) {
            guard accepts else { return [.send(game.refusing)] }
            return game.accepting(offer).map { [.send($0)] } ?? []
        }
        if game.mayWithdraw(player) != nil, !accepts { return [.send(game.refusing)] }
        news = Message(text: words.nothingToAnswer, isWarning: true)
        return []
    }

    var mayAskForHint: Bool { whyNoHint == nil }

    private var whyNoHint: String? {
        if game.terms.isRated { return words.hintErrorsRated }
        if game.number == nil { return words.noGamePressN }
        if game.isOver { return words.gameOverPressN }
        return rights.move == nil && rights.choices.isEmpty && !rights.fifth ? words.hintErrorsNotYourTurn : nil
    }

    private mutating func askForNewGame() {
        guard let me, rights.newGame, !isForOthers else {
            let open = rights.sides.isEmpty ? rights.seat.map { words.seatOpenPressJ(words.side($0)) } : nil
            news = Message(text: isForOthers ? words.newGameIsForPlayers : open ?? words.gameRunning, isWarning: true)
            return
        }
        var form = NewGameForm(after: game, me: me.id, mayRate: mayRate, partner: partner?.name)
        form.isForFriend = isForFriend
        input = .newGame(form)
    }

    /// The participant whom a new game is offered to: the other player, if they are here, otherwise
    /// the only other participant in the room.
    var partner: Participant? {
        guard let me else { return nil }
        let others = mirror.participants.filter { $0.id != me.id }
        let players = Stone.allCases.compactMap { game.seats[$0] }
        return others.first { players.contains($0.id) } ?? (others.count == 1 ? others.first : nil)
    }

    /// Whether two others play here. Only they may start a new game, while either is in the room.
    var isForOthers: Bool {
        guard game.number != nil, !game.isOver, rights.sides.isEmpty else { return false }
        let holders = Stone.allCases.compactMap { game.seats[$0] }
        return holders.count == 2 && holders.contains { $0.robotLevel == nil && mirror.isHere($0) }
    }

    private mutating func takeSeat() -> [Effect] {
        guard let me else { return [] }
        if let seat = rights.seat { return [.send(game.taking(seat, by: me.id))] }
        if game.number == nil || game.isOver {
            askForNewGame()
        } else {
            news = Message(text: words.noSeat, isWarning: true)
        }
        return []
    }

    private mutating func playBoth() -> [Effect] {
        guard let me else { return [] }
        if game.number == nil || game.isOver {
            var terms = game.terms
            terms.isRated = false
            return [.send(game.newGame(terms, seats: .init(both: me.id)))]
        }
        let open = Stone.allCases.filter { game.seats[$0] == nil }
        guard !open.isEmpty, Stone.allCases.allSatisfy({ game.seats[$0] == nil || game.seats[$0] == me.id }) else {
            news = Message(text: words.bothNotNow, isWarning: true)
            return []
        }
        return [.send(open.reduce(Delta()) { $0.followed(by: game.taking($1, by: me.id)) })]
    }
}
