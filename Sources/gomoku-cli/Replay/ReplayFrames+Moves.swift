import GameState

/// The moves of the game that a frame belongs to.
extension ReplayFrames {
    /// A move, and the number of the frame that shows it.
    struct Step: Equatable {
        let move: MoveList.Move
        let place: Int
    }

    /// Returns the moves of the game on the board of a frame: also the later ones, unless moves
    /// were taken back in between.
    func steps(at place: Int) -> [Step] {
        let before = steps(to: place)
        let whole = steps(to: lastPlace(ofGameAt: place))
        return whole.starts(with: before) ? whole : before
    }

    /// Returns the moves on the board of a frame.
    private func steps(to place: Int) -> [Step] {
        var steps: [Step] = []
        var wanted = frames[place].moves
        var at = place
        while wanted > 0, at > 0 {
            if frames[at].moves == wanted, frames[at - 1].moves < wanted, let move = frames[at].made {
                steps.append(Step(move: move, place: at))
                wanted -= 1
            }
            at -= 1
        }
        // The first moves of a very long history may be missing.
        return wanted == 0 ? steps.reversed() : []
    }

    private func lastPlace(ofGameAt place: Int) -> Int {
        var last = place
        while last + 1 < frames.count, frames[last + 1].game == frames[place].game { last += 1 }
        return last
    }

    /// Returns the name of a side's player in a frame, or nil if there is none.
    func player(_ side: Stone, at place: Int, _ words: any Words) -> String? {
        guard let player = frames[place].players[side] else { return sideNames[side] }
        return words.playerName(player, known: names[player])
    }
}
