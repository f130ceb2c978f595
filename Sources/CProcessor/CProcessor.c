// The package manager wants a file to compile; all that there is stands in the headers.
#include "CProcessor.h"
