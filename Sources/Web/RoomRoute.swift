import GameState
import Nodes
import Robots
import Rooms
import WebSockets
import Wire

/// Answers `/api/rooms/…` for one room: from memory if this server has it, else by asking the
/// server that does, else from the store.
package struct RoomRoute {
    package let registry: RoomRegistry
    /// Makes reports on finished games.
    package let reports: ReportService
    /// Makes puzzles from finished games.
    let puzzles: GamePuzzleService
    package let questions: NodeQuestions
    /// Draws pictures of positions.
    let pictures: PictureService
    /// Writes the trees of analyses as files.
    let studyFiles: StudyFiles

    package init(
        registry: RoomRegistry, reports: ReportService, puzzles: GamePuzzleService, questions: NodeQuestions,
        pictures: PictureService, studyFiles: StudyFiles
    ) {
        self.registry = registry
        self.reports = reports
        self.puzzles = puzzles
        self.questions = questions
        self.pictures = pictures
        self.studyFiles = studyFiles
    }
    private let latest = LatestSnapshot()

    package func answer(_ inquiry: RoomInquiry, _ done: @escaping (HTTPResponse) -> Void) {
        guard inquiry.room == .lobby || registry.rooms[inquiry.room] == nil else {
            return answer(asFound: inquiry, done)
        }
        questions.ask(.room(inquiry), servingOther: inquiry.room) { answer in
            guard let response = answer.flatMap({ HTTPResponse(bytes: $0) }) else {
                return self.answer(asFound: inquiry, done)
            }
            done(response)
        }
    }

    /// Answers another server's question. Calls `done` with nil if this server does not have the
    /// room.
    package func answerHere(_ inquiry: RoomInquiry, _ done: @escaping (HTTPResponse?) -> Void) {
        guard registry.rooms[inquiry.room] != nil else { return done(nil) }
        answer(asFound: inquiry, done)
    }

    private func answer(asFound inquiry: RoomInquiry, _ done: @escaping (HTTPResponse) -> Void) {
        registry.read(inquiry.room) { result in
            switch result {
            case .failure: done(.failure(.unreadable(.room)))
            case .success(nil): done(.failure(.noRoom(inquiry.room)))
            case .success(.some(let live)): answer(inquiry, of: live, done)
            }
        }
    }

    private func answer(_ inquiry: RoomInquiry, of live: LiveRoom, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = inquiry.parts
        switch parts {
        case []:
            live.durableSnapshot { snapshot in
                guard let snapshot else { return done(.failure(.unreadable(.room))) }
                done(.json(latest.json(snapshot)))
            }
        case ["history"]:
            HistoryReader(services: registry.services).page(
                of: live, from: inquiry.from ?? 1, to: inquiry.to, id: nil
            ) { result in
                switch result {
                case .success(let page): done(.json(Notice.history(page).json))
                case .failure: done(.failure(.unreadable(.history)))
                }
            }
        case _ where parts.count == 2 && parts[0] == "games": record(parts[1], live, for: inquiry.group, done)
        case _ where parts.count == 3 && parts[0] == "games" && parts[2] == "report":
            report(parts[1], live, inquiry, done)
        case _ where (3...4).contains(parts.count) && parts[0] == "games" && parts[2] == RoomInquiry.puzzle:
            puzzle(parts[1], side: parts.count == 4 ? parts[3] : nil, live, for: inquiry.group, done)
        default:
            if let name = StudyFileName(parts) { return study(name, live, for: inquiry.group, done) }
            done(.failure(.nothingHere(.room(inquiry.room))))
        }
    }

    private func report(
        _ text: String, _ live: LiveRoom, _ inquiry: RoomInquiry, _ done: @escaping (HTTPResponse) -> Void
    ) {
        guard let number = Int(text), number > 0 else { return done(.failure(.nothingHere(.reports))) }
        reports.ask(live, game: number, after: inquiry.from, for: inquiry.group) { result in
            switch result {
            case .success(let json): done(.json(json))
            case .failure(let refusal): done(.failure(.report(refusal)))
            }
        }
    }

    private func puzzle(
        _ text: String, side: String?, _ live: LiveRoom, for group: String, _ done: @escaping (HTTPResponse) -> Void
    ) {
        guard let number = Int(text), number > 0 else { return done(.failure(.nothingHere(.reports))) }
        PuzzleSide.read(side, done) { side in
            puzzles.ask(live, game: number, side: side, for: group) { done(HTTPResponse(puzzle: $0)) }
        }
    }

    /// Answers with a game: `1` or `current` as JSON, `1.sgf`, `1.psq`, and pictures such as
    /// `1.svg` or `current.png`.
    private func record(_ file: String, _ live: LiveRoom, for group: String, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let form = parts.count == 2 ? RecordForm(rawValue: parts[1]) : nil
        guard parts.count == 1 || form != nil else { return done(.failure(.nothingHere(.records))) }
        if parts[0] == "current" { return current(live, form, for: group, done) }
        guard let number = Int(parts[0]), number > 0 else { return done(.failure(.nothingHere(.records))) }
        RecordReader(services: registry.services).game(of: live, number) { [pictures] result in
            switch result {
            case .failure: done(.failure(.unreadable(.record)))
            case .success(nil): done(.failure(.noGameOfRoom(number)))
            case .success(.some(let (record, recorder))):
                if let form {
                    // A running game changes, so its picture is not cached for long.
                    return pictures.answer(record, form, called: "\(live.name)-\(number)", maxAge: 60, for: group, done)
                }
                var writer = JSONWriter(reserving: 4_096)
                writer.game(record, recorder)
                done(.json(writer.bytes))
            }
        }
    }

    /// Answers with the trees of an analysis room.
    private func study(
        _ name: StudyFileName, _ live: LiveRoom, for group: String, _ done: @escaping (HTTPResponse) -> Void
    ) {
        guard live.room.kind == .analysis else { return done(.failure(.noStudy)) }
        live.durableSnapshot { [studyFiles] snapshot in
            guard let snapshot else { return done(.failure(.unreadable(.room))) }
            let games = name.format == .sgf ? StudyHeadings.games(of: snapshot.state) : []
            StudyHeadings.read(games, from: registry.services.store) { headings in
                guard let headings else { return done(.failure(.unreadable(.record))) }
                studyFiles.answer(
                    name, of: snapshot, people: live.audience.participants + live.named, headings: headings, for: group,
                    done)
            }
        }
    }

    /// Answers with the current game of a room, from memory.
    private func current(
        _ live: LiveRoom, _ form: RecordForm?, for group: String, _ done: @escaping (HTTPResponse) -> Void
    ) {
        live.durableSnapshot { [pictures] snapshot in
            guard let snapshot else { return done(.failure(.unreadable(.room))) }
            let game = CurrentGame(snapshot.room, snapshot.state) { id in
                id.robotName ?? live.named.first { $0.id == id }?.name
            }
            guard let game else { return done(.failure(.noCurrentGame)) }
            switch form {
            case nil:
                var writer = JSONWriter(reserving: 4_096)
                writer.current(game)
                done(.json(writer.bytes))
            case .svg:
                let isAborted = game.reason == Game.Reason.aborted.rawValue
                let caption = GameDiagram.caption(game.names, result: isAborted ? nil : game.result)
                let diagram = GameDiagram(position: game.position, caption: caption)
                pictures.answer(.diagram(diagram), maxAge: 5, for: group, done)
            case .png: pictures.answer(.picture(game.position), maxAge: 5, for: group, done)
            case .sgf, .psq: done(.failure(.nothingHere(.records)))
            }
        }
    }
}
