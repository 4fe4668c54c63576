import Foundation
import GameState

/// Files of an analysis: a chapter as a file, and a file as a study.
enum StudyFiles {
    /// Returns a chapter of the room as a file.
    static func chapter(
        _ number: Int, of room: StudyRoom, as format: StudyFormat, name: (ParticipantID) -> String
    ) -> Result<StudyFile, StudyError> {
        let study = Study(room.trees, state: room.state, name: name)
        // A study numbers the chapters of a room from 1 on, in their order.
        let place = room.trees.chapters.keys.sorted().firstIndex(of: number).map { $0 + 1 }
        do throws(StudyError) { return .success(try study.file(format, chapter: place)) } catch {
            return .failure(error)
        }
    }

    /// The outcome of reading a file.
    enum Read {
        case study(Study, losses: [String])
        case unreadable
        case broken(StudyError)
    }

    static func read(_ path: String) -> Read {
        guard let bytes = bytes(FileHandle(forReadingAtPath: expanded(path))) else { return .unreadable }
        do throws(StudyError) {
            var study = try Study(bytes, format: StudyFormat(ofFile: path, bytes))
            let losses = study.takeLosses().sentences
            return .study(study, losses: losses)
        } catch { return .broken(error) }
    }

    /// Returns the contents of a file, or nil if it cannot be read. If the file is larger than
    /// files of studies may be, returns more bytes than the limit, so that the reader says so.
    static func bytes(_ handle: FileHandle?) -> [UInt8]? {
        guard let handle else { return nil }
        do { return Array(try handle.read(upToCount: StudyLimits.bytes + 1) ?? Data()) } catch { return nil }
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: expanded(path)) }

    /// Writes a file completely or not at all. Returns false on failure.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        (try? Data(bytes).write(to: URL(fileURLWithPath: expanded(path)), options: .atomic)) != nil
    }

    /// Returns the path with the user's home in place of `~`, as shells do.
    private static func expanded(_ path: String) -> String { NSString(string: path).expandingTildeInPath }
}
