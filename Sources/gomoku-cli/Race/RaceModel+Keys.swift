import GameState
import Puzzles

extension RaceModel {
    /// Handles a key.
    mutating func press(_ key: Key, now: Int) -> [Effect] {
        if let effect: Effect = key.anywhere() { return [effect] }
        (news, isLinkShown) = (nil, false)
        if key != .character("e") { isEnding = false }
        switch input {
        case .board: return pressOnBoard(key, now: now)
        case .terms(let menu): return press(key, in: menu, now: now)
        case .help(let first):
            input = help(first).scrolled(by: key, on: screen).map { .help(first: $0) } ?? .board
            return []
        }
    }

    private mutating func press(_ key: Key, in menu: RaceMenu, now: Int) -> [Effect] {
        var menu = menu
        switch key {
        case .escape, .character("q"): input = .board
        case .enter:
            input = .board
            return set(menu.changes(from: chosenTerms), now: now)
        default:
            menu.press(key)
            input = .terms(menu)
        }
        return []
    }

    /// Changes the terms of the next race.
    mutating func set(_ changes: [Delta.Change], now: Int) -> [Effect] {
        changes.isEmpty || !mayStart(now) ? [] : [.send(Delta(changes: changes))]
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
        case .left: moveCursor(-1, 0)
        case .right: moveCursor(1, 0)
        case .up: moveCursor(0, -1)
        case .down: moveCursor(0, 1)
        case .tab: if mayStart(now) { input = .terms(RaceMenu(chosenTerms, rules: rules, isHost: isHost)) }
        case .escape: typed = ""
        case .backspace: if !typed.isEmpty { typed.removeLast() }
        case .enter where !typed.isEmpty: effects += pickTyped(now: now)
        case .enter, .character(" "): if canPick { effects += pick(cursor, now: now) }
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

    private mutating func moveCursor(_ columns: Int, _ rows: Int) {
        guard canPick else { return }
        typed = ""
        cursor = size.point(column: cursor.column + columns, row: cursor.row + rows) ?? cursor
    }

    private mutating func pickTyped(now: Int) -> [Effect] {
        let text = typed
        typed = ""
        guard canPick else { return [] }
        guard let point = size.point(named: text) else {
            news = .init(noPoint: text, on: size, words)
            return []
        }
        cursor = point
        return pick(point, now: now)
    }

    private mutating func pick(_ point: Point, now: Int) -> [Effect] {
        guard canPick, let attempt = run.attempt else { return [] }
        let (verdict, answer) = run.pick(point)
        if verdict == .illegal, let why = words.refusal(of: point, attempt) { warn(why) }
        return answer.map { send($0) } ?? []
    }

    private func send(_ answer: RaceAnswer) -> [Effect] {
        [.send(Delta(changes: [Delta.Change(RaceKey.answer.text, .string(answer.text))]))]
    }

    private mutating func type(_ character: Character, now: Int) -> [Effect] {
        if !typed.isEmpty, character.isASCII, character.isNumber {
            if typed.count < 3 { typed.append(character) }
            return []
        }
        typed = ""
        if character == "R" { return status.isOnline ? [] : [.retryNow] }
        guard let letter = character.lowercased().first else { return [] }
        let isColumn = canPick && size.point(named: "\(letter)1") != nil
        guard has(letter, now: now) else {
            if isColumn {
                typed = String(letter)
            } else if letter.isLetter {
                warn(words.deadKey(String(letter)))
            }
            return []
        }
        guard isColumn else { return command(letter, now: now) }
        held = PlayModel.Held(letter: letter, until: now + PlayModel.holdMilliseconds)
        return []
    }

    /// Whether a letter is a command that has an effect now.
    private func has(_ letter: Character, now: Int) -> Bool {
        switch letter {
        case "q", "?", "w": true
        case "j": mayJoin
        case "x": mayLeave(now)
        case "n": mayStart(now)
        case "s": plays
        case "e": mayEnd(now)
        default: false
        }
    }

    /// Performs a command, unless the race went on meanwhile so that it has no effect.
    mutating func command(_ letter: Character, now: Int) -> [Effect] {
        guard has(letter, now: now) else { return [] }
        switch letter {
        case "q": return [.quit]
        case "?": input = .help(first: 0)
        case "w":
            isLinkShown = true
            return [.copy(link)]
        case "j": return [.send(Delta(changes: joining))]
        case "x": return [.send(Delta(changes: leaving))]
        case "n":
            let start = Delta.Change(RaceKey.start.text, .string(Race.atOnce))
            return [.send(Delta(changes: joining + [start]))]
        case "e":
            guard isEnding else {
                isEnding = true
                warn("\(words.raceEndAsk) (e)")
                return []
            }
            isEnding = false
            return [.send(Delta(changes: [Delta.Change(RaceKey.end.text, .string(Race.atOnce))]))]
        case "s": return run.skip().map { send($0) } ?? []
        default: break
        }
        return []
    }

    /// The change with which the user takes part, if they do not yet.
    private var joining: [Delta.Change] {
        guard own == nil, let me else { return [] }
        return [Delta.Change(RaceKey.racer(me.id).text, .string(""))]
    }

    private var leaving: [Delta.Change] { me.map { [Delta.Change(RaceKey.racer($0.id).text, nil)] } ?? [] }

    func help(_ first: Int) -> PlayDialog { .help(words.raceHelp, words, first: first, on: screen) }
}
