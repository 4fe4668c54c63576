import Client
import GameState

/// Prompts about the user's next action: the turn, choices, offers and claims.
extension PlayModel {
    struct Prompt: Equatable {
        let text: String
        var style: Canvas.Style = .bold
        /// The key that a click on the prompt stands for.
        var key: Key?
    }

    /// Returns the turn first, then choices, offers and claims, with the most urgent last.
    func prompts(now: Int) -> [Prompt] {
        let rights = rights
        let isMine = rights.move != nil || rights.fifth || !rights.choices.isEmpty
        var prompts = [
            Prompt(
                text: words.turn(game, rights: rights, mode: mode, name: name), style: isMine ? [.bold, .green] : .bold)
        ]
        if let seat = rights.seat, isMissingPlayer {
            let sentence = words.seatOpenPressJ(words.side(seat))
            if prompts[0].text != sentence { prompts.append(Prompt(text: sentence, key: .character("j"))) }
        }
        for (place, choice) in rights.choices.enumerated() {
            let key = "\(place + 1)".first.map(Key.character)
            prompts.append(Prompt(text: "\(place + 1)  \(words.choices(choice))", style: [], key: key))
        }
        return prompts + more(now)
    }

    /// The choices of an opening in one line for small windows, or nil if there are none.
    var choicesInBrief: String? {
        let choices = rights.choices
        guard !choices.isEmpty else { return nil }
        let areFifths = choices.allSatisfy { if case .fifths = $0 { true } else { false } }
        if areFifths { return words.fifthsInBrief(choices.count) }
        let brief = choices.enumerated().map { "\($0.offset + 1) \(words.choicesInBrief($0.element))" }
        return brief.joined(separator: "  ")
    }

    /// Returns a prompt that is more urgent than the turn, such as an offer or a claim, or nil.
    func urgent(now: Int) -> Prompt? { more(now).last }

    private func more(_ now: Int) -> [Prompt] { [absencePrompt(now), offered, timeIsUp(now)].compactMap { $0 } }

    private var offered: Prompt? {
        guard let offer = game.offer else { return nil }
        if game.mayAnswer(player) != nil, let holder = game.seats[offer.by] {
            return Prompt(text: words.offersToYou(offer.kind, name: name(holder)), style: [.bold, .green])
        }
        if game.mayWithdraw(player) != nil { return Prompt(text: words.offersByYou(offer.kind), style: []) }
        return game.seats[offer.by].map { Prompt(text: words.offersOfOthers(offer.kind, name: name($0)), style: []) }
    }

    private func absencePrompt(_ now: Int) -> Prompt? {
        guard let absence = game.absence, !game.isOver, let holder = game.seats[absence.side] else { return nil }
        let isOpponent = rights.sides == [absence.side.opponent]
        let left = isOpponent ? serverTime(now).map { max(0, absence.claimableAt - $0) } : nil
        return Prompt(
            text: words.gone(name(holder), seconds: left.map { ($0 + 999) / 1_000 }, mayClaim: left == 0),
            style: [.bold, .red])
    }

    private func timeIsUp(_ now: Int) -> Prompt? {
        guard let now = serverTime(now), game.mayClaim(player, now: now) == .time else { return nil }
        return Prompt(text: words.timeIsUp, style: [.bold, .red])
    }

    // MARK: Clocks

    func face(_ stone: Stone, now: Int) -> ClockFace? {
        game.clock.map { ClockFace($0, side: stone, now: serverTime(now), isOver: game.isOver) }
    }

    /// Returns the milliseconds until the display changes by itself, or nil if it does not, so that
    /// no timer runs while no clock does.
    func nextChange(now: Int) -> Int? {
        var changes = Stone.allCases.compactMap { face($0, now: now)?.nextChange }
        if let absence = game.absence, !game.isOver, let time = serverTime(now), absence.claimableAt > time {
            changes.append((absence.claimableAt - time - 1) % 1_000 + 1)
        }
        return changes.min()
    }
}

extension ClockFace {
    /// The style of the clock: bold while it runs, and red if its time is short.
    var style: Canvas.Style { (isRunning ? Canvas.Style.bold : []).union(isShort && isRunning ? .red : []) }
}
