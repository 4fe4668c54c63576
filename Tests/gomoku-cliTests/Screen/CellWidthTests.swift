import GameState
import Glibc
import Testing

@testable import gomoku_cli

/// Tests of the columns that characters take. The C library's table is the reference, because
/// terminals use it or the same data.
@Suite struct CellWidthTests {
    /// Characters about which C libraries differ: ambiguous ones, and those whose width changed in
    /// Unicode 16.0.
    private static let disputed: [ClosedRange<UInt32>] = [
        0x3248...0x324F, 0x1171E...0x1171E, 0x2630...0x2637, 0x268A...0x268F, 0x4DC0...0x4DFF, 0x1D300...0x1D356,
        0x1D360...0x1D376,
    ]

    @Test("Every character that is shown takes as many columns as in the C library")
    func likeTheLibrary() throws {
        let locale = try #require(unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        defer { unsafe freelocale(locale) }
        let before = unsafe uselocale(locale)
        defer { _ = unsafe uselocale(before) }
        // Swift's module of the C library lacks this function of POSIX.
        typealias Width = @convention(c) (UInt32) -> Int32
        let symbol = try #require(unsafe dlsym(nil, "wcwidth"))
        let wcwidth = unsafe unsafeBitCast(symbol, to: Width.self)
        var compared = 0
        var different: [String] = []
        for value in UInt32(0xA0)...0x3FFFF where !Self.disputed.contains(where: { $0.contains(value) }) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = SafeText(String(scalar))
            // The library may be older than the character.
            let width = Int(wcwidth(value))
            guard shown.text == String(scalar), width >= 0 else { continue }
            compared += 1
            if shown.width != width { different.append("U+\(String(value, radix: 16)) \(shown.width) \(width)") }
        }
        #expect(different == [])
        #expect(compared > 100_000)
    }

    @Test(
        "Each class of characters takes its columns",
        arguments: [
            ("Latin", "Zoë", 3), ("Cyrillic", "Ёж", 2), ("Cyrillic, decomposed", "и\u{306}", 1),
            ("Chinese, simplified", "轮到你了", 8), ("Chinese, traditional", "輪到你了", 8),
            ("hiragana and katakana", "あなたの番ガギ", 14), ("halfwidth katakana", "ｱｲｳ", 3),
            ("halfwidth katakana with a sound mark", "ｶﾞ", 2), ("Korean", "당신 차례", 9),
            ("halfwidth Korean", "ﾡﾢ", 2), ("fullwidth Latin", "ＡＢＣ１２３", 12), ("fullwidth punctuation", "，。！？「」", 12),
            ("ideographic space", "あ\u{3000}い", 5), ("ideographs beyond the basic plane", "𠮷野家", 6),
            ("compatibility ideographs", "\u{F900}\u{2F800}", 4), ("bopomofo", "ㄅㄆ", 4),
            ("circled Korean and enclosed ideographs", "㉠㊀", 4), ("emoji", "😀🀄⚡", 6),
            ("symbols that emoji resemble", "☺♟✓", 3), ("ambiguous", "○●→“”…×·", 8),
            ("combining marks", "e\u{301}a\u{308}", 2), ("enclosing marks", "1\u{20E3}", 1),
            ("zero width", "a\u{200B}\u{200D}\u{FEFF}b\u{FE0F}", 2),
        ])
    func classes(name: String, text: String, width: Int) {
        #expect(SafeText(text).width == width, "\(name)")
    }

    @Test("Decomposed Korean and Japanese is shown in composed form, with the same width")
    func decomposed() {
        #expect(SafeText("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}").text == "한글")
        #expect(SafeText("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}").width == 4)
        #expect(SafeText("か\u{3099}").text == "が" && SafeText("か\u{3099}").width == 2)
        #expect(SafeText("あ\u{3099}").width == 2, "a mark without a composed form")
        #expect(SafeText("\u{1100}\u{119E}").width == 2, "old Korean without a composed form")
        #expect(SafeText("👍\u{1F3FD}").text == "👍", "a skin colour would join the hand")
    }

    @Test("Chinese and Japanese lines end between characters, but not before closing punctuation")
    func lineBreaks() {
        #expect(SafeText("我下在h8。你呢？").wrapped(to: 8).map(\.text) == ["我下在", "h8。你", "呢？"])
        #expect(SafeText("我下在h8。你呢？").wrapped(to: 10).map(\.text) == ["我下在h8。", "你呢？"])
        #expect(SafeText("我下在，你呢").wrapped(to: 6).map(\.text) == ["我下", "在，你", "呢"])
        #expect(SafeText("他说「好」").wrapped(to: 6).map(\.text) == ["他说", "「好」"])
        #expect(SafeText("Bob 下在这里了").wrapped(to: 10).map(\.text) == ["Bob 下在这", "里了"], "no early end at the blank")
        #expect(SafeText("당신 차례입니다").wrapped(to: 12).map(\.text) == ["당신", "차례입니다"], "Korean keeps its words")
        #expect(SafeText("차례입니다").wrapped(to: 6).map(\.text) == ["차례입", "니다"], "a word longer than the line")
    }

    @Test("Text with wide characters is cut so that it fits", arguments: 0...12)
    func cut(width: Int) {
        let text = SafeText("轮到你了, 당신 ＡＢ").cut(to: width)
        #expect(text.width <= width && text.width >= width - 1)
    }

    @Test("Names in Chinese, Japanese and Korean leave the board, the clocks and the frames in their columns")
    func screens() throws {
        for (width, height) in [(60, 20), (80, 24), (120, 40), (200, 60)] {
            var table = Table(width: width, height: height, bob: .init(id: Table.bob.id, name: "鈴木一郎과김철수과李小龙"))
            table.start("h8 i9")
            for input in [PlayModel.Input.board, .help(), .people(PeopleList())] {
                table.model.input = input
                for line in table.picture().split(separator: "\n") {
                    #expect(SafeText(String(line)).width <= width, "\(line)")
                }
                let canvas = PlayScreen.draw(table.model, now: 0)
                guard input != .board else { continue }
                // The frame is the last thing drawn.
                let corner = try #require(
                    (0..<height).compactMap { row in
                        (0..<width).last { canvas[$0, row].text == "┐" && canvas[$0, row + 1].text == "│" }
                            .map { (column: $0, row: row) }
                    }.last)
                let below = (corner.row + 1..<height).first { canvas[corner.column, $0].text != "│" }
                #expect(below.map { canvas[corner.column, $0].text } == "┘", "the frame is straight")
            }
        }
    }
}
