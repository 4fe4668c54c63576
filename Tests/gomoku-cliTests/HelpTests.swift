import ArgumentParser
import Foundation
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

    @Test("A line of help ends where the next word has no place, whatever the width", arguments: [60, 80, 100])
    func helpIsFilled(columns: Int) {
        for command in Self.all(GomokuCommand.self) {
            let help = GomokuCommand.helpMessage(for: command, columns: columns)
            let lines = help.prefix(upTo: help.range(of: "USAGE:")?.lowerBound ?? help.endIndex)
                .split(separator: "\n", omittingEmptySubsequences: false)
            for (line, next) in zip(lines, lines.dropFirst()) where !line.isEmpty && !next.isEmpty {
                let word = next.prefix { $0 != " " }
                #expect(line.count + 1 + word.count >= columns, "\(command): \(line)")
            }
        }
    }
}
