import Client
import GameState

/// The message below the board: typed text or a question first, then anything urgent, then the
/// latest event, then the command for the puzzle from a lost game. The key hints come last, if they
/// have no row of their own.
struct PlayMessage {
    let model: PlayModel
    let layout: PlayLayout
    /// The time in milliseconds of the loop's clock.
    let now: Int

    private var words: any Words { model.words }

    /// Returns the first row that the message covers.
    func top(on canvas: Canvas) -> Int {
        guard let sentence else { return layout.message.row }
        return layout.message.covered(by: canvas.wrapped(sentence.text).count).lowerBound
    }

    func draw(on canvas: inout Canvas) {
        if case .chat(let field) = model.input {
            canvas.put(field, label: words.sayPrompt, 1, layout.messageRow)
        } else if let sentence {
            canvas.put(sentence.text, in: layout.message, sentence.style)
        } else if let point = typed {
            let warning = model.news.flatMap { $0.isWarning ? $0 : nil }
            canvas.putTyped(point, layout.messageRow, words, warning: warning)
        } else if layout.hintRow == nil {
            // The smallest window has no row for the key hints.
            canvas.put(PlayHints.now(model), 1, layout.messageRow, words)
        }
    }

    /// The beginning of a typed point.
    private var typed: String? { PlayModel.beginning(typed: model.typed, held: model.held) }

    /// The message, or nil while the user types.
    private var sentence: (text: String, style: Canvas.Style)? {
        switch model.input {
        case .chat: return nil
        case .resign(let stone): return (words.resignPrompt(words.side(stone)), [.bold, .red])
        case .abort: return (words.abortPrompt, [.bold, .red])
        case .board, .newGame, .people, .abuse, .report, .help: break
        }
        if typed != nil { return nil }
        if model.news?.isWarning != true, let text = model.lookBackSentence { return (text, [.bold, .reverse]) }
        if layout.panel == nil, model.news?.isWarning != true {
            if let prompt = model.urgent(now: now) { return (prompt.text, prompt.style) }
            if let choices = model.choicesInBrief { return (choices, .bold) }
        }
        return model.news?.shown ?? puzzle
    }

    /// The command for the puzzle from a lost game, unless it would cover the key hints.
    private var puzzle: (text: String, style: Canvas.Style)? {
        guard layout.hintRow != nil, let text = model.puzzleSentence, SafeText(text).width <= model.screen.width - 2
        else { return nil }
        return (text, [])
    }
}
