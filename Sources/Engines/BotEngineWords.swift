import GameState

/// What the bridge says to an engine: the Gomocup protocol's commands, upper case, only the standard keys.
package enum BotEngineWords {
    /// "No limit" for `time_left`.
    package static let unlimited = 2_147_483_647

    /// What is said once, after OK. Always a positive timeout_turn: without it engines think for 20 s and more.
    package static func information(
        rule: Rule, moveMilliseconds: Int, matchMilliseconds: Int, memoryBytes: Int, folder: String
    ) -> [String] {
        [
            "INFO timeout_turn \(max(1, moveMilliseconds))", "INFO timeout_match \(matchMilliseconds)",
            "INFO time_left \(matchMilliseconds > 0 ? matchMilliseconds : unlimited)", "INFO max_memory \(memoryBytes)",
            "INFO game_type 1", "INFO rule \(rule.facts.gomocupNumber)", "INFO folder \(folder)",
        ]
    }

    /// Asks for the move after `moves`, of which the engine knows the first `known`; nil when only a new process can be
    /// told.
    ///
    /// BOARD is used where two or more stones are unknown, and names every stone in playing order, so that the last one
    /// is the opponent's: some engines take colours alternately and hang on anything else.
    package static func request(_ moves: [Point], known: [Point], left: Int) -> [String]? {
        let time = "INFO time_left \(left)"
        if moves.isEmpty { return known.isEmpty ? [time, "BEGIN"] : nil }
        guard let last = moves.last else { return nil }
        if known == moves.dropLast() { return [time, "TURN \(last.cell)"] }
        guard known.isEmpty else { return nil }
        let stones = moves.enumerated().map { index, move in
            "\(move.cell),\((moves.count - index) % 2 == 0 ? 1 : 2)"
        }
        return [time, "BOARD"] + stones + ["DONE"]
    }
}
