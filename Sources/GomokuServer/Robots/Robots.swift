import WebSockets

/// All that the robot does here: it plays, gives hints and reports on games, with one set of workers.
final class Robots {
    private let desk: RobotService
    private let hints: HintService
    private let reports: ReportService

    init(server: Server, threads: Int, loop: EventLoop) {
        let workers = RobotWorkers(count: threads)
        let (moves, found, appraised) = (Mailbox<RobotAnswer>(), Mailbox<HintAnswer>(), Mailbox<ReportStep>())
        let desk = RobotService(registry: server.registry, workers: workers, answers: moves)
        let hints = HintService(workers: workers, answers: found)
        let reports = ReportService(services: server.services, workers: workers, steps: appraised)
        (self.desk, self.hints, self.reports) = (desk, hints, reports)
        loop.attach(moves) { desk.finished($0) }
        loop.attach(found) { hints.finished($0) }
        loop.attach(appraised) { reports.finished($0) }
        server.services.shown = { table in
            desk.look(at: table)
            hints.look(at: table)
        }
        server.hints = hints
        server.reports = reports
    }
}
