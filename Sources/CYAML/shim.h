// The umbrella over the library's own header; see module.modulemap.
#pragma once
#include <yaml.h>
