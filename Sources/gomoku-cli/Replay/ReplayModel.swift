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
        case .right, .character("l"), .character("]"), .enter: go(place + 1)
        case .left, .character("h"), .character("["), .backspace: go(place - 1)
        case .down, .pageDown: go(place + Self.page)
        case .up, .pageUp: go(place - Self.page)
        case .home, .character("g"): go(0)
        case .end, .character("G"): go(last)
        case .entry(let clicked): go(clicked)
        case .move(let number):
            let steps = frames.steps(at: place)
            if steps.indices.contains(number - 1) { go(steps[number - 1].place) }
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
        ReplayScreen(model: self).draw(on: screen, isUnicode: isUnicode)
    }
}
