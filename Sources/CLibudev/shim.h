// The umbrella over the library's own headers; see module.modulemap.
#pragma once
#include <libudev.h>
