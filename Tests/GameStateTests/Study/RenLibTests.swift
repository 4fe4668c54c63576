import TestSupport
import Testing

@testable import GameState

@Suite("RenLib's libraries")
struct RenLibTests {
    private static let header: [UInt8] =
        [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4] + [UInt8](repeating: 0xFF, count: 10)

    private func study(_ nodes: [UInt8]) throws -> Study { try Study(lib: Self.header + nodes) }

    private func error(_ bytes: [UInt8]) -> StudyError? {
        do throws(StudyError) {
            _ = try Study(lib: bytes)
            return nil
        } catch { return error }
    }

    @Test("Random studies survive writing and reading")
    func roundTrip() throws {
        for seed in TestSpeed.seeds(100, all: 1_000) {
            var random = RandomStudy(seed: seed, isForLibraries: true)
            let study = random.next()
            let file = try study.lib()
            let again = try Study(lib: file.bytes)
            #expect(again == study, "seed \(seed)\n\(study.outline())\n\(again.outline())")
            #expect(file.losses.isEmpty && again.losses[.missing] == nil && again.losses[.marks] == nil, "seed \(seed)")
            #expect(try again.lib() == file, "seed \(seed)")
        }
    }

    /// The bytes follow RenLib's `WriteNode`: 80 announces a sibling, 40 ends a line.
    @Test("A library is read as RenLib's own source writes it")
    func byHand() throws {
        let study = try study([
            0x00, 0x08, 0x48, 0x69, 0x00, 0x00,  // the root, with the comment "Hi"
            0x78, 0x00,  // h8
            0x68, 0x80,  // h9, a sibling follows
            0x57, 0x58, 0x61, 0x08, 0x62, 0x0D, 0x0A, 0x63, 0x00, 0x00,  // g10, "a", then "b" and "c"
            0x69, 0xC1, 0x00, 0x01, 0x41, 0x00,  // i9 with the text A, a sibling follows
            0x6A, 0x43, 0x00, 0x01, 0x42, 0x31, 0x00, 0x00,  // j9: only the text B1
        ])
        #expect(
            study.outline()
                == "( \"Hi\"(h8 i9=label:A j9=label:B1(h9(g10 g10=circle \"a\\nb\\nc\"))(i9)))")
        #expect(study.chapters[1] == Chapter(title: "", rule: .renju))
        #expect(study.losses.isEmpty)
    }

    @Test("The top row of the board is row 1 of a library")
    func orientation() throws {
        #expect(try study([0, 0, 0x01, 0x40]).outline() == "((a15))")
        #expect(try study([0, 0, 0x0F, 0x40]).outline() == "((o15))")
        #expect(try study([0, 0, 0xE1, 0x40]).outline() == "((a1))")
        var study = Study()
        let added = study.add(Chapter(title: "", rule: .renju))
        let root = try #require(added)
        _ = study.add(BoardSize.standard.point(named: "o1")!, to: root)
        #expect(try study.lib().bytes.suffix(2) == [0xEF, 0x40])
    }

    @Test("Older versions are read: without a root, without a header, and with 7-bit comments")
    func olderVersions() throws {
        var old = Self.header + [0x78, 0x00, 0x68, 0x40]
        old[9] = 0
        #expect(try Study(lib: old).outline() == "((h8(h9)))")
        // "Bra" and "sk{m}" in 7 bits: ä and å. The last byte has the highest bit.
        let comment: [UInt8] = Array("B\u{8}|l {r g}tt".utf8) + [0xF4, 0x00]
        #expect(try Study(lib: [0x78, 0x60] + comment).outline() == "((h8 \"B\\nöl är gåttt\"))")
    }

    @Test("A branch that RenLib has saved lacks the siblings of its moves, which is noted")
    func savedBranch() throws {
        let branch = try study([0, 0, 0x78, 0x00, 0x68, 0x80, 0x57, 0xC0, 0x59, 0x40])
        #expect(branch.outline() == "((h8(h9(g10)(i10))))")
        #expect(branch.losses[.missing]?.count == 1)
        let line = try study([0, 0, 0x78, 0x80, 0x68, 0x00])
        #expect(line.outline() == "((h8(h9)))")
        #expect(line.losses[.missing]?.count == 1)
    }

    @Test("Passes are left out, and the start position ends the main line")
    func passesAndStart() throws {
        let study = try study([0, 0, 0x78, 0x04, 0x00, 0x80, 0x69, 0x40, 0x68, 0x40])
        #expect(study.outline() == "((h8(h9)))")
        #expect(study.losses[.passes] == StudyLosses.Loss(kind: .passes, count: 1, offset: 24))
        #expect(study.mainMoves(1).map(\.cell) == ["7,7"])
    }

    @Test("Errors name the byte")
    func errors() {
        #expect(error([]) == StudyError(.notThisFormat, at: 0))
        #expect(error(Array("RenLib".utf8)) == StudyError(.notThisFormat, at: 0))
        #expect(error(Self.header) == StudyError(.unfinished, at: 20))
        var newer = Self.header
        newer[9] = 5
        #expect(error(newer + [0, 0]) == StudyError(.version(3, 5), at: 8))
        #expect(error(Self.header + [0, 0, 0x70, 0x40]) == StudyError(.badPoint("112"), at: 22))
        #expect(error(Self.header + [0, 0, 0xF1, 0x40]) == StudyError(.badPoint("241"), at: 22))
        #expect(error(Self.header + [0, 0, 0x78, 0, 0x78, 0x40]) == StudyError(.occupied("h8"), at: 24))
        #expect(error(Self.header + [0, 0, 0x78, 0x40, 0x69, 0x40]) == StudyError(.syntax, at: 24))
        #expect(error(Self.header + [0, 0, 0x78, 0x48, 0x41, 0x42]) == StudyError(.unfinished, at: 26))
    }

    @Test("A library that ends at any byte is an error, or is noted where it may be a saved branch")
    func truncated() throws {
        let whole = try RandomStudyFiles.lib()
        var noted = 0
        for count in 0..<whole.count {
            do throws(StudyError) {
                let study = try Study(lib: Array(whole.prefix(count)))
                // Only the root: an empty library.
                #expect(study.losses[.missing] != nil || study.count == 0, "\(count)")
                noted += 1
            } catch { #expect(error.offset != nil) }
        }
        #expect(noted < whole.count / 10, "\(noted) of \(whole.count)")
    }

    @Test("A library holds one chapter of 15×15 points, and says what it leaves out")
    func unwritable() throws {
        let two = try Study(sgf: Array("(;SZ[15];B[hh])(;SZ[19];B[aa])".utf8))
        #expect(throws: StudyError(.severalChapters(2))) { try two.lib() }
        #expect(throws: StudyError(.libraryOfSize(19))) { try two.lib(chapter: 2) }
        #expect(throws: StudyError(.noChapter(3, of: 2))) { try two.lib(chapter: 3) }
        let set = try Study(sgf: Array("(;RU[renju]AB[hh]AW[ii]PB[Ann]C[x];B[jj])".utf8))
        let file = try set.lib()
        #expect(try Study(lib: file.bytes).outline() == "((h8(i7 \"x\"(j6))))")
        #expect(file.losses[.starts]?.count == 1 && file.losses[.headings]?.count == 1)
        #expect(file.losses[.properties]?.names == ["PB"])
    }

    @Test("Texts are written in Windows-1252 if that is unambiguous, and otherwise in UTF-8")
    func encodings() throws {
        for (comment, bytes) in [
            ("é", [0xE9, 0x00]), ("€", [0x80, 0x00]), ("五", [0xE4, 0xBA, 0x94, 0x00]),
            ("Ã©", [0xC3, 0x83, 0xC2, 0xA9, 0, 0]),
        ] as [(String, [UInt8])] {
            var study = Study()
            let root = study.add(Chapter(title: "", rule: .renju))
            study.comment(comment, on: try #require(root))
            let file = try study.lib()
            #expect(Array(file.bytes.dropFirst(22)) == bytes)
            #expect(try Study(lib: file.bytes).outline() == study.outline())
        }
    }
}
