// `import Penstock` gives an app everything that this package is.
@_exported public import Display
@_exported public import EventLoop
@_exported public import Graphics
@_exported public import InputBridge
@_exported public import InputEvents
@_exported public import Interface
@_exported public import LayerTree
