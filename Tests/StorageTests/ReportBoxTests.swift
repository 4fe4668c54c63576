import GameState
import Storage
import Testing

@Suite("Reports for the operator")
struct ReportBoxTests {
    /// A reference to a shelf, because expectations cannot call mutating functions of a value.
    private final class Shelf {
        private(set) var value = ReportBox()

        func add(_ text: String = "", from network: String) -> ReportOutcome {
            value.add(Array(text.utf8), from: network)
        }
        func read(_ numbers: [Int]) -> Bool { value.read(numbers) }
    }

    private func texts(_ page: ReportPage) -> [String] { page.texts.map { String(decoding: $0, as: UTF8.self) } }

    @Test("A flood from many networks evicts no unread report, and other networks can still report")
    func flood() {
        let shelf = Shelf()
        #expect(shelf.add("first", from: "192.0.2.1") == .kept)
        for round in 0..<20 {
            for network in 0..<230 {
                let outcome = shelf.add("flood \(round)", from: "10.0.0.\(network)")
                #expect(outcome != .full)
            }
        }
        #expect(shelf.value.entries.count < ReportBox.limit)
        #expect(shelf.add("second", from: "192.0.2.2") == .kept)
        #expect(shelf.value.entries.first?.text == Array("first".utf8) && shelf.value.entries.first?.isRead == false)
    }

    @Test("A network may have five unread reports, but only one once half of the space is taken")
    func quota() {
        let shelf = Shelf()
        for number in 1...6 { #expect(shelf.add(from: "a") == (number <= 5 ? .kept : .tooMany)) }
        #expect(shelf.read([2]) && !shelf.read([2]))
        #expect(shelf.add(from: "a") == .kept && shelf.add(from: "a") == .tooMany)
        for number in 0..<250 { #expect(shelf.add(from: "b\(number)") == .kept) }
        #expect(shelf.value.entries.count == ReportBox.limit / 2)
        #expect(shelf.add(from: "b0") == .tooMany && shelf.add(from: "c") == .kept)
    }

    @Test("A full shelf evicts its oldest read report, or refuses the new one if all are unread")
    func full() {
        let shelf = Shelf()
        for number in 1...ReportBox.limit { #expect(shelf.add(from: "\(number)") == .kept) }
        #expect(shelf.add(from: "x") == .full)
        #expect(shelf.read([7, 9]))
        #expect(shelf.add(from: "x") == .kept)
        #expect(
            shelf.value.entries.count == ReportBox.limit && shelf.value.entries.last?.number == ReportBox.limit + 1)
        #expect(!shelf.value.entries.contains { $0.number == 7 } && shelf.value.entries.contains { $0.number == 9 })
    }

    @Test("Pages go from newest to oldest, limited in bytes, with at least one report")
    func pages() {
        let shelf = Shelf()
        for number in 1...5 { #expect(shelf.add("text\(number)", from: "n") == .kept) }
        #expect(shelf.value.page(before: nil, count: .max, bytes: .max).numbers == [5, 4, 3, 2, 1])
        let page = shelf.value.page(before: nil, count: .max, bytes: 13)
        #expect(texts(page) == ["text5", "text4"] && page.older == 3)
        #expect(texts(shelf.value.page(before: page.numbers.last, count: 1, bytes: .max)) == ["text3"])
        #expect(
            shelf.value.page(before: 2, count: .max, bytes: 1)
                == ReportPage(numbers: [1], texts: [Array("text1".utf8)], older: 0))
        #expect(shelf.value.page(before: 1, count: .max, bytes: .max).numbers == [])
    }

    @Test("Stored reports beyond the limit are dropped, read ones first")
    func opened() {
        let entries = (1...ReportBox.limit + 2).map {
            ReportBox.Entry(number: $0, network: "\($0)", text: [], isRead: $0 == 5)
        }
        #expect(ReportBox(entries).entries.map(\.number) == [2, 3, 4] + (6...ReportBox.limit + 2))
    }
}
