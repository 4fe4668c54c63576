import Client
import GameState
import Wire

/// A printer of all events in a room, line by line.
final class WatchPrinter: SessionPrinter {
    private var lines: WatchLines
    let wantsMore = true

    init(_ words: any Words) { lines = WatchLines(words) }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        for line in lines.lines(for: change, mirror: session.mirror) {
            Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text)
        }
    }
}
