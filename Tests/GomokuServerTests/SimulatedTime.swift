@testable import GomokuServer
@testable import Nodes
@testable import Rooms

/// Time that tests move by hand, and the timers in it.
final class SimulatedTime {
    final class Timer: OneShotTimer {
        fileprivate var due: Int?
        private let time: SimulatedTime
        fileprivate let fire: () -> Void

        init(_ time: SimulatedTime, _ fire: @escaping () -> Void) { (self.time, self.fire) = (time, fire) }
        func schedule(afterMilliseconds delay: Int) { due = time.steady + delay }
        func cancel() { due = nil }
    }

    protocol Witness: AnyObject {
        func timerFired()
    }

    /// Timers are held weakly, so a timer without an owner does not fire.
    private final class Weak {
        weak var timer: Timer?
        init(_ timer: Timer) { self.timer = timer }
    }

    /// The real milliseconds that have passed, which timers use.
    private(set) var steady = 0
    /// The difference between the server's clock and `steady`.
    var offset = 1_700_000_000_000
    private var timers: [Weak] = []
    /// Notified after each timer that fires.
    private weak var witness: (any Witness)?

    var now: Int { steady + offset }

    func timer(_ fire: @escaping () -> Void) -> Timer {
        let timer = Timer(self, fire)
        timers.append(Weak(timer))
        return timer
    }

    func tell(_ witness: any Witness) { self.witness = witness }

    func pass(_ milliseconds: Int) {
        let end = steady + milliseconds
        while let next = timers.compactMap(\.timer).filter({ $0.due ?? .max <= end }).min(by: {
            $0.due ?? 0 < $1.due ?? 0
        }) {
            steady = max(steady, next.due ?? end)
            next.due = nil
            next.fire()
            witness?.timerFired()
        }
        steady = end
    }

    /// Removes all timers, because the server has ended.
    func forget() { timers = [] }
}
