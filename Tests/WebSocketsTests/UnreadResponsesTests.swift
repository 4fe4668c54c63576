import Testing

@testable import WebSockets

@Suite("Unread HTTP answers") struct UnreadResponsesTests {
    @Test("An address at its limit of unread answers gets no more; others do until the total limit")
    func limits() {
        let unread = UnreadResponses(bytes: 100, bytesPerAddress: 60)
        unread.add(60, of: "192.0.2.1")
        #expect(!unread.isOpen(to: "192.0.2.1") && unread.isOpen(to: "192.0.2.2") && unread.isOpen(to: nil))
        unread.add(40, of: "192.0.2.2")
        #expect(!unread.isOpen(to: "192.0.2.3") && !unread.isOpen(to: nil))
        unread.remove(60, of: "192.0.2.1")
        #expect(unread.isOpen(to: "192.0.2.1") && unread.bytes == 40)
    }
}
