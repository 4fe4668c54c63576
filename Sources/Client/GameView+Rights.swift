import GameState
import Wire

extension GameView {
    /// The actions that a participant may take now. The referee decides in the end. These rights
    /// only avoid requests that the referee would reject.
    public struct Rights: Equatable, Sendable {
        /// The sides that the participant holds.
        public let sides: [Stone]
        /// The side for which the participant may place a stone now.
        public let move: Stone?
        /// Whether the participant must offer a fifth move.
        public let fifth: Bool
        /// The participant's choices in an opening.
        public let choices: [OpeningChoice]
        /// An open seat. X if both are open.
        public let seat: Stone?
        /// The side for which the participant may resign.
        public let resign: Stone?
        public let newGame: Bool
    }

    /// Returns the actions that a participant may take now.
    ///
    /// - Parameters:
    ///   - isReserved: Whether the room belongs to its players, so that others cannot start a game
    ///     there.
    ///   - isHere: Whether a participant is in the room.
    public func rights(
        of participant: ParticipantID?, isReserved: Bool = false, isHere: (ParticipantID) -> Bool = { _ in true }
    ) -> Rights {
        let sides = participant.map { me in Stone.allCases.filter { seats[$0] == me } } ?? []
        let isMine = turn.map { sides.contains($0) } ?? false
        let resign = sides.count == 2 ? turn : sides.first
        return Rights(
            sides: sides, move: isMine && choices.isEmpty && phase != .offer ? turn : nil,
            fifth: isMine && phase == .offer, choices: isMine ? choices : [],
            seat: participant == nil || number == nil || isOver ? nil : openSeat,
            resign: isOver ? nil : resign,
            newGame: participant.map { mayStart($0, attendance(isReserved, isHere)) } ?? false)
    }

    private func attendance(_ isReserved: Bool, _ isHere: (ParticipantID) -> Bool) -> Attendance {
        func gone(_ holder: ParticipantID?) -> Int? { holder.map { isHere($0) ? nil : 0 } ?? nil }
        return Attendance(goneFor: .init(x: gone(seats.x), o: gone(seats.o)), isReserved: isReserved)
    }

    /// Returns whether the server would accept a New Game of `participant`. Only the server knows
    /// whether absent players have been gone long enough.
    private func mayStart(_ participant: ParticipantID, _ attendance: Attendance) -> Bool {
        number == nil || objectionToReplacing(by: participant, attendance) == nil
    }
}

extension GameView {
    /// Returns the delta that takes a seat.
    public func taking(_ stone: Stone, by participant: ParticipantID) -> Delta { Intent.seat(stone, participant).delta }

    /// Returns the delta of the next move.
    public func moving(to point: Point) -> Delta { Intent.move(moves.count + 1, to: point).delta }

    /// Returns the delta with which `stone` resigns.
    public func resigning(_ stone: Stone) -> Delta { Intent.resign(stone).delta }

    /// Returns the point of the move in `delta` if it is the next move of this game. Clients show
    /// it before the server confirms it.
    public func nextMove(in delta: Delta) -> Point? {
        guard !isOver, delta[.game] == nil, delta.text(.move) == String(moves.count + 1),
            let point = move(in: delta), board[point] == nil
        else { return nil }
        return point
    }

    /// Returns the point of the move in `delta`, even if it is not the next one. Returns `nil` if
    /// the delta contains no move.
    public func move(in delta: Delta) -> Point? {
        guard let number = delta.number(.move), number > 0,
            let column = delta.number(.column(number)),
            let row = delta.number(.row(number))
        else { return nil }
        return size.point(column: column, row: row)
    }
}
