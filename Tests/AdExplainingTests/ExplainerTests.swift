import AdExplaining
import Testing
