import GameState

/// The state of a replay on the screen, and its reactions to keys. Pure.
struct ReplayModel {
    enum Effect: Equatable { case quit, redraw, suspend }

    let title: String
    let frames: ReplayFrames
    let words: any Words
    private(set) var place = 0
    private(set) var isPlaying = false

    /// The interval between frames during playback, in milliseconds.
    static let stepMilliseconds = 600
    /// The number of frames that page up and page down skip.
    private static let page = 10

    init(title: String, frames: ReplayFrames, words: any Words) {
        self.words = words
        self.title = title
        self.frames = frames
    }

    var frame: ReplayFrames.Frame { frames.frames[place] }

    mutating func press(_ key: Key) -> Effect? {
        let last = frames.frames.count - 1
        switch key {
        case .right, .character("l"), .enter: go(place + 1)
        case .left, .character("h"), .backspace: go(place - 1)
        case .down, .pageDown: go(place + Self.page)
        case .up, .pageUp: go(place - Self.page)
        case .home, .character("g"): go(0)
        case .end, .character("G"): go(last)
        case .character(" "):
            if place == last { place = 0 }
            isPlaying.toggle()
        case .character("q"), .escape, .control("c"), .control("d"): return .quit
        case .control("l"): return .redraw
        case .control("z"): return .suspend
        default: break
        }
        return nil
    }

    private mutating func go(_ place: Int) {
        isPlaying = false
        self.place = min(max(0, place), frames.frames.count - 1)
    }

    /// Advances by one frame during playback.
    mutating func tick() {
        guard isPlaying else { return }
        place = min(place + 1, frames.frames.count - 1)
        if place == frames.frames.count - 1 { isPlaying = false }
    }

    func draw(on screen: Terminal.Size, isUnicode: Bool) -> Canvas {
        var canvas = Canvas(width: screen.width, height: screen.height, isUnicode: isUnicode)
        let layout = PlayLayout(size: frame.board.size, screen: screen)
        canvas.clear(0, 0, width: canvas.width, height: 1, .reverse)
        canvas.put(words.replayHeading(title), 1, 0, [.reverse, .bold], limit: max(0, canvas.width - 16))
        let count = words.placeOf(count: frames.frames.count - 1, place: place)
        canvas.put(count, max(0, canvas.width - count.count - 1), 0, .reverse)
        if let board = layout.board {
            var picture = BoardPicture(layout: board, board: frame.board, isUnicode: isUnicode)
            picture.last = frame.last
            picture.line = frame.line
            picture.draw(on: &canvas)
        } else {
            canvas.put(words.windowTooSmall, 0, 1)
        }
        canvas.put(frame.caption, 1, layout.messageRow, .bold, limit: canvas.width - 2)
        if let row = layout.hintRow {
            canvas.put(words.replayKeys(isPlaying: isPlaying), 1, row, .dim, limit: canvas.width - 2)
        }
        return canvas
    }
}
