/// The page's modules put together, so that a slow line fetches two files and not seventy, one behind the other.
///
/// The first chunk has what the page needs at first sight, the next what it says will soon be wanted, another all else that
/// it fetches when it is wanted, and each folder of languages one. The modules stay what they are: each is a function that is called once, when it is first wanted.
struct PageBundle {
    /// A file that the page fetches.
    struct Chunk {
        /// Such as `first` or `texts-de`.
        let name: String
        let text: String
    }

    private(set) var chunks: [Chunk] = []
    private var sources: [String: ModuleSource] = [:]
    private let entry: String

    /// - Parameters:
    ///   - entry: the path of the module that is the page.
    ///   - soon: modules that are wanted before others.
    ///   - known: all paths there are.
    ///   - text: what is in the file of that path.
    ///   - address: what a chunk is called in its address, by its name and text.
    init(
        entry: String, soon: [String], known: [String], text: (String) -> String?, address: (Chunk) -> String
    ) throws(ModuleSource.Unknown) {
        self.entry = entry
        var first: [String] = []
        try add(entry, to: &first, text)
        var next: [String] = []
        for path in soon { try add(path, to: &next, text) }
        // What is fetched may fetch others: until there are no more.
        var rest: [String] = []
        var languages: [String: [String]] = [:]
        var seen = 0
        while seen < first.count + next.count + rest.count {
            let path = (first + next + rest)[seen]
            seen += 1
            for specifier in sources[path]?.fetched ?? [] {
                if specifier.contains("${") {
                    for other in Self.matches(specifier, from: path, known) where sources[other] == nil {
                        let folder = other.split(separator: "/").dropLast().joined(separator: "-")
                        try add(other, to: &languages[folder, default: []], text)
                    }
                } else {
                    try add(ModuleSource.resolve(specifier, from: path), to: &rest, text)
                }
            }
        }
        // What is there before anything is chosen comes with the rest; other languages come alone.
        for (folder, paths) in languages where first.contains(where: { Self.folder($0) == Self.folder(paths[0]) }) {
            rest += paths
            languages[folder] = nil
        }
        let groups =
            [("soon", next), ("rest", rest)].filter { !$0.1.isEmpty }
            + languages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        chunks = groups.map { Chunk(name: $0.0, text: chunk($0.1)) }
        let whereabouts = zip(chunks, groups.map(\.1))
        let table = whereabouts.map { chunk, paths in
            "\"\(address(chunk))\": \"\(paths.joined(separator: " "))\""
        }
        let needs = whereabouts.map { chunk, paths in
            let imported = Set(paths.flatMap { sources[$0]?.imported ?? [] })
            let others = whereabouts.filter { $0.0.name != chunk.name && !imported.isDisjoint(with: $0.1) }
            let names = others.map { "\"\(address($0.0))\"" }
            return "\"\(address(chunk))\": [\(names.joined(separator: ", "))]"
        }
        chunks.insert(
            Chunk(
                name: "first",
                text: Self.runtime(table.joined(separator: ", "), needs: needs.joined(separator: ", "))
                    + first.map(defined).joined()
                    + "await $need(\"\(entry)\");\n"),
            at: 0)
    }

    /// Adds a module behind those it imports, unless it is in some chunk already.
    private mutating func add(
        _ path: String, to found: inout [String], _ text: (String) -> String?
    ) throws(ModuleSource.Unknown) {
        guard sources[path] == nil else { return }
        guard let content = text(path) else { throw ModuleSource.Unknown(description: "there is no \(path)") }
        let source = try ModuleSource(path: path, text: content, mayWait: path == entry)
        sources[path] = source
        for other in source.imported { try add(other, to: &found, text) }
        found.append(path)
    }

    private static func folder(_ path: String) -> Substring { path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }

    /// The paths that `./${language}/${file}.js` may stand for.
    private static func matches(_ template: String, from path: String, _ known: [String]) -> [String] {
        let pattern = ModuleSource.resolve(template, from: path).split(separator: "/")
        return known.filter { candidate in
            let steps = candidate.split(separator: "/")
            return steps.count == pattern.count
                && zip(steps, pattern).allSatisfy { step, wanted in
                    guard let open = wanted.firstRange(of: "${"), let close = wanted.lastIndex(of: "}") else {
                        return step == wanted
                    }
                    return step.hasPrefix(wanted[..<open.lowerBound])
                        && step.hasSuffix(wanted[wanted.index(after: close)...])
                }
        }.sorted()
    }

    private func chunk(_ paths: [String]) -> String {
        "export default ($define, $load) => {\n" + paths.map(defined).joined() + "};\n"
    }

    /// A module as a function that makes what it exports.
    private func defined(_ path: String) -> String {
        guard let source = sources[path] else { return "" }
        var text = "$define(\"\(path)\", \(path == entry ? "async " : "")($need) => {\n"
        for other in source.imports {
            let names = other.names.map { $0.name == $0.local ? $0.name : "\($0.name): \($0.local)" }
            text += "const { \(names.joined(separator: ", ")) } = $need(\"\(other.from)\");\n"
        }
        text += source.body
        var exported = source.exports.map { $0.name == $0.local ? $0.name : "\($0.name): \($0.local)" }
        for other in source.passedOn {
            exported += other.names.map { "\($0.local): $need(\"\(other.from)\").\($0.name)" }
        }
        return text + "return { \(exported.joined(separator: ", ")) };\n});\n"
    }

    /// Finds modules: those that are there, and those of another chunk, which comes with the chunks that it imports from.
    ///
    /// A chunk that did not come is asked for by another address the next time, since a browser may keep its failure.
    private static func runtime(_ chunks: String, needs: String) -> String {
        """
        const $chunks = { \(chunks) };
        const $needs = { \(needs) };
        const $defined = new Map(), $made = new Map(), $coming = new Map();
        let $failures = 0;
        const $define = (path, make) => $defined.set(path, make);
        const $need = (path) => {
        if (!$made.has(path)) $made.set(path, $defined.get(path)($need));
        return $made.get(path);
        };
        const $take = async (chunk) => {
        try {
        const [module] = await Promise.all([import(`./${chunk}${$failures ? `?${$failures}` : ""}`), ...$needs[chunk].map($wait)]);
        module.default($define, $load);
        } catch (error) {
        $coming.delete(chunk);
        $failures += 1;
        throw error;
        }
        };
        const $wait = (chunk) => {
        if (!$coming.has(chunk)) $coming.set(chunk, $take(chunk));
        return $coming.get(chunk);
        };
        const $load = async (from, specifier) => {
        const path = new URL(specifier, `file:///${from}`).pathname.slice(1);
        if (!$defined.has(path)) await $wait(Object.keys($chunks).find((name) => $chunks[name].split(" ").includes(path)));
        return $need(path);
        };

        """
    }
}
