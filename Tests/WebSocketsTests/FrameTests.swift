import Testing

@testable import WebSockets

@Suite("Frames")
struct FrameTests {
    @Test(
        "A frame with its header written into headroom has the same bytes as a copied frame",
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

    @Test(
        "A frame header encodes the length in the number of bytes that RFC 6455 requires",
        arguments: [
            (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (65_535, [0x81, 126, 0xff, 0xff]),
            (65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])])
    func header(count: Int, expected: [UInt8]) {
        let headed = Frame(headed: [UInt8](repeating: 0xFF, count: Frame.headroom + count))
        #expect(Array(headed.wire[headed.start..<headed.payloadStart]) == expected)
    }
}
