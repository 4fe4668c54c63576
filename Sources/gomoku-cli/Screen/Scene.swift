import GameState
import WebSockets

/// Where one can be on the full screen.
enum Place {
    /// In a room; with a form: it is opened there at once.
    case table(RoomName, PlayModel.Mode, opens: NewGameForm?, secret: RoomSecret? = nil)
    /// Where games are found; with a wish: an opponent is looked for at once. `why` tells somebody who did not ask for the
    /// lobby.
    case lobby(SeekWish?, why: String? = nil)
}

/// What is shown on the full screen, with the session behind it.
protocol Scene: AnyObject {
    var session: Session { get }
    func start()
    func close()
    func press(_ key: Key, screen: Terminal.Size, now: Int)
    /// Time has come that ``Stage/wake(afterMilliseconds:)`` asked for.
    func tick(now: Int)
    func draw(on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas
    /// Milliseconds until the picture changes by itself; nil while nothing on it moves.
    func nextChange(now: Int) -> Int?
}

/// What a scene asks of the program around it. All times are milliseconds of the loop's clock.
protocol Stage: AnyObject {
    var words: any Words { get }
    var loop: EventLoop { get }
    /// Something may look different: draws soon.
    func changed()
    /// What the terminal shows is not known any more.
    func redraw()
    /// Calls whoever looks elsewhere: the terminal's bell.
    func ring()
    func suspend()
    func wake(afterMilliseconds delay: Int)
    /// Leaves this scene for another.
    func go(to place: Place)
    /// Gets something from the server by HTTP. Nothing is told when the scene has changed meanwhile.
    func fetch(_ path: String, patience: Int, _ done: @escaping (WebFetch.Answer) -> Void)
    func quit(_ status: Int32, complaint: String?)
}

extension Stage {
    func quit(_ status: Int32 = 0) { quit(status, complaint: nil) }
}

extension SessionStatus {
    /// How often the seconds until the next try are drawn, in milliseconds.
    static let countdownMilliseconds = 250

    /// Milliseconds until its sentence changes.
    var nextChange: Int? { if case .offline = self { Self.countdownMilliseconds } else { nil } }
}
