// The umbrella over the library's own headers; see module.modulemap.
#pragma once
#include <cairo.h>
