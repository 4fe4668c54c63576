import TestSupport
import Testing

@testable import gomoku_lab

@Suite struct LabHelpTests {
    private let help = ProgramHelp(of: LabCommand.self)

    @Test("The developers' help is at most 80 columns wide")
    func helpIsNarrow() {
        #expect(help.commands.count == 17)
        #expect(help.wideLines(columns: 80).isEmpty)
    }

    @Test("Help lines are filled up to any given width", arguments: [60, 80, 100])
    func helpIsFilled(columns: Int) { #expect(help.shortLines(columns: columns).isEmpty) }
}
