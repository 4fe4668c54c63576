import Glibc

/// What the locale's character set can show.
enum TerminalLocale {
    static let isUnicode = takesUTF8(
        (["LC_ALL", "LC_CTYPE", "LANG"] as [String]).map { name in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        })

    /// The first variable that is set and not empty decides (POSIX, Environment Variables, 8.2).
    static func takesUTF8(_ environment: [String?]) -> Bool {
        let name = environment.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        let charset = name.lowercased().filter { $0 != "-" }
        return charset.contains("utf8")
    }
}
