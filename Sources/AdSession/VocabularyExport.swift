// Every state is of events, so a file that imports this module sees them, too. An app that records
// links the vocabulary without the states.
@_exported public import AdVocabulary
