import GameState
import WebSockets
import Wire

/// Takes players' reports of others, for the operator.
final class AbuseService {
    /// Bytes of what somebody writes in one.
    static let textBytes = 2_000

    private let reports: AbuseReports
    private let directory: ClientDirectory
    private var byPerson = AttemptThrottle(burst: 5, interval: 600_000)
    private var byAddress = AttemptThrottle(burst: 20, interval: 180_000)

    init(reports: AbuseReports, directory: ClientDirectory) {
        self.reports = reports
        self.directory = directory
    }

    func keep(_ report: Request.AbuseReport, in live: LiveRoom, from client: ClientConnection, now: Int) {
        func refuse(_ refusal: AbuseRefusal) { client.send(.error(refusal, id: report.id)) }
        guard report.text.utf8.count <= Self.textBytes else {
            return refuse(.tooLong(limit: Self.textBytes))
        }
        guard let about = live.person(report.participant) else {
            return refuse(.nobody)
        }
        let by = client.participant
        guard byPerson.spend(by.id.text, now: now), byAddress.spend(client.group, now: now) else {
            let wait = max(byPerson.wait(by.id.text), byAddress.wait(client.group))
            return refuse(.tooMany(retryAfter: wait))
        }
        let address = directory.clients(of: about.id).first?.remoteAddress
        reports.add(
            at: now, room: live.name, by: by, about: .init(participant: about, address: address), text: report.text,
            chat: live.chatLines(for: by.id))
        client.send(.reported(id: report.id))
    }
}
