// What Swift cannot reach by itself: macros, inline functions and callback tables of Linux's headers.
// Header-only but for the console's rescue, one header a subject; each part has the reason why it is here.
#pragma once

#include "CLinuxDispatch.h"
#include "CLinuxLoop.h"
#include "ConsoleRescue.h"
