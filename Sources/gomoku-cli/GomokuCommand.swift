import ArgumentParser

@main struct GomokuCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gomoku-cli", subcommands: [EngineCommand.self, MatchCommand.self, AnalyseCommand.self, AnalyseBench.self])
}
