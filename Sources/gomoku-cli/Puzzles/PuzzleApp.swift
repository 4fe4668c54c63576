import Foundation
import GameState
import Puzzles
import WebSockets
import Wire

/// The puzzles on the full screen, which connects a terminal and the server to a ``PuzzleModel``.
final class PuzzleApp {
    private enum Message: Sendable {
        case answer(WebFetch.Answer, to: PuzzleSession.Request)
        case user(PuzzleUser, to: PuzzleSession.Request)
        case catalogue(WebFetch.Answer)
    }

    private let terminal: LiveTerminal
    private var model: PuzzleModel
    /// The file with the user's token for the server.
    private let tokens: TokenFile?
    private var exchange: AccountExchange?
    private let mailbox = Mailbox<Message>()
    private var exitStatus: Int32 = 0
    private var timer: LoopTimer?

    init(terminal: LiveTerminal, model: PuzzleModel, tokens: TokenFile?) {
        self.terminal = terminal
        self.model = model
        self.tokens = tokens
        terminal.loop.attach(mailbox, to: self) { $0.take($1) }
        timer = terminal.loop.timer(of: self) { app in
            app.perform(app.model.tick(now: PuzzleTime.now()))
            app.draw()
        }
    }

    /// Runs until the user quits, and returns the exit status.
    func run(_ start: PuzzleStart, signals: SignalWatcher) throws -> Int32 {
        terminal.start(signals: signals, telling: self) { $0.handle($1) }
        defer { terminal.leave() }
        WebFetch.get(model.address.http(PuzzleModel.cataloguePath)) { [mailbox] in mailbox.post(.catalogue($0)) }
        perform(start.open(&model, now: PuzzleTime.now()))
        draw()
        try terminal.loop.run()
        return exitStatus
    }

    private func handle(_ event: LiveTerminal.Event) {
        switch event {
        case .keys(let keys):
            model.screen = terminal.size
            for key in keys { perform(model.press(key, now: PuzzleTime.now())) }
        case .ended(let status): return quit(status)
        case .resized, .returned: break
        }
        draw()
    }

    private func take(_ message: Message) {
        switch message {
        case .answer(let answer, let request): perform(model.take(answer, to: request, now: PuzzleTime.now()))
        case .user(let user, let request): perform(model.take(user, to: request, now: PuzzleTime.now()))
        case .catalogue(let answer): model.takeCatalogue(answer)
        }
        draw()
    }

    private func perform(_ effects: [PuzzleModel.Effect]) {
        for effect in effects {
            switch effect {
            case .fetch(let request): fetch(request)
            case .copy(let link):
                let isCopied = terminal.copy(link)
                if !isCopied, SafeText(link).width <= terminal.size.width - 2 { break }
                model.news = .init(text: isCopied ? model.words.linkCopied : model.words.linkNotCopied)
            case .redraw: terminal.invalidate()
            case .suspend: terminal.suspend()
            case .quit: quit()
            }
        }
    }

    private func fetch(_ request: PuzzleSession.Request) {
        if let path = request.path {
            WebFetch.get(model.address.http(path)) { [mailbox] in mailbox.post(.answer($0, to: request)) }
        } else if let token = tokens?.read() {
            exchange = AccountExchange(
                .participant, at: model.address, name: nil, token: token, isBot: false, loop: terminal.loop
            ) { [mailbox] in mailbox.post(.user(PuzzleUser($0), to: request)) }
        } else {
            mailbox.post(.user(.unknown, to: request))
        }
    }

    private func quit(_ status: Int32 = 0) {
        exitStatus = status
        terminal.leave()
        terminal.loop.stop()
    }

    private func draw() {
        guard terminal.isEntered else { return }
        model.screen = terminal.size
        let now = PuzzleTime.now()
        terminal.showTitle(model.words.puzzles)
        guard terminal.show(PuzzleScreen(model: model, now: now).draw(isUnicode: TerminalLocale.isUnicode)) else {
            return quit(ExitStatus.hungUp)
        }
        if let wait = model.nextChange(now: now) { timer?.schedule(afterMilliseconds: wait) } else { timer?.cancel() }
    }
}

/// The clock of the puzzles.
enum PuzzleTime {
    /// Returns the milliseconds since 1970.
    static func now() -> Int { Int(Date().timeIntervalSince1970 * 1_000) }
}
