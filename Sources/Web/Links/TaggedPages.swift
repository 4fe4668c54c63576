/// Pages with the tags of a link preview in their heads. Each is made at its first request, and
/// cached.
final class TaggedPages {
    /// The maximum size of all cached pages with their compressed forms, in bytes.
    static let cacheBytes = 4 << 20
    /// The number of pages that may also have a brotli form. Pages with the general preview differ
    /// only by the host, which the client sends, so their number needs a limit.
    static let mostBrotli = 32

    /// The number of hosts whose pages get tags. The client sends the host, so their number needs a
    /// limit.
    static let mostHosts = 16

    private var hosts: Set<PublicAddress> = []

    /// Whether pages at this address get tags. The first addresses do.
    func admits(_ address: PublicAddress) -> Bool {
        guard !hosts.contains(address) else { return true }
        guard hosts.count < Self.mostHosts else { return false }
        hosts.insert(address)
        return true
    }

    private struct Key: Hashable {
        let version: String
        let tags: String
    }

    private var pages: [Key: StaticFiles.File] = [:]
    /// The keys of the pages, the oldest first.
    private var order: [Key] = []
    private var bytes = 0
    private var withBrotli: Set<String> = []

    /// Returns `page` with the tags after its title; the page as it is if it has no title.
    func page(_ page: StaticFiles.File, tags: String) -> StaticFiles.File {
        let key = Key(version: page.version, tags: tags)
        if let known = pages[key] { return known }
        let text = String(decoding: page.contents, as: UTF8.self)
        guard let title = text.firstRange(of: "</title>\n"),
            let made = StaticFiles.File(
                Array((text[..<title.upperBound] + tags + text[title.upperBound...]).utf8), fileExtension: "html")
        else { return page }
        pages[key] = made
        order.append(key)
        bytes += made.bytes + tags.utf8.count
        while bytes > Self.cacheBytes, !order.isEmpty {
            let oldest = order.removeFirst()
            bytes -= (pages.removeValue(forKey: oldest)?.bytes ?? 0) + oldest.tags.utf8.count
        }
        return made
    }

    /// Whether a page with the general preview may have a brotli form, which is kept for good.
    func mayHaveBrotli(_ page: StaticFiles.File) -> Bool {
        guard !withBrotli.contains(page.version) else { return true }
        guard withBrotli.count < Self.mostBrotli else { return false }
        withBrotli.insert(page.version)
        return true
    }
}
