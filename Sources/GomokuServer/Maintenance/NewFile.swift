import Foundation

/// Creates files atomically: a file is complete and synced to disk, or does not exist. Only its
/// user can read it.
enum NewFile {
    enum Fault: Error, CustomStringConvertible {
        case exists(path: String)
        case cannotBeMade(path: String)

        var description: String {
            switch self {
            case .exists(let path):
                "\(path) already exists and was not changed. Choose another file, or move it away."
            case .cannotBeMade(let path): "\(path) cannot be created. Choose a file in a writable directory."
            }
        }
    }

    static func make<Value>(at path: String, _ fill: (FileHandle) throws -> Value) throws -> Value {
        let files = FileManager.default
        guard !files.fileExists(atPath: path) else { throw Fault.exists(path: path) }
        let partial = "\(path).partial"
        try? files.removeItem(atPath: partial)
        do {
            guard files.createFile(atPath: partial, contents: nil, attributes: [.posixPermissions: 0o600]),
                let file = FileHandle(forWritingAtPath: partial)
            else { throw Fault.cannotBeMade(path: partial) }
            let value = try fill(file)
            try file.synchronize()
            try file.close()
            try files.moveItem(atPath: partial, toPath: path)
            // Sync the directory, so that the file's name is durable too.
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileHandle(forReadingAtPath: directory)?.synchronize()
            return value
        } catch {
            try? files.removeItem(atPath: partial)
            throw error
        }
    }
}
