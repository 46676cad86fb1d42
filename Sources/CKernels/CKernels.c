// Header-only; a C target needs one source.
#include "CKernels.h"
