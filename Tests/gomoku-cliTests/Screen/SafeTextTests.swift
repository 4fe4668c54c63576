import Testing

@testable import gomoku_cli

@Suite struct SafeTextTests {
    @Test(
        "Only safe text is shown",
        arguments: [
            ("Ann", "Ann", 3), ("\u{1B}[2J\u{7}x", "?[2J?x", 6), ("\u{9B}31mred", "?31mred", 7),
            ("a\u{202E}b\u{2066}c\u{200F}", "abc", 3),  // writing direction
            ("a\u{200B}b\u{2060}c\u{FEFF}\u{AD}", "abc", 3),  // invisible characters
            ("one\ntwo\r\tthree", "one two  three", 14), ("a\u{2028}b\u{A0}c", "a b c", 5),
            ("e\u{301}", "e\u{301}", 1), ("e\u{301}\u{301}\u{301}\u{301}\u{301}", "e\u{301}\u{301}", 1),
            ("語", "語", 2), ("😀!", "😀!", 3), ("\u{1F1E9}\u{1F1EA}", "??", 2), ("👨\u{200D}👩", "👨👩", 4),
            ("\u{E000}\u{10FFFF}", "??", 2), ("\u{115F}\u{3164}a", "a", 1), ("\u{20E3}a", "a", 1), ("", "", 0),
        ])
    func showsOnlyWhatIsSafe(text: String, shown: String, width: Int) {
        let safe = SafeText(text)
        #expect(safe.text == shown)
        #expect(safe.width == width)
    }

    @Test("In ASCII mode only ASCII is shown") func inASCIINothingElseIsShown() {
        #expect(SafeText("Zoë 語 — 15×15…", isUnicode: false).text == "Zoe ? - 15x15.")
        #expect(SafeText("Fünf à la carte, Čeněk, ß æ", isUnicode: false).text == "Funf a la carte, Cenek, ? ?")
        // The same in decomposed form, as macOS writes it.
        #expect(SafeText("Fu\u{308}nf a\u{300} la carte", isUnicode: false).text == "Funf a la carte")
    }

    /// No Unicode character gets through that could move, hide or reverse anything.
    @Test("No Unicode character can control the terminal") func noCharacterIsDangerous() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for shown in SafeText(String(scalar)).text.unicodeScalars {
                switch shown.properties.generalCategory {
                case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
                    .nonspacingMark, .enclosingMark:
                    Issue.record("U+\(String(value, radix: 16))")
                default: break
                }
            }
        }
    }

    @Test("Text is cut and wrapped by display columns") func cutsAndWrapsByColumns() {
        #expect(SafeText("abcdef").cut(to: 4).text == "abc…")
        #expect(SafeText("語語語").cut(to: 4).text == "語…")
        #expect(SafeText("abc").cut(to: 0).text == "")
        #expect(SafeText("one two three").wrapped(to: 7).map(\.text) == ["one two", "three"])
        #expect(SafeText("語語語語").wrapped(to: 5).map(\.text) == ["語語", "語語"])
        #expect(SafeText("abcdefgh").wrapped(to: 3).map(\.text) == ["abc", "def", "gh"])
    }

    @Test("Chinese and Japanese lines are broken between characters, and Korean ones at blanks")
    func breaksBetweenCharacters() {
        #expect(SafeText("按 n 开始新的对局。").wrapped(to: 10).map(\.text) == ["按 n 开始", "新的对局。"])
        #expect(SafeText("対局です。次").wrapped(to: 8).map(\.text) == ["対局で", "す。次"])
        #expect(SafeText("石「石」").wrapped(to: 5).map(\.text) == ["石", "「石", "」"])
        #expect(SafeText("三語gomoku").wrapped(to: 8).map(\.text) == ["三語", "gomoku"])
        #expect(SafeText("한국어 오목").wrapped(to: 8).map(\.text) == ["한국어", "오목"])
        #expect(SafeText("a한한 한").wrapped(to: 1).map(\.text) == ["a"])
    }
}
