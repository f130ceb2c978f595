import AdDecider
import AdSession
import Testing
