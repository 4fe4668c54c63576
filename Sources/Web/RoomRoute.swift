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
    package let questions: NodeQuestions

    package init(registry: RoomRegistry, reports: ReportService, questions: NodeQuestions) {
        self.registry = registry
        self.reports = reports
        self.questions = questions
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
        case _ where parts.count == 2 && parts[0] == "games": record(parts[1], live, done)
        case _ where parts.count == 3 && parts[0] == "games" && parts[2] == "report":
            report(parts[1], live, for: inquiry.group, done)
        default: done(.failure(.nothingHere(.room(inquiry.room))))
        }
    }

    private func report(_ text: String, _ live: LiveRoom, for group: String, _ done: @escaping (HTTPResponse) -> Void) {
        guard let number = Int(text), number > 0 else { return done(.failure(.nothingHere(.reports))) }
        reports.ask(live, game: number, for: group) { result in
            switch result {
            case .success(let json): done(.json(json))
            case .failure(let refusal): done(.failure(.report(refusal)))
            }
        }
    }

    /// Answers with a record such as `1.sgf` or `1.psq`.
    private func record(_ file: String, _ live: LiveRoom, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), number > 0, ["sgf", "psq"].contains(parts[1]) else {
            return done(.failure(.nothingHere(.records)))
        }
        RecordReader(services: registry.services).record(of: live, game: number) { result in
            switch result {
            case .failure: done(.failure(.unreadable(.record)))
            case .success(nil): done(.failure(.noGameOfRoom(number)))
            case .success(.some(let record)):
                done(.record(record, form: String(parts[1]), called: "\(live.name)-\(number)"))
            }
        }
    }
}
