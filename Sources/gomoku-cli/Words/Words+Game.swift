import Client
import GameState
import Robot
import Wire

/// Sentences about a game, assembled from each language's phrases in the same way.
extension Words {
    func side(_ stone: Stone) -> String { stone.rawValue.uppercased() }

    /// Returns a participant's displayed name.
    func name(_ id: ParticipantID, in mirror: RoomMirror) -> String {
        playerName(id, known: mirror.person(id)?.name)
    }

    /// Returns the winning chance with a score of the server's report, for the side that moved.
    func chance(_ score: Int) -> String {
        switch WinningChance.percent(of: score) {
        case 100: scoreWon
        case 0: scoreLost
        case let percent: "\(percent)%"
        }
    }

    /// Returns a sentence about the end of a game.
    func outcome(_ game: GameView, mine: [Stone]) -> String {
        let why = game.reason.map { because(reasons($0)) } ?? ""
        guard let winner = game.winner else { return game.reason == .aborted ? calledOff : drawn(why) }
        if mine.count == 1 { return mine[0] == winner ? youWin(why) : youLose(why) }
        return sideWins(side: side(winner), why: why)
    }

    /// Returns a sentence about whose turn it is.
    func turn(_ game: GameView, rights: GameView.Rights, mode: PlayModel.Mode, name: (ParticipantID) -> String)
        -> String
    {
        if let opening = openingTurn(game, rights: rights, name: name) { return opening }
        guard let turn = game.turn else {
            if game.isOver { return outcome(game, mine: rights.sides) }
            return mode == .play ? noGamePressN : noGameYet
        }
        if rights.sides.count == 2 { return toMoveBoth(side(turn)) }
        if rights.move == turn { return yourTurnPlay(side(turn)) }
        guard let holder = game.seats[turn] else {
            let mayTake = mode == .play && rights.sides.isEmpty
            return mayTake ? seatOpenPressJ(side(turn)) : waitingFor(side(turn))
        }
        return thinking(name: name(holder), side: side(turn))
    }

    /// Returns a sentence about the next step of an opening. Nil if there is none, or if the seat
    /// is empty.
    private func openingTurn(_ game: GameView, rights: GameView.Rights, name: (ParticipantID) -> String) -> String? {
        guard game.phase != nil, let turn = game.turn, let holder = game.seats[turn] else { return nil }
        return awaited(game, from: rights.sides.contains(turn) ? nil : name(holder))
    }

    /// Returns a sentence about the next step of an opening by `who`: a name, or nil for the user.
    func awaited(_ game: GameView, from who: String?) -> String? {
        guard let phase = game.phase else { return nil }
        let number = game.moves.count + 1
        switch phase {
        case .place1, .place2, .place3, .place4, .place5:
            let (stone, place) = (side(.ofMove(number)), StoneArea(game).map(area))
            return placing(number, stone, place, by: who)
        case .swap1, .swap2, .swap3, .swap4, .swap5, .side, .sideAgain, .count:
            return who.map(choosesOn) ?? chooseWithDigit
        case .offer:
            let left = game.openingState.flatMap {
                if case .offer(let remaining) = $0.awaited { remaining } else { nil }
            }
            return offering(left, by: who)
        case .pick: return who.map(pickTheirs) ?? pickFifth
        case .done: return nil
        }
    }

    /// Returns a sentence about placing a stone. `who` is nil for the user, and `place` is nil if
    /// any point is allowed.
    private func placing(_ number: Int, _ stone: String, _ place: String?, by who: String?) -> String {
        switch (who, place) {
        case (nil, nil): placeStone(number: number, side: stone)
        case (nil, let place?): placeStoneIn(area: place, number: number, side: stone)
        case (let who?, nil): placesStone(name: who, number: number, side: stone)
        case (let who?, let place?): placesStoneIn(area: place, name: who, number: number, side: stone)
        }
    }

    /// Returns a sentence about offering fifth moves. `left` is the remaining number, or nil if it
    /// is unknown.
    private func offering(_ left: Int?, by who: String?) -> String {
        guard let left else { return who.map(offersFifths) ?? offerFifths }
        return who.map { offersFifthsMore(count: left, name: $0) } ?? offerFifthsMore(left)
    }

    func area(_ area: StoneArea) -> String {
        switch area {
        case .centre: areaCentre
        case .within(let width): areaWithin(width)
        case .outside(let width): areaOutside(width)
        }
    }

    /// Returns the reason why an opening does not allow a point.
    func outside(_ point: String, _ game: GameView) -> String {
        switch game.phase {
        case .offer: objectionsSame(point)
        case .pick: objectionsNotOffered(point)
        default: outside(point, StoneArea(game))
        }
    }

    func outside(_ point: String, _ area: StoneArea?) -> String {
        area.map { outsideArea(area: self.area($0), point: point) } ?? outsideOpening(point)
    }

    func movesTakenBack(_ numbers: ClosedRange<Int>) -> String {
        let (first, last) = (numbers.lowerBound, numbers.upperBound)
        return switch numbers.count {
        case 1: moveTakenBack(first)
        case 2: twoMovesTakenBack(first: first, last: last)
        default: manyMovesTakenBack(first: first, last: last)
        }
    }

    /// - Parameter seconds: the time until the game may be claimed, or nil if it is unknown.
    func gone(_ who: String, seconds: Int?, mayClaim: Bool) -> String {
        if mayClaim { return leftClaimNow(who) }
        return seconds.map { leftClaimIn(name: who, seconds: $0) } ?? hasLeft(who)
    }

    func advice(_ advice: Hint, _ size: BoardSize) -> String {
        if let made = advice.choice { return hintSays(choices(made)) }
        guard let cell = advice.cell, size.contains(cell) else { return noHint }
        let then = advice.line.dropFirst().prefix(4).filter { size.contains($0) }.map { size.name(of: $0) }
        return hintSays(size.name(of: cell)) + (then.isEmpty ? "" : " " + hintGoesOn(then.joined(separator: " ")))
    }

    /// Returns a chat message with its author. In a rated game, only spectators see the messages of
    /// spectators.
    func said(_ line: ChatMessage, name: String? = nil) -> String {
        "\(playerName(line.by.id, known: name ?? line.by.name))\(line.isForSpectators ? " (\(toSpectators))" : ""): \(line.text)"
    }
}

/// The terms of a game.
extension Words {
    func name(_ opening: Opening) -> String { opening == .none ? noOpening : openings(opening) }

    func clock(_ setting: ClockSetting?) -> String {
        switch setting {
        case nil: clockIsNone
        case .fischer(let main, let increment): clockFischer(main: length(main), seconds: increment)
        case .byoyomi(let main, let periods, let length):
            clockByoyomi(main: self.length(main), periods: periods, seconds: length)
        }
    }

    private func length(_ seconds: Int) -> String {
        if seconds > 0, seconds % 3_600 == 0 { return hours(seconds / 3_600) }
        return seconds > 0 && seconds % 60 == 0 ? minutes(seconds / 60) : self.seconds(seconds)
    }

    /// Returns a short description of a running or finished game's terms.
    func terms(_ game: GameView) -> String {
        var words = [ruleWords(game.rule)]
        if game.terms.opening != .none { words.append(name(game.terms.opening)) }
        if let setting = game.terms.clock { words.append(clock(setting)) }
        if game.terms.isRated { words.append(unusualRated) }
        return words.joined(separator: ", ")
    }

    func terms(_ terms: GameTerms) -> String {
        var words = [ruleWords(terms.rule)]
        if terms.opening != .none { words.append(name(terms.opening)) }
        if terms.size != .standard { words.append("\(terms.size.side)×\(terms.size.side)") }
        words.append(terms.clock.map { clock($0) } ?? noClock)
        if !terms.allowsTakebacks { words.append(unusualTakebacks) }
        if terms.isRated { words.append(unusualRated) }
        return words.joined(separator: " · ")
    }

    func terms(_ game: ListedGame) -> String {
        var words = [ruleWords(game.terms.rule), game.terms.clock.map { clock($0) } ?? noClock]
        if game.terms.isRated { words.append(unusualRated) }
        return words.joined(separator: " · ")
    }

    /// Returns a description of a seek's terms. The accepted ratings come first, so that they are
    /// never cut off.
    func terms(_ terms: GameTerms, meeting range: RatingRange) -> String {
        range == .any ? self.terms(terms) : "\(onlyRatings("\(range)")) · \(self.terms(terms))"
    }

    func looking(for wish: SeekTerms, seconds: Int) -> String {
        looking(
            terms: terms(wish.terms, meeting: wish.range),
            time: "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)")
    }
}
