import TestSupport
import Testing

@testable import GameState

@Suite struct RecordTests {
    /// Returns a record with random content of every kind.
    private func random(using generator: inout SeededRandom) -> GameRecord {
        func text() -> String {
            let letters: [Character] = ["a", "Z", "é", "五", "]", "[", "\\", ":", ";", "(", ")", "\n", " ", "🎲", "\t"]
            return String(
                (0..<Int.random(in: 0...9, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
        }
        func maybe() -> String? { Bool.random(using: &generator) ? text() : nil }
        func extras() -> [GameRecord.Property] {
            guard Int.random(in: 0..<4, using: &generator) == 0 else { return [] }
            return ["C", "QPR", "QSLW", "LB", "TR"].shuffled(using: &generator).prefix(2).compactMap {
                GameRecord.Property($0, (0..<Int.random(in: 1...3, using: &generator)).map { _ in text() })
            }
        }
        let size = BoardSize.all.randomElement(using: &generator)!
        var record = GameRecord(size: size, rule: Rule.allCases.randomElement(using: &generator))
        var points = Array(size.points).shuffled(using: &generator)[...]
        if Int.random(in: 0..<5, using: &generator) == 0 {
            record.setup = ByStone(x: Array(points.prefix(3)), o: Array(points.dropFirst(3).prefix(2)))
            points = points.dropFirst(5)
        }
        for number in 0..<Int.random(in: 0...60, using: &generator) {
            let pass = Int.random(in: 0..<20, using: &generator) == 0
            record.moves.append(
                GameRecord.Move(
                    .ofMove(number + 1), pass ? nil : points.popFirst(),
                    milliseconds: Bool.random(using: &generator) ? .random(in: 0...90_000, using: &generator) : nil,
                    left: Bool.random(using: &generator) ? .random(in: 0...900_000, using: &generator) : nil,
                    extras: extras()))
        }
        record.opening = maybe()
        record.names = ByStone(x: maybe(), o: maybe())
        record.outcome = [nil, .x, .o, .draw].randomElement(using: &generator)!
        record.reason = [
            nil, "five", "forbidden", "resign", "time", "agreement", "full", "abandoned", "aborted", text(),
        ]
        .randomElement(using: &generator)!
        (record.date, record.event, record.place) = (maybe(), maybe(), maybe())
        record.clock = [nil, "300+5", "600/5x30", "0/3x10", text()].randomElement(using: &generator)!
        record.extras = extras()
        return record
    }

    @Test("A record survives writing and reading as SGF") func sgfRoundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("sgf seed \(seed)")
        var generator = SeededRandom(seed: seed)
        for _ in 0..<400 {
            let record = random(using: &generator)
            #expect(try GameRecord(sgf: record.sgf) == record, "seed \(seed)\n\(record.sgf)")
            #expect(try GameRecord(sgf: record.sgf).sgf == record.sgf, "seed \(seed)")
        }
    }

    @Test("A record survives writing and reading as a Piskvork file") func psqRoundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("psq seed \(seed)")
        var generator = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let size = BoardSize.all.randomElement(using: &generator)!
            let points = Array(size.points).shuffled(using: &generator).prefix(.random(in: 0...80, using: &generator))
            var record = GameRecord(
                size: size, rule: Rule.allCases.randomElement(using: &generator)!, moves: Array(points))
            for index in record.moves.indices {
                record.moves[index].milliseconds = .random(in: 0...90_000, using: &generator)
            }
            record.names = ByStone(
                x: [nil, "Ann", "7", "-1", "Ján B."].randomElement(using: &generator)!,
                o: [nil, "五目", "pbrain-x.exe"].randomElement(using: &generator)!)
            record.outcome = [nil, .x, .o, .draw].randomElement(using: &generator)!
            let text = try record.psq()
            #expect(try GameRecord(psq: text) == record, "seed \(seed)\n\(text)")
            #expect(try GameRecord(psq: text.filter { $0 != "\r" }) == record)
        }
    }

    @Test("A damaged record file is read or refused, and never traps") func brokenFilesNeverTrap() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("fuzz seed \(seed)")
        var generator = SeededRandom(seed: seed)
        var refused = 0
        for _ in 0..<1_500 {
            let record = random(using: &generator)
            var sgf = Array(record.sgf.utf8)
            var psq = Array((try? record.psq())?.utf8 ?? "Piskvorky 15x15, 11:11, 0\n1,1,9\n".utf8)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                for isSGF in [true, false] {
                    var bytes = isSGF ? sgf : psq
                    let at = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: bytes[at] = .random(in: 0...255, using: &generator)
                    case 1: bytes.insert(Array("[](;)\\,x-1t\r".utf8).randomElement(using: &generator)!, at: at)
                    case 2:
                        bytes.remove(at: at)
                        if bytes.isEmpty { bytes = [0] }
                    default: bytes = Array(bytes[..<max(1, at)])
                    }
                    if isSGF { sgf = bytes } else { psq = bytes }
                }
            }
            do { _ = try GameRecord(sgf: sgf).sgf } catch {
                refused += 1
                #expect(error.description.hasSuffix("."))
            }
            do { _ = try GameRecord(psq: psq).sgf } catch {
                refused += 1
                #expect(!error.code.isEmpty)
            }
        }
        #expect(refused > 0)
    }

    @Test("SGF of other programs is read, with its variations, passes and unknown properties")
    func foreignSGF() throws {
        let record = try GameRecord(
            sgf: """
                Saved by a program
                (;GM[4]SiZe[15:15]GameName[x]PB[A \\] b\\
                c]PW[Ý]RU[Renju]RE[B+Resign]QPR[1][2]QSLW[hi]TM[60]OT[sudden]AP[q:1]
                ;B[hh]C[first];W[h9](;B[]BL[3];W[tt](;B[aa])(;B[bb]))(;B[cc])) (;GM[1])
                """)
        #expect(record.names.x == "A ] bc")
        #expect(record.names.o == "Ý")
        #expect(record.rule == .renju)
        #expect(record.outcome == .x)
        #expect(record.reason == "resign")
        #expect(
            record.moves.map(\.point) == [
                Point(column: 7, row: 7), Point(column: 7, row: 6), nil, nil, Point(column: 0, row: 0),
            ])
        #expect(record.moves[0].extras.map(\.name) == ["C"])
        #expect(record.extras.map(\.name) == ["GN", "QPR", "QSLW", "TM", "OT", "AP"])
        #expect(try GameRecord(sgf: record.sgf) == record)
        #expect(record.points.count == 3)
        #expect(!record.isPlain)
    }

    @Test("The SGF move `tt` is a point on a 20 by 20 board, and a pass on smaller boards")
    func passOnTwentyByTwentyIsEmptyOnly() throws {
        #expect(try GameRecord(sgf: "(;SZ[20];B[tt])").moves[0].point == Point(column: 19, row: 19))
        #expect(try GameRecord(sgf: "(;SZ[19];B[tt])").moves[0].point == nil)
    }

    @Test("A file that is not UTF-8 is read as Latin-1") func latinOneWhereItIsNotUTF8() throws {
        let bytes = Array("(;PB[".utf8) + [0xE9] + Array("];B[hh])".utf8)
        #expect(try GameRecord(sgf: bytes).names.x == "é")
    }

    @Test("An SGF rectangle sets up each of its stones") func setupRectangle() throws {
        let record = try GameRecord(sgf: "(;SZ[15]AB[aa:bc][hh]AW[oo];B[ii])")
        #expect(record.setup.x.count == 7)
        #expect(record.setup.o == [Point(column: 14, row: 14)])
        #expect(try GameRecord(sgf: record.sgf) == record)
    }

    private static let brokenSGF: [(String, RecordError)] = [
        ("", .notThisFormat), ("hello (there)", .notThisFormat), ("(;B[hh]", .unfinished), ("(;B[hh", .unfinished),
        ("(;B[hh\\", .unfinished), ("(;GM[1];B[hh])", .otherGame("1")), ("(;SZ[16])", .size("16")),
        ("(;SZ[15:13])", .size("15:13")),
        ("(;B)", .syntax(offset: 2)), ("(;[hh])", .syntax(offset: 2)), ("(;B[hp])", .badPoint("hp", move: 1)),
        ("(;B[hh];W[hh])", .occupied(Point(column: 7, row: 7), move: 2)), ("(;B[hh];AW[aa])", .setup("AW")),
        ("(;AE[aa])", .setup("AE")), ("(;AB[bb:aa])", .badPoint("bb:aa", move: 0)),
        ("(;" + String(repeating: "B[]", count: 1_001) + ")", .tooManyMoves(1_001)),
        (String(repeating: "(", count: 50_000) + ";", .unfinished),
        (String(repeating: " ", count: RecordLimits.bytes + 1), .tooLarge(bytes: RecordLimits.bytes + 1)),
    ]

    // No parameters, because some of the files are too long to be printed.
    @Test("Invalid SGF is refused with the exact error") func refusedSGF() {
        for (number, (text, error)) in Self.brokenSGF.enumerated() {
            #expect(throws: error, "file \(number)") { try GameRecord(sgf: text) }
        }
    }

    @Test("Piskvork files of other programs are read") func foreignPiskvork() throws {
        let record = try GameRecord(
            psq: "Piskvorky 20x20, 0:11, 0\r\n10,10,0\r\n1,20,35\r\nA\r\nB\r\n-1\r\n0,Freestyle20_1\r\n")
        #expect(record.size.side == 20)
        #expect(record.points == [Point(column: 9, row: 9), Point(column: 0, row: 19)])
        #expect(record.moves[1].milliseconds == 35)
        #expect(record.names == ByStone(x: "A", o: "B"))
        #expect(record.rule == .freestyle)
        #expect(record.outcome == nil)
        #expect(try record.psq().hasSuffix("-1\r\n0,Freestyle20_1\r\n"))
        #expect(try GameRecord(sgf: record.sgf) == record)
        #expect(try GameRecord(psq: "Piskvorky 15x15, 11:11, 1\n8,8,0\nA\nB\n0\n").names == ByStone(x: "B", o: "A"))
        #expect(try GameRecord(psq: "Piskvorky 15x15, 0:0, 0\n8,8,0\n0\n").names == ByStone(x: nil, o: nil))
    }

    private static let brokenPiskvork: [(String, RecordError)] = [
        ("", .notThisFormat), ("Piskvorky 15x16, 1:1, 0", .size("15x16")), ("Piskvorky 15x15, 1:1, 2", .line(1)),
        ("Piskvorky 15x15, 1:1, 0\n0,1,1", .badPoint("0,1,1", move: 1)),
        ("Piskvorky 15x15, 1:1, 0\n16,1", .badPoint("16,1", move: 1)),
        ("Piskvorky 15x15, 1:1, 0\n1,1,1\n1,1,1", .occupied(Point(column: 0, row: 0), move: 2)),
        ("Piskvorky 15x15, 1:1, 0\n" + String(repeating: "a\n", count: 101), .line(2)),
    ]

    // No parameters, because some of the files are too long to be printed.
    @Test("An invalid Piskvork file is refused with the exact error") func refusedPiskvork() {
        for (number, (text, error)) in Self.brokenPiskvork.enumerated() {
            #expect(throws: error, "file \(number)") { try GameRecord(psq: text) }
        }
    }

    @Test("A record with a pass cannot be written as a Piskvork file") func piskvorkCannotSayAPass() {
        var record = GameRecord(moves: [])
        record.moves = [GameRecord.Move(.x, nil)]
        #expect(throws: RecordError.unwritable) { try record.psq() }
    }
}
