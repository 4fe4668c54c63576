import Foundation

/// Damage inside a write-ahead log, found by checking the log's frames.
///
/// SQLite takes a damaged frame for the end of the log and silently drops all commits after it. If
/// a power cut tore the last commit, no commit follows, because a commit begins only when the
/// previous one is on the disk. Further commits after a torn frame therefore prove damage.
struct LogDamage: Equatable {
    /// A lower bound for the number of commits that were written and cannot be read.
    let lostCommits: Int

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    /// The magic numbers that say in which byte order the checksum reads words.
    private static let littleEndian: UInt32 = 0x377F_0682, bigEndian: UInt32 = 0x377F_0683

    /// Returns nil if the database's log is sound or absent.
    init?(of database: String) {
        let path = "\(database)-wal"
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let log = try? file.readToEnd(), log.count > Self.headerBytes else { return nil }
        // A running server may have started the log over meanwhile, so compare the header again.
        guard (try? file.seek(toOffset: 0)) != nil,
            let again = try? file.read(upToCount: Self.headerBytes),
            again == log.prefix(Self.headerBytes)
        else { return nil }
        self.init(log: [UInt8](log))
    }

    init?(log: [UInt8]) {
        let bytes = log.span
        guard bytes.count > Self.headerBytes, let pageBytes = Self.pageBytes(of: bytes) else {
            return nil
        }
        let frame = Self.frameHeaderBytes + pageBytes
        let frames = (bytes.count - Self.headerBytes) / frame
        func start(_ number: Int) -> Int { Self.headerBytes + number * frame }

        var sum = Sum(isBigEndian: Self.word(bytes, 0) == Self.bigEndian)
        sum.add(bytes, 0..<24)
        var salts = (Self.word(bytes, 16), Self.word(bytes, 20))
        var broken = 0
        if sum.matches(bytes, at: 24) {
            while broken < frames, Self.has(salts, bytes, start(broken)) {
                let place = start(broken)
                sum.add(bytes, place..<place + 8)
                sum.add(bytes, place + Self.frameHeaderBytes..<place + frame)
                guard sum.matches(bytes, at: place + 16) else { break }
                broken += 1
            }
        } else {
            // The header itself is damaged, so take the salts of the log from its first frame.
            guard frames > 0 else { return nil }
            salts = (Self.word(bytes, start(0) + 8), Self.word(bytes, start(0) + 12))
        }
        guard broken < frames, salts != (0, 0) else { return nil }
        let commits = (broken..<frames).filter { number in
            Self.has(salts, bytes, start(number)) && Self.word(bytes, start(number) + 4) != 0
        }
        // The first commit found may be torn rather than damaged. A frame after it proves that it
        // was complete.
        guard let first = commits.first,
            (first + 1..<max(first + 1, frames)).contains(where: {
                Self.has(salts, bytes, start($0))
            })
        else { return nil }
        lostCommits = commits.count
    }

    /// Returns the page size; nil if the header has only zeros, which are written ahead of the log.
    private static func pageBytes(of bytes: borrowing Span<UInt8>) -> Int? {
        guard (0..<headerBytes).contains(where: { bytes[$0] != 0 }) else { return nil }
        let said = Int(word(bytes, 8))
        // An impossible size is damage. The store always uses pages of 4,096 bytes.
        return said >= 512 && said <= 65_536 && said.nonzeroBitCount == 1 ? said : 4_096
    }

    private static func has(_ salts: (UInt32, UInt32), _ bytes: borrowing Span<UInt8>, _ place: Int)
        -> Bool
    {
        word(bytes, place + 8) == salts.0 && word(bytes, place + 12) == salts.1
    }

    /// Returns a big-endian word. Only the words that the checksum adds up may have another byte
    /// order.
    fileprivate static func word(_ bytes: borrowing Span<UInt8>, _ place: Int) -> UInt32 {
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
            | UInt32(bytes[place + 3])
    }

    /// The log's cumulative checksum, which covers all previous frames
    /// (sqlite.org/fileformat2.html, section 4.2).
    private struct Sum {
        let isBigEndian: Bool
        private var first: UInt32 = 0
        private var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) {
            var place = range.lowerBound
            while place < range.upperBound {
                first &+= word(bytes, place) &+ second
                second &+= word(bytes, place + 4) &+ first
                place += 8
            }
        }

        private func word(_ bytes: borrowing Span<UInt8>, _ place: Int) -> UInt32 {
            let word = LogDamage.word(bytes, place)
            return isBigEndian ? word : word.byteSwapped
        }

        func matches(_ bytes: borrowing Span<UInt8>, at place: Int) -> Bool {
            first == LogDamage.word(bytes, place) && second == LogDamage.word(bytes, place + 4)
        }
    }
}
