// Package recheck makes the second reading: it compares a model's answer with the
// rules of the report and with what the document says, and has the document read again
// if they disagree. cmd/biom wraps the adapter of every language model in it; the
// adapter does not notice.
//
//	Extract ─▶ call of the adapter ─▶ invalid values become null ─▶ doubts? ─no─▶ answer
//	              │                      │ still no valid report        │ yes: invalid values, and values
//	              │                      ▼                              ▼      that the document contradicts
//	              │              the answer as it came,      second call, naming the fields
//	              │              which fails validation      (skipped if there is no time for it)
//	              ▼                                                     │
//	            error                                                   ▼
//	                                          the named fields are taken from its answer,
//	                                          or all fields if the eyes were exchanged
//	                                                                    │
//	                                                                    ▼
//	                                          what is still in doubt becomes null, with the values
//	                                          that the pair rules tie to it; Withheld has the paths
//
// A job makes at most three calls: the first, one more for doubts, and before that one
// more if the first answer was no report at all (worker.Read makes that one).
//
// What the document says comes from its text layer. If there is none, if it lies over a
// scan (then it comes from another program's OCR), or if it is not the report's own (a
// letterhead over drawn letters), biom's own reader reads the document by OCR while the
// model works (look.go). If OCR fails, or is late, the answer is checked against the rules
// alone. OCR leaves out words and misreads others, so it contradicts a value only by what
// two of its passes saw: see Saw in package reader.
package recheck
