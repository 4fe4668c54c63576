/// A one-shot timer. Deallocating it cancels it.
package protocol OneShotTimer: AnyObject {
    func schedule(afterMilliseconds delay: Int)
    func cancel()
}
