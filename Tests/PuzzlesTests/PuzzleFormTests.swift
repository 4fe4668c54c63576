import GameState
import Testing

@testable import Puzzles

@Suite struct PuzzleFormTests {
    @Test("A book finds every puzzle by number and by ID, in the order of the ratings") func book() throws {
        let puzzles = try Sample.all()
        let book = try PuzzleBook(of: puzzles, under: .freestyle)
        #expect(book.count == 4 && book.rule == .freestyle)
        let sorted = puzzles.sorted { $0.rating < $1.rating }
        for (index, puzzle) in sorted.enumerated() {
            #expect(try book.puzzle(at: index) == puzzle)
            #expect(book[index].id == puzzle.id && book[index].kind == puzzle.kind)
            #expect(book[index].themes == puzzle.themes && book[index].rating == puzzle.rating)
            #expect(book.index(of: puzzle.id) == index)
        }
        #expect(book.index(of: "AAAAAAAAAAA") == nil)
        #expect(book.index(of: "short") == nil)
        #expect(book.firstIndex(rated: 700) == 1)
        #expect(book.firstIndex(rated: 1_501) == 4)
    }

    @Test("A book without puzzles has a header only") func emptyBook() throws {
        #expect(try PuzzleBook.bytes(of: [], under: .renju) == [71, 80, 90, 66, 1, 2, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0])
        #expect(try PuzzleBook(of: [], under: .renju).count == 0)
    }

    @Test("A book refuses puzzles of another rule, and two puzzles with one ID") func refusedPuzzles() throws {
        let puzzle = try Sample.win()
        #expect(throws: PuzzleBook.Fault.damaged) { try PuzzleBook(of: [puzzle], under: .caro) }
        #expect(throws: PuzzleBook.Fault.damaged) { try PuzzleBook(of: [puzzle, puzzle], under: .freestyle) }
    }

    @Test("A book refuses a puzzle that it could not read back") func largePuzzle() throws {
        let proofs = try (1...4).map { try Sample.largeProof(Sample.point($0, 1)) }
        let alternatives = proofs.dropFirst().map { Puzzle.Alternative(after: [], proof: $0) }
        let task = Puzzle.Task.win(.init(proofs[0], alternatives: alternatives, isComplete: false))
        let puzzle = try Puzzle(task, at: Sample.doubleFour, rating: 1_000)
        #expect(throws: PuzzleBook.Fault.largePuzzle) { try PuzzleBook.bytes(of: [puzzle], under: .freestyle) }
    }

    @Test("A damaged book is refused, or its puzzles are") func damage() throws {
        let bytes = try PuzzleBook.bytes(of: Sample.all(), under: .freestyle)
        #expect(throws: PuzzleBook.Fault.notABook) { try PuzzleBook([1, 2, 3]) }
        for count in 16..<bytes.count {
            #expect(throws: PuzzleBook.Fault.self) { try PuzzleBook(Array(bytes.prefix(count))) }
        }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x15
            guard let book = try? PuzzleBook(damaged) else { continue }
            // Other bytes may be another puzzle, but never one that is not well-formed.
            for index in 0..<book.count { _ = try? book.puzzle(at: index) }
        }
        var next = bytes
        next[4] = 2
        #expect(throws: PuzzleBook.Fault.otherVersion) { try PuzzleBook(next) }
        #expect(throws: PuzzleBook.Fault.tooLarge) {
            try PuzzleBook([UInt8](repeating: 0, count: PuzzleBook.mostBytes + 1))
        }
    }

    @Test("The JSON form is read back as the same puzzle") func json() throws {
        for puzzle in try Sample.all() {
            #expect(try Puzzle(try JSONParser.parse(puzzle.json)) == puzzle)
        }
        let text = try Sample.defence().json
        #expect(
            text == """
                {"id":"\(try Sample.defence().id)","rule":"freestyle","size":15,"turn":"o","x":["6,7","7,7","8,7"],\
                "o":["1,1","13,1"],"last":"7,7","kind":"defence","themes":[],"rating":700,"moves":2,\
                "proof":"\(ProofText.text(of: try #require(Sample.defence().proof).bytes))","points":["5,7","9,7"]}
                """)
        #expect(try Sample.balance().json.contains(#""chance":0.455"#))
        #expect(try Sample.win().json.contains(#""shortest":true,"several":false,"also":[{"after":[],"proof":"#))
    }

    @Test(
        "JSON with another ID, kind or form is refused",
        arguments: [
            (#""kind":"defence""#, #""kind":"fours""#, PuzzleFault.proof),
            (#""rating":700"#, #""rating":"700""#, .member("rating")),
            (#""moves":2"#, #""moves":3"#, .member("moves")),
            (#""id":""#, #""id":"x"#, nil), (#""turn":"o""#, #""turn":"z""#, .member("turn")),
            (#""6,7""#, #""1,1""#, .member("o")),
        ])
    func wrongJSON(old: String, new: String, expected: PuzzleFault?) throws {
        let text = try Sample.defence().json
        guard let range = text.firstRange(of: old) else {
            Issue.record("the text has no \(old)")
            return
        }
        let fault = Sample.fault { _ = try Puzzle(JSONParser.parse(text.replacingCharacters(in: range, with: new))) }
        #expect(fault != nil && (expected == nil || fault == expected))
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
