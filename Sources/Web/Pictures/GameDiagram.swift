import GameState

/// A game as an SVG picture: the board with numbered stones, as in printed game collections, and a
/// caption.
///
/// The file contains no scripts, styles or links, so it looks the same in every page.
struct GameDiagram: Hashable, Sendable {
    let position: BoardPosition
    /// The players and the result, such as `Ann – Bob`, or `nil` for a board without a caption.
    let caption: String?

    private static let step = 40
    private static let stoneRadius = 18
    private static let captionHeight = 44
    private var side: Int { (position.size.side + 1) * Self.step }

    /// Returns the players and the result as a caption, such as `Ann – Bob  1–0`.
    static func caption(_ names: ByStone<String?>, result: String?) -> String {
        let players = [names.x, names.o].map { $0.flatMap { $0.isEmpty ? nil : $0 } ?? "…" }.joined(separator: " – ")
        let score: String? =
            switch result {
            case Stone.x.rawValue: "1–0"
            case Stone.o.rawValue: "0–1"
            case nil: nil
            default: "½–½"
            }
        return score.map { "\(players)  \($0)" } ?? players
    }

    /// The file's text.
    var svg: [UInt8] {
        let height = side + (caption == nil ? 0 : Self.captionHeight)
        var text = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(side) \#(height)" role="img""#
        text += #" font-family="system-ui, sans-serif" text-anchor="middle">"#
        if let caption { text += "<title>\(caption.escapedForXML)</title>" }
        text += rectangle(0, side, .wood) + #"<g stroke="\#(BoardColor.grid.css)">"#
        let last = position.size.side - 1
        for index in 0...last {
            text += line((0, index), (last, index), 1) + line((index, 0), (index, last), 1)
        }
        text += "</g>"
        for star in position.stars { text += circle(star, 4, .grid, edge: .grid) }
        text += coordinates
        if let first = position.line.first, let end = position.line.last {
            let ends = ((first.column, first.row), (end.column, end.row))
            text += #"<g stroke="\#(BoardColor.last.css)" stroke-linecap="round">\#(line(ends.0, ends.1, 12))</g>"#
        }
        for (index, point) in position.moves.enumerated() { text += stone(index + 1, point) }
        if let caption {
            text += rectangle(side, Self.captionHeight, .page)
            text += label(caption.escapedForXML, side / 2, side + 28, 18, .coordinate)
        }
        return Array((text + "</svg>\n").utf8)
    }

    private var coordinates: String {
        var text = ""
        for index in 0..<position.size.side {
            let name = position.size.name(of: Point(column: index, row: index))
            text += label(String(name.prefix(1)), at(index), side - 9, 13, .coordinate)
            text += label(String(name.dropFirst()), 14, at(index) + 5, 13, .coordinate)
        }
        return text
    }

    private func stone(_ number: Int, _ point: Point) -> String {
        let stone = Stone.ofMove(number)
        let isMarked = position.line.contains(point) || position.line.isEmpty && number == position.moves.count
        let edge: BoardColor = isMarked ? .last : stone == .x ? .x : .oEdge
        return circle(point, Self.stoneRadius, stone == .x ? .x : .o, edge: edge, width: isMarked ? 4 : 1)
            + label("\(number)", at(point.column), at(point.row) + 6, 16, stone == .x ? .xMark : .oMark)
    }

    private func at(_ index: Int) -> Int { (index + 1) * Self.step }

    private func rectangle(_ y: Int, _ height: Int, _ color: BoardColor) -> String {
        #"<rect y="\#(y)" width="\#(side)" height="\#(height)" fill="\#(color.css)"/>"#
    }

    private func line(_ from: (Int, Int), _ to: (Int, Int), _ width: Int) -> String {
        let (x1, y1, x2, y2) = (at(from.0), at(from.1), at(to.0), at(to.1))
        return #"<path d="M\#(x1) \#(y1)L\#(x2) \#(y2)" stroke-width="\#(width)"/>"#
    }

    private func circle(_ point: Point, _ radius: Int, _ color: BoardColor, edge: BoardColor, width: Int = 1) -> String
    {
        #"<circle cx="\#(at(point.column))" cy="\#(at(point.row))" r="\#(radius)" fill="\#(color.css)""#
            + #" stroke="\#(edge.css)" stroke-width="\#(width)"/>"#
    }

    private func label(_ text: String, _ x: Int, _ y: Int, _ size: Int, _ color: BoardColor) -> String {
        #"<text x="\#(x)" y="\#(y)" font-size="\#(size)" fill="\#(color.css)">\#(text)</text>"#
    }
}

extension String {
    /// The text for XML and HTML, in elements and in quoted attributes. Characters that XML does
    /// not allow become U+FFFD.
    var escapedForXML: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped += " "
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
