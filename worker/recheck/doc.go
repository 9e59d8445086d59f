// Package recheck holds what a model read against the document's own text, and
// has it read again where the two disagree. It wraps a provider's adapter, which
// knows nothing of it:
//
//	Extract ─▶ inner call ─▶ decode ──▶ doubts? ──none──────────────────────▶ answer
//	              │            │fails      │ the text says otherwise
//	              │            ▼           ▼
//	              │         answer as   inner call, naming the fields ─▶ the named fields,
//	              │         it is, for  (no time, or it fails: none)     or, were the eyes
//	              ▼         validation                                   exchanged, all of it
//	            error                                                       │ still in doubt
//	                                                                        ▼
//	                                                          null, with what the pair rules
//	                                                          tie to it; path in Withheld
//
// Calls for one job: the first one; one more if that fails validation
// (worker.Read, which passes the faults through here); one more for doubts. An
// answer that fails validation is not held against the text, and one that was
// is valid, so each of the two happens at most once: three calls at most.
//
// Only text layers bear witness. Where there is none, where it lies over a scan
// (then somebody else's OCR wrote it), or where it is not the report's (a
// letterhead over drawn letters), every answer passes untouched.
package recheck
