import Client
import GameState
import Wire

/// What a game is, put together from a language's sentences: the same in every language.
extension Words {
    func side(_ stone: Stone) -> String { stone.rawValue.uppercased() }

    /// Somebody's name as it is shown.
    func name(_ id: ParticipantID, in mirror: RoomMirror) -> String {
        if let level = id.robotLevel { return computer(level: level) }
        return known(mirror.person(id)?.name)
    }

    /// A name that is kept; one that is not, since its owner has left for good, is nobody's.
    private func known(_ name: String?) -> String { name.flatMap { $0.isEmpty ? nil : $0 } ?? somebodyWhoLeft }

    /// How a game ended.
    func outcome(_ game: GameView, mine: [Stone]) -> String {
        let why = game.reason.map { ": \(reason($0))" } ?? ""
        guard let winner = game.winner else { return game.reason == .aborted ? calledOff : drawn(why) }
        if mine.count == 1 { return mine[0] == winner ? youWin(why) : youLose(why) }
        return wins(side(winner), why)
    }

    /// Whose turn it is.
    func turn(_ game: GameView, rights: GameView.Rights, mode: PlayModel.Mode, name: (ParticipantID) -> String)
        -> String
    {
        if let opening = openingTurn(game, rights: rights, name: name) { return opening }
        guard let turn = game.turn else {
            if game.isOver { return outcome(game, mine: rights.sides) }
            return mode == .play ? noGamePressN : noGameYet
        }
        if rights.sides.count == 2 { return bothSidesToMove(side(turn)) }
        if rights.move == turn { return yourTurn(side(turn)) }
        guard let holder = game.seats[turn] else {
            let mayTake = mode == .play && rights.sides.isEmpty
            return mayTake ? seatOpenPressJ(side(turn)) : waitingForSomebody(side(turn))
        }
        return thinking(name(holder), side(turn))
    }

    /// What an opening awaits; nil when none is played, or when nobody sits where it awaits something.
    private func openingTurn(_ game: GameView, rights: GameView.Rights, name: (ParticipantID) -> String) -> String? {
        guard game.phase != nil, let turn = game.turn, let holder = game.seats[turn] else { return nil }
        return awaited(game, from: rights.sides.contains(turn) ? nil : name(holder))
    }

    /// What is awaited in an opening, from `who`: a name, or nil for oneself.
    func awaited(_ game: GameView, from who: String?) -> String? {
        guard let phase = game.phase else { return nil }
        let number = game.moves.count + 1
        switch phase {
        case .place1, .place2, .place3, .place4, .place5:
            let (stone, place) = (side(.ofMove(number)), StoneArea(game).map(area))
            return who.map { placesStone($0, number, stone, place) } ?? placeStone(number, stone, place)
        case .swap1, .swap2, .swap3, .swap4, .swap5, .side, .sideAgain, .count:
            return who.map(chooses) ?? chooseWithDigit
        case .offer:
            let left = game.openingState.flatMap {
                if case .offer(let remaining) = $0.awaited { remaining } else { nil }
            }
            return who.map { offersFifths($0, left) } ?? offerFifths(left)
        case .pick: return who.map(picksFifth) ?? pickFifth
        case .done: return nil
        }
    }

    /// Why an opening does not allow a point.
    func outside(_ point: String, _ game: GameView) -> String {
        switch game.phase {
        case .offer: sameFifth(point)
        case .pick: notOfferedFifth(point)
        default: outside(point, StoneArea(game).map(area))
        }
    }

    func advice(_ advice: Hint, _ size: BoardSize) -> String {
        if let made = advice.choice { return hint(choice(made)) }
        guard let cell = advice.cell, size.contains(cell) else { return noHint }
        let then = advice.line.dropFirst().prefix(4).filter { size.contains($0) }.map { size.name(of: $0) }
        return hint(size.name(of: cell)) + (then.isEmpty ? "" : " " + hintGoesOn(then.joined(separator: " ")))
    }

    /// A line of chat; who only watches a rated game is heard by those who watch.
    func said(_ line: ChatLine, name: String? = nil) -> String {
        "\(known(name ?? line.by.name))\(line.isForSpectators ? " (\(toSpectators))" : ""): \(line.text)"
    }
}

/// What a game is played under.
extension Words {
    func clock(_ setting: ClockSetting?) -> String {
        switch setting {
        case nil: noClock
        case .fischer(let main, let increment): "\(length(main)) + \(increment) s"
        case .byoyomi(let main, let periods, let length): "\(self.length(main)) + \(periods) × \(length) s"
        }
    }

    private func length(_ seconds: Int) -> String {
        if seconds > 0, seconds % 3_600 == 0 { return "\(seconds / 3_600) h" }
        return seconds > 0 && seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// A game's terms in a few words.
    func terms(_ game: GameView) -> String {
        var words = [name(game.rule)]
        if game.terms.opening != .none { words.append(name(game.terms.opening)) }
        if let setting = game.terms.clock { words.append(clock(setting)) }
        if game.terms.isRated { words.append(rated) }
        return words.joined(separator: ", ")
    }

    func terms(_ terms: GameTerms) -> String {
        var words = [name(terms.rule)]
        if terms.opening != .none { words.append(name(terms.opening)) }
        if terms.size != .standard { words.append("\(terms.size.side)×\(terms.size.side)") }
        words.append(terms.clock.map { clock($0) } ?? withoutClock)
        if !terms.allowsTakebacks { words.append(withoutTakebacks) }
        if terms.isRated { words.append(rated) }
        return words.joined(separator: " · ")
    }

    func terms(_ game: ListedGame) -> String {
        var words = [name(game.terms.rule), game.terms.clock.map { clock($0) } ?? withoutClock]
        if game.terms.isRated { words.append(rated) }
        return words.joined(separator: " · ")
    }

    /// The terms of a seek. Whom it is for comes first, so that it is never cut.
    func terms(_ terms: GameTerms, meeting range: RatingRange) -> String {
        range == .any ? self.terms(terms) : "\(only(range)) · \(self.terms(terms))"
    }

    func looking(for wish: SeekWish, seconds: Int) -> String {
        looking(
            "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)", terms(wish.terms, meeting: wish.range))
    }
}

extension Words {
    /// Why a room's history did not come.
    func history(_ failure: HistoryFetch.Failure, room: String, server: String) -> String {
        switch failure {
        case .noSuchRoom: noSuchRoom(room, server)
        case .refused(let reason): rejected(reason)
        case .notFetched(let failure): fetchFailed(failure)
        case .notUnderstood(let why): self.failure(.notUnderstood(why))
        }
    }
}
