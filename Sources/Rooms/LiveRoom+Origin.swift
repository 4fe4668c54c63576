import GameState
import WebSockets

extension LiveRoom {
    /// Who has asked for a delta; an object, because it waits in several places on its way.
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
