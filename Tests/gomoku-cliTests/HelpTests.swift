import ArgumentParser
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

    @Test("--version prints the product's version")
    func version() { #expect(GomokuCommand.configuration.version == "gomoku-cli \(Product.version)") }
}
