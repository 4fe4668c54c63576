import GameState
import Wire

extension StudyModel {
    /// Handles a key. `now` is the time in milliseconds of the loop's clock.
    mutating func press(_ key: Key, now: Int) -> [Effect] {
        if let effect: Effect = key.anywhere() { return [effect] }
        if let opened {
            self.opened = nil
            if case .character(let digit) = key, digit.isASCII, digit.isNumber, now <= opened.until {
                (input, cursor) = (.board, opened.cursor)
                typed = "\(opened.letter)\(digit)"
                return []
            }
        }
        switch input {
        case .board: return pressOnBoard(key, now: now) + ask(now: now)
        case .text(let prompt, var field):
            switch key {
            case .escape: input = .board
            case .enter:
                input = .board
                return finish(prompt, field.text) + ask(now: now)
            default:
                _ = field.press(key)
                input = .text(prompt, field)
            }
        case .question(let question):
            switch key {
            case .character("y"), .character("Y"):
                input = .board
                return confirm(question)
            case .character("n"), .character("N"), .escape: input = .board
            default: break
            }
        case .comments(let first):
            input = commentDialog(first).scrolled(by: key, on: screen).map { .comments(first: $0) } ?? .board
        case .help(let first):
            input = help(first).scrolled(by: key, on: screen).map { .help(first: $0) } ?? .board
        }
        return []
    }

    /// Performs a held command, and asks the engine, when the time for it has come.
    mutating func tick(now: Int) -> [Effect] {
        var effects: [Effect] = []
        if let held, held.until <= now {
            self.held = nil
            effects += command(held.letter, now: now)
        }
        if let retryAt = importing?.retryAt, retryAt <= now {
            importing?.retry()
            effects += sendImport()
        }
        return effects + ask(now: now)
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
            guard case .board = input, !effects.contains(.quit) else { return effects }
            if key == .enter { return effects }
        }
        switch key {
        case .left, .character("["): walk { $0.back(1, in: $1) }
        case .right, .character("]"): walk { $0.forward(1, in: $1) }
        case .up: walk { $0.toVariation(-1, in: $1) }
        case .down: walk { $0.toVariation(1, in: $1) }
        case .pageUp: walk { $0.back(10, in: $1) }
        case .pageDown: walk { $0.forward(10, in: $1) }
        case .home: walk { $0.toStart(in: $1) }
        case .end: walk { $0.toEnd(in: $1) }
        case .tab:
            walk { $0.toNextChapter(in: $1) }
            cursor = size.center
        case .move(let place):
            guard treeLines.nodes.indices.contains(place) else { break }
            let id = study.trees.tree.id(treeLines.nodes[place])
            walk { $0.go(to: id, in: $1) }
        case .escape: (typed, news) = ("", nil)
        case .backspace: if !typed.isEmpty { typed.removeLast() }
        case .delete: effects += command("d", now: now)
        case .enter where !typed.isEmpty: effects += playTyped()
        case .enter, .character(" "): effects += play(cursor)
        case .click(let column, let row):
            if let point = StudyLayout(size: size, screen: screen).table.board?.point(column: column, row: row) {
                effects += play(point)
            }
        case .paste(let text):
            let point = text.lowercased().filter { !$0.isWhitespace }
            if size.point(named: point) != nil { typed = point }
        case .character(let character): effects += type(character, now: now)
        default: break
        }
        return effects
    }

    /// Moves through the tree, which ends following another participant.
    private mutating func walk(_ step: (inout StudySelection, StudyRoom) -> Void) {
        typed = ""
        queued = []
        let before = node
        step(&selection, study)
        guard node != before else { return }
        news = nil
        followed = nil
    }

    private mutating func type(_ character: Character, now: Int) -> [Effect] {
        if !typed.isEmpty, character.isASCII, character.isNumber {
            if typed.count < 3 { typed.append(character) }
            return []
        }
        typed = ""
        if character == "R" { return status.isOnline ? [] : [.retryNow] }
        guard let letter = character.lowercased().first else { return [] }
        let isColumn = size.point(named: "\(letter)1") != nil
        guard Self.commands.contains(letter) else {
            if isColumn {
                typed = String(letter)
            } else if letter.isLetter {
                news = .init(text: words.deadKey(String(letter)), isWarning: true)
            }
            return []
        }
        guard isColumn else { return command(letter, now: now) }
        if Self.reversible.contains(letter) {
            opened = Opened(letter: letter, until: now + PlayModel.holdMilliseconds, cursor: cursor)
            return command(letter, now: now)
        }
        held = PlayModel.Held(letter: letter, until: now + PlayModel.holdMilliseconds)
        return []
    }

    private static let commands: Set<Character> = [
        "a", "c", "d", "e", "f", "h", "i", "j", "k", "l", "m", "n", "p", "q", "s", "t", "u", "v", "x", "?",
    ]
    /// The commands that only move the cursor or open a dialog. They need not wait for a digit.
    private static let reversible: Set<Character> = ["c", "d", "e", "h", "i", "j", "k", "l", "n", "s", "t"]

    private mutating func command(_ letter: Character, now: Int) -> [Effect] {
        switch letter {
        case "q": return [.quit]
        case "?": input = .help(first: 0)
        case "h": moveCursor(-1, 0)
        case "j": moveCursor(0, 1)
        case "k": moveCursor(0, -1)
        case "l": moveCursor(1, 0)
        case "s": ask(.chat)
        case "v": if !study.comments(node).isEmpty { input = .comments(first: 0) }
        case "f": return followNext()
        case "a", "x":
            let stopped = engine.asked?.id
            if letter == "a" { engine.toggle() } else { engine.flip() }
            return engine.isOn ? [] : stopped.map { [.stopAnalysis(id: $0)] } ?? []
        case "e": exportOrImport(.export)
        case _ where !mayEdit: news = .init(text: words.studyReadOnly, isWarning: true)
        default: return edit(letter)
        }
        return []
    }

    private mutating func moveCursor(_ columns: Int, _ rows: Int) {
        typed = ""
        cursor = size.point(column: cursor.column + columns, row: cursor.row + rows) ?? cursor
    }

    /// Follows the next participant with a cursor, and after the last one nobody.
    private mutating func followNext() -> [Effect] {
        let others = others
        guard !others.isEmpty else {
            news = .init(text: words.studyNobodyToFollow, isWarning: true)
            return []
        }
        let place = followed.flatMap { followed in others.firstIndex { $0.person.id == followed } }.map { $0 + 1 } ?? 0
        guard place < others.count else {
            followed = nil
            news = .init(text: words.studyFollowsNobody)
            return []
        }
        followed = others[place].person.id
        if let node = others[place].place.node { selection.go(to: node, in: study) }
        news = .init(text: words.studyFollows(others[place].person.name))
        return []
    }

    func help(_ first: Int) -> PlayDialog { .help(words.studyHelp, words, first: first, on: screen) }

    /// The dialog with all comments of the node, from line `first` on.
    func commentDialog(_ first: Int) -> PlayDialog {
        let rows = study.comments(node).flatMap { comment in
            let lines = comment.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return [PlayDialog.Row(value: "\(name(comment.author)): \(lines[0])")]
                + lines.dropFirst().map { PlayDialog.Row(value: $0) }
        }
        return PlayDialog(
            title: StudyNarration.place(node, study, words), rows: rows, footer: words.helpKeys, first: first,
            closesWithAnyKey: true)
    }
}
