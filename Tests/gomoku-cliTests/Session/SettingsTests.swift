import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import gomoku_cli

/// Tests of settings from the environment and from a file, and of their precedence.
@Suite struct SettingsTests {
    private func settings(_ text: String) throws -> Settings {
        var settings = Settings()
        try settings.read(text, path: "f")
        return settings
    }

    /// Calls `body` with a configuration folder, whose settings file is `file`.
    private func withFolder(_ body: (_ folder: String, _ file: String) throws -> Void) rethrows {
        let folder = FileManager.default.temporaryDirectory.path + "/settings-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder, folder + "/gomoku/config.toml")
    }

    private func write(_ text: String, to file: String) throws {
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A settings file has one setting per line, as in TOML")
    func file() throws {
        let text =
            "# mine\n\n server = \"https://play.example\" # main\r\nname='Ann \"#1\" = B'\ncolours = false\n"
            + "language = \"de\"\nbell = true # loud\nnotify = false\non-chat = \"no\"\n"
        let found = try settings(text)
        #expect(found.value(.server) == "https://play.example" && found.value(.name) == "Ann \"#1\" = B")
        #expect(!found.isOn(.colors) && found.value(.language) == "de" && found.isOn(.bell))
        #expect(found.value(.notify) == "off" && !found.isOn(.onChat) && found.isOn(.onTurn))
        #expect(found.setting(.name).origin == .file(path: "f", line: 4))
        #expect(try settings(#"name = "a\"\\\u00e9\t""#).value(.name) == "a\"\\é\t")
        #expect(try settings("") == Settings())
        #expect(try settings("#server") == Settings())
    }

    @Test("A file of the former format counts as long as there is none of today's format")
    func formerFormat() throws {
        try withFolder { folder, file in
            let former = String(file.dropLast(".toml".count))
            try write("# mine\nserver = https://play.example\nname = Ann \"A\"\ncolors = no\nlanguage=de\n", to: former)
            let environment = ["XDG_CONFIG_HOME": folder]
            let found = try Settings(environment: environment)
            #expect(found.value(.server) == "https://play.example" && found.value(.name) == "Ann \"A\"")
            #expect(!found.isOn(.colors) && found.value(.language) == "de")
            #expect(found.setting(.name).origin == .file(path: former, line: 3))
            try write("name = \"Bob\"\n", to: file)
            let newer = try Settings(environment: environment)
            #expect(newer.value(.name) == "Bob" && newer.isOn(.colors))
        }
    }

    @Test(
        "The first invalid line is refused with the file's name and the line's number",
        arguments: [
            ("name", Settings.Fault.noValue), ("nmae = \"Ann\"", .unknown("nmae")),
            ("SERVER = \"h:80\"", .unknown("SERVER")),
            ("colors = true", .repeated(.colors)), ("colours = true", .repeated(.colors)),
            ("server = \"lunch\"", .value(.server)), ("server = \"http://h/?room=tea\"", .value(.server)),
            ("server = \"ftp://h\"", .value(.server)), ("server =", .notQuoted), ("name = \"\"", .value(.name)),
            ("name = \"\(String(repeating: "n", count: 33))\"", .value(.name)),
            ("language = \"xx\"", .value(.language)),
            ("name = Ann", .notQuoted), ("name = \"Ann", .notQuoted), ("name = \"Ann\" B", .notQuoted),
            ("name = \"\\q\"", .notQuoted), ("name = \"\\uD800\"", .notQuoted), ("bell = maybe", .notQuoted),
            ("bell = \"maybe\"", .value(.bell)), ("notify = \"osc8\"", .value(.notify)), ("[table]", .noValue),
        ] as [(String, Settings.Fault)])
    func wrongLine(line: String, fault: Settings.Fault) {
        let failure = #expect(throws: SettingsFailure.self) {
            try settings("# mine\ncolors = false\n\(line)\ncolors = perhaps\n")
        }
        #expect(failure == .line(path: "f", number: 3, fault))
        #expect(failure?.description.hasPrefix("f, line 3: ") == true && failure?.description.hasSuffix(".") == true)
    }

    @Test("An error about a line contains nothing that could control a terminal")
    func hostileLine() {
        let failure = #expect(throws: SettingsFailure.self) {
            try settings("\u{1B}[2J\(String(repeating: "x", count: 500)) = 1")
        }
        #expect(failure?.description.contains("\u{1B}") == false && (failure?.description.count ?? 999) < 260)
    }

    @Test("The settings file is under XDG_CONFIG_HOME, or under the home directory")
    func path() {
        func path(_ environment: [String: String]) -> String? { SettingsFile(environment: environment)?.path }
        #expect(path(["XDG_CONFIG_HOME": "/c", "HOME": "/home/ann"]) == "/c/gomoku/config.toml")
        #expect(path(["XDG_CONFIG_HOME": "c", "HOME": "/home/ann"]) == "/home/ann/.config/gomoku/config.toml")
        #expect(path(["HOME": ""]) == nil)
    }

    @Test(
        "An option overrides a variable, a variable the file, and the file the default",
        arguments: Settings.Key.allCases)
    func precedence(key: Settings.Key) throws {
        let values: [String] =
            switch key {
            case .server: ["h:81", "h:82", "h:83"]
            case .name: ["Yan", "Xi", "Wu"]
            case .language: ["de", "fr", "en"]
            case .notify: ["osc9", "osc777", "off"]
            default: ["false", "true", "false"]
            }
        try withFolder { folder, file in
            var environment = ["XDG_CONFIG_HOME": folder, "USER": "zoe", "LANG": "fr_FR"]
            let standard = try Settings(environment: environment)
            #expect(standard.setting(key).origin == .standard && !standard.isChosen(key))
            try write(SettingsText("").setting(key, to: values[0]).text, to: file)
            let filed = try Settings(environment: environment)
            #expect(filed.setting(key) == .init(value: values[0], origin: .file(path: file, line: 1)))
            #expect(filed.value(key) != standard.value(key))
            environment[key.variable] = ""
            #expect(try Settings(environment: environment) == filed, "an empty variable counts as unset")
            environment[key.variable] = values[1]
            let found = try Settings(environment: environment)
            #expect(found.setting(key) == .init(value: values[1], origin: .variable(key.variable)))
            #expect(found.value(key, option: values[2]) == values[2])
            environment[key.variable] = "\u{1B} lunch or dinner, which is no value of any setting at all"
            #expect(throws: SettingsFailure.variable(key.variable, .value(key))) {
                try Settings(environment: environment)
            }
        }
    }

    @Test("The defaults are the user's name and the language of the locale")
    func standards() throws {
        func name(_ user: String?) throws -> String {
            try Settings(environment: user.map { ["USER": $0] } ?? [:]).value(.name)
        }
        #expect(try name("ann") == "ann" && name("root") == "Guest" && name("") == "Guest" && name(nil) == "Guest")
        #expect(try Settings(environment: ["LC_ALL": "de_AT.UTF-8"]).value(.language) == "de")
        #expect(Settings().value(.server) == Address.standard)
    }

    @Test("NO_COLOR turns colours off, unless the variable of this program or an option turns them on")
    func colors() throws {
        func areOn(_ environment: [String: String], option: Bool? = nil) throws -> Bool {
            try Settings(environment: environment).isOn(.colors, option: option)
        }
        #expect(try areOn([:]) && areOn(["NO_COLOR": ""]) && !areOn(["NO_COLOR": "1"]))
        #expect(try areOn(["NO_COLOR": "1", "GOMOKU_COLORS": "yes"]) && areOn(["NO_COLOR": "1"], option: true))
        try withFolder { folder, file in
            try write("colors = true\n", to: file)
            #expect(try !areOn(["NO_COLOR": "1", "XDG_CONFIG_HOME": folder]))
        }
    }

    @Test("A command-line option overrides the settings")
    func options() throws {
        let found = try settings("name = \"Zoe\"\nlanguage = \"de\"\ncolors = false\n")
        let plain = try PlayCommand.parse([])
        let asked = try PlayCommand.parse(["--name", "Xi", "--language", "en", "--colors", "--no-bell"])
        #expect(plain.identity.chosenName(isKnown: false, settings: found) == "Zoe")
        #expect(plain.identity.chosenName(isKnown: true, settings: found) == "Zoe")
        #expect(plain.identity.chosenName(isKnown: true, settings: Settings()) == nil)
        #expect(plain.identity.chosenName(isKnown: false, settings: Settings()) == "Guest")
        #expect(asked.identity.chosenName(isKnown: true, settings: found) == "Xi")
        #expect(plain.language.chosen(settings: found) == .german)
        #expect(asked.language.chosen(settings: found) == .english)
        #expect(found.isOn(.colors, option: asked.screen.colors) && !found.isOn(.colors, option: plain.screen.colors))
        #expect(!found.isOn(.bell, option: asked.screen.bell) && found.isOn(.bell, option: plain.screen.bell))
        #expect(try Address(url: nil, room: nil, standard: "h:81").server == "h:81")
        #expect(try Address(url: "lunch", room: nil, standard: "h:81").server == "h:81")
        #expect(try Address(url: "other:82", room: "lunch", standard: "h:81").server == "other:82")
    }

    @Test("A change of a setting keeps the other lines and comments")
    func change() throws {
        let text = SettingsText("# mine\nname = \"Ann\" # me\n\nbell = true")
        #expect(text.setting(.name, to: "B \"\\\u{1B}").text == "# mine\nname = \"B \\\"\\\\\\u001b\"\n\nbell = true\n")
        #expect(text.setting(.bell, to: nil).text == "# mine\nname = \"Ann\" # me\n\n")
        #expect(text.setting(.title, to: "false").text == "# mine\nname = \"Ann\" # me\n\nbell = true\ntitle = false\n")
        #expect(
            SettingsText("colours = true\ncolors = true\n").setting(.colors, to: "false").text == "colors = false\n")
        #expect(SettingsText("").setting(.name, to: "Ann").text == "name = \"Ann\"\n")
        let odd = "a\"\\\u{7F}é'#"
        #expect(try settings(SettingsText("").setting(.name, to: odd).text).value(.name) == odd)
    }

    @Test("The file is private when it is new, keeps its permissions, and must not be writable by everyone")
    func permissions() throws {
        try withFolder { folder, path in
            let file = try #require(SettingsFile(environment: ["XDG_CONFIG_HOME": folder]))
            #expect(try file.read() == nil)
            try file.write("bell = false\n")
            #expect(try file.read() == "bell = false\n")
            #expect(try mode(of: path) == 0o600 && mode(of: folder + "/gomoku") == 0o700)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try file.write("bell = true\n")
            #expect(try mode(of: path) == 0o644 && file.read() == "bell = true\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o646], ofItemAtPath: path)
            #expect(throws: SettingsFailure.writableByAll(path)) { try file.read() }
            try FileManager.default.removeItem(atPath: path)
            try write("name = \"Ann\"\n", to: folder + "/dotfiles/real")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/dotfiles/real")
            try file.write("name = \"Bob\"\n")
            #expect(try String(contentsOfFile: folder + "/dotfiles/real", encoding: .utf8) == "name = \"Bob\"\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/gomoku") == ["config.toml"])
        }
    }

    @Test("A file that is too long or cannot be read is refused")
    func unreadable() throws {
        try withFolder { folder, path in
            let long = String(repeating: "#", count: SettingsFile.longest + 1)
            try write(long, to: path)
            #expect(throws: SettingsFailure.tooLong(path)) { try Settings(environment: ["XDG_CONFIG_HOME": folder]) }
            let file = try #require(SettingsFile(environment: ["XDG_CONFIG_HOME": folder]))
            #expect(throws: SettingsWriteFailure.tooLong(path)) { try file.write(long) }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(throws: SettingsFailure.unreadable(path)) { try Settings(environment: ["XDG_CONFIG_HOME": folder]) }
            #expect(throws: SettingsWriteFailure.unwritable(path)) { try file.write("") }
        }
    }

    @Test("Each setting is shown in the notation of the file, with its source")
    func lines() throws {
        let found = try settings("name = \"Z\\u001b\"\nbell = false\n")
        #expect(SettingsCommand.line(found, .name) == "name = \"Z\\u001b\"  # f, line 1")
        #expect(SettingsCommand.line(found, .bell) == "bell = false  # f, line 2")
        #expect(SettingsCommand.line(found, .server) == "server = \"\(Address.standard)\"  # default")
        let printed = Settings.Key.allCases.map { SettingsCommand.line(found, $0) }.joined(separator: "\n")
        #expect(try Settings.Key.allCases.allSatisfy { try settings(printed).value($0) == found.value($0) })
    }
}
