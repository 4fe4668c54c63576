import Foundation

/// Looks whether a write-ahead log breaks off where it must not.
///
/// SQLite takes a frame that is damaged for the end of the log: what was committed behind it is gone, and nothing says
/// so. A log that really ends there, because the power went, has no further commit behind the one that is torn: none is
/// begun before the one before it is on the disk.
struct LogDamage: Equatable {
    /// Commits that were written and cannot be read: at least so many.
    let lostCommits: Int

    private static let headerBytes = 32
    private static let frameHeaderBytes = 24
    /// The two ways in which words of a sum are read.
    private static let littleEndian: UInt32 = 0x377F_0682, bigEndian: UInt32 = 0x377F_0683

    /// Nil: the log of this database is sound, or there is none.
    init?(of database: String) {
        let path = "\(database)-wal"
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let log = try? file.readToEnd(), log.count > Self.headerBytes else { return nil }
        // A server that goes on meanwhile may have begun it anew.
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
            // The header itself: whose the frames are, the first of them says.
            guard frames > 0 else { return nil }
            salts = (Self.word(bytes, start(0) + 8), Self.word(bytes, start(0) + 12))
        }
        guard broken < frames, salts != (0, 0) else { return nil }
        let commits = (broken..<frames).filter { number in
            Self.has(salts, bytes, start(number)) && Self.word(bytes, start(number) + 4) != 0
        }
        // The first of them may be the one that was never finished; what was begun after it says that it was.
        guard let first = commits.first,
            (first + 1..<max(first + 1, frames)).contains(where: {
                Self.has(salts, bytes, start($0))
            })
        else { return nil }
        lostCommits = commits.count
    }

    /// Nil where nothing was ever written: zeros that are written ahead.
    private static func pageBytes(of bytes: borrowing Span<UInt8>) -> Int? {
        guard (0..<headerBytes).contains(where: { bytes[$0] != 0 }) else { return nil }
        let said = Int(word(bytes, 8))
        // A size that cannot be is damage; ours are always of one size.
        return said >= 512 && said <= 65_536 && said.nonzeroBitCount == 1 ? said : 4_096
    }

    private static func has(_ salts: (UInt32, UInt32), _ bytes: borrowing Span<UInt8>, _ place: Int)
        -> Bool
    {
        word(bytes, place + 8) == salts.0 && word(bytes, place + 12) == salts.1
    }

    /// Big-endian, as all of the log but the words that are summed.
    fileprivate static func word(_ bytes: borrowing Span<UInt8>, _ place: Int) -> UInt32 {
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
            | UInt32(bytes[place + 3])
    }

    /// The log's own checksum, of all that was before as well (sqlite.org/fileformat2.html, section 4.2).
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
