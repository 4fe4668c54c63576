import GameState

/// The commands that the bridge of `gomoku-cli bot` sends to an engine: the Gomocup protocol in
/// upper case, with standard keys only.
package enum EngineWords {
    /// The value of `time_left` that means no limit.
    package static let unlimited = 2_147_483_647

    /// Returns the lines that the bridge sends once, after OK.
    ///
    /// The turn timeout is always positive, because without one engines think for 20 s or longer.
    package static func information(
        rule: Rule, moveMilliseconds: Int, matchMilliseconds: Int, memoryBytes: Int, folder: String
    ) -> [String] {
        [
            "INFO timeout_turn \(max(1, moveMilliseconds))", "INFO timeout_match \(matchMilliseconds)",
            "INFO time_left \(matchMilliseconds > 0 ? matchMilliseconds : unlimited)", "INFO max_memory \(memoryBytes)",
            "INFO game_type 1", "INFO rule \(rule.facts.gomocupNumber)", "INFO folder \(folder)",
        ]
    }

    /// Returns the commands that ask for the move after `moves`, of which the engine knows those in
    /// `known`. Nil if the engine must be restarted first, because it knows stones that are not in
    /// `moves`.
    ///
    /// If two or more stones are unknown, the commands use BOARD and list every stone in playing
    /// order, with the opponent's last. Some engines expect the colours to alternate, and hang on
    /// any other order.
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
