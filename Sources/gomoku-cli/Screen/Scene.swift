import GameState
import WebSockets

/// A destination on the full screen.
enum Place {
    /// A room. A form is opened there at once, or the invitation of a link is followed.
    case table(
        RoomName, PlayModel.Mode, opens: NewGameForm?, secret: RoomSecret? = nil, invitation: Invitation? = nil)
    /// The lobby. A wish begins a seek at once. `why` is a sentence for a user who did not choose
    /// to go there.
    case lobby(SeekTerms?, why: String? = nil)
    /// An analysis room.
    case study(RoomName, secret: RoomSecret?)
    /// A puzzle race.
    case race(RoomName, secret: RoomSecret?)
}

/// A full-screen view with its session.
protocol Scene: AnyObject {
    var session: Session { get }
    /// The title of the window.
    var title: String { get }
    /// Returns whether the user still has to know about an alert.
    func isCurrent(_ alert: Alert) -> Bool
    /// A sentence for the user in the shell after quitting, or nil.
    var farewell: String? { get }
    func start()
    func close()
    func press(_ key: Key, screen: Terminal.Size, now: Int)
    /// Called at the time set by ``Stage/wake(afterMilliseconds:)``.
    func tick(now: Int)
    func draw(on screen: Terminal.Size, isUnicode: Bool, now: Int) -> Canvas
    /// Returns the milliseconds until the view changes by itself, or nil if it does not.
    func nextChange(now: Int) -> Int?
}

extension Scene {
    func isCurrent(_ alert: Alert) -> Bool { true }
    var farewell: String? { nil }
}

/// The program around a scene. All times are milliseconds of the loop's clock.
protocol Stage: AnyObject {
    var words: any Words { get }
    var loop: EventLoop { get }
    /// Draws the scene soon, because it may have changed.
    func changed()
    /// Draws everything again, because the screen's contents are unknown.
    func redraw()
    /// Calls the user, if the settings ask for it.
    func call(_ alert: Alert)
    /// Puts a text into the terminal's clipboard. Returns false if the terminal cannot do that.
    func copy(_ text: String) -> Bool
    func suspend()
    func wake(afterMilliseconds delay: Int)
    /// Replaces this scene by another.
    func go(to place: Place)
    /// Sends an HTTP request to the server. `done` is not called if the scene was replaced in the
    /// meantime.
    func fetch(_ path: String, patience: Int, _ done: @escaping (WebFetch.Answer) -> Void)
    func quit(_ status: Int32, complaint: String?)
}

extension Stage {
    func quit(_ status: Int32 = 0) { quit(status, complaint: nil) }
}

extension SessionStatus {
    /// The interval at which the seconds until the next attempt are drawn, in milliseconds.
    static let countdownMilliseconds = 250

    /// The milliseconds until the sentence changes, or nil if it does not.
    var nextChange: Int? { if case .offline = self { Self.countdownMilliseconds } else { nil } }
}
