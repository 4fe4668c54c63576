import Client
import GameState
import Wire

/// A download of a room's whole history by HTTP, page by page. Unlike joining, it does not create
/// the room.
enum HistoryFetch {
    enum Failure: Error, Equatable {
        case noSuchRoom
        case refused(Notice.Reason)
        case notFetched(WebFetch.Failure)
        case notUnderstood(NoticeFailure)

        var status: Int32 {
            switch self {
            case .noSuchRoom: ExitStatus.noInput
            case .refused, .notFetched(.notReached), .notFetched(.address): ExitStatus.unavailable
            case .notFetched(.notUnderstood), .notUnderstood: ExitStatus.protocolFailure
            }
        }
    }

    /// - Parameter get: fetches one path of the server.
    static func deltas(of room: RoomName, get: (_ path: String) -> WebFetch.Answer) throws(Failure) -> [AcceptedDelta] {
        var deltas: [AcceptedDelta] = []
        while true {
            let page = try page(get("api/rooms/\(room)/history?from=\(deltas.count + 1)"))
            deltas += page.deltas
            if deltas.count >= page.rev || page.deltas.isEmpty { return deltas }
        }
    }

    private static func page(_ answer: WebFetch.Answer) throws(Failure) -> Notice.HistoryPage {
        switch answer {
        case .json(let json):
            let message: Notice
            do throws(NoticeFailure) { message = try Notice(Array(json.description.utf8)) } catch {
                throw .notUnderstood(error)
            }
            guard case .history(let page) = message else { throw .notUnderstood(.noType) }
            return page
        case .refused(let reason): throw reason.word == "not-found" ? .noSuchRoom : .refused(reason)
        case .failed(let failure): throw .notFetched(failure)
        }
    }
}
