import Compression

extension Raster {
    /// The picture as a PNG file (ISO 15948): 8-bit RGB, without filters, because rows of equal
    /// pixels compress best as they are.
    var png: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity((3 * width + 1) * height)
        for row in 0..<height {
            rows.append(0)
            rows += pixels[3 * width * row..<3 * width * (row + 1)]
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let (bitDepth, trueColor, standard): (UInt8, UInt8, UInt8) = (8, 2, 0)
        Self.add(
            "IHDR", Self.four(width) + Self.four(height) + [bitDepth, trueColor] + [standard, standard, standard],
            to: &file)
        Self.add("IDAT", deflated(rows), to: &file)
        Self.add("IEND", [], to: &file)
        return file
    }

    private static func add(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
        let body = Array(type.utf8) + content
        file += four(content.count) + body + four(Int(checksum32(body)))
    }

    private static func four(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
