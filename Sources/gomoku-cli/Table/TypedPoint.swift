import GameState

extension PlayModel.Held {
    /// Returns the beginning of a point, the letter and the digit of the key. Returns nil for any
    /// other key.
    func point(with key: Key) -> String? {
        guard case .character(let digit) = key, digit.isASCII, digit.isNumber else { return nil }
        return "\(letter)\(digit)"
    }
}

extension PlayModel {
    /// Returns the beginning of a point that the user is typing, or nil.
    static func beginning(typed: String, held: Held?) -> String? {
        typed.isEmpty ? held.map { String($0.letter) } : typed
    }
}

extension PlayModel.Message {
    /// The warning about a typed text that is no point of the board.
    init(noPoint text: String, on size: BoardSize, _ words: any Words) {
        let corner = size.name(of: Point(column: size.side - 1, row: 0))
        self.init(text: words.noPoint(corner: corner, text: text), isWarning: true)
    }

    /// The text and style on the screen.
    var shown: (text: String, style: Canvas.Style) { (isWarning ? "! \(text)" : text, isWarning ? [.bold, .red] : []) }
}

extension Canvas {
    /// Draws the beginning of a typed point, with the cursor after it.
    ///
    /// - Parameter warning: the reason why Enter did not play the point, or nil.
    mutating func putTyped(_ point: String, _ row: Int, _ words: any Words, warning: PlayModel.Message? = nil) {
        let place = put(words.movePrompt + point, 1, row, .bold)
        if let (text, style) = warning?.shown {
            put(text, place + 2, row, style, limit: width - place - 3)
        } else {
            put(words.enterPlays, place, row, .dim)
        }
        cursor = (place, row)
    }

    mutating func put(_ message: PlayModel.Message, in area: MessageArea) {
        let (text, style) = message.shown
        put(text, in: area, style)
    }
}
