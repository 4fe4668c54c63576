import Properties

private let property = Property.named("race")

@_cdecl("LLVMFuzzerTestOneInput")
public func look(_ input: UnsafePointer<UInt8>?, _ count: Int) -> CInt { property.fuzz(input, count) }
