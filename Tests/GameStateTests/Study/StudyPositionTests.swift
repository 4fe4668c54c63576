import TestSupport
import Testing

@testable import GameState

@Suite("Positions as studies")
struct StudyPositionTests {
    private func error(_ text: String, format: StudyFormat? = nil) -> StudyError? {
        do throws(StudyError) {
            _ = try Study(Array(text.utf8), format: format)
            return nil
        } catch { return error }
    }

    @Test("Moves are read in every form that people write")
    func moves() throws {
        for text in ["h8 i9 g7", "h8i9g7", "H8, I9, G7\n", "1. h8 2. i9 3. g7", "7,7 8,6 6,8", "1.h8 i9\n3.g7"] {
            let study = try Study(Array(text.utf8))
            #expect(study.mainMoves(1).map(BoardSize.standard.name(of:)) == ["h8", "i9", "g7"], "\(text)")
            #expect(try String(decoding: study.text().bytes, as: UTF8.self) == "h8 i9 g7\n")
        }
        let large = try Study(Array("s19".utf8), size: BoardSize(19)!)
        #expect(large.mainMoves(1).map(\.cell) == ["18,0"])
    }

    @Test("Diagrams are read with and without the names of rows and columns")
    func diagrams() throws {
        var board = Board()
        board[Point(column: 7, row: 7)] = .x
        board[Point(column: 8, row: 7)] = .o
        board[Point(column: 0, row: 14)] = .x
        let labelled = DiagramText.text(board)
        let framed = "   A B C D E F G H I J K L M N O\n" + labelled + "X=Black O=White\n"
        for text in [board.description, labelled, framed, board.description.replacing(".", with: "+ ")] {
            let study = try Study(Array(text.utf8))
            #expect(study.chapters[1]?.start.map(\.cell) == ["7,7", "8,7", "0,14"], "\(text)")
            #expect(try String(decoding: study.diagram().bytes, as: UTF8.self) == labelled)
        }
    }

    @Test("A Piskvork file is a main line with rule and players")
    func psq() throws {
        let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,1200\r\nAnn\r\nBob\r\n-1\r\n1,standard\r\n"
        let study = try Study(Array(text.utf8))
        #expect(study.chapters[1] == Chapter(title: "Ann – Bob", rule: .standard))
        #expect(study.mainMoves(1).map(\.cell) == ["7,7", "8,8"])
        #expect(study.losses[.properties]?.names.contains("MS") == true)
        #expect(try Study(psq: study.psq().bytes).mainMoves(1) == study.mainMoves(1))
    }

    @Test("Errors name the byte")
    func errors() {
        #expect(error("h8 z9") == StudyError(.badPoint("z9"), at: 3))
        #expect(error("h8 i99 g7") == StudyError(.badPoint("i99"), at: 3))
        #expect(error("h8 h8") == StudyError(.occupied("h8"), at: 3))
        #expect(error("15,15") == StudyError(.badPoint("15,15"), at: 0))
        #expect(error("") == StudyError(.notThisFormat, at: 0))
        #expect(error("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n") == StudyError(.occupied("h8"), at: 32))
        #expect(error("Piskvorky 15x15, 11:11, 0\n8,8,0\n16,8,0\n")?.offset == 32)
        // Points have the names of the file's board.
        #expect(error("Piskvorky 19x19, 11:11, 0\n8,8,0\n8,8,0\n") == StudyError(.occupied("h12"), at: 32))
        let long = "Piskvorky 15x15, 11:11, 0\n" + String(repeating: "8,8,0\n", count: RecordLimits.moves + 1)
        #expect(error(long)?.reason == .nodes(limit: RecordLimits.moves))
        #expect(StudyError(.offBoard(move: 3), at: 32).description == "Move 3 at byte 32 is off the board.")
        let large = String(repeating: " ", count: RecordLimits.bytes + 1)
        for format in [StudyFormat.psq, .text, .diagram] {
            let found = error(large, format: format)
            #expect(found?.reason == .bytes(large.utf8.count, limit: RecordLimits.bytes), "\(format)")
        }
        let row = String(repeating: ".", count: 15) + "\n"
        let board = String(repeating: row, count: 14)
        #expect(error("title\n" + board, format: .diagram) == StudyError(.size("15×14"), at: 6))
        #expect(error(board + "....." + "\n", format: .diagram) == StudyError(.size("5×15"), at: 224))
        #expect(error(board + "X.X............\n", format: .diagram) == StudyError(.unbalanced, at: 0))
        for text in ["h8 z9", "h8 h8", ""] { #expect(error(text)?.description.hasSuffix(".") == true) }
    }

    @Test("Each format is recognized by its bytes")
    func formats() throws {
        let study = try Study(sgf: Array("(;SZ[15];B[hh];W[ii])".utf8))
        for format in StudyFormat.allCases {
            let file = try study.file(format)
            #expect(StudyFormat(of: file.bytes) == format)
            let again = try Study(file.bytes)
            let points = (again.chapters[1]?.start ?? []) + again.mainMoves(1)
            // A library without a main line has the first variations.
            #expect(points.map(\.cell) == ["7,7", "8,8"], "\(format)")
        }
        #expect(StudyFormat(of: [0x78, 0x00, 0x68, 0x40]) == .lib)
        for format in StudyFormat.allCases where format != .diagram {
            #expect(StudyFormat(fileName: "a.b.\(format.ending.uppercased())") == format)
        }
        for name in ["sgf", "a", "a.", "a.doc", "a.diagram", "a.text"] { #expect(StudyFormat(fileName: name) == nil) }
        let diagram = Array(DiagramText.text(Board()).utf8)
        #expect(StudyFormat(ofFile: "a.txt", diagram) == .diagram && StudyFormat(ofFile: "a.TXT", [0x68]) == .text)
        #expect(StudyFormat(ofFile: "a.sgf", diagram) == .sgf && StudyFormat(ofFile: "a", diagram) == .diagram)
        // Recognition does not look for a board in more bytes than a diagram may have.
        let ends = [UInt8](repeating: UInt8(ascii: "\n"), count: RecordLimits.bytes)
        #expect(StudyFormat(of: Array(DiagramText.text(Board()).utf8) + ends) == .text)
        #expect(StudyFormat(of: Array("(X=Black)\nX.O".utf8)) == .text)
    }

    @Test("A format of a single line says which variations and texts it leaves out")
    func losses() throws {
        let study = try Study(sgf: Array("(;SZ[15]GN[T];B[hh]C[x]TR[aa](;W[ii];B[jj])(;W[gg];B[ff]))".utf8))
        let losses = try study.text().losses
        #expect(losses[.sizes] == nil && losses[.order] == nil)
        #expect(try study.diagram().losses[.order]?.count == 3)
        let large = try Study(sgf: Array("(;SZ[19];B[hh])".utf8))
        #expect(try large.text().losses[.sizes]?.description.contains("--size 19") == true)
        #expect(losses[.variations]?.count == 2 && losses[.texts]?.count == 2 && losses[.headings]?.count == 1)
    }
}
