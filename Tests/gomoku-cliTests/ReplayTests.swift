import GameState
import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct ReplayTests {
    private func deltas() throws -> [AcceptedDelta] {
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: ParticipantID("ann"))
        var all: [AcceptedDelta] = []
        func ask(_ set: [(String, String?)]) {
            let delta = Delta(changes: set.map { .init($0.0, $0.1.map { .string($0) }) })
            let request = DeltaRequest(room: room.name, id: "\(all.count)", delta: delta)
            if case .accepted(let accepted) = room.judge(request, by: ParticipantID("ann"), now: 0) {
                all.append(accepted)
            }
        }
        ask([("game", "1"), ("x", "ann"), ("o", "ann")])
        for (number, column) in [(1, "7"), (2, "8"), (3, "9")] {
            ask([("move", "\(number)"), ("col\(number)", column), ("row\(number)", "7")])
        }
        ask([("move", "2"), ("col3", nil), ("row3", nil)])
        ask([("result", "x"), ("reason", "resign")])
        return all
    }

    @Test("Every state of a game has a replay frame") func everyStateHasAFrame() throws {
        let frames = ReplayFrames(try deltas(), EnglishWords()).frames
        #expect(frames.map(\.moves) == [0, 0, 1, 2, 3, 2, 2])
        #expect(frames.map(\.board.count) == [0, 0, 1, 2, 3, 2, 2])
        #expect(frames[4].caption == "4. X j8, move 3.")
        #expect(frames[5].caption == "5. Taken back to move 2.")
        #expect(frames[6].caption.hasPrefix("6. "))
    }

    @Test("Keys step through a replay and play it") func keysStepAndPlay() throws {
        var model = ReplayModel(title: "r", frames: ReplayFrames(try deltas(), EnglishWords()), words: EnglishWords())
        func places(_ keys: [Key]) -> [Int] {
            keys.map { key in
                #expect(model.press(key) == nil)
                return model.place
            }
        }
        #expect(
            places([.left, .right, .right, .left, .end, .right, .home, .pageDown, .pageUp]) == [
                0, 1, 2, 1, 6, 6, 0, 6, 0,
            ])
        #expect(model.press(.character(" ")) == nil)
        var seen: [Int] = []
        while model.isPlaying {
            model.tick()
            seen.append(model.place)
        }
        #expect(seen == [1, 2, 3, 4, 5, 6], "every state, none skipped")
        #expect(model.press(.character("q")) == .quit)
    }

    @Test("A record is replayed with a caption for each move") func aRecordIsReplayed() throws {
        let record = try GameRecord(sgf: "(;FF[4]GM[4]SZ[15]RE[B+];B[hh];W[ih];B[hi])")
        let frames = ReplayFrames(record, EnglishWords()).frames
        #expect(frames.map(\.caption) == ["Empty board.", "1. X h8", "2. O i8", "3. X h7", "X wins."])
    }

    @Test("The replay screen shows the position within the replay") func theScreenShowsTheStateAndWhereItIs() throws {
        var model = ReplayModel(title: "tea", frames: ReplayFrames(try deltas(), EnglishWords()), words: EnglishWords())
        _ = model.press(.end)
        let canvas = model.draw(on: Terminal.Size(width: 80, height: 24), isUnicode: false)
        let text = CanvasDiff.text(from: nil, to: canvas, colors: false)
        #expect(text.contains("6 of 6"))
        #expect(text.contains("Replay"))
    }
}
