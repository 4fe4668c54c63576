import ArgumentParser
import Client
import Engines
import GameState
import Robot

/// `gomoku-cli analyse`: shows the robot's evaluation of a position, or of every move of a game.
struct AnalyseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse",
        abstract: "Show the score and the best line of a position, or of each position of a game.",
        usage: "gomoku-cli analyse [<game> ...] [<options>]",
        discussion: """
            The game is an SGF or psq file, or moves like h8 i9 g7. "-" reads either from standard input. If a file \
            names its rule and size, they take precedence over the options. Scores are for the side to move. A score \
            of 100 means a chance of about 77% to win. "wins in 5" means a five after five more moves, counting both \
            sides.

            With --every the command reviews each position of the game. Then it names the events that decided the \
            game, each with the line of its proof, says how well each side played, and lists the moves that lowered \
            the chance to win, each with a better move. With the link of a record, such as \
            http://host:8080/?record=k-3, it prints the server's report on that game in the same way.

            Exit status: 0 on success, 64 for wrong usage, 65 if the game cannot be read, 66 if there is no such \
            file, 69 if the server does not answer.
            """)

    @Argument(help: "An SGF or psq file, the moves, the link of a record, or \"-\".") var game: [String] = []
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "13, 15, 17, 19 or 20.") var size = 15
    @Option(help: "Milliseconds per position.") var time = 2000
    @Option(help: "Nodes per position, instead of --time.") var nodes: Int?
    @Option(help: "Threads to search with. With more than one, results may differ between runs.") var threads = 1
    @Flag(help: "Review every move of the game.") var every = false
    @Flag(help: "Print JSON, one object per line.") var json = false

    func validate() throws {
        if BoardSize(size) == nil { throw ValidationError("--size takes 13, 15, 17, 19 or 20.") }
        if time < 1 || (nodes ?? 1) < 1 { throw ValidationError("--time and --nodes take 1 or more.") }
        try SearchThreads.check(threads)
    }

    func run() throws {
        if let report = try RecordReport(game) { return try report.show(json: json) }
        guard let wanted = BoardSize(size) else { return }
        let game: AnalyseInput
        do throws(AnalyseInput.Failure) {
            game = try AnalyseInput(self.game, size: wanted, rule: rule)
        } catch {
            Output.printError("\(error)")
            throw ExitCode(error.status)
        }
        let searcher = Searcher(size: game.size, rule: game.rule, tableMegabytes: 128, threads: threads)
        let limits = SearchLimits(milliseconds: nodes == nil ? time : nil, nodes: nodes, isAnalysis: true)
        var study = GameStudy(size: game.size, rule: game.rule, points: game.moves)
        var last: SearchResult?
        for number in (every ? 0 : game.moves.count)...game.moves.count {
            last = nil
            guard let found = searcher.examine(Array(game.moves[..<number]), limits: limits) else { break }
            if every { study.add(found.appraisal) }
            last = found.result
            guard let result = last else { break }
            let next = number < game.moves.count ? game.moves[number] : nil
            if json { Output.line(AnalyseLines.position(result, moves: number, next: next, game.size)) }
            guard let next else { break }
            if json { continue }
            Output.line("\(number + 1). \(game.size.name(of: next))  \(AnalyseReport.text(result, game.size))")
        }
        if json {
            if last == nil { Output.line(AnalyseLines.over(moves: game.moves.count)) }
        } else if let last {
            Output.line(AnalyseReport.text(last, game.size))
            Output.line("depth \(last.depth), \(last.nodes) nodes, \(last.milliseconds) ms")
        } else {
            Output.line("The game is over.")
        }
        guard every, !game.moves.isEmpty else { return }
        let proofs = GameStudy.Limits(appraisal: limits, proofMilliseconds: time)
        while !study.isComplete { study.advance(searcher, proofs) }
        let review = GameReview(study, openingStones: game.openingStones)
        let lines =
            json ? AnalyseLines.lines(of: review, game.size) : AnalyseReport.lines(of: GameReport(review), game.size)
        for line in lines { Output.line(line) }
    }
}
