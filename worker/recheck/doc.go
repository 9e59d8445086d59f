// Package recheck holds what a model read against the rules of the report and
// against the document's own text, and has it read again where they disagree.
// It wraps a provider's adapter, which knows nothing of it:
//
//	Extract ─▶ inner call ─▶ null for what is not valid ─▶ doubts? ──none──▶ answer
//	              │            │no report even so            │ that, and what the text says otherwise
//	              │            ▼                             ▼
//	              │         answer as it is,       inner call, naming the fields ─▶ the named fields,
//	              │         for validation         (no time, or it fails: none)     or, were the eyes
//	              ▼                                                                 exchanged, all of it
//	            error                                                                  │ still in doubt
//	                                                                                   ▼
//	                                                                     null, with what the pair rules
//	                                                                     tie to it; path in Withheld
//
// Calls for one job: the first one; one more for doubts; and one more before
// that if the first answer was no report at all (worker.Read, which passes the
// faults through here): three calls at most.
//
// Only text layers bear witness. Where there is none, where it lies over a scan
// (then somebody else's OCR wrote it), or where it is not the report's (a
// letterhead over drawn letters), answers are held against the rules alone.
package recheck
