import Client
import GameState
import Wire

/// The panel beside the board: chapter, tree, comments, engine and participants.
struct StudyPanel {
    let model: StudyModel
    let area: PlayLayout.Panel
    /// The panel for comments and participants, or nil if they are below the tree.
    let second: PlayLayout.Panel?
    /// Whether the engine's lines are in the panel, because there is no room below the board.
    let holdsEngine: Bool

    /// The greatest number of names in the list of people, and the least rows of the tree.
    private static let peopleRows = 4, treeRows = 5
    /// The greatest numbers of rows of comments and of the engine below the tree.
    private static let commentRows = 5, engineRows = 6

    private var words: any Words { model.words }

    func draw(on canvas: inout Canvas) {
        var row = area.top
        var end = area.top + area.height
        put(heading, &row, .bold, &canvas)
        let note = model.isKnown && model.study.chapters.isEmpty ? words.studyEmptyHint : terms
        for line in SafeText(note, isUnicode: canvas.isUnicode).wrapped(to: area.width) {
            put(line.text, &row, .dim, &canvas)
        }
        put(Self.status(model), &row, [], &canvas)
        if let more = Self.role(model) { put(more, &row, [], &canvas) }
        row += 1
        if let second {
            var other = second.top
            draw(comments(second.width), second, &other, second.height / 2, &canvas)
            other += 1
            draw(people, second, &other, second.height, &canvas)
        } else {
            let people = Array(people.prefix(Self.peopleRows + 1))
            let comments = comments(area.width)
            let engine = holdsEngine ? StudyEngineLines.lines(model, width: area.width) : []
            // The engine gets the rows that the tree can spare first, then comments, then people.
            var spare = max(0, end - row - Self.treeRows)
            let parts = [(engine, Self.engineRows), (comments, Self.commentRows), (people, Self.peopleRows + 1)]
                .map { lines, limit -> ArraySlice<(text: String, style: Canvas.Style)> in
                    let count = min(lines.count, limit, max(0, spare - 1))
                    spare -= count == 0 ? 0 : count + 1
                    return lines.prefix(count)
                }
            for part in parts.reversed() where !part.isEmpty {
                end -= part.count
                var line = end
                draw(Array(part), area, &line, part.count, &canvas)
                end -= 1
            }
            if parts[1].count < comments.count, !parts[1].isEmpty {
                let more = " \(words.studyMore)"
                let last = end + 1 + (parts[0].isEmpty ? 0 : parts[0].count + 1) + parts[1].count - 1
                canvas.put(more, area.left + area.width - SafeText(more).width, last, .dim)
            }
        }
        tree(from: row, to: end, &canvas)
    }

    private func put(_ text: String, _ row: inout Int, _ style: Canvas.Style, _ canvas: inout Canvas) {
        if row < area.top + area.height { canvas.put(text, area.left, row, style, limit: area.width) }
        row += 1
    }

    private func draw(
        _ lines: [(text: String, style: Canvas.Style)], _ area: PlayLayout.Panel, _ row: inout Int, _ limit: Int,
        _ canvas: inout Canvas
    ) {
        for line in lines.prefix(limit) where row < area.top + area.height {
            canvas.put(line.text, area.left, row, line.style, limit: area.width)
            row += 1
        }
    }

    // MARK: Texts

    private var heading: String {
        guard model.isKnown else { return words.enteringRoom }
        let numbers = model.study.chapters
        guard !numbers.isEmpty else { return words.studyEmpty }
        let (number, chapter) = model.chapter
        let title = chapter.title.isEmpty ? words.studyChapter(number) : chapter.title
        let place = numbers.firstIndex(of: number).map { $0 + 1 } ?? 1
        return numbers.count == 1 ? title : "\(place)/\(numbers.count) \(title)"
    }

    private var terms: String {
        let chapter = model.chapter.chapter
        let count = model.study.trees.tree.count
        let limit = AnalysisReferee.Limit.nodes
        // The limit is shown before it is reached.
        let moves = count * 10 < limit * 9 ? words.studyMoves(count) : words.studyMovesOf(count: count, limit: limit)
        let size = chapter.size == .standard ? [] : [words.name(chapter.size)]
        return ([words.ruleWords(chapter.rule)] + size + [moves]).joined(separator: " · ")
    }

    /// Returns the node on the screen and the side to move.
    static func status(_ model: StudyModel) -> String {
        let words = model.words
        let place = StudyNarration.place(model.node, model.study, words)
        let turn = words.studyToMove(words.side(model.study.position(model.node).turn))
        return "\(place) · \(turn)"
    }

    /// Returns the followed participant and the restriction to reading, or nil for neither.
    static func role(_ model: StudyModel) -> String? {
        let words = model.words
        var parts: [String] = []
        if let followed = model.followed { parts.append(words.studyFollowing(model.name(followed))) }
        if model.isKnown, !model.mayEdit { parts.append(words.studyReading) }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private func comments(_ width: Int) -> [(text: String, style: Canvas.Style)] {
        model.study.comments(model.node).flatMap { author, text in
            SafeText("\(model.name(author)): \(text)").wrapped(to: width).map { ($0.text, []) }
        }
    }

    private var people: [(text: String, style: Canvas.Style)] {
        let others = model.mirror.participants.filter { $0.id != model.me?.id }
        let heading: (text: String, style: Canvas.Style) = (words.hereCount(model.mirror.participants.count), .dim)
        return [heading] + others.map { person in (line(person), []) }
    }

    private func line(_ person: Participant) -> String {
        guard let place = model.cursors[person.id], let node = place.node, model.study.lives(node) else {
            return person.name
        }
        var text = "\(person.name): \(StudyNarration.place(node, model.study, words))"
        if let chapter = model.study.chapter(of: node)?.number, chapter != model.chapter.number {
            text += " (\(words.studyChapter(chapter)))"
        }
        if let followed = place.follows {
            let name = followed == model.me?.id ? words.you : model.name(followed)
            text += " · \(words.studyFollowing(name))"
        }
        return text
    }

    // MARK: Tree

    private func tree(from top: Int, to end: Int, _ canvas: inout Canvas) {
        let lines = model.treeLines
        let tree = model.study.trees.tree
        guard end > top, let current = tree[model.node] else { return }
        let window = lines.window(around: lines.row(of: current), height: end - top)
        let mainLine = Set(
            (model.study.mainLine(model.chapter.number).flatMap { tree[$0] }).map { Array(tree.path($0)) } ?? [])
        let others = model.others.compactMap { person, place in
            place.node.flatMap { tree[$0] }.map { (index: $0, letter: person.name.first.map(String.init) ?? "?") }
        }
        for (offset, number) in window.enumerated() {
            let row = lines.rows[number]
            let screenRow = top + offset
            var column = area.left + StudyTreeLines.indent(row.depth, width: area.width)
            if row.number > 0 { column = canvas.put("\(row.number)", column, screenRow, .dim) }
            for place in row.nodes {
                let index = lines.nodes[place]
                let start = column + 1
                column = canvas.put(label(index), start, screenRow, style(index, mainLine.contains(index)))
                canvas.react(start, screenRow, width: column - start, click: [.move(place)])
                if let other = others.first(where: { $0.index == index }) {
                    canvas.put(other.letter, area.left, screenRow, .reverse)
                    canvas.style(.underline, start, screenRow, width: column - start)
                }
                if index == current {
                    canvas.put("[", start - 1, screenRow, [.bold, .green])
                    canvas.put("]", column, screenRow, [.bold, .green])
                }
            }
        }
        if window.lowerBound > 0 { canvas.put(canvas.isUnicode ? "↑" : "^", area.left + 1, top, .dim) }
        if window.upperBound < lines.rows.count {
            canvas.put(canvas.isUnicode ? "↓" : "v", area.left + 1, end - 1, .dim)
        }
    }

    private func label(_ index: GameTree.Index) -> String {
        let tree = model.study.trees.tree
        guard let point = tree.point(index) else { return words.studyStart }
        return model.size.name(of: point) + (model.study.trees.hasNotes(tree.id(index)) ? "\"" : "")
    }

    private func style(_ index: GameTree.Index, _ isMain: Bool) -> Canvas.Style {
        let tree = model.study.trees.tree
        guard tree.point(index) != nil else { return [] }
        let color = BoardPicture.color(.ofMove(model.chapter.chapter.start.count + tree.depth(index)))
        return isMain ? [.bold, color] : color
    }
}
