// Swift Testing looks for a module of this name wherever a module UIKit is imported.
