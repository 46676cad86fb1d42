// What Swift cannot reach by itself: macros, inline functions and callback tables of Linux's headers.
// Header-only; each part has the reason why it is here.
#pragma once
