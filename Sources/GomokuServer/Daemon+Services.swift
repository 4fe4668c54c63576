import GameState
import Nodes
import Robots
import Rooms
import Storage
import Web
import WebSockets

/// Services with worker threads. Each receives its results through a mailbox of the loop.
extension Daemon {
    func robots(in rooms: RoomDirectory, _ workers: RobotWorkers, _ loop: EventLoop) -> RobotService {
        let answers = Mailbox<RobotAnswer>()
        let robots = RobotService(
            rooms: rooms, now: ServerClock.now, workers: workers, slots: options.robotThreads, answers: answers)
        loop.attach(answers) { robots.finished($0) }
        return robots
    }

    func hints(_ workers: RobotWorkers, _ loop: EventLoop) -> HintService {
        let answers = Mailbox<HintAnswer>()
        let hints = HintService(workers: workers, slots: options.robotThreads, answers: answers)
        loop.attach(answers) { hints.finished($0) }
        return hints
    }

    func analyses(
        _ services: RoomServices, _ budgets: AddressBudgets, _ workers: RobotWorkers, _ loop: EventLoop
    ) -> AnalysisService {
        let results = Mailbox<AnalysisResult>()
        let rights = AnalysisRights(
            mayAnalyse: services.mayAnalyse,
            wait: { connection in
                let wait = budgets.waitForAnalysis(connection, now: services.now())
                if wait != nil { services.counters.ranOut(of: .analyses) }
                return wait
            },
            charge: { connection, cost in
                switch cost {
                case .bytes(let count): services.fanOut.charge(connection, bytes: count)
                case .milliseconds(let time): budgets.chargeAnalysis(connection, milliseconds: time)
                }
            })
        let analyses = AnalysisService(
            workers: workers, slots: options.robotThreads, rights: rights, results: results)
        loop.attach(results) { analyses.finished($0) }
        return analyses
    }

    func reports(_ services: RoomServices, _ workers: RobotWorkers, _ loop: EventLoop) -> ReportService {
        let steps = Mailbox<ReportStep>()
        let reports = ReportService(services: services, workers: workers, steps: steps)
        loop.attach(steps) { reports.finished($0) }
        return reports
    }

    func gamePuzzles(_ services: RoomServices, _ workers: RobotWorkers, _ loop: EventLoop) -> GamePuzzleService {
        let results = Mailbox<GamePuzzleService.Made>()
        let puzzles = GamePuzzleService(services: services, workers: workers, results: results)
        loop.attach(results) { puzzles.finished($0) }
        return puzzles
    }

    func passwords(_ loop: EventLoop) -> PasswordHasher {
        let answers = Mailbox<PasswordHasher.Answer>()
        let passwords = PasswordHasher(answers: answers)
        loop.attach(answers) { passwords.finished($0) }
        return passwords
    }

    func gadgets(_ loop: EventLoop) -> GadgetFolder? {
        guard let directory = options.gadgets else { return nil }
        let answers = Mailbox<GadgetFolder.Answer>()
        let gadgets = GadgetFolder(directory: directory, answers: answers)
        loop.attach(answers) { gadgets.finished($0) }
        return gadgets
    }

    func brotli(_ loop: EventLoop) -> BrotliForms {
        let made = Mailbox<BrotliForms.Made>()
        let forms = BrotliForms(made: made)
        loop.attach(made) { forms.finished($0) }
        return forms
    }

    func pictures(_ loop: EventLoop) -> PictureService {
        let made = Mailbox<PictureService.Made>()
        let pictures = PictureService(made: made)
        loop.attach(made) { pictures.finished($0) }
        return pictures
    }

    func studyFiles(_ loop: EventLoop) -> StudyFiles {
        let made = Mailbox<StudyFiles.Made>()
        let files = StudyFiles(made: made)
        loop.attach(made) { files.finished($0) }
        return files
    }

    func puzzles(_ shelf: PuzzleShelf, _ loop: EventLoop) -> PuzzleService {
        let made = Mailbox<PuzzleService.Made>()
        let puzzles = PuzzleService(shelf, now: ServerClock.now, made: made)
        loop.attach(made) { puzzles.finished($0) }
        return puzzles
    }

    func converter(_ loop: EventLoop) -> FileConverter {
        let made = Mailbox<FileConverter.Made>()
        let converter = FileConverter(made: made)
        loop.attach(made) { converter.finished($0) }
        return converter
    }

    func moderation(_ loop: EventLoop, _ shared: (any SharedRecords)?, _ links: NodeLinks) -> Moderation {
        let answers = Mailbox<Moderation.Written>()
        let moderation = Moderation(
            directory: directory, shared: shared, links: links, now: ServerClock.now, answers: answers)
        loop.attach(answers) { moderation.finished($0) }
        return moderation
    }
}
