import Foundation
import GameState
import Puzzles
import Storage
import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms
@testable import Web

@Suite("A person's record of puzzles on a server")
struct SolverRecordTests {
    private static let attempt =
        #"{"type":"delta","room":"~puzzles","id":"1","set":{"attempt.Mnn-hb7xFvQ":{"tries":"7,7"}}}"#
    private static let judged = JudgedAttempt(
        PuzzleAttempt("Mnn-hb7xFvQ", .tries([Point(column: 7, row: 7)])), rating: 1_500, isSolved: true)

    /// A participant with an open record.
    private func joined(_ name: String, _ test: TestServer) -> (ClientConnection, RecordingOutlet) {
        let (connection, outlet) = test.connection(name)
        send(#"{"type":"join","room":"~puzzles"}"#, connection, test)
        return (connection, outlet)
    }

    private func send(_ text: String, _ connection: ClientConnection, _ test: TestServer) {
        test.dispatcher.receive(Array(text.utf8), from: connection, now: test.time)
    }

    @Test("Each participant has another record, which no secret opens")
    func isPrivate() throws {
        let test = TestServer()
        test.store.holdsAppends = false
        let (ann, annHears) = joined("ann", test)
        let (again, _) = joined("ann", test)
        let (bob, bobHears) = joined("bob", test)
        #expect(annHears.heard.first?["kind"]?.string == "puzzles")
        #expect(bobHears.heard.first?["host"]?.string == "bob")
        #expect(ann.rooms[.puzzles] === again.rooms[.puzzles] && ann.rooms[.puzzles] !== bob.rooms[.puzzles])
        let live = try #require(ann.rooms[.puzzles])
        #expect(live.name.lock != nil && !live.room.isListed && live.name != .puzzles)
        _ = (annHears.news(), bobHears.news())
        send(#"{"type":"delta","room":"~puzzles","id":"1","set":{"best":{"streak":3}}}"#, ann, test)
        #expect(annHears.news() == ["delta:1"] && bobHears.news().isEmpty)
        for more in [#","secret":"AAAAAAAAAAAAAAAAAAAAAA""#, #","kind":"open""#] {
            let (eve, eveHears) = test.connection("eve")
            send(#"{"type":"join","room":"~puzzles"\#(more)}"#, eve, test)
            #expect(eveHears.news() == ["error:bad-message"] && eve.rooms.isEmpty)
        }
        let (eve, eveHears) = test.connection("eve")
        send(#"{"type":"join","room":"mine","kind":"puzzles"}"#, eve, test)
        #expect(eveHears.news() == ["error:bad-message"])
    }

    @Test("An attempt waits for its puzzle, and later requests wait for the attempt")
    func order() throws {
        let test = TestServer()
        test.store.holdsAppends = false
        let (ann, hears) = joined("ann", test)
        _ = hears.news()
        send(Self.attempt, ann, test)
        send(#"{"type":"ping","at":1}"#, ann, test)
        #expect(test.puzzles.asked == [Self.judged.attempt] && hears.news().isEmpty)
        test.puzzles.answer(.success(Self.judged))
        #expect(hears.heard.first?["set"]?["attempt.Mnn-hb7xFvQ"]?.string == "solved 1970-01-01")
        #expect(hears.heard.first?["set"]?["rating"]?["games"]?.integer == 1)
        #expect(hears.news() == ["delta:1", "pong:"])
        send(Self.attempt, ann, test)
        test.puzzles.answer(.success(Self.judged))
        #expect(hears.news() == ["delta:1:again"])
    }

    @Test("An attempt at an unknown puzzle is rejected, and so is one too many")
    func refused() throws {
        let test = TestServer()
        test.store.holdsAppends = false
        let (ann, hears) = joined("ann", test)
        _ = hears.news()
        send(Self.attempt, ann, test)
        test.puzzles.answer(.success(nil))
        send(Self.attempt, ann, test)
        test.puzzles.answer(.failure(.rateLimited("attempts at puzzles", retryAfter: 1_000)))
        #expect(hears.heard.last?["retryAfter"]?.integer == 1_000)
        #expect(hears.news() == ["reject:bad-value", "reject:rate-limited"])
    }

    @Test("A repeated judgement after a failed append has the same attempt")
    func reloaded() throws {
        let test = TestServer()
        let (ann, hears) = joined("ann", test)
        _ = hears.news()
        send(Self.attempt, ann, test)
        test.puzzles.answer(.success(Self.judged))
        test.store.release(failing: .moved)
        test.store.release()
        #expect(hears.news() == ["delta:1"])
    }

    @Test("The proofs of a puzzle decide the result of an attempt")
    func judged() throws {
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/puzzles").standardizedFileURL
        let shelf = PuzzleShelf(directory: fixtures.path)
        let book = try #require(shelf.all[.freestyle]?.book)
        var solved = 0
        for index in 0..<book.count {
            let puzzle = try book.puzzle(at: index)
            guard var play = PuzzlePlay(puzzle), let first = play.hint else { continue }
            let wrong = try #require(
                puzzle.position.board.size.points.first { puzzle.result(of: [$0]) == .failed })
            _ = play.play(first)
            func result(_ tries: [Point]) -> Bool? {
                shelf.judge(PuzzleAttempt(puzzle.id, .tries(tries)))?.isSolved
            }
            #expect(result([]) == false && result([wrong, first]) == false)
            if play.isSolved {
                #expect(result([first]) == true)
                solved += 1
            }
            #expect(shelf.judge(PuzzleAttempt(puzzle.id, .tries([])))?.rating == puzzle.rating)
        }
        #expect(solved > 0)
        #expect(shelf.judge(PuzzleAttempt("AAAAAAAAAAA", .tries([]))) == nil)
    }
}
