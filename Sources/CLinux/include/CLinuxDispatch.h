// libdispatch's main queue, as a foreign run loop serves it.
//
// A loop that owns the main thread would starve DispatchQueue.main and every main-actor task. These two entry points
// are exported for exactly this use, but no public header declares them. They can go when libdispatch publishes them.
#pragma once

/// An eventfd that is readable when the main queue has work. The server reads it before it calls the next one.
extern int _dispatch_get_main_queue_handle_4CF(void);
/// Runs what the main queue holds now; on the main thread only, never from within main-queue work.
extern void _dispatch_main_queue_callback_4CF(void *message);
