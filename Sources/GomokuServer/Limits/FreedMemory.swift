import CMalloc

/// Settings of the allocator for freed memory.
///
/// By default the allocator adapts to the largest block ever freed. After one of 12 MB it keeps up
/// to 24 MB at the end of the heap, and smaller blocks leave holes that only still smaller ones fit
/// into.
enum FreedMemory {
    /// The size from which blocks are mapped separately and returned to the kernel when freed, in
    /// bytes. Examples are the history of a room with large deltas and the text of a large state.
    static let ownPiece: CInt = 256 << 10
    /// The free memory kept at the end of the heap, in bytes.
    static let kept: CInt = 2 << 20

    /// Applies the settings. Call it once, before any thread starts.
    static func keepLittle() {
        mallopt(M_MMAP_THRESHOLD, ownPiece)
        mallopt(M_TRIM_THRESHOLD, kept)
    }

    /// Returns all free pages to the kernel. Returns the time that took.
    static func giveBack() -> Duration { ContinuousClock().measure { malloc_trim(0) } }
}
