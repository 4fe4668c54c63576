import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// Handles players' reports of other participants.
final class AbuseService {
    /// The maximum size of the text of a report, in bytes.
    static let textBytes = 2_000
    /// The retry delay for a reporter with too many unread reports, in milliseconds. An estimate,
    /// because it depends on when the operator reads them.
    private static let unreadWait = 3_600_000

    private let reports: AbuseReports
    private let directory: ClientDirectory
    private let tries: AttemptLimits

    init(reports: AbuseReports, directory: ClientDirectory, tries: AttemptLimits) {
        self.reports = reports
        self.directory = directory
        self.tries = tries
    }

    func keep(_ report: Request.AbuseReport, in live: LiveRoom, from client: ClientConnection, now: Int) {
        func refuse(_ refusal: AbuseRefusal) { client.send(.error(refusal, id: report.id)) }
        guard report.text.utf8.count <= Self.textBytes else {
            return refuse(.tooLong(limit: Self.textBytes))
        }
        guard let about = live.person(report.participant) else {
            return refuse(.unknownParticipant)
        }
        let by = client.participant
        let origin = AttemptOrigin(client)
        let tried = [.init(.reportByPerson, by.id.text)] + origin.tries(.reportFromAddress)
        tries.spend(tried) { [self] outcome in
            switch outcome {
            case .tooOften(let wait): return refuse(.tooMany(retryAfter: wait))
            case .unavailable(let why): return refuse(.unavailable(why))
            case .allowed: break
            }
            let address =
                directory.clients(of: about.id).first?.remoteAddress
                ?? live.audience.everybody.first { $0.participant.id == about.id }?.remoteAddress
            reports.add(
                at: now, room: live.name, by: .init(participant: by, address: origin.widest),
                about: .init(participant: about, address: address), text: report.text, chat: live.chatLines(for: by.id)
            ) { result in
                switch result {
                case .success(.kept): client.send(.reported(id: report.id))
                case .success(.tooMany): refuse(.tooMany(retryAfter: Self.unreadWait))
                case .success(.full): refuse(.full)
                case .failure(let failure): refuse(.unavailable("\(failure)"))
                }
            }
        }
    }
}
