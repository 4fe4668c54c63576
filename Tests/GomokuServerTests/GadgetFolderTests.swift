import Foundation
import Testing
import WebSockets

@testable import GomokuServer
@testable import Web

/// Tests of the operator's gadget folder, which is read while a loop runs.
@Suite("Gadget folder")
final class GadgetFolderTests {
    private typealias Step = (_ folder: GadgetFolder, _ next: @escaping () -> Void) -> Void

    private let root = FileManager.default.temporaryDirectory.appending(path: "gadgets-\(UUID().uuidString)")
    private var directory: String { root.appending(path: "served").path }

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func put(_ path: String, _ text: String) throws {
        let url = URL(fileURLWithPath: directory).appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Runs the steps in order. Each starts when the previous one calls `next`.
    private func run(_ steps: [Step]) throws {
        let loop = try EventLoop()
        let answers = Mailbox<GadgetFolder.Answer>()
        let folder = GadgetFolder(directory: directory, answers: answers)
        loop.attach(answers) { folder.finished($0) }
        func take(_ index: Int) {
            guard index < steps.count else { return loop.stop() }
            steps[index](folder) { take(index + 1) }
        }
        let start = loop.timer { take(0) }
        start.schedule(afterMilliseconds: 0)
        try loop.run()
    }

    /// Returns a step that requests a file and expects it to have this size, or to be missing if
    /// the size is nil.
    private func asks(_ path: String, _ size: Int?) -> Step {
        { folder, next in
            let isAsked = folder.file(path) {
                #expect($0?.contents.count == size, "\(path)")
                next()
            }
            #expect(isAsked)
        }
    }

    @Test("Files can be added, changed and removed while the server runs")
    func changes() throws {
        try run([
            asks("a.xml", nil),
            { [self] _, next in
                #expect(throws: Never.self) { try put("a.xml", "<a/>") }
                next()
            },
            asks("a.xml", 4), asks("a.xml", 4),
            { [self] _, next in
                #expect(throws: Never.self) { try put("a.xml", "<longer/>") }
                next()
            },
            asks("a.xml", 9),
            { [self] _, next in
                #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: "\(directory)/a.xml") }
                next()
            },
            asks("a.xml", nil),
        ])
    }

    @Test("Files outside the folder, hidden files, unknown types and directories are not served")
    func refuses() throws {
        try put("sub/a.xml", "<a/>")
        try put(".hidden.xml", "<h/>")
        try put("sub/.git/a.xml", "<h/>")
        try put("a.unknown-type", "?")
        try put("../outside.xml", "<secret/>")
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory)/link.xml", withDestinationPath: root.appending(path: "outside.xml").path)
        try FileManager.default.createSymbolicLink(atPath: "\(directory)/inside.xml", withDestinationPath: "sub/a.xml")
        let none = [
            "../outside.xml", "sub/../../outside.xml", "/etc/passwd", "link.xml", ".hidden.xml", "sub/.git/a.xml",
            "a.unknown-type", "sub", "sub/", "", "a\u{0}.xml", "sub//a.xml",
        ]
        try run([asks("sub/a.xml", 4), asks("inside.xml", 4)] + none.map { asks($0, nil) })
    }

    @Test("The list contains gadget files in order, up to its limit")
    func list() throws {
        for name in ["b.xml", "sub/a.XML", "a.xml", "a.js", ".hidden.xml"] { try put(name, "<a/>") }
        try run([
            { folder, next in
                let isAsked = folder.list {
                    #expect($0 == ["a.xml", "b.xml", "sub/a.XML"])
                    next()
                }
                #expect(isAsked)
            }
        ])
        for number in 0..<GadgetFolder.listLimit { try put("many/\(number).xml", "<a/>") }
        try run([
            { folder, next in
                let isAsked = folder.list {
                    #expect($0.count == GadgetFolder.listLimit)
                    next()
                }
                #expect(isAsked)
            }
        ])
    }

    @Test("Reads beyond the limit of waiting ones are refused, and the waiting ones are answered")
    func waiting() throws {
        try put("a.xml", "<a/>")
        try run([
            { folder, next in
                var answered = 0
                for _ in 0..<GadgetFolder.waitingLimit {
                    let isAsked = folder.file("a.xml") { _ in
                        answered += 1
                        if answered == GadgetFolder.waitingLimit { next() }
                    }
                    #expect(isAsked)
                }
                let isOneMore = folder.file("a.xml") { _ in Issue.record("a read beyond the limit was answered") }
                #expect(!isOneMore)
            },
            asks("a.xml", 4),
        ])
    }
}
