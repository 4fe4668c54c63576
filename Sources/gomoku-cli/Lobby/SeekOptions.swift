import ArgumentParser
import GameState

/// The command-line options of a seek.
struct SeekOptions: ParsableArguments {
    @Flag(help: "Look for an opponent immediately.")
    var seek = false

    @Option(help: .term(.rule))
    var rule: String?

    @Option(help: .term(.clock))
    var clock: String?

    @Option(help: .term(.opening))
    var opening: String?

    @Option(help: .term(.size))
    var size: String?

    @Flag(help: "Do not allow takebacks.")
    var noTakebacks = false

    @Flag(help: "Play a rated game. Needs a claimed name and a clock.")
    var rated = false

    @Option(
        help: ArgumentHelp("Only meet opponents with ratings in this range, such as 1300-1700.", valueName: "range"))
    var rating: String?

    /// The seek, or nil without `--seek`.
    var wish: SeekTerms? {
        guard seek, let wish = try? made() else { return nil }
        return wish
    }

    func validate() throws {
        let others = rating != nil || GameTerms.Field.carried(by: .seek).contains { said($0) != nil }
        if others, !seek {
            throw ValidationError("--rule, --clock and similar options need --seek. In a room, press n instead.")
        }
        _ = try made()
    }

    /// Returns the value of the option for a term, or nil if it was not given.
    private func said(_ field: GameTerms.Field) -> String? {
        switch field {
        case .rule: rule
        case .clock: clock
        case .opening: opening
        case .size: size
        case .takebacks: noTakebacks ? field.flagValue : nil
        case .rated: rated ? field.flagValue : nil
        // Paired games are always listed.
        case .listed: nil
        }
    }

    private func made() throws -> SeekTerms {
        var wish = SeekTerms()
        for field in GameTerms.Field.carried(by: .seek) {
            guard let text = said(field) else { continue }
            guard wish.terms.set(field, to: text) else {
                throw ValidationError("--\(field.rawValue) takes \(field.summary).")
            }
        }
        switch wish.terms.conflict {
        case .ratedWithoutClock: throw ValidationError("--rated needs a --clock, such as 300+5.")
        case .some(let fault): throw ValidationError("--\(fault.field.rawValue) must be \(fault.expected).")
        case nil: break
        }
        if let rating {
            guard let range = RatingRange(rating) else {
                throw ValidationError("--rating takes two ratings, such as 1300-1700.")
            }
            wish.range = range
        }
        return wish
    }
}

extension ArgumentHelp {
    /// Returns the help of an option for a term.
    fileprivate static func term(_ field: GameTerms.Field) -> ArgumentHelp {
        ArgumentHelp("\(field.summary). (default: \(field.standard ?? "none"))", valueName: field.rawValue)
    }
}
