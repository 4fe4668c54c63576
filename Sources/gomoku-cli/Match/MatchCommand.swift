import ArgumentParser
import Engines
import Foundation
import GameState
import Robot

/// `gomoku-cli match`: plays games between two players. They play each opening twice, with the
/// sides exchanged.
struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Play games between two players and print the score and the Elo difference.",
        usage: "gomoku-cli match <first> <second> [--games <games>] [<options>]",
        discussion: """
            A player is robot, level:N with N from 1 to 10, or "engine:PATH ARGUMENTS", a program that speaks the \
            Gomocup protocol. One player may be remote: "remote:http://127.0.0.1:8080/?room=lunch" is any participant \
            who takes the seat in that room. Every opening is played twice, with the sides changed. In a room the \
            board is empty at first, so only the local player takes its first two stones from the opening.
            """)

    @Argument(help: "The first player.") var first: String
    @Argument(help: "The second player.") var second: String
    @Option(help: "Games to play.") var games = 20
    @Option(help: "Milliseconds per move.") var time = 1000
    @Option(help: "Nodes per move instead of --time, for the robot and engines that know max_node.") var nodes: Int?
    @Option(help: "A file of openings: x,y pairs, one opening per line.") var openings: String?
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "13, 15, 17, 19 or 20.") var size = 15
    @Option(help: "A folder for the games' records, as psq and SGF.") var records: String?
    @Option(help: "Stop when the sequential test decides between two Elo differences, such as 0,30.") var sprt: String?
    @Option(help: "Seed for the openings and the robots.") var seed: UInt64 = 1
    @Option(help: "Search threads of each robot.") var threads = 1
    @Flag(help: "Print every game.") var verbose = false
    @Flag(help: "Print JSON: a line per game, then one with the score.") var json = false

    func validate() throws {
        for player in [first, second] where MatchPlayer(player) == nil {
            throw ValidationError(
                "\"\(player)\" is not a player. Use robot, level:N, engine:PATH or remote:URL?room=NAME.")
        }
        if MatchPlayer(first)?.isRemote == true, MatchPlayer(second)?.isRemote == true {
            throw ValidationError("Only one of the players can be remote.")
        }
        if BoardSize(size) == nil { throw ValidationError("--size takes 13, 15, 17, 19 or 20.") }
        if games < 1 || time < 1 { throw ValidationError("--games and --time take 1 or more.") }
        try SearchThreads.check(threads)
        if let sprt, MatchCommand.bounds(sprt) == nil {
            throw ValidationError("--sprt takes two numbers, the lower first, such as 0,30.")
        }
    }

    private static func bounds(_ text: String) -> (Double, Double)? {
        let parts = text.split(separator: ",").compactMap { Double($0) }
        return parts.count == 2 && parts[0] < parts[1] ? (parts[0], parts[1]) : nil
    }

    func run() throws {
        guard let a = MatchPlayer(first), let b = MatchPlayer(second), let size = BoardSize(size) else { return }
        let limits = SearchLimits(milliseconds: nodes == nil ? time : nil, nodes: nodes)
        let openings = try MatchOpenings(file: openings, size: size, rule: rule, count: (games + 1) / 2, seed: seed)
        signal(SIGPIPE, SIG_IGN)
        var remote: MatchRemote?
        for case .remote(let address, let room) in [a, b] { remote = MatchRemote(address, room) }
        defer { remote?.leave() }
        var score = MatchScore()
        var accepted: Double?
        for number in 0..<games {
            let isFirstX = number % 2 == 0
            let opening = openings.list[(number / 2) % openings.list.count]
            let players = isFirstX ? ByStone(x: a, o: b) : ByStone(x: b, o: a)
            let game = try play(players, opening, size, limits, seed: seed &+ UInt64(number), remote)
            if let winner = game.winner {
                if (winner == .x) == isFirstX { score.wins += 1 } else { score.losses += 1 }
            } else {
                score.draws += 1
            }
            let names = ByStone(x: players.x.name, o: players.o.name)
            if let records {
                try MatchRecords(folder: records).keep(
                    game.record(names: names, size: size, rule: rule, at: Date()), number: number + 1)
            }
            if json { Output.line(MatchJSON.game(game, number: number + 1, names: names, size: size)) }
            let slowest = game.milliseconds.max() ?? 0
            if verbose, !json {
                print(
                    "game \(number + 1): \(players.x.name) - \(players.o.name): "
                        + "\(game.winner.map { $0 == .x ? "1-0" : "0-1" } ?? "1/2"), \(game.reason), "
                        + "\(game.moves.count) moves, slowest \(slowest) ms. \(score.summary)")
            }
            if let sprt, let (low, high) = Self.bounds(sprt) {
                let ratio = score.likelihoodRatio(low: low, high: high)
                if abs(ratio) >= MatchScore.decisive {
                    let elo = ratio > 0 ? high : low
                    accepted = elo
                    if !json { print(ratio > 0 ? "The test accepts +\(elo) Elo." : "The test accepts \(elo) Elo.") }
                    break
                }
            }
        }
        if json { return Output.line(MatchJSON.score(score, first: a.name, second: b.name, accepted: accepted)) }
        print("\(a.name) against \(b.name): \(score.summary)")
    }

    private func play(
        _ players: ByStone<MatchPlayer>, _ opening: [Point], _ size: BoardSize, _ limits: SearchLimits, seed: UInt64,
        _ remote: MatchRemote?
    ) throws -> MatchGame {
        func seat(_ stone: Stone) throws -> any MatchSeat {
            try players[stone].seat(
                as: stone, size: size, rule: rule, limits: limits, seed: seed, threads: threads, remote: remote)
        }
        var game: MatchGame?
        let x = try seat(.x)
        defer { x.end(game) }
        let o = try seat(.o)
        defer { o.end(game) }
        let played = MatchGame.play(ByStone(x: x, o: o), opening: opening, size: size, rule: rule, limits: limits)
        game = played
        return played
    }
}
