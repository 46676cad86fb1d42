#include "CUinput.h"
