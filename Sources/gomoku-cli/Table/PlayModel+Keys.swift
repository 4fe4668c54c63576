import Client
import GameState

extension PlayModel {
    /// Handles a key. `now` is the time in milliseconds of the loop's clock.
    mutating func press(_ key: Key, now: Int) -> [Effect] {
        if let effect: Effect = key.anywhere() { return [effect] }
        isLinkShown = false
        if let opened = openedByLetter {
            openedByLetter = nil
            if case .character(let digit) = key, digit.isASCII, digit.isNumber, now <= opened.until {
                input = .board
                typed = "\(opened.letter)\(digit)"
                return []
            }
        }
        if case .scroll(let pane, let wheel) = key {
            scroll(pane, wheel)
            return []
        }
        switch input {
        case .board: return pressOnBoard(key, now: now)
        case .chat(var field):
            return pressInChat(key, &field)
        case .newGame(var form): return pressInForm(key, &form)
        case .resign(let stone): return pressInConfirmation(key, game.resigning(stone))
        case .abort: return pressInConfirmation(key, game.aborting)
        case .people(var list):
            let effects = pressInPeople(key, &list)
            if case .people = input { input = .people(list) }
            return effects
        case .abuse(var form): return pressInAbuse(key, &form)
        case .report(var report):
            switch key {
            case .move(let number) where report.report.game == game.number:
                input = .board
                look(at: number)
            case .escape, .character("q"), .character("a"): input = .board
            case .character("l") where game.isOver || rights.sides.isEmpty: return [.lobby]
            default:
                report.press(key, words, on: screen)
                input = .report(report)
            }
            return []
        case .help(let first):
            input = help(first).scrolled(by: key, on: screen).map { Input.help(first: $0) } ?? .board
            return []
        }
    }

    /// Performs a held command when its time has come.
    mutating func tick(now: Int) -> [Effect] {
        guard let held, held.until <= now else { return playNextMove(now: now) }
        self.held = nil
        return command(held.letter, now: now)
    }

    private mutating func pressInConfirmation(_ key: Key, _ delta: Delta) -> [Effect] {
        switch key {
        case .character("y"), .character("Y"):
            input = .board
            return [.send(delta)]
        case .character("n"), .character("N"), .character("q"), .escape: input = .board
        default: break
        }
        return []
    }

    private mutating func pressInPeople(_ key: Key, _ list: inout PeopleList) -> [Effect] {
        switch key {
        case .escape, .character("q"), .character("p"): input = .board
        case .entry(let number):
            let place = list.window(people.count).lowerBound + number
            guard place == list.place else {
                list.choose(place, count: people.count)
                break
            }
            return pressInPeople(.enter, &list)
        case .enter, .character(" "), .character("m"):
            guard let person = list.chosen(in: people), person.id != me?.id else { return [] }
            if muted.remove(person.id) == nil, muted.count < MutedFile.limit { muted.insert(person.id) }
            return [.keepMuted(muted)]
        case .character("r"): askForAbuse(of: list.chosen(in: people))
        default: list.press(key, count: people.count)
        }
        return []
    }

    private mutating func pressInChat(_ key: Key, _ field: inout TextField) -> [Effect] {
        switch key {
        case .escape: (input, newerChat) = (.board, 0)
        case .enter:
            (input, newerChat) = (.board, 0)
            return field.text.allSatisfy(\.isWhitespace) ? [] : [.say(field.text)]
        default:
            if !pressToScrollChat(key) { _ = field.press(key) }
            input = .chat(field)
        }
        return []
    }

    private mutating func pressInForm(_ key: Key, _ form: inout NewGameForm) -> [Effect] {
        switch key {
        case .escape, .character("q"): input = .board
        case .enter:
            guard form.finish() else {
                news = Message(text: words.notAClock, isWarning: true)
                input = .newGame(form)
                return []
            }
            input = .board
            guard let me else { return [] }
            if form.isRematch(of: game, me: me.id), let side = game.mayOffer(.rematch, me.id) {
                return [.send(game.offering(Offer(.rematch, by: side)))]
            }
            return [.send(game.newGame(form.terms, seats: form.seats(of: me.id)))]
        default:
            form.press(key)
            input = .newGame(form)
        }
        return []
    }

    // MARK: Board

    private mutating func pressOnBoard(_ key: Key, now: Int) -> [Effect] {
        var effects: [Effect] = []
        // A warning answers the previous key.
        if news?.isWarning == true { news = nil }
        if let held {
            self.held = nil
            if let point = held.point(with: key) {
                typed = point
                return []
            }
            effects = command(held.letter, now: now)
            guard case .board = input, !effects.contains(.quit) else { return effects }
            if key == .enter { return effects }
        }
        if let made = pressToLookBack(key, now: now) { return effects + made }
        switch key {
        case .up: moveCursor(0, -1)
        case .down: moveCursor(0, 1)
        case .left: moveCursor(-1, 0)
        case .right: moveCursor(1, 0)
        case .home: cursor = Point(column: 0, row: cursor.row)
        case .end: cursor = Point(column: game.size.side - 1, row: cursor.row)
        case .pageUp: cursor = Point(column: cursor.column, row: 0)
        case .pageDown: cursor = Point(column: cursor.column, row: game.size.side - 1)
        case .escape: (typed, news) = ("", nil)
        case .backspace: if !typed.isEmpty { typed.removeLast() }
        case .enter where !typed.isEmpty: effects += playTyped()
        case .enter, .character(" "): effects += play(cursor)
        case .click(let column, let row):
            if let point = PlayLayout(size: game.size, screen: screen).board?.point(column: column, row: row) {
                effects += play(point)
            }
        case .paste(let text):
            let point = text.lowercased().filter { !$0.isWhitespace }
            if game.size.point(named: point) != nil { typed = point }
        case .character(let character): effects += typeOnBoard(character, now: now)
        default: break
        }
        return effects
    }

    private mutating func moveCursor(_ columns: Int, _ rows: Int) {
        typed = ""
        cursor = game.size.point(column: cursor.column + columns, row: cursor.row + rows) ?? cursor
    }

    private mutating func typeOnBoard(_ character: Character, now: Int) -> [Effect] {
        if !typed.isEmpty, character.isASCII, character.isNumber {
            if typed.count < 3 { typed.append(character) }
            return []
        }
        typed = ""
        defer { isCutOff = false }
        if character == "R" { return status.isOnline ? [] : [.retryNow] }
        guard let letter = character.lowercased().first else { return [] }
        // A letter can name a column before the user's turn too. Otherwise a point typed a moment
        // too early would be taken for a command.
        let isColumn =
            letter.isLetter && !rights.sides.isEmpty && (!game.isOver || isCutOff) && rights.choices.isEmpty
            && lookBack == nil && game.size.point(named: "\(letter)1") != nil
        guard isCommand(letter) else {
            if lookBack != nil {
                refuseToPlay()
            } else if isColumn {
                typed = String(letter)
            } else if let place = Int(String(letter)), !rights.choices.isEmpty, mode == .play {
                return choose(place)
            } else if letter.isLetter {
                // Explain why no stone can be placed, if the letter could begin a point.
                let isOfPoint = game.size.point(named: "\(letter)1") != nil
                news = Message(text: isOfPoint ? whyNoMove : words.deadKey(String(letter)), isWarning: true)
            }
            return []
        }
        guard isColumn else { return command(letter, now: now) }
        if Self.dialogs.contains(letter) {
            openedByLetter = Held(letter: letter, until: now + Self.holdMilliseconds)
            return command(letter, now: now)
        }
        held = Held(letter: letter, until: now + Self.holdMilliseconds)
        return [.wake(afterMilliseconds: Self.holdMilliseconds)]
    }

    /// Whether the letter is a command now. During a game, the letters of commands that apply after
    /// a game are columns instead.
    private func isCommand(_ letter: Character) -> Bool {
        let isPlaying = !rights.sides.isEmpty && !game.isOver
        return Self.commands.contains(letter) && !(isPlaying && Self.afterGame.contains(letter))
    }

    private static let afterGame: Set<Character> = ["a", "g", "l"]
    private static let commands: Set<Character> = [
        "n", "j", "b", "r", "c", "q", "?", "d", "u", "g", "y", "x", "v", "p", "t", "a", "l", "w",
    ]
    /// The commands that only open a dialog, and need not wait for a digit.
    private static let dialogs: Set<Character> = ["n", "r", "c", "p"]

    private mutating func playTyped() -> [Effect] {
        guard canMove || rights.sides.isEmpty || game.isOver else {
            // Keep the typed point, because Enter may play it in a moment.
            news = Message(text: whyNoMove, isWarning: true)
            return []
        }
        defer { typed = "" }
        guard let point = game.size.point(named: typed) else {
            news = Message(noPoint: typed, on: game.size, words)
            return []
        }
        return play(point)
    }

    /// The reason why no stone can be placed now.
    var whyNoMove: String {
        if mode == .watch { return words.onlyWatching }
        if game.number == nil { return words.noGamePressN }
        if game.isOver { return words.gameOverPressN }
        if rights.sides.isEmpty { return words.watchingPressJ }
        if !rights.choices.isEmpty { return words.chooseFirstByDigit }
        return rights.move == nil && !rights.fifth ? words.notYourTurn : words.busy
    }

    private mutating func play(_ point: Point) -> [Effect] {
        cursor = point
        guard canMove else {
            news = Message(text: whyNoMove, isWarning: true)
            return []
        }
        guard game.board[point] == nil else {
            news = Message(text: words.taken(game.size.name(of: point)), isWarning: true)
            return []
        }
        if let opening = game.openingState, !Self.allows(opening, point) {
            news = Message(text: words.outside(game.size.name(of: point), game), isWarning: true)
            return []
        }
        if let prohibition = forbidden[point] {
            news = Message(text: words.forbidden(game.size.name(of: point), prohibition), isWarning: true)
            return []
        }
        news = nil
        return [.send(rights.fifth ? game.offeringFifth(point) : game.moving(to: point))]
    }

    private static func allows(_ opening: OpeningState, _ point: Point) -> Bool {
        switch opening.awaited {
        case .place, .offer: opening.allowedPoints.contains(point)
        case .pick(let points): points.contains(point)
        case .choose, nil: true
        }
    }

    /// Makes the choice in the opening with the number `place`, counted from 1.
    private mutating func choose(_ place: Int) -> [Effect] {
        guard rights.choices.indices.contains(place - 1), canChoose else { return [] }
        news = nil
        return [.send(game.choosing(rights.choices[place - 1]))]
    }

    /// Whether no other choice is waiting for an answer.
    private var canChoose: Bool {
        !waiting.contains { if case .delta(let asked) = $0 { game.isStep(asked.delta) } else { false } }
    }
}
