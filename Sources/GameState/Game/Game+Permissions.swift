/// Who may start another game or change seats (the table in docs/PROTOCOL.md).
extension Game {
    /// The sides that people hold: an open seat waits for anybody, and a robot for nothing.
    private var people: [Stone] {
        Stone.allCases.filter { stone in seats[stone].map { $0.robotLevel == nil } ?? false }
    }

    private var hasOpenSeat: Bool { seats.x == nil || seats.o == nil }

    /// Throws unless a New Game of `sender` may replace this one.
    func checkMayBeReplaced(by sender: ParticipantID, _ attendance: Attendance) throws(Rejection) {
        guard sits(sender) else {
            if !strangerMayReplace(attendance) { throw .playersOnly }
            return
        }
        guard isOver || moves.count < 2 || isSolo || hasOpenSeat else { throw .gameRunning }
    }

    private func strangerMayReplace(_ attendance: Attendance) -> Bool {
        if isOver { return !attendance.isReserved }
        func areGone(for milliseconds: Int) -> Bool {
            people.allSatisfy { stone in attendance.goneFor[stone].map { $0 >= milliseconds } ?? false }
        }
        if hasOpenSeat { return areGone(for: attendance.waitingGrace) }
        // Robots alone play for nobody.
        return people.isEmpty || !terms.isRated && areGone(for: attendance.playingGrace)
    }

    /// Throws unless `sender`, who may hold no seat, may change this one: the only thing for others is to take an open
    /// seat themselves.
    func checkMaySeat(_ change: Intent.SeatChange, by sender: ParticipantID) throws(Rejection) {
        guard !sits(sender), !people.isEmpty else { return }
        guard hasOpenSeat, change.participant == sender else { throw .playersOnly }
    }
}
