import Testing

@testable import gomoku_cli

/// Tests of the table that holds the texts of a language.
@Suite struct WordTableTests {
    /// Two texts, then one in the language's two plural forms, and one that only English has.
    private let table = WordTable(
        #"""
        Quit \n

        {1} moves: {0} thinks.
        {0} cosa¦{0} cose
        ¦1 coin¦{0} coins
        """#
    ) { count in count < 2 ? 0 : 1 }

    @Test("A text is found by the number of its line, also after an empty one") func lines() {
        #expect([table[0], table[1]] == [#"Quit \n"#, ""])
        #expect(table.text(2, ["Ann", "X"]) == "X moves: Ann thinks.")
    }

    @Test("A value is not searched for places of other values") func values() {
        #expect(table.text(2, ["{1} é", "{0}"]) == "{0} moves: {1} é thinks.")
    }

    @Test("A count chooses the plural form, in English if the language lacks the text") func plurals() {
        #expect([0, 1, 2].map { table.text(3, count: $0, ["\($0)"]) } == ["0 cosa", "1 cosa", "2 cose"])
        #expect([0, 1, 2].map { table.text(4, count: $0, ["\($0)"]) } == ["0 coins", "1 coin", "2 coins"])
    }
}
