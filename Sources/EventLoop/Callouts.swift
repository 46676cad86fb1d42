// Where the loop leaves its own code. Each kind has a function of its own, never inlined, so that a backtrace or a
// profile shows what is running.
extension Loop {
    @inline(never)
    func callOut(to observer: Observer, _ activity: Activity) {
        guard let trace else { return observer.body(activity) }
        let entry = trace.begin(.observer, observer.label, activity.name, observer.order)
        observer.body(activity)
        trace.end(entry)
    }

    @inline(never)
    func callOut(to source: ManualSource) {
        guard let trace else { return source.body() }
        let entry = trace.begin(.manualSource, source.label, "perform", source.order)
        source.body()
        trace.end(entry)
    }

    @inline(never)
    func callOut(to source: PortSource, _ readiness: Readiness) {
        let entry = trace?.begin(.portSource, source.label, "perform", source.order)
        do {
            try source.body(readiness)
        } catch {
            report(error, by: source)
        }
        if let entry { trace?.end(entry) }
    }

    @inline(never)
    func callOut(to timer: Timer) {
        guard let trace else { return timer.body(timer) }
        let entry = trace.begin(.timer, timer.label, "fire", timer.order)
        timer.body(timer)
        trace.end(entry)
    }

    @inline(never)
    func callOut(to block: BlockQueue.Block) {
        guard let trace else { return block.body() }
        let entry = trace.begin(.block, "", "block", 0)
        block.body()
        trace.end(entry)
    }

    @inline(never)
    func callOutToMainQueue(_ queue: MainQueue) {
        let entry = trace?.begin(.mainQueue, "", "drain", 0)
        queue.drain()
        if let entry { trace?.end(entry) }
    }
}
