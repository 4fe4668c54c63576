import Client
import GameState

/// The keys that a typed line stands for. Pure.
enum LineKeys {
    static func keys(of line: String, in model: PlayModel) -> [Key] {
        let text = line.filter { !$0.isNewline }
        let word = text.filter { !$0.isWhitespace }.lowercased()
        if text.lowercased().hasPrefix("c "), case .board = model.input {
            return [.character("c"), .paste(String(text.dropFirst(2))), .enter]
        }
        // A dialog that lines cannot show is left with its first choice.
        if word == "n", case .board = model.input { return [.character("n"), .enter] }
        if model.game.size.point(named: word) != nil { return word.map { Key.character($0) } + [.enter] }
        // Other words are not commands. Their letters could resign the game, as in "sorry".
        if word.count > 1 {
            switch model.input {
            case .resign, .abort: return []
            default: return [.character("?")]
            }
        }
        // An earlier position cannot be shown in lines.
        if word == "[" || word == "]" { return [] }
        return text.filter { !$0.isWhitespace } == "R" ? [.character("R")] : word.map { Key.character($0) }
    }
}

/// The lines about a table on a terminal that cannot draw: each change once. Pure.
struct LinePrinter {
    private let words: any Words
    private var heading: [String] = []
    private var board: [String] = []
    private var prompts: [String] = []
    private var news: PlayModel.Message?
    private var question: String?
    private var hasLink = false

    init(_ words: any Words) { self.words = words }

    /// Returns the lines for everything that has changed since the last call.
    mutating func lines(of model: PlayModel, now: Int) -> [String] {
        var lines: [String] = []
        if heading.isEmpty {
            let names = model.mirror.participants.map(\.name).joined(separator: ", ")
            heading = [words.inRoom(names: names, room: model.room.text)]
            lines += heading
        }
        let rows = model.game.number == nil ? [] : StateLines.board(model.game)
        if rows != board { lines += rows }
        board = rows
        if model.news != news, let text = model.news?.text { lines.append(text) }
        news = model.news
        let shown = model.prompts(now: now).map(\.text)
        if shown != prompts { lines += shown }
        prompts = shown
        if model.invites, !hasLink { lines.append("\(words.sendLinkTo) \(model.link)") }
        hasLink = model.invites
        let asked = self.question(model)
        if asked != question, let asked { lines.append(asked) }
        question = asked
        if case .help = model.input {
            lines += words.help(canPlay: true).map { "\($0.key)  \($0.words)" }
        } else if case .people = model.input {
            lines += model.people.map { model.line(of: $0) }
        }
        return lines
    }

    private func question(_ model: PlayModel) -> String? {
        switch model.input {
        case .resign(let stone): words.resignPrompt(words.side(stone))
        case .abort: words.abortPrompt
        default: nil
        }
    }
}
