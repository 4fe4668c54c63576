import GameState

/// A converter of the input bytes of `gomoku-cli judge` to answer bytes. Pure.
///
/// It answers each line when its end arrives, so that another program can ask one question at a
/// time through pipes.
struct JudgeStream {
    /// The number of an unreadable line, counted from 1, and the reason.
    struct Failure: Error, Equatable {
        let line: Int
        let reason: JudgeLineError
    }

    let rule: Rule
    let side: Stone
    /// The beginning of an unfinished line.
    private var begun: [UInt8] = []
    private var answers: [UInt8] = []
    private var line = 0

    init(rule: Rule, side: Stone) {
        self.rule = rule
        self.side = side
    }

    /// Processes more input.
    mutating func consume(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if begun.isEmpty {
                try answer(rest[..<end])
            } else {
                begun += rest[..<end]
                let whole = begun
                begun.removeAll(keepingCapacity: true)
                try answer(whole[...])
            }
            rest = rest[(end + 1)...]
        }
        begun += rest
        if begun.count > Judge.longestLine { throw Failure(line: line + 1, reason: .tooLong) }
    }

    /// Processes a last line without a line end, after the input has ended.
    mutating func finish() throws(Failure) {
        guard !begun.isEmpty else { return }
        let last = begun
        begun = []
        try answer(last[...])
    }

    /// Returns the answers since the last call, one word per line.
    mutating func takeAnswers() -> [UInt8] {
        defer { answers.removeAll(keepingCapacity: true) }
        return answers
    }

    private mutating func answer(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        line += 1
        let text = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        if line == 1 && text.starts(with: "point".utf8) { return }
        guard text.count <= Judge.longestLine else { throw Failure(line: line, reason: .tooLong) }
        do {
            let question = try JudgeLine(text)
            answers += rule.verdict(on: side, at: question.point, of: question.board).word.utf8
            answers.append(UInt8(ascii: "\n"))
        } catch {
            throw Failure(line: line, reason: error)
        }
    }
}
