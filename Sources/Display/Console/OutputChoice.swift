/// What a card offers, as plain values, so that the choice can be tested without one.
package struct CardDescription: Equatable {
    package struct Mode: Equatable {
        package var width: Int
        package var height: Int
        /// Nanoseconds from one frame to the next.
        package var interval: Int64
        package var isPreferred: Bool

        package init(width: Int, height: Int, interval: Int64, isPreferred: Bool) {
            self.width = width
            self.height = height
            self.interval = interval
            self.isPreferred = isPreferred
        }
    }
    package struct Connector: Equatable {
        package var id: UInt32
        package var isConnected: Bool
        package var modes: [Mode]
        /// One bit for each controller, in the card's order.
        package var possibleControllers: UInt32
        /// The controller that drives it now; 0 when none does.
        package var controller: UInt32

        package init(
            id: UInt32, isConnected: Bool, modes: [Mode], possibleControllers: UInt32, controller: UInt32
        ) {
            self.id = id
            self.isConnected = isConnected
            self.modes = modes
            self.possibleControllers = possibleControllers
            self.controller = controller
        }
    }
    package struct Plane: Equatable {
        package var id: UInt32
        package var isPrimary: Bool
        package var takesOurPixels: Bool
        package var possibleControllers: UInt32
        package var controller: UInt32

        package init(
            id: UInt32, isPrimary: Bool, takesOurPixels: Bool, possibleControllers: UInt32, controller: UInt32
        ) {
            self.id = id
            self.isPrimary = isPrimary
            self.takesOurPixels = takesOurPixels
            self.possibleControllers = possibleControllers
            self.controller = controller
        }
    }

    /// The display controllers (CRTCs), in the card's order.
    package var controllers: [UInt32]
    package var connectors: [Connector]
    package var planes: [Plane]

    package init(controllers: [UInt32], connectors: [Connector], planes: [Plane]) {
        self.controllers = controllers
        self.connectors = connectors
        self.planes = planes
    }
}

/// The connector, its mode, the controller and the plane that make up the one output we show on.
package struct OutputChoice: Equatable {
    package var connector: UInt32
    /// The index among the modes of the connector.
    package var mode: Int
    package var controller: UInt32
    package var plane: UInt32

    package init(connector: UInt32, mode: Int, controller: UInt32, plane: UInt32) {
        self.connector = connector
        self.mode = mode
        self.controller = controller
        self.plane = plane
    }

    package enum Failure: Error, Equatable { case noConnector, noPlane }

    /// Chooses the first connector with a screen; its preferred mode, else the largest; the controller that drives
    /// it already (no flicker), else the first that can; and a primary plane of that controller.
    package static func choose(from card: CardDescription) throws(Failure) -> OutputChoice {
        let usable = card.connectors.filter { $0.isConnected && !$0.modes.isEmpty }
        if usable.isEmpty { throw .noConnector }
        for connector in usable {
            let possible = card.controllers.indices.filter { can(connector.possibleControllers, $0) }
            let current = possible.filter { card.controllers[$0] == connector.controller }
            for index in current + possible {
                let controller = card.controllers[index]
                let planes = card.planes.filter {
                    $0.isPrimary && $0.takesOurPixels && can($0.possibleControllers, index)
                }
                guard let plane = planes.first(where: { $0.controller == controller }) ?? planes.first else {
                    continue
                }
                return OutputChoice(
                    connector: connector.id, mode: bestMode(of: connector.modes), controller: controller,
                    plane: plane.id)
            }
        }
        throw .noPlane
    }

    private static func can(_ mask: UInt32, _ index: Int) -> Bool { index < 32 && mask & (1 << index) != 0 }

    private static func bestMode(of modes: [CardDescription.Mode]) -> Int {
        if let preferred = modes.firstIndex(where: \.isPreferred) { return preferred }
        let area = { (index: Int) in modes[index].width * modes[index].height }
        // The first of equals: drivers list the faster ones first.
        return modes.indices.reduce(0) { area($1) > area($0) ? $1 : $0 }
    }
}
