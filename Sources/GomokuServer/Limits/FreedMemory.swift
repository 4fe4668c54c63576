import CMalloc

/// What the allocator keeps of what was given back to it.
///
/// By itself it takes the largest piece that was ever given back for the measure of all: after one of 12 MB it keeps up
/// to 24 MB at its end, and what is smaller leaves holes that only what is smaller still fits into.
enum FreedMemory {
    /// Pieces from this size on come from the kernel and go back to it: the history of a room with large deltas, the
    /// text of a large state.
    static let ownPiece: CInt = 256 << 10
    /// So much free memory at the heap's end is kept for what comes next.
    static let kept: CInt = 2 << 20

    /// To be called once, before there are threads.
    static func keepLittle() {
        mallopt(M_MMAP_THRESHOLD, ownPiece)
        mallopt(M_TRIM_THRESHOLD, kept)
    }

    /// Gives every whole page of it back to the kernel; tells how long that took.
    static func giveBack() -> Duration { ContinuousClock().measure { malloc_trim(0) } }
}
