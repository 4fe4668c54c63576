import TestSupport
import Testing

@testable import gomoku_lab

@Suite struct LabHelpTests {
    private let help = ProgramHelp(of: LabCommand.self)

    @Test("Help of the developers' commands is at most 80 columns wide")
    func helpIsNarrow() {
        #expect(help.commands.count == 9)
        #expect(help.wideLines(columns: 80).isEmpty)
    }

    @Test("A line of help ends where the next word has no place, whatever the width", arguments: [60, 80, 100])
    func helpIsFilled(columns: Int) { #expect(help.shortLines(columns: columns).isEmpty) }
}
