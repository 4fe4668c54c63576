import GameState
import WebSockets

extension LiveRoom {
    /// A requested delta and its sender. A class, because several queues refer to it.
    final class Origin {
        package let request: DeltaRequest
        let sender: ClientConnection
        package let asked = Histogram.now()

        init(request: DeltaRequest, sender: ClientConnection) {
            self.request = request
            self.sender = sender
        }
    }
}
