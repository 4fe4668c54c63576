/// A module of the page, taken apart as far as putting modules together needs it: what it imports, what it exports, the rest.
///
/// It knows the forms that our modules are written in: imports and exports at the beginning of a line, by name.
struct ModuleSource {
    /// `import { a as b } from "./other.js"`, with the other's path from the page's directory.
    struct Import {
        let names: [(name: String, local: String)]
        let from: String
    }

    /// A form that cannot be put together with others.
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    private(set) var imports: [Import] = []
    /// What others see, by what it is called in here.
    private(set) var exports: [(name: String, local: String)] = []
    /// What is exported from another module.
    private(set) var passedOn: [Import] = []
    /// The modules that must be there before.
    var imported: [String] { (imports + passedOn).map(\.from) }
    /// The modules that are fetched when they are wanted, as written: `./table/share.js`, `./${language}/first.js`.
    private(set) var fetched: [String] = []
    /// Everything else, without comments and indentation.
    private(set) var body = ""

    /// - Parameter mayWait: whether it may have `await` outside of functions: nothing that is imported may.
    init(path: String, text: String, mayWait: Bool) throws(Unknown) {
        self.path = path
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        // Where a text goes on over several lines, all of it is text.
        let isPlain = !lines.contains { line in !line.utf8.count(where: { $0 == 0x60 }).isMultiple(of: 2) }
        while let line = lines.popFirst() {
            if line.hasPrefix("import ") || line.hasPrefix("export {") {
                var statement = String(line)
                while !statement.hasSuffix(";"), let next = lines.popFirst() { statement += " " + next }
                try add(statement)
            } else if line.hasPrefix("export ") {
                try addDeclaration(String(line.dropFirst("export ".count)))
            } else if line.hasPrefix("await "), !mayWait {
                throw Unknown(description: "\(path) waits before it is there")
            } else if isPlain {
                let trimmed = line.drop { $0 == " " }
                if trimmed.isEmpty || trimmed.hasPrefix("//") { continue }
                if trimmed.hasPrefix("/**") {
                    var last = trimmed
                    while !last.hasSuffix("*/"), let next = lines.popFirst() { last = next }
                    continue
                }
                body += trimmed + "\n"
            } else {
                body += line + "\n"
            }
        }
        try findFetched()
    }

    /// `import {…} from "…";`, `export {…} from "…";` or `export {…};`
    private mutating func add(_ statement: String) throws(Unknown) {
        guard let open = statement.firstIndex(of: "{"), let close = statement.firstIndex(of: "}"), open < close,
            ["import", "export"].contains(statement[..<open].filter { $0 != " " })
        else { throw unknown(statement) }
        let names = statement[statement.index(after: open)..<close].split(separator: ",").compactMap { each in
            let words = each.split(separator: " ")
            return words.first.map { (name: String($0), local: String(words.last ?? $0)) }
        }
        let quoted = statement[close...].split(separator: "\"", omittingEmptySubsequences: false)
        let isImport = statement.hasPrefix("import")
        if quoted.count == 3 {
            let other = Import(names: names, from: Self.resolve(String(quoted[1]), from: path))
            if isImport { imports.append(other) } else { passedOn.append(other) }
        } else if !isImport, statement[close...].dropFirst() == ";" {
            exports += names.map { (name: $0.local, local: $0.name) }
        } else {
            throw unknown(statement)
        }
    }

    /// `const name = …`, `function name(…`, `async function name(…`, `class Name …`
    private mutating func addDeclaration(_ line: String) throws(Unknown) {
        var words = line.split(separator: " ")[...]
        if words.first == "async" { words = words.dropFirst() }
        guard let kind = words.popFirst(), ["const", "function", "class"].contains(kind),
            let name = words.first?.prefix(while: { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }),
            !name.isEmpty
        else { throw unknown(line) }
        exports.append((String(name), String(name)))
        body += line + "\n"
    }

    /// Puts `$load("this/path.js", …)` in the place of `import(…)`.
    private mutating func findFetched() throws(Unknown) {
        var pieces = body.split(separator: "import(", omittingEmptySubsequences: false)[...]
        var written = String(pieces.popFirst() ?? "")
        for piece in pieces {
            guard let quote = piece.first, quote == "\"" || quote == "`",
                let end = piece.dropFirst().firstIndex(of: quote)
            else { throw unknown("import(\(piece.prefix(40))") }
            fetched.append(String(piece[piece.index(after: piece.startIndex)..<end]))
            written += "$load(\"\(path)\", " + piece
        }
        body = written
    }

    private func unknown(_ text: String) -> Unknown {
        Unknown(description: "\(path) has a form that cannot be put together: \(text.prefix(80))")
    }

    /// `../game/rules.js`, written in `table/table.js`, is `game/rules.js`.
    static func resolve(_ specifier: String, from path: String) -> String {
        var steps = path.split(separator: "/").dropLast()
        for step in specifier.split(separator: "/") {
            switch step {
            case ".": continue
            case "..": steps = steps.dropLast()
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }
}
