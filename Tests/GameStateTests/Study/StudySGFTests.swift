import TestSupport
import Testing

@testable import GameState

@Suite("SGF files with variations")
struct StudySGFTests {
    private func study(_ text: String) throws -> Study { try Study(sgf: Array(text.utf8)) }

    private func error(_ text: String) -> StudyError? {
        do throws(StudyError) {
            _ = try Study(sgf: Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test("Random studies survive writing and reading")
    func roundTrip() throws {
        for seed in TestSpeed.seeds(100, all: 1_000) {
            var random = RandomStudy(seed: seed)
            let study = random.next()
            let file = try study.sgf()
            let again = try Study(sgf: file.bytes)
            #expect(again == study, "seed \(seed)\n\(String(decoding: file.bytes, as: UTF8.self))")
            #expect(again.losses.isEmpty && file.losses.isEmpty, "seed \(seed): \(again.losses)")
            #expect(try again.sgf() == file, "seed \(seed)")
        }
    }

    @Test("Variations, comments, marks and labels are read, also on nodes without a move")
    func features() throws {
        let text = """
            Some mail header
            (;FF[4]GM[4]SZ[15]C[Start]TR[aa:bb];B[hh]LB[ii:A][gg:b\\:c];C[No move]CR[hh]
            (;W[ii]MA[ii];B[ij])(;W[H9]SQ[aa]SL[bb](;B[gg])(;B[gh]C[x \\] \\\\ y\\
            z])))
            """
        let study = try study(text)
        #expect(
            study.outline()
                == "( a15=triangle a14=triangle b15=triangle b14=triangle \"Start\""
                + "(h8 g9=label:b:c h8=circle i7=label:A \"No move\"(i7 i7=cross(i6))"
                + "(h9 a15=square b14=selected(g9)(g8 \"x ] \\\\ yz\"))))")
        #expect(study.mainMoves(1).map(BoardSize.standard.name(of:)) == ["h8", "i7", "i6"])
        #expect(study.losses.isEmpty)
    }

    @Test("Every game becomes a chapter with its own position, rule and title")
    func games() throws {
        let study = try study(
            "(;SZ[15]RU[renju]GN[First];B[hh])\n(;SZ[19:19]PB[Ann]PW[Bob];B[aa];W[bb])(;AB[hh][ii]AW[gg]PL[W];W[jj])")
        #expect(study.numbers == [1, 2, 3])
        #expect(study.chapters[1] == Chapter(title: "First", rule: .renju))
        #expect(study.chapters[2] == Chapter(title: "Ann – Bob", size: BoardSize(19)!))
        #expect(study.chapters[3]?.start.map(\.cell) == ["7,7", "6,6", "8,8"])
        #expect(study.outline(3) == "((j6))")
        #expect(try Study(sgf: study.sgf().bytes) == study)
    }

    @Test("Setup stones before the first move are a position, and AE removes them again")
    func setup() throws {
        let study = try study("(;FF[4];AB[hh][aa]AW[ii];AE[aa];B[jj];AW[kk]C[set up])")
        #expect(study.chapters[1]?.start.map(\.cell) == ["7,7", "8,8"])
        // A single stone for the side to move is a move.
        #expect(study.outline() == "((j6(k5 \"set up\")))")
    }

    @Test("Branches that a tree cannot express are left out, and counted with their place")
    func losses() throws {
        let text = "(;SZ[15];B[hh](;W[];B[aa])(;W[tt])(;B[ii];W[jj])(;W[kk];AE[hh];B[ll])(;W[gg];AB[aa:bb]))"
        let study = try study(text)
        #expect(study.outline() == "((h8(k5)(g9)))")
        #expect(study.losses[.passes]?.count == 2)
        #expect(study.losses[.passes]?.offset == text.utf8.distance(of: "W[];"))
        #expect(study.losses[.turns]?.offset == text.utf8.distance(of: "B[ii]"))
        #expect(study.losses[.setup]?.count == 2)
        #expect(study.losses.sentences.allSatisfy { $0.hasSuffix(".") })
        let unbalanced = try self.study("(;AB[aa][bb];B[cc])(;B[hh])")
        #expect(unbalanced.numbers == [1])
        #expect(unbalanced.losses[.positions]?.count == 1)
        #expect(error("(;AB[aa][bb];B[cc])")?.reason == .unbalanced)
        #expect(error("(;AB[aa]PL[B];B[cc])")?.reason == .unbalanced)
    }

    @Test("The same move twice is one node with both comments; a second mark on a point is kept as a property")
    func merged() throws {
        let study = try study("(;SZ[15];B[hh](;W[ii]C[one]TR[ii];B[jj])(;W[ii]C[two]CR[ii]LB[aa:longer text];B[kk]))")
        #expect(
            study.outline()
                == "((h8(i7 a15=label:longe i7=triangle \"one\\n\\ntwo\\n\\na15: longer text\"(j6)(k5))))")
        #expect(study.losses[.labels]?.count == 1)
        let node = try #require(study.node([Point(cell: "7,7")!, Point(cell: "8,8")!], from: study.root(1)!))
        #expect(study.note(node).properties == [GameRecord.Property("CR", ["ii"])!])
        #expect(try Study(sgf: study.sgf().bytes) == study)
    }

    @Test("Texts lose their control characters, which a terminal would obey")
    func controls() throws {
        let study = try study("(;SZ[15]GN[\u{1B}[2J\\]T]GC[\u{1B}c\u{9B}x]C[a\u{7}\tb\r\nc]LB[aa:\u{8}A];B[hh])")
        #expect(study.chapters[1]?.title == "[2J]T")
        #expect(study.outline() == "( a15=label:A \"a\\tb\\nc\"(h8))")
        let text = try String(decoding: study.sgf().bytes, as: UTF8.self)
        let isSafe = text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control || "\n\t".contains(Character($0))
        }
        #expect(text.contains("GC[cx]") && isSafe)
    }

    @Test("Rectangles of marks are kept as written where a point has another mark, and their points are limited")
    func rectangles() throws {
        let values = String(repeating: "[aa:oo]", count: 100)
        let study = try study("(;SZ[15]CR[aa]TR\(values);B[hh])")
        let note = study.note(study.root(1)!)
        #expect(note.marks.count == 225 && note.marks[Point(column: 0, row: 0)] == .shape(.circle))
        #expect(note.properties.map(\.values) == [Array(repeating: "aa:oo", count: 100)])
        #expect(try Study(sgf: study.sgf().bytes) == study)
        func refusal(_ text: String) -> StudyError? {
            var reader = StudySGFReader(Array(text.utf8), points: 4_000)
            do throws(StudyError) {
                try reader.read()
                return nil
            } catch { return error }
        }
        let ten = String(repeating: "[aa:tt]", count: 10)
        #expect(refusal("(;SZ[20];B[hh]TR\(ten))") == nil)
        #expect(refusal("(;SZ[20];B[hh]TR\(ten)SQ[aa])") == StudyError(.points, at: 86))
        #expect(refusal("(;SZ[20]SQ\(ten)[aa];B[hh])") == StudyError(.points, at: 8))
        let setup = String(repeating: "AB[aa:tt]AE[aa:tt]", count: 5)
        #expect(refusal("(;SZ[20]\(setup)AB[aa];B[hh])")?.reason == .points)
    }

    @Test("Errors name the byte")
    func errors() {
        for (text, reason, offset) in [
            ("hello", StudyError.Reason.notThisFormat, 0),
            ("(;SZ[15];B[hh]", .unfinished, 14),
            ("(;SZ[15];B[hh];W[zz])", .badPoint("zz"), 15),
            ("(;SZ[15];B[hh];W[hh])", .occupied("h8"), 15),
            ("(;SZ[14];B[hh])", .size("14"), 2),
            ("(;GM[1];B[hh])", .otherGame("1"), 2),
            ("(;SZ[15];B[hh]!)", .syntax, 14),
            ("(;SZ[15](B[hh]))", .syntax, 9),
            ("(;AB[hh]AW[hh];B[aa])", .occupied("h8"), 8),
        ] {
            #expect(error(text) == StudyError(reason, at: offset), "\(text)")
            #expect(error(text)?.description.hasSuffix(".") == true)
        }
    }

    @Test("A comment is searched for a repeated paragraph a limited number of times")
    func repeatedComments() throws {
        func comment(_ count: Int) throws -> String {
            let nodes = (0..<count).map { "(;B[hh]C[c\($0)])" }.joined()
            // The last comment repeats the first.
            let study = try study("(;\(nodes)(;B[hh]C[c0]))")
            return study.note(study.node([Point(column: 7, row: 7)], from: study.root(1)!)!).comment
        }
        #expect(try comment(10).hasSuffix("c9"))
        #expect(try comment(100).hasSuffix("c99\n\nc0"))
    }

    @Test("Errors quote 16 scalars, although one character may have many")
    func quotations() {
        let text = error("(;SZ[15];B[z\(String(repeating: "\u{301}", count: 1_000))])")?.description ?? ""
        #expect(text.contains("is not a point") && text.utf8.count < 100)
    }

    @Test("A chapter that does not exist is an error of its own")
    func noChapter() throws {
        let study = try study("(;B[hh])(;B[ii])")
        for format in StudyFormat.allCases {
            #expect(throws: StudyError(.noChapter(9, of: 2))) { try study.file(format, chapter: 9) }
            #expect(try format == .sgf || study.file(format, chapter: 2).bytes.count > 0)
        }
    }

    @Test("A file that ends at any byte is an error")
    func truncated() throws {
        let whole = try RandomStudyFiles.sgf()
        #expect(whole.count > 1_000)
        for count in 0..<whole.count - 2 {
            #expect(throws: StudyError.self, "\(count)") { try Study(sgf: Array(whole.prefix(count))) }
        }
    }

    @Test("Texts that are not UTF-8 are Windows-1252, and a file that declares something else is noted")
    func encodings() throws {
        let latin = try Study(sgf: Array("(;CA[ISO-8859-1]C[".utf8) + [0xE9, 0x80] + Array("];B[hh])".utf8))
        #expect(latin.note(latin.root(1)!).comment == "é€" && latin.losses.isEmpty)
        let text = Array("(;CA[Shift_JIS]C[".utf8) + [0x8C, 0xDC] + Array("];B[zz])".utf8)
        do throws(StudyError) {
            _ = try Study(sgf: text)
            Issue.record("read")
        } catch {
            // Bytes count in the file, not in the decoded text.
            #expect(error.offset == 21)
        }
        let undeclared = try Study(sgf: Array("(;C[".utf8) + [0xE9] + Array("];B[hh])".utf8))
        #expect(undeclared.losses[.encoding]?.count == 1)
        let other = try Study(sgf: text.map { $0 == UInt8(ascii: "z") ? UInt8(ascii: "h") : $0 })
        #expect(other.losses[.encoding]?.offset == 2)
    }

    @Test("Deep nesting and many variations are read, and limits hold")
    func limits() throws {
        let deep = String(repeating: "(;", count: 200_000) + String(repeating: ")", count: 200_000)
        #expect(try study(deep).count == 0)
        let comments = String(repeating: "(;B[hh]C[\(String(repeating: "a\n\n", count: 20))])", count: 20_000)
        #expect(try study("(;" + comments + ")").count == 1)
        #expect(error(String(repeating: "(;)", count: StudyLimits.chapters + 1))?.reason == .chapters)
        let large = [UInt8](repeating: UInt8(ascii: " "), count: StudyLimits.bytes + 1)
        #expect(throws: StudyError(.bytes(large.count, limit: StudyLimits.bytes), at: StudyLimits.bytes)) {
            try Study(sgf: large)
        }
    }
}

/// The files that tests cut off.
enum RandomStudyFiles {
    static func sgf() throws -> [UInt8] {
        var random = RandomStudy(seed: 11)
        while true {
            let file = try random.next().sgf(chapter: 1)
            if (1_000...4_000).contains(file.bytes.count) { return file.bytes }
        }
    }

    static func lib() throws -> [UInt8] {
        var random = RandomStudy(seed: 12, isForLibraries: true)
        while true {
            let file = try random.next().lib()
            if (600...2_000).contains(file.bytes.count) { return file.bytes }
        }
    }
}

extension String.UTF8View {
    /// The number of bytes before the first occurrence of a text.
    func distance(of text: String) -> Int? {
        let bytes = Array(self)
        let wanted = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: wanted) }
    }
}
