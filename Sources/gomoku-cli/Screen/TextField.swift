/// A single-line text field.
struct TextField: Equatable {
    private(set) var characters: [Character] = []
    /// The index at which the next character is inserted.
    private(set) var place = 0
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var text: String { String(characters) }

    /// Handles a key. Returns false if the key does not edit text.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(character)
        case .paste(let text):
            for character in text { insert(character.isNewline || character == "\t" ? " " : character) }
        case .backspace where place > 0:
            place -= 1
            characters.remove(at: place)
        case .backspace: break
        case .delete where place < characters.count: characters.remove(at: place)
        case .left: place = max(0, place - 1)
        case .right: place = min(characters.count, place + 1)
        case .home, .control("a"): place = 0
        case .end, .control("e"): place = characters.count
        case .control("u"): (characters, place) = ([], 0)
        case .control("w"):
            while place > 0, characters[place - 1] == " " { removeBefore() }
            while place > 0, characters[place - 1] != " " { removeBefore() }
        default: return false
        }
        return true
    }

    private mutating func insert(_ character: Character) {
        guard characters.count < limit else { return }
        characters.insert(character, at: place)
        place += 1
    }

    private mutating func removeBefore() {
        place -= 1
        characters.remove(at: place)
    }
}
