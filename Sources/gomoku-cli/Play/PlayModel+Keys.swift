import GameState

extension PlayModel {
    /// What a key does. `now`: milliseconds of the loop's clock.
    mutating func take(_ key: Key, now: Int) -> [Effect] {
        switch key {
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: break
        }
        if let opened = openedByLetter {
            openedByLetter = nil
            if case .character(let digit) = key, digit.isASCII, digit.isNumber, now <= opened.until {
                input = .board
                typed = "\(opened.letter)\(digit)"
                return []
            }
        }
        switch input {
        case .board: return takeOnBoard(key, now: now)
        case .chat(var field):
            return takeInChat(key, &field)
        case .newGame(var form): return takeInForm(key, &form)
        case .resign(let stone):
            switch key {
            case .character("y"), .character("Y"):
                input = .board
                return [.send(game.resigning(stone))]
            case .character("n"), .character("N"), .escape: input = .board
            default: break
            }
            return []
        case .help:
            input = .board
            return []
        }
    }

    /// Time has come to something that waited.
    mutating func tick(now: Int) -> [Effect] {
        guard let held, held.until <= now else { return [] }
        self.held = nil
        return command(held.letter, now: now)
    }

    private mutating func takeInChat(_ key: Key, _ field: inout TextField) -> [Effect] {
        switch key {
        case .escape: input = .board
        case .enter:
            input = .board
            return field.text.allSatisfy(\.isWhitespace) ? [] : [.say(field.text)]
        default:
            _ = field.take(key)
            input = .chat(field)
        }
        return []
    }

    private mutating func takeInForm(_ key: Key, _ form: inout NewGameForm) -> [Effect] {
        switch key {
        case .escape, .character("q"): input = .board
        case .enter:
            input = .board
            guard let me else { return [] }
            return [.send(game.newGame(rule: form.rule, size: form.size, seats: form.seat.seats(of: me.id)))]
        default:
            form.take(key)
            input = .newGame(form)
        }
        return []
    }

    // MARK: the board

    private mutating func takeOnBoard(_ key: Key, now: Int) -> [Effect] {
        var effects: [Effect] = []
        if let held {
            self.held = nil
            if case .character(let digit) = key, digit.isASCII, digit.isNumber {
                typed = "\(held.letter)\(digit)"
                return []
            }
            effects = command(held.letter, now: now)
            guard case .board = input, !effects.contains(.quit) else { return effects }
            if key == .enter { return effects }
        }
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
            if let point = PlayLayout(size: game.size, screen: screen).board?.point(column: column, row: row) { effects += play(point) }
        case .paste(let text):
            let point = text.lowercased().filter { !$0.isWhitespace }
            if game.size.point(named: point) != nil { typed = point }
        case .character(let character): effects += takeCharacter(character, now: now)
        default: break
        }
        return effects
    }

    private mutating func moveCursor(_ columns: Int, _ rows: Int) {
        typed = ""
        cursor = game.size.point(column: cursor.column + columns, row: cursor.row + rows) ?? cursor
    }

    private mutating func takeCharacter(_ character: Character, now: Int) -> [Effect] {
        if !typed.isEmpty, character.isASCII, character.isNumber {
            if typed.count < 3 { typed.append(character) }
            return []
        }
        typed = ""
        if character == "R" { return status.isOnline ? [] : [.retryNow] }
        guard let letter = character.lowercased().first, letter.isASCII else { return [] }
        // While one's own move is on its way too: who plays both sides types on.
        let isColumn = letter.isLetter && rights.move != nil && game.size.point(named: "\(letter)1") != nil
        guard Self.commands.contains(letter) else {
            if isColumn {
                typed = String(letter)
            } else if letter.isLetter, mode == .play {
                news = News(text: whyNoMove, isWarning: true)
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

    private static let commands: Set<Character> = ["n", "j", "b", "r", "c", "q", "?"]
    /// Commands that only open something: they need not wait for a digit.
    private static let dialogs: Set<Character> = ["n", "r", "c"]

    private mutating func playTyped() -> [Effect] {
        guard pendingMove == nil else {
            // What was typed stays: Enter plays it in a moment.
            news = News(text: Words.onTheWay, isWarning: true)
            return []
        }
        defer { typed = "" }
        guard let point = game.size.point(named: typed) else {
            news = News(text: Words.noPoint(typed, game.size), isWarning: true)
            return []
        }
        return play(point)
    }

    /// Why no stone can be placed now.
    private var whyNoMove: String {
        if mode == .watch { return Words.onlyWatching }
        if game.number == nil { return Words.noGame }
        if game.isOver { return Words.gameOver }
        if rights.sides.isEmpty { return Words.watching }
        return pendingMove == nil ? Words.notYourTurn : Words.onTheWay
    }

    private mutating func play(_ point: Point) -> [Effect] {
        cursor = point
        guard canMove else {
            news = News(text: whyNoMove, isWarning: true)
            return []
        }
        guard game.board[point] == nil else {
            news = News(text: Words.occupied(game.size.name(of: point)), isWarning: true)
            return []
        }
        news = nil
        return [.send(game.moving(to: point))]
    }

    // MARK: commands

    private mutating func command(_ letter: Character, now: Int) -> [Effect] {
        switch letter {
        case "q": return [.quit]
        case "?": input = .help
        case "c": input = .chat(TextField(limit: Self.chatLimit))
        case _ where mode == .watch: news = News(text: Words.onlyWatching, isWarning: true)
        case "n": askForNewGame()
        case "j": return takeSeat()
        case "b": return playBoth()
        case "r":
            guard let stone = rights.resign else {
                news = News(text: Words.nothingToResign, isWarning: true)
                break
            }
            input = .resign(stone)
        default: break
        }
        return []
    }

    private mutating func askForNewGame() {
        guard let me, rights.newGame else {
            news = News(text: Words.gameRunning, isWarning: true)
            return
        }
        input = .newGame(NewGameForm(after: game, me: me.id))
    }

    private mutating func takeSeat() -> [Effect] {
        guard let me else { return [] }
        if let seat = rights.seat { return [.send(game.taking(seat, by: me.id))] }
        if game.number == nil || game.isOver {
            askForNewGame()
        } else {
            news = News(text: Words.noSeat, isWarning: true)
        }
        return []
    }

    private mutating func playBoth() -> [Effect] {
        guard let me else { return [] }
        if game.number == nil || game.isOver {
            return [.send(game.newGame(rule: game.rule, size: game.size, seats: .init(both: me.id)))]
        }
        let open = Stone.allCases.filter { game.seats[$0] == nil }
        guard !open.isEmpty, Stone.allCases.allSatisfy({ game.seats[$0] == nil || game.seats[$0] == me.id }) else {
            news = News(text: Words.bothNotNow, isWarning: true)
            return []
        }
        return [.send(open.reduce(Delta()) { $0.followed(by: game.taking($1, by: me.id)) })]
    }
}
