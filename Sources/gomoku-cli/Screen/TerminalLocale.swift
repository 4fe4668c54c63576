import Glibc

/// The character set of the locale.
enum TerminalLocale {
    static let isUnicode = takesUTF8(
        (["LC_ALL", "LC_CTYPE", "LANG"] as [String]).map { name in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        })

    /// Whether the first variable that is not empty selects UTF-8 (POSIX, Environment Variables,
    /// section 8.2).
    static func takesUTF8(_ environment: [String?]) -> Bool {
        let name = environment.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        let charset = name.lowercased().filter { $0 != "-" }
        return charset.contains("utf8")
    }
}
