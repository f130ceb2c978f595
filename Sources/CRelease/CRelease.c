// The package manager needs a file to compile; the declarations are in the header.
#include "CRelease.h"
