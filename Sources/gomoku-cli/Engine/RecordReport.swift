import ArgumentParser
import Client
import Foundation
import GameState
import Wire

/// The server's report on a finished game, for `analyse` with the link of a record.
struct RecordReport {
    private let address: Address
    private let record: String

    /// The greatest number of requests, and the pause between two of them in seconds. The server
    /// answers `busy` if the report takes longer than a request may wait.
    private static let requests = 8, pause = 2.0

    /// Nil if the argument is no link of a record.
    ///
    /// - Throws: a usage error if the link is invalid.
    init?(_ arguments: [String]) throws {
        guard arguments.count == 1, arguments[0].contains("?record=") else { return nil }
        let address = try Address.of(url: arguments[0], room: nil)
        guard let record = address.link.record else { return nil }
        (self.address, self.record) = (address, record)
    }

    /// Prints the report. On failure, prints a sentence and throws the exit status.
    func show(json isJSON: Bool) throws {
        let path = RecordFetch.path(record)
        let answer = try PeopleFetch.get(address, path)
        guard let size = RecordFetch.record(answer)?.size else { throw PeopleFetch.notUnderstood() }
        let json = try fetch(path + "/report")
        guard let report = GameReport(json) else { throw PeopleFetch.notUnderstood() }
        if isJSON { return Output.line(ASCIIEscapes.text(json.description)) }
        for line in AnalyseReport.lines(of: report, size) { PeopleFetch.show(line) }
    }

    private func fetch(_ path: String) throws -> JSON {
        for _ in 1..<Self.requests {
            let answer = WebFetch.get(address.http(path), patience: WebFetch.reportPatience)
            if case .json(let json) = answer { return json }
            guard case .refused(let reason) = answer, reason.code == .busy else { break }
            Thread.sleep(forTimeInterval: Self.pause)
        }
        return try PeopleFetch.get(address, path)
    }
}
