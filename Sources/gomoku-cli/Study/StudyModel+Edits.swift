import GameState

/// The user's changes of the analysis.
extension StudyModel {
    /// Performs the command of a letter that changes the analysis.
    mutating func edit(_ letter: Character) -> [Effect] {
        switch letter {
        case "n": ask(.chapterTitle)
        case "i": exportOrImport(.importFile)
        case _ where study.chapter(of: node) == nil: news = .init(text: words.studyEmptyHint, isWarning: true)
        case "c":
            let own = me.flatMap { me in study.comments(node).first { $0.author == me.id } }
            ask(.comment(node), own?.text ?? "")
        case "t":
            let known = study.marks(node).first { $0.point == cursor }?.mark
            ask(
                .mark(node, cursor, letter: known == nil ? study.nextLetter(node) : nil),
                known.map { StudyMarks.text($0) } ?? "")
        case "d":
            let count = study.branch(node).count
            // The first position is deleted only with its whole chapter, and one chapter remains.
            if study.point(node) == nil, study.chapters.count < 2 {
                news = .init(text: words.studyLastChapter, isWarning: true)
            } else {
                input = .question(.delete(node, base: study.state.rev, count: count))
            }
        case "p":
            guard let request = StudyRequest.promote(node, in: study) else {
                news = .init(text: words.studyIsFirst)
                break
            }
            return [.send(request)]
        case "m":
            let end = selection.end(in: study)
            guard study.point(end) != nil else { break }
            if study.mainLine(chapter.number) == end {
                news = .init(text: words.studyIsMainLine)
                break
            }
            return [.send(.makeMainLine(end, of: chapter.number))]
        case "u":
            guard let step = undo.takeLast(in: study) else {
                news = .init(text: words.studyNothingToUndo, isWarning: true)
                break
            }
            return [.send(step)]
        default: break
        }
        return []
    }

    /// Opens the field of a prompt with a text, or with the text that was not accepted there.
    mutating func ask(_ prompt: StudyPrompt, _ text: String = "") {
        let text = drafts.take(prompt) ?? text
        var field = TextField(limit: prompt.limit)
        for character in text { _ = field.press(.character(character)) }
        input = .text(prompt, field)
    }

    /// Performs the action of a prompt.
    mutating func finish(_ prompt: StudyPrompt, _ text: String) -> [Effect] {
        let isBlank = text.allSatisfy(\.isWhitespace)
        switch prompt {
        case .chat: return isBlank ? [] : [.say(text)]
        case .comment(let node):
            guard let me else { return [] }
            guard text.utf8.count <= AnalysisReferee.Limit.commentBytes else {
                news = .init(text: words.studyCommentLong(AnalysisReferee.Limit.commentBytes), isWarning: true)
                ask(prompt, text)
                return []
            }
            let known = study.comments(node).first { $0.author == me.id }?.text
            if known == text || isBlank && known == nil { return [] }
            return [.send(.comment(text, on: node, by: me.id))]
        case .mark(let node, let point, let letter):
            let known = study.marks(node).first { $0.point == point }?.mark
            let label = isBlank ? letter : text
            let mark = label.flatMap { Mark("label:\($0)") }
            guard label == nil || mark != nil else {
                news = .init(text: words.studyNoMark, isWarning: true)
                return []
            }
            // A shape of another client stays if its sign was not changed.
            if mark == known || known.map({ StudyMarks.text($0) }) == text { return [] }
            return [.send(.mark(point, mark, on: node))]
        case .chapterTitle:
            let known = chapter.chapter
            ask(.chapterTerms(title: text), "\(known.rule.rawValue) \(known.size.side)")
            return []
        case .chapterTerms(let title):
            guard let terms = StudyPrompt.terms(text) else {
                news = .init(text: words.studyNoTerms, isWarning: true)
                ask(prompt, text)
                return []
            }
            guard
                let made = StudyRequest.chapter(
                    Chapter(title: title, rule: terms.rule, size: terms.size), in: study)
            else {
                news = .init(text: words.studyTooManyChapters(Chapter.limit), isWarning: true)
                return []
            }
            awaitedChapter = made.number
            return [.send(made.request)]
        case .export, .importFile: return isBlank ? [] : finishFile(prompt, text.trimmed)
        }
    }

    mutating func confirm(_ question: StudyQuestion) -> [Effect] {
        switch question {
        case .delete(let node, let base, _): [.send(.delete(node, base: base))]
        case .overwrite(let path, let file): [.export(path: path, file, overwrites: true)]
        }
    }

    // MARK: Moves

    mutating func playTyped() -> [Effect] {
        defer { typed = "" }
        guard let point = size.point(named: typed) else {
            news = .init(noPoint: typed, on: size, words)
            return []
        }
        return play(point)
    }

    /// Plays a move after the shown position, or goes to the move if it is there.
    mutating func play(_ point: Point) -> [Effect] {
        cursor = point
        guard pending == nil else {
            // The next move follows the one that is not acknowledged yet.
            if queued.count < Self.queueLimit { queued.append(point) }
            return []
        }
        guard study.position(node).board[point] == nil else {
            news = .init(text: words.taken(size.name(of: point)), isWarning: true)
            queued = []
            return []
        }
        let child = TreeNodeID(parent: node, point: point)
        if study.lives(child) {
            selection.go(to: child, in: study)
            (followed, news) = (nil, nil)
            return queued.isEmpty ? [] : play(queued.removeFirst())
        }
        guard mayEdit else {
            news = .init(text: words.studyReadOnly, isWarning: true)
            queued = []
            return []
        }
        (followed, news) = (nil, nil)
        pending = PendingMove(parent: node, point: point)
        return [.send(.play(point, after: node, in: study))]
    }

    // MARK: Files

    mutating func exportOrImport(_ prompt: StudyPrompt) {
        guard importing == nil else {
            news = .init(text: words.studyImports(count: importing?.total ?? 0, number: importing?.done ?? 0))
            return
        }
        if prompt == .export, study.chapter(of: node) == nil {
            news = .init(text: words.studyEmptyHint, isWarning: true)
            return
        }
        ask(prompt, prompt == .export ? "\(room.text)-\(chapter.number).sgf" : "")
    }

    private mutating func finishFile(_ prompt: StudyPrompt, _ path: String) -> [Effect] {
        guard prompt == .export else { return [.importFile(path: path)] }
        guard let format = StudyFormat(fileName: path) else {
            news = .init(text: words.studyNoFormat, isWarning: true)
            ask(prompt, path)
            return []
        }
        let file = StudyFiles.chapter(chapter.number, of: study, as: format, name: name)
        switch file {
        case .success(let file): return [.export(path: path, file, overwrites: false)]
        case .failure(let error):
            news = .init(text: "\(error)", isWarning: true)
            return []
        }
    }

    /// Merges the content of a file into the room.
    mutating func merge(_ file: Study, losses: [String]) -> [Effect] {
        guard let me else { return [] }
        do throws(StudyError) {
            let changes = try file.changes(for: study.trees, state: study.state, by: me.id)
            guard !changes.deltas.isEmpty else {
                news = .init(text: words.studyNothingNew)
                return []
            }
            importing = StudyImport(changes, losses: losses)
            return sendImport()
        } catch {
            news = .init(text: "\(error)", isWarning: true)
            return []
        }
    }

    /// Sends the next part of the file, unless it must wait.
    func sendImport() -> [Effect] {
        guard let importing, importing.isIdle, let next = importing.next else { return [] }
        return [.send(StudyRequest(next, purpose: .part))]
    }

    /// Notes that a part of the file was accepted.
    mutating func importedPart() {
        importing?.accepted()
        guard let importing, importing.next == nil else {
            if let importing { news = .init(text: words.studyImports(count: importing.total, number: importing.done)) }
            return
        }
        let sentences = [words.studyImported(importing.moves)] + importing.losses
        news = .init(text: sentences.joined(separator: " "))
        self.importing = nil
    }
}

extension String {
    /// The text without blanks at both ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
