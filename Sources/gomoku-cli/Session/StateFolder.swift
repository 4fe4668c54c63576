/// The directory with the files that the program keeps between runs.
enum StateFolder {
    /// Returns `$XDG_STATE_HOME/gomoku` or `~/.local/state/gomoku`; nil if there is no home
    /// directory.
    static func path(environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/gomoku" }
        if let home = environment["HOME"], !home.isEmpty { return home + "/.local/state/gomoku" }
        return nil
    }
}
