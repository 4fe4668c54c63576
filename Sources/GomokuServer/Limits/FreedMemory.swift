import CMalloc

/// Settings of the allocator for freed memory.
///
/// By default, glibc raises both thresholds when a large block is freed. After a block of 12 MB, it
/// keeps up to 24 MB of free memory at the end of the heap. It also takes blocks of up to 12 MB
/// from the heap, where they leave holes once freed.
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

    /// Returns all free pages to the kernel, and returns how long that took.
    static func giveBack() -> Duration { ContinuousClock().measure { malloc_trim(0) } }
}
