import ArgumentParser
import Foundation
import GameState
import Logging
import Synchronization
import TestSupport
import Testing
import WebSockets

@testable import GomokuServer

@Suite("Configuration")
struct ConfigurationTests {
    @Test("The time after which a server counts as gone is configurable within bounds, else 4 seconds")
    func gone() {
        func milliseconds(_ text: String?) -> Int {
            RedisStoreOpener.goneMilliseconds(text.map { ["GOMOKU_STORE_GONE": $0] } ?? [:])
        }
        #expect(milliseconds("30") == 30_000)
        #expect(milliseconds("3600") == 3_600_000)
        for text in [nil, "", "1", "3601", "-5", "6s"] { #expect(milliseconds(text) == 4_000, "\(text ?? "none")") }
    }

    private static let catalogue = OptionCatalogue.serve

    private func settings(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> ConfiguredArguments {
        try ConfiguredArguments(arguments, environment: environment, others: ["backup"])
    }

    @Test("Each option is a single value, a list or a flag")
    func catalogue() {
        let kinds = Self.catalogue.kinds
        #expect(kinds["port"] == .value && kinds["data"] == .value && kinds["log-format"] == .value)
        #expect(kinds["trusted-proxy"] == .list && kinds["allow-origin"] == .list)
        #expect(kinds["proxy-protocol"] == .flag && kinds["no-tcp"] == .flag)
        #expect(kinds["config"] == nil)
    }

    @Test("The catalogue has the options that the help lists, hidden ones too")
    func completeCatalogue() {
        let help = ServeOptions.helpMessage(includeHidden: true, columns: 80)
        let listed = help.matches(of: /\n  (?:-h, )?--([a-z-]+)/).map { String($0.1) }
        #expect(listed.contains("file-every") && listed.contains("keys-per-room"))
        #expect(listed.filter { $0 != "help" }.sorted() == (Self.catalogue.kinds.keys + ["config"]).sorted())
    }

    private static let limitNames = OptionCatalogue(LimitOptions.self).kinds.filter { $0.value == .value }.keys.sorted()

    @Test("An option for a limit accepts no number below its smallest", arguments: limitNames)
    func smallest(_ name: String) throws {
        let mayBeZero = ["memory", "disk", "stored-per-address", "messages-per-second", "bytes-per-second"]
        let smallest = mayBeZero.contains(name) ? 0 : 1
        _ = try LimitOptions.parse(["--\(name)=\(smallest)"])
        let refusal = #expect(throws: (any Error).self) { try LimitOptions.parse(["--\(name)=\(smallest - 1)"]) }
        let message = LimitOptions.message(for: try #require(refusal))
        #expect(message.contains("--\(name)") && message.contains("must be \(smallest) or more."), "\(message)")
    }

    @Test("An option for a limit sets the limit of its name, and no other", arguments: limitNames)
    func limit(_ name: String) throws {
        func numbers(_ limits: Limits) throws -> [String: Int] {
            try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(limits))
        }
        let others = [
            "memory", "disk", "rooms-per-identity", "rooms-per-address", "outbox-bytes", "connections",
            "connections-per-address",
        ]
        let defaults = try numbers(Limits())
        let changed = try numbers(LimitOptions.parse(["--\(name)=7"]).limits).filter { defaults[$0.key] != $0.value }
        #expect(changed.map { OptionCatalogue.name($0.key) } == (others.contains(name) ? [] : [name]))
        #expect(changed.values.allSatisfy { $0 == (name == "stored-per-address" ? 7 << 20 : 7) }, "\(changed)")
    }

    @Test("Limits without an option, and those whose option is not set, have their defaults")
    func defaultLimits() throws {
        #expect(try LimitOptions.parse([]).limits == Limits())
        var limits = Limits()
        limits.keysPerRoom = 7
        limits.rooms = 8
        #expect(try LimitOptions.parse(["--keys-per-room=7", "--rooms=8"]).limits == limits)
    }

    @Test("Settings from the environment apply unless the command line has the same option")
    func environment() throws {
        let environment = [
            "GOMOKU_SERVER_PORT": "81", "GOMOKU_SERVER_LOG_LEVEL": "debug", "GOMOKU_SERVER_PROXY_PROTOCOL": "yes",
            "GOMOKU_SERVER_TRUSTED_PROXY": "127.0.0.1 10.0.0.0/8", "GOMOKU_GENERATE": "1",
        ]
        let found = try settings(["--port", "82", "--data=x"], environment)
        #expect(
            found.arguments == [
                "--port", "82", "--data=x", "--log-level=debug", "--proxy-protocol", "--trusted-proxy=127.0.0.1",
                "--trusted-proxy=10.0.0.0/8",
            ])
        #expect(found.settings.map(\.source) == [.environment, .environment, .environment])
    }

    @Test("An empty environment variable is ignored")
    func emptyVariable() throws {
        let found = try settings([], ["GOMOKU_SERVER_DATA": "", "GOMOKU_SERVER_STORE": "redis://127.0.0.1:6379/0"])
        #expect(found.arguments == ["--store=redis://127.0.0.1:6379/0"])
    }

    @Test(
        "The arguments of other commands and requests for help are left unchanged",
        arguments: [["backup", "f"], ["--help"], ["help"]])
    func others(_ arguments: [String]) throws {
        #expect(try settings(arguments, ["GOMOKU_SERVER_PORT": "81"]).arguments == arguments)
    }

    @Test("An unknown option or a bad flag value is refused, naming where it was set")
    func refused() throws {
        #expect(throws: ConfigurationFile.Failure.unknown("prot", in: "The environment variable GOMOKU_SERVER_PROT")) {
            try settings([], ["GOMOKU_SERVER_PROT": "81"])
        }
        #expect(throws: ConfigurationFile.Failure.notYesOrNo(name: "no-tcp", in: "environment")) {
            try settings([], ["GOMOKU_SERVER_NO_TCP": "perhaps"])
        }
        #expect(throws: ConfigurationFile.Failure.unreadable("/none")) { try settings(["--config", "/none"]) }
        #expect(throws: ConfigurationFile.Failure.noValue("f", line: 3)) {
            try ConfigurationFile("# port\n\nport 80\n", path: "f")
        }
    }

    @Test("A configuration file has one setting per line")
    func file() throws {
        let file = try ConfigurationFile("# ports\n port = 80 \n\nallow-origin=https://a=b\n", path: "f")
        #expect(
            file.entries == [
                .init(name: "port", value: "80", line: 2),
                .init(name: "allow-origin", value: "https://a=b", line: 4),
            ])
    }

    /// Writes a configuration file and passes its path to `use`. Removes the file afterwards.
    private func file(_ text: String, _ use: (String) throws -> Void) throws {
        let directory = TemporaryDirectory()
        let path = "\(directory.path)/server.conf"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try use(path)
        withExtendedLifetime(directory) {}
    }

    @Test("A setting's source is its last line in the file, or all its lines if it is a list")
    func lines() throws {
        try file("port = 80\nport = 81\nallow-origin = http://a\n\nallow-origin = http://b\nmemory = 5\n") { path in
            let found = try settings(["--config", path, "--memory=6"], ["GOMOKU_SERVER_DATA": "x"])
            #expect(found.source(of: "port") == .file(path, lines: [2]))
            #expect("\(found.source(of: "port"))" == "\(path), line 2")
            #expect("\(found.source(of: "allow-origin"))" == "\(path), lines 3, 5")
            #expect(found.source(of: "memory") == .option && found.source(of: "data") == .environment)
            #expect(found.source(of: "host") == .standard)
            #expect(found.arguments.suffix(3) == ["--port=81", "--allow-origin=http://a", "--allow-origin=http://b"])
        }
    }

    @Test("A message about an option says where it was set, unless on the command line")
    func places() throws {
        try file("port = x\nweb = /nowhere\n") { path in
            let found = try settings(["--config=\(path)", "--data", "y"], ["GOMOKU_SERVER_HOST": "tea"])
            #expect(
                found.places(namedIn: "'x' is invalid for '--port <port>'") == ["--port is set in \(path), line 1."])
            #expect(
                found.places(namedIn: "Name one with --host, or --data.")
                    == ["--host is set in the environment (GOMOKU_SERVER_HOST)."])
            #expect(found.places(namedIn: "--webs, --web-static and --ports") == [])
        }
    }

    @Test("A refused option is explained with the usage of the command", arguments: ["serve", "config"])
    func refused(command: String) {
        func message(_ arguments: String...) -> String {
            do {
                _ = try GomokuServer.parseAsRoot([command] + arguments)
                return "no error"
            } catch {
                return GomokuServer.fullMessage(for: error)
            }
        }
        let unknown = message("--bogus")
        #expect(unknown.contains("Usage: gomoku-server \(command) <options>"), "\(unknown)")
        #expect(unknown.contains("See 'gomoku-server \(command) --help'"), "\(unknown)")
        let contradictory = message("--data=x", "--store=redis://127.0.0.1")
        #expect(contradictory.contains("Give --store or --data, not both."), "\(contradictory)")
    }

    @Test("Every option is shown with its value and its source")
    func effective() throws {
        let text = "log-level = debug\ntrusted-proxy = 10.0.0.0/8 ::1\nproxy-protocol = yes\n"
        try file(text) { path in
            let found = try settings(["--config", path, "--data=x", "--robot-threads=2"], ["GOMOKU_SERVER_PORT": "81"])
            let options = try ServeOptions.parse(found.arguments)
            let shown = EffectiveSettings(options, found, derived: ["memory": "7", "data": "never"]).settings
            let lines = shown.map(\.line)
            #expect(Set(shown.map(\.name)) == Set(Self.catalogue.kinds.keys).union(["config"]))
            for line in [
                "config = \(path)  # option", "data = x  # option", "port = 81  # environment",
                "log-level = debug  # \(path), line 1", "trusted-proxy = 10.0.0.0/8 ::1  # \(path), line 2",
                "proxy-protocol = yes  # \(path), line 3", "robot-threads = 2  # option", "memory = 7  # default",
                "host = 127.0.0.1  # default", "no-tcp = no  # default", "allow-origin = (none)  # default",
                "durability = full  # default", "store = (none)  # default", "messages-per-second = 5000  # default",
            ] { #expect(lines.contains(line), "\(line) in \(lines)") }
            #expect(lines.first == "config = \(path)  # option")
        }
    }

    @Test("The check before a start finds every fault, with the exit status that the server would have")
    func startCheck() throws {
        let directory = TemporaryDirectory()
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "gomokutest/small_page").path
        func check(_ arguments: String...) throws -> StartCheck {
            StartCheck(try ServeOptions.parse(["--port=0", "--data=\(directory.path)/data"] + arguments))
        }
        #expect(try check("--web=\(page)").faults == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        try FileManager.default.createDirectory(atPath: "\(directory.path)/data", withIntermediateDirectories: false)
        try Data("This is no database, but it is long enough to look so.".utf8)
            .write(to: URL(fileURLWithPath: "\(directory.path)/data/gomoku.sqlite"))
        let faults = try check("--web=/nowhere", "--host=192.0.2.1").faults
        #expect(faults.map(\.exitStatus) == [64, 69, 74])
        let words = ["--web", "--host", "is damaged"]
        for (fault, word) in zip(faults, words) { #expect(fault.sentence.contains(word)) }
        let taken = try EventLoop()
        let path = "/tmp/gomoku-\(UUID().uuidString.prefix(8))"
        let control = try taken.control(at: path) { _, done in done("") }
        #expect(try check("--web=\(page)", "--admin-socket=\(path)").faults.map(\.exitStatus) == [69, 74])
        withExtendedLifetime(control) {}
        // systemd creates the folder later.
        let later = try check("--web=\(page)", "--admin-socket=/nowhere/admin.sock")
        #expect(later.faults.map(\.exitStatus) == [74] && later.warnings.count == 1)
        let options = try ServeOptions.parse(["--host=192.0.2.1", "--data=\(directory.path)/data", "--web=/nowhere"])
        #expect(StartCheck(options, valuesOnly: true).faults.map(\.exitStatus) == [64])
    }

    @Test(
        "Unread HTTP answers may take an eighth of the memory, at most 64 MiB",
        arguments: [(64, 8 << 20), (4096, 64 << 20), (0, 64 << 20)])
    func unreadAnswers(memory: Int, limit: Int) throws {
        let options = try ServeOptions.parse(["--memory=\(memory)"])
        let configuration = options.listenConfiguration(SocketActivation(environment: [:], process: 0))
        #expect(configuration.unreadAnswerBytes == limit)
    }

    @Test("Sockets that were passed to another process are ignored")
    func activation() {
        func found(_ pid: String, _ count: String) -> [Int32] {
            SocketActivation(environment: ["LISTEN_PID": pid, "LISTEN_FDS": count], process: 7).descriptors
        }
        #expect(found("7", "2") == [3, 4])
        #expect(found("8", "2") == [] && found("7", "0") == [] && found("7", "x") == [] && found("7", "999") == [])
    }

    @Test("Each log line is one JSON object, whatever the message contains")
    func json() throws {
        let lines = Lines()
        var log = Logger(label: "test") { JSONLogHandler(label: $0) { lines.add($0) } }
        log[metadataKey: "request"] = "r-1"
        log.warning("\"two\nlines\"", metadata: ["path": "/\u{1b}[2J"])
        let line = try #require(lines.all.first)
        #expect(line.last == 10 && !line.dropLast().contains(10))
        guard case .object(let members) = try JSONParser.parse(Array(line.dropLast())) else {
            Issue.record("the line is not a JSON object")
            return
        }
        let found = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
        #expect(found["level"] == .string("warning") && found["logger"] == .string("test"))
        #expect(found["message"] == .string("\"two\nlines\"") && found["path"] == .string("/\u{1b}[2J"))
        #expect(found["request"] == .string("r-1"))
        let time = try #require(found["time"]?.string)
        // RFC 3339, in UTC.
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    }
}

/// The lines that were written.
private final class Lines: Sendable {
    private let kept = Mutex<[[UInt8]]>([])

    var all: [[UInt8]] { kept.withLock { $0 } }

    func add(_ line: [UInt8]) { kept.withLock { $0.append(line) } }
}
