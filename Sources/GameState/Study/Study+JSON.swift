extension Study {
    /// The study as JSON text, for the page: `chapters`, and `losses`, a sentence for each kind of
    /// part that the study could not keep.
    ///
    /// The members of a chapter:
    ///
    /// - `chapter` is the value of its key in an analysis room.
    /// - `nodes` are the moves as `[parent, cell]`, each after its parent. The parent is the number
    ///   of an earlier move, counted from 1, or 0 for the first position.
    /// - `comments` and `marks` are by the number of the move.
    /// - `main` is the move at the end of the main line, if there is one.
    public var json: [UInt8] {
        var writer = JSONWriter(reserving: 256 + 16 * count)
        writer.beginObject()
        writer.name("chapters")
        writer.beginArray()
        for number in numbers { write(number, into: &writer) }
        writer.endArray()
        writer.name("losses")
        writer.beginArray()
        for sentence in losses.sentences { writer.string(sentence) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ number: Int, into writer: inout JSONWriter) {
        guard let chapter = chapters[number], let root = root(number) else { return }
        writer.beginObject()
        writer.name("chapter")
        writer.value(chapter.value)
        writer.name("nodes")
        writer.beginArray()
        var nodes = [root]
        var path: [Int] = []
        for visit in tree.visits(from: root) {
            guard case .enter(let index) = visit else {
                path.removeLast()
                continue
            }
            guard let point = tree.point(index), let parent = path.last else {
                path.append(0)
                continue
            }
            path.append(nodes.count)
            nodes.append(index)
            writer.beginArray()
            writer.integer(parent)
            writer.string(point.cell)
            writer.endArray()
        }
        writer.endArray()
        let notes = nodes.map(note)
        writer.name("comments")
        writer.beginObject()
        for (place, note) in notes.enumerated() where !note.comment.isEmpty {
            writer.name("\(place)")
            writer.string(note.comment)
        }
        writer.endObject()
        writer.name("marks")
        writer.beginObject()
        for (place, note) in notes.enumerated() where !note.marks.isEmpty {
            writer.name("\(place)")
            writer.beginObject()
            for (point, mark) in note.orderedMarks {
                writer.name(point.cell)
                writer.string(mark.text)
            }
            writer.endObject()
        }
        writer.endObject()
        if let end = mainLine(number), let place = nodes.firstIndex(of: end) {
            writer.name("main")
            writer.integer(place)
        }
        writer.endObject()
    }
}
