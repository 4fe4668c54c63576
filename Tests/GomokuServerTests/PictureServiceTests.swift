import GameState
import Testing
import WebSockets

@testable import Web

/// The limits of the queue and the cache of pictures.
@Suite struct PictureServiceTests {
    /// The diagram of a single move, a different one for each number.
    private func drawing(_ number: Int) -> Drawing {
        let point = Point(column: number % 15, row: number / 15)
        return .diagram(GameDiagram(position: BoardPosition(size: .standard, moves: [point]), caption: "Ann – Bob"))
    }

    @Test("The clients of one address group have four places in the queue, and all together 32")
    func queue() {
        // No loop takes the results, so every drawing waits.
        let pictures = PictureService(made: Mailbox())
        var refused = 0
        func ask(_ number: Int, for group: String) {
            pictures.draw(drawing(number), for: group) { if $0 == nil { refused += 1 } }
        }
        for number in 0..<4 { ask(number, for: "a") }
        #expect(refused == 0)
        ask(4, for: "a")
        #expect(refused == 1, "a fifth drawing of the same group")
        ask(0, for: "a")
        #expect(refused == 1, "a drawing that waits already takes no place")
        for number in 4..<32 { ask(number, for: "\(number)") }
        #expect(refused == 1)
        ask(32, for: "b")
        #expect(refused == 2, "the queue is full")
    }

    @Test("At most 256 requests wait for one drawing")
    func askers() {
        let pictures = PictureService(made: Mailbox())
        var refused = 0
        for number in 0..<257 { pictures.draw(drawing(0), for: "\(number)") { if $0 == nil { refused += 1 } } }
        #expect(refused == 1)
    }

    @Test("A finished picture answers its requests and stays in the cache until 4 MiB are exceeded")
    func cache() {
        let pictures = PictureService(made: Mailbox())
        let half = [UInt8](repeating: 1, count: PictureService.cacheBytes / 2)
        var sizes: [Int?] = []
        func ask(_ number: Int) { pictures.draw(drawing(number), for: "a") { sizes.append($0?.count) } }
        ask(0)
        pictures.finished(.init(.init(key: drawing(0), value: half)))
        ask(0)
        #expect(sizes == [half.count, half.count])
        for number in 1...2 {
            ask(number)
            pictures.finished(.init(.init(key: drawing(number), value: half)))
        }
        sizes = []
        ask(2)
        ask(0)
        #expect(sizes == [half.count], "the oldest picture has left the cache and waits again")
    }
}
