import Client
import GameState
import Wire

/// The fate of the user's requests.
extension StudyModel {
    /// Remembers a request that was sent.
    mutating func sent(_ request: StudyRequest, id: String) {
        purposes[id] = request.purpose
        if request.purpose == .part { importing?.id = id }
    }

    /// Takes back a request that could not be sent, because too many are unanswered.
    mutating func notSent(_ request: StudyRequest) {
        // The next answer makes room for the part.
        guard request.purpose != .part else { return }
        takeBack(request.delta, request.purpose, isRefused: false)
        fail(words.outboxFull, written(request.delta, request.purpose))
    }

    /// Takes back a chat message that could not be sent, because too many requests are unanswered.
    mutating func notSaid(_ text: String) { fail(words.outboxFull, (.chat, text)) }

    /// Processes the server's answer to one of the user's requests.
    mutating func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, now: Int) -> [Effect] {
        let purpose = purposes.removeValue(forKey: request.id) ?? .change
        switch answer {
        case .accepted: accept(request, purpose)
        case .refused(let reason): refuse(request, purpose, reason, now: now)
        }
        // If the outbox was full, there is room now for the next part of a file.
        return sendImport()
    }

    private mutating func accept(_ request: ClientOutbox.Request, _ purpose: StudyRequest.Purpose) {
        acceptedPurposes[request.id] = purpose
        switch purpose {
        case .change: if case .delta(let request) = request, isPending(request.delta) { pending?.isAccepted = true }
        case .mainLine: news = .init(text: words.studyMainLineMade)
        case .undo(let rev):
            undo.remove(rev: rev)
            news = .init(text: words.studyUndone)
        case .part: importedPart()
        }
    }

    private mutating func refuse(
        _ request: ClientOutbox.Request, _ purpose: StudyRequest.Purpose, _ reason: Notice.Reason, now: Int
    ) {
        if purpose == .part, let wait = reason.retryAfter {
            importing?.wait(until: now + wait)
            return
        }
        let text: (StudyPrompt, String)?
        switch request {
        case .say(let said, _, _): text = (.chat, said)
        case .delta(let request):
            takeBack(request.delta, purpose, isRefused: reason.code == .conflict)
            text = written(request.delta, purpose)
        }
        fail(words.rejected(reason), text)
    }

    /// Ends the wait for a change that will not happen.
    private mutating func takeBack(_ delta: Delta, _ purpose: StudyRequest.Purpose, isRefused: Bool) {
        switch purpose {
        case .part: importing = nil
        case .undo(let rev): undo.keep(rev: rev, isRefused: isRefused)
        case .change, .mainLine:
            if isPending(delta) { (pending, queued) = (nil, []) }
            if let number = awaitedChapter, delta[AnalysisKey.chapter(number).text] != nil { awaitedChapter = nil }
        }
    }

    private func isPending(_ delta: Delta) -> Bool {
        pending.map { delta[AnalysisKey.node($0.node).text] != nil } ?? false
    }

    /// The text of a change that the user would have to type again, with its field.
    private func written(_ delta: Delta, _ purpose: StudyRequest.Purpose) -> (StudyPrompt, String)? {
        guard purpose == .change, delta.changes.count == 1, let change = delta.changes.first, let value = change.value
        else { return nil }
        switch AnalysisKey(change.key) {
        case .comment(let node, by: _): return value.string.map { (.comment(node), $0) }
        case .chapter: return value["title"]?.string.flatMap { $0.isEmpty ? nil : (.chapterTitle, $0) }
        default: return nil
        }
    }

    /// Warns the user, and gives a text back: at once if its field is the one to open here, and
    /// otherwise the next time that the user opens it.
    private mutating func fail(_ sentence: String, _ text: (prompt: StudyPrompt, text: String)?) {
        news = .init(text: sentence, isWarning: true)
        guard let (prompt, text) = text else { return }
        drafts.add(text, for: prompt)
        let isElsewhere = if case .comment(let place) = prompt { place != node } else { false }
        if input == .board, typed.isEmpty, held == nil, !isElsewhere {
            ask(prompt)
        } else {
            news = .init(text: "\(sentence) \(words.studyTextKept(prompt.key))", isWarning: true)
        }
    }
}
