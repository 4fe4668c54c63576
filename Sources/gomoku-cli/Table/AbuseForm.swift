import GameState

/// The form for a report about another participant to the server's operator.
struct AbuseForm: Equatable {
    /// The reasons, as the operator reads them; the page has the same.
    enum Reason: String, CaseIterable { case insults, cheating, spoiling, name, other }

    /// The greatest length of the user's text, in characters, and of the whole report, in bytes.
    /// The server accepts 2,000 bytes.
    static let textLimit = 480, byteLimit = 2_000

    let person: Participant
    private(set) var reason = Reason.insults
    private(set) var text = TextField(limit: textLimit)

    init(_ person: Participant) { self.person = person }

    mutating func press(_ key: Key) {
        switch key {
        case .up: choose(-1)
        case .down, .tab: choose(1)
        default: _ = text.press(key)
        }
    }

    private mutating func choose(_ step: Int) {
        reason = Reason.allCases.stepped(from: reason, by: step)
    }

    /// The text of the report, in the form of the page: the reason, then the user's words.
    var report: String {
        var words = text.text
        while words.last == " " { words.removeLast() }
        var report = words.isEmpty ? "[\(reason.rawValue)]" : "[\(reason.rawValue)] \(words)"
        while report.utf8.count > Self.byteLimit { report.removeLast() }
        return report
    }

    func dialog(_ words: any Words) -> PlayDialog {
        PlayDialog(
            title: words.abuseTitle,
            rows: [
                .init(label: words.abuseWho, value: person.name),
                .init(
                    label: words.abuseReason, value: words.abuseReasons(reason), isChosen: true,
                    others: Reason.allCases.map { words.abuseReasons($0) }, click: [.down], clickOnMark: [.up]),
                .init(label: words.abuseWords, value: text.text + "_"),
            ],
            notes: [.init(value: words.abuseNote)], footer: words.abuseKeys,
            keyNames: words.dialogKeys)
    }
}

extension PlayModel {
    mutating func pressInAbuse(_ key: Key, _ form: inout AbuseForm) -> [Effect] {
        switch key {
        case .escape: input = .people(PeopleList())
        case .enter:
            input = .board
            return [.reportAbuse(form.person.id, form.report)]
        default:
            form.press(key)
            input = .abuse(form)
        }
        return []
    }

    /// Opens the form, unless the person is the user or a robot, who cannot be reported.
    mutating func askForAbuse(of person: Participant?) {
        guard let person, person.id != me?.id, person.id.robotLevel == nil else { return }
        input = .abuse(AbuseForm(person))
    }
}
