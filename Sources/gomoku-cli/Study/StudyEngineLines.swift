import GameState
import Wire

/// The drawing of the engine's lines and claims.
struct StudyEngineLines {
    let model: StudyModel
    let area: PlayLayout.Panel

    func draw(on canvas: inout Canvas) {
        for (number, line) in Self.lines(model, width: area.width).prefix(area.height).enumerated() {
            canvas.put(line.text, area.left, area.top + number, line.style, limit: area.width)
        }
    }

    /// The greatest number of moves of a line that are shown.
    private static let movesLimit = 100

    /// Returns how far the search is, or nil if a proof has answered without a search.
    private static func state(_ answer: Notice.Analysis?, _ words: any Words) -> String? {
        guard let answer, answer.depth > 0 else { return answer?.isDone == true ? nil : words.studyEngineThinks }
        return answer.isDone ? words.studyEngineDone(answer.depth) : words.studyEngineDepth(answer.depth)
    }

    /// Returns the lines, most important first. None if the engine is off.
    static func lines(_ model: StudyModel, width: Int) -> [(text: String, style: Canvas.Style)] {
        let (engine, words, size) = (model.engine, model.words, model.size)
        guard engine.isOn else { return [] }
        if let failure = engine.failure {
            return SafeText(failure).wrapped(to: max(1, width)).map { ($0.text, .red) }
        }
        let question = model.question
        let side = words.side(question.turn)
        let heading = engine.isFlipped ? words.studyEngineIf(side) : words.studyEngineOf(side)
        let state = state(engine.answer, words)
        var lines: [(text: String, style: Canvas.Style)] = [
            ([heading, state].compactMap { $0 }.joined(separator: " · "), .dim)
        ]
        guard let answer = engine.answer else { return lines }
        func names(_ points: [Point]) -> String {
            points.prefix(movesLimit).filter(size.contains).map(size.name(of:)).joined(separator: " ")
        }
        for claim in answer.claims {
            var text =
                switch claim.claim {
                case .wins: words.studyClaimWins(count: claim.moves, means: means(claim), side: side)
                case .loses(let point): words.studyClaimLoses(point: size.name(of: point), side: side)
                case .onlyHold(let points) where points.isEmpty: words.studyClaimAllLose(side)
                case .onlyHold(let points):
                    words.studyClaimOnlyHold(points: names(size.points.filter(points.contains)), side: side)
                }
            if !claim.line.isEmpty { text += " \(names(claim.line))" }
            lines += SafeText(text).wrapped(to: max(1, width)).prefix(2).map { ($0.text, [.bold, .green]) }
        }
        for line in answer.lines where size.contains(line.cell) {
            let rest = line.line.first == line.cell ? Array(line.line.dropFirst()) : line.line
            let proof = line.proof == nil ? "" : " \(words.studyEngineProven)"
            lines.append(("\(size.name(of: line.cell)) \(line.chance)%\(proof)  \(names(rest))", []))
        }
        if answer.isDone, answer.lines.isEmpty, answer.claims.isEmpty { lines.append((words.studyEngineOver, [])) }
        return lines

        func means(_ claim: Notice.Analysis.Claim) -> String {
            switch claim.means {
            case .fours: words.studyMeansFours
            case .threats: words.studyMeansThreats
            case .any: ""
            }
        }
    }
}
