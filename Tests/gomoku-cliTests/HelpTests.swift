import ArgumentParser
import Foundation
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite struct HelpTests {
    private let help = ProgramHelp(of: GomokuCommand.self)

    @Test("Help is at most 80 columns wide")
    func helpIsNarrow() {
        #expect(help.commands.count > 10)
        #expect(help.wideLines(columns: 80).isEmpty)
    }

    @Test("Help lines are filled up to any given width", arguments: [60, 80, 100])
    func helpIsFilled(columns: Int) { #expect(help.shortLines(columns: columns).isEmpty) }

    @Test("docs/EXIT-STATUSES.md lists the statuses of every command")
    func statuses() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/EXIT-STATUSES.md"), encoding: .utf8)
        let table = try #require(text.components(separatedBy: "## Which statuses does each command have?").last)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        let commands = rows.flatMap { row in row[1].matches(of: /`([a-z]+)`/).map { String($0.1) } }
        let known = GomokuCommand.configuration.groupedSubcommands.flatMap { $0.subcommands }
            .map { $0.configuration.commandName ?? "\($0)".lowercased() }
        #expect(Set(commands) == Set(known) && commands.count == known.count)
        let statuses = rows.flatMap { row in row[2].matches(of: /[0-9]+/).compactMap { Int32($0.output) } }
        #expect(Set(statuses).isSubset(of: ExitStatus.named.map(\.status)) && statuses.count > known.count)
    }

    @Test("--version prints the product's version")
    func version() { #expect(GomokuCommand.configuration.version == "gomoku-cli \(Product.version)") }
}
