// SwiftPM requires at least one source file; all functions are in the headers.
#include "CProcessor.h"
