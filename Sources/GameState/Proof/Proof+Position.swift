extension Proof.Position {
    /// Whether a side has won, or the board is full.
    public var isOver: Bool { ProofField(self).isOver }

    /// The position in its standard orientation, and the symmetry that leads there.
    ///
    /// The standard orientation is that image of the eight whose bytes come first in lexicographic
    /// order. It is also that of every proof about the position (``Proof/oriented``).
    public var oriented: (position: Proof.Position, symmetry: Symmetry) {
        var least = (position: self, symmetry: Symmetry.identity)
        for symmetry in Symmetry.allCases {
            let image = image(under: symmetry)
            if image.precedes(least.position) { least = (image, symmetry) }
        }
        return least
    }
}
