import Testing

@testable import WebSockets

@Suite("Frames")
struct FrameTests {
    @Test(
        "A header in front of the text is the same as one that is copied together with it",
        arguments: [0, 1, 125, 126, 65_535, 65_536])
    func headroom(count: Int) {
        let text = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        let copied = Frame(text)
        let headed = Frame(headed: [UInt8](repeating: 0xFF, count: Frame.headroom) + text)
        #expect(Array(headed.wire[headed.start...]) == Array(copied.wire[copied.start...]))
        #expect(Array(headed.wire[headed.payloadStart...]) == text)
        #expect(headed.size == copied.size)
        #expect(headed.count == count)
    }
}
