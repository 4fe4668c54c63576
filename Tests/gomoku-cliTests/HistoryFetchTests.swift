import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite struct HistoryFetchTests {
    private let room = RoomName("lunch")!

    private func page(_ revisions: ClosedRange<Int>, of rev: Int) throws -> WebFetch.Answer {
        let deltas = revisions.map { #"{"rev":\#($0),"by":"p-ann","at":1,"set":{"n":"\#($0)"}}"# }
        let text = #"{"type":"history","room":"lunch","deltas":[\#(deltas.joined(separator: ","))],"rev":\#(rev)}"#
        return .json(try JSONParser.parse(text))
    }

    @Test("A history is fetched page by page")
    func pages() throws {
        var asked: [String] = []
        let answers = [try page(1...2, of: 3), try page(3...3, of: 3)]
        let deltas = try HistoryFetch.deltas(of: room) { path in
            asked.append(path)
            return answers[asked.count - 1]
        }
        #expect(deltas.map(\.rev) == [1, 2, 3])
        #expect(asked == ["api/rooms/lunch/history?from=1", "api/rooms/lunch/history?from=3"])
    }

    @Test("A missing room, an unreachable server and a foreign answer are reported differently")
    func failures() {
        let cases: [(WebFetch.Answer, HistoryFetch.Failure, Int32)] = [
            (.refused(.init(word: "not-found", message: "There is no room lunch yet.")), .noSuchRoom, 66),
            (
                .failed(.notReached(host: "tea.example", .noAnswer)),
                .notFetched(.notReached(host: "tea.example", .noAnswer)), 69
            ),
            (.failed(.notUnderstood(status: 200)), .notFetched(.notUnderstood(status: 200)), 76),
            (.json(.object([])), .notUnderstood(.noType), 76),
        ]
        for (answer, failure, status) in cases {
            #expect(throws: failure) { try HistoryFetch.deltas(of: room) { _ in answer } }
            #expect(failure.status == status)
        }
        let words = EnglishWords()
        #expect(
            words.history(.noSuchRoom, room: "lunch", server: "tea:80").hasPrefix("There is no room lunch on tea:80."))
        let lost = words.history(.notFetched(.notReached(host: "tea.example", .noAnswer)), room: "r", server: "s")
        #expect(lost.contains("tea.example"))
    }

    @Test("An unreadable record is reported with its fault, in every language", arguments: Language.allCases)
    func records(_ language: Language) {
        let texts: [(String, String)] = [
            ("hello", "not this format"), ("(;GM[4]SZ[15];B[hh", "unfinished"), ("(;GM[1]SZ[15];B[hh])", "other game"),
            ("(;GM[4]SZ[9];B[hh])", "size"), ("(;GM[4]SZ[15];B[hh];W[hh])", "occupied"),
            ("(;GM[4]SZ[15];B[h!])", "point"),
        ]
        var sentences: Set<String> = []
        for (text, why) in texts {
            do throws(RecordError) {
                _ = try GameRecord(sgf: Array(text.utf8))
                Issue.record("\(why) was accepted")
            } catch {
                let sentence = language.words.badRecord("game.sgf", error)
                #expect(sentence.contains("game.sgf"), "\(sentence)")
                #expect(sentence.hasSuffix(".") || sentence.hasSuffix("。"), "\(sentence)")
                sentences.insert(sentence)
            }
        }
        #expect(sentences.count == texts.count)
    }
}
