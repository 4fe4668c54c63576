import GameState
import WebSockets

/// A form in which the server offers a game, by the extension of its file.
enum RecordForm: String {
    case sgf, psq
    /// A picture of the board with numbered stones.
    case svg
    /// A picture of the last position, for link previews.
    case png
}

extension PictureService {
    /// Answers with a game in the given form.
    ///
    /// - Parameters:
    ///   - name: the name of the file, without its extension.
    ///   - maxAge: the time for which clients may cache a picture, in seconds.
    ///   - group: the group of the client's address.
    func answer(
        _ record: GameRecord, _ form: RecordForm, called name: String, maxAge: Int, for group: String,
        _ done: @escaping (HTTPResponse) -> Void
    ) {
        switch form {
        case .sgf:
            done(.file(Array(record.sgf.utf8), type: "application/x-go-sgf; charset=utf-8", called: "\(name).sgf"))
        case .psq:
            guard let text = try? record.psq() else { return done(.failure(.notWritable)) }
            done(.file(Array(text.utf8), type: "text/plain; charset=utf-8", called: "\(name).psq"))
        case .svg:
            let caption = GameDiagram.caption(record.names, result: record.outcome?.rawValue)
            answer(
                .diagram(GameDiagram(position: BoardPosition(record), caption: caption)), maxAge: maxAge, for: group,
                done)
        case .png: answer(.picture(BoardPosition(record)), maxAge: maxAge, for: group, done)
        }
    }

    /// Answers with a picture. Every site may show it.
    func answer(_ drawing: Drawing, maxAge: Int, for group: String, _ done: @escaping (HTTPResponse) -> Void) {
        let type = if case .picture = drawing { "image/png" } else { "image/svg+xml" }
        draw(drawing, for: group) { file in
            guard let file else { return done(.failure(.picturesBusy)) }
            done(
                HTTPResponse(
                    status: 200,
                    headers: HTTPRouter.safety.filter { $0.0 != "x-frame-options" } + [
                        ("content-type", type), ("cache-control", "public, max-age=\(maxAge)"),
                        ("content-security-policy", HTTPRouter.picturePolicy),
                    ], body: file))
        }
    }
}

extension HTTPResponse {
    /// Makes a response with a file that browsers download.
    static func file(_ bytes: [UInt8], type: String, called name: String) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPRouter.safety + [
                ("content-type", type), ("content-disposition", "attachment; filename=\"\(name)\""),
                ("cache-control", "no-store"),
            ], body: bytes)
    }
}
