/// An answer that is not sent yet.
package protocol PendingAnswer: AnyObject {
    /// Ends the wait, because the answer is sent or its client is gone.
    func finish()
}

/// The answer to one request that what its connection asks next waits for: requests are answered in order.
///
/// It has to be finished once the answer is sent. One that is let go of unfinished finishes by itself, so that a
/// forgotten end hangs nobody, and is counted, so that a test finds it.
package final class Hold: PendingAnswer {
    private var connection: ClientConnection?
    private let counters: Counters
    private let goOn: (ClientConnection) -> Void

    /// - Parameter goOn: goes on with what `connection` has asked meanwhile.
    package init(_ connection: ClientConnection, counters: Counters, goOn: @escaping (ClientConnection) -> Void) {
        self.connection = connection
        self.counters = counters
        self.goOn = goOn
        connection.isHeld = true
    }

    deinit {
        guard connection != nil else { return }
        counters.holdsDropped += 1
        finish()
    }

    package func finish() {
        guard let held = connection else { return }
        connection = nil
        held.isHeld = false
        goOn(held)
    }
}
