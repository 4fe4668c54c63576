import GameState
import Puzzles

extension PuzzleModel {
    /// Handles a key.
    mutating func press(_ key: Key, now: Int) -> [Effect] {
        if let effect: Effect = key.anywhere() { return [effect] }
        (news, shownLink) = (nil, nil)
        switch input {
        case .board: return pressOnBoard(key, now: now)
        case .menu(let menu): return press(key, in: menu, now: now)
        case .help(let first):
            input = help(first).scrolled(by: key, on: screen).map { .help(first: $0) } ?? .board
            return []
        }
    }

    private mutating func press(_ key: Key, in menu: PuzzleMenu, now: Int) -> [Effect] {
        var menu = menu
        switch key {
        case .escape, .character("q"): input = .board
        case .enter:
            input = .board
            return act(now) { session in
                session.setRule(menu.rule, now: now)
                return session.open(menu.mode, subject: menu.subject, now: now)
            }
        default:
            menu.press(key)
            input = .menu(menu)
        }
        return []
    }

    private mutating func pressOnBoard(_ key: Key, now: Int) -> [Effect] {
        var effects: [Effect] = []
        if let held {
            self.held = nil
            if let point = held.point(with: key) {
                typed = point
                return []
            }
            effects = command(held.letter, now: now)
            guard input == .board, !effects.contains(.quit) else { return effects }
            if key == .enter { return effects }
        }
        switch key {
        case .left where session.line != nil, .character("["): step(-1)
        case .right where session.line != nil, .character("]"): step(1)
        case .home where session.line != nil: show(0)
        case .end where session.line != nil: show(session.line?.points.count ?? 0)
        case .move(let number): show(number)
        case .left: moveCursor(-1, 0)
        case .right: moveCursor(1, 0)
        case .up: moveCursor(0, -1)
        case .down: moveCursor(0, 1)
        case .tab: openMenu()
        case .escape where isRefuted && typed.isEmpty: effects += retry(now: now)
        case .escape: typed = ""
        case .backspace: if !typed.isEmpty { typed.removeLast() }
        case .enter where !typed.isEmpty: effects += pickTyped(now: now)
        case .enter: effects += goOn(now: now)
        case .character(" ") where session.line != nil: togglePlay(now: now)
        case .character(" ") where session.isOpen: effects += pick(cursor, now: now)
        case .click(let column, let row):
            if canPick, let point = PlayLayout(size: size, screen: screen).board?.point(column: column, row: row) {
                effects += pick(point, now: now)
            }
        case .paste(let text):
            let point = text.lowercased().filter { !$0.isWhitespace }
            if canPick, size.point(named: point) != nil { typed = point }
        case .character(let character): effects += type(character, now: now)
        default: break
        }
        return effects
    }

    private mutating func step(_ step: Int) { show((session.line?.shown ?? 0) + step) }

    private mutating func moveCursor(_ columns: Int, _ rows: Int) {
        guard session.isOpen else { return }
        typed = ""
        cursor = size.point(column: cursor.column + columns, row: cursor.row + rows) ?? cursor
    }

    /// Takes the obvious next step: begins a sprint, returns from a refutation, shows the next
    /// puzzle, or chooses the point of the cursor.
    private mutating func goOn(now: Int) -> [Effect] {
        if session.waits { return act(now) { $0.beginSprint(now: now) } }
        if isRefuted { return retry(now: now) }
        if hasNext { return next(now: now) }
        return session.isOpen ? pick(cursor, now: now) : []
    }

    private mutating func retry(now: Int) -> [Effect] {
        act(now) { session in
            session.retry()
            return nil
        }
    }

    private mutating func next(now: Int) -> [Effect] {
        guard hasNext else { return [] }
        if session.missing == .noneDue { return act(now) { $0.open(.practice, now: now) } }
        return act(now) { $0.next(now: now) }
    }

    private mutating func pickTyped(now: Int) -> [Effect] {
        let text = typed
        typed = ""
        guard let point = size.point(named: text) else {
            news = .init(noPoint: text, on: size, words)
            return []
        }
        if session.isOpen { cursor = point }
        return pick(point, now: now)
    }

    private mutating func pick(_ point: Point, now: Int) -> [Effect] {
        let (attempt, wasOpen) = (session.attempt, session.isOpen)
        let effects = act(now) { $0.pick(point, now: now) }
        if wasOpen, session.verdict == .illegal, let why = attempt.flatMap({ words.refusal(of: point, $0) }) {
            news = .init(text: why, isWarning: true)
        }
        return effects
    }

    private mutating func type(_ character: Character, now: Int) -> [Effect] {
        if !typed.isEmpty, character.isASCII, character.isNumber {
            if typed.count < 3 { typed.append(character) }
            return []
        }
        typed = ""
        guard let letter = character.lowercased().first else { return [] }
        let isColumn = canPick && size.point(named: "\(letter)1") != nil
        guard has(letter) else {
            if isColumn {
                typed = String(letter)
            } else if letter.isLetter {
                news = .init(text: words.deadKey(String(letter)), isWarning: true)
            }
            return []
        }
        guard isColumn else { return command(letter, now: now) }
        held = PlayModel.Held(letter: letter, until: now + PlayModel.holdMilliseconds)
        return []
    }

    /// Whether a letter is a command that has an effect now.
    private func has(_ letter: Character) -> Bool {
        switch letter {
        case "q", "?": true
        case "t": session.isOpen && !asksSide
        case "s": session.attempt?.state == .open && session.run?.isOver != true
        case "r": session.run == nil && (session.line != nil || isOver)
        case "n": hasNext
        case "x", "o": asksSide
        case "w": session.attempt != nil
        case "a": isOver
        default: false
        }
    }

    /// Performs a command.
    mutating func command(_ letter: Character, now: Int) -> [Effect] {
        switch letter {
        case "q": return [.quit]
        case "?": input = .help(first: 0)
        case "t": return act(now) { $0.takeHint(now: now) }
        case "s": return act(now) { $0.giveUp(now: now) }
        case "r": return retry(now: now)
        case "n": return next(now: now)
        case "x": return act(now) { $0.choose(.x, now: now) }
        case "o": return act(now) { $0.choose(.o, now: now) }
        case "w": return show(session.attempt.map { PuzzleLinks.puzzle($0.puzzle, from: session.game, at: address) })
        case "a": return show(analysisLink)
        default: break
        }
        return []
    }

    /// The link to the shown position on the analysis board.
    private var analysisLink: String? {
        guard let puzzle = session.attempt?.puzzle else { return nil }
        let moves = session.line.map { Array($0.points.prefix($0.shown)) } ?? []
        return PuzzleLinks.analysis(puzzle, after: moves, title: words.puzzleKinds(puzzle.kind), at: address)
    }

    /// Shows a link and puts it into the clipboard.
    private mutating func show(_ link: String?) -> [Effect] {
        shownLink = link
        return link.map { [.copy($0)] } ?? []
    }

    private mutating func openMenu() { input = .menu(PuzzleMenu(session, catalogue)) }

    func help(_ first: Int) -> PlayDialog { .help(words.puzzlesHelp, words, first: first, on: screen) }
}
