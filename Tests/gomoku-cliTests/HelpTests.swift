import ArgumentParser
import Testing

@testable import gomoku_cli

@Suite struct HelpTests {
    private static func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(all)
    }

    @Test("Help is at most 80 columns wide")
    func helpIsNarrow() {
        let commands = Self.all(GomokuCommand.self)
        #expect(commands.count > 10)
        for command in commands {
            for line in GomokuCommand.helpMessage(for: command, columns: 80).split(separator: "\n") {
                #expect(line.count <= 80, "\(command): \(line)")
            }
        }
    }
}
