// What Swift cannot reach by itself: macros, inline functions and callback tables of Linux's headers.
// One header a subject; each part has the reason why it is here. What needs storage, or GNU's own headers, has a C file.
#pragma once

#include "CLinuxBacktrace.h"
#include "CLinuxDispatch.h"
#include "CLinuxLocal.h"
#include "CLinuxLoop.h"
#include "CLinuxProcess.h"
#include "ConsoleRescue.h"
