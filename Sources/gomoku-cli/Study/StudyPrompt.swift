import GameState

/// A line of text that the user is asked for.
enum StudyPrompt: Equatable {
    case comment(TreeNodeID)
    /// A mark on a point, with the letter that an empty text stands for if there is no mark yet.
    case mark(TreeNodeID, Point, letter: String?)
    case chapterTitle
    case chapterTerms(title: String)
    case export
    case importFile
    case chat

    func label(_ words: any Words, _ size: BoardSize) -> String {
        switch self {
        case .comment: words.studyAskComment
        case .mark(_, let point, nil): words.studyAskMark(size.name(of: point))
        case .mark(_, let point, let letter?): words.studyAskLetter(letter: letter, point: size.name(of: point))
        case .chapterTitle: words.studyAskTitle
        case .chapterTerms: words.studyAskTerms
        case .export: words.studyAskExport
        case .importFile: words.studyAskImport
        case .chat: words.sayPrompt
        }
    }

    /// The key that opens the field.
    var key: String {
        switch self {
        case .comment: "c"
        case .mark: "t"
        case .chapterTitle, .chapterTerms: "n"
        case .export: "e"
        case .importFile: "i"
        case .chat: "s"
        }
    }

    /// The greatest length of the text, in characters.
    var limit: Int {
        switch self {
        case .comment: AnalysisReferee.Limit.commentBytes
        case .mark: AnalysisReferee.Limit.markCharacters
        case .chapterTitle: Chapter.titleCharacters
        case .chapterTerms: 20
        case .export, .importFile: 1_000
        case .chat: PlayModel.chatLimit
        }
    }

    /// Reads a rule and a side of a board, in any order: `renju 15`. Nil if a word is neither.
    static func terms(_ text: String) -> (rule: Rule, size: BoardSize)? {
        var terms = (rule: Rule.freestyle, size: BoardSize.standard)
        for word in text.lowercased().split(separator: " ") {
            if let rule = Rule(rawValue: String(word)) {
                terms.rule = rule
            } else if let size = Int(word).flatMap({ BoardSize($0) }) {
                terms.size = size
            } else {
                return nil
            }
        }
        return terms
    }
}

/// A question that the user answers with y or n.
enum StudyQuestion: Equatable {
    /// Delete the branch of a node as it was at this revision.
    case delete(TreeNodeID, base: Int, count: Int)
    case overwrite(path: String, StudyFile)
}
