// Where the loop leaves its own code. Each kind has a function of its own, never inlined, so that a backtrace or a
// profile shows what is running.
extension Loop {
    @inline(never)
    func callOut(to observer: Observer, _ activity: Activity) {
        guard let tracer else { return observer.body(activity) }
        let entry = tracer.begin(.observer, observer.label, activity.name, observer.order)
        observer.body(activity)
        tracer.end(entry)
    }

    @inline(never)
    func callOut(to source: ManualSource) {
        guard let tracer else { return source.body() }
        let entry = tracer.begin(.manualSource, source.label, "perform", source.order)
        source.body()
        tracer.end(entry)
    }

    @inline(never)
    func callOut(to source: PortSource, _ readiness: Readiness) {
        let tracer = tracer
        let entry = tracer?.begin(.portSource, source.label, "perform", source.order)
        do {
            try source.body(readiness)
        } catch {
            report(error, by: source)
        }
        if let entry { tracer?.end(entry) }
    }

    @inline(never)
    func callOut(to timer: Timer) {
        guard let tracer else { return timer.body(timer) }
        let entry = tracer.begin(.timer, timer.label, "fire", timer.order)
        timer.body(timer)
        tracer.end(entry)
    }

    @inline(never)
    func callOut(to block: BlockQueue.Block) {
        guard let tracer else { return block.body() }
        let entry = tracer.begin(.block, "", "block", 0)
        block.body()
        tracer.end(entry)
    }

    @inline(never)
    func callOutToMainQueue(_ queue: MainQueue) {
        let tracer = tracer
        let entry = tracer?.begin(.mainQueue, "", "drain", 0)
        queue.drain()
        if let entry { tracer?.end(entry) }
    }
}
