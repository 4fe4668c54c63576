import Client
import GameState

/// The state of a replay on the screen, and its reactions to keys. Pure.
struct ReplayModel {
    enum Effect: Equatable {
        case quit, redraw, suspend
        /// Fetch the server's report on the game.
        case fetchReport
    }

    /// A dialog over the replay.
    enum Dialog: Equatable {
        /// The server's report on the game.
        case report(ReportView)
        /// The list of keys, from line `first` on.
        case help(first: Int)
    }

    let title: String
    let frames: ReplayFrames
    let words: any Words
    private(set) var place = 0
    private(set) var isPlaying = false
    /// Whether the server has a report on the game.
    let hasReport: Bool
    /// The server's report, once it was fetched.
    private var fetched: GameReport?
    /// The dialog over the replay, if one is open.
    private(set) var dialog: Dialog?
    /// A sentence about the report, in place of the caption until the next key.
    private(set) var news: String?
    /// The size of the terminal.
    var screen = Terminal.Size(width: 80, height: 24)

    /// The interval between frames during playback, in milliseconds.
    static let stepMilliseconds = 600
    /// The number of frames that page up and page down skip.
    private static let page = 10

    init(title: String, frames: ReplayFrames, words: any Words, hasReport: Bool = false) {
        self.hasReport = hasReport
        self.words = words
        self.title = title
        self.frames = frames
    }

    var frame: ReplayFrames.Frame { frames.frames[place] }

    mutating func press(_ key: Key) -> Effect? {
        let last = frames.frames.count - 1
        news = nil
        if let dialog, press(key, in: dialog) { return nil }
        switch key {
        case .right, .character("l"), .character("]"), .enter: go(place + 1)
        case .left, .character("h"), .character("["), .backspace: go(place - 1)
        case .down, .pageDown: go(place + Self.page)
        case .up, .pageUp: go(place - Self.page)
        case .home, .character("g"): go(0)
        case .end, .character("G"): go(last)
        case .entry(let clicked): go(clicked)
        case .move(let number): go(toMove: number)
        case .character("a") where hasReport:
            guard fetched == nil else {
                openReport()
                break
            }
            news = words.reportComes
            return .fetchReport
        case .character("?"): open(.help(first: 0))
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

    private mutating func go(toMove number: Int) {
        let steps = frames.steps(at: place)
        if number == 0 { go(0) } else if steps.indices.contains(number - 1) { go(steps[number - 1].place) }
    }

    // MARK: Dialogs

    /// Takes the answer to the request for the report, and opens the dialog.
    mutating func take(_ answer: WebFetch.Answer) {
        news = nil
        switch answer {
        case .json(let json):
            fetched = GameReport(json)
            if fetched == nil { news = words.noReport } else { openReport() }
        case .refused(let reason): news = words.rejected(reason)
        case .failed(let failure): news = words.fetchFailed(failure)
        }
    }

    private mutating func openReport() {
        if let fetched { open(.report(ReportView(fetched, size: frame.board.size))) }
    }

    private mutating func open(_ dialog: Dialog) {
        isPlaying = false
        self.dialog = dialog
    }

    /// Handles a key in the dialog. Returns false for keys that are not for the dialog.
    private mutating func press(_ key: Key, in dialog: Dialog) -> Bool {
        if case .control = key { return false }
        switch dialog {
        case .help(let first):
            self.dialog = help(first).scrolled(by: key, on: screen).map { .help(first: $0) }
        case .report(var report):
            let isScrolled = report.press(key, words, on: screen)
            self.dialog = isScrolled ? .report(report) : nil
            if case .move(let number) = key { go(toMove: number) }
        }
        return true
    }

    /// Returns the dialog with the list of keys, from line `first` on.
    func help(_ first: Int) -> PlayDialog {
        .help(words.replayHelp(hasReport: hasReport), words, first: first, on: screen)
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
