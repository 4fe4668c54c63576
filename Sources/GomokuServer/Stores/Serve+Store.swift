import GomokuStore

extension Serve {
    /// What opens the store that rooms are kept in; nil: they live in memory only.
    var storeOpener: (any StoreOpener)? {
        guard durability != .memory, let data else { return nil }
        return EmbeddedStoreOpener(
            directory: data, durability: durability == .full ? .full : .os, limits: limits.limits,
            filing: FilingOptions(bytes: fileEvery, memory: memoryBudget, disk: diskBudget))
    }
}
