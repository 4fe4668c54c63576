import TestSupport

@testable import GameState

/// Studies with random trees, texts and marks.
struct RandomStudy {
    private var random: SeededRandom
    /// Whether the studies have only what RenLib's libraries can express.
    private let isForLibraries: Bool

    init(seed: UInt64, isForLibraries: Bool = false) {
        random = SeededRandom(seed: seed)
        self.isForLibraries = isForLibraries
    }

    mutating func next() -> Study {
        var study = Study()
        let nodes = [0, 1, 8, 60, 300].randomElement(using: &random)!
        for _ in 0..<(isForLibraries ? 1 : Int.random(in: 1...3, using: &random)) {
            add(chapter(), to: &study, nodes: nodes)
        }
        study.finish()
        return study
    }

    private mutating func chapter() -> Chapter {
        guard !isForLibraries else { return Chapter(title: "", rule: .renju) }
        let size = BoardSize.all.randomElement(using: &random)!
        let start = Array(size.points).shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random))
        return Chapter(
            title: text(of: "aZé五][\\:;() 🎲".map { $0 }), rule: Rule.allCases.randomElement(using: &random)!,
            size: size,
            start: once(in: 2) ? [] : Array(start), record: once(in: 3) ? "epoch-7" : nil)
    }

    private mutating func add(_ chapter: Chapter, to study: inout Study, nodes: Int) {
        guard let root = study.add(chapter) else { return }
        var indices = [root]
        let points = Array(chapter.size.points)
        for _ in 0..<nodes {
            // Most moves continue a line, so that trees are deep and have forks.
            let parent = once(in: 4) ? indices.randomElement(using: &random)! : indices[indices.count - 1]
            let taken = Set(chapter.start + study.tree.moves(to: parent))
            guard let point = points.randomElement(using: &random), !taken.contains(point),
                let index = study.add(point, to: parent)
            else { continue }
            indices.append(index)
        }
        for index in indices where once(in: 3) { write(on: index, chapter.size, in: &study) }
        if once(in: 2) { study.setMainLine(indices.randomElement(using: &random), of: study.tree.chapter(root)) }
    }

    private mutating func write(on index: GameTree.Index, _ size: BoardSize, in study: inout Study) {
        let letters: [Character] = ["a", "Z", "é", "ß", "]", "[", "\\", ":", ";", "(", ")", "\n", " ", "\t"]
        // Libraries with other characters have another encoding.
        study.comment(text(of: once(in: 40) ? letters + ["五", "🎲"] : letters), on: index)
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let own = study.tree.point(index)
            let point = once(in: 3) ? own : size.points.map { $0 }.randomElement(using: &random)
            guard let point else { continue }
            if once(in: 2) {
                study.mark(point, .shape(Mark.Shape.allCases.randomElement(using: &random)!), on: index)
            } else if let mark = Mark(label: String(text(of: ["A", "^", "o", "é", "]", ":", "7", " "]).prefix(5))) {
                study.mark(point, mark, on: index)
            }
        }
        guard !isForLibraries else { return }
        for name in ["BL", "QPR", "N", "DT"] where once(in: 8) {
            if let property = GameRecord.Property(name, [text(of: letters)]) { study.keep(property, on: index) }
        }
    }

    private mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func text(of letters: [Character]) -> String {
        String((0..<Int.random(in: 0...9, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }
}

extension Study {
    /// The moves of all variations of a chapter, such as `h8(i9,g7(h7))`, with the marks and
    /// comments of the nodes.
    func outline(_ chapter: Int = 1) -> String {
        guard let root = root(chapter), let size = chapters[chapter]?.size else { return "" }
        var text = ""
        for visit in tree.visits(from: root) {
            guard case .enter(let index) = visit else {
                text += ")"
                continue
            }
            text += "(" + (tree.point(index).map(size.name(of:)) ?? "")
            let note = note(index)
            for (point, mark) in note.marks.sorted(by: { $0.key.cell < $1.key.cell }) {
                text += " \(size.name(of: point))=\(mark.text)"
            }
            if !note.comment.isEmpty { text += " \(note.comment.debugDescription)" }
        }
        return text
    }
}
