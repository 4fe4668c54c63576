extension Array where Element: Equatable {
    /// Returns the element `step` positions after `element`, cyclically, or the first one if
    /// `element` is not in the list.
    func stepped(from element: Element, by step: Int) -> Element {
        guard let place = firstIndex(of: element) else { return first ?? element }
        return self[(place + step + count) % count]
    }
}
