/// An answer that has not been sent yet.
package protocol PendingAnswer: AnyObject {
    /// Ends the wait, because the answer has been sent or its client has disconnected.
    func finish()
}

/// A suspended connection. Its later requests wait until the current one is answered, because
/// requests are answered in order.
///
/// Call ``finish()`` once the answer is sent. An object that is deallocated without this call
/// finishes by itself, so that a forgotten call blocks no client. ``Counters/holdsDropped`` counts
/// such objects for tests.
package final class SuspendedConnection: PendingAnswer {
    private var connection: ClientConnection?
    private let counters: Counters
    private let resume: (ClientConnection) -> Void

    /// - Parameter resume: handles the requests that `connection` has sent meanwhile.
    package init(_ connection: ClientConnection, counters: Counters, resume: @escaping (ClientConnection) -> Void) {
        self.connection = connection
        self.counters = counters
        self.resume = resume
        connection.isSuspended = true
    }

    deinit {
        guard connection != nil else { return }
        counters.holdsDropped += 1
        finish()
    }

    package func finish() {
        guard let held = connection else { return }
        connection = nil
        held.isSuspended = false
        resume(held)
    }
}
