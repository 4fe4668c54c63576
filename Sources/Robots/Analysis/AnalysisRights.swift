import GameState
import Rooms

/// The decisions about clients that ``AnalysisService`` leaves to other parts of the server.
package struct AnalysisRights {
    /// The cost of an analysis for the client's address.
    package enum Cost: Equatable {
        /// The bytes of a stored answer, which took no search.
        case bytes(Int)
        /// The processor time of a step, in milliseconds.
        case milliseconds(Int)
    }

    /// Whether a participant may have a board analysed now.
    let mayAnalyse: (Board, ParticipantID) -> Bool
    /// Returns the milliseconds to wait until the client's address may have another position
    /// analysed, or nil if it may now.
    let wait: (ClientConnection) -> Int?
    let charge: (ClientConnection, Cost) -> Void

    package init(
        mayAnalyse: @escaping (Board, ParticipantID) -> Bool, wait: @escaping (ClientConnection) -> Int?,
        charge: @escaping (ClientConnection, Cost) -> Void
    ) {
        self.mayAnalyse = mayAnalyse
        self.wait = wait
        self.charge = charge
    }
}
