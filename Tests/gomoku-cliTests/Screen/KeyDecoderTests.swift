import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct KeyDecoderTests {
    private static let examples: [(String, [Key])] = [
        ("h8\r", [.character("h"), .character("8"), .enter]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OD", [.up, .left]),
        ("\u{1B}[1;5C", [.right]),
        ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[3~", [.home, .end, .home, .end, .delete]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
        ("\u{1B}[<0;11;5M", [.click(column: 10, row: 4)]),
        ("\u{1B}[<0;11;5m", []),  // released
        ("\u{1B}[<2;11;5M\u{1B}[<66;1;1M", []),  // other buttons
        ("\u{1B}[<64;3;4M\u{1B}[<65;1;1M", [.wheel(.up, column: 2, row: 3), .wheel(.down, column: 0, row: 0)]),
        ("\u{1B}[<0;0;-1Mx", [.character("x")]),
        ("\u{7F}\u{8}\t\u{3}\u{1A}", [.backspace, .backspace, .tab, .control("c"), .control("z")]),
        ("é語😀", [.character("é"), .character("語"), .character("😀")]),
        ("\u{1B}[200~quit\u{1B}[A\r\u{1B}[201~q", [.paste("quit\u{1B}[A\r"), .character("q")]),
        ("\u{1B}[?1;2c\u{1B}[99zq", [.character("q")]),  // sequences without a meaning here
        ("\u{1B}\u{1B}[A", [.escape, .up]),
        ("\u{1B}[\(tooLong)~q", [.character("q")]),
        ("\u{1B}[\(tooLong)\u{1B}[Aq", [.up, .character("q")]),
    ]
    private static let tooLong = String(repeating: "*", count: 80)

    @Test("Keys are decoded from complete sequences", arguments: examples.indices)
    func readsWhole(index: Int) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array(Self.examples[index].0.utf8)) == Self.examples[index].1)
        #expect(!decoder.isWaiting)
    }

    /// The keys are the same however the bytes are split.
    @Test("Keys are decoded from bytes in any pieces", arguments: examples.indices)
    func readsInAnyPieces(index: Int) {
        let bytes = Array(Self.examples[index].0.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            #expect(
                decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...]) == Self.examples[index].1, "cut at \(cut)")
        }
        var decoder = KeyDecoder()
        #expect(bytes.flatMap { decoder.feed([$0]) } == Self.examples[index].1)
    }

    @Test("A lone escape byte becomes the Escape key after a wait") func aLoneEscapeIsOneAfterAWhile() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.feed(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.flush() == [.escape, .character("[")])
    }

    @Test("Bytes that are not text are dropped") func bytesThatAreNoTextAreDropped() {
        var decoder = KeyDecoder()
        #expect(
            decoder.feed([0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x41, 0xED, 0xA0, 0x80, 0x71]) == [
                .character("("), .character("A"), .character("q"),
            ])
    }

    @Test("A key after an overlong sequence is still decoded") func keysAfterATooLongSequence() {
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array("\u{1B}[\(Self.tooLong)~".utf8)) == [])
        #expect(decoder.feed(Array("8;q".utf8)) == [.character("8"), .character(";"), .character("q")])
    }

    @Test("A key after an unfinished overlong sequence is still decoded")
    func keysAfterAnUnfinishedSequence() {
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array("\u{1B}[\(Self.tooLong)".utf8)) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.feed(Array("q".utf8)) == [.character("q")])
    }

    /// With arbitrary bytes the decoder never waits forever, and its memory stays bounded.
    @Test("Any bytes are decoded without a trap", arguments: UInt64(1)...20)
    func anythingIsRead(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var decoder = KeyDecoder()
        for _ in 0..<2_000 {
            let bytes: [UInt8] = [
                0x1B, 0x5B, 0x4F, 0x3C, 0x30, 0x3B, 0x4D, 0x7E, 0xC3, UInt8.random(in: 0...255, using: &random),
            ]
            _ = decoder.feed([bytes.randomElement(using: &random)!])
        }
        _ = decoder.flush()
        #expect(decoder.feed(Array("q".utf8)).contains(.character("q")) || !decoder.isWaiting, "seed \(seed)")
    }
}
