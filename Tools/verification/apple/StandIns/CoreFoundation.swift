// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the package uses of CoreFoundation.

public class CFAllocator {}
public class CFURL {}
public class CFString {}
public class CFError {}
public class CFBoolean {}
public typealias CFTypeRef = AnyObject
public typealias CFIndex = Int

public func CFURLCreateFromFileSystemRepresentation(
  _ allocator: CFAllocator!, _ buffer: UnsafePointer<UInt8>!, _ length: CFIndex, _ isFolder: Bool
) -> CFURL! { nil }

public func CFURLSetResourcePropertyForKey(
  _ url: CFURL!, _ key: CFString!, _ value: CFTypeRef!,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>!
) -> Bool { false }

public nonisolated(unsafe) let kCFURLIsExcludedFromBackupKey: CFString! = nil
public nonisolated(unsafe) let kCFBooleanTrue: CFBoolean! = nil
