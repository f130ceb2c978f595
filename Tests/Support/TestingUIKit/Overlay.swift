// Swift Testing requires a module of this name if a module UIKit is imported.
