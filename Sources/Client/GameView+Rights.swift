import GameState
import Wire

extension GameView {
    /// What a participant may do now. The referee decides; this only spares asking in vain.
    public struct Rights: Equatable, Sendable {
        /// The sides the participant holds.
        public let sides: [Stone]
        /// The side that the participant may place a stone for now.
        public let move: Stone?
        /// Whether the participant is to offer a fifth move.
        public let fifth: Bool
        /// What the participant may choose among in an opening.
        public let choices: [OpeningChoice]
        /// An open seat; X where both are.
        public let seat: Stone?
        /// The side that the participant may resign for.
        public let resign: Stone?
        public let newGame: Bool
    }

    /// - Parameter isReserved: whether the room was made for those who play in it, so that others start no game there.
    public func rights(of participant: ParticipantID?, isReserved: Bool = false) -> Rights {
        let sides = participant.map { me in Stone.allCases.filter { seats[$0] == me } } ?? []
        let isMine = turn.map { sides.contains($0) } ?? false
        let resign = sides.count == 2 ? turn : sides.first
        return Rights(
            sides: sides, move: isMine && choices.isEmpty && phase != .offer ? turn : nil,
            fifth: isMine && phase == .offer, choices: isMine ? choices : [],
            seat: participant == nil || number == nil || isOver ? nil : openSeat,
            resign: isOver ? nil : resign,
            newGame: participant.map { mayStart($0, Attendance(isReserved: isReserved)) } ?? false)
    }

    /// Whether a New Game of `participant` would be accepted. Only the server knows whether players have gone for long
    /// enough.
    private func mayStart(_ participant: ParticipantID, _ attendance: Attendance) -> Bool {
        number == nil || objectionToReplacing(by: participant, attendance) == nil
    }
}

extension GameView {
    /// The delta that takes a seat.
    public func taking(_ stone: Stone, by participant: ParticipantID) -> Delta { Intent.seat(stone, participant).delta }

    /// The delta of the next move.
    public func moving(to point: Point) -> Delta { Intent.move(moves.count + 1, to: point).delta }

    /// The delta with which `stone` gives up.
    public func resigning(_ stone: Stone) -> Delta { Intent.resign(stone).delta }

    /// Where the move that `delta` makes would lie, if it is this game's next move: to be shown before it is confirmed.
    public func nextMove(in delta: Delta) -> Point? {
        guard !isOver, delta[.game] == nil, delta.text(.move) == String(moves.count + 1),
            let point = move(in: delta), board[point] == nil
        else { return nil }
        return point
    }

    /// Where the move that `delta` makes would lie, whether it fits or not; nil when it makes none.
    public func move(in delta: Delta) -> Point? {
        guard let number = delta.number(.move), number > 0,
            let column = delta.number(.column(number)),
            let row = delta.number(.row(number))
        else { return nil }
        return size.point(column: column, row: row)
    }
}
